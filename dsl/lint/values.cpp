#include "dsl/lint/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/base/number_words.h"
#include "dsl/check/simplify.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

using There = Value::There;

NumberRange within_limits(std::int64_t low, std::int64_t high) {
  return {std::clamp(low, any_number.low, any_number.high),
          std::clamp(high, any_number.low, any_number.high)};
}

NumberRange exactly(std::int64_t number) { return {number, number}; }

NumberRange product(NumberRange a, NumberRange b) {
  const std::array<std::int64_t, 4> corners{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  const auto [least, most] = std::minmax_element(corners.begin(), corners.end());
  return within_limits(*least, *most);
}

Three opposite(Three truth) {
  if (truth == Three::open) return truth;
  return truth == Three::yes ? Three::no : Three::yes;
}

/// What a comparison of two numbers that are there comes to.
Three compared(Op op, NumberRange a, NumberRange b) {
  const bool apart = a.high < b.low || b.high < a.low;
  const bool same = a.is_exact() && b.is_exact() && a.low == b.low;
  switch (op) {
    case Op::equal:
      return apart ? Three::no : same ? Three::yes : Three::open;
    case Op::not_equal:
      return apart ? Three::yes : same ? Three::no : Three::open;
    case Op::less:
      return a.high < b.low ? Three::yes : a.low >= b.high ? Three::no : Three::open;
    case Op::less_equal:
      return a.high <= b.low ? Three::yes : a.low > b.high ? Three::no : Three::open;
    default:
      return compared(mirrored(op), b, a);
  }
}

/// Both have to be there for the result to be there.
There both(There a, There b) {
  if (a == There::never || b == There::never) return There::never;
  return a == There::sure && b == There::sure ? There::sure : There::maybe;
}

Value of_number(NumberRange range, There presence) {
  Value made;
  made.there = presence;
  made.range = range;
  return made;
}

Value of_truth(Three truth) {
  Value made;
  made.there = There::sure;
  made.truth = truth;
  return made;
}

Value of_thing(Thing thing, There presence, std::size_t of = 0) {
  Value made;
  made.there = presence;
  made.thing = thing;
  made.of = of;
  return made;
}

class Interpreter {
 public:
  explicit Interpreter(const Assumed& assumed)
      : at_(assumed), rules_(assumed.rules), game_(assumed.game), guess_(assumed.guess) {}

  Value of(const TypedExpr& node) {
    if (!at_.effort.spend()) return {};
    switch (node.op) {
      case Op::number:
        return of_number(exactly(node.number), There::sure);
      case Op::truth:
        return of_truth(node.number != 0 ? Three::yes : Three::no);
      case Op::name: {
        Value made;
        made.there = is_gone_kind(node.index) ? There::never : There::sure;
        made.name = node.index;
        return made;
      }
      case Op::absent:
        return of_thing(Thing::unknown, There::never);
      case Op::root:
        return of_root(node);
      case Op::member:
        return of_member(node);
      case Op::can:
        return of_truth(Three::open);
      case Op::option:
      case Op::table:
        return of_option(node);
      case Op::fact:
        return of_fact(node);
      case Op::train_of:
        return of_train(node);
      case Op::word:
        return of_word(node);
      case Op::variable:
        return of_variable(node);
      case Op::negate: {
        const Value inner = of(node.args[0]);
        return of_number({-inner.range.high, -inner.range.low}, inner.there);
      }
        ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
        return of_arithmetic(node);
        ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
        return of_truth(of_comparison(node));
      case Op::between:
        return of_truth(of_between(node));
      case Op::has:
        return of_truth(of_has(node));
      case Op::logical_not:
        return of_truth(opposite(truth_of(node.args[0])));
      case Op::logical_and:
      case Op::logical_or:
        return of_truth(of_junction(node));
      case Op::choose:
        return of_choice(node);
      case Op::any:
      case Op::all:
        return of_truth(of_asking(node));
      case Op::count:
        return of_count(node);
      case Op::sum:
      case Op::max:
      case Op::min:
      case Op::sole:
      case Op::best:
        return of_measuring(node);
    }
    return {};
  }

 private:
  Three truth_of(const TypedExpr& node) {
    const Value value = of(node);
    return value.is_absent() ? Three::no : value.truth;
  }

  bool is_gone_kind(std::int32_t name) const {
    return at_.gone_trains_count &&
           std::any_of(rules_.trains.begin(), rules_.trains.end(),
                       [&](const TrainKind& kind) { return kind.gone && kind.name_id.value == name; });
  }

  std::int32_t highest() const { return at_.sizes_open ? game_.widest_highest : game_.highest; }
  NumberRange pips() const { return {0, highest()}; }
  NumberRange players() const { return guess_.players ? exactly(*guess_.players) : game_.players; }
  /// No hand, heap or row has more tiles.
  std::int64_t all_tiles() const {
    return at_.sizes_open ? std::int64_t{380} : std::max<std::int64_t>(game_.tiles, 0);
  }

  bool is_act(BuiltInAct act) const { return at_.scene.act == act_id(act); }
  bool is_event(BuiltInEvent event) const { return at_.scene.event == event_id(event); }
  const DeclaredAct* declared() const {
    if (at_.scene.act && at_.scene.act->value >= built_in_acts)
      return &rules_.acts[at_.scene.act->value - built_in_acts];
    if (at_.scene.event && at_.scene.event->value >= built_in_events)
      return &rules_.acts[at_.scene.event->value - built_in_events];
    return nullptr;
  }
  bool has_scene() const { return at_.scene.act || at_.scene.event; }

  There me_there() const {
    if (const DeclaredAct* act = declared()) return act->by == ActBy::referee ? There::never : There::sure;
    return has_scene() ? There::sure : There::maybe;
  }

  /// Whoever acts has the turn: of an act by law, behind it because it was done.
  bool is_my_turn() const {
    if (const DeclaredAct* act = declared())
      return act->by == ActBy::turn && (at_.scene.event || at_.scene.laws);
    if (at_.scene.act) return at_.scene.laws && !is_act(BuiltInAct::lead);
    return is_event(BuiltInEvent::lay) || is_event(BuiltInEvent::draw) || is_event(BuiltInEvent::done);
  }

  Value of_root(const TypedExpr& node) const {
    switch (static_cast<Root>(node.index)) {
      case Root::me:
        return of_thing(Thing::me, me_there());
      case Root::tile:
        return of_thing(Thing::tile, There::sure);
      case Root::end:
        return of_thing(Thing::end, has_scene() ? There::sure : There::maybe);
      case Root::new_end:
        return of_thing(Thing::new_end, There::sure);
      case Root::whom:
        return of_thing(Thing::whom, has_scene() ? There::sure : There::maybe);
      case Root::joining:
        return of_number(guess_.joining ? exactly(*guess_.joining) : pips(),
                         has_scene() ? There::sure : There::maybe);
      case Root::amount: {
        const DeclaredAct* act = declared();
        if (act && act->amount) return of_number({act->amount->first, act->amount->second}, There::sure);
        return of_number(any_number, There::maybe);
      }
      case Root::holder:
      case Root::debt:
        return of_thing(Thing::unknown, There::maybe);
      default:
        return of_thing(Thing::unknown, There::sure);
    }
  }

  NumberRange floor_of(Member member) const {
    switch (row(member).floor) {
      case Floor::from_1:
        return {1, any_number.high};
      case Floor::from_0:
        return {0, any_number.high};
      case Floor::any:
        break;
    }
    return any_number;
  }

  NumberRange member_range(Member member, const Value& of_what) {
    const bool lays = is_act(BuiltInAct::lay);
    const bool of_me = of_what.thing == Thing::me;
    switch (member) {
      case Member::set_highest:
        return at_.sizes_open ? of(rules_.setup.highest).range : NumberRange{1, highest()};
      case Member::set_copies:
        return {1, 2};
      case Member::match_players:
        return players();
      case Member::match_game:
        return {1, game_.games ? *game_.games : any_number.high};
      case Member::round_number:
        return {1, game_.rounds && !at_.sizes_open ? *game_.rounds : any_number.high};
      case Member::round_boneyard:
        return {is_act(BuiltInAct::draw) && at_.scene.laws ? 1 : 0, all_tiles()};
      case Member::turn_laid:
        return {is_event(BuiltInEvent::lay) ? 1 : 0, all_tiles()};
      case Member::turn_drawn:
      case Member::turn_drew:
        return {is_event(BuiltInEvent::draw) ? 1 : 0, any_number.high};
      case Member::player_count:
        return {of_me && (lays || is_act(BuiltInAct::lead) || is_event(BuiltInEvent::draw)) ? 1 : 0,
                all_tiles()};
      case Member::player_seat:
      case Member::player_rank:
        return {1, players().high};
      case Member::player_place:
        return {0, players().high - 1};
      case Member::player_points:
        return game_.points;
      case Member::player_total:
        return game_.totals;
      case Member::tile_high:
        if (of_what.thing == Thing::tile && guess_.tile) return exactly((*guess_.tile)[1]);
        return pips();
      case Member::tile_low:
        if (of_what.thing == Thing::tile && guess_.tile) return exactly((*guess_.tile)[0]);
        return pips();
      case Member::tile_pips:
        if (of_what.thing == Thing::tile && guess_.tile)
          return exactly((*guess_.tile)[0] + (*guess_.tile)[1]);
        return {0, 2 * std::int64_t{highest()}};
      case Member::end_pip:
        if (of_what.thing == Thing::end && guess_.pip) return exactly(*guess_.pip);
        return pips();
      case Member::debt_pip:
        return pips();
      case Member::tiles_count:
        return {0, all_tiles()};
      case Member::debts_count:
      case Member::debts_fresh:
        return {member == Member::debts_count && lays && guess_.end && guess_.end->owed ? 1 : 0,
                any_number.high};
      default:
        return floor_of(member);
    }
  }

  Three member_truth(Member member, const Value& of_what) const {
    const auto& end = guess_.end;
    const auto told = [](bool truth) { return truth ? Three::yes : Three::no; };
    const bool lays = is_act(BuiltInAct::lay);
    switch (member) {
      case Member::tile_double:
        if (of_what.thing == Thing::tile && guess_.tile) return told((*guess_.tile)[0] == (*guess_.tile)[1]);
        break;
      case Member::end_mine:
        if (of_what.thing == Thing::end && end) return told(end->owner == Owner::mine);
        break;
      case Member::end_others:
        if (of_what.thing == Thing::end && end) return told(end->owner == Owner::others);
        break;
      case Member::end_start:
        if (of_what.thing == Thing::end && end) return told(end->start);
        if (of_what.thing == Thing::new_end) return Three::no;
        break;
      case Member::end_marked:
        if (of_what.thing == Thing::end && end) return told(end->marked);
        if (of_what.thing == Thing::new_end) return Three::no;
        break;
      case Member::end_owed:
        if (of_what.thing == Thing::end && end) return told(end->owed);
        if (of_what.thing == Thing::new_end) return Three::no;
        break;
      case Member::train_started:
      case Member::train_marked:
        if (lays && end && is_train_of_end(of_what) == Three::yes) {
          if (member == Member::train_started && end->start) return Three::no;
          if (member == Member::train_marked && end->marked) return Three::yes;
        }
        break;
      case Member::debts_any:
        if (lays && end && end->owed) return Three::yes;
        break;
      case Member::round_over:
        // A referee's act may come after the round.
        if (at_.scene.act && at_.scene.laws && me_there() == There::sure) return Three::no;
        break;
      default:
        break;
    }
    return Three::open;
  }

  /// Is this the train that the assumed end is on?
  Three is_train_of_end(const Value& train) const {
    if (train.thing == Thing::train_of_end) return Three::yes;
    if (!guess_.end) return Three::open;
    if (train.thing != Thing::my_train && train.thing != Thing::shared_train) return Three::open;
    const Owner owner = train.thing == Thing::my_train ? Owner::mine : Owner::nobody;
    if (guess_.end->kind != train.of || guess_.end->owner != owner) return Three::no;
    return rules_.trains[train.of].count ? Three::open : Three::yes;
  }

  There member_there(Member member, const Value& of_what, There arguments) const {
    if (of_what.is_absent()) return There::never;
    const bool base = of_what.is_there();
    if (row(member).presence == dsl::Presence::given) return both(of_what.there, arguments);
    switch (member) {
      case Member::round_winner:
        return game_.winner_ends && is_in_play() ? There::never : There::maybe;
      case Member::player_count:
      case Member::player_seat:
      case Member::player_turns:
      case Member::player_points:
      case Member::player_total:
      case Member::player_rank:
      case Member::player_left:
      case Member::player_hand:
      case Member::tiles_count:
        return base ? There::sure : There::maybe;
      case Member::end_pip:
      case Member::end_train:
      case Member::train_kind:
        return base && (of_what.thing == Thing::end || of_what.thing == Thing::new_end ||
                        of_what.thing == Thing::train_of_end)
                   ? There::sure
                   : There::maybe;
      case Member::train_owner:
        if (of_what.thing == Thing::my_train) return of_what.there;
        if (of_what.thing == Thing::shared_train) return There::never;
        if (of_what.thing == Thing::train_of_end && guess_.end)
          return guess_.end->owner == Owner::nobody ? There::never : of_what.there;
        return There::maybe;
      case Member::end_debt:
        if (of_what.thing == Thing::new_end) return There::never;
        if (of_what.thing == Thing::end && guess_.end) return guess_.end->owed ? of_what.there : There::never;
        return There::maybe;
      case Member::turn_player:
        return is_my_turn() ? There::sure : There::maybe;
      default:
        return There::maybe;
    }
  }

  /// A player acts while the round is played, and nothing has followed of an act yet.
  bool is_in_play() const {
    if (me_there() != There::sure) return false;
    if (at_.scene.act) return true;
    return is_event(BuiltInEvent::lay) || is_event(BuiltInEvent::draw);
  }

  Value of_member(const TypedExpr& node) {
    const auto member = static_cast<Member>(node.index);
    const Value receiver = of(node.args[0]);
    There arguments = There::sure;
    for (std::size_t i = 1; i < node.args.size(); ++i) arguments = both(arguments, of(node.args[i]).there);
    Value made;
    made.there = member_there(member, receiver, arguments);
    if (made.is_absent()) {
      made.truth = Three::no;
      return made;
    }
    if (node.type == Type::number) made.range = member_range(member, receiver);
    if (node.type == Type::truth) {
      made.truth = member_truth(member, receiver);
      made.there = There::sure;
    }
    switch (member) {
      case Member::end_train:
        if (receiver.thing == Thing::end) made.thing = Thing::train_of_end;
        break;
      case Member::train_owner:
        if (receiver.thing == Thing::train_of_end) made.thing = Thing::owner_of_end;
        if (receiver.thing == Thing::my_train) made.thing = Thing::me;
        break;
      case Member::end_debt:
        if (receiver.thing == Thing::end) made.thing = Thing::debt_of_end;
        break;
      case Member::turn_player:
        made.thing = is_my_turn() ? Thing::me : Thing::turn_player;
        break;
      case Member::train_kind:
        if (receiver.thing == Thing::my_train || receiver.thing == Thing::shared_train)
          made.name = rules_.trains[receiver.of].name_id.value;
        if (receiver.thing == Thing::train_of_end && guess_.end)
          made.name = rules_.trains[guess_.end->kind].name_id.value;
        break;
      default:
        break;
    }
    return made;
  }

  Value of_option(const TypedExpr& node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    Value made;
    made.there = node.op == Op::option ? There::sure : There::maybe;
    if (option.type == Type::name) {
      if (option.choices.size() == 1) made.name = option.choices.front().value;
    } else if (option.type == Type::number) {
      if (!option.numbers.empty()) {
        made.range = {option.numbers.front(), option.numbers.back()};
      } else if (option.range) {
        made.range = {option.range->first, option.range->second};
      }
    }
    return made;
  }

  Value of_fact(const TypedExpr& node) {
    const Value receiver = node.args.empty() ? of_thing(Thing::unknown, There::sure) : of(node.args[0]);
    const auto index = static_cast<std::size_t>(node.index);
    Value made;
    if (node.type == Type::number) {
      made.range = game_.facts[index];
      made.there = receiver.there;
    } else if (node.type == Type::truth) {
      made.there = There::sure;
      made.truth = receiver.is_absent() || game_.facts[index].high == 0 ? Three::no : Three::open;
    } else {
      made.there = receiver.is_absent() ? There::never : There::maybe;
    }
    return made;
  }

  /// Before the engine lies there is no train, and a rule may be asked then.
  bool trains_lie() const {
    if (at_.scene.act) return !is_act(BuiltInAct::lead);
    constexpr BuiltInEvent in_play[] = {BuiltInEvent::lay,        BuiltInEvent::draw,  BuiltInEvent::done,
                                        BuiltInEvent::deal,       BuiltInEvent::dealt, BuiltInEvent::cover,
                                        BuiltInEvent::turn_begins};
    return std::any_of(std::begin(in_play), std::end(in_play),
                       [&](BuiltInEvent event) { return is_event(event); });
  }

  Value of_train(const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    const TrainKind& kind = rules_.trains[index];
    if (kind.gone) return of_thing(Thing::unknown, at_.gone_trains_count ? There::never : There::maybe);
    const Value receiver = node.args.empty() ? of_thing(Thing::unknown, There::sure) : of(node.args[0]);
    if (receiver.is_absent()) return receiver;
    const There there = kind.count || !trains_lie() ? There::maybe : receiver.there;
    if (kind.of == TrainOwner::all) return of_thing(Thing::shared_train, there, index);
    return of_thing(receiver.thing == Thing::me ? Thing::my_train : Thing::unknown, there, index);
  }

  Value of_word(const TypedExpr& node) {
    const Word& word = rules_.words[static_cast<std::size_t>(node.index)];
    // One that is bare true, false or a number is there for a child to change.
    if (word.is.op == Op::truth || word.is.op == Op::number) {
      Value open;
      open.there = There::sure;
      return open;
    }
    const std::vector<Value> outer = std::move(bound_);
    bound_.clear();
    if (!node.args.empty()) {
      bound_ = outer;
      const Value receiver = of(node.args[0]);
      bound_ = {receiver};
    }
    Value made = of(word.is);
    bound_ = outer;
    return made;
  }

  Value of_variable(const TypedExpr& node) const {
    const auto out = static_cast<std::size_t>(node.index);
    if (out < bound_.size()) return bound_[bound_.size() - 1 - out];
    return of_thing(Thing::unknown, There::maybe);
  }

  Value of_arithmetic(const TypedExpr& node) {
    const Value a = of(node.args[0]), b = of(node.args[1]);
    const There presence = both(a.there, b.there);
    const NumberRange x = a.range, y = b.range;
    if (x.is_exact() && y.is_exact())
      return of_number(exactly(calculated(node.op, stopped(x.low), stopped(y.low))), presence);
    switch (node.op) {
      case Op::add:
        return of_number(within_limits(x.low + y.low, x.high + y.high), presence);
      case Op::subtract:
        return of_number(within_limits(x.low - y.high, x.high - y.low), presence);
      case Op::multiply:
        return of_number(product(x, y), presence);
      case Op::divide:
        if (y.is_exact() && y.low > 0) return of_number({x.low / y.low, x.high / y.low}, presence);
        break;
      case Op::modulo:
        if (y.is_exact() && y.low > 0 && x.low >= 0)
          return of_number({0, std::min(x.high, y.low - 1)}, presence);
        break;
      default:
        break;
    }
    return of_number(any_number, presence);
  }

  /// Are two things that are there the same one?
  Three same_thing(const Value& a, const Value& b) const {
    if (a.thing == Thing::unknown || b.thing == Thing::unknown) return Three::open;
    if (a.thing == b.thing && a.of == b.of) {
      const bool several = (a.thing == Thing::my_train || a.thing == Thing::shared_train) &&
                           rules_.trains[a.of].count.has_value();
      return several ? Three::open : Three::yes;
    }
    const auto is_kind = [](const Value& value) {
      return value.thing == Thing::my_train || value.thing == Thing::shared_train;
    };
    if (is_kind(a) && is_kind(b)) return a.of == b.of ? Three::open : Three::no;
    if (a.thing == Thing::train_of_end) return is_train_of_end(b);
    if (b.thing == Thing::train_of_end) return is_train_of_end(a);
    const bool owner_and_me = (a.thing == Thing::owner_of_end && b.thing == Thing::me) ||
                              (b.thing == Thing::owner_of_end && a.thing == Thing::me);
    if (owner_and_me && guess_.end) return guess_.end->owner == Owner::mine ? Three::yes : Three::no;
    return Three::open;
  }

  Three of_comparison(const TypedExpr& node) {
    const TypedExpr &left = node.args[0], &right = node.args[1];
    const Value a = of(left), b = of(right);
    const bool differs = node.op == Op::not_equal;
    if (left.op == Op::absent || right.op == Op::absent) {
      const Value& asked = left.op == Op::absent ? b : a;
      if (asked.there == There::maybe) return Three::open;
      return asked.is_absent() != differs ? Three::yes : Three::no;
    }
    if (left.type == Type::truth) {
      const Three x = a.is_absent() ? Three::no : a.truth, y = b.is_absent() ? Three::no : b.truth;
      if (x == Three::open || y == Three::open) return Three::open;
      return (x == y) != differs ? Three::yes : Three::no;
    }
    if (a.is_absent() || b.is_absent()) return differs ? Three::yes : Three::no;
    Three sure = Three::open;
    if (left.type == Type::number) {
      sure = compared(node.op, a.range, b.range);
    } else if (left.type == Type::name) {
      if (a.name && b.name) sure = (a.name == b.name) != differs ? Three::yes : Three::no;
    } else {
      sure = same_thing(a, b);
      if (differs) sure = opposite(sure);
    }
    if (a.is_there() && b.is_there()) return sure;
    // Something absent makes `!=` true and all else false, whatever the other side is.
    if (sure == (differs ? Three::yes : Three::no)) return sure;
    return Three::open;
  }

  Three of_between(const TypedExpr& node) {
    const Value value = of(node.args[0]), low = of(node.args[1]), high = of(node.args[2]);
    if (value.is_absent() || low.is_absent() || high.is_absent()) return Three::no;
    if (value.range.high < low.range.low || value.range.low > high.range.high) return Three::no;
    if (low.range.low > high.range.high) return Three::no;
    const bool inside = value.range.low >= low.range.high && value.range.high <= high.range.low;
    return inside && value.is_there() && low.is_there() && high.is_there() ? Three::yes : Three::open;
  }

  Three of_has(const TypedExpr& node) {
    const Value what = of(node.args[0]), number = of(node.args[1]);
    if (what.is_absent() || number.is_absent()) return Three::no;
    if (number.range.low > highest() || number.range.high < 0) return Three::no;
    if (what.thing != Thing::tile || !guess_.tile) return Three::open;
    const auto [low, high] = *guess_.tile;
    if (number.range.is_exact()) {
      const bool bears = number.range.low == low || number.range.low == high;
      return !bears ? Three::no : number.is_there() && what.is_there() ? Three::yes : Three::open;
    }
    const auto may_be = [&](std::int32_t half) {
      return number.range.low <= half && half <= number.range.high;
    };
    return may_be(low) || may_be(high) ? Three::open : Three::no;
  }

  Three of_junction(const TypedExpr& node) {
    const Three deciding = node.op == Op::logical_or ? Three::yes : Three::no;
    Three all = opposite(deciding);
    for (const TypedExpr& arg : node.args) {
      const Three part = truth_of(arg);
      if (part == deciding) return deciding;
      if (part == Three::open) all = Three::open;
    }
    return all;
  }

  Value of_choice(const TypedExpr& node) {
    const Three which = truth_of(node.args[0]);
    if (which == Three::yes) return of(node.args[1]);
    if (which == Three::no) return of(node.args[2]);
    const Value a = of(node.args[1]), b = of(node.args[2]);
    Value made;
    made.there = a.there == b.there ? a.there : There::maybe;
    // What is absent has no number; a truth value that is absent is false.
    made.range = a.is_absent() ? b.range : b.is_absent() ? a.range : hull(a.range, b.range);
    const Three x = a.is_absent() ? Three::no : a.truth, y = b.is_absent() ? Three::no : b.truth;
    made.truth = x == y ? x : Three::open;
    if (a.name == b.name) made.name = a.name;
    if (a.thing == b.thing && a.of == b.of) {
      made.thing = a.thing;
      made.of = a.of;
    }
    return made;
  }

  /// There is always one of them.
  static bool is_never_empty(const TypedExpr& set) { return set.type == Type::players; }

  Value element_of(const TypedExpr& set) {
    static_cast<void>(of(set));
    return of_thing(Thing::unknown, There::sure);
  }

  Three of_asking(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    if (!node.has_where) return Three::open;
    bound_.push_back(element_of(set));
    const Three each = truth_of(node.args[1]);
    bound_.pop_back();
    if (node.op == Op::any) {
      if (each == Three::no) return Three::no;
      return each == Three::yes && is_never_empty(set) ? Three::yes : Three::open;
    }
    if (each == Three::yes) return Three::yes;
    return each == Three::no && is_never_empty(set) ? Three::no : Three::open;
  }

  std::int64_t most_of(const TypedExpr& set) const {
    if (set.type == Type::players) return players().high;
    if (set.type == Type::tiles) return all_tiles();
    return any_number.high;
  }

  /// A bound for tiles: how many of the set meet a condition that is about the tile alone.
  std::int64_t most_tiles(const TypedExpr& where) {
    std::int64_t most = 0;
    const std::int32_t top = highest();
    const std::int64_t copies = at_.sizes_open ? 2 : game_.copies;
    const Guess before = guess_;
    for (std::int32_t low = 0; low <= top; ++low) {
      for (std::int32_t high = low; high <= top; ++high) {
        guess_.tile = {low, high};
        bound_.push_back(of_thing(Thing::tile, There::sure));
        if (truth_of(where) != Three::no) most += copies;
        bound_.pop_back();
      }
    }
    guess_ = before;
    return most;
  }

  /// Is the tile that an act is about asked for beside the one of the set?
  bool asks_for_tile(const TypedExpr& node) const {
    return (mentions_of(node, game_) & static_cast<std::uint32_t>(Mention::tile)) != 0;
  }

  Value of_count(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    std::int64_t most = most_of(set);
    std::int64_t least = is_never_empty(set) && !node.has_where ? players().low : 0;
    if (node.has_where) {
      if (set.type == Type::tiles && !asks_for_tile(node.args[1]) && bound_.size() < 2) {
        most = std::min(most, most_tiles(node.args[1]));
      } else {
        bound_.push_back(element_of(set));
        const Three each = truth_of(node.args[1]);
        bound_.pop_back();
        if (each == Three::no) most = 0;
        if (each == Three::yes && is_never_empty(set)) least = players().low;
      }
    }
    return of_number({least, most}, There::sure);
  }

  Value of_measuring(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    bound_.push_back(element_of(set));
    Value each = of_thing(Thing::unknown, There::maybe);
    if (node.has_of) each = of(node.args.back());
    bound_.pop_back();
    if (node.op == Op::sum) {
      const NumberRange one = each.is_absent() ? exactly(0) : each.range;
      NumberRange total = product({0, most_of(set)}, one);
      return of_number(hull(total, exactly(0)), There::sure);
    }
    if (node.op == Op::max || node.op == Op::min) {
      const bool there = each.is_there() && is_never_empty(set) && !node.has_where;
      return of_number(each.range, there ? There::sure : There::maybe);
    }
    return of_thing(Thing::unknown, There::maybe);
  }

  const Assumed& at_;
  const CheckedRules& rules_;
  const Game& game_;
  Guess guess_;
  std::vector<Value> bound_;  ///< the innermost last
};

}  // namespace

Value value_of(const TypedExpr& expression, const Assumed& assumed) {
  return Interpreter(assumed).of(expression);
}

std::vector<Scene> scenes_of(const CheckedRules& rules, const Rule& rule, bool laws) {
  std::vector<Scene> scenes;
  const auto add = [&](const Scene& scene) {
    if (std::find(scenes.begin(), scenes.end(), scene) == scenes.end()) scenes.push_back(scene);
  };
  for (const ActId act : rule.acts) add({act, std::nullopt, laws});
  for (const EventId event : rule.events) add({std::nullopt, event, laws});
  for (const RuleId id : rule.excepts)
    for (const Scene& scene : scenes_of(rules, rules.rules[id.value], laws)) add(scene);
  return scenes;
}

std::string set_text(std::int32_t highest) { return fmt::format("double-{}", number_word(highest)); }

}  // namespace roundhouse::dsl
