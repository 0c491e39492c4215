#include "engine/fast/lower.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/program/node_builder.h"
#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/fast/diagram_builder.h"
#include "engine/fast/fields.h"
#include "engine/prepare_round.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {
namespace {

// Rewrites conditions: by what is assumed of a position, or to a cheaper form of the same meaning. A rule
// says what stands for a leaf; what is made of rewritten parts is simplified as in any program.

class Rewriter {
 public:
  /// Returns the node that stands for this one; nothing: the same node, its arguments rewritten.
  using Rule = std::function<std::optional<std::int32_t>(NodeBuilder&, std::int32_t)>;

  Rewriter(NodeBuilder& builder, Rule rule) : builder_(builder), rule_(std::move(rule)) {}

  std::int32_t of(std::int32_t node);

 private:
  NodeBuilder& builder_;
  Rule rule_;
  std::unordered_map<std::int32_t, std::int32_t> made_;
};

/// True if the comparison of a count with this number holds just where the count is 0, false if just where it
/// is not.
std::optional<bool> asks_for_none(Op op, std::int32_t number) {
  if (!dsl::is_comparison(op)) return std::nullopt;
  const auto holds = [&](std::int32_t count) { return dsl::compares(op, count, number); };
  return holds(0) != holds(1) && holds(1) == holds(2) ? std::optional(holds(0)) : std::nullopt;
}

std::int32_t Rewriter::of(std::int32_t node) {
  if (const auto found = made_.find(node); found != made_.end()) return found->second;
  const auto by_rule = rule_(builder_, node);
  const std::int32_t made =
      by_rule ? *by_rule : builder_.with_args(node, [this](std::int32_t part) { return of(part); });
  made_.emplace(node, made);
  return made;
}

/// Assumes that nothing on the table has a debt. Most positions of most games are like that, and much of what
/// rows say is then plainly true or false.
Rewriter without_debts(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) -> std::optional<std::int32_t> {
            if (make.is_root(index, Root::debts)) return make.absent(Type::debts);
            const Node node = make.node(index);
            if (node.op != Op::member) return std::nullopt;
            const dsl::MemberRow& word = dsl::row(static_cast<Member>(node.value));
            if (!dsl::is_of_debts_alone(word)) return std::nullopt;
            return word.type == Type::number ? make.number(0) : make.absent(word.type);
          }};
}

/// Assumes that something on the table has a debt.
Rewriter with_debts(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) {
            return make.is_member(index, Member::debts_any) ? std::optional(make.truth(true)) : std::nullopt;
          }};
}

/// Assumes that can.ACT is false of these: what rows say of a draw, once it is known that nothing can be
/// laid.
Rewriter without_acts(NodeBuilder& builder, std::vector<BuiltInAct> illegal) {
  return {builder, [illegal = std::move(illegal)](NodeBuilder& make, std::int32_t index) {
            const Node node = make.node(index);
            const auto is_asked = [&](BuiltInAct act) { return act_id(act).value == node.value; };
            const bool is_illegal =
                node.op == Op::can && std::any_of(illegal.begin(), illegal.end(), is_asked);
            return is_illegal ? std::optional(make.truth(false)) : std::nullopt;
          }};
}

/// Asks if there is any where a count is asked for nothing but whether it is 0: that can stop at the first.
Rewriter any_for_count(NodeBuilder& builder) {
  return {builder, [](NodeBuilder& make, std::int32_t index) -> std::optional<std::int32_t> {
            const Node node = make.node(index);
            if (node.arg_count != 2) return std::nullopt;
            const Node left = make.node(make.arg(node, 0));
            const Node right = make.node(make.arg(node, 1));
            if (left.op != Op::count || right.op != Op::number) return std::nullopt;
            const auto none = asks_for_none(node.op, right.value);
            if (!none) return std::nullopt;
            Node any = left;
            any.op = Op::any;
            any.type = Type::truth;
            std::vector<std::int32_t> args;
            for (int i = 0; i < left.arg_count; ++i) args.push_back(make.arg(left, i));
            const std::int32_t made = make.remake(any, std::move(args));
            return *none ? make.negation(made) : made;
          }};
}

