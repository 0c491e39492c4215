#include "dsl/check/typer.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/base/nearest.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

constexpr int deepest_nesting = 4;
constexpr std::int64_t largest_size = 20'000;
constexpr std::int64_t most_parts = 500'000;  // of all expressions but those of words
/// A condition may look at each pair of tiles in a hand beside each open end, but not at each four of them.
constexpr std::int64_t most_asked = 200'000;
/// The rows of a file together: an act asks most of them.
constexpr std::int64_t most_asked_in_all = 1'000'000;
constexpr int most_words_deep = 64;
constexpr int most_variables = 16;  // as many as a compiled expression has places for (program.h)

constexpr unsigned site_count = 0
#define X(id, text) +1
    ROUNDHOUSE_SITES(X)
#undef X
    ;

TypedExpr literal(Op op, Type type, std::int32_t number, Span where) {
  TypedExpr made = make_typed(op, type, where);
  made.number = number;
  return made;
}

/// True of the events that come when no tile is in anybody's fingers any more.
bool row_is_late(Site site) {
  return site == Site::after_done || site == Site::after_turn_begins || site == Site::after_ending ||
         site == Site::after_counting || site == Site::after_scored || site == Site::after_round_over;
}

}  // namespace

std::string with_article(Type type) {
  const std::string_view name = type_name(type);
  const bool vowel = std::string_view("aeiou").find(name.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", name);
}

Typer::Typer(const Draft& draft, const NameTable& names, CheckedRules& rules, Findings& findings)
    : draft_(draft), names_(names), rules_(rules), findings_(findings), words_(draft.words.size()) {
  rules_.words.resize(draft.words.size());
}

TypedExpr Typer::type(const DraftExpr& expression, const Context& context, const Want& want) {
  if (!expression.good) return poison(expression.where);
  const Surroundings outer = around_;
  around_ = {&context, nullptr};
  wanted_what_ = want.what;
  TypedExpr value = typed(expression.node, want.names.empty() ? nullptr : &want.names);
  around_ = outer;
  if (value.type == Type::none) return value;
  const bool fits = value.type == want.type || (want.may_be_absent && value.type == Type::absent) ||
                    contains(want.or_types, value.type);
  if (!fits) {
    std::string wanted = with_article(want.type);
    for (const Type type : want.or_types) wanted += " or " + with_article(type);
    findings_.error(
        CheckCode::type_mismatch, value.where,
        fmt::format("{} is to be {}, and this is {}", want.what, wanted, with_article(value.type)));
    if (want.type == Type::truth && value.type == Type::number) {
      findings_.last().help = "compare it with a number: '> 0'";
    }
    value.type = Type::none;
    return value;
  }
  if (!want.names.empty()) {
    for (const NameId name : possible_names(value)) {
      if (contains(want.names, name)) continue;
      std::vector<std::string> expected;
      for (const NameId id : want.names) expected.push_back(rules_.names[id.value]);
      findings_
          .error(CheckCode::not_a_choice, value.where,
                 fmt::format("{} cannot be '{}'", want.what, rules_.names[name.value]))
          .why = fmt::format("expected {}", list_names(expected));
      break;
    }
  }
  add_cost(value, expression.where);
  return value;
}

void Typer::type_all_words() {
  for (std::size_t i = 0; i < words_.size(); ++i) type_word({static_cast<std::uint16_t>(i)});
}

void Typer::type_word(WordId id) {
  WordState& state = words_[id.value];
  if (state.progress != Progress::untouched) return;
  state.progress = Progress::begun;
  ++words_open_;
  const DraftWord& source = draft_.words[id.value];
  Word& word = rules_.words[id.value];
  word.name = shown_name(draft_, source.name.text);
  word.of = source.of;
  word.where = source.name.where;
  word.is.type = Type::none;
  word.is.where = source.is.where;
  for (const Named& section : source.texts.from) word.from.push_back(section.text);
  if (source.is.good) {
    const Surroundings outer = around_;
    std::vector<Binder> outer_binders;
    outer_binders.swap(binders_);
    around_ = {nullptr, &state.needs};
    if (source.of != Type::none) binders_.push_back({"it", source.of, source.name.where});
    // Not into `word.is` at once: the list of words does not grow, but the word may be asked for meanwhile.
    TypedExpr body = typed(source.is.node);
    rules_.words[id.value].is = std::move(body);
    around_ = outer;
    binders_.swap(outer_binders);
    state.needs.cost = bounded_cost(rules_.words[id.value].is, source.is.where);
  }
  state.names = possible_names(rules_.words[id.value].is);
  state.progress = Progress::done;
  --words_open_;
}

TypedExpr Typer::typed(const SyntaxNode& node, const std::vector<NameId>* wanted) {
  switch (node.kind) {
    case SyntaxKind::number:
      if (node.number > greatest_written_number || node.number < -greatest_written_number) {
        findings_.error(CheckCode::out_of_range, node.where,
                        fmt::format("the number is greater than {}", greatest_written_number));
        return literal(Op::number, Type::number, 0, node.where);
      }
      return literal(Op::number, Type::number, static_cast<std::int32_t>(node.number), node.where);
    case SyntaxKind::name:
      return typed_name(node, wanted);
    case SyntaxKind::member:
      return typed_member(node);
    case SyntaxKind::call:
      return typed_call(node);
    case SyntaxKind::operation:
      return typed_operation(node, wanted);
    case SyntaxKind::quantifier:
      return typed_quantifier(node);
  }
  return {};
}

// --- what an expression takes from its surroundings ---

// `through`: the word that speaks of the root, and where in it.
void Typer::complain_root(Root root, Site site, Span where, const std::optional<Named>& through) {
  const RootRow& known = row(root);
  std::vector<std::string> phrases;
  for (unsigned i = 0; i < site_count; ++i) {
    if (known.known & at(static_cast<Site>(i))) phrases.emplace_back(site_phrase(static_cast<Site>(i)));
  }
  Diagnostic& made =
      findings_.error(CheckCode::not_known_here, where,
                      through ? fmt::format("'{}' rests on '{}', which is not known {}", through->text,
                                            known.name, site_phrase(site))
                              : fmt::format("'{}' is not known {}", known.name, site_phrase(site)));
  if (through) made.labels.push_back({through->where, fmt::format("here it speaks of '{}'", known.name)});
  // Something else may have a member of that name: `match.players` where `players` is not known.
  for (const RootRow& other : all_roots()) {
    if (through || !(other.known & at(site)) || find_member(other.type, known.name) == nullptr) continue;
    const std::string whole = fmt::format("{}.{}", other.name, known.name);
    suggest_fix(made, {where, whole, fmt::format("write '{}'", whole)});
  }
  // A value known at an earlier event has to be kept until a later one asks.
  if (!through && (known.known & at(Site::after_lay)) && row_is_late(site))
    made.help = "keep it in a fact where it is known, such as 'after: lay', and ask the fact here";
  if (phrases.size() > 10) return;
  made.why = "it is known " + listed(phrases);
}

void Typer::check_root(Root root, Span where, const std::optional<Named>& through) {
  const Context& context = *around_.context;
  for (const Site site : context.sites) {
    if (!(row(root).known & at(site))) return complain_root(root, site, where, through);
  }
  const std::string act = root == Root::whom     ? context.act_without_whom
                          : root == Root::tile   ? context.act_without_tile
                          : root == Root::amount ? context.act_without_amount
                                                 : std::string();
  if (act.empty()) return;
  Diagnostic& made =
      findings_.error(CheckCode::not_known_here, where,
                      fmt::format("'{}' is not known here: the act '{}' has none", row(root).name, act));
  made.help = root == Root::whom   ? "declare the act with 'whom: player'"
              : root == Root::tile ? "declare the act with 'tile: me', a tile of the hand of who acts"
                                   : "declare the act with 'amount: 1..200'";
  if (through) made.labels.push_back({through->where, fmt::format("here '{}' speaks of it", through->text)});
}

void Typer::note_root(Root root, Span where) {
  if (around_.needs) {
    around_.needs->roots.emplace(root, where);
  } else {
    check_root(root, where, std::nullopt);
  }
}

void Typer::note_changing(Span where, std::string_view what, std::optional<Span> in_word) {
  if (around_.needs) {
    if (!around_.needs->changing) around_.needs->changing = where;
    return;
  }
  const std::vector<Site>& sites = around_.context->sites;
  if (!contains(sites, Site::option)) return;
  findings_.error(
      CheckCode::not_constant, where,
      fmt::format("'{}' changes during the match and cannot stand {}", what, site_phrase(Site::option)));
  if (in_word) findings_.last().labels.push_back({*in_word, "this changes"});
}

void Typer::note_asked(ActId act, Span where) {
  note_root(Root::can, where);
  if (around_.needs) around_.needs->asked.emplace_back(act, where);
}

void Typer::note_word(WordId word, Span where) {
  const WordNeeds& needs = words_[word.value].needs;
  if (around_.needs) {
    for (const auto& [root, place] : needs.roots) around_.needs->roots.emplace(root, where);
    if (needs.changing && !around_.needs->changing) around_.needs->changing = where;
    for (const auto& [act, place] : needs.asked) {
      const auto same = [act = act](const auto& other) { return other.first == act; };
      auto& asked = around_.needs->asked;
      if (none_of(asked, same)) asked.emplace_back(act, where);
    }
    return;
  }
  for (const auto& [root, place] : needs.roots) {
    const std::size_t before = findings_.size();
    check_root(root, where, Named{rules_.words[word.value].name, place});
    if (findings_.size() > before) return;  // one is enough
  }
  if (needs.changing) note_changing(where, rules_.words[word.value].name, needs.changing);
}

// --- cost ---

namespace {

template <class WordCost>
Cost cost_of(const TypedExpr& node, const WordCost& word_cost) {
  Cost cost;
  if (node.op == Op::word) {
    cost = word_cost(node.index);
    ++cost.size;
    ++cost.words;
    if (!node.args.empty()) ++cost.variables;
  }
  const bool quantifier = is_quantifier(node.op);
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    const Cost inner = cost_of(node.args[i], word_cost);
    // The set of a quantifier is asked once, what follows it for each element.
    const int within = quantifier && i > 0 ? 1 : 0;
    cost.depth = std::max(cost.depth, inner.depth + within);
    cost.words = std::max(cost.words, inner.words);
    cost.variables = std::max(cost.variables, inner.variables + within);
    cost.size = std::min(cost.size + inner.size, largest_size + 1);
    const std::int64_t times = within > 0 ? limits::usual_size(node.args[0].type) : 1;
    cost.asked = std::min(cost.asked + times * inner.asked, most_asked + 1);
  }
  if (quantifier) cost.depth = std::max(cost.depth, 1);
  return cost;
}

}  // namespace

