#include "tools/prove/symmetry.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/reading.h"
#include "dsl/vocabulary/vocabulary.h"
#include "engine/search_way.h"

namespace roundhouse::replay {
namespace {

using dsl::Effect;
using dsl::Exchange;
using dsl::Member;
using dsl::Node;
using dsl::Op;
using dsl::Root;

/// Gathers nodes, each once.
class Gathering {
 public:
  explicit Gathering(const engine::Rules& program) : program_(program), met_(program.nodes.size(), false) {}

  void add(dsl::NodeRef ref) {
    if (ref.given()) add_node(ref.value);
  }
  template <class Row>
  void add_row(const Row& row) {
    add(row.when);
    for (const dsl::ExceptRow& except : row.excepts) add(except.when);
  }
  std::vector<std::int32_t> take() { return std::move(found_); }
  const std::vector<std::int32_t>& found() const { return found_; }

 private:
  void add_node(std::int32_t root) {
    std::vector<std::int32_t> work{root};
    while (!work.empty()) {
      const auto index = static_cast<std::size_t>(work.back());
      work.pop_back();
      if (met_[index]) continue;
      met_[index] = true;
      found_.push_back(static_cast<std::int32_t>(index));
      const dsl::Node& node = program_.nodes[index];
      for (int i = 0; i < node.arg_count; ++i) work.push_back(dsl::argument(program_, node, i).value);
    }
  }

  const engine::Rules& program_;
  std::vector<bool> met_;
  std::vector<std::int32_t> found_;
};

/// True if done to one player after the other, they come to the same in any order.
bool comes_to_the_same(Effect effect) { return dsl::row(effect).order == dsl::Order::free; }

bool is_for_each_player(std::size_t event) {
  const auto is = [&](dsl::BuiltInEvent id) { return event == dsl::event_id(id).value; };
  return is(dsl::BuiltInEvent::dealt) || is(dsl::BuiltInEvent::counting) || is(dsl::BuiltInEvent::scored);
}

/// True if it matters to whom an event comes first that comes to one player after the other.
bool order_of_players_matters(const engine::Rules& program, const std::vector<dsl::AfterRow>& rows) {
  Gathering asked(program);
  std::vector<std::int32_t> facts;
  dsl::Aspects writes = dsl::aspects::none;
  for (const dsl::AfterRow& row : rows) {
    asked.add_row(row);
    for (const dsl::EffectCall& call : row.effects) {
      asked.add(call.receiver);
      for (const dsl::NodeRef arg : call.args) asked.add(arg);
      if (call.id == Effect::each) continue;
      const bool of_me =
          call.receiver.given() && dsl::is_root(dsl::node_at(program, call.receiver), dsl::Root::me);
      if (!comes_to_the_same(call.id) && !(call.id == Effect::set && of_me)) return true;
      if (dsl::writes(call.id, dsl::aspects::facts))
        facts.push_back(call.fact_slot);
      else
        writes |= dsl::row(call.id).writes;
    }
  }
  dsl::Aspects reads = dsl::aspects::none;
  for (const std::int32_t index : asked.found()) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    reads |= node.reads;
    if (node.op == Op::fact && contains(facts, node.value)) return true;
  }
  return (reads & writes) != 0;
}

Exchange exchange_of(const Node& member) { return dsl::row(static_cast<Member>(member.value)).exchange; }

// Turning the table.

/// Only whether there is one and what it shows: of which train it is follows from the seats.
bool may_ask_of_hub(const engine::Rules& program, const Node& node) {
  if (node.op == Op::member) {
    constexpr std::array asked{Member::end_pip, Member::end_owed, Member::end_debt, Member::end_tile,
                               Member::tile_double};
    return std::find(asked.begin(), asked.end(), static_cast<Member>(node.value)) != asked.end();
  }
  if (node.op != Op::equal && node.op != Op::not_equal) return false;
  return dsl::node_at(program, dsl::argument(program, node, 1)).type == dsl::Type::absent;
}

bool is_hub(const engine::Rules& program, dsl::NodeRef ref) {
  if (!ref.given()) return false;
  const Node& node = dsl::node_at(program, ref);
  return node.op == Op::member && exchange_of(node) == Exchange::hub;
}

bool distinguishes_seats(const engine::Rules& program, const Node& node) {
  if (node.op == Op::member && exchange_of(node) == Exchange::seats) return true;
  // Of equal ends the first by the seats.
  if (node.op == Op::best && dsl::node_at(program, dsl::argument(program, node, 0)).type == dsl::Type::ends)
    return true;
  for (int i = 0; i < node.arg_count; ++i)
    if (is_hub(program, dsl::argument(program, node, i)) && !may_ask_of_hub(program, node)) return true;
  return false;
}

/// Two players who have to draw at the same time do so by seat.
bool may_draw_together(const engine::Rules& program) {
  int draws = 0;
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    const auto is = [&](dsl::BuiltInEvent id) { return event == dsl::event_id(id).value; };
    const bool once = event >= dsl::built_in_events || is(dsl::BuiltInEvent::lay) ||
                      is(dsl::BuiltInEvent::done) || is(dsl::BuiltInEvent::turn_begins);
    for (const dsl::AfterRow& row : program.after[event]) {
      for (const dsl::EffectCall& call : row.effects) {
        if (!dsl::writes(call.id, dsl::aspects::boneyard)) continue;
        if (!once || call.depth > 0 || draws++ > 0) return true;
      }
    }
  }
  return false;
}

