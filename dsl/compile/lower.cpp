#include "dsl/compile/lower.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "dsl/compile/any_counted.h"
#include "dsl/compile/effect_code.h"
#include "dsl/compile/end_sets.h"
#include "dsl/compile/end_table.h"
#include "dsl/compile/glances.h"
#include "dsl/compile/known_acts.h"
#include "dsl/compile/known_debts.h"
#include "dsl/compile/player_tables.h"
#include "dsl/compile/seat_trains.h"
#include "dsl/compile/test_builder.h"
#include "dsl/compile/tile_tables.h"
#include "dsl/field_places.h"

namespace roundhouse::dsl {
namespace {

bool is_within(Level level, Level reach) {
  return (static_cast<unsigned>(level) & ~static_cast<unsigned>(reach)) == 0;
}

/// Different conditions of rows that are asked together; more would make too many outcomes.
constexpr std::size_t most_conditions_together = 6;
constexpr std::size_t most_effects_together = 16;
constexpr std::size_t most_outcomes = 64;

class Lowering {
 public:
  Lowering(Program& program, NodeBuilder& builder)
      : program_(program),
        builder_(builder),
        tests_(program),
        end_sets_(program, tests_),
        seat_trains_(program),
        no_debts_(builder, false),
        some_debts_(builder, true),
        any_counted_(builder) {}

  void lower() {
    for (const bool with_debts : {true, false}) {
      with_debts_ = with_debts;
      lower_rows(program_.code.rows[with_debts ? 0 : 1]);
    }
    tabulate_players(program_, builder_, tests_);
    tabulate_tiles(program_, tests_);
    program_.code.is_wanted = tests_.condition(program_.setup.wanted);
  }

 private:
  KnownDebts& debts() { return with_debts_ ? some_debts_ : no_debts_; }

