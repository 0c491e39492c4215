#include "replay/referee/large/judge_large.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/referee/large/ordered_work.h"

namespace roundhouse::replay {
namespace {

// The stretch of a long text that may still be pointed at, and the few lines of the rest that have been.

class TextWindow {
 public:
  void add(std::string_view bytes) { text_ += bytes; }
  /// The lines before the one in which this offset lies are not needed any more.
  void drop_before(std::uint64_t offset);
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return begin_ + text_.size(); }
  std::size_t size() const { return text_.size(); }

  /// Keeps the line in which this offset lies, if it is still there. At most so many lines are kept.
  void keep_line(std::uint64_t offset);
  /// The lines kept, as pieces of this file.
  void show(dsl::SourceMap& sources, dsl::FileId file) const;

 private:
  struct Line {
    std::size_t number = 1;
    std::string text;  ///< with its end
  };

  /// Lines are asked for in their order, nearly: only what lies after the last one is counted.
  std::size_t number_of_line(std::size_t within);

  std::string text_;
  std::uint64_t begin_ = 0;             ///< the begin of text_, which is that of a line
  std::size_t first_line_ = 1;          ///< and its number
  std::size_t counted_ = 0;             ///< up to here lines are counted, within text_
  std::size_t counted_line_ = 1;        ///< the number of the line there
  std::map<std::uint64_t, Line> kept_;  ///< by where they begin
};

constexpr std::size_t piece_size = std::size_t{1} << 16;
/// Offsets are 32 bits wide.
constexpr std::uint64_t largest_record = UINT32_MAX;
/// So many rounds are judged in one go, or fewer if they are long.
constexpr std::size_t most_rounds = 16;
constexpr std::uint64_t most_bytes = std::uint64_t{128} << 10;
/// Lines, acts and tiles, of some 200 bytes each.
constexpr std::size_t most_entries = 10'000;
constexpr std::size_t most_entries_waiting = 200'000;
/// So many stretches may be foretold wrongly, and one of so many: beyond that no others are foretold.
constexpr std::size_t most_wrong_predictions = 20;
constexpr std::size_t predictions_for_each_wrong = 8;
/// No more text than about this waits to be judged.
constexpr std::size_t most_waiting = std::size_t{1} << 20;

/// Rounds after one another, judged by the next free thread.
struct Stretch {
  std::vector<RecordRound> rounds;
  std::size_t entries = 0;          ///< of these rounds
  Position start;                   ///< the position after the rounds before them, as far as can be predicted
  std::uint64_t begin = 0;          ///< of its text
  std::atomic<bool> wrong = false;  ///< it was predicted wrongly: nobody needs the result
};

struct JudgedStretch {
  Judgement found;
  Position end;
};

std::uint64_t begin_of(const RecordRound& round) {
  return round.items.empty() ? 0 : round.items.front().at.span.begin;
}

std::uint64_t end_of(const RecordRound& round) {
  return round.items.empty() ? 0 : round.items.back().at.span.end;
}

class LargeJudge {
 public:
  LargeJudge(dsl::SourceMap& sources, LargeRecord record, const LargeJudging& judging)
      : sources_(sources),
        record_(std::move(record)),
        judging_(judging),
        file_(sources.add_large(record_.name)),
        reader_(file_, [this](const Header& header) { return rules_of(header); }),
        work_(judging.jobs) {}

  LargeJudgement judge() {
    while (!reader_.stopped() && !judging_.stop && !is_spent()) {
      const std::string piece = next_piece();
      if (piece.empty()) break;
      window_.add(piece);
      if (window_.end() > largest_record) {
        found_.trouble = "this record is larger than 4 GiB; split it between two rounds";
        return std::move(found_);
      }
      reader_.feed(piece);
      if (!take_rounds()) return std::move(found_);
    }
    // Stopped, the last round was not read to its end.
    is_cut_ = is_spent() && !next_piece().empty();
    if (!judging_.stop && !is_cut_) reader_.finish();
    if (!take_rounds()) return std::move(found_);
    close_stretch();
    while (!given_.empty()) collect();
    if (is_cut_) referee_->cut_short();
    if (dsl::has_errors(reader_.diagnostics())) {
      found_.complaints = reader_.diagnostics();
      dsl::sort_diagnostics(found_.complaints);
    } else if (!referee_ && judging_.stop) {
      found_.judgement.emplace();
    } else if (referee_ || begin()) {
      found_.judgement = referee_->judgement();
      found_.notes = reader_.notes();
    }
    window_.show(sources_, file_);
    return std::move(found_);
  }

