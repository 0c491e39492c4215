// The place in its match at which a round begins, as the header, `game` and `round` lines and the rules have
// it.

#include <fmt/format.h>

#include <numeric>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/setup_lines.h"
#include "replay/record/check_header.h"
#include "replay/record/round_label.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

class Beginning {
 public:
  explicit Beginning(FoldState& state) : state_(state), game_(game_of(state.round)) {
    // Of a round behind a `redeal` line the label is that of the round before.
    const auto is_label = [](const Item& item) { return std::holds_alternative<RoundLine>(item.line); };
    if (any_of(state.round.items, is_label)) label_ = dsl::whole_number<int>(label_of(state.round));
  }

  void first_of_file() {
    Position& position = state_.position;
    const RoundChange* change = state_.round.by.change.get();
    const Header& header = change ? change->before->header : state_.header;
    const engine::Rules& stated_by = change ? *change->before->rules.program : state_.program;
    if (game_) position.game = dsl::number_within<std::uint16_t>(*game_, 1, engine::most_games).value_or(1);
    for (const int n : header.used)
      if (n >= 0 && n <= engine::max_highest) position.used |= std::uint32_t{1} << static_cast<unsigned>(n);
    if (header.first != no_seat)
      position.last_first = static_cast<Seat>((header.first + stated_by.players - 1) % stated_by.players);
    position.last_out = header.out;
    for (std::size_t p = 0; p < header.totals.size() && p < position.players.size(); ++p)
      position.players[p].total = header.totals[p];
    const std::optional<int> numbered = number_before();
    const bool named = is_named_by_engine(header);
    const bool counted = !change && counts_rounds(RoundLabels(state_.program, position), header);
    const std::optional<int> before = named || counted ? 0 : numbered;
    if (before) position.round = dsl::number_within<std::uint16_t>(*before).value_or(0);
    // Of a record that begins in the midst of a match the rounds before are not written.
    const bool in_midst = position.round > 0 || position.game > 1;
    position.unknown.set(engine::Part::first, in_midst && header.first == no_seat);
    position.unknown.set(engine::Part::last_out, in_midst && header.out == no_seat);
    position.unknown.set(engine::Part::used, position.round > 0 && header.used.empty());
    position.unknown.set(engine::Part::totals, in_midst && header.totals.empty());
    if (change)
      take_over_beginning(*change, header, stated_by);
    else
      take_facts(header, stated_by);  // who is first may go by them
    const RoundLabels labels(state_.program, position);
    engine::begin_round(state_.program, position, counted ? std::nullopt : scheduled_by_label(labels), false);
    begin_facts(header, change);
    position.unknown.set(engine::Part::past, position.round > 1 || position.game > 1);
    if (game_ && labels.games() && (*game_ < 1 || *game_ > *labels.games()))
      return object_to_game(fmt::format("A match is {} here", games(*labels.games())));
    // Where the rounds are few numbers, only the first of the doubles is what people count rounds by.
    if (named && (numbered || *label_ == state_.program.highest)) return note_name();
    if (counted) return note_number(labels.called(*label_));
    if (!numbered && label_ && labels.are_known())
      object_to_label(fmt::format("No round is labelled {} here: a game has {}", *label_, labels.all()));
  }

