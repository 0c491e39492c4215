#include "engine/evaluate.h"

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/reading.h"
#include "engine/fast/ask.h"
#include "engine/fast/quantifiers.h"
#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

// Quantifiers over ends: what their condition wants of each that shows on the end itself, so that most ends
// are passed over without being asked about. Internal to the evaluation.

/// Of a conjunction the parts that ask whether the quantifier's own variable is the start of a train, or is
/// marked.
class WantedEnd {
 public:
  WantedEnd(const Rules& program, const dsl::Node& quantifier) {
    const dsl::Node& where = dsl::node_at(program, dsl::argument(program, quantifier, 1));
    if (where.op == dsl::Op::logical_and) {
      for (int i = 0; i < where.arg_count; ++i)
        analyze(program, quantifier, dsl::node_at(program, dsl::argument(program, where, i)));
    } else {
      analyze(program, quantifier, where);
    }
  }

  /// False: the condition does not hold of this end. True says nothing.
  bool may_fit(const End& end) const { return (!start_ || end.start) && (!marked_ || end.marked); }

 private:
  void analyze(const Rules& program, const dsl::Node& quantifier, const dsl::Node& part) {
    if (part.op != dsl::Op::member || part.arg_count != 1) return;
    const dsl::Node& of = dsl::node_at(program, dsl::argument(program, part, 0));
    if (of.op != dsl::Op::variable || of.value != quantifier.value) return;
    start_ = start_ || static_cast<dsl::Member>(part.value) == dsl::Member::end_start;
    marked_ = marked_ || static_cast<dsl::Member>(part.value) == dsl::Member::end_marked;
  }

  bool start_ = false;
  bool marked_ = false;
};

}  // namespace

using dsl::Node;
using dsl::Op;
using dsl::Type;

static_assert(dsl::max_trains == max_trains && dsl::max_fact_slots == max_facts &&
              dsl::limits::most_players == max_players);

