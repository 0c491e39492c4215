#include "tools/assist/explain_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
#include "dsl/english/english.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/vocabulary/vocabulary.h"
#include "tools/assist/completion.h"
#include "tools/assist/text_place.h"

namespace roundhouse::dsl {
namespace {

class Explaining {
 public:
  Explaining(std::string_view text, std::size_t offset, const RuleView& view, const RuleView* earlier)
      : text_(text),
        offset_(offset),
        view_(view),
        meant_(view.checked.ok() || earlier == nullptr ? view : *earlier),
        rules_(meant_.checked.value),
        names_(view) {}

  std::optional<PlaceExplanation> explain() {
    if (view_.chain.files.empty()) return std::nullopt;
    for (const NamePlace& place : name_places(view_, names_, view_.chain.files.front())) {
      if (offset_ < place.where.begin || offset_ > place.where.end) continue;
      return PlaceExplanation{place.where.begin, place.where.end, about_name(place)};
    }
    return about_word();
  }

 private:
  bool in_order() const { return meant_.checked.ok(); }

  /// The place of its declaration, if that is in another file.
  std::string origin(const Span& where) const {
    if (!in_order() || where.file.value == 0 || where.file.value >= meant_.sources.size()) return {};
    return fmt::format("\n\nFrom `{}`.", meant_.sources.file(where.file).name);
  }

  std::string about_name(const NamePlace& place) {
    const DeclaredName* declared =
        place.kind == NameKind::rule ? names_.find_rule(place.name) : names_.find(place.name);
    std::string text = fmt::format("**{}** — {}", place.name, kind_name(place.kind));
    if (declared != nullptr && declared->of != Type::none && declared->of != Type::permission)
      text += fmt::format(" of a {}", type_name(declared->of));
    if (declared != nullptr && declared->type != Type::none && place.kind != NameKind::choice &&
        place.kind != NameKind::act && place.kind != NameKind::train)
      text += fmt::format(", a {}", type_name(declared->type));
    if (in_order()) text += meaning(place);
    return text;
  }

  std::string meaning(const NamePlace& place) {
    const Known known;
    std::string text;
    const auto find = [&](const auto& list) {
      return find_if(list, [&](const auto& one) { return one.name == place.name; });
    };
    switch (place.kind) {
      case NameKind::option: {
        const auto option = find(rules_.options);
        if (option == rules_.options.end()) return {};
        if (!option->ask.empty()) text += "\n\n" + option->ask;
        text += fmt::format("\n\nNow: {}.", option_value(rules_, *option, known));
        if (!option->choices.empty()) {
          const auto quoted = [&](NameId choice) { return fmt::format("`{}`", rules_.name_text(choice)); };
          text += " Choices: " + joined(option->choices, ", ", quoted) + ".";
        }
        if (option->range)
          text += fmt::format(" From {} to {}.", option->range->first, option->range->second);
        return text + origin(option->where);
      }
      case NameKind::word: {
        const auto word = find(rules_.words);
        if (word == rules_.words.end()) return {};
        return "\n\n" + word_text(rules_, *word, known) + "\n\n```\n" + print_typed(rules_, word->is) +
               "\n```" + origin(word->where);
      }
      case NameKind::fact: {
        const auto fact = find(rules_.facts);
        if (fact == rules_.facts.end()) return {};
        if (!fact->says.empty()) text += "\n\n" + woven(rules_, fact->says, known);
        if (!fact->shown.empty()) text += "\n\n" + shown_sentence(*fact);
        if (fact->chance) text += "\n\n" + chance_sentence(*fact);
        return text + origin(fact->where);
      }
      case NameKind::train: {
        const auto train = find(rules_.trains);
        if (train == rules_.trains.end()) return {};
        if (!train->says.empty()) text += "\n\n" + woven(rules_, train->says, known);
        return text + origin(train->where);
      }
      case NameKind::act: {
        const auto act = find(rules_.acts);
        if (act == rules_.acts.end()) return {};
        if (!act->says.empty()) text += "\n\n" + woven(rules_, act->says, known);
        return text + origin(act->where);
      }
      case NameKind::rule:
        for (const Rule& rule : rules_.rules)
          if (rule.id == place.name) return about_rule(rule, known);
        return {};
      case NameKind::choice:
        for (const Option& option : rules_.options)
          for (const NameId choice : option.choices)
            if (rules_.name_text(choice) == place.name)
              text += fmt::format("\n\nOf `{}`: {}", option.name, option.ask);
        return text;
    }
    return text;
  }