  /// A `game` line begins a game also where the last one could have gone on: a table may agree to stop.
  void next() {
    Position& position = state_.position;
    bool match_is_over = false;
    std::optional<bool> new_game;
    const RoundChange* change = state_.round.by.change.get();
    const engine::Rules& then = change ? *change->before->rules.program : state_.program;
    if (is_stated_void(then)) engine::void_round(then, position);
    if (change) {
      CarriedMatch taken = carry_match(*change, *state_.round.by.terms, position);
      position = taken.position;
      counted_ = taken.counted;
      new_game = taken.game_over;
      match_is_over = taken.match_over;
    } else {
      match_is_over = engine::match_over(state_.program, position);
    }
    const Position before = position;
    const bool early = game_ && *game_ == before.game + 1;
    if (early) new_game = true;
    begin(position, std::nullopt, new_game);
    // Only the points, or the course of the round, decide if they have ended a game, and not all may be
    // written.
    if (!game_ && label_ && *label_ != label_in(position) && may_end_early(state_.program) &&
        !is_surely_last(before) &&
        !(are_points_enough(before) && !has_effect(state_.program, dsl::Effect::end_game))) {
      Position other = before;
      begin(other, std::nullopt, position.game == before.game);
      if (*label_ == label_in(other)) position = other;
    }
    const RoundLabels labels(state_.program, position);
    const int due = label_in(position);
    const bool off = label_ && *label_ != due && labels.are_known();
    const std::string called = off ? labels.called(position.round) : std::string();
    if (off && *label_ == position.round && due_engine_lies(due)) return note_number(called);
    if (off && !due_engine_lies(due)) begin_as_written(labels, before);
    if (is_past_the_end(labels, before, match_is_over))
      return object(game_ ? item_with<GameLine>() : item_with<RoundLine>(), over_before(labels));
    if (game_ && *game_ != position.game)
      object_to_game(fmt::format("This round belongs to game {}", position.game));
    if (off)
      object_to_label(fmt::format("The round that comes here is that of {}", called),
                      fmt::format("write it like: round {}", due));
  }

 private:
  /// True if the label is that of the round before, which by the rules of then may have been void by what is
  /// not known: it came to no end with tiles that are not, or nobody wrote down what chance said.
  bool is_stated_void(const engine::Rules& then) const {
    const Position& position = state_.position;
    if (!label_ || game_ || position.voided || *label_ != label_in(position) ||
        !has_effect(then, dsl::Effect::redeal))
      return false;
    const auto is_open = [&](const dsl::FactSlot& fact) {
      return fact.by_chance() && position.facts[static_cast<std::size_t>(fact.slot)] == engine::absent;
    };
    if (any_of(then.facts, is_open)) return true;
    return position.phase != engine::Phase::over &&
           (hidden_count(position, 0) > 0 || others_hidden(then, position, 0));
  }
  static int label_in(const Position& position) {
    return position.scheduled >= 0 ? int{position.scheduled} : int{position.round};
  }
  static std::string games(int number) {
    return number == 1 ? std::string("one game") : fmt::format("{} games", number);
  }

  static bool says_before(const Header& header) {
    return !header.totals.empty() || !header.used.empty() || !header.earlier.empty() ||
           !header.facts.empty() || header.first != no_seat || header.out != no_seat;
  }

  /// True if the label is no number of a round but the name that people give it, by the double laid first:
  /// the rules schedule none, and nothing is said of rounds before.
  bool is_named_by_engine(const Header& header) const {
    if (!label_ || *label_ < 2 || *label_ > state_.program.highest || game_ || says_before(header))
      return false;
    if (RoundLabels(state_.program, state_.position).is_double(1)) return false;
    const std::optional<SetTile> engine = written_engine(state_);
    return engine && engine->known() && engine->id() == engine::tile_of(*label_, *label_);
  }

  /// True if 1 is no double that is due but says that this is the first round: none is due that is called so,
  /// or the engine that lies is the one of the first round.
  bool counts_rounds(const RoundLabels& labels, const Header& header) const {
    if (label_ != 1 || game_ || says_before(header) || !labels.are_known() || !labels.is_double(1))
      return false;
    if (!labels.rounds_before(1)) return true;
    const int due = labels.label_of(1);
    const std::optional<SetTile> engine = written_engine(state_);
    if (due == 1) return false;
    const bool is_due = engine && engine->known() && engine->id() == engine::tile_of(due, due);
    return is_due || begins_with(due);
  }

  /// True if the first tile of the first turn bears this number, and not the label's. Where the engine was
  /// put out before, it is a tile at it.
  bool begins_with(int pip) const {
    for (const Item& item : state_.round.items) {
      const auto* turn = std::get_if<TurnLine>(&item.line);
      if (turn == nullptr) continue;
      for (const WrittenAct& act : turn->acts)
        if (const auto* tile = std::get_if<TileAct>(&act.what))
          return tile->tile.known() && (tile->tile.high == pip || tile->tile.low == pip) &&
                 tile->tile.high != *label_ && tile->tile.low != *label_;
    }
    return false;
  }