std::int32_t fits(NodeBuilder& make) {
  const std::int32_t pip = make.member(Member::end_pip, {make.root(Root::end)});
  return make.make({.op = Op::has, .type = Type::truth, .args = {make.root(Root::tile), pip}});
}

/// Of a comparison with the number that joins: the same of the number of the end, and of the tile's own, of
/// which the amount of the lay says which one joins where the tile does not fit.
Rewriter joining_by_cases(NodeBuilder& builder) {
  return {
      builder, [](NodeBuilder& make, std::int32_t index) -> std::optional<std::int32_t> {
        const Node node = make.node(index);
        if (!dsl::is_comparison(node.op) || node.arg_count != 2) return std::nullopt;
        const bool first = make.is_root(make.arg(node, 0), Root::joining);
        if (!first && !make.is_root(make.arg(node, 1), Root::joining)) return std::nullopt;
        const auto compared = [&](std::int32_t number) {
          std::vector<std::int32_t> args{make.arg(node, 0), make.arg(node, 1)};
          args[first ? 0 : 1] = number;
          return make.remake(node, std::move(args));
        };
        const auto of_tile = [&](Member half) {
          return compared(make.member(half, {make.root(Root::tile)}));
        };
        const std::int32_t turned =
            make.make({.op = Op::equal,
                       .type = Type::truth,
                       .args = {make.root(Root::amount), make.number(static_cast<int>(Joins::greater))}});
        const std::int32_t fitting = fits(make);
        const std::int32_t at_end = compared(make.member(Member::end_pip, {make.root(Root::end)}));
        return make.disjunction(
            {make.conjunction({fitting, at_end}),
             make.conjunction({make.negation(fitting), turned, of_tile(Member::tile_high)}),
             make.conjunction({make.negation(fitting), make.negation(turned), of_tile(Member::tile_low)})});
      }};
}

/// Assumes that the tile has not the number of the end.
Rewriter of_misfits(NodeBuilder& builder) {
  return {builder, [fitting = fits(builder)](NodeBuilder& make, std::int32_t index) {
            return index == fitting ? std::optional(make.truth(false)) : std::nullopt;
          }};
}

/// The steps that a field of an end has.
constexpr std::array<std::pair<Field, EndStep>, 4> steps_of_fields{{{Field::end_marked, EndStep::marked},
                                                                    {Field::end_start, EndStep::start},
                                                                    {Field::end_owed, EndStep::owed},
                                                                    {Field::end_fresh, EndStep::fresh}}};

/// From conditions on ends (or on tiles at an end) to the steps that work them out for all of them at once.
class EndSets : private SetSteps {
 public:
  /// Adds to program.code.end_ops and train_sets.
  using SetSteps::SetSteps;

  /// The steps that leave the set of ends of which the condition holds, as a place in end_ops and a number.
  void add(std::int32_t condition, Bar& bar) {
    of_tiles_ = false;
    const auto& ops = program_.code.end_ops;
    bar.first_end_op = static_cast<std::int32_t>(ops.size());
    steps(condition, false, 0);
    bar.end_ops = static_cast<std::int32_t>(ops.size()) - bar.first_end_op;
    bar.needs_pile = needs_pile(bar.first_end_op);
  }

  /// As above, for the tiles of which it holds, at an end that is known.
  void add_tiles(std::int32_t condition, Bar& bar) {
    of_tiles_ = true;
    at_end_ = false;
    const auto& ops = program_.code.end_ops;
    bar.first_tile_op = static_cast<std::int32_t>(ops.size());
    steps(condition, false, 0);
    bar.tile_ops = static_cast<std::int32_t>(ops.size()) - bar.first_tile_op;
    bar.tiles_need_pile = needs_pile(bar.first_tile_op);
    bar.tiles_alike = !at_end_;
    bar.tiles_fit = std::any_of(ops.begin() + bar.first_tile_op, ops.end(),
                                [](const EndOp& op) { return op.step == EndStep::fits; });
  }

