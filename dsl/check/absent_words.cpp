#include "dsl/check/absent_words.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "dsl/base/search.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

/// The steps of setting up a round, in their order (engine/match.cpp, engine/setup.cpp).
enum class Step : std::uint8_t { schedule, lots, first, engine, starter, play };

struct KnownFrom {
  Member member;
  Step step;  ///< before it the word is absent, or 0
};

constexpr std::array<KnownFrom, 15> known_from = {{
    {Member::round_double, Step::lots},
    {Member::player_lot, Step::lots},
    {Member::round_first, Step::engine},
    {Member::round_engine, Step::starter},
    {Member::round_hub, Step::starter},
    {Member::round_starter, Step::play},
    {Member::round_winner, Step::play},
    {Member::turn_player, Step::play},
    {Member::turn_previous, Step::play},
    {Member::debts_newest, Step::play},
    {Member::player_points, Step::play},
    {Member::player_turns, Step::play},
    {Member::turn_laid, Step::play},
    {Member::turn_drew, Step::play},
    {Member::round_still, Step::play},
}};

std::string shown(Member member) {
  const MemberRow& known = row(member);
  if (known.of == Type::player) return fmt::format("{}", known.name);
  for (const RootRow& root : all_roots())
    if (root.type == known.of) return fmt::format("{}.{}", root.name, known.name);
  return std::string(known.name);
}

class Finder {
 public:
  Finder(const CheckedRules& rules, std::vector<AbsentWord>& found) : rules_(rules), found_(found) {
    for (const Rule& rule : rules.rules)
      scores_before_play_ =
          scores_before_play_ ||
          (contains(rule.events, event_id(BuiltInEvent::lead)) &&
           any_of(rule.effects, [](const TypedEffect& e) { return writes(e.id, aspects::points); }));
  }

  void look(const std::optional<TypedExpr>& value, std::string_view name, Step step) {
    if (!value) return;
    name_ = name;
    step_ = step;
    visit(*value);
  }

 private:
  const CheckedRules& rules_;
  std::vector<AbsentWord>& found_;
  std::string_view name_;
  Step step_ = Step::play;
  std::optional<Span> through_;  ///< the use of a word of the variant, while its meaning is looked at
  std::size_t looks_ = 0;
  bool scores_before_play_ = false;

  bool is_absent_here(const TypedExpr& node) const {
    if (node.op != Op::member) return false;
    const auto member = static_cast<Member>(node.index);
    // A row may score as soon as the engine is led, which is before the first turn.
    if (scores_before_play_ && row(member).reads == aspects::points) return false;
    for (const KnownFrom& known : known_from)
      if (known.member == member) return step_ < known.step;
    return false;
  }

  /// True of what is counted from 0 on, and not only known later.
  static bool is_counted(const TypedExpr& node) {
    return row(static_cast<Member>(node.index)).presence == Presence::given;
  }

  void visit(const TypedExpr& node) {
    // Words may rest on each other in more ways than anybody wants to look at.
    if (++looks_ > most_looks) return;
    if (is_absent_here(node)) {
      found_.push_back({through_.value_or(node.where), shown(static_cast<Member>(node.index)),
                        std::string(name_), node.where, node.type == Type::number && is_counted(node)});
      return;
    }
    // A word of the variant that asks whether something is absent is made for both cases.
    const bool asks = (node.op == Op::equal || node.op == Op::not_equal) &&
                      (node.args[0].op == Op::absent || node.args[1].op == Op::absent);
    if (asks && through_) return;
    for (const TypedExpr& arg : node.args) visit(arg);
    if (node.op != Op::word) return;
    const bool is_outermost = !through_;
    if (is_outermost) through_ = node.where;
    const std::size_t before = found_.size();
    const TypedExpr& meaning = rules_.words[static_cast<std::size_t>(node.index)].is;
    // A choice may be made for both cases, too.
    if (meaning.op != Op::choose) visit(meaning);
    if (found_.size() > before + 1) found_.resize(before + 1);
    if (is_outermost) through_.reset();
  }

  static constexpr std::size_t most_looks = 20'000;
};

}  // namespace

std::vector<AbsentWord> absent_words(const CheckedRules& rules) {
  std::vector<AbsentWord> found;
  Finder finder(rules, found);
  const Setup& setup = rules.setup;
  finder.look(rules.match.scheduled, "match.double", Step::schedule);
  finder.look(setup.lots, "setup.lots", Step::lots);
  finder.look(setup.first, "setup.first", Step::first);
  // If the engine is set aside before the deal, it is on the table when hands are looked at.
  const bool sought = setup.engine_from.op == Op::name &&
                      setup.engine_from.index != static_cast<std::int32_t>(SetupName::aside);
  finder.look(setup.redeal, "setup.redeal", sought ? Step::engine : Step::starter);
  finder.look(setup.leader, "setup.engine.leader", Step::engine);
  finder.look(setup.wanted, "setup.engine.wanted", Step::engine);
  finder.look(setup.best, "setup.engine.best", Step::engine);
  finder.look(setup.starter, "setup.starter", Step::starter);
  return found;
}

}  // namespace roundhouse::dsl