  void note_name() {
    note_label(
        fmt::format("{0} is read as the double that is laid, and the round as the first of the "
                    "game; [totals ...], [used ...] or [first ...] says that rounds were played before",
                    *label_));
  }
  void note_number(const std::string& due) {
    note_label(
        fmt::format("the label {} is read as the number of the round, which is that of {}", *label_, due));
  }
  void note_label(std::string text) {
    if (!state_.options.judges) return;
    const std::size_t item = item_with<RoundLine>();
    state_.put(FoldNote{item, state_.span_of(item), std::move(text)});
  }

  /// The number of rounds of the game before the first one of the file.
  std::optional<int> number_before() const {
    if (!label_) return std::nullopt;
    const RoundChange* change = state_.round.by.change.get();
    if (!change) return RoundLabels(state_.program, state_.position).rounds_before(*label_);
    // The label is one of the rules of this round.
    const CarriedMatch taken = carry_match(*change, *state_.round.by.terms, state_.position);
    return RoundLabels(state_.program, taken.position).rounds_before(*label_);
  }

  void take_facts(const Header& header, const engine::Rules& stated_by) {
    for (const FactField& field : header.facts)
      if (const auto kept = kept_fact(stated_by, header, field))
        state_.position.facts[kept->slot] = kept->value;
  }

  /// Newcomers to the first round of the file begin with what its header says of the others.
  void take_over_beginning(const RoundChange& change, const Header& header, const engine::Rules& stated_by) {
    take_facts(header, stated_by);
    put_placement(stated_by, header, state_.position);
    state_.position = carry_match(change, *state_.round.by.terms, state_.position).position;
  }

  /// True if a round stands behind the last game of the match, by the points as they were or are known to be.
  bool is_past_the_end(const RoundLabels& labels, const Position& before, bool match_is_over) const {
    if (match_is_over && !before.unknown.has(engine::Part::past)) return true;
    // An effect of an act that is written has ended the only game, whatever the hands were.
    if (match_is_over && is_surely_last(before) && labels.games() == 1) return true;
    if (match_is_over && are_points_enough(before) &&
        engine::holds(state_.program, before, {}, state_.program.match.over))
      return true;
    if (!labels.games() || !labels.are_known() || state_.position.game == before.game) return false;
    return state_.position.game > *labels.games() &&
           (game_ || (labels.rounds() && before.round >= *labels.rounds()));
  }

  /// True if an effect ended the game, and that rests on nothing that is not written.
  static bool is_surely_last(const Position& before) {
    return before.last_round && !before.unknown.has(engine::Part::last_round);
  }

  /// True if the rules end a game by points, and all points of the rounds before are known although not all
  /// of these rounds is written.
  bool are_points_enough(const Position& before) const {
    constexpr dsl::Aspects known = dsl::aspects::schedule | dsl::aspects::totals | dsl::aspects::points;
    return state_.program.match.over.given() && !state_.round.by.change &&
           !before.unknown.has(engine::Part::totals) &&
           (dsl::reads(state_.program, state_.program.match.over) & ~known) == 0;
  }

  std::string over_before(const RoundLabels& labels) const {
    const std::string over = "The match is over before this";
    if (!labels.games() || !labels.are_known() || may_end_early(state_.program)) return over;
    return fmt::format("{}: it is {} of {}", over, games(*labels.games()), labels.all());
  }

  /// The double that the label names and the rules do not.
  std::optional<int> scheduled_by_label(const RoundLabels& labels) const {
    const bool is_double = label_ && labels.is_double(1) && *label_ >= 0 && *label_ <= state_.program.highest;
    return is_double && !labels.rounds_before(*label_) ? label_ : std::nullopt;
  }

  /// True if only the label is wrong, and the engine that is due lies.
  bool due_engine_lies(int due) const {
    const std::optional<SetTile> engine = written_engine(state_);
    return engine && state_.position.scheduled == due && engine->known() &&
           engine->id() == engine::tile_of(due, due);
  }

  /// Goes on with what is written, also where another round is due.
  void begin_as_written(const RoundLabels& labels, const Position& before) {
    const bool new_game = state_.position.game != before.game;
    const std::optional<int> rounds = labels.rounds_before(*label_);
    std::optional<int> scheduled = scheduled_by_label(labels);
    if (rounds && labels.is_double(*rounds + 1)) scheduled = label_;
    state_.position = before;
    if (rounds && !new_game) state_.position.round = static_cast<std::uint16_t>(*rounds);
    begin(state_.position, scheduled, new_game);
    if (rounds) state_.position.round = static_cast<std::uint16_t>(*rounds + 1);
  }

