#include "tools/lint/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/typed_tree.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

AbstractValue of_number(NumberRange range, There presence) {
  AbstractValue made;
  made.there = presence;
  made.range = range;
  return made;
}

AbstractValue of_truth(Truth truth) {
  AbstractValue made;
  made.there = There::sure;
  made.truth = truth;
  return made;
}

AbstractValue of_thing(Thing thing, There presence, std::size_t of = 0) {
  return {.there = presence, .thing = thing, .of = of};
}

class Interpreter : public Reading<Interpreter, TypedTree, AbstractValue> {
 public:
  explicit Interpreter(const Assumed& assumed)
      : at_(assumed), rules_(assumed.rules), game_(assumed.game), guess_(assumed.guess) {}

  AbstractValue of(const TypedExpr& node) { return at_.effort.spend() ? read(node) : AbstractValue{}; }

 private:
  friend Reading;

  // --- how values join ---

  static AbstractValue leaf(const TypedExpr&) { return {}; }
  /// Of an operator of which nothing else is said.
  static AbstractValue operation(const TypedExpr& node) {
    return node.type == Type::truth ? of_truth(Truth::undecided) : AbstractValue{};
  }
  static AbstractValue truth(bool known) { return of_truth(known_truth(known)); }
  static AbstractValue negated(const AbstractValue& value) {
    return of_truth(dsl::negated(value.as_condition()));
  }
  static AbstractValue both(const AbstractValue& a, const AbstractValue& b) {
    return of_truth(dsl::both(a.as_condition(), b.as_condition()));
  }
  static AbstractValue either(const AbstractValue& a, const AbstractValue& b) {
    return of_truth(dsl::either(a.as_condition(), b.as_condition()));
  }
  static bool surely(const AbstractValue& value, bool known) {
    return value.as_condition() == known_truth(known);
  }

  static AbstractValue chosen(const TypedExpr&, const AbstractValue&, const AbstractValue& a,
                              const AbstractValue& b) {
    AbstractValue made;
    made.there = a.there == b.there ? a.there : There::maybe;
    // An absent thing has no number; a truth value that is absent is false.
    made.range = a.is_absent() ? b.range : b.is_absent() ? a.range : hull(a.range, b.range);
    made.truth = a.as_condition() == b.as_condition() ? a.as_condition() : Truth::undecided;
    if (a.name == b.name) made.name = a.name;
    if (a.thing == b.thing && a.of == b.of) {
      made.thing = a.thing;
      made.of = a.of;
    }
    return made;
  }

  Truth truth_of(const TypedExpr& node) { return of(node).as_condition(); }

  AbstractValue constant(const TypedExpr& node) const {
    if (node.op == Op::number) return of_number(exactly(node.number), There::sure);
    if (node.op == Op::truth) return truth(node.number != 0);
    if (node.op == Op::absent) return of_thing(Thing::unknown, There::never);
    AbstractValue made;
    made.there = is_gone_kind(node.index) ? There::never : There::sure;
    made.name = node.index;
    return made;
  }

  static AbstractValue can(const TypedExpr&) { return of_truth(Truth::undecided); }

  // --- what is assumed ---