 private:
  bool is_alike(std::int32_t condition) override {
    const Level level = node(condition).level;
    if (!is_within(level, of_tiles_ ? Level::end : Level::turn)) return false;
    if (!is_within(level, Level::turn)) at_end_ = true;
    return true;
  }

  /// A condition that has no step of its own is asked of each.
  bool known(std::int32_t index, bool negated) override {
    const bool known = of_tiles_ ? known_tiles(index, negated)
                                 : known_word(index, negated) || known_debt(index, negated) ||
                                       known_hub(index, negated) || known_train(index, negated);
    if (known) return true;
    if (of_tiles_ && !is_within(node(index).level, Level::tile)) at_end_ = true;
    leaf(EndStep::each, negated, diagrams_.condition({index}));
    return true;
  }

  template <class Belongs>
  void trains(bool negated, Belongs belongs, EndStep step = EndStep::on_trains) {
    leaf(step, negated, static_cast<std::int32_t>(program_.code.train_sets.size()));
    for (int seat = 0; seat < program_.players; ++seat) {
      TrainSet set = 0;
      for (std::size_t train = 0; train < program_.trains.size(); ++train) {
        if (belongs(program_.trains[train], seat)) set |= TrainSet{1} << train;
      }
      program_.code.train_sets.push_back(set);
    }
  }

  bool known_tiles(std::int32_t index, bool negated) {
    const Decision decision = diagrams_.single_decision(index);
    const bool is_fit = decision.field == Field::tile_fits && decision.low == 1 && decision.span == 0;
    if (is_fit && decision.yes == always && decision.no == never) {
      leaf(EndStep::fits, negated);
      return true;
    }
    if (const auto tiles = tiles_of(program_, diagrams_, index)) {
      leaf(EndStep::these, negated, static_cast<std::int32_t>(program_.code.tile_sets.size()));
      program_.code.tile_sets.push_back(*tiles);
      return true;
    }
    const auto comparison = comparison_of(program_, diagrams_, index, -1);
    if (!comparison || !is_within(node(comparison->other).level, Level::end)) return false;
    if (!is_within(node(comparison->other).level, Level::turn)) at_end_ = true;
    leaf(EndStep::compared, negated != comparison->negated, comparison->bound);
    return true;
  }

  /// end.debt.hub
  bool known_hub(std::int32_t index, bool negated) {
    if (!is_member(index, Member::debt_hub)) return false;
    const std::int32_t debt = arg(node(index), 0);
    if (!is_member(debt, Member::end_debt) || !is_root(arg(node(debt), 0), Root::end)) return false;
    leaf(EndStep::hub, negated);
    return true;
  }

  /// end.debt == debts.newest, or oldest.
  bool known_debt(std::int32_t index, bool negated) {
    const Node& compare = node(index);
    if (compare.op != Op::equal && compare.op != Op::not_equal) return false;
    std::int32_t left = arg(compare, 0);
    std::int32_t right = arg(compare, 1);
    if (!is_member(left, Member::end_debt)) std::swap(left, right);
    if (!is_member(left, Member::end_debt)) return false;
    if (!is_root(arg(node(left), 0), Root::end)) return false;
    const bool newest = is_member(right, Member::debts_newest);
    if (!newest && !is_member(right, Member::debts_oldest)) return false;
    leaf(newest ? EndStep::newest : EndStep::oldest, negated != (compare.op == Op::not_equal));
    return true;
  }