  template <class L>
  std::size_t item_with() const {
    const std::vector<Item>& items = state_.round.items;
    const auto is_one = [](const Item& item) { return std::holds_alternative<L>(item.line); };
    return static_cast<std::size_t>(find_if(items, is_one) - items.begin());
  }
  void object_to_game(const std::string& message) { object(item_with<GameLine>(), message); }
  void object_to_label(const std::string& message, const std::string& help = {}) {
    object(item_with<RoundLine>(), message, help);
  }
  void object(std::size_t item, const std::string& message, const std::string& help = {}) {
    state_.object(item, state_.span_of(item), dsl::Law::false_claim, message, help);
  }

  /// `header`: the record's, of the players before this round where somebody joins.
  void begin_facts(const Header& header, const RoundChange* change) {
    // Facts that these rules do not keep are reported with the header: see check_header.
    for (FactField field : header.facts) {
      if (change && field.player != no_seat)
        field.player = change->seats[static_cast<std::size_t>(field.player)];
      if (const auto kept = kept_fact(state_.program, state_.header, field))
        state_.position.facts[kept->slot] = kept->value;
    }
    // If the rules change before the round it was taken over with them.
    if (change == nullptr) put_placement(state_.program, header, state_.position);
  }

  /// The rules and the players by which places in the game that is over are counted are those of then.
  void begin(Position& position, std::optional<int> scheduled, std::optional<bool> new_game) const {
    const bool is_counted = counted_ && new_game.value_or(false);
    if (is_counted) position.facts = counted_->facts;
    engine::begin_round(state_.program, position, scheduled, new_game,
                        is_counted ? engine::Placement::counted : engine::Placement::count);
  }

  FoldState& state_;
  std::optional<Position> counted_;  ///< the position taken over, with what places were worth added
  std::optional<int> label_;
  std::optional<int> game_;
};

/// As engine::PlayerState::age has it.
int age_of(const Header& header, std::size_t seat) {
  if (seat < header.ages.size() && header.ages[seat] >= 0) return header.ages[seat];
  return header.seed ? engine::no_age : engine::unknown_age;
}

}  // namespace

void fold_beginning(FoldState& state, bool first_of_file) {
  Beginning beginning(state);
  return first_of_file ? beginning.first_of_file() : beginning.next();
}

Position begin_match_of(const engine::Rules& program, const Header& header) {
  std::vector<int> ages;
  for (std::size_t seat = 0; seat < header.players.size(); ++seat) ages.push_back(age_of(header, seat));
  return engine::begin_match(program, ages);
}

CarriedMatch carry_match(const RoundChange& change, const RoundTerms& now, const Position& position) {
  const engine::Rules& before = *change.before->rules.program;
  const engine::Rules& after = *now.rules.program;
  CarriedMatch taken{position, position, engine::game_over(before, position),
                     engine::match_over(before, position)};
  engine::count_placement(before, position, taken.counted);
  const bool joins = !change.newcomers.empty();
  // The rules of now for the players of before.
  const engine::Rules& asked = joins ? *change.asked.program : after;
  std::vector<Seat> same(change.seats.size());
  std::iota(same.begin(), same.end(), Seat{0});
  taken.position = engine::carry_over(before, asked, position, same);
  taken.counted = engine::carry_over(before, asked, taken.counted, same);
  if (&asked != &before) {
    taken.game_over = taken.game_over && engine::game_over(asked, taken.position);
    taken.match_over = taken.match_over && engine::match_over(asked, taken.position);
  }
  if (!joins) return taken;
  const std::int32_t points = engine::joining_points(asked, taken.position);
  taken.position = engine::carry_over(asked, after, taken.position, change.seats);
  taken.counted = engine::carry_over(asked, after, taken.counted, change.seats);
  for (const Seat seat : change.newcomers) {
    const auto place = static_cast<std::size_t>(seat);
    engine::PlayerState& player = taken.position.players[place];
    player.total = points;
    player.age = static_cast<std::int16_t>(age_of(now.header, place));
  }
  return taken;
}

}  // namespace roundhouse::replay
