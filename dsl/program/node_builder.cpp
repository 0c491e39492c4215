#include "dsl/program/node_builder.h"

#include <algorithm>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

/// Node::arg_count is a byte; longer chains of `and` and `or` are cut into shorter ones.
constexpr std::size_t most_args = 200;

/// Without the arguments.
Level own_level(const NodeWish& wish) {
  switch (wish.op) {
    case Op::root:
      return row(static_cast<Root>(wish.value)).level;
    case Op::member:
      return row(static_cast<Member>(wish.value)).level;
    case Op::fact:  // an effect may change any fact, also one that is kept for a whole match
    case Op::can:
      return Level::turn;
    default:
      return Level::constant;
  }
}

}  // namespace

bool NodeBuilder::is_constant(std::int32_t index) const {
  const Op op = node(index).op;
  return op == Op::number || op == Op::truth || op == Op::name || op == Op::absent;
}

std::int32_t NodeBuilder::constant(Op op, Type type, std::int32_t value) {
  return intern({.op = op, .type = type, .value = value, .args = {}});
}

NodeBuilder::NodeBuilder(Program& program) : NodeView(program), program_(program) {
  for (const Node& made : program.nodes) {
    const auto first = program.args.begin() + made.first_arg;
    known_.try_emplace(key_of(made, {first, first + made.arg_count}),
                       static_cast<std::int32_t>(costs_.size()));
    costs_.push_back(cost_of(made));
    if (made.op == Op::can) {
      reads_of_acts_.resize(program.acts.size(), aspects::none);
      reads_of_acts_[static_cast<std::size_t>(made.value)] = made.reads;
    } else if (dsl::is_member(made, Member::player_rank)) {
      reads_of_rank_ |= made.reads;
    }
  }
}

NodeBuilder::Key NodeBuilder::key_of(const Node& made, std::span<const std::int32_t> args) {
  Key key{static_cast<std::int32_t>(made.op), static_cast<std::int32_t>(made.type), made.value,
          static_cast<std::int32_t>(made.level), (made.has_where ? 2 : 0) + (made.has_of ? 1 : 0)};
  key.insert(key.end(), args.begin(), args.end());
  return key;
}

std::int32_t NodeBuilder::intern(const NodeWish& wish) {
  Node made;
  made.op = wish.op;
  made.type = wish.type;
  made.arg_count = static_cast<std::uint8_t>(wish.args.size());
  made.has_where = wish.has_where;
  made.has_of = wish.has_of;
  made.level = deeper(wish.level, own_level(wish));
  for (const std::int32_t arg : wish.args) made.level = deeper(made.level, node(arg).level);
  made.value = wish.value;
  const auto [place, is_new] =
      known_.try_emplace(key_of(made, wish.args), static_cast<std::int32_t>(costs_.size()));
  if (is_new) {
    made.first_arg = static_cast<std::int32_t>(program_.args.size());
    program_.args.insert(program_.args.end(), wish.args.begin(), wish.args.end());
    made.reads = reads_of(made);
    program_.nodes.push_back(made);
    costs_.push_back(cost_of(made));
  }
  return place->second;
}

Aspects NodeBuilder::own_reads(const Node& made) const {
  switch (made.op) {
    case Op::root:
      return row(static_cast<Root>(made.value)).reads;
    case Op::member: {
      const MemberRow& word = row(static_cast<Member>(made.value));
      if (word.id == Member::player_rank) return word.reads | reads_of_rank_;
      // The hand of who acts is no other hand.
      const bool own =
          word.id == Member::player_hand && made.arg_count > 0 && is_root(arg(made, 0), Root::me);
      return own ? word.reads & ~aspects::other_hands : word.reads;
    }
    case Op::fact:
      return aspects::facts;
    case Op::can: {
      const auto act = static_cast<std::size_t>(made.value);
      return act < reads_of_acts_.size() ? reads_of_acts_[act] : aspects::none;
    }
    case Op::best:
      // Of equal players the first from round.first counts.
      return node(arg(made, 0)).type == Type::players ? aspects::order : aspects::none;
    default:
      return aspects::none;
  }
}

