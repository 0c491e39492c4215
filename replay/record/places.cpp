#include "replay/record/places.h"

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/small_vector.h"
#include "replay/record/names.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

namespace {

/// A written kind: its name and which of several it means, from 1; 0: no number was written.
struct KindText {
  std::string name;
  int number = 0;
};

/// All ways to take a text as a kind and a number: `spoke2` is the second spoke, or a kind of that name.
std::vector<KindText> kind_texts(std::string_view text) {
  std::vector<KindText> ways{{folded(text), 0}};
  std::size_t digits = text.size();
  while (digits > 1 && text[digits - 1] >= '0' && text[digits - 1] <= '9') --digits;
  if (digits < text.size() && text.size() - digits <= 2 && text[digits] != '0') {
    if (const auto number = dsl::whole_number<int>(text.substr(digits), 1))
      ways.push_back({folded(text.substr(0, digits)), *number});
  }
  return ways;
}

class Trains {
 public:
  Trains(const engine::Rules& program, const Header& header) : program_(program), header_(header) {}

  const std::string& kind_name(std::size_t train) const {
    return program_.names[program_.trains[train].kind_name.value];
  }

  /// The first train of the first kind that each player has; -1 where no kind is like that.
  int home_of(Seat owner) const {
    int home = -1;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      const dsl::TrainSlot& train = program_.trains[i];
      if (train.owner < 0) continue;
      if (home >= 0 && !(program_.trains[static_cast<std::size_t>(home)].kind == train.kind)) break;
      if (train.owner == owner && train.number == 0) return static_cast<int>(i);
      home = static_cast<int>(i);
    }
    return -1;
  }

  /// The trains of this owner (-1: shared) whose kind is called so; of beginnings only if they fit one kind.
  TrainMatch find(Seat owner, std::string_view text) const {
    for (const bool whole : {true, false})
      for (const KindText& way : kind_texts(text)) {
        const int train = find_kind(owner, way, whole);
        if (train < 0) continue;
        const bool any = way.number == 0 && siblings(program_.trains[static_cast<std::size_t>(train)]) > 1;
        return {.train = train, .any_of_kind = any};
      }
    return {};
  }

  /// A place written just like a player's name, a shared kind or both, which is how most are; -1: it is not.
  int find_as_written(std::string_view place) const {
    for (std::size_t p = 0; p < header_.players.size(); ++p) {
      const std::string& name = header_.players[p].name;
      if (!place.starts_with(name)) continue;
      if (place.size() == name.size()) return home_of(static_cast<Seat>(p));
      if (place[name.size()] == '.')
        return kind_as_written(static_cast<Seat>(p), place.substr(name.size() + 1));
    }
    const auto may_be_name = [&](const PlayerField& player) {
      return player.name.size() == place.size() && folded(player.name) == folded(place);
    };
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      const dsl::TrainSlot& train = program_.trains[i];
      if (train.owner < 0 && kind_name(i) == place && siblings(train) == 1)
        return any_of(header_.players, may_be_name) ? -1 : static_cast<int>(i);
    }
    return -1;
  }

  /// The one train of this owner whose kind is called just so; -1: there is none, or another may be meant.
  int kind_as_written(Seat owner, std::string_view kind) const {
    int found = -1;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      if (program_.trains[i].owner != owner || kind_name(i).size() != kind.size()) continue;
      if (found >= 0) return -1;
      found = static_cast<int>(i);
    }
    return found >= 0 && kind_name(static_cast<std::size_t>(found)) == kind ? found : -1;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      names.push_back(train_text(program_, header_, static_cast<int>(i)));
    }
    return names;
  }

  /// The same, of several of one kind only the first, and of shared ones the last, too: `leg1 to leg6`.
  std::vector<std::string> listed_names() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      const dsl::TrainSlot& train = program_.trains[i];
      const std::string name = train_text(program_, header_, static_cast<int>(i));
      if (train.number == 0)
        names.push_back(name);
      else if (train.owner < 0 && train.number + 1 == siblings(train))
        names.back() += " to " + name;
    }
    return names;
  }

  /// All trains of the kind and the owner of this one, in their order.
  std::vector<int> all_like(int train) const {
    const dsl::TrainSlot& asked = program_.trains[static_cast<std::size_t>(train)];
    std::vector<int> all;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      const dsl::TrainSlot& other = program_.trains[i];
      if (other.kind == asked.kind && other.owner == asked.owner) all.push_back(static_cast<int>(i));
    }
    return all;
  }

  /// The number of trains of this kind and owner.
  int siblings(const dsl::TrainSlot& train) const {
    return static_cast<int>(count_if(program_.trains, [&](const dsl::TrainSlot& other) {
      return other.kind == train.kind && other.owner == train.owner;
    }));
  }

 private:
  int find_kind(Seat owner, const KindText& text, bool whole) const {
    int found = -1;
    for (std::size_t i = 0; i < program_.trains.size(); ++i) {
      const dsl::TrainSlot& train = program_.trains[i];
      if (train.owner != owner) continue;
      const std::string name = folded(kind_name(i));
      if (whole ? name != text.name : !name.starts_with(text.name)) continue;
      if (found >= 0 && !(program_.trains[static_cast<std::size_t>(found)].kind == train.kind)) return -1;
      const bool meant = text.number == 0 ? train.number == 0 : train.number + 1 == text.number;
      if (meant && found < 0) found = static_cast<int>(i);
    }
    return found;
  }

  const engine::Rules& program_;
  const Header& header_;
};