  /// end.train == me.KIND, or round.KIND for a shared kind.
  bool known_train(std::int32_t index, bool negated) {
    const Node& compare = node(index);
    if (compare.op != Op::equal && compare.op != Op::not_equal) return false;
    const bool wanted = compare.op == Op::equal;
    std::int32_t left = arg(compare, 0);
    std::int32_t right = arg(compare, 1);
    if (!is_member(left, Member::end_train)) std::swap(left, right);
    if (!is_member(left, Member::end_train) || !is_root(arg(node(left), 0), Root::end)) return false;
    const Node& train = node(right);
    if (train.op != Op::train_of) return false;
    const bool of_player = train.arg_count == 1;
    const bool starters = of_player && is_member(arg(train, 0), Member::round_starter);
    if (of_player && !starters && !is_root(arg(train, 0), Root::me)) return false;
    // Trains lie from before the first lay; of several of a kind the first is meant.
    const auto first = static_cast<std::size_t>(train.value * program_.players);
    const auto is_meant = [&](const TrainSlot& place, int seat) {
      const auto at = static_cast<std::size_t>(&place - program_.trains.data());
      const std::int16_t meant = program_.first_train[first + static_cast<std::size_t>(of_player ? seat : 0)];
      return meant >= 0 && static_cast<std::size_t>(meant) == at;
    };
    trains(negated == wanted, is_meant, starters ? EndStep::on_starters : EndStep::on_trains);
    return true;
  }

  bool known_word(std::int32_t index, bool negated) {
    const Decision decision = diagrams_.single_decision(index);
    if (decision.field == Field::node || decision.span != 0) return false;
    if (decision.yes == never && decision.no == always) {
      negated = !negated;
    } else if (decision.yes != always || decision.no != never) {
      return false;
    }
    if (decision.field == Field::end_kind) {
      trains(negated, [&](const TrainSlot& train, int) { return train.kind_name.value == decision.low; });
      return true;
    }
    if (decision.low != 1) return false;
    if (decision.field == Field::end_mine) {
      trains(negated, [](const TrainSlot& train, int seat) { return train.owner == seat; });
      return true;
    }
    if (decision.field == Field::end_others) {
      trains(negated,
             [](const TrainSlot& train, int seat) { return train.owner >= 0 && train.owner != seat; });
      return true;
    }
    for (const auto& [field, step] : steps_of_fields) {
      if (decision.field != field) continue;
      leaf(step, negated);
      return true;
    }
    return false;
  }

  bool of_tiles_ = false;  ///< the sets are of tiles
  bool at_end_ = false;    ///< and some depend on more of the end than its number
};

/// Lets the decision know the place of its field, if that has one.
void put_in_place(Decision& decision) {
  const FieldLocation& place = row(decision.field).place;
  if (place.mask == 0) return;
  decision.mask = place.mask;
  decision.offset = static_cast<std::uint16_t>(place.offset + 4 * decision.arg);
  decision.stride = static_cast<std::uint8_t>(place.stride);
}

class Lowering {
 public:
  Lowering(Rules& program, NodeBuilder& builder, LowerFor what)
      : program_(program),
        what_(what),
        builder_(builder),
        diagrams_(program),
        end_sets_(program, diagrams_),
        no_debts_(without_debts(builder)),
        some_debts_(with_debts(builder)),
        any_counted_(any_for_count(builder)),
        by_cases_(joining_by_cases(builder)),
        misfits_(of_misfits(builder)) {}

  void lower() {
    auto& [indebted, free] = program_.code.rows;
    if (what_ == LowerFor::one_round) {
      lower_rows(indebted, nullptr);
      free = indebted;
    } else {
      lower_rows(indebted, &some_debts_);
      lower_rows(free, &no_debts_);
    }
    tabulate_players(program_, builder_, diagrams_);
    tabulate_tiles(program_, diagrams_);
    program_.code.is_wanted = diagrams_.condition(program_.setup.wanted);
  }

 private:
  std::int32_t truth_of(NodeRef when) {
    if (!when.given()) return builder_.truth(true);
    return debts_ == nullptr ? when.value : any_counted_.of(debts_->of(when.value));
  }

  /// The row's condition, its exceptions taken off.
  template <class Row>
  std::int32_t whole(const Row& row) {
    std::vector<std::int32_t> parts{truth_of(row.when)};
    for (const ExceptRow& except : row.excepts) parts.push_back(builder_.negation(truth_of(except.when)));
    return builder_.conjunction(std::move(parts));
  }