Aspects NodeBuilder::reads_of(const Node& made) const {
  Aspects reads = own_reads(made);
  if (dsl::is_member(made, Member::tiles_count)) {
    // The number of tiles in a hand tells nothing of which they are.
    const std::int32_t set = arg(made, 0);
    const Node& tiles = node(set);
    if (is_member(set, Member::player_hand)) return reads | aspects::hand_sizes | node(arg(tiles, 0)).reads;
    if (is_root(set, Root::rest)) return reads | aspects::hand_sizes | (tiles.reads & ~aspects::hands);
  }
  for (int i = 0; i < made.arg_count; ++i) reads |= node(arg(made, i)).reads;
  return reads;
}

void NodeBuilder::set_reads(std::vector<Aspects> of_acts, Aspects of_rank) {
  reads_of_acts_ = std::move(of_acts);
  reads_of_rank_ = of_rank;
  // Arguments come before what is made of them.
  for (Node& made : program_.nodes) made.reads = reads_of(made);
}

std::int32_t NodeBuilder::cost_of(const Node& made) const {
  // About so many elements has a set in the midst of a game.
  constexpr std::int32_t set_size = 12;
  constexpr std::int32_t asking_for_acts = 500;
  std::int32_t cost = made.op == Op::can ? asking_for_acts : 1;
  const bool over_a_set = is_quantifier(made.op);
  for (int i = 0; i < made.arg_count; ++i) {
    const std::int32_t part = costs_[static_cast<std::size_t>(arg(made, i))];
    cost = sum_of(cost, over_a_set && i > 0 ? product_of(part, set_size) : part);
  }
  return over_a_set ? sum_of(cost, set_size) : cost;
}

std::int32_t NodeBuilder::remake(const Node& like, std::vector<std::int32_t> args) {
  NodeWish wish{.op = like.op,
                .type = like.type,
                .value = like.value,
                .args = std::move(args),
                .has_where = like.has_where,
                .has_of = like.has_of,
                .level = like.level};
  // The receiver of a word that there is one of is left out already.
  if (like.op == Op::member && wish.args.size() == (like.has_of ? 1U : 0U)) {
    for (const std::int32_t arg : wish.args) {
      if (is_absent(arg)) return absent(like.type);
    }
    return intern(wish);
  }
  return make(std::move(wish));
}

std::int32_t NodeBuilder::negation(std::int32_t condition) {
  return make({.op = Op::logical_not, .type = Type::truth, .args = {condition}});
}
std::int32_t NodeBuilder::conjunction(std::vector<std::int32_t> conditions) {
  return make({.op = Op::logical_and, .type = Type::truth, .args = std::move(conditions)});
}
std::int32_t NodeBuilder::disjunction(std::vector<std::int32_t> conditions) {
  return make({.op = Op::logical_or, .type = Type::truth, .args = std::move(conditions)});
}

std::int32_t NodeBuilder::make(NodeWish wish) {
  switch (wish.op) {
    case Op::number:
    case Op::truth:
    case Op::name:
    case Op::absent:
    case Op::option:
      return constant(wish.op, wish.type, wish.value);
    case Op::root:
    case Op::can:
    case Op::word:
    case Op::variable:
      return intern(wish);
    case Op::member:
      return member(std::move(wish));
    case Op::fact:
      if (!wish.args.empty() && is_absent(wish.args[0])) return absent(wish.type);
      return intern(wish);
    case Op::train_of:
      if (!wish.args.empty() && is_absent(wish.args[0])) return absent(wish.type);
      for (const TrainPlace& place : program_.trains) {
        if (place.kind.value == wish.value) return intern(wish);
      }
      return absent(wish.type);
    case Op::table:
      return table(wish);
    case Op::negate:
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      return arithmetic(wish);
    case Op::equal:
    case Op::not_equal:
      return equality(wish);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::between:
    case Op::has:
      return comparison(wish);
    case Op::logical_not: {
      const Node& inner = node(wish.args[0]);
      if (inner.op == Op::truth) return truth(inner.value == 0);
      if (inner.op == Op::logical_not) return arg(inner, 0);
      return intern(wish);
    }
    case Op::logical_and:
    case Op::logical_or:
      return junction(wish);
    case Op::choose:
      return choice(wish);
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      return quantifier(std::move(wish));
  }
  return intern(wish);
}