bool bears(TileId tile, int pip) { return engine::high_of(tile) == pip || engine::low_of(tile) == pip; }

using Serials = engine::SmallVector<std::uint16_t, 16>;

/// Open ends that fit a test: tails first, then those of the newest tiles.
template <class Test>
Serials ends_where(const Position& position, Test test) {
  const auto comes_before = [](const engine::End& a, const engine::End& b) {
    if (a.tail != b.tail) return static_cast<bool>(a.tail);
    return a.group != b.group ? a.group > b.group : a.serial < b.serial;
  };
  std::array<const engine::End*, engine::max_ends> ends;  // only the first `count` are read
  std::size_t count = 0;
  for (std::size_t i = 0; i < position.end_count; ++i) {
    const engine::End* end = &position.ends[i];
    if (!test(*end)) continue;
    std::size_t place = count++;
    for (; place > 0 && comes_before(*end, *ends[place - 1]); --place) ends[place] = ends[place - 1];
    ends[place] = end;
  }
  Serials serials;
  for (std::size_t i = 0; i < count; ++i) serials.push_back(ends[i]->serial);
  return serials;
}

std::vector<std::uint16_t> listed(const Serials& serials) { return {serials.begin(), serials.end()}; }

/// The trains that may be meant, the first one first.
std::vector<int> meant_trains(const Trains& trains, const TrainMatch& named) {
  return named.any_of_kind ? trains.all_like(named.train) : std::vector<int>{named.train};
}

PlaceMatch ends_of_train(const engine::Rules& program, const Header& header, const Position& position,
                         const TrainMatch& named) {
  const Trains trains(program, header);
  PlaceMatch match;
  for (const int train : meant_trains(trains, named))
    for (const std::uint16_t end :
         ends_where(position, [&](const engine::End& each) { return each.train == train; }))
      match.ends.push_back(end);
  if (match.ends.empty()) {
    match.reason =
        named.any_of_kind
            ? "no train '" + trains.kind_name(static_cast<std::size_t>(named.train)) + "' has an open end"
            : "the train '" + train_text(program, header, named.train) + "' has no open end";
  }
  return match;
}

/// The open sides of this tile, or, where it has none, the ends of trains of which it is the last tile.
/// `train`: -1 for any.
Serials ends_at(const Position& position, TileId tile, int train) {
  const auto is_there = [&](const engine::End& end) {
    return end.tile == tile && (train < 0 || end.train == train);
  };
  const Serials sides =
      ends_where(position, [&](const engine::End& end) { return end.side && is_there(end); });
  return sides.empty() ? ends_where(position, is_there) : sides;
}

