#pragma once
// A link that carries rules, a record or both behind its `#`: `#1.`, then JSON, deflated, in base64url. The
// app for browsers makes and reads the same (web/app/link.ts). Opens no file.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// The texts of a link. At least one is there.
struct SharedTexts {
  std::string record{};                        ///< empty: none
  std::map<std::string, std::string> rules{};  ///< rule files of one folder, by their names
  bool operator==(const SharedTexts&) const = default;
};

/// No link holds more: bytes of all texts together as JSON, and files of rules.
constexpr std::size_t most_shared_bytes = std::size_t{4} << 20;
constexpr std::size_t most_shared_files = 16;
/// Nor is one read that is longer.
constexpr std::size_t longest_link = most_shared_bytes;

/// True if a rule file of a link may be called so: letters, digits and a few signs, nothing of a path, ending
/// in .yaml or .yml.
bool is_shared_name(std::string_view name);

/// `#1.` and what follows. The texts are UTF-8 and within the bounds.
std::string link_fragment(const SharedTexts& texts);
/// Why these cannot be a link; empty: they can.
std::string trouble_with_sharing(const SharedTexts& texts);

/// The texts in a link, whatever stands before its `#`.
struct OpenedLink {
  SharedTexts texts;
  std::string trouble;  ///< empty: it was read
};
OpenedLink open_link(std::string_view link);

}  // namespace roundhouse::cli
