#include <span>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/checked_rules.h"
#include "dsl/compile/expression_compiler.h"
#include "dsl/compile/hand_use.h"
#include "dsl/compile/rule_text.h"
#include "dsl/program.h"
#include "dsl/program/nodes.h"

namespace roundhouse::dsl {
namespace {

class RulesCompiler {
 public:
  RulesCompiler(const CheckedRules& rules, Program& program, RowTexts texts)
      : rules_(rules), program_(program), texts_(texts), expressions_(rules, program) {}

  void compile() {
    find_exceptions();
    compile_acts();
    compile_events();
    compile_setup();
    compile_match();
    write_texts();
    complete_reads();
    sort_by_hand_use();
  }

 private:
  Level level_of(NodeRef node) {
    return node.given() ? expressions_.builder().node(node.value).level : Level::constant;
  }

  void find_exceptions() {
    lifted_by_.resize(rules_.rules.size());
    exceptions_when_.resize(rules_.rules.size());
    for (std::size_t i = 0; i < rules_.rules.size(); ++i) {
      const RuleId exception{static_cast<std::uint16_t>(i)};
      for (const RuleId lifted : rules_.rules[i].excepts) {
        std::vector<RuleId>& all = lifted_by_[lifted.value];
        if (all.empty() || all.back() != exception) all.push_back(exception);
      }
    }
  }

  /// The exceptions of a row that can hold at all; nothing where one of them always does.
  std::optional<std::vector<ExceptRow>> exceptions_of(RuleId lifted) {
    std::vector<ExceptRow> excepts;
    for (const RuleId exception : lifted_by_[lifted.value]) {
      std::optional<NodeRef>& when = exceptions_when_[exception.value];
      if (!when) when = expressions_.compile_condition(rules_.rules[exception.value].when);
      if (expressions_.is_false(*when)) continue;
      if (!when->given()) return std::nullopt;
      excepts.push_back({exception, *when, level_of(*when), HandUse::none});
    }
    return excepts;
  }

  void compile_acts() {
    program_.declared = rules_.acts;
    for (const Word& word : rules_.words)
      if (word.of == Type::none && word.is.op == Op::number && word.is.number >= 0 &&
          word.is.number <= program_.highest)
        program_.pip_names.push_back({word.name, static_cast<int>(word.is.number)});
    program_.acts.resize(rules_.act_count());
    for (std::size_t i = 0; i < rules_.rules.size(); ++i) {
      const Rule& rule = rules_.rules[i];
      const RuleId id{static_cast<std::uint16_t>(i)};
      switch (rule.shape) {
        case Shape::permit:
          add_permit(rule, id);
          break;
        case Shape::forbid:
        case Shape::advise:
        case Shape::optional:
          add_forbid(rule, id);
          break;
        case Shape::except:
        case Shape::after:
          break;
      }
    }
  }

  void add_permit(const Rule& rule, RuleId id) {
    const NodeRef when = expressions_.compile_condition(rule.when);
    for (const ActId act : rule.acts) {
      ActRules& act_rules = program_.acts[act.value];
      act_rules.needs_permit = true;
      if (!expressions_.is_false(when)) act_rules.permits.push_back({id, when, HandUse::none});
    }
  }

  void add_forbid(const Rule& rule, RuleId id) {
    const NodeRef when = expressions_.compile_condition(rule.when);
    if (expressions_.is_false(when)) return;
    auto excepts = exceptions_of(id);
    if (!excepts) return;
    ForbidRow row;
    row.rule = id;
    row.when = when;
    row.level = level_of(when);
    row.excepts = std::move(*excepts);
    row.matching_halves = is_matching(when) && all_of(row.excepts, [&](const ExceptRow& except) {
                            return is_of_doubles(except.when);
                          });
    row.matching = row.matching_halves && row.excepts.empty();
    for (const ActId act : rule.acts) {
      ActRules& act_rules = program_.acts[act.value];
      (rule.shape == Shape::forbid   ? act_rules.forbids
       : rule.shape == Shape::advise ? act_rules.advice
                                     : act_rules.optional)
          .push_back(row);
    }
  }

  /// True of `not (tile has end.pip)`, which the engine can answer for a whole hand at once.
  bool is_matching(NodeRef when) {
    NodeBuilder& builder = expressions_.builder();
    const std::int32_t pip = builder.member(Member::end_pip, {builder.root(Root::end)});
    const std::int32_t has =
        builder.make({.op = Op::has, .type = Type::truth, .args = {builder.root(Root::tile), pip}});
    // Equal nodes are shared, so that to be the same is to mean the same.
    return when.value == builder.negation(has);
  }

