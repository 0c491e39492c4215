#include "replay/views/steps.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "dsl/base/plain_text.h"
#include "engine/fold.h"
#include "replay/fold/partial_fold.h"
#include "replay/fold/round_points.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/names.h"
#include "replay/record/reference.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/ways_asked.h"
#include "replay/scores/match_result.h"
#include "replay/views/narrate.h"

namespace roundhouse::replay {
namespace {

/// Behind so many rounds nothing is known of facts that last: no match is as long, and each is followed
/// twice.
constexpr std::size_t most_known_rounds = 1'000;

/// True of trouble behind which the table can be shown: a claim that is not true changes nothing, and a
/// player out of turn has played.
bool is_harmless(const FoldTrouble& trouble) {
  return trouble.law == dsl::Law::false_claim || trouble.law == dsl::Law::turn_order;
}

}  // namespace

struct Steps::Mark {
  Position position;
  std::size_t index = 0;
  bool going = true;
  std::bitset<engine::max_facts> unknown;
  std::optional<MatchScorer> scorer;
  std::vector<std::string> changes;
};

class Steps::Stepper {
 public:
  Stepper(const engine::Rules& program, const Header& header, const TurnClaims& claims,
          const std::function<bool(const Frame&)>& show, const std::string& seen_by, bool behind_gaps)
      : program_(program),
        header_(header),
        claims_(claims),
        show_(show),
        seen_by_(seen_by),
        behind_gaps_(behind_gaps),
        position_(begin_match_of(program, header)) {
    if (shows_lasting_facts(program) || program.match.games.given()) scorer_.emplace(program, header);
  }

  bool add_round(const RecordRound& round) {
    if (!begin(round)) return false;
    fold_one();
    show_void();
    note_unknown(round);
    tell_winner();
    flush(true);
    ++index_;
    return going_;
  }

  bool pass_round(const RecordRound& round) {
    if (!begin(round)) return false;
    RoundFold fold = fold_of(program_, header_, round, index_ == 0, position_);
    while (FoldStep* step = fold.next())
      if (auto* trouble = std::get_if<FoldTrouble>(step)) trouble->goes_on = is_harmless(*trouble);
    changes_.clear();
    note_unknown(round);
    ++index_;
    return going_;
  }

  std::shared_ptr<const Mark> mark() const {
    return std::make_shared<const Mark>(Mark{position_, index_, going_, unknown_, scorer_, changes_});
  }
  void go_to(const Mark& mark) {
    position_ = mark.position;
    index_ = mark.index;
    going_ = mark.going;
    unknown_ = mark.unknown;
    unknown_in_round_ = {};
    scorer_ = mark.scorer;
    changes_ = mark.changes;
    pending_.clear();
  }
  const Position& position() const { return position_; }

 private:
  bool begin(const RecordRound& round) {
    if (!going_) return false;
    if (lacks_rules(round)) return going_ = false;
    round_ = &round;
    here_ = &header_in(round, header_);
    said_ = with_whole_names(*here_);
    of_line_.clear();
    by_ = &program_in(round, program_);
    label_ = label_of(round);
    turns_ = {};
    laid_.clear();
    pending_.clear();
    dealt_.clear();
    looking_ = match_player(*here_, seen_by_);
    if (round.by.change) show_change(*round.by.change);
    return true;
  }

  bool sees_all() const { return seen_by_.empty(); }
  bool is_looking(Seat seat) const {
    return sees_all() || (looking_.exact && looking_.found() && looking_.seats.front() == seat);
  }

  /// The act as the viewer sees it: tiles that others take from the boneyard, or are made to show to
  /// somebody, stay between them.
  Act shown(const Act& act) const {
    Act seen = act;
    if (is_looking(act.actor)) return seen;
    const bool in_hand = row(act.kind).move == engine::TileMove::arrives;
    const Seat owner = engine::hand_of_given(*by_, act);
    const bool from_hand = owner != no_seat && !is_looking(owner);
    if (in_hand || from_hand) seen.tile = no_tile;
    return seen;
  }
  Position shown(const Position& position) const {
    Position seen = position;
    if (sees_all() || position.phase == engine::Phase::over) return seen;
    for (std::size_t p = 0; p < here_->players.size(); ++p)
      if (!is_looking(static_cast<Seat>(p))) seen.hands[p] = {};
    return seen;
  }
  /// The line as written; only its player or its word if tiles may stand in it that others hold.
  std::string shown(const Item& item) const {
    if (!sees_all() && std::holds_alternative<SeekLine>(item.line)) return "seek";
    const auto* turn = std::get_if<TurnLine>(&item.line);
    const auto* hand = std::get_if<HandLine>(&item.line);
    const Seat seat = turn != nullptr ? turn->player : hand != nullptr ? hand->player : no_seat;
    if (seat == no_seat || is_looking(seat)) return write_line(*here_, item.line);
    return here_->players[static_cast<std::size_t>(seat)].name;
  }