  std::int32_t permitted(const ActRules& rules) {
    std::vector<std::int32_t> permits;
    for (const PermitRow& permit : rules.permits) permits.push_back(truth_of(permit.when));
    return permits.empty() ? builder_.truth(false) : builder_.disjunction(std::move(permits));
  }

  bool is_false(std::int32_t index) const {
    return builder_.node(index).op == Op::truth && builder_.node(index).value == 0;
  }

  /// `debts`: what is assumed of them; nullptr: nothing, and conditions stay as they are.
  void lower_rows(RowCode& code, Rewriter* debts) {
    debts_ = debts;
    code.illegal.assign(program_.acts.size(), never);
    code.advised.assign(program_.acts.size(), never);
    code.optional.assign(program_.acts.size(), never);
    for (std::size_t act = 0; act < program_.acts.size(); ++act) {
      if (act == act_id(BuiltInAct::lay).value) {
        lower_lay(program_.acts[act], code);
      } else {
        code.illegal[act] = lower_act(program_.acts[act]);
      }
      code.advised[act] = lower_any(program_.acts[act].advice);
      code.optional[act] = lower_any(program_.acts[act].optional);
    }
    code.after.resize(program_.after.size());
    for (std::size_t event = 0; event < program_.after.size(); ++event) {
      const EventId id{static_cast<std::uint16_t>(event)};
      code.after[event] = lower_after(program_.after[event], id);
    }
    lower_choice(code);
  }

  /// Why the act may be illegal, each reason being enough.
  std::vector<std::int32_t> reasons_against(const ActRules& rules) {
    std::vector<std::int32_t> reasons;
    if (rules.needs_permit) reasons.push_back(builder_.negation(permitted(rules)));
    for (const ForbidRow& row : rules.forbids) reasons.push_back(whole(row));
    return reasons;
  }

  DecisionRef lower_any(const std::vector<ForbidRow>& any) {
    std::vector<std::int32_t> rows;
    for (const ForbidRow& row : any) rows.push_back(whole(row));
    return diagrams_.without_redundant_decisions(any_of(std::move(rows), always, never));
  }

  /// `yes` where one of them holds. What is cheap to ask comes first, what looks at other acts last.
  DecisionRef any_of(std::vector<std::int32_t> reasons, DecisionRef yes, DecisionRef no) {
    std::stable_sort(reasons.begin(), reasons.end(),
                     [&](std::int32_t a, std::int32_t b) { return builder_.cost(a) < builder_.cost(b); });
    // Row by row rather than as one disjunction, so that a long list does not become one long condition.
    DecisionRef next = no;
    for (auto reason = reasons.rbegin(); reason != reasons.rend(); ++reason) {
      next = diagrams_.branch(*reason, yes, next);
    }
    return next;
  }

  DecisionRef lower_act(const ActRules& rules) {
    return diagrams_.without_redundant_decisions(any_of(reasons_against(rules), always, never));
  }

  // Rows about a draw and about the end of the turn are read anew with what is known by then: that no lay is
  // legal, and that no draw is.
  void lower_choice(RowCode& code) {
    Rewriter no_lay = without_acts(builder_, {BuiltInAct::lay});
    Rewriter neither = without_acts(builder_, {BuiltInAct::lay, BuiltInAct::draw});
    const auto against = [&](BuiltInAct act, Rewriter& known) {
      std::vector<std::int32_t> reasons = reasons_against(program_.acts[act_id(act).value]);
      for (std::int32_t& reason : reasons) reason = known.of(reason);
      return reasons;
    };
    const DecisionRef done =
        any_of(against(BuiltInAct::done, neither), choice_ref(FirstLegal::nothing), end_of_turn(code));
    std::vector<std::int32_t> against_draw = against(BuiltInAct::draw, no_lay);
    against_draw.push_back(boneyard_is_empty());
    const DecisionRef draw = any_of(std::move(against_draw), done, choice_ref(FirstLegal::draw));
    code.without_lays = diagrams_.without_redundant_decisions(draw);
    code.choice =
        diagrams_.without_redundant_decisions(diagrams_.with_leaves(code.ends, [&](DecisionRef answer) {
          const std::size_t table = leaf_of(answer);
          return code.end_tables[table].closed ? draw : choice_ref(FirstLegal::lay, 1 + table);
        }));
  }

