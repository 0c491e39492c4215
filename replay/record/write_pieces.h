#pragma once
// Pieces of lines that more than one of the writers and complaints needs. Not installed.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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

// The lines of a position that have forms of their own, as they are written behind their word, with a space
// in front.
std::string own_form(const Header& header, const TrainLine& line);
std::string own_form(const Header& header, const DebtLine& line);
std::string own_form(const Header& header, const FactLine& line);
std::string own_form(const Header& header, const TurnNowLine& line);
std::string own_form(const Header& header, const NothingElseLine& line);

/// ` # ...` at the end of a line, in its old column if there is room.
void add_comment(std::string& line, const std::optional<Comment>& comment);

// The list of header fields (ROUNDHOUSE_HEADER_FIELDS), for readers and writers of headers in some form. Not
// installed.

/// The member that holds the field, where that is a flag, a player or a list of numbers.
using HeaderMember =
    std::variant<std::monostate, bool Header::*, Seat Header::*, std::vector<std::int32_t> Header::*>;

struct HeaderFieldRow {
  HeaderKey key;
  std::string_view name;
  HeaderMember member;
  std::string_view example;  ///< such a field as it is written
};

inline constexpr auto all_header_fields = std::to_array<HeaderFieldRow>({
#define X(key, member, example) {HeaderKey::key, #key, HeaderMember(member), example},
    ROUNDHOUSE_HEADER_FIELDS(X)
#undef X
});

constexpr const HeaderFieldRow& row(HeaderKey key) {
  return all_header_fields[static_cast<std::size_t>(key)];
}
std::optional<HeaderKey> find_header_field(std::string_view name);

/// The fields of this key that the header has, in notation and without their brackets: none, one, or several
/// facts.
std::vector<std::string> header_texts(const Header& header, HeaderKey key);

}  // namespace roundhouse::replay