/// `Ann^5-5`: the sides of this double on the trains that are named. A tile that is none of the set is none
/// of theirs.
PlaceMatch sides_on_train(const engine::Rules& program, const Header& header, const Position& position,
                          const TrainMatch& named, std::string_view written) {
  PlaceMatch match;
  const TileToken token = read_tile_token(written, 0);
  const std::optional<SetTile> in_set = tile_in_set(program, token.tile);
  if (!in_set || !in_set->known()) {
    match.reason = beyond_the_set(program, token.tile).message;
    return match;
  }
  const TileId tile = in_set->id();
  for (const int train : meant_trains(Trains(program, header), named))
    for (const std::uint16_t end : ends_at(position, tile, train)) match.ends.push_back(end);
  if (match.ends.empty())
    match.reason = "no side of a " + tile_text(tile) + " is open on the train '" +
                   train_text(program, header, named.train) + "'";
  return match;
}

PlaceMatch find_marked_end(const engine::Rules& program, const Position& position, std::string_view place) {
  PlaceMatch match;
  const TileToken token = read_tile_token(place, 1);
  if (token.length > 0) {
    const std::optional<SetTile> in_set = tile_in_set(program, token.tile);
    if (!in_set) {
      match.reason = beyond_the_set(program, token.tile).message;
      return match;
    }
    if (!in_set->known()) {
      match.ends =
          listed(ends_where(position, [&](const engine::End& end) { return end.pip == token.tile.high; }));
      if (match.ends.empty()) match.reason = fmt::format("no end shows a {}", token.tile.high);
      return match;
    }
    const TileId tile = in_set->id();
    match.ends = listed(ends_at(position, tile, -1));
    if (match.ends.empty()) match.reason = "no side of a " + tile_text(tile) + " is open";
    return match;
  }
  const auto number = dsl::whole_number<std::size_t>(place.substr(1), 1, position.end_count);
  if (!number) {
    const std::string written(place.substr(1));
    match.reason = position.end_count == 1
                       ? "there is one open end, not " + written
                       : "there are " + std::to_string(position.end_count) + " open ends, not " + written;
    return match;
  }
  match.ends = {position.ends[*number - 1].serial};
  match.exact = true;
  return match;
}

TrainMatch find_train_of(const Trains& trains, const Header& header, std::string_view place,
                         std::size_t dot) {
  const std::string name(place.substr(0, dot));
  const PlayerMatch player = match_player(header, name);
  if (!player.found())
    return {-1, player.seats.empty() ? "no player is called '" + name + "'"
                                     : "'" + name + "' is the beginning of more than one name"};
  TrainMatch found = trains.find(player.seats.front(), place.substr(dot + 1));
  if (found.train >= 0) return found;
  return {-1, short_name(header, player.seats.front()) + " has no train '" +
                  std::string(place.substr(dot + 1)) + "'"};
}

}  // namespace

PlaceParts parts_of(std::string_view place) {
  const std::size_t sign = place.find('^');
  if (sign == std::string_view::npos) return {place, {}};
  return {place.substr(0, sign), place.substr(sign + 1)};
}

TrainMatch find_train(const engine::Rules& program, const Header& header, std::string_view place) {
  const Trains trains(program, header);
  if (const int train = trains.find_as_written(place); train >= 0) return {train};
  TrainMatch match;
  if (const std::size_t dot = place.find('.'); dot != std::string_view::npos) {
    match = find_train_of(trains, header, place, dot);
  } else {
    // A whole name, then a whole kind, then the beginning of a name, then that of a kind.
    const PlayerMatch player = match_player(header, place);
    if (player.exact) match.train = trains.home_of(player.seats.front());
    const TrainMatch kind = trains.find(no_seat, place);
    const std::string written = folded(place);
    const bool whole_kind =
        kind.train >= 0 &&
        (folded(train_text(program, header, kind.train)) == written ||
         (kind.any_of_kind && folded(trains.kind_name(static_cast<std::size_t>(kind.train))) == written));
    if (match.train < 0 && whole_kind) match = kind;
    if (match.train < 0 && player.found()) match.train = trains.home_of(player.seats.front());
    if (match.train < 0 && player.seats.empty()) match = kind;
    if (match.train < 0)
      match.reason = player.seats.size() > 1
                         ? "'" + std::string(place) + "' is the beginning of more than one name"
                     : player.found() ? "players have no trains of their own here"
                                      : "there is no train or player '" + std::string(place) + "'";
  }
  if (match.train >= 0) return match;
  if (auto nearest = dsl::nearest_name(place, trains.names())) {
    match.help = "did you mean '" + *nearest + "'?";
    match.nearest = std::move(*nearest);
  } else if (place.find('.') == std::string_view::npos) {
    match.help = "it is " + dsl::list_names(trains.listed_names());
  }
  return match;
}

