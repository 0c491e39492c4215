#include "tools/example/example_round.h"

#include <array>
#include <string_view>
#include <vector>

#include "engine/play.h"
#include "replay/fold/record_from_acts.h"
#include "replay/views/picture.h"
#include "replay/views/steps.h"
#include "tools/players/all_players.h"

namespace roundhouse::replay {
namespace {

/// So low that trains go to both sides.
constexpr PictureFrame picture_frame{620, 260};
constexpr std::uint64_t most_rounds = 12;  // of which the best turn is taken
/// Turns by which no train is long yet.
constexpr int first_turn = 8;
constexpr int last_turn = 20;

constexpr std::array<std::string_view, 14> people{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus",
                                                  "Hal", "Ida", "Jan",  "Kim", "Lou", "Mia", "Ned"};

std::optional<Record> played_round(const engine::Rules& program, std::uint64_t seed) {
  engine::PlayOptions options;
  options.seats.assign(static_cast<std::size_t>(program.players), &engine::planner_player);
  PlayedRound round;
  engine::Observer observer;
  observer.act = [&](const engine::Act& act, const engine::Position&) { round.acts.push_back(act); };
  engine::Random random(seed);
  const engine::Position begin = engine::begin_match(program);
  engine::Position position = begin;
  if (engine::play_round(program, position, random, options, observer) != engine::Outcome::finished)
    return std::nullopt;
  Header header;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat)
    header.players.push_back({std::string(people[seat]), {}, {}});
  return record_from_acts(program, header, begin, {round});
}

/// How much a turn shows: tiles laid and drawn, most of all what is laid behind a double.
int shown_in(const std::vector<Frame>& acts, const engine::Position& before) {
  int worth = 0;
  int lays = 0;
  bool doubled = false;
  for (const Frame& frame : acts) {
    if (!frame.act) continue;
    if (frame.act->kind == engine::ActKind::lay) {
      ++lays;
      if (doubled) worth += 3;  // and covers it, as like as not
      doubled = engine::is_double(frame.act->tile);
    }
    if (frame.act->kind == engine::ActKind::draw) worth += 1;
  }
  if (lays == 0) return 0;
  const engine::Position& after = acts.back().position;
  if (after.debt_count > before.debt_count) worth -= 2;
  return worth + lays;
}

std::string picture_of(const engine::Rules& program, const Header& header, Frame frame) {
  frame.position.turn_player = engine::no_seat;  // in a book it is nobody's
  return table_within(program, header, frame, picture_frame);
}

}  // namespace

std::optional<ExampleRound> example_round(const engine::Rules& program) {
  if (static_cast<std::size_t>(program.players) > people.size()) return std::nullopt;
  ExampleRound example;
  int best = 0;
  for (std::uint64_t seed = 1; seed <= most_rounds; ++seed) {
    const std::optional<Record> record = played_round(program, seed);
    if (!record) continue;
    std::vector<Frame> turn;
    engine::Position before;
    step_through(program, *record, [&](const Frame& frame) {
      const bool lies = frame.position.engine_tile != engine::no_tile;
      if (lies && example.begin.empty() && frame.laid.empty())
        example.begin = picture_of(program, record->header, frame);
      turn.push_back(frame);
      if (!frame.ends_line) return true;
      if (frame.turn >= first_turn) {
        const int worth = shown_in(turn, before);
        if (worth > best) {
          best = worth;
          example.turn = picture_of(program, record->header, frame);
          example.turn_caption = caption(frame);
        }
      }
      before = frame.position;
      turn.clear();
      return frame.turn < last_turn;
    });
  }
  if (example.begin.empty() || example.turn.empty()) return std::nullopt;
  example.parts = hidden_parts(program.highest);
  return example;
}

}  // namespace roundhouse::replay
