#include "cli/judge_large.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/console.h"
#include "replay/read_record.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece_size = std::size_t{1} << 16;
/// Offsets are 32 bits wide.
constexpr std::uintmax_t largest_file = UINT32_MAX;

/// The places that a verdict or complaints point at.
using Offsets = std::set<std::uint32_t>;

void note(Offsets& offsets, const replay::RecordPlace& place) { offsets.insert(place.where.begin); }

void note(Offsets& offsets, const replay::Ruling& ruling) {
  note(offsets, ruling.place);
  for (const replay::Because& because : ruling.because) note(offsets, because.place);
}

Offsets places_of(const replay::Judgement& judgement) {
  Offsets offsets;
  if (judgement.ruling) note(offsets, *judgement.ruling);
  if (judgement.unknown) note(offsets, *judgement.unknown);
  for (const replay::Ruling& ruling : judgement.more) note(offsets, ruling);
  for (const replay::Ruling& ruling : judgement.advice) note(offsets, ruling);
  for (const replay::ScoreDifference& score : judgement.scores) note(offsets, score.place);
  for (const replay::Trust& trust : judgement.trust) note(offsets, trust.place);
  return offsets;
}

/// Keeps the lines in which these offsets lie.
void keep_lines(dsl::SourceMap& sources, dsl::FileId file, const std::string& path, const Offsets& offsets) {
  std::ifstream stream(path, std::ios::binary);
  std::uint32_t begin = 0;
  std::size_t number = 1;
  auto next = offsets.begin();
  for (std::string line; next != offsets.end() && std::getline(stream, line); ++number) {
    const auto end = begin + static_cast<std::uint32_t>(line.size()) + 1;
    if (*next < end) {
      sources.keep(file, begin, number, line + "\n");
      while (next != offsets.end() && *next < end) ++next;
    }
    begin = end;
  }
}

class LargeRecord {
 public:
  LargeRecord(dsl::SourceMap& sources, const std::string& path, const RecordWishes& wishes,
              const replay::RefereeOptions& options)
      : sources_(sources),
        path_(path),
        wishes_(wishes),
        options_(options),
        file_(sources.add_large(path)),
        reader_(file_) {}

  std::optional<replay::Judgement> judge() {
    std::ifstream stream(path_, std::ios::binary);
    std::string piece(piece_size, '\0');
    while (stream && !reader_.stopped()) {
      stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      reader_.feed(std::string_view(piece).substr(0, static_cast<std::size_t>(stream.gcount())));
      if (!judge_rounds()) return std::nullopt;
    }
    reader_.finish();
    if (!judge_rounds()) return std::nullopt;
    if (dsl::has_errors(reader_.diagnostics())) {
      complain();
      return std::nullopt;
    }
    if (!referee_ && !load()) return std::nullopt;
    replay::Judgement judgement = referee_->judgement();
    keep_lines(sources_, file_, path_, places_of(judgement));
    return judgement;
  }

 private:
  bool judge_rounds() {
    while (reader_.has_round()) {
      const replay::RecordRound round = reader_.take_round();
      // With lines that are no notation the record is not judged; they are listed at the end.
      if (dsl::has_errors(reader_.diagnostics())) continue;
      if (!referee_ && !load()) return false;
      referee_->judge_round(round);
    }
    return true;
  }

  bool load() {
    const replay::Header& header = reader_.header();
    keep_lines(sources_, file_, path_, {header.variant.at.span.begin, header.rules_at.span.begin});
    rules_ = load_rules_of(sources_, file_, path_, header, wishes_);
    if (!rules_) return false;
    sources_.forget(file_);
    referee_.emplace(rules_->program, header, options_);
    return true;
  }

  void complain() {
    dsl::Diagnostics diagnostics = reader_.diagnostics();
    dsl::sort_diagnostics(diagnostics);
    Offsets offsets;
    for (const dsl::Diagnostic& d : diagnostics) {
      offsets.insert(d.where.begin);
      for (const dsl::Label& label : d.labels) offsets.insert(label.where.begin);
    }
    sources_.forget(file_);
    keep_lines(sources_, file_, path_, offsets);
    print_error(dsl::render_diagnostics(sources_, diagnostics, paint_for_errors()) + "\n");
  }

  dsl::SourceMap& sources_;
  const std::string& path_;
  const RecordWishes& wishes_;
  const replay::RefereeOptions& options_;
  dsl::FileId file_;
  replay::RecordReader reader_;
  std::optional<LoadedRules> rules_;
  std::optional<replay::Referee> referee_;
};

}  // namespace

bool is_large_record(const std::string& path) {
  std::error_code error;
  return path != "-" && fs::is_regular_file(path, error) && fs::file_size(path, error) > large_record_file;
}

std::optional<replay::Judgement> judge_large(dsl::SourceMap& sources, const std::string& path,
                                             const RecordWishes& wishes,
                                             const replay::RefereeOptions& options) {
  std::error_code error;
  if (fs::file_size(path, error) > largest_file) {
    print_error(fmt::format(
        "error[unreadable-file]: {}: this file is larger than 4 GiB; split it between two rounds\n", path));
    return std::nullopt;
  }
  return LargeRecord(sources, path, wishes, options).judge();
}

}  // namespace roundhouse::cli
