#include "dsl/vocabulary/vocabulary.h"

#include <algorithm>
#include <array>

#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

namespace {

constexpr std::array root_rows{
#define X(id, name, type, reads, known, meaning) \
  RootRow{Root::id, name, Type::type, reads, level_of(reads), known, meaning},
    ROUNDHOUSE_ROOTS(X)
#undef X
};

constexpr std::array member_rows{
#define X(id, of, name, type, argument, reads, bounds, some, presence, exchange, meaning)         \
  MemberRow{Member::id,      Type::of,       name, Type::type,         Type::argument,     reads, \
            level_of(reads), Bounds::bounds, some, Presence::presence, Exchange::exchange, meaning},
    ROUNDHOUSE_MEMBERS(X)
#undef X
};

constexpr std::array act_rows{
#define X(id, name, site, reads, meaning) ActRow{BuiltInAct::id, name, Site::site, reads, meaning},
    ROUNDHOUSE_ACTS(X)
#undef X
};
static_assert(act_rows.size() == built_in_acts);

constexpr std::array event_rows{
#define X(id, name, site, meaning) EventRow{BuiltInEvent::id, name, Site::site, meaning},
    ROUNDHOUSE_EVENTS(X)
#undef X
};
static_assert(event_rows.size() == built_in_events);

constexpr std::array effect_rows{
#define X(id, name, arguments, writes, order, twice, partly, meaning) \
  EffectRow{Effect::id, name, arguments, writes, Order::order, Twice::twice, Partly::partly, meaning},
    ROUNDHOUSE_EFFECTS(X)
#undef X
};

constexpr std::array argument_rows{
#define X(id, letter, form) ArgumentRow{Argument::id, letter, form},
    ROUNDHOUSE_ARGUMENTS(X)
#undef X
};
constexpr const ArgumentRow* find_argument(char letter) {
  for (const ArgumentRow& row : argument_rows)
    if (row.letter == letter) return &row;
  return nullptr;
}
static_assert(std::all_of(effect_rows.begin(), effect_rows.end(), [](const EffectRow& effect) {
  return std::all_of(effect.arguments.begin(), effect.arguments.end(),
                     [](char letter) { return find_argument(letter) != nullptr; });
}));

constexpr std::array law_rows{
#define X(id, name, sentence, denied) LawRow{Law::id, name, sentence, denied},
    ROUNDHOUSE_LAWS(X)
#undef X
};

// Words that are no names; operators and the tables above add theirs.
constexpr std::array<std::string_view, 2> own_words{"it", "none"};

template <class Rows>
auto find_named(const Rows& rows, std::string_view name) -> decltype(&rows[0]) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

std::string_view type_name(Type type) {
  switch (type) {
#define X(id, text) \
  case Type::id:    \
    return text;
    ROUNDHOUSE_TYPES(X)
#undef X
  }
  return {};
}

std::string_view level_name(Level level) {
  switch (level) {
#define X(id, value, text) \
  case Level::id:          \
    return text;
    ROUNDHOUSE_LEVELS(X)
#undef X
  }
  return {};
}

std::string_view site_phrase(Site site) {
  switch (site) {
#define X(id, text) \
  case Site::id:    \
    return text;
    ROUNDHOUSE_SITES(X)
#undef X
  }
  return {};
}

std::span<const RootRow> all_roots() { return root_rows; }
std::span<const MemberRow> all_members() { return member_rows; }
std::span<const ActRow> all_acts() { return act_rows; }
std::span<const EventRow> all_events() { return event_rows; }
std::span<const EffectRow> all_effects() { return effect_rows; }
std::span<const LawRow> all_laws() { return law_rows; }

const RootRow& row(Root root) { return root_rows[static_cast<std::size_t>(root)]; }
const MemberRow& row(Member member) { return member_rows[static_cast<std::size_t>(member)]; }
const ActRow& row(BuiltInAct act) { return act_rows[static_cast<std::size_t>(act)]; }
const EventRow& row(BuiltInEvent event) { return event_rows[static_cast<std::size_t>(event)]; }
const ArgumentRow& argument(Effect effect, std::size_t which) {
  const std::string_view letters = row(effect).arguments;
  return *find_argument(letters[std::min(which, letters.size() - 1)]);
}
const EffectRow& row(Effect effect) { return effect_rows[static_cast<std::size_t>(effect)]; }
const LawRow& row(Law law) { return law_rows[static_cast<std::size_t>(law)]; }

const RootRow* find_root(std::string_view name) { return find_named(root_rows, name); }
const ActRow* find_act(std::string_view name) { return find_named(act_rows, name); }
const EventRow* find_event(std::string_view name) { return find_named(event_rows, name); }
const EffectRow* find_effect(std::string_view name) { return find_named(effect_rows, name); }
const LawRow* find_law(std::string_view name) { return find_named(law_rows, name); }

const MemberRow* find_member(Type of, std::string_view name) {
  const auto found = std::find_if(member_rows.begin(), member_rows.end(),
                                  [&](const MemberRow& r) { return r.of == of && r.name == name; });
  return found == member_rows.end() ? nullptr : &*found;
}

std::vector<std::string> reserved_names() {
  std::vector<std::string> names(own_words.begin(), own_words.end());
  for (const std::string_view word : operator_words()) names.emplace_back(word);
  for (const OpRow& row : all_operators)
    if (is_quantifier(row.op)) names.emplace_back(row.sign);
  const auto add = [&](const auto& rows) {
    for (const auto& r : rows) names.emplace_back(r.name);
  };
  add(root_rows);
  add(act_rows);
  add(event_rows);
  add(effect_rows);
  add(law_rows);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool is_reserved(std::string_view name) {
  return std::find(own_words.begin(), own_words.end(), name) != own_words.end() || is_operator_word(name) ||
         find_quantifier(name) != nullptr || find_root(name) != nullptr || find_act(name) != nullptr ||
         find_event(name) != nullptr || find_effect(name) != nullptr || find_law(name) != nullptr;
}

std::vector<std::string_view> operator_words() {
  std::vector<std::string_view> words{"else", "of", "then", "where"};
  for (const OpRow& row : all_operators)
    if (!row.sign.empty() && row.sign.front() >= 'a' && !is_quantifier(row.op)) words.push_back(row.sign);
  std::sort(words.begin(), words.end());
  return words;
}

bool is_operator_word(std::string_view word) {
  static const std::vector<std::string_view> words = operator_words();
  return std::binary_search(words.begin(), words.end(), word);
}

}  // namespace roundhouse::dsl