 private:
  std::string next_piece() {
    if (!record_.read.empty()) {
      std::string piece = record_.read.substr(read_again_, piece_size);
      read_again_ += piece.size();
      if (read_again_ == record_.read.size()) record_.read = std::string();
      return piece;
    }
    std::string piece(piece_size, '\0');
    record_.bytes.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    piece.resize(static_cast<std::size_t>(record_.bytes.gcount()));
    return piece;
  }

  /// Asked when the header has been read, before the lines below it, and where lines between rounds change
  /// it.
  ReadyRules rules_of(const Header& header) {
    window_.keep_line(header.variant.at.span.begin);
    window_.keep_line(header.rules_at.span.begin);
    for (const OptionField& option : header.variant.options) window_.keep_line(option.at.span.begin);
    for (const PlayerField& player : header.players) window_.keep_line(player.at.span.begin);
    window_.show(sources_, file_);
    ReadyRules rules = judging_.rules(file_, header);
    if (std::exchange(is_loaded_, true)) {
      is_refused_ = is_refused_ || !rules.program;
      return rules;
    }
    header_ = header;
    rules_ = rules;
    options_ = judging_.options;
    options_.rules = rules_.checked.get();
    return rules;
  }

  bool begin() {
    if (!is_loaded_) rules_of(reader_.header());
    if (!rules_.program) return false;
    referee_.emplace(*rules_.program, header_, options_);
    return true;
  }

  // -- reading ------------------------------------------------------------------------------------

  bool take_rounds() {
    if (is_refused_) return false;
    keep_complaints();
    while (reader_.has_round()) {
      RecordRound round = reader_.take_round();
      passed_ = std::max(passed_, end_of(round));
      // With lines that are no notation the record is not judged; they are listed at the end.
      if (dsl::has_errors(reader_.diagnostics())) continue;
      if (!referee_ && !begin()) return false;
      take_round(std::move(round));
    }
    window_.drop_before(!given_.empty() ? given_.front()->begin : filling_ ? filling_->begin : passed_);
    return true;
  }

  void take_round(RecordRound round) {
    if (std::exchange(is_first_, false)) {
      referee_->judge_round(round);
      keep_places(referee_->judgement());
      ++judging_.rounds;
      predicted_ = referee_->position();
      return;
    }
    if (!filling_) {
      filling_ = std::make_shared<Stretch>();
      filling_->begin = begin_of(round);
      filling_->start = predicted_;
    }
    const std::uint64_t bytes = end_of(round) - std::min(filling_->begin, end_of(round));
    filling_->entries += entries_of(round);
    filling_->rounds.push_back(std::move(round));
    if (is_predicting()) predict(filling_->rounds.back());
    if (filling_->rounds.size() >= most_rounds || bytes >= most_bytes || filling_->entries >= most_entries)
      close_stretch();
    while (!given_.empty() && (given_.size() >= most_given() || window_.size() > most_waiting ||
                               entries_given_ > most_entries_waiting))
      collect();
  }

  std::size_t most_given() const { return 4 * static_cast<std::size_t>(judging_.jobs); }

  // -- judging ------------------------------------------------------------------------------------

  /// Folding a round is quick beside judging it, and nearly always leads to the same position.
  void predict(const RecordRound& round) { fold_round(*rules_.program, header_, round, false, predicted_); }

  JudgedStretch judge_stretch(const Stretch& stretch, const Position& start) const {
    Referee referee(*rules_.program, header_, options_);
    referee.begin_after(start);
    for (const RecordRound& round : stretch.rounds) {
      if (stretch.wrong) return {};
      referee.judge_round(round);
    }
    return {referee.judgement(), referee.position()};
  }