  std::string about_rule(const Rule& rule, const Known& known) {
    std::string text;
    if (!rule.says.empty()) {
      text = woven(rules_, rule.says, known);
    } else {
      text = English(rules_, known).row(rule);
    }
    bool never = rule.shape == Shape::after || rule.shape == Shape::permit ? false : rule.when.has_value();
    if (rule.when) never = is_false(simplify(*rule.when, rules_, known));
    return "\n\n" + text + (never ? "\n\nWith the options as they are it never holds." : "") +
           origin(rule.where);
  }

  /// A key, or a word of the language.
  std::optional<PlaceExplanation> about_word() {
    // The place is asked behind the word, so that all of it is read.
    std::size_t end = offset_;
    const auto is_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-';
    };
    while (end < text_.size() && is_name(text_[end])) ++end;
    const TextPlace place = place_in_text(text_, end);
    if (place.word.empty()) return std::nullopt;
    PlaceExplanation found{place.begin, place.end, {}};
    const bool is_key = place.at_key && end < text_.size() && (text_[end] == ':' || text_[end] == '\n');
    if (is_key) {
      const Standing below = under_key(place.standing, place.word);
      if (below.row == nullptr) return std::nullopt;
      found.text = fmt::format("**{}** — key of {}\n\n{}.", place.word, map_name(below.row->in),
                               with_capital(std::string(below.row->about)));
      if (!below.row->words.empty()) {
        found.text += "\n\nOne of `" + joined(words_of(*below.row), "`, `") + "`.";
      }
      return found;
    }
    found.text = about_vocabulary(place);
    if (found.text.empty()) return std::nullopt;
    return found;
  }

  template <class Row>
  static std::string described(const Row* row, std::string_view kind) {
    if (row == nullptr) return {};
    return fmt::format("**{}** — {}\n\n{}.", row->name, kind, with_capital(std::string(row->meaning)));
  }

  std::string about_vocabulary(const TextPlace& place) {
    const Standing& standing = place.standing;
    if (!standing.form) return {};
    const std::string_view word = place.word;
    if (*standing.form == KeyForm::acts) return described(find_act(word), "act");
    if (*standing.form == KeyForm::events) return described(find_event(word), "event");
    if (!is_expression(*standing.form)) return {};
    std::string_view before = place.before;
    before.remove_suffix(std::min(word.size(), before.size()));
    if (before.ends_with("can.")) return described(find_act(word), "act");
    if (before.ends_with('.')) {
      const Type receiver = receiver_type(before, names_, owner_in(text_, place.path, names_));
      const MemberRow* member = receiver == Type::none ? nullptr : find_member(receiver, word);
      if (member == nullptr) return {};
      return described(member, fmt::format("of a {}, a {}", type_name(receiver), type_name(member->type)));
    }
    if (*standing.form == KeyForm::effects)
      if (const EffectRow* effect = find_effect(word)) return described(effect, "effect");
    if (const RootRow* root = find_root(word))
      return described(root, fmt::format("a {}", type_name(root->type)));
    return {};
  }

  std::string_view text_;
  std::size_t offset_;
  const RuleView& view_;
  const RuleView& meant_;  ///< says what names mean
  const CheckedRules& rules_;
  ChainNames names_;
};

}  // namespace

std::optional<PlaceExplanation> explain_place(std::string_view text, std::size_t offset, const RuleView& view,
                                              const RuleView* earlier) {
  return Explaining(text, offset, view, earlier).explain();
}

}  // namespace roundhouse::dsl