  const RecordRound& round() const { return *round_; }

  std::string place(std::uint32_t turn) const {
    if (turn == 0) return label_.empty() ? "before the first turn" : "round " + label_;
    Reference reference;
    reference.turn = turn;
    reference.by_order = !claims_.is_first_with_label(index_);
    if (reference.by_order)
      reference.order = static_cast<std::uint32_t>(index_ + 1);
    else
      reference.label = label_;
    return write_reference(reference);
  }

  std::string_view signer(std::size_t item) const {
    if (item >= round().items.size()) return {};
    const auto* line = std::get_if<TurnLine>(&round().items[item].line);
    return line == nullptr ? std::string_view() : std::string_view(line->signer);
  }

  void fold_one() {
    RoundFold fold = fold_of(program_, header_, round(), index_ == 0, position_);
    while (FoldStep* step = fold.next()) {
      if (const PartialFold* partly = fold.partly()) {
        show_behind(*step, *partly);
      } else if (const auto* act = std::get_if<FoldAct>(step)) {
        if (going_)
          show_act(fold, *act);
        else
          fold.stop();
      } else if (auto* trouble = std::get_if<FoldTrouble>(step)) {
        frame_ready(trouble->item, trouble->where, {trouble->message + "."}, position_);
        trouble->goes_on = is_harmless(*trouble);
        if (!trouble->goes_on) pending_.back().trouble = trouble->message;
      } else if (const auto* begun = std::get_if<PositionBegun>(step)) {
        laid_ = begun->laid;
        if (behind_gaps_ && !is_followed(begun->unknown)) continue;  // the gap has what is known
        frame_ready(begun->item, round().items[begun->item].at.span, {"Here the record begins."}, position_);
      } else if (auto* gap = std::get_if<GapBegins>(step); gap != nullptr && behind_gaps_) {
        gap->goes_on = true;
        gap_ = *gap;
      } else if (gap != nullptr) {
        frame_ready(gap->item, round().items[gap->item].at.span,
                    {gap->begun_with != nullptr ? "Not all of the position is written."
                                                : "Turns are missing here that nobody wrote down."},
                    position_);
        pending_.back().trouble = "what follows cannot be shown";
      }
    }
  }

  /// A frame for each line behind a gap, and one for the gap.
  void show_behind(FoldStep& step, const PartialFold& partly) {
    const BreachReporter reporter{*by_, *here_, round()};
    if (auto* trouble = std::get_if<FoldTrouble>(&step)) trouble->goes_on = true;
    if (auto* asked = std::get_if<AskWays>(&step)) {
      FoldAct seen = asked->step;
      seen.act = shown(seen.act);
      if (going_ && seen.act.kind != ActKind::done)
        behind_.push_back(
            fmt::format("{} {}.", reporter.name(seen.act.actor), known_deed(reporter, partly, seen)));
      WaysAsked found = ask_ways(*by_, *asked);
      if (asked->is_open) let_stand(found, AllowedLines(round()).has(seen.item), *asked);
    }
    const auto* table = std::get_if<TableSeen>(&step);
    if (table == nullptr || !going_) return;
    if (!table->is_end) return behind_.clear();
    if (table->item == gap_.item && gap_.begun_with != nullptr)
      behind_ = {"Not all of the position is written."};
    else if (is_gap(round().items[table->item].line))
      behind_ = {"Nobody wrote down what was done here."};
    if (partly.in_turn() && !partly.table().unknown.owner)
      behind_.push_back(fmt::format("It is {}'s turn.", reporter.name(partly.table().position.turn_player)));
    frame_ready(table->item, round().items[table->item].at.span, std::exchange(behind_, {}), position_);
    pending_.back().known = known_lines(reporter, partly);
    if (!partly.is_lost() && !partly.is_blind() && !partly.is_over() && partly.rules().one_ended) {
      engine::Known known = partly.table();
      known.position = shown(known.position);
      known.unknown.owner = known.unknown.owner || !partly.in_turn();
      pending_.back().table = std::make_shared<const engine::Known>(std::move(known));
    }
  }

