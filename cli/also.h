#pragma once
// For an illegal act: the bundled variants, or others that the user names, and the options of the record's
// own rules by which it would have been legal. Tried one at a time and with a limit on all of it.

#include <map>
#include <string>
#include <vector>

#include "cli/load_record.h"
#include "replay/referee/rulings/verdict.h"
#include "replay/views/turn_text.h"

namespace roundhouse::cli {

/// Other rules are tried for so many records of one command, and not for records with a longer round.
constexpr int most_retried_records = 100;
constexpr std::size_t most_retried_items = 600;
/// Most answers that are listed: variants first, then options.
constexpr std::size_t most_also = 12;
/// Nodes of all rules that are compiled and asked for one command, and how many lines of rounds count as
/// much.
constexpr std::size_t most_asked_nodes = 300'000;

class AlsoLegalFinder {
 public:
  /// `variants`: those to ask; empty: the bundled ones, of the second part only for records of their own.
  AlsoLegalFinder(std::vector<std::string> variants, dsl::ReadingBounds bounds)
      : variants_(std::move(variants)), bounds_(std::move(bounds)) {}

  /// Fills judgement.also where the verdict is illegal. `path`, `wishes`: as the record was loaded.
  void find(const LoadedRecord& loaded, const std::string& path, const RecordWishes& wishes,
            replay::Judgement& judgement);

  /// The options by which the act at this place, which is legal, would be the first illegal one of its round.
  std::vector<replay::NotLegalWith> illegal_with(const LoadedRecord& loaded,
                                                 const replay::RecordPlace& place);

  /// Checks a variant named by the user, and prints its complaints; false: it cannot be used. Asked before
  /// the records.
  bool check_variants();

 private:
  const dsl::CheckedRules* rules_of(const std::string& variant);

  std::vector<std::string> variants_;
  dsl::ReadingBounds bounds_;
  std::map<std::string, std::optional<dsl::CheckedRules>> checked_;  ///< absent: broken
  int records_ = 0;
  std::size_t asked_nodes_ = 0;
};

}  // namespace roundhouse::cli