bool effects_distinguish_seats(const engine::Rules& program, const dsl::AfterRow& row) {
  for (std::size_t i = 0; i < row.effects.size(); ++i) {
    const dsl::EffectCall& call = row.effects[i];
    // A debt is the double's, whichever of its places is named.
    if (is_hub(program, call.args[0]) && dsl::row(call.id).writes != dsl::aspects::debts) return true;
    if (call.id != Effect::each) continue;
    const Node& set = dsl::node_at(program, dsl::argument(program, dsl::node_at(program, call.args[0]), 0));
    if (set.type != dsl::Type::ends) continue;
    // By the order of the ends.
    const Effect first = row.effects[i + 1].id;
    for (std::size_t inner = 1; inner <= call.inner; ++inner) {
      const Effect effect = row.effects[i + inner].id;
      const dsl::Order order = dsl::row(effect).order;
      if (order != dsl::Order::free && (order != dsl::Order::own_kind || effect != first)) return true;
    }
  }
  return false;
}

bool may_be_turned(const WatchedRules& rules, std::span<const dsl::NodeRef> checks) {
  const engine::Rules& program = rules.program;
  if (program.players < 2 || may_draw_together(program)) return false;
  const std::vector<std::int32_t> nodes = play_nodes(program, checks);
  if (std::any_of(nodes.begin(), nodes.end(), [&](std::int32_t index) {
        return distinguishes_seats(program, program.nodes[static_cast<std::size_t>(index)]);
      }))
    return false;
  for (const auto& event : program.after)
    for (const dsl::AfterRow& row : event)
      if (effects_distinguish_seats(program, row)) return false;
  return true;
}

// Exchanging numbers.

/// The change of a value when numbers that are not named are exchanged.
enum class UnderExchange : std::uint8_t {
  same,
  pip,       ///< a number of pips, exchanged like those of the tiles
  constant,  ///< a number of the rules; compared with pips it is named by that
  named,     ///< a number of a tile whose numbers are named
  different,
};

bool is_same(UnderExchange value) { return value != UnderExchange::pip && value != UnderExchange::different; }

/// The domain of values under an exchange of numbers. Finds the numbers that conditions name, and whether
/// they look at numbers in any way but by equality.
class NumberReading : private dsl::Reading<NumberReading, dsl::NodeView, UnderExchange> {
 public:
  NumberReading(const engine::Rules& program, std::vector<bool>& named)
      : Reading(program), program_(program), named_(named) {}

  /// True if it is the same under any exchange of numbers that are not named.
  bool is_blind(dsl::NodeRef ref) { return !ref.given() || is_same(of(ref.value)); }
  /// True of such a number, and of what the rules name.
  bool is_pip(dsl::NodeRef ref) { return !ref.given() || holds_pip(ref.value); }
  /// The numbers of the tile asked about are named already.
  void know_tile() { tile_known_ = true; }

 private:
  friend Reading;
  using Value = UnderExchange;

