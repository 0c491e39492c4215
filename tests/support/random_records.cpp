#include "tests/support/random_records.h"

#include <algorithm>

#include "replay/record/read_record.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"

namespace roundhouse::tests {
namespace {

using engine::Random;
using namespace replay;

/// Now and then one that the set has not.
WrittenTile random_tile(const engine::Rules& program, Random& random) {
  const bool any = random.below(16) == 0;
  const int kinds = any ? engine::max_tile_kinds : program.tile_kinds;
  const auto tile = static_cast<engine::TileId>(random.below(static_cast<std::uint32_t>(kinds)));
  WrittenTile written;
  written.high = static_cast<std::int8_t>(engine::high_of(tile));
  written.low = static_cast<std::int8_t>(engine::low_of(tile));
  return written;
}

void strike_tile(WrittenTile& tile, Random& random, double probability) {
  if (!tile.known() || !random.happens(probability)) return;
  const bool half = random.below(8) == 0;
  if (half && random.below(2) == 0) tile.high = tile.low;
  if (!half) tile.high = -1;
  tile.low = -1;
}

/// A place as a record may name it: nothing, somebody, a shared train.
std::string random_place(const engine::Rules& program, const Header& header, Random& random) {
  const std::uint32_t trains = static_cast<std::uint32_t>(program.trains.size());
  const std::uint32_t choice = random.below(trains + 1);
  return choice == trains ? std::string() : train_text(program, header, static_cast<int>(choice));
}

bool spoil_act(WrittenAct& act, const engine::Rules& program, const Header& header, Random& random) {
  if (auto* laid = std::get_if<TileAct>(&act.what)) {
    if (random.below(2) == 0)
      laid->tile = random_tile(program, random);
    else
      laid->place = random_place(program, header, random);
    return true;
  }
  if (auto* draw = std::get_if<DrawAct>(&act.what)) {
    if (random.below(2) == 0)
      draw->tile = random_tile(program, random);
    else
      act.what = TileAct{random_tile(program, random), random_place(program, header, random), {}};
    return true;
  }
  act.what = DrawAct{};
  return true;
}

bool spoil_line(TurnLine& line, const engine::Rules& program, const Header& header, Random& random) {
  const auto at = line.acts.empty() ? 0 : random.below(static_cast<std::uint32_t>(line.acts.size()));
  const auto place = line.acts.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random.below(8)) {
    case 0:
      line.claim = line.claim == MarkClaim::mark ? MarkClaim::nomark : MarkClaim::mark;
      return true;
    case 1:
      if (line.acts.size() < 2) return false;
      line.acts.erase(place);
      return true;
    case 2:
      line.acts.insert(line.acts.empty() ? line.acts.end() : place + random.below(2), {DrawAct{}, {}});
      return true;
    case 3:
      line.acts.push_back(
          {TileAct{random_tile(program, random), random_place(program, header, random), {}}, {}});
      return true;
    case 4:
      line.player = static_cast<Seat>(random.below(static_cast<std::uint32_t>(program.players)));
      return true;
    default:
      return !line.acts.empty() && spoil_act(*place, program, header, random);
  }
}

Seat random_seat(const engine::Rules& program, Random& random) {
  return static_cast<Seat>(random.below(static_cast<std::uint32_t>(program.players)));
}

template <class List>
std::size_t random_place_in(const List& list, Random& random) {
  return random.below(static_cast<std::uint32_t>(list.size()));
}

/// One entry changed, left out, written twice, put elsewhere or made up.
bool spoil_entries(std::vector<SeatTile>& entries, const engine::Rules& program, Random& random) {
  const std::size_t at = entries.empty() ? 0 : random_place_in(entries, random);
  switch (random.below(6)) {
    case 0:
      entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at),
                     {random_seat(program, random), random_tile(program, random)});
      return true;
    case 1:
      if (entries.size() < 2) return false;
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
      return true;
    case 2:
      if (entries.empty()) return false;
      entries.push_back({entries[at].seat, random_tile(program, random)});
      return true;
    case 3:
      if (entries.empty()) return false;
      entries[at].seat = random_seat(program, random);
      return true;
    case 4:
      if (entries.size() < 2) return false;
      std::swap(entries[at], entries[random_place_in(entries, random)]);
      return true;
    default:
      if (entries.empty()) return false;
      entries[at].tile = random_tile(program, random);
      return true;
  }
}

