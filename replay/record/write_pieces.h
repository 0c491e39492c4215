#pragma once
// Pieces of lines that more than one of the writers and complaints needs. Not installed.

#include <optional>
#include <string>
#include <string_view>

#include "replay/record/record.h"

namespace roundhouse::replay {

/// A player's short name, `?` for a seat that the header does not have.
std::string player_text(const Header& header, Seat seat);

/// As it stands among the players of a header: `May="Aunt May"`.
std::string player_text(const PlayerField& player);
/// `deal_all=12`.
std::string option_text(const OptionField& option);

/// In quotation marks, with `\` before what would end them.
std::string quoted_text(std::string_view text);

/// As it is where that can be read back inside a header field, else quoted.
std::string quoted_if_needed(std::string_view text);

/// ` # ...` at the end of a line, in its old column if there is room.
void add_comment(std::string& line, const std::optional<Comment>& comment);

}  // namespace roundhouse::replay