Cost Typer::bounded_cost(const TypedExpr& expression, Span where) {
  const Cost cost = cost_of(
      expression, [&](std::int32_t word) { return words_[static_cast<std::size_t>(word)].needs.cost; });
  std::string message;
  std::string help;
  if (cost.depth > deepest_nesting) {
    message = fmt::format("{} quantifiers stand within each other here; at most {} are possible", cost.depth,
                          deepest_nesting);
  } else if (cost.variables > most_variables) {
    message = fmt::format(
        "{} words and quantifiers that bind something stand within each other here; at most {} are possible",
        cost.variables, most_variables);
  } else if (cost.words > most_words_deep) {
    message = fmt::format("more than {} words rest on each other here", most_words_deep);
  } else if (cost.size > largest_size) {
    message = fmt::format("with all its words laid open this has more than {} parts", largest_size);
  } else if (cost.asked > most_asked) {
    message =
        fmt::format("to work this out in a game of many tiles takes more than {} questions", most_asked);
  } else {
    return cost;
  }
  dsl::Diagnostic& finding = findings_.error(CheckCode::too_costly, where, std::move(message));
  finding.why = "words count with what stands in them";
  finding.help = std::move(help);
  return {};
}

void Typer::add_cost(const TypedExpr& expression, Span where) {
  const Cost cost = bounded_cost(expression, where);
  const bool had_few_parts = all_parts_ <= most_parts;
  all_parts_ += cost.size;
  if (had_few_parts && all_parts_ > most_parts) {
    Diagnostic& made = findings_.error(
        CheckCode::too_costly, where,
        fmt::format(
            "from here on the expressions together have more than {} parts, all their words laid open",
            most_parts));
    made.why = "words count with what stands in them, wherever they stand";
    made.help = "ask words that use other words in fewer rows";
  }
  const bool asked_little = asked_ <= most_asked_in_all;
  asked_ += cost.asked;
  if (asked_little && asked_ > most_asked_in_all) {
    findings_.error(CheckCode::too_costly, where,
                    fmt::format("with this the rows of these rules ask more than {} questions together",
                                most_asked_in_all),
                    "take rows away, or say them without looking at sets within sets");
  }
}

}  // namespace roundhouse::dsl