bool spoil_tiles(std::vector<WrittenTile>& tiles, const engine::Rules& program, Random& random) {
  const std::size_t at = tiles.empty() ? 0 : random_place_in(tiles, random);
  switch (random.below(3)) {
    case 0:
      tiles.push_back(random_tile(program, random));
      return true;
    case 1:
      if (tiles.size() < 2) return false;
      tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(at));
      return true;
    default:
      if (tiles.empty()) return false;
      tiles[at] = random_tile(program, random);
      return true;
  }
}

/// A line that may stand there, with anything in it.
Line random_setup_line(const engine::Rules& program, Random& random) {
  const auto entries = [&] {
    std::vector<SeatTile> all;
    for (std::uint32_t n = random.below(3) + 1; n > 0; --n)
      all.push_back({random_seat(program, random), random_tile(program, random)});
    return all;
  };
  switch (random.below(7)) {
    case 0:
      return LotsLine{entries()};
    case 1:
      return FirstLine{random_seat(program, random)};
    case 2:
      return SeekLine{entries(), 0};
    case 3:
      return TurnedLine{{random_tile(program, random)}};
    case 4:
      return RedealLine{};
    case 5:
      return HandLine{random_seat(program, random), {random_tile(program, random)}};
    default:
      return EngineLine{random_tile(program, random),
                        random.below(3) == 0 ? no_seat : random_seat(program, random)};
  }
}

}  // namespace

std::size_t first_turn(const RecordRound& round) {
  const auto is_turn = [](const Item& item) { return std::holds_alternative<TurnLine>(item.line); };
  return static_cast<std::size_t>(std::find_if(round.items.begin(), round.items.end(), is_turn) -
                                  round.items.begin());
}

bool spoil_setup(Record& record, const engine::Rules& program, Random& random) {
  std::vector<Item>& items = record.rounds.front().items;
  const std::size_t end = first_turn(record.rounds.front());
  if (end == 0) return false;
  const auto at = static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(end)));
  Line& line = items[static_cast<std::size_t>(at)].line;
  if (random.below(4) == 0) {
    items.insert(items.begin() + std::max<std::ptrdiff_t>(at, 1),
                 Item{random_setup_line(program, random), {}, {}});
    return true;
  }
  if (auto* round = std::get_if<RoundLine>(&line)) {
    round->label = std::to_string(static_cast<int>(random.below(24)) - 2);
    return true;
  }
  if (auto* lots = std::get_if<LotsLine>(&line)) return spoil_entries(lots->lots, program, random);
  if (auto* seek = std::get_if<SeekLine>(&line)) return spoil_entries(seek->draws, program, random);
  if (auto* hand = std::get_if<HandLine>(&line)) return spoil_tiles(hand->tiles, program, random);
  if (auto* turned = std::get_if<TurnedLine>(&line)) return spoil_tiles(turned->tiles, program, random);
  if (auto* first = std::get_if<FirstLine>(&line)) {
    first->player = random_seat(program, random);
    return true;
  }
  if (auto* engine = std::get_if<EngineLine>(&line)) {
    switch (random.below(4)) {
      case 0:
        items.erase(items.begin() + at);
        return true;
      case 1:
        engine->holder = engine->holder == no_seat ? random_seat(program, random) : no_seat;
        return true;
      case 2:
        engine->holder = random_seat(program, random);
        return true;
      default:
        engine->tile = random_tile(program, random);
        return true;
    }
  }
  if (std::holds_alternative<RedealLine>(line)) {
    items.erase(items.begin() + at);
    return true;
  }
  return false;
}

Record RandomRound::record(const engine::Rules& program, const RecordParts& parts) const {
  return record_from_acts(program, header, begin, {played}, parts);
}

RandomRound play_random_round(const engine::Rules& program, std::uint64_t seed, double declared,
                              const std::function<void(const engine::Position&)>& look,
                              const engine::PlayOptions& play) {
  RandomRound round;
  round.header.variant.name = program.variant;
  static const char* const names[] = {"Joe", "Ann", "Don", "Jan", "Sue", "Ken", "Art",
                                      "Ina", "Bob", "Eve", "Tim", "Pia", "Max", "Uli"};
  for (int p = 0; p < program.players; ++p) round.header.players.push_back({names[p], {}, {}});
  engine::Position position = engine::begin_match(program);
  round.begin = position;
  Random random(seed);
  engine::PlayOptions options = play;
  options.declared = declared;
  engine::Observer observer;
  observer.act = [&](const engine::Act& act, const engine::Position& after) {
    round.played.acts.push_back(act);
    if (look) look(after);
  };
  round.outcome = engine::play_round(program, position, random, options, observer);
  return round;
}

