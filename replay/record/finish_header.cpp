// Checks of a header that need all its fields: who is meant by a name, whether there
// is a number for each player, what was given twice.

#include <algorithm>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "replay/record/names.h"
#include "replay/record/read_header.h"

namespace roundhouse::replay {

Seat HeaderReader::later_seat(const LaterName& later, dsl::Diagnostics& diagnostics) const {
  const PlayerMatch match = match_player(header_, later.name);
  if (match.found()) return match.seats.front();
  if (!header_.players.empty() && !players_broken_) {
    const std::vector<std::string> names = player_names(header_);
    const auto nearest = dsl::nearest_name(later.name, names);
    const bool none = match.seats.empty();
    diagnostics.push_back(
        complaint_at(none ? NotationCode::unknown_player : NotationCode::ambiguous_player, later.at,
                     none ? "no player is called '" + later.name.substr(0, longest_name) + "'"
                          : "'" + later.name + "' is the beginning of more than one name",
                     nearest ? "did you mean '" + *nearest + "'?" : "it is " + dsl::list_names(names)));
  }
  return no_seat;
}

void HeaderReader::drop_repeated_facts(dsl::Diagnostics& diagnostics) {
  std::vector<FactField>& facts = header_.facts;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const auto end = facts.begin() + static_cast<std::ptrdiff_t>(i);
    const auto before = std::find_if(facts.begin(), end, [&](const FactField& other) {
      return other.name == facts[i].name && other.player == facts[i].player;
    });
    if (before == end) continue;
    diagnostics.push_back(complaint_at(NotationCode::repeated_header, facts[i].at,
                                       "'" + facts[i].name + "' is given twice", "keep one of them"));
    diagnostics.back().labels.push_back({before->at.span, "first given here"});
    facts.erase(end);
    // The comments of facts go by their number.
    std::erase_if(header_.comments,
                  [&](const HeaderComment& c) { return c.key == HeaderKey::fact && c.fact == i; });
    for (HeaderComment& comment : header_.comments) {
      if (comment.key == HeaderKey::fact && comment.fact > i) --comment.fact;
    }
    --i;
  }
}

void HeaderReader::compare_numbers(HeaderKey key, std::size_t numbers, std::string_view what,
                                   dsl::Diagnostics& diagnostics) const {
  if (numbers == 0 || header_.players.empty() || numbers == header_.players.size()) return;
  diagnostics.push_back(complaint_at(NotationCode::number_of_players, *seen_[static_cast<std::size_t>(key)],
                                     std::to_string(numbers) + " " + std::string(what) + " for " +
                                         std::to_string(header_.players.size()) + " players",
                                     key == HeaderKey::ages
                                         ? "one for each, in the order of the seats; ? where it is not known"
                                         : "one for each, in the order of the seats"));
}

dsl::Diagnostics HeaderReader::finish() {
  dsl::Diagnostics diagnostics;
  if (players_broken_) header_.players.clear();
  if (header_.players.empty() && players_were_named() && !players_broken_) {
    diagnostics.push_back(complaint_at(NotationCode::number_of_players, players_at_, "nobody is named here",
                                       "write it like " + std::string(row(HeaderKey::players).example)));
  }
  for (const LaterName& later : later_) {
    const Seat seat = later_seat(later, diagnostics);
    if (later.key == HeaderKey::first) {
      header_.first = seat;
    } else if (later.key == HeaderKey::out) {
      header_.out = seat;
    } else {
      header_.facts[later.fact].player = seat;
    }
  }
  drop_repeated_facts(diagnostics);
  compare_numbers(HeaderKey::ages, header_.ages.size(), "ages", diagnostics);
  compare_numbers(HeaderKey::totals, header_.totals.size(), "totals", diagnostics);
  compare_numbers(HeaderKey::earlier, header_.earlier.size(), "numbers", diagnostics);
  compare_numbers(HeaderKey::placement, header_.placement.size(), "numbers", diagnostics);
  // Only beside a field that is written a comment has a place.
  std::array<std::size_t, all_header_fields.size()> written{};
  for (const HeaderFieldRow& field : all_header_fields)
    written[static_cast<std::size_t>(field.key)] = header_texts(header_, field.key).size();
  std::erase_if(header_.comments, [&](const HeaderComment& comment) {
    const std::size_t number = comment.key == HeaderKey::fact ? comment.fact : 0;
    return number >= written[static_cast<std::size_t>(comment.key)];
  });
  // In the order in which fields are written, which need not be that of this header; of a field given twice
  // the first one's.
  const auto place = [](const HeaderComment& comment) { return std::pair(comment.key, comment.fact); };
  stable_sort(header_.comments,
              [&](const HeaderComment& a, const HeaderComment& b) { return place(a) < place(b); });
  header_.comments.erase(
      std::unique(header_.comments.begin(), header_.comments.end(),
                  [&](const HeaderComment& a, const HeaderComment& b) { return place(a) == place(b); }),
      header_.comments.end());
  return diagnostics;
}

}  // namespace roundhouse::replay