std::int32_t NodeBuilder::arithmetic(const NodeWish& wish) {
  for (const std::int32_t arg : wish.args) {
    if (is_absent(arg)) return absent(Type::number);
  }
  for (const std::int32_t arg : wish.args) {
    if (!is_constant(arg)) return intern(wish);
  }
  const std::int32_t a = node(wish.args[0]).value;
  if (wish.op == Op::negate) return number(difference_of(0, a));
  return number(calculated(wish.op, a, node(wish.args[1]).value));
}

std::int32_t NodeBuilder::comparison(const NodeWish& wish) {
  for (const std::int32_t arg : wish.args) {
    if (is_absent(arg)) return truth(false);
  }
  for (const std::int32_t arg : wish.args) {
    if (!is_constant(arg)) return intern(wish);
  }
  const std::int32_t a = node(wish.args[0]).value;
  const std::int32_t b = node(wish.args[1]).value;
  if (wish.op == Op::has) return intern(wish);
  if (wish.op == Op::between) return truth(b <= a && a <= node(wish.args[2]).value);
  return truth(compares(wish.op, a, b));
}

std::int32_t NodeBuilder::equality(const NodeWish& wish) {
  const bool wanted = wish.op == Op::equal;
  std::int32_t a = wish.args[0];
  std::int32_t b = wish.args[1];
  // The written `nobody` or `nothing` to the right, so that the engine has to look at one side only.
  if (node(a).type == Type::absent) std::swap(a, b);
  if (node(b).type == Type::absent) {
    if (is_constant(a)) return truth(is_absent(a) == wanted);
    // Truth values, sets and what there is one of are never absent; a number may be.
    if (node(a).type == Type::truth) return truth(!wanted);
  } else {
    if (is_absent(a) || is_absent(b)) return truth(!wanted);
    if (is_constant(a)) std::swap(a, b);
    if (is_constant(a)) return truth((node(a).value == node(b).value) == wanted);
    if (node(b).op == Op::truth) return (node(b).value == 1) == wanted ? a : negation(a);
    if (node(b).op == Op::name && node(a).op == Op::member &&
        node(a).value == static_cast<std::int32_t>(Member::train_kind) &&
        !kind_is_laid_out({static_cast<std::uint16_t>(node(b).value)})) {
      return truth(!wanted);
    }
  }
  return intern({.op = wish.op, .type = Type::truth, .args = {a, b}});
}

bool NodeBuilder::kind_is_laid_out(NameId kind) const {
  return std::any_of(program_.trains.begin(), program_.trains.end(),
                     [&](const TrainPlace& place) { return place.kind_name == kind; });
}

std::int32_t NodeBuilder::junction(const NodeWish& wish) {
  const bool is_and = wish.op == Op::logical_and;
  std::vector<std::int32_t> parts;
  const auto add = [&](std::int32_t part) {
    if (is_truth(part, is_and)) return;
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  };
  for (const std::int32_t arg : wish.args) {
    const Node inner = node(arg);
    if (inner.op == wish.op) {
      for (int i = 0; i < inner.arg_count; ++i) add(this->arg(inner, i));
    } else {
      add(arg);
    }
  }
  for (const std::int32_t part : parts) {
    if (is_truth(part, !is_and)) return truth(!is_and);
  }
  if (parts.empty()) return truth(is_and);
  if (parts.size() == 1) return parts[0];
  // The order means nothing, as no condition fails: what is cheap comes first.
  std::stable_sort(parts.begin(), parts.end(), [&](std::int32_t a, std::int32_t b) {
    return costs_[static_cast<std::size_t>(a)] < costs_[static_cast<std::size_t>(b)];
  });
  while (parts.size() > most_args) {
    std::vector<std::int32_t> shorter;
    for (std::size_t i = 0; i < parts.size(); i += most_args) {
      const auto from = parts.begin() + static_cast<std::ptrdiff_t>(i);
      const auto to = parts.begin() + static_cast<std::ptrdiff_t>(std::min(i + most_args, parts.size()));
      shorter.push_back(intern({.op = wish.op, .type = Type::truth, .args = {from, to}}));
    }
    parts = std::move(shorter);
  }
  return intern({.op = wish.op, .type = Type::truth, .args = std::move(parts)});
}

