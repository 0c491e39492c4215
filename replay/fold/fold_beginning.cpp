// The place in its match at which a round begins, as the header, `game` and `round` lines and the rules have
// it.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/whole_number.h"
#include "engine/evaluate.h"
#include "replay/fold/fold_state.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/setup_lines.h"
#include "replay/record/check_header.h"
#include "replay/record/round_label.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

using engine::Position;

class Beginning {
 public:
  explicit Beginning(FoldState& state) : state_(state), game_(game_of(state.round)) {
    // Of a round behind a `redeal` line the label is that of the round before.
    const auto is_label = [](const Item& item) { return std::holds_alternative<RoundLine>(item.line); };
    if (std::any_of(state.round.items.begin(), state.round.items.end(), is_label))
      label_ = dsl::whole_number<int>(label_of(state.round));
  }

  bool first_of_file() {
    Position& position = state_.position;
    const Header& header = state_.header;
    if (game_) position.game = dsl::number_within<std::uint16_t>(*game_, 1, engine::most_games).value_or(1);
    for (const int n : header.used)
      if (n >= 0 && n <= engine::max_highest) position.used |= std::uint32_t{1} << static_cast<unsigned>(n);
    if (header.first != no_seat)
      position.last_first =
          static_cast<Seat>((header.first + state_.program.players - 1) % state_.program.players);
    position.last_out = header.out;
    for (std::size_t p = 0; p < header.totals.size() && p < position.players.size(); ++p)
      position.players[p].total = header.totals[p];
    const RoundLabels labels(state_.program, position);
    const std::optional<int> before = label_ ? labels.rounds_before(*label_) : std::nullopt;
    if (before) position.round = dsl::number_within<std::uint16_t>(*before).value_or(0);
    engine::begin_round(state_.program, position, scheduled_by_label(labels), false);
    begin_facts();
    position.past_open = position.round > 1 || position.game > 1;
    if (game_ && labels.games() && (*game_ < 1 || *game_ > *labels.games()))
      return object_to_game(fmt::format("A match is {} here", games(*labels.games())));
    return before || !label_ || !labels.are_known() ||
           object_to_label(fmt::format("No round is labelled {} here: a game has {}", *label_, labels.all()));
  }

  /// A `game` line begins a game also where the last one could have gone on: a table may agree to stop.
  bool next() {
    Position& position = state_.position;
    if (is_said_void()) engine::void_round(state_.program, position);
    const Position before = position;
    const bool early = game_ && *game_ == before.game + 1;
    engine::begin_round(state_.program, position, std::nullopt,
                        early ? std::optional<bool>(true) : std::nullopt);
    // Only the points, or the course of the round, can tell if they have ended a game, and not all may be
    // written.
    if (!game_ && label_ && *label_ != label_in(position) && may_end_early(state_.program)) {
      Position other = before;
      engine::begin_round(state_.program, other, std::nullopt, position.game == before.game);
      if (*label_ == label_in(other)) position = other;
    }
    const RoundLabels labels(state_.program, position);
    const int due = label_in(position);
    const bool off = label_ && *label_ != due && labels.are_known();
    const std::string called = off ? labels.called(position.round) : std::string();
    if (off && !due_engine_lies(due)) begin_as_written(labels, before);
    if (is_past_the_end(labels, before))
      return object(game_ ? item_with<GameLine>() : item_with<RoundLine>(), over_before(labels));
    if (game_ && *game_ != position.game &&
        !object_to_game(fmt::format("This round belongs to game {}", position.game)))
      return false;
    return !off || object_to_label(fmt::format("The round that comes here is that of {}", called),
                                   fmt::format("write it like: round {}", due));
  }

 private:
  /// The label is that of the round before, which may have been void by what is not known: it came to no end
  /// with tiles that are not, or nobody wrote down what chance said.
  bool is_said_void() const {
    const Position& position = state_.position;
    if (!label_ || game_ || position.voided || *label_ != label_in(position) ||
        !has_effect(state_.program, dsl::Effect::redeal))
      return false;
    const auto is_open = [&](const dsl::FactSlot& fact) {
      return fact.by_chance() && position.facts[static_cast<std::size_t>(fact.slot)] == engine::absent;
    };
    if (std::any_of(state_.program.facts.begin(), state_.program.facts.end(), is_open)) return true;
    return position.phase != engine::Phase::over &&
           (hidden_count(position, 0) > 0 || others_hidden(state_.program, position, 0));
  }
  static int label_in(const Position& position) {
    return position.scheduled >= 0 ? int{position.scheduled} : int{position.round};
  }
  static std::string games(int number) {
    return number == 1 ? std::string("one game") : fmt::format("{} games", number);
  }

  /// No game comes after the last one: whatever the points were, or as they are known to be.
  bool is_past_the_end(const RoundLabels& labels, const Position& before) const {
    if (!before.past_open && engine::match_over(state_.program, before)) return true;
    if (!labels.games() || !labels.are_known() || state_.position.game == before.game) return false;
    return state_.position.game > *labels.games() &&
           (game_ || (labels.rounds() && before.round >= *labels.rounds()));
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

  /// Only the label is wrong.
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
    engine::begin_round(state_.program, state_.position, scheduled, new_game);
    if (rounds) state_.position.round = static_cast<std::uint16_t>(*rounds + 1);
  }

  template <class L>
  std::size_t item_with() const {
    const std::vector<Item>& items = state_.round.items;
    const auto is_one = [](const Item& item) { return std::holds_alternative<L>(item.line); };
    return static_cast<std::size_t>(std::find_if(items.begin(), items.end(), is_one) - items.begin());
  }
  bool object_to_game(const std::string& message) { return object(item_with<GameLine>(), message); }
  bool object_to_label(const std::string& message, const std::string& help = {}) {
    return object(item_with<RoundLine>(), message, help);
  }
  bool object(std::size_t item, const std::string& message, const std::string& help = {}) {
    return state_.object(item, state_.span_of(item), dsl::Law::false_claim, message, help);
  }

  void begin_facts() {
    // What these rules do not keep is told with the header: see check_header.
    for (const FactField& field : state_.header.facts)
      if (const auto kept = kept_fact(state_.program, state_.header, field))
        state_.position.facts[kept->slot] = kept->value;
  }

  FoldState& state_;
  std::optional<int> label_;
  std::optional<int> game_;
};

}  // namespace

bool fold_beginning(FoldState& state, bool first_of_file) {
  Beginning beginning(state);
  return first_of_file ? beginning.first_of_file() : beginning.next();
}

}  // namespace roundhouse::replay