  /// The table stays as it is until the event of the end of a turn, so that its decisions can be asked at
  /// once, too.
  DecisionRef end_of_turn(const RowCode& code) {
    const EventCode& event = code.after[event_id(BuiltInEvent::done).value];
    if (event.size() != 1) return choice_ref(FirstLegal::done);
    return diagrams_.with_leaves(event.front().first[no_event_key], [](DecisionRef answer) {
      return choice_ref(FirstLegal::done, 1 + leaf_of(answer));
    });
  }

  std::int32_t boneyard_is_empty() {
    const std::int32_t tiles = builder_.member(Member::round_boneyard, {builder_.root(Root::round)});
    return builder_.make({.op = Op::equal, .type = Type::truth, .args = {tiles, builder_.number(0)}});
  }

  void lower_lay(const ActRules& rules, RowCode& code) {
    for (const ForbidRow& row : rules.forbids) {
      if (row.matching) {
        code.lay_matches = true;
      } else {
        add_bars(by_cases_.of(whole(row)), code.lay_bars);
      }
    }
    if (rules.needs_permit) add_bars(by_cases_.of(builder_.negation(permitted(rules))), code.lay_bars);
    // Bars of everything come first.
    std::stable_partition(code.lay_bars.begin(), code.lay_bars.end(),
                          [](const Bar& bar) { return bar.end_ops == 0 && bar.tile_ops == 0; });
    if (what_ == LowerFor::games)
      tabulate_ends(program_, diagrams_, code);
    else
      leave_ends_open(program_, diagrams_, code);
  }

  // Parts that look at the tile are split off: `a and (b or tile)` bars where `a and b` does, whatever the
  // tile is, and elsewhere where `a and tile` does.
  void add_bars(std::int32_t whole, std::vector<Bar>& bars) {
    const std::int32_t condition = of_misfits_alone(whole);
    if (is_false(condition)) return;
    std::vector<std::int32_t> of_turn;
    std::vector<std::int32_t> of_ends;
    std::vector<std::int32_t> of_pairs;
    for (const std::int32_t part : builder_.parts_of(condition, Op::logical_and)) {
      const Level level = builder_.node(part).level;
      (is_within(level, Level::turn)  ? of_turn
       : is_within(level, Level::end) ? of_ends
                                      : of_pairs)
          .push_back(part);
    }
    for (std::size_t i = 0; i < of_pairs.size(); ++i) {
      std::vector<std::int32_t> shallow;
      std::vector<std::int32_t> deep;
      for (const std::int32_t part : builder_.parts_of(negation_inward(of_pairs[i]), Op::logical_or)) {
        (is_within(builder_.node(part).level, Level::end) ? shallow : deep).push_back(part);
      }
      if (shallow.empty() || deep.empty()) continue;
      const std::int32_t ends = builder_.disjunction(std::move(shallow));
      std::vector<std::int32_t> decided{ends};
      for (const auto* parts : {&of_turn, &of_ends})
        decided.insert(decided.end(), parts->begin(), parts->end());
      std::copy_if(of_pairs.begin(), of_pairs.end(), std::back_inserter(decided),
                   [&](const std::int32_t& part) { return &part != &of_pairs[i]; });
      add_bars(builder_.conjunction(std::move(decided)), bars);
      // A tile that is barred in any case need not be asked about once more.
      if (of_pairs.size() > 1) of_ends.push_back(builder_.negation(ends));
      of_pairs[i] = builder_.disjunction(std::move(deep));
      break;
    }
    Bar bar;
    if (!of_turn.empty()) bar.turn = diagrams_.condition({builder_.conjunction(std::move(of_turn))});
    if (!of_ends.empty()) end_sets_.add(builder_.conjunction(std::move(of_ends)), bar);
    if (!of_pairs.empty()) end_sets_.add_tiles(builder_.conjunction(std::move(of_pairs)), bar);
    bars.push_back(bar);
  }