std::optional<RandomRound> random_round(const engine::Rules& program, std::uint64_t seed, double declared) {
  RandomRound round = play_random_round(program, seed, declared);
  if (round.outcome != engine::Outcome::finished) return std::nullopt;
  return round;
}

std::optional<Record> read_back(const Record& record, std::string& text) {
  text = write_record(record);
  dsl::Checked<Record> read = read_record({}, text);
  if (!read.ok()) return std::nullopt;
  return std::move(read.value);
}

void mask_out(Record& record, Random& random, double probability) {
  bool playing = false;
  for (Item& item : record.rounds.front().items) {
    if (auto* hand = std::get_if<HandLine>(&item.line); hand != nullptr && !playing)
      for (WrittenTile& tile : hand->tiles) strike_tile(tile, random, probability);
    if (auto* seek = std::get_if<SeekLine>(&item.line))
      for (SeatTile& draw : seek->draws) strike_tile(draw.tile, random, probability);
    if (auto* turn = std::get_if<TurnLine>(&item.line)) {
      playing = true;
      for (WrittenAct& act : turn->acts)
        if (auto* draw = std::get_if<DrawAct>(&act.what)) strike_tile(draw->tile, random, probability);
    }
  }
}

void claim_markers(Record& record, Random& random, double probability) {
  for (Item& item : record.rounds.front().items) {
    auto* turn = std::get_if<TurnLine>(&item.line);
    if (turn == nullptr || turn->player == no_seat || turn->unknown || turn->goes_on ||
        random.below(1000) >= static_cast<std::uint32_t>(1000 * probability))
      continue;
    turn->claim = random.below(2) == 0 ? MarkClaim::mark : MarkClaim::nomark;
  }
}

bool spoil(Record& record, const engine::Rules& program, Random& random) {
  auto& items = record.rounds.front().items;
  const auto at = random.below(static_cast<std::uint32_t>(items.size()));
  Item& item = items[at];
  if (auto* hand = std::get_if<HandLine>(&item.line)) {
    if (hand->tiles.empty()) return false;
    hand->tiles[random.below(static_cast<std::uint32_t>(hand->tiles.size()))] = random_tile(program, random);
    return true;
  }
  if (auto* left = std::get_if<LeftLine>(&item.line)) {
    if (left->tiles.empty()) return false;
    left->tiles[random.below(static_cast<std::uint32_t>(left->tiles.size()))] = random_tile(program, random);
    return true;
  }
  auto* turn = std::get_if<TurnLine>(&item.line);
  if (turn == nullptr) return false;
  if (random.below(10) == 0) {
    items.erase(items.begin() + at);
    return true;
  }
  return spoil_line(*turn, program, record.header, random);
}

bool spoil_announcement(Record& record, const engine::Rules& program, Random& random) {
  std::vector<TurnLine*> turns;
  for (Item& item : record.rounds.front().items)
    if (auto* turn = std::get_if<TurnLine>(&item.line)) turns.push_back(turn);
  if (turns.empty() || program.declared.empty()) return false;
  std::vector<WrittenAct>& acts = turns[random_place_in(turns, random)]->acts;
  const auto at =
      acts.begin() + static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(acts.size() + 1)));
  if (at != acts.end() && std::holds_alternative<WordAct>(at->what) && random.below(4) != 0) {
    acts.erase(at);
    return true;
  }
  const dsl::DeclaredAct& declared = program.declared[random_place_in(program.declared, random)];
  WordAct said;
  said.word = declared.name;
  const bool right = random.below(4) != 0;  // also without what belongs to it, and with what does not
  if (declared.whom == right)
    said.whom = record.header.players[static_cast<std::size_t>(random_seat(program, random))].name;
  if ((declared.tile != dsl::ActTile::none) == right)
    said.tile =
        written(static_cast<engine::TileId>(random.below(static_cast<std::uint32_t>(program.tile_kinds))));
  if (declared.amount.has_value() == right) said.amount = static_cast<std::int32_t>(random.below(9));
  acts.insert(at, WrittenAct{std::move(said), {}});
  return true;
}

}  // namespace roundhouse::tests