  bool is_gone_kind(std::int32_t name) const {
    return at_.gone_trains_count && any_of(rules_.trains, [&](const TrainKind& kind) {
             return kind.gone && kind.name_id.value == name;
           });
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
  bool is_guessed_tile(const AbstractValue& value) const { return value.thing == Thing::tile && guess_.tile; }
  bool is_guessed_end(const AbstractValue& value) const { return value.thing == Thing::end && guess_.end; }

  There me_there() const {
    if (const DeclaredAct* act = declared()) return act->by == ActBy::referee ? There::never : There::sure;
    return has_scene() ? There::sure : There::maybe;
  }

  /// True if the player who acts has the turn: of an act by law, behind it because it was done.
  bool is_my_turn() const {
    if (const DeclaredAct* act = declared())
      return act->by == ActBy::turn && (at_.scene.event || at_.scene.laws);
    if (at_.scene.act) return at_.scene.laws && !is_act(BuiltInAct::lead);
    return is_event(BuiltInEvent::lay) || is_event(BuiltInEvent::draw) || is_event(BuiltInEvent::done);
  }

  // --- words ---

  /// True if the engine never comes out of a hand.
  bool is_held_by_nobody() {
    const auto from = of(rules_.setup.engine_from).name;
    return from == static_cast<std::int32_t>(SetupName::aside) ||
           from == static_cast<std::int32_t>(SetupName::turned);
  }

  AbstractValue root(const TypedExpr& node) {
    const There in_scene = has_scene() ? There::sure : There::maybe;
    switch (static_cast<Root>(node.index)) {
      case Root::me:
        return of_thing(Thing::me, me_there());
      case Root::tile:
        return of_thing(Thing::tile, There::sure);
      case Root::end:
        return of_thing(Thing::end, in_scene);
      case Root::new_end:
        return of_thing(Thing::new_end, There::sure);
      case Root::whom:
        return of_thing(Thing::whom, in_scene);
      case Root::joining:
        return of_number(guess_.joining ? exactly(*guess_.joining) : pips(), in_scene);
      case Root::amount: {
        const DeclaredAct* act = declared();
        if (act && act->amount) return of_number({act->amount->first, act->amount->second}, There::sure);
        return of_number(any_number, There::maybe);
      }
      case Root::holder:
        return of_thing(Thing::unknown, is_held_by_nobody() ? There::never : There::maybe);
      case Root::debt:
        return of_thing(Thing::unknown, There::maybe);
      case Root::truth_true:
      case Root::truth_false:
      case Root::nobody:
      case Root::nothing:
      case Root::set:
      case Root::match:
      case Root::round:
      case Root::turn:
      case Root::players:
      case Root::ends:
      case Root::debts:
      case Root::can:
      case Root::rest:
        break;
    }
    return of_thing(Thing::unknown, There::sure);
  }

  NumberRange range_of(Bounds bounds) {
    constexpr std::int64_t most = any_number.high;
    switch (bounds) {
      case Bounds::any:
        return any_number;
      case Bounds::from_0:
        return {0, most};
      case Bounds::from_1:
        return {1, most};
      case Bounds::pips:
        return pips();
      case Bounds::both_pips:
        return {0, 2 * std::int64_t{highest()}};
      case Bounds::highest:
        return at_.sizes_open ? of(rules_.setup.highest).range : NumberRange{1, highest()};
      case Bounds::copies:
        return {1, 2};
      case Bounds::players:
        return players();
      case Bounds::seats:
        return {1, players().high};
      case Bounds::places:
        return {0, players().high - 1};
      case Bounds::tiles:
        return {0, all_tiles()};
      case Bounds::rounds:
        return {1, at_.sizes_open ? most : game_.rounds.value_or(most)};
      case Bounds::games:
        return {1, game_.games.value_or(most)};
      case Bounds::points:
        return game_.points;
      case Bounds::totals:
        return game_.totals;
    }
    return any_number;
  }

  /// True if the act or event leaves at least one of it. What only a law sees to does not count where laws do
  /// not.
  bool is_some(const MemberRow& word, const AbstractValue& of_what) const {
    if (word.of == Type::player && of_what.thing != Thing::me) return false;
    const auto is_there = [&](const auto& scene) { return (word.some & at(scene.site)) != 0; };
    if (at_.scene.event && at_.scene.event->value < built_in_events)
      return is_there(row(static_cast<BuiltInEvent>(at_.scene.event->value)));
    if (!at_.scene.act || at_.scene.act->value >= built_in_acts) return false;
    const ActRow& act = row(static_cast<BuiltInAct>(at_.scene.act->value));
    return is_there(act) && (at_.scene.laws || (act.reads & word.reads) == 0);
  }

  NumberRange member_range(Member member, const AbstractValue& of_what) {
    if (is_guessed_tile(of_what)) {
      const auto [low, high] = *guess_.tile;
      if (member == Member::tile_high) return exactly(high);
      if (member == Member::tile_low) return exactly(low);
      if (member == Member::tile_pips) return exactly(low + high);
    }
    if (member == Member::end_pip && of_what.thing == Thing::end && guess_.pip) return exactly(*guess_.pip);
    NumberRange range = range_of(row(member).bounds);
    const bool owed =
        member == Member::debts_count && is_act(BuiltInAct::lay) && guess_.end && guess_.end->owed;
    if (owed || is_some(row(member), of_what)) range.low = 1;
    return range;
  }

  Truth member_truth(Member member, const AbstractValue& of_what) const {
    if (member == Member::tile_double && is_guessed_tile(of_what))
      return known_truth((*guess_.tile)[0] == (*guess_.tile)[1]);
    if (is_guessed_end(of_what)) {
      if (member == Member::end_mine) return known_truth(guess_.end->owner == Owner::mine);
      if (member == Member::end_others) return known_truth(guess_.end->owner == Owner::others);
      if (member == Member::end_start) return known_truth(guess_.end->start);
      if (member == Member::end_marked) return known_truth(guess_.end->marked);
      if (member == Member::end_owed) return known_truth(guess_.end->owed);
    }
    const bool of_place =
        member == Member::end_start || member == Member::end_marked || member == Member::end_owed;
    if (of_place && of_what.thing == Thing::new_end) return Truth::no;
    if (is_act(BuiltInAct::lay) && guess_.end) {
      if (member == Member::debts_any && guess_.end->owed) return Truth::yes;
      const bool here = row(member).of == Type::train && is_train_of_end(of_what) == Truth::yes;
      if (here && member == Member::train_started && guess_.end->start) return Truth::no;
      if (here && member == Member::train_marked && guess_.end->marked) return Truth::yes;
    }
    // A referee's act may come after the round.
    const bool over_by_law = at_.scene.act && at_.scene.laws && me_there() == There::sure;
    return member == Member::round_over && over_by_law ? Truth::no : Truth::undecided;
  }

  /// Truth of "this is the train that the assumed end is on".
  Truth is_train_of_end(const AbstractValue& train) const {
    if (train.thing == Thing::train_of_end) return Truth::yes;
    if (!guess_.end) return Truth::undecided;
    if (train.thing != Thing::my_train && train.thing != Thing::shared_train) return Truth::undecided;
    const Owner owner = train.thing == Thing::my_train ? Owner::mine : Owner::nobody;
    if (guess_.end->kind != train.of || guess_.end->owner != owner) return Truth::no;
    return rules_.trains[train.of].count ? Truth::undecided : Truth::yes;
  }

  There member_there(Member member, const AbstractValue& of_what, There arguments) const {
    const There there = dsl::both(of_what.there, arguments);
    switch (row(member).presence) {
      case Presence::given:
        return there;
      case Presence::of_place:
        if (of_what.thing == Thing::end || of_what.thing == Thing::new_end ||
            of_what.thing == Thing::train_of_end)
          return there;
        break;
      case Presence::maybe:
        break;
    }
    if (of_what.is_absent()) return There::never;
    if (member == Member::round_winner && game_.winner_ends && is_in_play()) return There::never;
    if (member == Member::turn_player && is_my_turn()) return There::sure;
    if (member == Member::train_owner) {
      if (of_what.thing == Thing::my_train) return of_what.there;
      if (of_what.thing == Thing::shared_train) return There::never;
      if (of_what.thing == Thing::train_of_end && guess_.end)
        return guess_.end->owner == Owner::nobody ? There::never : of_what.there;
    }
    if (member == Member::end_debt) {
      if (of_what.thing == Thing::new_end) return There::never;
      if (is_guessed_end(of_what)) return guess_.end->owed ? of_what.there : There::never;
    }
    return There::maybe;
  }

  /// True if a player acts while the round is played, and nothing has followed of an act yet.
  bool is_in_play() const {
    if (me_there() != There::sure) return false;
    if (at_.scene.act) return true;
    return is_event(BuiltInEvent::lay) || is_event(BuiltInEvent::draw);
  }

  AbstractValue member(const TypedExpr& node) {
    const auto member = static_cast<Member>(node.index);
    const AbstractValue receiver = of(node.args[0]);
    There arguments = There::sure;
    for (std::size_t i = 1; i < node.args.size(); ++i)
      arguments = dsl::both(arguments, of(node.args[i]).there);
    AbstractValue made;
    made.there = member_there(member, receiver, arguments);
    if (made.is_absent()) {
      made.truth = Truth::no;
      return made;
    }
    if (node.type == Type::number) made.range = member_range(member, receiver);
    if (node.type == Type::truth) {
      made.truth = member_truth(member, receiver);
      made.there = There::sure;
    }
    if (member == Member::turn_player) made.thing = is_my_turn() ? Thing::me : Thing::turn_player;
    if (receiver.thing == Thing::end && member == Member::end_train) made.thing = Thing::train_of_end;
    if (receiver.thing == Thing::end && member == Member::end_debt) made.thing = Thing::debt_of_end;
    if (member == Member::train_owner) {
      if (receiver.thing == Thing::train_of_end) made.thing = Thing::owner_of_end;
      if (receiver.thing == Thing::my_train) made.thing = Thing::me;
    }
    if (member == Member::train_kind) {
      if (receiver.thing == Thing::my_train || receiver.thing == Thing::shared_train)
        made.name = rules_.trains[receiver.of].name_id.value;
      if (receiver.thing == Thing::train_of_end && guess_.end)
        made.name = rules_.trains[guess_.end->kind].name_id.value;
    }
    return made;
  }

  AbstractValue table(const TypedExpr& node) { return option(node); }
  AbstractValue option(const TypedExpr& node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    AbstractValue made;
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

  AbstractValue fact(const TypedExpr& node) {
    const AbstractValue receiver =
        node.args.empty() ? of_thing(Thing::unknown, There::sure) : of(node.args[0]);
    const auto index = static_cast<std::size_t>(node.index);
    AbstractValue made;
    if (node.type == Type::number) {
      made.range = game_.facts[index];
      made.there = receiver.there;
    } else if (node.type == Type::truth) {
      made.there = There::sure;
      made.truth = receiver.is_absent() || game_.facts[index].high == 0 ? Truth::no : Truth::undecided;
    } else {
      made.there = receiver.is_absent() ? There::never : There::maybe;
    }
    return made;
  }

  /// True if trains lie: before the engine lies there is none, and a rule may be asked then.
  bool trains_lie() const {
    if (at_.scene.act) return !is_act(BuiltInAct::lead);
    constexpr BuiltInEvent in_play[] = {BuiltInEvent::lay,        BuiltInEvent::draw,  BuiltInEvent::done,
                                        BuiltInEvent::deal,       BuiltInEvent::dealt, BuiltInEvent::cover,
                                        BuiltInEvent::turn_begins};
    return std::any_of(std::begin(in_play), std::end(in_play),
                       [&](BuiltInEvent event) { return is_event(event); });
  }

  AbstractValue train_of(const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    const TrainKind& kind = rules_.trains[index];
    if (kind.gone) return of_thing(Thing::unknown, at_.gone_trains_count ? There::never : There::maybe);
    const AbstractValue receiver =
        node.args.empty() ? of_thing(Thing::unknown, There::sure) : of(node.args[0]);
    if (receiver.is_absent()) return receiver;
    const There there = kind.count || !trains_lie() ? There::maybe : receiver.there;
    if (kind.of == TrainOwner::all) return of_thing(Thing::shared_train, there, index);
    return of_thing(receiver.thing == Thing::me ? Thing::my_train : Thing::unknown, there, index);
  }

  AbstractValue word(const TypedExpr& node) {
    const Word& word = rules_.words[static_cast<std::size_t>(node.index)];
    // One that is bare true, false or a number is there for a child to change.
    if (word.is.op == Op::truth || word.is.op == Op::number) {
      AbstractValue open;
      open.there = There::sure;
      return open;
    }
    const std::vector<AbstractValue> outer = std::move(bound_);
    bound_.clear();
    if (!node.args.empty()) {
      bound_ = outer;
      const AbstractValue receiver = of(node.args[0]);
      bound_ = {receiver};
    }
    AbstractValue made = of(word.is);
    bound_ = outer;
    return made;
  }

  AbstractValue variable(const TypedExpr& node) const {
    const auto out = static_cast<std::size_t>(node.index);
    if (out < bound_.size()) return bound_[bound_.size() - 1 - out];
    return of_thing(Thing::unknown, There::maybe);
  }

  // --- operators ---

  AbstractValue arithmetic(const TypedExpr& node) {
    const AbstractValue a = of(node.args[0]);
    if (node.op == Op::negate) return of_number({-a.range.high, -a.range.low}, a.there);
    const AbstractValue b = of(node.args[1]);
    return of_number(calculated(node.op, a.range, b.range), dsl::both(a.there, b.there));
  }

  /// Truth of "two things that are there are the same".
  Truth same_thing(const AbstractValue& a, const AbstractValue& b) const {
    if (a.thing == Thing::unknown || b.thing == Thing::unknown) return Truth::undecided;
    if (a.thing == b.thing && a.of == b.of) {
      const bool several = (a.thing == Thing::my_train || a.thing == Thing::shared_train) &&
                           rules_.trains[a.of].count.has_value();
      return several ? Truth::undecided : Truth::yes;
    }
    const auto is_kind = [](const AbstractValue& value) {
      return value.thing == Thing::my_train || value.thing == Thing::shared_train;
    };
    if (is_kind(a) && is_kind(b)) return a.of == b.of ? Truth::undecided : Truth::no;
    if (a.thing == Thing::train_of_end) return is_train_of_end(b);
    if (b.thing == Thing::train_of_end) return is_train_of_end(a);
    const bool owner_and_me = (a.thing == Thing::owner_of_end && b.thing == Thing::me) ||
                              (b.thing == Thing::owner_of_end && a.thing == Thing::me);
    if (owner_and_me && guess_.end) return guess_.end->owner == Owner::mine ? Truth::yes : Truth::no;
    return Truth::undecided;
  }

  AbstractValue comparison(const TypedExpr& node) {
    const TypedExpr &left = node.args[0], &right = node.args[1];
    const AbstractValue a = of(left), b = of(right);
    const bool differs = node.op == Op::not_equal;
    const auto as_value = [&](Truth same) { return of_truth(differs ? dsl::negated(same) : same); };
    if (left.op == Op::absent || right.op == Op::absent) {
      const AbstractValue& asked = left.op == Op::absent ? b : a;
      return as_value(asked.there == There::maybe ? Truth::undecided : known_truth(asked.is_absent()));
    }
    if (left.type == Type::truth) {
      const Truth x = a.as_condition(), y = b.as_condition();
      return as_value(x == Truth::undecided || y == Truth::undecided ? Truth::undecided
                                                                     : known_truth(x == y));
    }
    const auto there = [&](Truth sure) {
      return of_truth(if_there(node.op, dsl::both(a.there, b.there), sure));
    };
    if (left.type == Type::number) return there(compared(node.op, a.range, b.range));
    Truth same = Truth::undecided;
    if (left.type != Type::name) {
      same = same_thing(a, b);
    } else if (a.name && b.name) {
      same = known_truth(a.name == b.name);
    }
    return there(as_value(same).truth);
  }

  /// Between limits that are themselves the wrong way round there is nothing.
  AbstractValue between(const TypedExpr& node) {
    const AbstractValue value = of(node.args[0]), low = of(node.args[1]), high = of(node.args[2]);
    const auto at_most = [](const AbstractValue& a, const AbstractValue& b) {
      return if_there(Op::less_equal, dsl::both(a.there, b.there),
                      compared(Op::less_equal, a.range, b.range));
    };
    return of_truth(dsl::both(at_most(low, high), dsl::both(at_most(low, value), at_most(value, high))));
  }

  AbstractValue has(const TypedExpr& node) {
    return of_truth(has_number(of(node.args[0]), of(node.args[1])));
  }

  Truth has_number(const AbstractValue& what, const AbstractValue& number) const {
    if (what.is_absent() || number.is_absent()) return Truth::no;
    if (number.range.low > highest() || number.range.high < 0) return Truth::no;
    if (!is_guessed_tile(what)) return Truth::undecided;
    const auto [low, high] = *guess_.tile;
    if (number.range.is_exact()) {
      const bool bears = number.range.low == low || number.range.low == high;
      return !bears ? Truth::no : number.is_there() && what.is_there() ? Truth::yes : Truth::undecided;
    }
    const auto may_be = [&](std::int32_t half) {
      return number.range.low <= half && half <= number.range.high;
    };
    return may_be(low) || may_be(high) ? Truth::undecided : Truth::no;
  }

  AbstractValue quantifier(const TypedExpr& node) {
    if (node.op == Op::any || node.op == Op::all) return of_truth(of_asking(node));
    return node.op == Op::count ? of_count(node) : of_measuring(node);
  }

  /// True if there is always an element.
  static bool is_never_empty(const TypedExpr& set) { return set.type == Type::players; }

  AbstractValue element_of(const TypedExpr& set) {
    static_cast<void>(of(set));
    return of_thing(Thing::unknown, There::sure);
  }

  Truth of_asking(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    if (!node.has_where) return Truth::undecided;
    bound_.push_back(element_of(set));
    const Truth each = truth_of(node.args[1]);
    bound_.pop_back();
    if (node.op == Op::any) {
      if (each == Truth::no) return Truth::no;
      return each == Truth::yes && is_never_empty(set) ? Truth::yes : Truth::undecided;
    }
    if (each == Truth::yes) return Truth::yes;
    return each == Truth::no && is_never_empty(set) ? Truth::no : Truth::undecided;
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
        if (truth_of(where) != Truth::no) most += copies;
        bound_.pop_back();
      }
    }
    guess_ = before;
    return most;
  }