  void show_act(RoundFold& fold, const FoldAct& step) {
    before_ = position_;
    if (const auto tile = laid_by(before_, step.act)) laid_.push_back(*tile);
    fold.carry_out();
    std::vector<std::string> sentences =
        narrate(*by_, said_, before_, shown(step.act), fold.trace(), signer(step.item));
    if (step.act.kind == ActKind::declared && !step.written && !sentences.empty())
      sentences.front() += " (That is not written, and taken for granted.)";
    // The hands, and what came of dealing them, are shown with the first thing that happens.
    sentences.insert(sentences.begin(), dealt_.begin(), dealt_.end());
    dealt_.clear();
    if (step.act.kind == ActKind::deal)
      dealt_ = std::move(sentences);
    else
      frame_ready(step.item, step.where, sentences, position_, step.act);
  }

  /// Shown with the first line of the round.
  void show_change(const RoundChange& change) {
    std::string rules;
    for (const OptionField& option : change.options)
      rules += (rules.empty() ? "" : ", ") + option.name + "=" + option.value;
    changes_.clear();
    if (!rules.empty()) changes_.push_back("From here on the rules are played with " + rules + ".");
    for (const Seat seat : change.newcomers) changes_.push_back(short_name(said_, seat) + " joins.");
    unknown_ = engine::carry_over(*change.before->rules.program, *by_, unknown_, change.seats);
  }

  /// Such a round may have no act at all.
  void show_void() {
    const bool is_void = position_.phase == engine::Phase::over && position_.engine_tile == no_tile;
    if (!going_ || !is_void || has_only_the_end(round())) return;
    if (pending_.empty()) frame_ready(round().items.size(), {}, {}, position_);
    pending_.back().sentences.emplace_back("No tile can be the engine, so the round is void.");
  }

  /// Adds who has won the match, where the round was its last and all is known that decides it.
  void tell_winner() {
    if (!going_ || pending_.empty() || position_.phase != engine::Phase::over || by_->match.group.given() ||
        engine::is_void(position_))
      return;
    std::vector<int> ranks;
    std::vector<std::optional<std::int32_t>> totals;
    if (scorer_) {
      const MatchResult result = scorer_->result();
      if (!result.over) return;
      ranks = result.ranks;
      totals = result.totals;
    } else if (!position_.unknown.has(engine::Part::totals) && !position_.unknown.has(engine::Part::past) &&
               !position_.unknown.has(engine::Part::facts) && engine::match_over(*by_, position_)) {
      ranks = engine::ranks(*by_, position_);
      for (std::size_t p = 0; p < ranks.size(); ++p)
        totals.emplace_back(dsl::sum_of(position_.players[p].total, position_.players[p].points));
    }
    std::vector<std::string> winners;
    std::optional<std::int32_t> total;
    for (std::size_t p = 0; p < std::min(ranks.size(), said_.players.size()); ++p) {
      if (ranks[p] == 0) return;
      if (ranks[p] != 1) continue;
      winners.push_back(said_.players[p].name);
      total = totals[p];
    }
    if (winners.empty() || winners.size() == ranks.size()) return;
    const bool is_one = winners.size() == 1;
    const std::string points = is_one && total
                                   ? fmt::format(" with {} {}", *total, *total == 1 ? "point" : "points")
                                   : std::string();
    pending_.back().sentences.push_back(
        fmt::format("{} {} the match{}.", dsl::listed(winners), is_one ? "wins" : "win", points));
  }

  /// A frame is shown when the next one comes, so that it is known whether it ends its line.
  void frame_ready(std::size_t item, dsl::Span where, const std::vector<std::string>& sentences,
                   const Position& position, const std::optional<Act>& act = std::nullopt) {
    flush(!pending_.empty() && pending_.back().item != item);
    Frame frame;
    frame.round = index_;
    frame.item = item;
    frame.where = where;
    const std::uint32_t turn = turns_.at(round(), item);
    frame.turn = static_cast<int>(turn);
    frame.place = place(turn);
    if (item < round().items.size()) frame.written = shown(round().items[item]);
    frame.by = round().by;
    frame.sentences = sentences;
    frame.position = shown(position);
    if (act) frame.act = shown(*act);
    frame.unknown = unknown_at(position);
    frame.laid = laid_;
    pending_.push_back(std::move(frame));
  }

  /// Keeps the frame's sentences, but not the one that says whose turn begins: more of that turn follows.
  void note_sentences(const Frame& frame) {
    const Seat turn = frame.position.turn_player;
    const std::string begun = turn == no_seat ? std::string() : turn_sentence(said_, turn);
    for (const std::string& sentence : frame.sentences)
      if (sentence != begun) of_line_.push_back(sentence);
  }