bool is_shared_train(const engine::Rules& program, std::string_view name) {
  const std::string called = folded(name);
  for (std::size_t i = 0; i < program.trains.size(); ++i)
    if (program.trains[i].owner < 0 && folded(program.names[program.trains[i].kind_name.value]) == called)
      return true;
  return false;
}

int shared_train_besides(const engine::Rules& program, const Header& header, std::string_view place) {
  const int meant = find_train(program, header, place).train;
  if (meant < 0 || program.trains[static_cast<std::size_t>(meant)].owner < 0) return -1;
  return Trains(program, header).find(no_seat, place).train;
}

std::string train_text(const engine::Rules& program, const Header& header, int train) {
  const Trains trains(program, header);
  const dsl::TrainSlot& place = program.trains[static_cast<std::size_t>(train)];
  std::string kind = trains.kind_name(static_cast<std::size_t>(train));
  if (trains.siblings(place) > 1) kind += std::to_string(place.number + 1);
  if (place.owner < 0) return kind;
  const std::string& name = short_name(header, place.owner);
  return trains.home_of(place.owner) == train ? name : name + "." + kind;
}

PlaceBook::PlaceBook(const engine::Rules& program, const Header& header)
    : program_(program), header_(header), turns_(engine::may_turn_tiles(program)) {
  const Trains trains(program, header);
  for (std::size_t p = 0; p < homes_.size(); ++p)
    homes_[p] = p < header.players.size() ? trains.home_of(static_cast<Seat>(p)) : -1;
}

int PlaceBook::train_of(Seat actor, std::string_view place) {
  if (place.empty()) return actor == no_seat ? -1 : homes_[static_cast<std::size_t>(actor)];
  for (std::size_t p = 0; p < header_.players.size(); ++p)
    if (header_.players[p].name == place) return homes_[p];
  for (const FoundPlace& found : found_)
    if (found.place == place) return found.train;
  const int train = Trains(program_, header_).find_as_written(place);
  if (train >= 0) found_.push_back({std::string(place), train});
  return train;
}

std::optional<Act> PlaceBook::find_lay(const Position& position, Seat actor, const TileAct& written,
                                       bool& legal) {
  if (turns_ || written.outward >= 0) return std::nullopt;
  const std::optional<SetTile> tile = tile_in_set(program_, written.tile);
  if (!tile || !tile->known()) return std::nullopt;
  const int train = train_of(actor, written.place);
  if (train < 0) return std::nullopt;
  Act act{ActKind::lay, actor, tile->id()};
  const engine::End* const last = position.ends.data() + position.end_count;
  const engine::End* end = position.ends.data();
  while (end != last && end->train != train) ++end;  // those of a train lie side by side
  if (end == last) return std::nullopt;
  if (end + 1 == last || (end + 1)->train != train) {
    act.end = end->serial;
    return act;
  }
  const Serials found = ends_where(position, [&](const engine::End& e) { return e.train == train; });
  const auto legal_end = find_legal_end(program_, position, actor, act.tile, {found.begin(), found.size()});
  if (!legal_end) return std::nullopt;
  legal = true;
  act.end = *legal_end;
  return act;
}

PlaceMatch find_place(const engine::Rules& program, const Header& header, const Position& position,
                      Seat actor, std::string_view place) {
  const Trains trains(program, header);
  if (place.empty()) {
    const int home = trains.home_of(actor);
    if (home >= 0) return ends_of_train(program, header, position, {home});
    // A game without own trains: anywhere.
    PlaceMatch match;
    match.ends = listed(ends_where(position, [](const engine::End&) { return true; }));
    if (match.ends.empty()) match.reason = "nothing is open on the table";
    return match;
  }
  if (place.front() == '^') return find_marked_end(program, position, place);
  const PlaceParts parts = parts_of(place);
  TrainMatch named = find_train(program, header, parts.train);
  if (named.train >= 0)
    return parts.tile.empty() ? ends_of_train(program, header, position, named)
                              : sides_on_train(program, header, position, named, parts.tile);
  PlaceMatch match;
  match.reason = std::move(named.reason);
  match.help = std::move(named.help);
  return match;
}