  /// True if the tile that an act is about is asked for beside the one of the set.
  bool asks_for_tile(const TypedExpr& node) const {
    return (mentions_of(node, game_) & static_cast<std::uint32_t>(Mention::tile)) != 0;
  }

  AbstractValue of_count(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    std::int64_t most = most_of(set);
    std::int64_t least = is_never_empty(set) && !node.has_where ? players().low : 0;
    if (node.has_where) {
      if (set.type == Type::tiles && !asks_for_tile(node.args[1]) && bound_.size() < 2) {
        most = std::min(most, most_tiles(node.args[1]));
      } else {
        bound_.push_back(element_of(set));
        const Truth each = truth_of(node.args[1]);
        bound_.pop_back();
        if (each == Truth::no) most = 0;
        if (each == Truth::yes && is_never_empty(set)) least = players().low;
      }
    }
    return of_number({least, most}, There::sure);
  }

  AbstractValue of_measuring(const TypedExpr& node) {
    const TypedExpr& set = node.args[0];
    bound_.push_back(element_of(set));
    AbstractValue each = of_thing(Thing::unknown, There::maybe);
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
  const GameBounds& game_;
  Guess guess_;
  std::vector<AbstractValue> bound_;  ///< the innermost last
};

}  // namespace

AbstractValue value_of(const TypedExpr& expression, const Assumed& assumed) {
  return Interpreter(assumed).of(expression);
}

std::vector<Scene> scenes_of(const CheckedRules& rules, const Rule& rule, bool laws) {
  std::vector<Scene> scenes;
  const auto add = [&](const Scene& scene) {
    if (!contains(scenes, scene)) scenes.push_back(scene);
  };
  for (const ActId act : rule.acts) add({act, std::nullopt, laws});
  for (const EventId event : rule.events) add({std::nullopt, event, laws});
  for (const RuleId id : rule.excepts)
    for (const Scene& scene : scenes_of(rules, rules.rules[id.value], laws)) add(scene);
  return scenes;
}

std::string set_text(std::int32_t highest) { return fmt::format("double-{}", number_word(highest)); }

}  // namespace roundhouse::dsl
