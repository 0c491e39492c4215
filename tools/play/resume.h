#pragma once
// A game read from its record, so that it can be gone on with.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/player.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "tools/play/game.h"

namespace roundhouse::replay {

/// Why a record is none to go on with.
struct ResumeTrouble {
  std::string message;  ///< one sentence without a full stop; empty: there is none
  std::string help;
  dsl::Span where{};  ///< the line, where it is one
};

/// All of the record's acts carried out by the game, which has been made with the record's header and has
/// begun no round. Afterwards the game writes the same record, or there is trouble.
ResumeTrouble resume(Game& game, const Record& record);

/// A record that is nothing but a position, with the tiles dealt at random that nobody wrote down, and a seed
/// for what comes: so that it can be played on. Others stay as they are.
void deal_hidden(const engine::Rules& program, Record& record, std::uint64_t seed);

/// The players by seat, as a comment in the header keeps them and as a command line gives them: computer
/// players by their names, people by theirs.
std::string seats_text(const Header& header, const std::vector<const engine::Player*>& seats);
/// The comment is put above the players' names.
void note_seats(Header& header, const std::vector<const engine::Player*>& seats);
/// Empty: the header does not say.
std::string noted_seats(const Header& header);

}  // namespace roundhouse::replay