namespace {

/// The value that stands for something absent of this type.
Value missing(Type type) { return type == Type::truth ? 0 : absent; }

/// Calls `visit` with each tile of the set, as often as it is there, until it returns false.
template <class Visit>
void visit_tiles(const Evaluation& at, Value tiles, const Visit& visit) {
  const auto seat = static_cast<std::size_t>(tiles & (without_tile - 1));
  find_tile(at.position.hands[seat].once, [&](TileId tile) {
    for (int copies = copies_in(at, tiles, tile); copies > 0; --copies)
      if (!visit(tile)) return true;
    return false;
  });
}

/// Calls `visit` with each element of the set until it returns false.
template <class Visit>
void visit_set(const Evaluation& at, Type type, Value set, const Visit& visit) {
  const Position& position = at.position;
  if (type == Type::tiles) {
    visit_tiles(at, set, visit);
  } else if (type == Type::players) {
    const int first = position.first == no_seat ? 0 : position.first;
    for (int i = 0; i < at.program.players; ++i) {
      if (!visit((first + i) % at.program.players)) return;
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
  Binding(Evaluation& at, const Node& node)
      : variable_(at.variables[static_cast<std::size_t>(node.value)]), before_(variable_) {}
  ~Binding() { variable_ = before_; }
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;
  void bind(Value element) { variable_ = element; }

 private:
  Value& variable_;
  Value before_;
};

/// The domain of exact values.
class Evaluator : public dsl::Reading<Evaluator, dsl::NodeView, Value> {
 public:
  explicit Evaluator(Evaluation& at) : Reading(at.program), at_(at) {}

  /// Visits element after element of the set for which the quantifier's `where` holds, bound to its variable.
  template <class Visit>
  void visit_chosen(const Node& node, const Visit& visit) {
    const Ref set_index = arg(node, 0);
    const Value set = of(set_index);
    if (set == absent) return;
    Binding variable(at_, node);
    if (this->node(set_index).type == Type::ends && node.has_where) {
      const WantedEnd wanted(at_.program, node);
      for (int i = 0; i < at_.position.end_count; ++i) {
        if (!wanted.may_fit(at_.position.ends[static_cast<std::size_t>(i)])) continue;
        variable.bind(i);
        if (of(arg(node, 1)) != 0 && !visit(i)) return;
      }
      return;
    }
    visit_set(at_, this->node(set_index).type, set, [&](Value element) {
      variable.bind(element);
      return (node.has_where && of(arg(node, 1)) == 0) || visit(element);
    });
  }

 private:
  friend Reading;

  static Value truth(bool value) { return engine::truth(value); }
  static bool surely(Value value, bool wanted) { return (value == 1) == wanted; }
  static Value negated(Value value) { return truth(value == 0); }
  static Value both(Value a, Value b) { return a & b; }
  static Value either(Value a, Value b) { return a | b; }
  /// Every condition is decided.
  static Value chosen(Ref, Value, Value, Value otherwise) { return otherwise; }

  Value constant(Ref index) const {
    const Node& made = node(index);
    return made.op == Op::absent ? missing(made.type) : made.value;
  }
  Value option(Ref index) const { return node(index).value; }
  Value word(Ref index) const { return missing(node(index).type); }  // written out by the compiler
  Value leaf(Ref index) const { return missing(node(index).type); }
  Value root(Ref index) const { return read_root(at_, static_cast<dsl::Root>(node(index).value)); }
  Value variable(Ref index) const { return at_.variables[static_cast<std::size_t>(node(index).value)]; }
  Value can(Ref index) const {
    const dsl::ActId act{static_cast<std::uint16_t>(node(index).value)};
    return truth(can_act(at_.program, at_.position, at_.moment, act));
  }

  Value member(Ref index) {
    const Node& asked = node(index);
    const int receivers = asked.arg_count - (asked.has_of ? 1 : 0);
    Value receiver = 0;
    if (receivers > 0) {
      receiver = of(arg(asked, 0));
      if (receiver == absent) return missing(asked.type);
    }
    Value argument = 0;
    if (asked.has_of) {
      argument = of(arg(asked, receivers));
      if (argument == absent) return missing(asked.type);
    }
    return read_member(at_, static_cast<dsl::Member>(asked.value), receiver, argument);
  }

  Value table(Ref index) {
    const Node& asked = node(index);
    std::array<Value, 4> keys{};
    const auto key_count = static_cast<std::size_t>(asked.arg_count);
    for (std::size_t key = 0; key < key_count; ++key) {
      keys[key] = of(arg(asked, static_cast<int>(key)));
      if (keys[key] == absent) return missing(asked.type);
    }
    for (const dsl::TableEntry& entry : at_.program.tables[static_cast<std::size_t>(asked.value)].entries) {
      bool inside = true;
      for (std::size_t key = 0; key < key_count && inside; ++key) {
        inside = entry.ranges[key].first <= keys[key] && keys[key] <= entry.ranges[key].second;
      }
      if (inside) return entry.value;
    }
    return missing(asked.type);
  }

  Value fact(Ref index) {
    const Node& asked = node(index);
    Value slot = asked.value;
    if (asked.arg_count > 0) {
      const Value receiver = of(arg(asked, 0));
      if (receiver == absent) return missing(asked.type);
      slot += receiver;
    }
    return at_.position.facts[static_cast<std::size_t>(slot)];
  }

  Value train_of(Ref index) {
    if (at_.position.engine_tile == no_tile) return absent;  // no train lies yet
    const Node& asked = node(index);
    const Value owner = asked.arg_count > 0 ? of(arg(asked, 0)) : 0;
    if (owner == absent) return absent;
    const int train =
        at_.program.first_train[static_cast<std::size_t>(asked.value * at_.program.players + owner)];
    return train < 0 ? absent : train;
  }

  Value arithmetic(Ref index) {
    const Node& made = node(index);
    const Value a = of(arg(made, 0));
    if (a == absent) return absent;
    if (made.op == Op::negate) return dsl::difference_of(0, a);
    const Value b = of(arg(made, 1));
    return b == absent ? absent : dsl::calculated(made.op, a, b);
  }

  /// False where one side is absent, and of an inequality true.
  Value comparison(Ref index) {
    const Node& made = node(index);
    if (made.op == Op::equal) return truth(equal(made));
    if (made.op == Op::not_equal) return truth(!equal(made));
    const Value a = of(arg(made, 0));
    if (a == absent) return 0;
    const Value b = of(arg(made, 1));
    return truth(b != absent && dsl::compares(made.op, a, b));
  }

  bool equal(const Node& made) {
    const Ref left = arg(made, 0);
    const Ref right = arg(made, 1);
    const Value a = of(left);
    if (node(right).type == Type::absent) return a == absent;
    if (a == absent) return false;
    const Value b = of(right);
    if (b == absent) return false;
    // A debt and what it was when it got its cover are the same debt.
    if (node(left).type == Type::debt) return debt_at(at_, a).group == debt_at(at_, b).group;
    return a == b;
  }

  Value between(Ref index) {
    const Value a = part(index, 0);
    const Value low = part(index, 1);
    const Value high = part(index, 2);
    return truth(a != absent && low != absent && high != absent && low <= a && a <= high);
  }

  Value has(Ref index) {
    const Value set = part(index, 0);
    const Value number = set == absent ? absent : part(index, 1);
    if (number == absent) return 0;
    if (node(arg(node(index), 0)).type == Type::tile) {
      const auto tile = static_cast<TileId>(set);
      return truth(high_of(tile) == number || low_of(tile) == number);
    }
    if (number < 0 || number > at_.program.highest) return 0;
    const auto seat = static_cast<std::size_t>(set & (without_tile - 1));
    const TileSet& bearing = tiles_bearing(number);
    const bool any = (at_.position.hands[seat].once & bearing).any();
    if (!any || (set & without_tile) == 0) return truth(any);
    TileBag rest = at_.position.hands[seat];
    rest.remove(at_.moment.tile);
    return truth((rest.once & bearing).any());
  }

  Value quantifier(Ref index) {
    const Node& made = node(index);
    const fast::Code& code = at_.program.code;
    if (const auto table = code.tiles_alone[static_cast<std::size_t>(index)]; table >= 0)
      return of_tiles(at_, made.op, part(index, 0), code.of_tiles[static_cast<std::size_t>(table)]);
    if (const auto table = code.players_alone[static_cast<std::size_t>(index)]; table >= 0)
      return of_players(at_, made.op, code.of_players[static_cast<std::size_t>(table)]);
    return element_by_element(made);
  }

  Value element_by_element(const Node& made) {
    const Ref of_element = made.has_of ? arg(made, made.arg_count - 1) : -1;
    if (made.op == Op::any) {
      Value found = 0;
      visit_chosen(made, [&](Value) {
        found = 1;
        return false;
      });
      return found;
    }
    if (made.op == Op::all) return all(made);
    if (made.op == Op::count) {
      Value counted = 0;
      visit_chosen(made, [&](Value) {
        ++counted;
        return true;
      });
      return counted;
    }
    if (made.op == Op::sum) {
      Value total = 0;
      visit_chosen(made, [&](Value) {
        const Value number = of(of_element);
        if (number != absent) total = dsl::sum_of(total, number);
        return true;
      });
      return total;
    }
    Extreme found;
    visit_chosen(made, [&](Value element) {
      found.add(of(of_element), element, made.op == Op::min);
      return true;
    });
    if (made.op == Op::sole) return found.alone ? found.element : absent;
    return made.op == Op::best ? found.element : found.number;
  }

  Value all(const Node& made) {
    const Value set = of(arg(made, 0));
    bool every = true;
    if (set == absent) return truth(every);
    Binding variable(at_, made);
    visit_set(at_, node(arg(made, 0)).type, set, [&](Value element) {
      variable.bind(element);
      every = !made.has_where || of(arg(made, 1)) == 1;
      return every;
    });
    return truth(every);
  }

  Evaluation& at_;
};

}  // namespace

Value read_node(Evaluation& at, std::int32_t node) { return Evaluator(at).of(node); }

Value evaluate(const Rules& program, const Position& position, const Moment& moment, dsl::NodeRef node) {
  Evaluation at(program, position, moment);
  return evaluate(at, node);
}

void visit_each(Evaluation& at, dsl::NodeRef quantifier, const std::function<void()>& visit) {
  Evaluator(at).visit_chosen(dsl::node_at(at.program, quantifier), [&](Value) {
    visit();
    return true;
  });
}

Value evaluate(Evaluation& at, dsl::NodeRef node) {
  if (!node.given()) return absent;
  const Value value = read_node(at, node.value);
  if (value == absent) return absent;
  const Type type = dsl::node_at(at.program, node).type;
  if (type == Type::end) return end_at(at, value).serial;
  return type == Type::debt ? debt_at(at, value).group : value;
}

}  // namespace roundhouse::engine
