#include "replay/referee/judge/backtracking_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/implicit_acts.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/claims.h"
#include "replay/referee/judge/hidden_claims.h"
#include "replay/referee/judge/reasons.h"
#include "replay/referee/judge/trial.h"

namespace roundhouse::replay {
namespace {

using engine::Breach;
using engine::JudgedAs;
using engine::TileMove;

/// A question beyond so many is gone back to from the beginning of the round.
constexpr std::size_t most_line_starts = 512;
/// Trying what could have been done may take so many steps, however quickly the round was judged.
constexpr std::int64_t least_suggest_steps = 40'000;
/// And each trial so many of a search.
constexpr std::int64_t most_trial_steps = 2'000;

}  // namespace

BacktrackingJudge::BacktrackingJudge(const engine::Rules& program, const Header& header,
                                     const RecordRound& round, const RefereeOptions& options,
                                     HandRowsOnDemand& rows, bool first_of_file, Position& position,
                                     const std::optional<SupposedCounts>& supposed)
    : program_(program),
      header_(header),
      round_(round),
      options_(options),
      supposed_(supposed),
      reporter_{program, header, round},
      rows_(rows),
      first_of_file_(first_of_file),
      allowed_(round),
      position_(position),
      begin_(position),
      all_faces_(faces_of(program, {})),
      log_(program),
      store_(program, options.budget, rows.work().test),
      heeded_(reporter_),
      engine_asks_hands_(engine_asks_hands(program)),
      ages_hidden_(ages_hidden(program, position)) {
  begin();
}

// -- walking and going back --------------------------------------------------------------------------

void BacktrackingJudge::begin() {
  position_ = begin_;
  fold_.emplace(program_, header_, round_, first_of_file_, position_,
                FoldOptions{.judges = true, .supposed_counts = supposed_});
  log_ = RoundLog(program_);
  store_.clues.clear();
  moves_.clear();
  rulings_.clear();
  advice_.clear();
  judgement_ = {};
  asked_ = 0;
  gap_act_ = 0;
  stopped_ = 0;
  draws_.clear();
  shown_open_ = false;
  stay_.reset();
  starting_ = 0;
  gap_item_.reset();
  left_open_.reset();
  hidden_facts_.reset();
  chance_open_.reset();
  line_.reset();
}

void BacktrackingJudge::walk() {
  while (FoldStep* step = fold_->next()) take(*step);
}

void BacktrackingJudge::take(FoldStep& step) {
  std::visit(overloaded{
                 [&](const FoldAct& act) { take(act); },
                 [&](const AtLine& line) { come_to_line(line.item); },
                 [&](FoldTrouble& trouble) {
                   trouble.goes_on = gap_item_ ? object_behind(trouble) : object(trouble, position_);
                 },
                 [&](const TurnBegins& turn) { begins(turn); },
                 [&](AskAnnounced& asked) { asked.answer = was_announced(asked.drew); },
                 [&](AskTurned& asked) { asked.answer = was_turned(asked); },
                 [&](AskAct& asked) {
                   const std::optional<std::size_t> answer = which(asked);
                   if (answer)
                     asked.answer = *answer;
                   else
                     fold_->stop();
                 },
                 [&](AskChance& asked) {
                   asked.answer = assume_chance(asked);
                   if (!asked.answer) fold_->stop();
                 },
                 [&](const FoldShowing& shown) {
                   if (gap_item_)
                     show_behind(shown);
                   else
                     show(shown, position_);
                 },
                 [&](const ScoreClaimed& scored) { compare(scored); },
                 [&](const FoldNote& note) {
                   judgement_.notes.push_back({reporter_.place(note.item, note.where), note.text});
                 },
                 [&](const PositionBegun& begun) { begin_with(begun); },
                 [&](GapBegins& gap) { begin_gap(gap); },
                 [&](AskWays& asked) { judge_behind(asked); },
                 [&](const FoldDoubt& open) { doubt_behind(open); },
                 [](const TableSeen&) {},
                 [](const RoundCounted&) {},
             },
             step);
}

void BacktrackingJudge::take(const FoldAct& act) {
  if (judge_next_act(act, position_)) {
    fold_->carry_out(std::exchange(assumed_, {}));
    forget_laid(program_, act.act, position_);
    heeded_.report(act, position_, fold_->trace(), advice_);
    return;
  }
  log_.stop();
  stopped_ = log_.last();
  fold_->stop();
}

/// Marks the line as one to come back to, if something may be asked there.
void BacktrackingJudge::come_to_line(std::size_t item) {
  line_.reset();
  if (item == round_.items.size() || questions_.size() >= most_line_starts) return;
  const bool may_ask = fold_->implicit_acts().any() || fold_->leaves_acts_open() ||
                       (!fold_->hands_known() && rows_->any_follow());
  if (!may_ask) return;
  clues();
  line_ = std::make_shared<const LineStart>(line_start());
}

BacktrackingJudge::LineStart BacktrackingJudge::line_start() const {
  return {fold_->point(),
          position_,
          log_.last(),
          store_.clues.size(),
          asked_,
          rulings_,
          advice_.size(),
          judgement_.scores.size(),
          judgement_.left_out,
          judgement_.notes.size(),
          judgement_.undecided,
          judgement_.unknown,
          left_open_,
          hidden_facts_,
          facts_serial_};
}

void BacktrackingJudge::go_back(const LineStart& line) {
  position_ = line.position;
  fold_->go_back(line.fold);
  log_.go_back(line.act);
  clues().resize(line.clues);
  asked_ = line.questions;
  rulings_ = line.rulings;
  advice_.resize(line.advice);
  judgement_.scores.resize(line.scores);
  judgement_.left_out = line.left_out;
  judgement_.notes.resize(line.notes);
  judgement_.undecided = line.undecided;
  judgement_.unknown = line.unknown;
  left_open_ = line.left_open;
  hidden_facts_ = line.hidden_facts;
  facts_serial_ = line.facts_serial;
  gap_act_ = 0;
  stopped_ = 0;
  gap_item_.reset();
}

bool BacktrackingJudge::take_another_way(int before_act) {
  if (before_act > 0)
    while (!questions_.empty() && questions_.back().act > before_act) questions_.pop_back();
  while (!questions_.empty() && questions_.back().chosen + 1 == questions_.back().answers.size())
    questions_.pop_back();
  if (questions_.empty()) return false;
  ++questions_.back().chosen;
  const std::shared_ptr<const LineStart> line = questions_.back().line;
  const int walked = log_.last();
  if (line)
    go_back(*line);
  else
    begin();
  // An act walked again takes about as long as two steps of a search, other lines a part of one.
  const std::size_t lines = round_.items.size() - (line ? line->fold.item : 0);
  store_.spend(std::int64_t{2} * (walked - log_.last()) + static_cast<std::int64_t>(lines / 16));
  return true;
}

std::pair<std::size_t, int> BacktrackingJudge::reached() const {
  const Played* ruled = log_.at(ruled_at());
  const auto is_turn = [](const Item& item) { return std::holds_alternative<TurnLine>(item.line); };
  const auto first = static_cast<std::size_t>(find_if(round_.items, is_turn) - round_.items.begin());
  // All that comes before the first turn counts as one line.
  const auto line_of = [&](const Played* played) {
    return played == nullptr || played->step.item < first ? 0 : played->step.item;
  };
  const std::size_t line = line_of(ruled);
  int acts = 0;
  for (int act = 1; act <= ruled_at(); ++act) {
    const Played* played = log_.at(act);
    // Not each way has acts that nobody wrote down.
    const bool counts = played->step.written || (played->step.act.kind != ActKind::pull &&
                                                 played->step.act.kind != ActKind::declared);
    if (counts && line_of(played) == line) ++acts;
  }
  return {line, acts};
}

bool can_be_carried_out(const Breach& breach) { return !breach.law || can_be_carried_out(*breach.law); }

// -- every act ---------------------------------------------------------------------------------------

bool BacktrackingJudge::judge_next_act(const FoldAct& step, const Position& position) {
  if (stay_) claim_that_hands_stay(step, position);
  log_.add(step, position, true);
  forget_facts_of_turn(position);
  act_steps_ += rows_.act_steps(position);
  if (act_steps_ > options_.act_budget) {
    doubt(step.item, step.where,
          "these rules ask so much of each act that the work which a round gets is used up here");
    return false;
  }
  const JudgedAs judged = engine::row(step.act.kind).judged;
  switch (judged) {
    case JudgedAs::lead:
      if (!claim_of_hands(step, position) && !judge_act(step, position)) return false;
      if (!is_all_shown(step, position)) return false;
      break;
    case JudgedAs::play:
      if (!judge_act(step, position)) return false;
      break;
    case JudgedAs::engine:
      if (!judge_engine(step, position) || !is_all_shown(step, position)) return false;
      break;
    case JudgedAs::search:
      if (!judge_search(step, position)) return false;
      break;
    case JudgedAs::sight:
      claim_turned_up(step, position);
      break;
    case JudgedAs::deal:
      draws_.clear();
      note_hands_stay(step, position);
      break;
    case JudgedAs::nothing:
      break;
  }
  const bool may_begin = judged == JudgedAs::deal || judged == JudgedAs::engine || judged == JudgedAs::lead;
  if (may_begin && step.act.whom != no_seat) starting_ = log_.last();
  note_tiles(step, position);
  return assume(step, position);
}

/// A fact of the turn is known again when the next one begins.
void BacktrackingJudge::forget_facts_of_turn(const Position& position) {
  if (hidden_facts_.none() || facts_serial_ == position.turn_serial) return;
  facts_serial_ = position.turn_serial;
  for (const dsl::FactSlot& fact : program_.facts)
    for (int slot = fact.slot; fact.per == dsl::Scope::turn && slot < fact.end(); ++slot)
      hidden_facts_.reset(static_cast<std::size_t>(slot));
}

std::optional<std::size_t> BacktrackingJudge::first_open_line() const {
  return questions_.empty() ? std::nullopt : questions_.front().item;
}

bool BacktrackingJudge::hides_lasting_facts() const {
  if (hidden_facts_.none()) return false;
  return any_of(program_.facts, [&](const dsl::FactSlot& fact) {
    if (fact.per != dsl::Scope::game && fact.per != dsl::Scope::match) return false;
    for (int slot = fact.slot; slot < fact.end(); ++slot)
      if (hidden_facts_[static_cast<std::size_t>(slot)]) return true;
    return false;
  });
}

/// Facts that rest on hidden tiles, and behind the end of the round the points that do, with what its rows
/// make of them.
engine::NotKnown BacktrackingJudge::unknown_beside_hands(const Position& position) const {
  engine::NotKnown unknown;
  unknown.facts = hidden_facts_;
  if (position.phase != engine::Phase::over || position.voided || fold_->hands_known()) return unknown;
  RoundWritten written;
  for (int seat = 0; seat < program_.players; ++seat)
    written.no_points[static_cast<std::size_t>(seat)] = !fold_->are_points_known(static_cast<Seat>(seat));
  return unknown_after(program_, position, written, hidden_facts_);
}

bool BacktrackingJudge::judge_act(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  const bool all_known = fold_->hands_known();
  if (all_known && hidden_facts_.none() && judge_known(step, position)) return true;
  const dsl::ActRules* rules = rules_of(program_, act);
  const bool looks = rules != nullptr && rules->hand_use != dsl::HandUse::none;
  const bool hidden = !all_known && looks && hidden_count(position, act.actor) > 0;
  const bool others = !all_known && looks && others_hidden(program_, position, act.actor);
  const ActClaims claims =
      claims_of(program_, rows_, position, act, hidden ? hidden_faces(program_, position) : TileSet(), others,
                unknown_beside_hands(position));
  if (rules != nullptr && !rules->advice.empty()) advise(step, position, *rules);
  if (!claims.open.empty() && !allowed_.has(step.item))
    doubt(step.item, step.where,
          fmt::format("the rule {} asks here for {}", program_.rules[claims.open.front().value].id,
                      not_written(claims.open.front(), "tiles in hands that are not written")));
  const bool leads_blind = act.kind == ActKind::lead && engine_asks_hands_ && !all_known;
  const auto is_blind = [&](const Breach& breach) {
    return leads_blind && (breach.law == dsl::Law::turn_order || breach.law == dsl::Law::not_the_engine);
  };
  const auto broken = std::find_if_not(claims.broken.begin(), claims.broken.end(), is_blind);
  if (broken != claims.broken.end()) {
    const Breach& breach = *broken;
    Ruling ruling = reporter_.breach(step, position, breach);
    if (!is_reported(step.item, ruling.rule, !step.written)) add_ruling(log_.last(), std::move(ruling));
    return can_be_carried_out(breach) && position.phase != engine::Phase::seek;
  }
  if (claims.any()) add_claims(program_, position, act, claims, clue(ClueKind::ban, act.actor), clues());
  return true;
}

/// Advice that was not followed whatever the hidden tiles are.
void BacktrackingJudge::advise(const FoldAct& step, const Position& position, const dsl::ActRules& rules) {
  const auto is_heeded = [&](const dsl::ForbidRow& row) { return heeded_.has(row.rule); };
  if (none_of(rules.advice, is_heeded)) return;
  engine::Moment moment = moment_before(position, step.act);
  if (step.act.kind == ActKind::draw) moment.tile = no_tile;  // what comes up is not known before
  const auto holds = [&](dsl::NodeRef when) { return engine::holds(program_, position, moment, when); };
  // A row that depends on no hand does not stand where it does not by what is known.
  const auto may_stand = [&](const dsl::ForbidRow& row) {
    return row.hand_use != dsl::HandUse::none ||
           (holds(row.when) && none_of(row.excepts, [&](const auto& except) { return holds(except.when); }));
  };
  std::optional<engine::NotKnown> unknown;
  for (const dsl::ForbidRow& row : rules.advice) {
    if (!is_heeded(row) || !may_stand(row)) continue;
    if (!unknown) unknown = hidden_tiles_of(program_, position);
    engine::PartialReading reading(program_, position, moment, *unknown);
    if (reading.stands(row) == dsl::Truth::yes) advice_.push_back(reporter_.row(step, position, row.rule));
  }
}

/// Judges an act where every tile is known: if it is legal nothing else is to be asked; false: it is not
/// legal.
bool BacktrackingJudge::judge_known(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  if (!step.found_legal && !engine::is_legal(program_, position, act)) return false;
  if (engine::is_advised_against(program_, position, act)) heeded_.report(step, position, advice_);
  return true;
}

// -- clues -------------------------------------------------------------------------------------------

Clue BacktrackingJudge::clue(ClueKind kind, Seat seat) const {
  Clue c;
  c.kind = kind;
  c.act = log_.last();
  c.time = 2 * c.act;
  c.seat = seat;
  return c;
}

std::vector<Clue>& BacktrackingJudge::clues() {
  if (!moves_.empty()) {
    add_clues(program_, moves_, store_.clues);
    moves_.clear();
  }
  return store_.clues;
}

Clue& BacktrackingJudge::add_clue(ClueKind kind, Seat seat) { return clues().emplace_back(clue(kind, seat)); }

void BacktrackingJudge::claim(ClueKind kind, Seat seat, const TileSet& tiles, const Breach& breach) {
  Clue& c = add_clue(kind, seat);
  c.tiles = tiles;
  c.breach = breach;
}

void BacktrackingJudge::claim_table(int from, int time, const Breach& breach,
                                    std::function<bool(const HandsAt&)> test,
                                    std::function<bool(const HandsAt&)> may_pass) {
  Clue& c = add_clue(ClueKind::joint, no_seat);
  c.from = from;
  c.time = time;
  c.breach = breach;
  c.table_passes = std::move(test);
  c.table_may_pass = std::move(may_pass);
}

void BacktrackingJudge::note_tiles(const FoldAct& step, const Position& position) {
  const Act& act = step.act;
  const engine::ActKindRow& row = engine::row(act.kind);
  switch (row.move) {
    case TileMove::arrives:
      if (row.judged != JudgedAs::deal && position.boneyard == 0) break;
      if (fold_->hands_known() && step.tile.known())
        move(HandMove::Kind::comes, act.actor, step.tile.id());
      else
        add_clue(ClueKind::place, act.actor).tiles =
            step.tile.unknown() ? all_faces_ : faces_of(program_, step.tile);
      break;
    case TileMove::leaves:
      if (position.phase != engine::Phase::aside && act.actor != no_seat)
        leave(act.actor, act.tile);
      else if (fold_->hands_known())
        move(HandMove::Kind::out, no_seat, act.tile);
      else
        add_clue(ClueKind::out, no_seat).tile = act.tile;
      break;
    case TileMove::returns:
      // All that the hands held is in the boneyard again: what was said of them is judged now, and says
      // nothing any more.
      find_conflicts();
      store_.take_up({});
      moves_.clear();
      break;
    case TileMove::tries:
      // An engine that comes up comes into the hand.
      if (act.tile == no_tile || !may_be_engine(program_, position, act.tile)) break;
      if (fold_->hands_known())
        move(HandMove::Kind::comes, act.actor, act.tile);
      else
        add_clue(ClueKind::place, act.actor).tiles.add(act.tile);
      break;
    case TileMove::none:
      note_given(step);
      break;
    case TileMove::shows:
      break;
  }
}

/// A tile that was shown stays in the hand. Of a hand that is known its law has been asked.
void BacktrackingJudge::note_given(const FoldAct& step) {
  const Seat owner = engine::hand_of_given(program_, step.act);
  if (owner == no_seat || fold_->hands_known()) return;
  std::optional<SetTile> given = step.tile;
  if (step.act.tile != no_tile) given = tile_in_set(program_, written(step.act.tile));
  if (!given || given->unknown()) return;
  for (Clue& c : clues_from_shown(program_, {*given}, false, clue(ClueKind::shown, owner)))
    clues().push_back(std::move(c));
}

void BacktrackingJudge::leave(Seat seat, TileId tile) {
  if (fold_->hands_known())
    move(HandMove::Kind::goes, seat, tile);
  else
    add_clue(ClueKind::lay, seat).tile = tile;
}

void BacktrackingJudge::move(HandMove::Kind kind, Seat seat, TileId tile) {
  if (moves_.capacity() == 0) moves_.reserve(256);
  moves_.push_back({log_.last(), kind, seat, tile});
}

void BacktrackingJudge::add_ruling(int act, Ruling ruling) {
  if (!has_most_rulings() || is_let_stand(act, ruling)) rulings_.emplace(act, std::move(ruling));
}

bool BacktrackingJudge::has_most_rulings() const {
  if (rulings_.size() < most_rulings) return false;
  const auto stood = count_if(rulings_, [&](const auto& r) { return is_let_stand(r.first, r.second); });
  return rulings_.size() - static_cast<std::size_t>(stood) >= most_rulings;
}

/// The table let it stand, and play could go on from it.
bool BacktrackingJudge::is_let_stand(int act, const Ruling& ruling) const {
  const Played* played = log_.at(act);
  return played != nullptr && act != stopped_ && allowed_.has(played->step.item) && !ends_the_fold(ruling);
}

std::optional<Allowed> BacktrackingJudge::let_stand(int act, Ruling& ruling) const {
  if (!is_let_stand(act, ruling)) return std::nullopt;
  const std::size_t item = *allowed_.of(log_.at(act)->step.item);
  return Allowed{std::move(ruling), reporter_.place(item, round_.items[item].at.span),
                 std::get<AllowLine>(round_.items[item].line).note};
}

/// Notes for `allow` lines that let nothing stand.
void BacktrackingJudge::note_needless(Judgement& found) const {
  const Played* stopped = log_.at(stopped_);
  for (const AllowedLines::Entry& entry : allowed_.all()) {
    if (stopped != nullptr && entry.allow > stopped->step.item && entry.item != stopped->step.item) break;
    const dsl::Span where = round_.items[entry.allow].at.span;
    const auto is_of_item = [&](const auto& reported) {
      return log_.at(reported.first)->step.item == entry.item;
    };
    const auto reported = find_if(rulings_, is_of_item);
    if (reported == rulings_.end())
      found.notes.push_back({reporter_.place(entry.allow, where),
                             "there is nothing to let stand: by what is written up to here the line before "
                             "is not illegal"});
    else if (!is_let_stand(reported->first, reported->second))
      found.notes.push_back(
          {reporter_.place(entry.allow, where), "this cannot be let stand: play cannot go on from it"});
  }
}

/// One slip is one error: of a line in which something is illegal neither its unwritten end nor a claim about
/// it counts as another, nor does the same rule.
bool BacktrackingJudge::is_reported(std::size_t item, std::string_view rule, bool follows) const {
  return any_of(rulings_, [&](const auto& reported) {
    const Played* played = log_.at(reported.first);
    return played != nullptr && played->step.item == item && (follows || reported.second.rule == rule);
  });
}

void BacktrackingJudge::doubt(std::size_t item, dsl::Span where, std::string reason) {
  if (!judgement_.undecided.empty()) return;
  judgement_.undecided = std::move(reason);
  judgement_.unknown = reporter_.place(item, where);
}

// -- the end -----------------------------------------------------------------------------------------

void BacktrackingJudge::find_conflicts() {
  // If all that is known are moves there are no claims either.
  if (store_.clues.empty() && go_together(program_, moves_)) return;
  clues();
  int from = 1;
  std::map<std::size_t, int> ends;  // of lines that were let stand, the last act
  if (!allowed_.all().empty())
    for (int act = 1; act <= log_.last(); ++act)
      if (const std::size_t item = log_.at(act)->step.item; allowed_.has(item)) ends[item] = act;
  for (const auto& [item, end] : ends) {
    if (!find_conflicts(from, end)) return;
    // The line's claims on hands are held against nobody from here on. Consequences that were assumed of it
    // made the table what it is.
    for (std::size_t i = 0; i < store_.clues.size(); ++i)
      if (const Clue& c = store_.clues[i];
          is_claim(c) && !c.follows && log_.at(c.act) != nullptr && log_.at(c.act)->step.item == item)
        store_.drop(i, end);
    from = std::max(from, end);
  }
  find_conflicts(from, log_.last());
}

/// Weighs up to an act. False: it was not brought to its end.
bool BacktrackingJudge::find_conflicts(int from, int to) {
  // However much is illegal later, what became impossible first is where the verdict stands.
  for (std::size_t found = 0; found < most_rulings;) {
    bool unknown = false;
    const std::optional<int> act = store_.first_impossible(from, to, unknown);
    if (unknown) {
      if (const Played* last = log_.at(to))
        doubt(last->step.item, last->step.where,
              "too much is left open to find hands that fit; write down some hands or the tiles drawn");
      return false;
    }
    if (!act) return true;
    std::optional<Ruling> ruling = explain_conflict(store_, log_, reporter_, *act, options_.help);
    if (!ruling) return false;
    if (!is_let_stand(*act, *ruling)) ++found;
    const FoldAct& step = log_.at(*act)->step;
    // A ruling on a later act of the line is the same slip.
    std::erase_if(rulings_, [&](const auto& reported) {
      return reported.first > *act && reported.second.rule == ruling->rule &&
             log_.at(reported.first)->step.item == step.item;
    });
    if (!is_reported(step.item, ruling->rule, !step.written)) rulings_.emplace(*act, std::move(*ruling));
    from = *act;
  }
  return false;
}

/// For who is strict: legal is only what is legal with every filling.
void BacktrackingJudge::report_what_is_not_proven(Judgement& found, bool all_asked) const {
  if (!found.trust.empty()) {
    found.undecided = "something in it rests on trust";
    found.unknown = found.trust.front().place;
  } else if (left_open_) {
    found.undecided = "not all of an act is written";
    found.unknown = left_open_;
  } else if (chance_open_) {
    found.undecided = "what chance said is not written";
    found.unknown = chance_open_;
  } else if (gap_item_) {
    found.undecided = is_gap_of_position_ ? "the position is not written down whole"
                                          : "turns are missing that nobody wrote down";
    found.unknown = reporter_.place(*gap_item_, round_.items[*gap_item_].at.span);
  } else if (!all_asked) {
    found.undecided = "not all hands were tried that would make it illegal";
    if (const Played* last = log_.at(log_.last()))
      found.unknown = reporter_.place(last->step.item, last->step.where);
  }
}

/// An earlier error hides that something behind a gap was not judged.
void BacktrackingJudge::note_not_judged(Judgement& found) const {
  if (!gap_item_ || found.undecided.empty()) return;
  const char* const text = is_gap_of_position_
                               ? "not all of the position is written; what rests on the rest was not judged"
                               : "turns are missing here; what rests on them behind it was not judged";
  found.notes.push_back({reporter_.place(*gap_item_, round_.items[*gap_item_].at.span), text});
}

bool BacktrackingJudge::is_proven() {
  clues();
  const bool in_order = all_of(rulings_, [&](const auto& r) { return is_let_stand(r.first, r.second); }) &&
                        judgement_.undecided.empty() && !left_open_ && !chance_open_ && !gap_item_;
  return is_proven_as_assumed(store_, log_, in_order);
}

Judgement BacktrackingJudge::judge() {
  const bool may_go_back = !questions_.empty();
  const std::vector<Clue> kept = may_go_back ? clues() : std::vector<Clue>();
  find_conflicts();
  Judgement found = judgement_;
  found.is_partly = gap_item_.has_value();
  ruled_.clear();
  stood_.clear();
  note_needless(found);
  for (auto& [act, ruling] : rulings_) {
    if (auto stood = let_stand(act, ruling)) {
      stood_.push_back(act);
      found.allowed.push_back(std::move(*stood));
      continue;
    }
    if (ruled_.size() == most_rulings) continue;
    ruled_.push_back(act);
    if (!found.ruling)
      found.ruling = std::move(ruling);
    else
      found.more.push_back(std::move(ruling));
  }
  if (found.ruling) {
    found.verdict = Verdict::illegal;
    note_not_judged(found);
  } else {
    bool all_asked = true;
    if (options_.trust || options_.strict) {
      AssumptionsFound trust = assumptions_of(store_, log_, reporter_);
      found.trust = std::move(trust.lines);
      all_asked = trust.complete;
    }
    if (options_.strict && found.undecided.empty()) report_what_is_not_proven(found, all_asked);
    if (!found.undecided.empty()) found.verdict = Verdict::undecided;
  }
  found.advice = advice_;
  judged_.reset();
  if (options_.help && (!ruled_.empty() || !stood_.empty())) judged_.emplace(store_);
  if (may_go_back) store_.take_up(kept);
  return found;
}

void BacktrackingJudge::suggest(Judgement& found) {
  if (!found.ruling && found.allowed.empty()) return;
  // Trying takes at most as much again as judging did, for all ways together.
  std::int64_t steps = std::max(least_suggest_steps, this->steps() - suggest_steps_) - suggest_steps_;
  const std::int64_t allowed = steps;
  if (options_.rules != nullptr && !parts_) parts_.emplace(program_, *options_.rules);
  if (!causes_) causes_.emplace(program_);
  const auto suggest_for = [&](int act, Ruling& ruling) {
    // Beyond a gap nobody knows how the table stood, nor what else could have been done.
    if (gap_act_ > 0 && act > gap_act_) return;
    explain(reporter_, log_, parts_ ? &*parts_ : nullptr, *causes_, act, ruling, steps);
    suggest(act, ruling, steps);
  };
  for (std::size_t i = 0; i < ruled_.size() && i <= found.more.size(); ++i)
    suggest_for(ruled_[i], i == 0 ? *found.ruling : found.more[i - 1]);
  for (std::size_t i = 0; i < stood_.size() && i < most_rulings; ++i)
    suggest_for(stood_[i], found.allowed[i].ruling);
  suggest_steps_ += allowed - steps;
}

void BacktrackingJudge::suggest(int act, Ruling& ruling, std::int64_t& steps) {
  if (steps <= 0) return;
  const Position position = log_.before(act);
  // Trouble with the line as a whole is nobody's act.
  const Seat actor = log_.at(act)->step.act.actor;
  const Seat me = position.turn_player;
  const bool acts =
      actor == me || (actor == no_seat && ruling.place.player == short_name(reporter_.header, me));
  if (position.phase != engine::Phase::play || !acts) return;
  const auto is_law = [&](dsl::Law law) { return ruling.rule == dsl::row(law).name; };
  // Tiles that a ruling makes the player in turn take stand on the referee's line.
  const TurnLine* line = turn_line_of(act);
  if (line == nullptr || line->player != me) return;
  const bool comes_from_nowhere =
      is_law(dsl::Law::tile_once) && engine::is_from_boneyard(log_.at(act)->step.act.kind);
  if (is_law(dsl::Law::false_claim) || comes_from_nowhere) return;
  const FoldAct& step = log_.at(act)->step;
  const bool lays_hidden = lays_a_tile(step.act) && actor == me && hidden_count(position, me) > 0;
  Alternatives found = alternatives(reporter_, rows_, judged_->believed_before(act), act, position,
                                    lays_hidden ? step.act.tile : no_tile, steps);
  RoundTrial trial(program_, header_, first_of_file_, begin_, rows_, trial_options());
  // Rulings that stand without the act stay, whatever stands in its place.
  const Judgement without = trial.judge(with_act_instead(round_, step.item, step.where, nullptr));
  const std::vector<const Ruling*> known = rulings_of(without);
  const auto holds = [&](const Act& instead) {
    const WrittenAct written = written_act(program_, header_, position, instead, step.where);
    return trial.holds(with_act_instead(round_, step.item, step.where, &written), known);
  };
  // An act that moves no tile has to lead on: the turn must not be refused its end behind it by the same
  // rule.
  const auto leads_on = [&](const Act& instead) {
    if (lays_a_tile(instead) || engine::is_from_boneyard(instead.kind)) return true;
    const WrittenAct written = written_act(program_, header_, position, instead, step.where);
    RecordRound ended = with_act_instead(round_, step.item, step.where, &written);
    std::get<TurnLine>(ended.items.back().line).goes_on = false;
    const Judgement judged = trial.judge(ended);
    return none_of(rulings_of(judged), [&](const Ruling* made) {
      return made->rule == ruling.rule && dsl::lies_in(made->place.where, round_.items[step.item].at.span) &&
             none_of(known, [&](const Ruling* one) { return is_same_error(*made, *one); });
    });
  };
  for (Alternative& one : found.acts) {
    if (trial.steps() > steps) {
      found.complete = false;
      break;
    }
    if (all_of(one.acts, holds) && all_of(one.acts, leads_on)) ruling.could.push_back(std::move(one.what));
  }
  // An act that was not found may be legal all the same, as the record stands.
  const auto may_be = [&](const auto& what) {
    WrittenAct written;
    written.what = what;
    written.at.span = step.where;
    const Judgement judged = trial.judge(with_act_instead(round_, step.item, step.where, &written));
    return all_of(rulings_of(judged), [&](const Ruling* one) {
      return any_of(known, [&](const Ruling* other) { return is_same_error(*one, *other); });
    });
  };
  if (ruling.could.empty() && found.complete && found.acts.empty() && ruling.help.empty() &&
      !may_be(DrawAct{}) && !may_be(PassAct{}))
    ruling.help = "nothing at all was legal here";
  steps -= trial.steps();
}

/// The line of a turn on which the act stands; nullptr: it stands on none.
const TurnLine* BacktrackingJudge::turn_line_of(int act) const {
  const std::size_t item = log_.at(act)->step.item;
  return item < round_.items.size() ? std::get_if<TurnLine>(&round_.items[item].line) : nullptr;
}

RefereeOptions BacktrackingJudge::trial_options() const {
  RefereeOptions quick = options_;
  quick.budget = std::min(options_.budget, most_trial_steps);
  quick.act_budget = std::min(options_.act_budget, 10 * most_trial_steps);
  return quick;
}

}  // namespace roundhouse::replay