  /// True of `tile.double`, or that and more.
  bool is_of_doubles(NodeRef when) {
    if (!when.given()) return false;
    NodeBuilder& builder = expressions_.builder();
    const std::int32_t is_double = builder.member(Member::tile_double, {builder.root(Root::tile)});
    const Node& node = builder.node(when.value);
    if (node.op != Op::logical_and) return when.value == is_double;
    for (int i = 0; i < node.arg_count; ++i)
      if (builder.arg(node, i) == is_double) return true;
    return false;
  }

  void compile_events() {
    program_.after.resize(built_in_events + rules_.acts.size());
    for (std::size_t i = 0; i < rules_.rules.size(); ++i) {
      const Rule& rule = rules_.rules[i];
      if (rule.shape != Shape::after) continue;
      const RuleId id{static_cast<std::uint16_t>(i)};
      const NodeRef when = expressions_.compile_condition(rule.when);
      if (expressions_.is_false(when)) continue;
      auto excepts = exceptions_of(id);
      if (!excepts) continue;
      AfterRow row;
      row.rule = id;
      row.when = when;
      row.excepts = std::move(*excepts);
      add_calls(rule.effects, row.effects);
      for (const EventId event : rule.events) program_.after[event.value].push_back(row);
    }
  }

  /// An `each` that goes through nothing is left out with all that it holds.
  void add_calls(std::span<const TypedEffect> effects, std::vector<EffectCall>& calls) {
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const TypedEffect& effect = effects[i];
      if (effect.inner == 0) {
        calls.push_back(effect_call(effect));
        continue;
      }
      const std::size_t at = calls.size();
      EffectCall each;
      each.id = Effect::each;
      each.depth = static_cast<std::uint8_t>(effect.depth);
      each.args[0] = expressions_.begin_each(effect.args[0]);
      if (!expressions_.is_false(each.args[0])) {
        calls.push_back(each);
        add_calls(effects.subspan(i + 1, effect.inner), calls);
        calls[at].inner = static_cast<std::uint16_t>(calls.size() - at - 1);
        if (calls[at].inner == 0) calls.pop_back();
      }
      expressions_.end_each();
      i += effect.inner;
    }
  }

  EffectCall effect_call(const TypedEffect& effect) {
    EffectCall call;
    call.id = effect.id;
    call.depth = static_cast<std::uint8_t>(effect.depth);
    std::size_t first = 0;
    if (writes(effect.id, aspects::facts)) {
      const TypedExpr& fact = effect.args[0];
      call.fact = {static_cast<std::uint16_t>(fact.index)};
      const FactSlot& place = program_.facts[call.fact.value];
      call.fact_slot = place.slot;
      if (place.has_receiver()) call.receiver = expressions_.compile(fact.args[0]);
      first = 1;
    }
    for (std::size_t i = first; i < effect.args.size() && i - first < call.args.size(); ++i) {
      call.args[i - first] = expressions_.compile(effect.args[i]);
    }
    return call;
  }

  /// A word about the tile that is asked about, for what setup leaves to the language.
  std::int32_t tile_word(Member member) {
    NodeBuilder& builder = expressions_.builder();
    return builder.member(member, {builder.root(Root::tile)});
  }

  NodeRef scheduled_double() {
    NodeBuilder& builder = expressions_.builder();
    const std::int32_t scheduled = builder.member(Member::round_double, {builder.root(Root::round)});
    const std::int32_t is_it = builder.make(
        {.op = Op::equal, .type = Type::truth, .args = {tile_word(Member::tile_high), scheduled}});
    return {builder.conjunction({tile_word(Member::tile_double), is_it})};
  }

  void compile_setup() {
    const Setup& setup = rules_.setup;
    SetupProgram& made = program_.setup;
#define X(field, ...) made.field = compiled(setup.field);
    ROUNDHOUSE_ROUND_VALUES(X)
#undef X
    if (!setup.wanted) made.wanted = scheduled_double();
    if (!setup.best) made.best = {tile_word(Member::tile_high)};
  }

  void compile_match() {
    const Match& match = rules_.match;
    MatchProgram& made = program_.match;
#define X(field, ...) made.field = compiled(match.field);
    ROUNDHOUSE_MATCH_VALUES(X)
#undef X
    const NodeRef one{expressions_.builder().number(1)};
    // A game that is over on a condition alone has no number of rounds.
    if (!match.rounds && !match.over) made.rounds = one;
    if (!match.games) made.games = one;
    if (made.order.empty()) made.order.push_back(my_total());
  }