  void close_stretch() {
    const std::shared_ptr<Stretch> stretch = std::exchange(filling_, nullptr);
    if (!stretch) return;
    if (is_predicting())
      give(stretch);
    else
      judge_here(*stretch);
  }

  void give(std::shared_ptr<Stretch> stretch) {
    given_.push_back(stretch);
    entries_given_ += stretch->entries;
    work_.give([this, stretch] { return judge_stretch(*stretch, stretch->start); });
  }

  /// The oldest stretch is judged, or waited for.
  void collect() {
    const std::shared_ptr<Stretch> stretch = std::move(given_.front());
    given_.pop_front();
    entries_given_ -= stretch->entries;
    // Asked in the order of the record, so that the budget ends at the same round with any number of threads.
    if (is_spent()) {
      is_cut_ = true;
      stretch->wrong = true;
      for (const std::shared_ptr<Stretch>& other : given_) other->wrong = true;
    }
    JudgedStretch judged = work_.take();
    if (is_cut_) return;
    ++predicted_stretches_;
    if (stretch->start == referee_->position()) return take_up(std::move(judged), *stretch);
    take_up(judge_stretch(*stretch, referee_->position()), *stretch);
    ++wrong_predictions_;
    if (is_predicting()) return predict_again();
    judge_one_by_one();
  }

  /// Judges one round after the other: if predictions are wrong all the time, doing everything again costs
  /// more than they save.
  void judge_one_by_one() {
    for (const std::shared_ptr<Stretch>& stretch : given_) stretch->wrong = true;
    while (work_.size() > 0) (void)work_.take();
    entries_given_ = 0;
    for (const std::shared_ptr<Stretch>& stretch : std::exchange(given_, {})) {
      stretch->wrong = false;
      judge_here(*stretch);
    }
  }

  void judge_here(const Stretch& stretch) {
    is_cut_ = is_cut_ || is_spent();
    if (!is_cut_) take_up(judge_stretch(stretch, referee_->position()), stretch);
  }

  bool is_predicting() const {
    return judging_.jobs > 1 &&
           wrong_predictions_ < most_wrong_predictions + predicted_stretches_ / predictions_for_each_wrong;
  }

  /// An illegal round, say, led elsewhere: what was begun from the wrong positions is begun anew.
  void predict_again() {
    for (const std::shared_ptr<Stretch>& stretch : given_) stretch->wrong = true;
    while (work_.size() > 0) (void)work_.take();
    predicted_ = referee_->position();
    entries_given_ = 0;
    for (const std::shared_ptr<Stretch>& stretch : std::exchange(given_, {})) {
      stretch->start = predicted_;
      stretch->wrong = false;
      for (const RecordRound& round : stretch->rounds) predict(round);
      give(stretch);
    }
    if (!filling_) return;
    filling_->start = predicted_;
    for (const RecordRound& round : filling_->rounds) predict(round);
  }

  bool is_spent() const { return referee_ && referee_->is_spent(); }

  void take_up(JudgedStretch judged, const Stretch& stretch) {
    keep_places(judged.found);
    referee_->take(std::move(judged.found), judged.end);
    judging_.rounds += stretch.rounds.size();
  }

  // -- lines that are pointed at ------------------------------------------------------------------

  void keep(const RecordPlace& place) { window_.keep_line(place.where.begin); }
  void keep(const Ruling& ruling) {
    keep(ruling.place);
    for (const Because& because : ruling.because) keep(because.place);
  }

  void keep_places(const Judgement& judgement) {
    if (judgement.ruling) keep(*judgement.ruling);
    if (judgement.unknown) keep(*judgement.unknown);
    for (const Ruling& ruling : judgement.more) keep(ruling);
    for (const Allowed& allowed : judgement.allowed) {
      keep(allowed.ruling);
      keep(allowed.place);
    }
    for (const Ruling& ruling : judgement.advice) keep(ruling);
    for (const ScoreDifference& score : judgement.scores) keep(score.place);
    for (const Trust& trust : judgement.trust) keep(trust.place);
    for (const Objection& objection : judgement.objections) keep(objection.place);
  }

