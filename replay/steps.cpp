#include "replay/steps.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "engine/evaluate.h"
#include "replay/narrate.h"
#include "replay/reference.h"
#include "replay/write_record.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

class Stepper {
 public:
  Stepper(const dsl::Program& program, const Record& record, const std::function<bool(const Frame&)>& show)
      : program_(program),
        record_(record),
        show_(show),
        position_(engine::begin_match(program, record.header.ages)) {
    gather_claims();
  }

  void run() {
    for (round_ = 0; round_ < record_.rounds.size() && going_; ++round_) {
      laid_.clear();
      pending_.clear();
      fold_one();
      flush(true);
    }
  }

 private:
  const RecordRound& round() const { return record_.rounds[round_]; }

  /// What players claim of a line is told with it; of one that is not there, with the line before the claim.
  void gather_claims() {
    for (std::size_t r = 0; r < record_.rounds.size(); ++r) {
      LinePlace last{r, 0};
      for (std::size_t i = 0; i < record_.rounds[r].items.size(); ++i) {
        const Line& line = record_.rounds[r].items[i].line;
        if (std::holds_alternative<TurnLine>(line)) last.item = i;
        const auto* claim = std::get_if<ClaimLine>(&line);
        if (claim == nullptr) continue;
        const LinePlace about = find_turn(record_, claim->about, r).value_or(last);
        const std::string who = claim->player == no_seat
                                    ? std::string("Somebody")
                                    : record_.header.players[static_cast<std::size_t>(claim->player)].name;
        claims_[{about.round, about.item}].push_back(
            claim->note.empty() ? fmt::format("{} objects.", who)
                                : fmt::format("{} objects: \"{}\".", who, claim->note));
      }
    }
  }

  void fold_one() {
    FoldWatcher watcher;
    watcher.before = [this](const FoldStep& step, const Position& before) {
      before_ = before;
      if (step.act.kind == ActKind::lay) note(step.act, before);
      return going_;
    };
    watcher.after = [this](const FoldStep& step, const Position& after, const engine::Trace& trace) {
      std::vector<std::string> told = narrate(program_, record_.header, before_, step.act, trace);
      if (step.act.kind == ActKind::declared && !step.written && !told.empty())
        told.front() += " (That is not written, and taken for granted.)";
      if (step.act.kind == ActKind::deal) return;  // the hands are shown with the first thing that happens
      frame_ready(step.item, told, after);
    };
    watcher.trouble = [this](const FoldTrouble& trouble, const Position& at) {
      // A claim that is not true changes nothing, and who plays out of turn has played; all else ends what
      // can be shown.
      frame_ready(trouble.item, {trouble.message + "."}, at);
      const bool harmless = trouble.law == dsl::Law::false_claim || trouble.law == dsl::Law::turn_order;
      if (!harmless) pending_.back().trouble = trouble.message;
      return harmless;
    };
    watcher.gap = [this](std::size_t item) {
      frame_ready(item, {"Turns are missing here that nobody wrote down."}, position_);
      pending_.back().trouble = "what follows cannot be shown";
    };
    fold_round(program_, record_.header, round(), round_ == 0, position_, watcher);
  }

  void note(const Act& act, const Position& before) {
    const int index = engine::find_end(before, act.end);
    if (index < 0) return;
    const engine::End& end = before.ends[static_cast<std::size_t>(index)];
    LaidTile tile;
    tile.group = before.next_group;
    tile.parent = end.group;
    tile.at_side = end.side;
    tile.train = end.train;
    // Not the number of the end: rules may let a tile lie against another one.
    const bool high_inside = engine::high_of(act.tile) == end.pip;
    tile.inner = high_inside ? engine::high_of(act.tile) : engine::low_of(act.tile);
    tile.outer = high_inside ? engine::low_of(act.tile) : engine::high_of(act.tile);
    laid_.push_back(tile);
  }

  /// A frame is shown when the next one comes, so that it is known whether it ends its line.
  void frame_ready(std::size_t item, const std::vector<std::string>& sentences, const Position& position) {
    flush(!pending_.empty() && pending_.back().item != item);
    Frame frame;
    frame.round = round_;
    frame.item = item;
    frame.turn = static_cast<int>(item < round().items.size() ? turn_number(round(), item) : 0);
    const std::string label = label_of(round());
    frame.place = frame.turn > 0 ? write_reference(reference_to(record_, {round_, item}))
                                 : (label.empty() ? "before the first turn" : "round " + label);
    if (item < round().items.size()) frame.written = write_line(record_.header, round().items[item].line);
    frame.sentences = sentences;
    frame.position = position;
    frame.laid = laid_;
    pending_.push_back(std::move(frame));
  }

  void flush(bool ends_line) {
    if (pending_.empty()) return;
    Frame& frame = pending_.back();
    frame.ends_line = ends_line;
    if (const auto claims = claims_.find({frame.round, frame.item}); ends_line && claims != claims_.end())
      frame.sentences.insert(frame.sentences.end(), claims->second.begin(), claims->second.end());
    if (going_) going_ = show_(pending_.back());
    pending_.clear();
  }

  const dsl::Program& program_;
  const Record& record_;
  const std::function<bool(const Frame&)>& show_;
  Position position_;
  Position before_;
  std::size_t round_ = 0;
  bool going_ = true;
  std::vector<LaidTile> laid_;
  std::vector<Frame> pending_;                                                      ///< none or one
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> claims_;  ///< by round and item
};

}  // namespace

void step_through(const dsl::Program& program, const Record& record,
                  const std::function<bool(const Frame&)>& show) {
  Stepper(program, record, show).run();
}

}  // namespace roundhouse::replay
