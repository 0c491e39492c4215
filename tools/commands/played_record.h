#pragma once
// The parts that all records of games played by the program have in common.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "replay/record/record.h"

namespace roundhouse::cli {

/// Names for players without one, by seat.
constexpr std::array<std::string_view, 14> usual_names{"Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus",
                                                       "Hal", "Ida", "Jon",  "Kim", "Leo", "Mia",  "Ned"};

/// The name that records in this folder have for the rules of this name or path: of a bundled variant its
/// name, of a file its path from there. Empty: no record can name them.
std::string name_in_records(const std::string& rules, const std::string& folder);

/// A header without players. `settings`: "option=value".
replay::Header header_of_played(const std::string& rules_name, const std::vector<std::string>& settings,
                                const std::string& rules_hash, std::uint64_t seed);

/// The names of the computer players.
std::vector<std::string> player_names();

/// Returns the items of --seats between commas; none for an empty text.
std::vector<std::string> listed_seats(const std::string& written);

/// The record of a game that is being played, in a file.
class KeptRecord {
 public:
  /// `held`: what the file holds; a new one is made if `is_new`.
  KeptRecord(std::filesystem::path path, std::string held, bool is_new)
      : path_(std::move(path)), held_(std::move(held)), is_new_(is_new) {}

  const std::filesystem::path& path() const { return path_; }
  /// When this comes back, the text is on the disk, or the reason why not comes back.
  std::string keep(const std::string& text);

 private:
  std::filesystem::path path_;
  std::string held_;
  bool is_new_;
};

}  // namespace roundhouse::cli
