#include "engine/evaluate.h"

#include <bit>

#include "dsl/base/arithmetic.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/fast/ask.h"
#include "engine/fast/of_players.h"
#include "engine/fast/of_tiles.h"
#include "engine/read_word.h"
#include "engine/table.h"
#include "engine/wanted_end.h"

namespace roundhouse::engine {

using dsl::Node;
using dsl::Op;
using dsl::Type;

static_assert(dsl::max_trains == max_trains && dsl::max_fact_slots == max_facts &&
              dsl::limits::most_players == max_players);

namespace {

Value read(Reading& reading, std::int32_t index);

/// The value that stands for something absent of this type.
Value missing(Type type) { return type == Type::truth ? 0 : absent; }

std::int32_t arg_index(const Reading& reading, const Node& node, int which) {
  return reading.program.args[static_cast<std::size_t>(node.first_arg + which)];
}
Value arg(Reading& reading, const Node& node, int which) {
  return read(reading, arg_index(reading, node, which));
}

const Node& node_at(const Reading& reading, std::int32_t index) {
  return reading.program.nodes[static_cast<std::size_t>(index)];
}

/// Calls `visit` with each element of the set until it returns false.
template <class Visit>
void visit_tiles(const Reading& reading, Value tiles, Visit visit) {
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  const TileBag& hand = reading.position.hands[seat];
  for (std::size_t word = 0; word < hand.once.words.size(); ++word) {
    for (std::uint64_t left = hand.once.words[word]; left != 0; left &= left - 1) {
      const auto tile = static_cast<TileId>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      for (int copies = copies_in(reading, tiles, tile); copies > 0; --copies) {
        if (!visit(tile)) return;
      }
    }
  }
}

template <class Visit>
void visit_set(const Reading& reading, Type type, Value set, Visit visit) {
  const Position& position = reading.position;
  if (type == Type::tiles) {
    visit_tiles(reading, set, visit);
  } else if (type == Type::players) {
    const int first = position.first == no_seat ? 0 : position.first;
    for (int i = 0; i < reading.program.players; ++i) {
      if (!visit((first + i) % reading.program.players)) return;
    }
  } else {
    const int count = type == Type::ends ? position.end_count : position.debt_count;
    for (int i = 0; i < count; ++i) {
      if (!visit(i)) return;
    }
  }
}

/// Binds the variable of a quantifier, and gives back what was in its place: what a word's `it` stands for
/// may be a quantifier that was numbered outside and is evaluated inside of another.
class Binding {
 public:
  Binding(Reading& reading, const Node& node)
      : variable_(reading.variables[static_cast<std::size_t>(node.value)]), before_(variable_) {}
  ~Binding() { variable_ = before_; }
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;
  void bind(Value element) { variable_ = element; }

