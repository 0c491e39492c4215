#pragma once
// The list of header fields (ROUNDHOUSE_HEADER_FIELDS), for readers and writers of headers in some form. Not
// installed.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::replay {

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