std::optional<std::uint16_t> find_legal_end(const engine::Rules& program, const Position& position,
                                            Seat actor, TileId tile, std::span<const std::uint16_t> ends) {
  const bool must_match = program.code.rows[0].lay_matches;
  for (const std::uint16_t end : ends) {
    const int index = must_match ? engine::find_end(position, end) : -1;
    if (index >= 0 && !bears(tile, position.ends[static_cast<std::size_t>(index)].pip)) continue;
    if (engine::is_legal(program, position, {ActKind::lay, actor, tile, no_seat, end})) return end;
  }
  return std::nullopt;
}

LayChoice choose_lay(const engine::Rules& program, const Position& position, Seat actor, TileId tile,
                     int outward, std::span<const std::uint16_t> ends) {
  const bool turns = engine::may_turn_tiles(program);
  const bool must_match = program.code.rows[0].lay_matches;
  std::optional<LayChoice> first;
  std::optional<LayChoice> fitting;
  for (const std::uint16_t serial : ends) {
    const int index = engine::find_end(position, serial);
    if (index < 0) continue;
    const int pip = position.ends[static_cast<std::size_t>(index)].pip;
    for (const engine::Joins joins : {engine::Joins::lesser, engine::Joins::greater}) {
      // A misplayed tile lies as it is said to lie, also where the rules turn none.
      const bool may_turn = engine::is_turnable(tile, pip) && (turns || outward >= 0);
      if (joins == engine::Joins::greater && !may_turn) continue;
      if (outward >= 0 && engine::outward_half(tile, pip, joins) != outward) continue;
      LayChoice choice{serial, static_cast<std::int32_t>(joins)};
      if (!first) first = choice;
      if (!fitting && bears(tile, pip)) fitting = choice;
      if ((ends.size() == 1 && !turns) || (must_match && !bears(tile, pip))) continue;
      const Act act{
          .kind = ActKind::lay, .actor = actor, .tile = tile, .end = serial, .amount = choice.joins};
      choice.legal = engine::is_legal(program, position, act);
      if (choice.legal) return choice;
    }
  }
  if (fitting) return *fitting;
  if (first) return *first;
  if (outward < 0) return {ends.front()};
  LayChoice choice = choose_lay(program, position, actor, tile, -1, ends);
  choice.true_half = false;
  return choice;
}

std::string outward_text(TileId tile, std::int32_t joins) {
  return joins == 0 ? std::string() : "=" + std::to_string(engine::low_of(tile));
}

std::string place_text(const engine::Rules& program, const Header& header, const Position& position,
                       Seat actor, TileId tile, std::uint16_t end, std::int32_t joins, PlaceNumbers numbers) {
  const int index = engine::find_end(position, end);
  if (index < 0) return {};
  const engine::End& target = position.ends[static_cast<std::size_t>(index)];
  const auto leads_there = [&](const std::string& text) {
    const PlaceMatch match = find_place(program, header, position, actor, text);
    if (match.ends.empty()) return false;
    const int outward = joins == 0 ? -1 : engine::low_of(tile);
    const LayChoice choice = choose_lay(program, position, actor, tile, outward, match.ends);
    return choice.end == end && choice.joins == joins;
  };
  const Trains trains(program, header);
  const dsl::TrainSlot& place = program.trains[target.train];
  const std::string train = train_text(program, header, target.train);
  const bool is_home = trains.home_of(actor) == target.train;
  const bool has_number = trains.siblings(place) > 1 && trains.home_of(place.owner) != target.train;
  if (!is_home && has_number && numbers == PlaceNumbers::left_out) {
    // Without its number the kind is the first of its trains on which the act is legal.
    const std::string kind = train.substr(0, train.size() - std::to_string(place.number + 1).size());
    if (leads_there(kind)) return kind;
  }
  const std::string text = is_home ? "" : train;
  if (leads_there(text)) return text;
  if (target.side) {
    const std::string side = "^" + tile_text(target.tile);
    if (leads_there(side)) return side;
    if (leads_there(train + side)) return train + side;
  }
  return "^" + std::to_string(index + 1);
}

}  // namespace roundhouse::replay