  std::int32_t truth_of(NodeRef when) {
    const NodeRef read = debts().read(when);
    return read.given() ? any_counted_.read(read.value) : builder_.truth(true);
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

  void lower_rows(RowCode& code) {
    code.illegal.assign(program_.acts.size(), never);
    code.advised.assign(program_.acts.size(), never);
    for (std::size_t act = 0; act < program_.acts.size(); ++act) {
      if (act == act_id(BuiltInAct::lay).value) {
        lower_lay(program_.acts[act], code);
      } else {
        code.illegal[act] = lower_act(program_.acts[act]);
      }
      code.advised[act] = lower_advice(program_.acts[act]);
    }
    code.after.resize(program_.after.size());
    for (std::size_t event = 0; event < program_.after.size(); ++event) {
      const EventId id{static_cast<std::uint16_t>(event)};
      lower_after(program_.after[event], id, code.after[event]);
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

  TestRef lower_advice(const ActRules& rules) {
    std::vector<std::int32_t> rows;
    for (const ForbidRow& row : rules.advice) rows.push_back(whole(row));
    return tests_.without_repeats(any_of(std::move(rows), always, never));
  }

  /// `yes` where one of them holds. What is cheap to ask comes first, what looks at other acts last.
  TestRef any_of(std::vector<std::int32_t> reasons, TestRef yes, TestRef no) {
    std::stable_sort(reasons.begin(), reasons.end(),
                     [&](std::int32_t a, std::int32_t b) { return builder_.cost(a) < builder_.cost(b); });
    // Row by row rather than as one disjunction, so that a long list does not become one long condition.
    TestRef next = no;
    for (auto reason = reasons.rbegin(); reason != reasons.rend(); ++reason) {
      next = tests_.branch(*reason, yes, next);
    }
    return next;
  }

  TestRef lower_act(const ActRules& rules) {
    return tests_.without_repeats(any_of(reasons_against(rules), always, never));
  }

  // What the rows say of a draw and of the end of the turn is read anew with what is known by then: that no
  // lay is legal, and that no draw is.
  void lower_choice(RowCode& code) {
    KnownActs no_lay(builder_, {BuiltInAct::lay});
    KnownActs neither(builder_, {BuiltInAct::lay, BuiltInAct::draw});
    const auto against = [&](BuiltInAct act, KnownActs& known) {
      std::vector<std::int32_t> reasons = reasons_against(program_.acts[act_id(act).value]);
      for (std::int32_t& reason : reasons) reason = known.read(reason);
      return reasons;
    };
    const TestRef done =
        any_of(against(BuiltInAct::done, neither), choice_ref(Choice::nothing), end_of_turn(code));
    std::vector<std::int32_t> against_draw = against(BuiltInAct::draw, no_lay);
    against_draw.push_back(boneyard_is_empty());
    const TestRef draw = any_of(std::move(against_draw), done, choice_ref(Choice::draw));
    code.without_lays = tests_.without_repeats(draw);
    code.choice = tests_.without_repeats(tests_.with_answers(code.ends, [&](TestRef answer) {
      const std::size_t table = outcome_of(answer);
      return code.end_tables[table].closed ? draw : choice_ref(Choice::lay, 1 + table);
    }));
  }

  /// The table stays as it is until the event of the end of a turn, so that its tests can be asked at once,
  /// too.
  TestRef end_of_turn(const RowCode& code) {
    const EventCode& event = code.after[event_id(BuiltInEvent::done).value];
    if (event.size() != 1) return choice_ref(Choice::done);
    return tests_.with_answers(event.front().first[no_glance], [](TestRef answer) {
      return choice_ref(Choice::done, 1 + outcome_of(answer));
    });
  }

  std::int32_t boneyard_is_empty() {
    const std::int32_t tiles = builder_.make({.op = Op::member,
                                              .type = Type::number,
                                              .value = static_cast<std::int32_t>(Member::round_boneyard),
                                              .args = {},
                                              .level = Level::turn});
    return builder_.make({.op = Op::equal, .type = Type::truth, .args = {tiles, builder_.number(0)}});
  }

  void lower_lay(const ActRules& rules, RowCode& code) {
    for (const ForbidRow& row : rules.forbids) {
      if (row.matching) {
        code.lay_matches = true;
      } else {
        add_bars(whole(row), code.lay_bars);
      }
    }
    if (rules.needs_permit) add_bars(builder_.negation(permitted(rules)), code.lay_bars);
    // What may bar everything comes first.
    std::stable_partition(code.lay_bars.begin(), code.lay_bars.end(),
                          [](const Bar& bar) { return bar.end_ops == 0 && bar.tile_ops == 0; });
    tabulate_ends(program_, tests_, code);
  }

  /// The parts of a conjunction, or the condition itself.
  std::vector<std::int32_t> parts_of(std::int32_t condition, Op op) const {
    const Node& node = builder_.node(condition);
    if (node.op != op) return {condition};
    std::vector<std::int32_t> parts;
    for (int i = 0; i < node.arg_count; ++i) parts.push_back(builder_.arg(node, i));
    return parts;
  }

  // What looks at the tile is split off: `a and (b or tile)` bars where `a and b` does, whatever the tile is,
  // and elsewhere where `a and tile` does.
  void add_bars(std::int32_t condition, std::vector<Bar>& bars) {
    if (is_false(condition)) return;
    std::vector<std::int32_t> of_turn;
    std::vector<std::int32_t> of_ends;
    std::vector<std::int32_t> of_pairs;
    for (const std::int32_t part : parts_of(condition, Op::logical_and)) {
      const Level level = builder_.node(part).level;
      (is_within(level, Level::turn)  ? of_turn
       : is_within(level, Level::end) ? of_ends
                                      : of_pairs)
          .push_back(part);
    }
    for (std::size_t i = 0; i < of_pairs.size(); ++i) {
      std::vector<std::int32_t> shallow;
      std::vector<std::int32_t> deep;
      for (const std::int32_t part : parts_of(negation_inward(of_pairs[i]), Op::logical_or)) {
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
      // What is barred whatever else is asked of the tile need not be asked once more.
      if (of_pairs.size() > 1) of_ends.push_back(builder_.negation(ends));
      of_pairs[i] = builder_.disjunction(std::move(deep));
      break;
    }
    Bar bar;
    if (!of_turn.empty()) bar.turn = tests_.condition({builder_.conjunction(std::move(of_turn))});
    if (!of_ends.empty()) end_sets_.add(builder_.conjunction(std::move(of_ends)), bar);
    if (!of_pairs.empty()) end_sets_.add_tiles(builder_.conjunction(std::move(of_pairs)), bar);
    bars.push_back(bar);
  }

  /// `not (a and b)` as `not a or not b`.
  std::int32_t negation_inward(std::int32_t condition) {
    const Node& node = builder_.node(condition);
    if (node.op != Op::logical_not) return condition;
    const std::int32_t inner = builder_.arg(node, 0);
    if (builder_.node(inner).op != Op::logical_and) return condition;
    std::vector<std::int32_t> parts = parts_of(inner, Op::logical_and);
    for (std::int32_t& part : parts) part = builder_.negation(part);
    return builder_.disjunction(std::move(parts));
  }

  struct EventRow {
    const AfterRow* row;
    std::int32_t when;
    std::int32_t fact;  ///< the condition that its one effect sets a fact to, -1: none
  };
  /// A row that holds; of one that sets a fact to a condition, whether that holds.
  struct HeldRow {
    const AfterRow* row;
    std::optional<bool> fact;
  };

  bool is_certain(std::int32_t condition) const {
    return builder_.node(condition).op == Op::truth && builder_.node(condition).value == 1;
  }

  std::int32_t condition_set_by(const AfterRow& row) {
    if (row.effects.size() != 1 || row.effects[0].id != Effect::set) return -1;
    const std::int32_t given = debts().read(row.effects[0].args[0].value);
    return builder_.node(given).type == Type::truth && builder_.node(given).op != Op::truth ? given : -1;
  }

  void lower_after(const std::vector<AfterRow>& rows, EventId id, EventCode& event) {
    std::vector<EventRow> kept;
    for (const AfterRow& row : rows) {
      const std::int32_t when = whole(row);
      if (!is_false(when)) kept.push_back({&row, when, condition_set_by(row)});
    }
    // Parts of about as many conditions each, of which several rows may have the same.
    std::set<std::int32_t> conditions;
    std::vector<std::size_t> latest;  // condition at each row, as a number
    for (const EventRow& row : kept) {
      if (!is_certain(row.when)) conditions.insert(row.when);
      latest.push_back(std::max<std::size_t>(conditions.size(), 1) - 1);
    }
    const std::size_t all = std::max<std::size_t>(conditions.size(), 1);
    const std::size_t parts = (all + most_conditions_together - 1) / most_conditions_together;
    std::vector<std::vector<EventRow>> rows_of(parts);
    for (std::size_t i = 0; i < kept.size(); ++i) rows_of[latest[i] * parts / all].push_back(kept[i]);
    for (const std::vector<EventRow>& part : rows_of) {
      if (!part.empty()) add_part(part, id, event);
    }
  }

  void add_part(const std::vector<EventRow>& rows, EventId id, EventCode& event) {
    std::size_t effects = 0;
    for (const EventRow& row : rows) effects += row.row->effects.size();
    if (rows.size() > 1 && effects > most_effects_together) {
      for (const EventRow& row : rows) add_part({row}, id, event);
      return;
    }
    EventPart& part = event.emplace_back();
    Asked asked{limited(rows), {}, {}};
    const TestRef first = tests_.without_repeats(ask_together(asked, 0, part));
    part.first =
        id == event_id(BuiltInEvent::lay) ? at_each_glance(program_, tests_, first) : at_no_glance(first);
  }

  /// Of too many conditions that facts are set to, the last are worked out by the effect.
  std::vector<EventRow> limited(std::vector<EventRow> rows) const {
    std::size_t outcomes = 1;
    std::set<std::int32_t> asked;
    for (EventRow& row : rows) {
      const std::size_t without = !is_certain(row.when) && asked.insert(row.when).second ? 1 : 0;
      if (outcomes * (without + 2) > most_outcomes) row.fact = -1;
      outcomes *= without + (row.fact < 0 ? 1 : 2);
    }
    return rows;
  }

  /// Rows that are asked together, and what is known on one way through their tests.
  struct Asked {
    std::vector<EventRow> rows;
    std::vector<HeldRow> held;
    std::map<std::int32_t, bool> settled;  ///< conditions, by node
  };

  /// What the settled conditions say of this one.
  std::optional<bool> known_of(std::int32_t condition, const std::map<std::int32_t, bool>& settled) const {
    const Node& node = builder_.node(condition);
    if (node.op == Op::truth) return node.value == 1;
    const auto same = settled.find(condition);
    if (same != settled.end()) return same->second;
    if (node.op == Op::logical_not) {
      const auto inner = known_of(builder_.arg(node, 0), settled);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (node.op != Op::logical_and && node.op != Op::logical_or) return std::nullopt;
    const bool decisive = node.op == Op::logical_or;
    bool all_known = true;
    for (int i = 0; i < node.arg_count; ++i) {
      const auto part = known_of(builder_.arg(node, i), settled);
      if (part == decisive) return decisive;
      all_known = all_known && part.has_value();
    }
    return all_known ? std::optional(!decisive) : std::nullopt;
  }

  /// Tests that lead to `then(true)` where the condition holds, else to `then(false)`.
  template <class Then>
  TestRef settle(Asked& asked, std::int32_t condition, Then then) {
    if (const auto known = known_of(condition, asked.settled)) return then(*known);
    const auto at = asked.settled.emplace(condition, true).first;
    const TestRef yes = then(true);
    at->second = false;
    const TestRef no = then(false);
    asked.settled.erase(at);
    return tests_.branch(condition, yes, no);
  }

  /// Tests that lead to what follows of the rows that hold, those before `next` being settled.
  TestRef ask_together(Asked& asked, std::size_t next, EventPart& part) {
    if (next == asked.rows.size()) {
      add_outcome(asked.held, part);
      return outcome_ref(part.outcomes.size() - 1);
    }
    const EventRow& row = asked.rows[next];
    const auto if_held = [&](std::optional<bool> fact) {
      asked.held.push_back({row.row, fact});
      const TestRef made = ask_together(asked, next + 1, part);
      asked.held.pop_back();
      return made;
    };
    return settle(asked, row.when, [&](bool holds) {
      if (!holds) return ask_together(asked, next + 1, part);
      if (row.fact < 0) return if_held(std::nullopt);
      return settle(asked, row.fact, [&](bool fact) { return if_held(fact); });
    });
  }

  void add_outcome(const std::vector<HeldRow>& held, EventPart& part) {
    Outcome& outcome = part.outcomes.emplace_back();
    for (const HeldRow& held_row : held) {
      AfterRow row = *held_row.row;
      if (held_row.fact) row.effects[0].args[0] = {builder_.truth(*held_row.fact)};
      add_row(
          program_, row, [&](NodeRef argument) { return given(argument); }, outcome);
    }
    sum_up(outcome);
  }

  GivenValue given(NodeRef argument) {
    // `debts` as a whole has no value; the effect sees it from the type of the argument.
    if (!argument.given() || builder_.node(argument.value).type == Type::debts) return {};
    const std::int32_t read = debts().read(argument.value);
    const Node node = builder_.node(read);
    if (node.op == Op::absent) return {};
    if (node.op == Op::number || node.op == Op::truth || node.op == Op::name) {
      return {Given::number, node.value};
    }
    if (node.op == Op::root) {
      switch (static_cast<Root>(node.value)) {
        case Root::me:
          return {Given::me, 0};
        case Root::whom:
          return {Given::whom, 0};
        case Root::tile:
          return {Given::tile, 0};
        case Root::end:
          return {Given::end, 0};
        case Root::new_end:
          return {Given::new_end, 0};
        default:
          break;
      }
    }
    if (const auto trains = seat_trains_.find(read)) return {Given::train, *trains};
    if (node.op == Op::member && node.value == static_cast<std::int32_t>(Member::train_tail)) {
      if (const auto trains = seat_trains_.find(builder_.arg(node, 0))) return {Given::tail, *trains};
    }
    if (node.type == Type::truth) return {Given::tests, tests_.condition({read})};
    if (node.type == Type::number) return {Given::seen, tests_.keep(tests_.number(read))};
    return {Given::node, read};
  }

  Program& program_;
  NodeBuilder& builder_;
  TestBuilder tests_;
  EndSets end_sets_;
  SeatTrains seat_trains_;
  KnownDebts no_debts_;
  KnownDebts some_debts_;
  AnyCounted any_counted_;
  bool with_debts_ = true;
};

void clear_with_turns(Program& program) {
  for (const FactSlot& fact : program.facts) {
    if (fact.per != Scope::turn) continue;
    const bool can_be_absent = fact.type == Type::player || fact.type == Type::tile;
    const int slots = fact.of == Scope::player ? program.players : 1;
    for (int i = 0; i < slots; ++i) {
      program.code.turn_facts.push_back({fact.slot + i, can_be_absent ? INT32_MIN : 0});
    }
  }
}

}  // namespace

void lower(Program& program, NodeBuilder& builder) {
  Lowering(program, builder).lower();
  clear_with_turns(program);
  for (Test& test : program.code.tests) put_in_place(test);
}

}  // namespace roundhouse::dsl