  void note_unknown(const RecordRound& round) {
    unknown_in_round_ = {};
    if (!scorer_) return;
    if (index_ < most_known_rounds) {
      scorer_->add_round(program_, header_, round, index_ == 0);
      unknown_ = scorer_->unknown_facts();
    } else {
      scorer_.reset();
      unknown_ = lasting(*by_, std::bitset<engine::max_facts>().set(), dsl::Scope::round);
    }
  }

  /// The facts that are not known in this round. It is asked when the round begins, when the engine lies and
  /// when the round is over; nothing else can make a fact known again.
  std::bitset<engine::max_facts> unknown_at(const Position& position) {
    if (unknown_.none() || index_ > most_known_rounds) return unknown_;
    const bool is_over = position.phase == engine::Phase::over;
    auto& unknown = unknown_in_round_[is_over ? 2 : position.engine_tile != no_tile ? 1 : 0];
    if (!unknown) unknown = unknown_after(*by_, position, {}, unknown_).facts;
    return *unknown;
  }

  void flush(bool ends_line) {
    if (pending_.empty()) return;
    Frame& frame = pending_.back();
    frame.ends_line = ends_line;
    if (ends_line) {
      frame.sentences.insert(frame.sentences.begin(), changes_.begin(), changes_.end());
      changes_.clear();
    }
    if (ends_line && (frame.turn > 0 || frame.item == 0)) {
      const auto& claims = claims_.of(frame.round, static_cast<std::uint32_t>(frame.turn));
      frame.sentences.insert(frame.sentences.end(), claims.begin(), claims.end());
    }
    if (ends_line || !frame.trouble.empty())
      frame.earlier = std::exchange(of_line_, {});
    else
      note_sentences(frame);
    if (going_) going_ = show_(frame);
    pending_.clear();
  }

  const engine::Rules& program_;
  const Header& header_;
  const TurnClaims& claims_;
  const std::function<bool(const Frame&)>& show_;
  const std::string seen_by_;  ///< empty: by everybody
  const bool behind_gaps_;
  Position position_;
  Position before_;
  const RecordRound* round_ = nullptr;
  // Of the round.
  const Header* here_ = nullptr;
  Header said_;  ///< with whole names
  const engine::Rules* by_ = nullptr;
  std::optional<MatchScorer> scorer_;  ///< knows which facts are known; only where some of them are shown
  std::bitset<engine::max_facts> unknown_;  ///< when the round began
  std::array<std::optional<std::bitset<engine::max_facts>>, 3> unknown_in_round_;
  std::size_t index_ = 0;  ///< of the round
  std::string label_;
  PlayerMatch looking_;  ///< the viewer
  TurnCounter turns_;    ///< of the round
  bool going_ = true;
  GapBegins gap_{};                  ///< the last one
  std::vector<std::string> behind_;  ///< of the line at hand behind it
  std::vector<LaidTile> laid_;
  std::vector<std::string> dealt_;    ///< sentences about the deal, until it is shown
  std::vector<std::string> changes_;  ///< changes before the round, until it is shown
  std::vector<std::string> of_line_;  ///< sentences of the line, as far as it was shown
  std::vector<Frame> pending_;        ///< none or one
};

Steps::Steps(const engine::Rules& program, const Header& header, const TurnClaims& claims,
             const std::function<bool(const Frame&)>& show, const std::string& seen_by, bool behind_gaps)
    : stepper_(std::make_unique<Stepper>(program, header, claims, show, seen_by, behind_gaps)) {}
Steps::~Steps() = default;
bool Steps::add_round(const RecordRound& round) { return stepper_->add_round(round); }
bool Steps::pass_round(const RecordRound& round) { return stepper_->pass_round(round); }
std::shared_ptr<const Steps::Mark> Steps::mark() const { return stepper_->mark(); }
void Steps::go_to(const Mark& mark) { stepper_->go_to(mark); }
const Position& Steps::position() const { return stepper_->position(); }

std::string caption(const Frame& frame) {
  std::string text = dsl::joined(frame.earlier, " ");
  for (const std::string& sentence : frame.sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

void step_through(const engine::Rules& program, const Record& record,
                  const std::function<bool(const Frame&)>& show) {
  TurnClaims claims(record.header);
  for (const RecordRound& round : record.rounds) claims.add_round(round);
  claims.finish();
  Steps steps(program, record.header, claims, show);
  for (const RecordRound& round : record.rounds)
    if (!steps.add_round(round)) return;
}

}  // namespace roundhouse::replay