  void keep_complaints() {
    const dsl::Diagnostics& diagnostics = reader_.diagnostics();
    for (; complaints_ < diagnostics.size(); ++complaints_) {
      const dsl::Diagnostic& complaint = diagnostics[complaints_];
      window_.keep_line(complaint.where.begin);
      for (const dsl::Label& label : complaint.labels) window_.keep_line(label.where.begin);
    }
    for (; notes_ < reader_.notes().size(); ++notes_) window_.keep_line(reader_.notes()[notes_].where.begin);
  }

  dsl::SourceMap& sources_;
  LargeRecord record_;
  const LargeJudging& judging_;
  dsl::FileId file_;
  RecordReader reader_;
  LargeJudgement found_;
  std::size_t read_again_ = 0;  ///< of record_.read
  TextWindow window_;
  std::uint64_t passed_ = 0;    ///< end of the rounds that were read
  std::size_t complaints_ = 0;  ///< those with lines kept
  std::size_t notes_ = 0;       ///< those with lines kept

  Header header_;
  bool is_loaded_ = false;
  bool is_refused_ = false;  ///< there are no rules for what the header has become
  ReadyRules rules_;         ///< of the header
  RefereeOptions options_;
  std::optional<Referee> referee_;
  bool is_first_ = true;
  bool is_cut_ = false;  ///< rounds were read that are not judged any more
  Position predicted_;
  std::size_t predicted_stretches_ = 0;  ///< that were judged
  std::size_t wrong_predictions_ = 0;    ///< of these
  std::shared_ptr<Stretch> filling_;
  std::deque<std::shared_ptr<Stretch>> given_;
  std::size_t entries_given_ = 0;
  OrderedWork<JudgedStretch> work_;  ///< last: its threads use the others
};

constexpr std::size_t most_lines = 20'000;

}  // namespace

LargeJudgement judge_large(dsl::SourceMap& sources, LargeRecord record, const LargeJudging& judging) {
  return LargeJudge(sources, std::move(record), judging).judge();
}

void TextWindow::drop_before(std::uint64_t offset) {
  if (offset <= begin_) return;
  const std::size_t within = std::min(static_cast<std::size_t>(offset - begin_), text_.size());
  // Rarely, as the rest has to be moved.
  if (within < text_.size() / 2) return;
  const std::size_t line_end = within == 0 ? std::string::npos : text_.rfind('\n', within - 1);
  if (line_end == std::string::npos) return;
  const auto stop = text_.begin() + static_cast<std::ptrdiff_t>(line_end + 1);
  first_line_ = number_of_line(line_end + 1);
  begin_ += line_end + 1;
  text_.erase(text_.begin(), stop);
  counted_ = 0;
  counted_line_ = first_line_;
}

std::size_t TextWindow::number_of_line(std::size_t within) {
  if (within < counted_) {
    counted_ = 0;
    counted_line_ = first_line_;
  }
  const auto from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
  const auto to = text_.begin() + static_cast<std::ptrdiff_t>(within);
  counted_line_ += static_cast<std::size_t>(std::count(from, to, '\n'));
  counted_ = within;
  return counted_line_;
}

void TextWindow::keep_line(std::uint64_t offset) {
  if (offset < begin_ || offset > end() || kept_.size() >= most_lines) return;
  const auto within = static_cast<std::size_t>(offset - begin_);
  const std::size_t before = within == 0 ? std::string::npos : text_.rfind('\n', within - 1);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  if (kept_.contains(begin_ + first)) return;
  const std::size_t last = std::min(text_.find('\n', within), text_.size());
  Line line{number_of_line(first), text_.substr(first, last - first) + "\n"};
  kept_.emplace(begin_ + first, std::move(line));
}

void TextWindow::show(dsl::SourceMap& sources, dsl::FileId file) const {
  sources.forget(file);
  for (const auto& [begin, line] : kept_)
    sources.keep(file, static_cast<std::uint32_t>(begin), line.number, line.text);
}

}  // namespace roundhouse::replay