  /// Shared parts are read as often as they are asked for: their value may depend on what stands beside them.
  Value of(Ref index) { return ++read_ > 200'000 ? Value::different : read(index); }
  static Value truth(bool) { return Value::same; }
  static bool surely(Value, bool) { return false; }
  static Value negated(Value value) { return is_same(value) ? Value::same : Value::different; }
  static Value both(Value a, Value b) { return is_same(a) && is_same(b) ? Value::same : Value::different; }
  static Value either(Value a, Value b) { return both(a, b); }

  void name(std::int32_t number) {
    if (number >= 0 && number <= program_.highest) named_[static_cast<std::size_t>(number)] = true;
  }

  bool holds_pip(Ref index) {
    const Value value = of(index);
    if (value == Value::constant) name(node(index).value);
    return value == Value::pip || value == Value::constant || value == Value::named ||
           node(index).type == dsl::Type::absent || node(index).op == Op::absent;
  }

  /// Of what is the same where its parts are.
  Value operation(Ref index) {
    Value all = Value::same;
    for (int i = 0; i < node(index).arg_count; ++i) all = both(all, part(index, i));
    return all;
  }
  static Value leaf(Ref) { return Value::same; }
  static Value word(Ref) { return Value::different; }  // written out by the compiler
  Value constant(Ref index) const { return node(index).op == Op::number ? Value::constant : Value::same; }
  Value option(Ref index) const {
    return node(index).type == dsl::Type::number ? Value::different : Value::same;
  }
  Value root(Ref index) const { return is_root(index, Root::joining) ? Value::pip : Value::same; }
  Value table(Ref index) { return operation(index); }
  Value fact(Ref index) { return operation(index); }
  Value train_of(Ref index) { return operation(index); }

  Value member(Ref index) {
    const Node& asked = node(index);
    const int receivers = asked.arg_count - (asked.has_of ? 1 : 0);
    for (int i = 0; i < receivers; ++i)
      if (!is_same(part(index, i))) return Value::different;
    switch (exchange_of(asked)) {
      case Exchange::of_pip:
        return holds_pip(arg(asked, asked.arg_count - 1)) ? Value::same : Value::different;
      case Exchange::pip:
        return Value::pip;
      case Exchange::named:
        return Value::named;
      case Exchange::of_tile:
        return number_of_tile(static_cast<Member>(asked.value), arg(asked, 0));
      case Exchange::same:
      case Exchange::seats:
      case Exchange::hub:
        return asked.has_of ? negated(part(index, asked.arg_count - 1)) : Value::same;
    }
    return Value::different;
  }

  Value number_of_tile(Member id, Ref tile) const {
    // The engine is one of the tiles that may be it, whose numbers are named.
    if (is_member(tile, Member::round_engine)) return Value::named;
    if (tile_known_ && is_root(tile, Root::tile)) return Value::named;
    const bool is_double = std::find(doubles_.begin(), doubles_.end(), tile) != doubles_.end();
    return is_double && (id == Member::tile_high || id == Member::tile_low) ? Value::pip : Value::different;
  }

  /// `tile.low == 0` is `tile has 0`, and only the double blank has no pips.
  bool asks_for_blank(const Node& made) {
    for (int i = 0; i < 2; ++i) {
      const Node& number = node(arg(made, i));
      const Ref asked = arg(made, 1 - i);
      const bool of_tile = is_member(asked, Member::tile_high) || is_member(asked, Member::tile_low) ||
                           is_member(asked, Member::tile_pips);
      if (!of_tile || number.op != Op::number || number.value != 0) continue;
      if (!is_same(part(asked, 0))) continue;
      name(0);
      return true;
    }
    return false;
  }

  Value comparison(Ref index) {
    const Node& made = node(index);
    if (made.op != Op::equal && made.op != Op::not_equal) return operation(index);
    if (asks_for_blank(made)) return Value::same;
    return of_alternatives(index, 0, Value::same);
  }

  /// Of two numbers that are compared, or of which one is chosen: `pips` where both are such.
  Value of_alternatives(Ref index, int first, Value pips) {
    const Value left = part(index, first);
    const Value right = part(index, first + 1);
    if (left == Value::different || right == Value::different) return Value::different;
    if (left != Value::pip && right != Value::pip) return Value::same;
    const Node& made = node(index);
    return holds_pip(arg(made, first)) && holds_pip(arg(made, first + 1)) ? pips : Value::different;
  }

  Value has(Ref index) {
    return is_same(part(index, 0)) && holds_pip(arg(node(index), 1)) ? Value::same : Value::different;
  }

  /// Operands beside `t.double` are asked of doubles alone, or make no difference.
  Value junction(Ref index) {
    const Node& made = node(index);
    const std::size_t before = doubles_.size();
    for (int i = 0; made.op == Op::logical_and && i < made.arg_count; ++i)
      if (is_member(arg(made, i), Member::tile_double)) doubles_.push_back(arg(node(arg(made, i)), 0));
    const Value value = operation(index);
    doubles_.resize(before);
    return value;
  }

  Value choice(Ref index) {
    return is_same(part(index, 0)) ? of_alternatives(index, 1, Value::pip) : Value::different;
  }

  /// Of equal tiles the one with the least numbers is the best.
  Value quantifier(Ref index) {
    const Node& made = node(index);
    const bool by_numbers = made.op == Op::best && node(arg(made, 0)).type == dsl::Type::tiles;
    return by_numbers ? Value::different : operation(index);
  }

  const engine::Rules& program_;
  std::vector<bool>& named_;
  std::vector<Ref> doubles_;  ///< nodes of tiles that are doubles where this is asked
  bool tile_known_ = false;
  std::size_t read_ = 0;
};

bool effect_is_blind(NumberReading& reading, const engine::Rules& program, const dsl::EffectCall& call) {
  if (!reading.is_blind(call.receiver)) return false;
  const std::string_view taken = dsl::row(call.id).arguments;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const bool is_pip = i < taken.size() && dsl::argument(call.id, i).id == dsl::Argument::pip;
    if (!(is_pip ? reading.is_pip(call.args[i]) : reading.is_blind(call.args[i]))) return false;
  }
  if (call.id != Effect::each) return true;
  // Effects tile by tile go by the order of the tiles.
  const Node& set = dsl::node_at(program, dsl::argument(program, dsl::node_at(program, call.args[0]), 0));
  return set.type != dsl::Type::tiles;
}