std::int32_t NodeBuilder::choice(const NodeWish& wish) {
  const std::int32_t condition = wish.args[0];
  // A branch that says `nobody` is an absent value of the whole's type, not a question for absence.
  const auto branch = [&](std::int32_t index) {
    return node(index).type == Type::absent ? absent(wish.type) : index;
  };
  const std::int32_t then = branch(wish.args[1]);
  const std::int32_t otherwise = branch(wish.args[2]);
  if (is_truth(condition, true) || then == otherwise) return then;
  if (is_truth(condition, false)) return otherwise;
  if (wish.type == Type::truth) {
    if (is_truth(then, true)) return disjunction({condition, otherwise});
    if (is_truth(then, false)) return conjunction({negation(condition), otherwise});
    if (is_truth(otherwise, true)) return disjunction({negation(condition), then});
    if (is_truth(otherwise, false)) return conjunction({condition, then});
  }
  return intern({.op = Op::choose, .type = wish.type, .args = {condition, then, otherwise}});
}

std::int32_t NodeBuilder::member(NodeWish wish) {
  for (const std::int32_t arg : wish.args) {
    if (is_absent(arg)) return absent(wish.type);
  }
  const auto id = static_cast<Member>(wish.value);
  const MemberRow& word = row(id);
  if (id == Member::match_players) return number(program_.players);
  if (id == Member::set_highest) return number(program_.highest);
  if (id == Member::set_copies) return number(program_.copies);
  // Every number stands on a tile with each number, itself once.
  if (id == Member::set_each) return number((program_.highest + 1) * program_.copies);
  const bool one_of_a_kind = word.of == Type::set || word.of == Type::match || word.of == Type::round ||
                             word.of == Type::turn || word.of == Type::debts;
  if (one_of_a_kind && !wish.args.empty() && node(wish.args[0]).op == Op::root)
    wish.args.erase(wish.args.begin());
  wish.has_of = word.argument != Type::none;
  return intern(wish);
}

std::int32_t NodeBuilder::table(const NodeWish& wish) {
  for (const std::int32_t arg : wish.args) {
    if (is_absent(arg)) return absent(wish.type);
  }
  for (const std::int32_t arg : wish.args) {
    if (!is_constant(arg)) return intern(wish);
  }
  for (const TableEntry& entry : program_.tables[static_cast<std::size_t>(wish.value)].entries) {
    bool inside = true;
    for (std::size_t key = 0; key < wish.args.size(); ++key) {
      const std::int32_t at = node(wish.args[key]).value;
      inside = inside && entry.ranges[key].first <= at && at <= entry.ranges[key].second;
    }
    if (!inside) continue;
    if (wish.type == Type::truth) return truth(entry.value == 1);
    return wish.type == Type::name ? name({static_cast<std::uint16_t>(entry.value)}) : number(entry.value);
  }
  return absent(wish.type);
}

std::int32_t NodeBuilder::quantifier(NodeWish wish) {
  const auto over_nothing = [&] {
    switch (wish.op) {
      case Op::any:
        return truth(false);
      case Op::all:
        return truth(true);
      case Op::count:
      case Op::sum:
        return number(0);
      default:
        return absent(wish.type);
    }
  };
  if (is_absent(wish.args[0])) return over_nothing();
  if (wish.has_where) {
    const std::int32_t where = wish.args[1];
    // `all` asks its condition of every element; for the others it chooses the elements.
    if (wish.op == Op::all) {
      if (is_truth(where, true)) return truth(true);
    } else {
      if (is_truth(where, false)) return over_nothing();
      if (is_truth(where, true)) {
        wish.args.erase(wish.args.begin() + 1);
        wish.has_where = false;
      }
    }
  }
  if (wish.has_of) {
    const std::int32_t of = wish.args.back();
    if (is_absent(of)) return over_nothing();
    if (wish.op == Op::sum && is_constant(of) && node(of).value == 0) return number(0);
  }
  // Of equal players the first from round.first counts, which another round may make another.
  if (wish.op == Op::best && node(wish.args[0]).type == Type::players)
    wish.level = deeper(wish.level, Level::round);
  return intern(wish);
}

}  // namespace roundhouse::dsl
