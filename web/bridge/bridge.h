#pragma once
// The calls of a page to the engine: JSON in, JSON out. The calls and what they give stand in calls.ts.

#include <filesystem>
#include <string>
#include <string_view>

namespace roundhouse::web {

/// Requests that are longer, in bytes, or whose lists stand deeper within each other are refused unread.
constexpr std::size_t longest_request = std::size_t{8} << 20;
constexpr int deepest_request = 8;

/// Answers one request. Whatever is wrong with it is an answer, too: {"ok": false, "trouble": ...}.
/// `bundled`: the folder of the bundled variants; the same for all requests of a program. No other file is
/// opened.
std::string answer(std::string_view request, const std::filesystem::path& bundled);

}  // namespace roundhouse::web