  /// A condition that holds of no tile with the number of the end, without what is said of such tiles.
  std::int32_t of_misfits_alone(std::int32_t condition) {
    const std::int32_t fitting = fits(builder_);
    const std::int32_t misfits = builder_.negation(fitting);
    std::vector<std::int32_t> parts;
    for (const std::int32_t part : builder_.parts_of(condition, Op::logical_and)) {
      const Node node = builder_.node(part);
      const std::vector<std::int32_t> none_of_these =
          node.op == Op::logical_not ? builder_.parts_of(builder_.arg(node, 0), Op::logical_or)
                                     : std::vector<std::int32_t>();
      if (std::find(none_of_these.begin(), none_of_these.end(), fitting) == none_of_these.end())
        parts.push_back(part);
      else
        for (const std::int32_t one : none_of_these) parts.push_back(builder_.negation(one));
    }
    if (parts.size() == 1 || std::find(parts.begin(), parts.end(), misfits) == parts.end()) return condition;
    for (std::int32_t& part : parts)
      if (part != misfits) part = misfits_.of(part);
    return builder_.conjunction(std::move(parts));
  }

  /// `not (a and b)` as `not a or not b`.
  std::int32_t negation_inward(std::int32_t condition) {
    const Node& node = builder_.node(condition);
    if (node.op != Op::logical_not) return condition;
    const std::int32_t inner = builder_.arg(node, 0);
    if (builder_.node(inner).op != Op::logical_and) return condition;
    std::vector<std::int32_t> parts = builder_.parts_of(inner, Op::logical_and);
    for (std::int32_t& part : parts) part = builder_.negation(part);
    return builder_.disjunction(std::move(parts));
  }

  EventCode lower_after(const std::vector<AfterRow>& rows, EventId id) {
    std::vector<WholeRow> kept;
    for (const AfterRow& row : rows) {
      const std::int32_t when = whole(row);
      if (!is_false(when)) kept.push_back({&row, when});
    }
    const auto read = [&](std::int32_t argument) {
      return debts_ == nullptr ? argument : debts_->of(argument);
    };
    return event_parts(program_, builder_, diagrams_, kept, id, what_, read);
  }

  Rules& program_;
  const LowerFor what_;
  NodeBuilder& builder_;
  DiagramBuilder diagrams_;
  EndSets end_sets_;
  Rewriter no_debts_;
  Rewriter some_debts_;
  Rewriter any_counted_;
  Rewriter by_cases_;
  Rewriter misfits_;
  Rewriter* debts_ = nullptr;  ///< of those above, the one in use; nullptr: none
};

void clear_with_turns(Rules& program) {
  for (const FactSlot& fact : program.facts) {
    if (fact.per != Scope::turn) continue;
    for (int slot = fact.slot; slot < fact.end(); ++slot) {
      program.code.turn_facts.push_back({slot, fact.can_be_absent() ? INT32_MIN : 0});
    }
  }
}

}  // namespace

void lower(Rules& rules, LowerFor what) {
  NodeBuilder builder(rules);
  Lowering(rules, builder, what).lower();
  clear_with_turns(rules);
  for (Decision& decision : rules.code.decisions) put_in_place(decision);
}

}  // namespace roundhouse::engine::fast

namespace roundhouse::engine {

Rules prepare(dsl::Program program) {
  Rules rules{std::move(program), {}, {}};
  fast::lower(rules, fast::LowerFor::games);
  return rules;
}

Rules prepare_for_round(dsl::Program program) {
  Rules rules{std::move(program), {}, {}};
  fast::lower(rules, fast::LowerFor::one_round);
  return rules;
}

}  // namespace roundhouse::engine