  NodeRef compiled(const TypedExpr& value) { return expressions_.compile(value); }
  NodeRef compiled(const std::optional<TypedExpr>& value) { return expressions_.compile_given(value); }
  std::vector<NodeRef> compiled(const std::vector<TypedExpr>& values) {
    std::vector<NodeRef> made;
    for (const TypedExpr& value : values) made.push_back(expressions_.compile(value));
    return made;
  }

  NodeRef my_total() {
    NodeBuilder& builder = expressions_.builder();
    return {builder.member(Member::player_total, {builder.root(Root::me)})};
  }

  void write_texts() {
    for (const Rule& rule : rules_.rules) {
      program_.rules.push_back(
          {rule.id, texts_ == RowTexts::written ? rule_text(rules_, rule, program_.players) : "",
           sections_of(rules_, rule.id, rule.from), rule.where, rule.shape, has_sentence(rules_, rule)});
    }
  }

  /// `can.ACT` reads what the rows of that act read, which may ask for other acts; a place in the match what
  /// match.group and the keys of match.order read.
  void complete_reads() {
    std::vector<Aspects> of_acts(program_.acts.size(), aspects::none);
    Aspects of_rank = aspects::none;
    for (bool more = true; more;) {
      expressions_.builder().set_reads(of_acts, of_rank);
      Aspects keys = aspects::none;
      for (const NodeRef key : program_.match.order) keys |= reads(program_, key) & ~aspects::actor;
      keys |= reads(program_, program_.match.group) & ~aspects::actor;
      more = keys != std::exchange(of_rank, keys);
      for (std::size_t i = 0; i < of_acts.size(); ++i)
        more = reads_of_act(i) != std::exchange(of_acts[i], reads_of_act(i)) || more;
    }
  }

  /// The hands on which it depends if such an act is legal.
  static Aspects hands_with_tile_of(const DeclaredAct& declared) {
    switch (declared.tile) {
      case ActTile::none:
      case ActTile::of_set:
        return aspects::none;
      case ActTile::of_me:
        return aspects::own_hand;
      case ActTile::of_whom:
        return aspects::hands;
    }
    return aspects::none;
  }

  Aspects reads_of_act(std::size_t act) const {
    Aspects all = act < built_in_acts ? row(static_cast<BuiltInAct>(act)).reads : aspects::over;
    if (act >= built_in_acts) all |= hands_with_tile_of(program_.declared[act - built_in_acts]);
    for (const ForbidRow& forbid : program_.acts[act].forbids) all |= reads_of_row(program_, forbid);
    for (const ForbidRow& row : program_.acts[act].optional) all |= reads_of_row(program_, row);
    for (const PermitRow& permit : program_.acts[act].permits) all |= reads(program_, permit.when);
    return all;
  }

  void sort_by_hand_use() {
    HandUses uses(program_);
    const auto sort_excepts = [&](std::vector<ExceptRow>& excepts) {
      for (ExceptRow& except : excepts) except.hand_use = uses.of(except.when);
    };
    const auto sort_rows = [&](std::vector<ForbidRow>& rows) {
      for (ForbidRow& row : rows) {
        row.hand_use = uses.of_row(row.when, row.excepts);
        sort_excepts(row.excepts);
      }
    };
    for (std::size_t i = 0; i < program_.acts.size(); ++i) {
      ActRules& act = program_.acts[i];
      act.hand_use = uses.of_breach({static_cast<std::uint16_t>(i)});
      sort_rows(act.forbids);
      sort_rows(act.advice);
      sort_rows(act.optional);
      for (PermitRow& permit : act.permits) permit.hand_use = uses.of(permit.when);
    }
    for (std::vector<AfterRow>& event : program_.after) {
      for (AfterRow& row : event) {
        row.hand_use = uses.of_row(row.when, row.excepts);
        sort_excepts(row.excepts);
      }
    }
  }

  const CheckedRules& rules_;
  Program& program_;
  RowTexts texts_;
  ExpressionCompiler expressions_;
  std::vector<std::vector<RuleId>> lifted_by_;           ///< by RuleId: the exceptions that lift the row
  std::vector<std::optional<NodeRef>> exceptions_when_;  ///< by RuleId: of exceptions compiled already
};

}  // namespace

Program compile_rules(const CheckedRules& rules, int players, RowTexts texts) {
  Program program = program_skeleton(rules, players);
  RulesCompiler(rules, program, texts).compile();
  return program;
}

}  // namespace roundhouse::dsl