 private:
  Value& variable_;
  Value before_;
};

/// Element after element of the set for which the quantifier's `where` holds, bound to its variable.
template <class Visit>
void visit_chosen(Reading& reading, const Node& node, Visit visit) {
  const std::int32_t set_index = arg_index(reading, node, 0);
  const Value set = read(reading, set_index);
  if (set == absent) return;
  Binding variable(reading, node);
  if (node_at(reading, set_index).type == Type::ends && node.has_where) {
    const WantedEnd wanted(reading.program, node);
    for (int i = 0; i < reading.position.end_count; ++i) {
      if (!wanted.may_fit(reading.position.ends[static_cast<std::size_t>(i)])) continue;
      variable.bind(i);
      if (arg(reading, node, 1) != 0 && !visit(i)) return;
    }
    return;
  }
  visit_set(reading, node_at(reading, set_index).type, set, [&](Value element) {
    variable.bind(element);
    return (node.has_where && arg(reading, node, 1) == 0) || visit(element);
  });
}

bool any(Reading& reading, const Node& node) {
  bool found = false;
  visit_chosen(reading, node, [&](Value) {
    found = true;
    return false;
  });
  return found;
}

bool all(Reading& reading, const Node& node) {
  const std::int32_t set_index = arg_index(reading, node, 0);
  const Value set = read(reading, set_index);
  bool every = true;
  if (set == absent) return every;
  Binding variable(reading, node);
  visit_set(reading, node_at(reading, set_index).type, set, [&](Value element) {
    variable.bind(element);
    every = !node.has_where || arg(reading, node, 1) == 1;
    return every;
  });
  return every;
}

Value count(Reading& reading, const Node& node) {
  Value counted = 0;
  visit_chosen(reading, node, [&](Value) {
    ++counted;
    return true;
  });
  return counted;
}

Value sum(Reading& reading, const Node& node) {
  const int of = node.has_where ? 2 : 1;
  Value total = 0;
  visit_chosen(reading, node, [&](Value) {
    const Value number = arg(reading, node, of);
    if (number != absent) total = dsl::sum_of(total, number);
    return true;
  });
  return total;
}

Extreme extreme(Reading& reading, const Node& node) {
  const int of = node.has_where ? 2 : 1;
  const bool least = node.op == Op::min;
  Extreme found;
  visit_chosen(reading, node, [&](Value element) {
    found.add(arg(reading, node, of), element, least);
    return true;
  });
  return found;
}

bool equal(Reading& reading, const Node& node) {
  const std::int32_t left = arg_index(reading, node, 0);
  const std::int32_t right = arg_index(reading, node, 1);
  const Value a = read(reading, left);
  if (node_at(reading, right).type == Type::absent) return a == absent;
  if (a == absent) return false;
  const Value b = read(reading, right);
  if (b == absent) return false;
  // A debt and what it was when it got its cover are the same debt.
  if (node_at(reading, left).type == Type::debt)
    return debt_at(reading, a).group == debt_at(reading, b).group;
  return a == b;
}

bool has(Reading& reading, const Node& node) {
  const std::int32_t set_index = arg_index(reading, node, 0);
  const Value set = read(reading, set_index);
  const Value number = set == absent ? absent : arg(reading, node, 1);
  if (number == absent) return false;
  if (node_at(reading, set_index).type == Type::tile) {
    const auto tile = static_cast<TileId>(set);
    return high_of(tile) == number || low_of(tile) == number;
  }
  if (number < 0 || number > reading.program.highest) return false;
  const auto seat = static_cast<std::size_t>(set & (without_tile - 1));
  const TileSet& bearing = tiles_bearing(number);
  const bool any = (reading.position.hands[seat].once & bearing).any();
  if (!any || (set & without_tile) == 0) return any;
  TileBag rest = reading.position.hands[seat];
  rest.remove(reading.moment.tile);
  return (rest.once & bearing).any();
}

/// False where one side is absent.
Value compare(Reading& reading, const Node& node) {
  const Value a = arg(reading, node, 0);
  if (a == absent) return 0;
  const Value b = arg(reading, node, 1);
  return truth(b != absent && dsl::compares(node.op, a, b));
}

Value calculate(Reading& reading, const Node& node) {
  const Value a = arg(reading, node, 0);
  if (a == absent) return absent;
  const Value b = arg(reading, node, 1);
  return b == absent ? absent : dsl::calculated(node.op, a, b);
}

Value table(Reading& reading, const Node& node) {
  std::array<Value, 4> keys{};
  const auto key_count = static_cast<std::size_t>(node.arg_count);
  for (std::size_t key = 0; key < key_count; ++key) {
    keys[key] = arg(reading, node, static_cast<int>(key));
    if (keys[key] == absent) return missing(node.type);
  }
  for (const dsl::TableEntry& entry : reading.program.tables[static_cast<std::size_t>(node.value)].entries) {
    bool inside = true;
    for (std::size_t key = 0; key < key_count && inside; ++key) {
      inside = entry.ranges[key].first <= keys[key] && keys[key] <= entry.ranges[key].second;
    }
    if (inside) return entry.value;
  }
  return missing(node.type);
}

Value member(Reading& reading, const Node& node) {
  const auto id = static_cast<dsl::Member>(node.value);
  const int receivers = node.arg_count - (node.has_of ? 1 : 0);
  Value receiver = 0;
  if (receivers > 0) {
    receiver = arg(reading, node, 0);
    if (receiver == absent) return missing(node.type);
  }
  Value argument = 0;
  if (node.has_of) {
    argument = arg(reading, node, receivers);
    if (argument == absent) return missing(node.type);
  }
  return read_member(reading, id, receiver, argument);
}

Value fact(Reading& reading, const Node& node) {
  Value slot = node.value;
  if (node.arg_count > 0) {
    const Value player = arg(reading, node, 0);
    if (player == absent) return missing(node.type);
    slot += player;
  }
  return reading.position.facts[static_cast<std::size_t>(slot)];
}

Value train_of(Reading& reading, const Node& node) {
  if (reading.position.engine_tile == no_tile) return absent;  // no train lies yet
  const Value owner = node.arg_count > 0 ? arg(reading, node, 0) : 0;
  if (owner == absent) return absent;
  const int train =
      reading.program.first_train[static_cast<std::size_t>(node.value * reading.program.players + owner)];
  return train < 0 ? absent : train;
}

/// Element by element.
Value quantified(Reading& reading, const Node& node) {
  switch (node.op) {
    case Op::any:
      return truth(any(reading, node));
    case Op::all:
      return truth(all(reading, node));
    case Op::count:
      return count(reading, node);
    case Op::sum:
      return sum(reading, node);
    case Op::sole: {
      const Extreme greatest = extreme(reading, node);
      return greatest.alone ? greatest.element : absent;
    }
    case Op::best:
      return extreme(reading, node).element;
    default:
      return extreme(reading, node).number;
  }
}

const fast::OfPlayers* player_table(const Reading& reading, std::int32_t index) {
  const fast::Code& code = reading.program.code;
  const auto table = code.players_alone[static_cast<std::size_t>(index)];
  return table < 0 ? nullptr : &code.of_players[static_cast<std::size_t>(table)];
}

/// The table of a quantifier over tiles that has one.
const fast::OfTiles* tile_table(const Reading& reading, std::int32_t index) {
  const fast::Code& code = reading.program.code;
  const auto table = code.tiles_alone[static_cast<std::size_t>(index)];
  return table < 0 ? nullptr : &code.of_tiles[static_cast<std::size_t>(table)];
}

Value read(Reading& reading, std::int32_t index) {
  const Node& node = node_at(reading, index);
  switch (node.op) {
    case Op::number:
    case Op::truth:
    case Op::name:
    case Op::option:
      return node.value;
    case Op::absent:
    case Op::word:  // written out by the compiler
      return missing(node.type);
    case Op::root:
      return read_root(reading, static_cast<dsl::Root>(node.value));
    case Op::member:
      return member(reading, node);
    case Op::can:
      return truth(can_act(reading.program, reading.position, reading.moment,
                           {static_cast<std::uint16_t>(node.value)}));
    case Op::table:
      return table(reading, node);
    case Op::fact:
      return fact(reading, node);
    case Op::train_of:
      return train_of(reading, node);
    case Op::variable:
      return reading.variables[static_cast<std::size_t>(node.value)];
    case Op::negate: {
      const Value a = arg(reading, node, 0);
      return a == absent ? absent : dsl::difference_of(0, a);
    }
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      return calculate(reading, node);
    case Op::equal:
      return truth(equal(reading, node));
    case Op::not_equal:
      return truth(!equal(reading, node));
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return compare(reading, node);
    case Op::between: {
      const Value a = arg(reading, node, 0);
      const Value low = arg(reading, node, 1);
      const Value high = arg(reading, node, 2);
      return truth(a != absent && low != absent && high != absent && low <= a && a <= high);
    }
    case Op::has:
      return truth(has(reading, node));
    case Op::logical_not:
      return truth(arg(reading, node, 0) == 0);
    case Op::logical_and:
      for (int i = 0; i < node.arg_count; ++i) {
        if (arg(reading, node, i) == 0) return 0;
      }
      return 1;
    case Op::logical_or:
      for (int i = 0; i < node.arg_count; ++i) {
        if (arg(reading, node, i) == 1) return 1;
      }
      return 0;
    case Op::choose:
      return arg(reading, node, arg(reading, node, 0) == 1 ? 1 : 2);
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      if (const auto* table = tile_table(reading, index)) {
        return of_tiles(reading, node.op, arg(reading, node, 0), *table);
      }
      if (const auto* table = player_table(reading, index)) return of_players(reading, node.op, *table);
      return quantified(reading, node);
  }
  return absent;
}

}  // namespace

Value read_node(Reading& reading, std::int32_t node) { return read(reading, node); }

Value evaluate(const Rules& program, const Position& position, const Moment& moment, dsl::NodeRef node) {
  Reading reading(program, position, moment);
  return evaluate(reading, node);
}

void visit_each(Reading& reading, dsl::NodeRef quantifier, const std::function<void()>& visit) {
  visit_chosen(reading, node_at(reading, quantifier.value), [&](Value) {
    visit();
    return true;
  });
}

Value evaluate(Reading& reading, dsl::NodeRef node) {
  if (!node.given()) return absent;
  const Value value = read(reading, node.value);
  if (value == absent) return absent;
  switch (node_at(reading, node.value).type) {
    case Type::end:
      return end_at(reading, value).serial;
    case Type::debt:
      return debt_at(reading, value).group;
    case Type::none:
    case Type::number:
    case Type::truth:
    case Type::name:
    case Type::tile:
    case Type::tiles:
    case Type::player:
    case Type::players:
    case Type::train:
    case Type::ends:
    case Type::debts:
    case Type::turn:
    case Type::round:
    case Type::match:
    case Type::set:
    case Type::permission:
    case Type::absent:
      break;
  }
  return value;
}

}  // namespace roundhouse::engine
