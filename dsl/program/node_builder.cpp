#include "dsl/program/node_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/arithmetic.h"

namespace roundhouse::dsl {
namespace {

/// Node::arg_count is a byte; longer chains of `and` and `or` are cut into shorter ones.
constexpr std::size_t most_args = 200;

/// Without the arguments. An effect may change any fact, also one that is kept for a whole match.
Level own_level(const NodeWish& wish) {
  if (wish.op == Op::root) return row(static_cast<Root>(wish.value)).level;
  if (wish.op == Op::member) return row(static_cast<Member>(wish.value)).level;
  return wish.op == Op::fact || wish.op == Op::can ? Level::turn : Level::constant;
}

std::size_t hash_of(const Node& made, std::span<const std::int32_t> args) {
  std::uint64_t hash =
      static_cast<std::uint64_t>(made.op) << 24U | static_cast<std::uint64_t>(made.type) << 16U |
      static_cast<std::uint64_t>(made.level) << 8U | (made.has_where ? 2U : 0U) | (made.has_of ? 1U : 0U);
  const auto add = [&](std::int32_t part) {
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32U;
  };
  add(made.value);
  for (const std::int32_t arg : args) add(arg);
  return static_cast<std::size_t>(hash);
}

}  // namespace

std::int32_t NodeBuilder::constant(Op op, Type type, std::int32_t value) {
  return intern({.op = op, .type = type, .value = value, .args = {}});
}

NodeBuilder::NodeBuilder(Program& program) : NodeView(program), program_(program) {
  known_.reserve(program.nodes.size());
  for (const Node& made : program.nodes) {
    const auto index = static_cast<std::int32_t>(costs_.size());
    const std::size_t hash = hash_of(made, args_of(made));
    if (!find(hash, made, args_of(made))) known_.emplace(hash, index);
    costs_.push_back(cost_of(made));
    if (made.op == Op::can) {
      reads_of_acts_.resize(program.acts.size(), aspects::none);
      reads_of_acts_[static_cast<std::size_t>(made.value)] = made.reads;
    } else if (dsl::is_member(made, Member::player_rank)) {
      reads_of_rank_ |= made.reads;
    }
  }
}

std::span<const std::int32_t> NodeBuilder::args_of(const Node& made) const {
  return std::span<const std::int32_t>(program_.args)
      .subspan(static_cast<std::size_t>(made.first_arg), made.arg_count);
}

std::optional<std::int32_t> NodeBuilder::find(std::size_t hash, const Node& made,
                                              std::span<const std::int32_t> args) const {
  const auto [begin, end] = known_.equal_range(hash);
  for (auto same = begin; same != end; ++same) {
    const Node& known = node(same->second);
    const std::span<const std::int32_t> known_args = args_of(known);
    if (known.op == made.op && known.type == made.type && known.value == made.value &&
        known.level == made.level && known.has_where == made.has_where && known.has_of == made.has_of &&
        std::equal(known_args.begin(), known_args.end(), args.begin(), args.end()))
      return same->second;
  }
  return std::nullopt;
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
  const std::size_t hash = hash_of(made, wish.args);
  if (const auto known = find(hash, made, wish.args)) return *known;
  const auto index = static_cast<std::int32_t>(costs_.size());
  made.first_arg = static_cast<std::int32_t>(program_.args.size());
  program_.args.insert(program_.args.end(), wish.args.begin(), wish.args.end());
  made.reads = reads_of(made);
  program_.nodes.push_back(made);
  costs_.push_back(cost_of(made));
  known_.emplace(hash, index);
  return index;
}

Aspects NodeBuilder::own_reads(const Node& made) const {
  if (made.op == Op::root) return row(static_cast<Root>(made.value)).reads;
  if (made.op == Op::fact) return aspects::facts;
  if (made.op == Op::member) {
    const MemberRow& word = row(static_cast<Member>(made.value));
    if (word.id == Member::player_rank) return word.reads | reads_of_rank_;
    // The hand of who acts is no other hand.
    const bool own = word.id == Member::player_hand && made.arg_count > 0 && is_root(arg(made, 0), Root::me);
    return own ? word.reads & ~aspects::other_hands : word.reads;
  }
  if (made.op == Op::can) {
    const auto act = static_cast<std::size_t>(made.value);
    return act < reads_of_acts_.size() ? reads_of_acts_[act] : aspects::none;
  }
  // Of equal players the first from round.first counts.
  const bool by_order = made.op == Op::best && node(arg(made, 0)).type == Type::players;
  return by_order ? aspects::order : aspects::none;
}

Aspects NodeBuilder::reads_of(const Node& made) const {
  Aspects reads = own_reads(made);
  if (dsl::is_member(made, Member::tiles_count)) {
    // The number of tiles in a hand does not show which they are.
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

std::optional<Constant> NodeBuilder::known_value(std::int32_t index) const {
  const Node& made = node(index);
  return is_constant(made.op) ? std::optional(Constant{made.op, made.type, made.value}) : std::nullopt;
}

std::int32_t NodeBuilder::make(NodeWish wish) {
  // Mostly they are few, and then no room has to be asked for.
  std::array<std::optional<Constant>, 4> few;
  std::vector<std::optional<Constant>> many(wish.args.size() > few.size() ? wish.args.size() : 0);
  const std::span<std::optional<Constant>> operands =
      many.empty() ? std::span(few).first(wish.args.size()) : std::span(many);
  std::transform(wish.args.begin(), wish.args.end(), operands.begin(),
                 [this](std::int32_t arg) { return known_value(arg); });
  const Folded found = fold(wish.op, wish.type, operands, wish.has_where, wish.has_of);
  switch (found.is) {
    case Folded::Is::constant:
      return constant(found.constant.op, found.constant.type, found.constant.value);
    case Folded::Is::operand: {
      // A branch that says `nobody` is an absent value of the whole's type, not a question for absence.
      const std::int32_t same = wish.args[found.operand];
      return node(same).type == Type::absent ? absent(wish.type) : same;
    }
    case Folded::Is::itself:
      break;
  }
  if (is_quantifier(wish.op)) return quantifier(std::move(wish));
  if (wish.op == Op::member) return member(std::move(wish));
  if (wish.op == Op::table) return table(wish, operands);
  if (wish.op == Op::equal || wish.op == Op::not_equal) return equality(wish);
  if (wish.op == Op::logical_and || wish.op == Op::logical_or) return junction(wish);
  if (wish.op == Op::choose) return choice(wish);
  if (wish.op == Op::logical_not && node(wish.args[0]).op == Op::logical_not)
    return arg(node(wish.args[0]), 0);
  const auto is_laid_out = [&](const TrainSlot& place) { return place.kind.value == wish.value; };
  if (wish.op == Op::train_of && std::none_of(program_.trains.begin(), program_.trains.end(), is_laid_out))
    return absent(wish.type);
  return intern(wish);
}

std::int32_t NodeBuilder::equality(const NodeWish& wish) {
  const bool wanted = wish.op == Op::equal;
  std::int32_t a = wish.args[0];
  std::int32_t b = wish.args[1];
  // Puts constants to the right, so that the engine has to look at one side only.
  if (known_value(a)) std::swap(a, b);
  // Truth values, sets and what there is one of are never absent; a number may be.
  if (node(b).type == Type::absent && node(a).type == Type::truth) return truth(!wanted);
  if (node(b).op == Op::truth) return (node(b).value == 1) == wanted ? a : negation(a);
  if (node(b).op == Op::name && is_member(a, Member::train_kind) &&
      !kind_is_laid_out({static_cast<std::uint16_t>(node(b).value)}))
    return truth(!wanted);
  return intern({.op = wish.op, .type = Type::truth, .args = {a, b}});
}

bool NodeBuilder::kind_is_laid_out(NameId kind) const {
  return std::any_of(program_.trains.begin(), program_.trains.end(),
                     [&](const TrainSlot& place) { return place.kind_name == kind; });
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
  const auto branch = [&](std::int32_t index) {
    return node(index).type == Type::absent ? absent(wish.type) : index;
  };
  const std::int32_t then = branch(wish.args[1]);
  const std::int32_t otherwise = branch(wish.args[2]);
  if (then == otherwise) return then;
  if (wish.type == Type::truth) {
    if (is_truth(then, true)) return disjunction({condition, otherwise});
    if (is_truth(then, false)) return conjunction({negation(condition), otherwise});
    if (is_truth(otherwise, true)) return disjunction({negation(condition), then});
    if (is_truth(otherwise, false)) return conjunction({condition, then});
  }
  return intern({.op = Op::choose, .type = wish.type, .args = {condition, then, otherwise}});
}

std::int32_t NodeBuilder::member(NodeWish wish) {
  const auto id = static_cast<Member>(wish.value);
  const MemberRow& word = row(id);
  if (id == Member::match_players) return number(program_.players);
  if (id == Member::set_highest) return number(program_.highest);
  if (id == Member::set_copies) return number(program_.copies);
  if (id == Member::set_each) return number(tiles_with_a_number(program_.highest, program_.copies));
  const bool one_of_a_kind = word.of == Type::set || word.of == Type::match || word.of == Type::round ||
                             word.of == Type::turn || word.of == Type::debts;
  if (one_of_a_kind && !wish.args.empty() && node(wish.args[0]).op == Op::root)
    wish.args.erase(wish.args.begin());
  wish.has_of = word.argument != Type::none;
  return intern(wish);
}

std::int32_t NodeBuilder::table(const NodeWish& wish, Operands keys) {
  if (!std::all_of(keys.begin(), keys.end(), [](const auto& key) { return key.has_value(); }))
    return intern(wish);
  const auto value = look_up(program_.tables[static_cast<std::size_t>(wish.value)].entries, keys);
  if (!value) return absent(wish.type);
  if (wish.type == Type::truth) return truth(*value == 1);
  return wish.type == Type::name ? name({static_cast<std::uint16_t>(*value)}) : number(*value);
}

std::int32_t NodeBuilder::quantifier(NodeWish wish) {
  if (wish.has_where && wish.op != Op::all && is_truth(wish.args[1], true)) {
    wish.args.erase(wish.args.begin() + 1);
    wish.has_where = false;
  }
  // Of equal players the first from round.first counts, which another round may make another.
  if (wish.op == Op::best && node(wish.args[0]).type == Type::players)
    wish.level = deeper(wish.level, Level::round);
  return intern(wish);
}

}  // namespace roundhouse::dsl