bool rows_are_blind(NumberReading& reading, const WatchedRules& rules, std::span<const dsl::NodeRef> checks) {
  const engine::Rules& program = rules.program;
  const auto row_is_blind = [&](const auto& row) {
    return reading.is_blind(row.when) &&
           std::all_of(row.excepts.begin(), row.excepts.end(),
                       [&](const dsl::ExceptRow& except) { return reading.is_blind(except.when); });
  };
  for (const dsl::NodeRef check : checks)
    if (!reading.is_blind(check)) return false;
  // Keys of the ranks, which may be asked for in play.
  for (const dsl::NodeRef ref : program.match.order)
    if (!reading.is_blind(ref)) return false;
  if (!reading.is_blind(program.match.group) || !reading.is_blind(program.match.points)) return false;
  for (const dsl::ActRules& act : program.acts) {
    for (const auto* rows : {&act.forbids, &act.advice, &act.optional})
      for (const dsl::ForbidRow& row : *rows)
        if (!row_is_blind(row)) return false;
    for (const dsl::PermitRow& row : act.permits)
      if (!reading.is_blind(row.when)) return false;
  }
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    if (dsl::is_of_round_end(event)) continue;
    for (const dsl::AfterRow& row : program.after[event]) {
      if (!row_is_blind(row)) return false;
      for (const dsl::EffectCall& call : row.effects)
        if (!effect_is_blind(reading, program, call)) return false;
    }
  }
  return true;
}

/// The tiles that may be the engine do not depend on how tiles lie, so they can be asked for beforehand.
bool name_engines(const engine::Rules& program, std::vector<bool>& named) {
  constexpr dsl::Aspects known = dsl::aspects::tile | dsl::aspects::schedule | dsl::aspects::used;
  if ((dsl::reads(program, program.setup.wanted) & ~known) != 0) return false;
  engine::Position begin = engine::begin_match(program);
  engine::begin_round(program, begin);
  if (begin.scheduled >= 0 && begin.scheduled <= program.highest)
    named[static_cast<std::size_t>(begin.scheduled)] = true;
  for (int i = 0; i < program.tile_kinds; ++i) {
    const auto tile = static_cast<engine::TileId>(i);
    if (!engine::is_wanted(program, begin, tile)) continue;
    named[static_cast<std::size_t>(engine::high_of(tile))] = true;
    named[static_cast<std::size_t>(engine::low_of(tile))] = true;
  }
  return true;
}

