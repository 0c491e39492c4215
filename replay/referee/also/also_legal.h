#pragma once
// For an illegal act: the bundled variants, or others that the user names, and the options of the record's
// own rules by which it would have been legal. Tried one at a time and with a limit on all of it.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/text_file.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/referee/rulings/verdict.h"
#include "replay/views/turn_text.h"

namespace roundhouse::replay {

/// Other rules are tried for so many records of one command, and not for records with a longer round.
constexpr int most_retried_records = 100;
constexpr std::size_t most_retried_items = 600;
/// Most answers that are listed: variants first, then options.
constexpr std::size_t most_also = 12;
/// Nodes of all rules that are compiled and asked for one command, and how many lines of rounds count as
/// much.
constexpr std::size_t most_asked_nodes = 300'000;

/// The names of the bundled games, of both parts.
struct BundledGames {
  std::vector<std::string> first;
  std::vector<std::string> more;
};

class AlsoLegalFinder {
 public:
  /// `variants`: those to ask; empty: the bundled ones, of the second part only for records of their own.
  AlsoLegalFinder(RuleSource source, std::function<BundledGames()> bundled, std::vector<std::string> variants,
                  dsl::ReadingBounds bounds)
      : source_(std::move(source)),
        bundled_(std::move(bundled)),
        variants_(std::move(variants)),
        bounds_(std::move(bounds)) {}

  /// Fills judgement.also where the verdict is illegal. `path`, `wishes`: as the record was loaded.
  void find(const LoadedRecord& loaded, const std::string& path, const RecordWishes& wishes,
            Judgement& judgement);

  /// The options by which the act at this place, which is legal, would be the first illegal one of its round.
  std::vector<NotLegalWith> illegal_with(const LoadedRecord& loaded, const RecordPlace& place);

  /// Checks the variants that were named; false: one cannot be used, and `news` says why. Asked before the
  /// records.
  bool check_variants(std::vector<LoadNews>& news);

 private:
  const dsl::CheckedRules* rules_of(const std::string& variant, std::vector<LoadNews>* news = nullptr);
  std::vector<std::string> variants_beside(const dsl::CheckedRules& own) const;

  RuleSource source_;
  std::function<BundledGames()> bundled_;
  std::vector<std::string> variants_;
  dsl::ReadingBounds bounds_;
  std::map<std::string, std::optional<dsl::CheckedRules>> checked_;  ///< absent: broken
  int records_ = 0;
  std::size_t asked_nodes_ = 0;
};

}  // namespace roundhouse::replay