bool setup_is_blind(const engine::Rules& program, std::vector<bool>& named) {
  if (!program.code.no_lots) return false;
  if (std::any_of(program.facts.begin(), program.facts.end(),
                  [](const dsl::FactSlot& fact) { return fact.by_chance(); }))
    return false;  // the double of the round might follow from it
  if (!name_engines(program, named)) return false;
  NumberReading reading(program, named);
  const dsl::SetupProgram& setup = program.setup;
  // Of what is asked of a tile alone there are no lots, and the engines are named.
  using dsl::Site;
#define X(field, map, key, form, kept, type, site, ...)                                                      \
  if (Site::site != Site::tile_setup && Site::site != Site::engine_choice && !reading.is_blind(setup.field)) \
    return false;
  ROUNDHOUSE_ROUND_VALUES(X)
#undef X
  reading.know_tile();
#define X(field, map, key, form, kept, type, site, ...) \
  if (Site::site == Site::engine_choice && !reading.is_blind(setup.field)) return false;
  ROUNDHOUSE_ROUND_VALUES(X)
#undef X
  return true;
}

std::vector<std::uint8_t> free_numbers(const WatchedRules& rules, std::span<const dsl::NodeRef> checks) {
  constexpr std::size_t most = 4;
  const engine::Rules& program = rules.program;
  std::vector<bool> named(static_cast<std::size_t>(program.highest) + 1, false);
  if (!setup_is_blind(program, named)) return {};
  NumberReading reading(program, named);
  if (!rows_are_blind(reading, rules, checks)) return {};
  std::vector<std::uint8_t> numbers;
  for (std::size_t n = 0; n < named.size() && numbers.size() < most; ++n)
    if (!named[n]) numbers.push_back(static_cast<std::uint8_t>(n));
  return numbers.size() < 2 ? std::vector<std::uint8_t>() : numbers;
}

}  // namespace

std::vector<std::int32_t> play_nodes(const engine::Rules& program, std::span<const dsl::NodeRef> checks) {
  Gathering all(program);
  for (const dsl::NodeRef check : checks) all.add(check);
  for_each_asked(program, [&](dsl::NodeRef ref) { all.add(ref); });
  const bool asks_for_ranks = any_of(all.found(), [&](std::int32_t index) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    return dsl::is_member(node, Member::player_rank) || dsl::is_member(node, Member::player_placement);
  });
  if (asks_for_ranks) {
    for (const dsl::NodeRef ref : program.match.order) all.add(ref);
    all.add(program.match.group);
    all.add(program.match.points);
  }
  return all.take();
}

PlayReads play_reads(const engine::Rules& program, std::span<const dsl::NodeRef> checks) {
  PlayReads reads{false, false, false, false, false, false};
  for (const std::int32_t index : play_nodes(program, checks)) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    if (node.op == Op::best &&
        dsl::node_at(program, dsl::argument(program, node, 0)).type == dsl::Type::players)
      reads.first = true;  // of equal ones
    const auto asks = [&](Member member) { return dsl::is_member(node, member); };
    reads.first = reads.first || asks(Member::round_first) || asks(Member::player_place);
    reads.starter = reads.starter || asks(Member::round_starter);
    reads.previous = reads.previous || asks(Member::turn_previous);
    reads.lots = reads.lots || asks(Member::player_lot);
    reads.kept = reads.kept || asks(Member::player_kept);
    reads.end_tiles = reads.end_tiles || asks(Member::end_tile);
  }
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    if (is_for_each_player(event) && order_of_players_matters(program, program.after[event]))
      reads.first = true;
    for (const dsl::AfterRow& row : program.after[event]) {
      for (std::size_t i = 0; i < row.effects.size(); ++i) {
        const dsl::EffectCall& call = row.effects[i];
        if (call.id != Effect::each) continue;
        const dsl::Node& set =
            dsl::node_at(program, dsl::argument(program, dsl::node_at(program, call.args[0]), 0));
        for (std::size_t inner = 1; inner <= call.inner; ++inner) {
          const Effect effect = row.effects[i + inner].id;
          if (set.type == dsl::Type::players && effect != Effect::each && !comes_to_the_same(effect))
            reads.first = true;
        }
      }
    }
  }
  return reads;
}

Symmetry symmetry_of(const WatchedRules& rules) {
  const std::vector<dsl::NodeRef> checks = rules.everywhere_nodes();
  Symmetry found{may_be_turned(rules, checks), false, free_numbers(rules, checks)};
  for (const dsl::NodeRef ref : rules.program.match.order)
    found.ranks_by_seats = found.ranks_by_seats || dsl::any_node(rules.program, ref, [&](const Node& node) {
                             return distinguishes_seats(rules.program, node);
                           });
  return found;
}

}  // namespace roundhouse::replay
