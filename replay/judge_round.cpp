#include "replay/judge_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "replay/aftermath.h"
#include "replay/claims.h"
#include "replay/clues.h"
#include "replay/reference.h"
#include "replay/resolve.h"
#include "replay/round_fold.h"
#include "replay/tell_breach.h"
#include "replay/tiles.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Breach;
using engine::Position;
using engine::TileId;

/// After this many rulings in one round the rest of it says nothing new.
constexpr std::size_t most_rulings = 20;
constexpr std::size_t most_because = 3;
/// Ways of answering what hangs on hidden tiles, before giving up.
constexpr int most_ways = 256;
/// More open rows at one act are more than anybody writes.
constexpr std::size_t most_open_rows = 8;

/// How one open question was answered in a fold: which rows were supposed to change.
struct Supposed {
  std::vector<unsigned> choices;  ///< all answers that some hand gives
  std::size_t chosen = 0;
  int act = 0;  ///< where it was asked
};

/// An act of the round, kept for telling about it.
struct Played {
  FoldStep step;
  Position before;
};

class RoundJudge {
 public:
  RoundJudge(const dsl::Program& program, const Header& header, const RecordRound& round,
             const RefereeOptions& options, const HandRows& rows, std::vector<Supposed>& supposed)
      : program_(program),
        header_(header),
        round_(round),
        options_(options),
        teller_{program, header, round},
        rows_(rows),
        supposed_(supposed) {}

  /// The act at which the verdict stands; 0: none.
  int ruled_at() const { return ruled_at_; }
  /// How far the record came: comparable between folds that count their acts differently, because what is
  /// not true of the table is counted, too.
  std::pair<std::size_t, int> reached() const {
    const Played* played = played_at(ruled_at_);
    const auto is_turn = [](const Item& item) { return std::holds_alternative<TurnLine>(item.line); };
    const auto first = std::find_if(round_.items.begin(), round_.items.end(), is_turn) - round_.items.begin();
    const std::size_t item = played == nullptr ? 0 : played->step.item;
    return {item >= static_cast<std::size_t>(first) ? item : 0, ruled_at_};
  }

  Judgement run(bool first_of_file, Position& position) {
    FoldWatcher watcher;
    watcher.before = [this](const FoldStep& step, const Position& at) { return before(step, at); };
    watcher.supposed = [this] { return std::move(held_); };
    watcher.after = [this](const FoldStep& step, const Position& at, const engine::Trace& trace) {
      for (const engine::Happening& happening : trace)
        if (happening.kind == engine::Happening::Kind::warned) advise(step, at, happening.rule);
    };
    watcher.trouble = [this](const FoldTrouble& trouble, const Position& at) { return object(trouble, at); };
    watcher.shown = [this](const FoldShowing& shown, const Position& at) { show(shown, at); };
    watcher.scored = [this](std::size_t item, const ScoreLine& line, const Position& at) {
      compare(item, line, at);
    };
    watcher.gap = [this](std::size_t item) {
      judgement_.undecided =
          "turns are missing here that nobody wrote down, so what follows cannot be judged";
      judgement_.unknown = teller_.place(item, round_.items[item].at.span);
      judge_beyond(item);
    };
    fold_round(program_, header_, round_, first_of_file, position, watcher);
    weigh();
    finish();
    return std::move(judgement_);
  }

 private:
  // -- gathering ----------------------------------------------------------------------------------

  int hidden_count(const Position& position, Seat seat) const {
    if (seat == no_seat) return 0;
    const auto p = static_cast<std::size_t>(seat);
    return static_cast<int>(position.players[p].count) - position.hands[p].size();
  }

  /// The faces that an unknown tile can have, as far as table and known hands tell.
  TileSet hidden_faces(const Position& position) const {
    TileSet faces;
    for (int t = 0; t < program_.tile_kinds; ++t) {
      int left = program_.copies - position.laid_tiles.count(static_cast<TileId>(t));
      for (int p = 0; p < program_.players; ++p)
        left -= position.hands[static_cast<std::size_t>(p)].count(static_cast<TileId>(t));
      if (left > 0) faces.set(static_cast<std::size_t>(t));
    }
    return faces;
  }

  TileSet faces_of(const WrittenTile& tile) const {
    TileSet faces;
    for (int t = 0; t < program_.tile_kinds; ++t) {
      const auto face = static_cast<TileId>(t);
      const bool fits = tile.known() ? tile.id() == face
                        : tile.half_known()
                            ? engine::high_of(face) == tile.high || engine::low_of(face) == tile.high
                            : true;
      if (fits) faces.set(static_cast<std::size_t>(t));
    }
    return faces;
  }

  Clue clue(ClueKind kind, Seat seat) const {
    Clue c;
    c.kind = kind;
    c.act = act_;
    c.time = 2 * act_;
    c.seat = seat;
    return c;
  }

  bool before(const FoldStep& step, const Position& position) {
    ++act_;
    played_.push_back({step, position});
    switch (step.act.kind) {
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::draw:
      case ActKind::done:
      case ActKind::declared:
        if (!judge(step, position)) return false;
        break;
      case ActKind::engine:
        if (!judge_engine(step, position)) return false;
        break;
      case ActKind::lot:
      case ActKind::first:
      case ActKind::deal:
      case ActKind::pick:
      case ActKind::reveal:
      case ActKind::turn_over:
      case ActKind::redeal:
      case ActKind::pull:
        break;
    }
    note_tiles(step, position);
    return suppose(step, position);
  }

  /// Rows that follow of the act and hang on hidden tiles: one of the answers is supposed, and is a claim on
  /// the hand as it is when the act is done. False: they cannot be answered.
  bool suppose(const FoldStep& step, const Position& position) {
    held_.clear();
    if (!rows_.any_follow()) return true;
    const Act& act = step.act;
    const bool hidden = act.actor != no_seat && hidden_after(position, act) > 0;
    TileSet faces = hidden ? hidden_faces(position) : TileSet();
    if (act.kind == ActKind::lay && position.laid_tiles.count(act.tile) + 1 >= program_.copies)
      faces.reset(act.tile);
    const Aftermath follows =
        aftermath_of(program_, rows_, position, act, faces, others_hidden(position, act.actor));
    if (follows.unclear || follows.rows.size() > most_open_rows) {
      const dsl::RuleId rule = follows.unclear ? *follows.unclear : follows.rows.front().rule;
      doubt(step, fmt::format("what follows here by the rule {} hangs on tiles that are not written",
                              program_.rules[rule.value].id));
      return false;
    }
    if (follows.rows.empty()) return true;
    const unsigned answer = next_answer(follows.rows);
    held_ = tiles_for(follows.rows, answer).value_or(std::vector<TileId>());
    for (std::size_t r = 0; r < follows.rows.size(); ++r) {
      Clue c = clue((answer >> r & 1U) != 0 ? ClueKind::witness : ClueKind::ban, act.actor);
      c.time = 2 * act_ + 1;
      c.tiles = follows.rows[r].tiles;
      c.breach = {std::nullopt, follows.rows[r].rule};
      c.follows = true;
      clues_.push_back(std::move(c));
    }
    return true;
  }

  /// As this fold was told to answer, else the first answer that there is.
  unsigned next_answer(const std::vector<OpenRow>& rows) {
    if (asked_ == supposed_.size()) {
      Supposed question;
      for (unsigned answer = 0; answer < 1U << rows.size(); ++answer)
        if (tiles_for(rows, answer)) question.choices.push_back(answer);
      question.act = act_;
      supposed_.push_back(std::move(question));
    }
    const Supposed& question = supposed_[asked_++];
    return question.choices[question.chosen];
  }

  int hidden_after(const Position& position, const Act& act) const {
    const int hidden = hidden_count(position, act.actor);
    const auto p = static_cast<std::size_t>(act.actor);
    if (act.kind == ActKind::lay || act.kind == ActKind::lead)
      return position.hands[p].has(act.tile) ? hidden : hidden - 1;
    return act.kind == ActKind::draw && act.tile == engine::no_tile && position.boneyard > 0 ? hidden + 1
                                                                                             : hidden;
  }

  bool others_hidden(const Position& position, Seat actor) const {
    for (int p = 0; p < program_.players; ++p)
      if (p != actor && hidden_count(position, static_cast<Seat>(p)) > 0) return true;
    return false;
  }

  void doubt(const FoldStep& step, std::string reason) {
    if (!judgement_.undecided.empty()) return;
    judgement_.undecided = std::move(reason);
    judgement_.unknown = teller_.place(step.item, step.where);
  }

  void note_tiles(const FoldStep& step, const Position& position) {
    const Act& act = step.act;
    switch (act.kind) {
      case ActKind::deal:
      case ActKind::pick:
      case ActKind::draw:
      case ActKind::pull:
        if (act.kind == ActKind::deal || position.boneyard > 0) {
          Clue c = clue(ClueKind::place, act.actor);
          c.tiles = faces_of(step.tile);
          clues_.push_back(c);
        }
        break;
      case ActKind::lay:
      case ActKind::lead:
        leave(act.actor, act.tile);
        break;
      case ActKind::engine:
        if (position.phase == engine::Phase::aside || act.actor == no_seat) {
          Clue c = clue(ClueKind::out, no_seat);
          c.tile = act.tile;
          clues_.push_back(c);
        } else {
          leave(act.actor, act.tile);
        }
        break;
      case ActKind::redeal:
        // All that the hands held is in the boneyard again: the clues so far say nothing any more.
        clues_.clear();
        break;
      case ActKind::done:
      case ActKind::declared:
      case ActKind::lot:
      case ActKind::first:
      case ActKind::reveal:
      case ActKind::turn_over:
        break;
    }
  }

  void leave(Seat seat, TileId tile) {
    Clue c = clue(ClueKind::lay, seat);
    c.tile = tile;
    clues_.push_back(c);
  }

  // -- judging one act ----------------------------------------------------------------------------

  bool judge(const FoldStep& step, const Position& position) {
    const Act& act = step.act;
    const bool hidden = hidden_count(position, act.actor) > 0;
    const ActClaims claims = claims_of(program_, position, act, hidden ? hidden_faces(position) : TileSet());
    for (const dsl::RuleId rule : engine::advice(program_, position, act))
      if (!hidden || certain(rule, act)) advise(step, position, rule);
    // Rows that look into the hands of others say nothing while those are hidden.
    const bool blind = others_hidden(position, act.actor);
    const auto is_blind = [&](const Breach& breach) {
      return blind && (breach.law ? *breach.law == dsl::Law::not_permitted && permit_is_blind(act)
                                  : rows_.looks_elsewhere(breach.rule));
    };
    if (blind) ask_blind_rows(step);
    const auto broken = std::find_if_not(claims.broken.begin(), claims.broken.end(), is_blind);
    if (broken != claims.broken.end()) {
      const Breach& breach = *broken;
      add_ruling(act_, teller_.breach(step, position, breach));
      return can_be_carried_out(breach);
    }
    const auto add = [&](ClueKind kind, dsl::RuleId rule, const TileSet& tiles) {
      Clue c = clue(kind, act.actor);
      c.tiles = tiles;
      c.breach = {std::nullopt, rule};
      clues_.push_back(std::move(c));
    };
    for (const RowTiles& ban : claims.bans) add(ClueKind::ban, ban.rule, ban.tiles);
    for (const RowTiles& witness : claims.witnesses) add(ClueKind::witness, witness.rule, witness.tiles);
    for (const dsl::RuleId rule : claims.joint) {
      if (blind && rows_.looks_elsewhere(rule)) continue;
      Clue c = clue(ClueKind::joint, act.actor);
      c.breach = {std::nullopt, rule};
      c.passes = [this, position, act, rule](const std::vector<TileId>& hand) {
        return !row_broken(program_, position, act, rule, hand);
      };
      clues_.push_back(std::move(c));
    }
    return true;
  }

  const dsl::ActRules* rules_of(const Act& act) const {
    const auto id = act_id_of(act);
    return id ? &program_.acts[id->value] : nullptr;
  }

  static std::optional<dsl::ActId> act_id_of(const Act& act) {
    switch (act.kind) {
      case ActKind::lead:
        return dsl::act_id(dsl::BuiltInAct::lead);
      case ActKind::lay:
        return dsl::act_id(dsl::BuiltInAct::lay);
      case ActKind::draw:
        return dsl::act_id(dsl::BuiltInAct::draw);
      case ActKind::done:
        return dsl::act_id(dsl::BuiltInAct::done);
      case ActKind::declared:
        return dsl::ActId{static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)};
      case ActKind::lot:
      case ActKind::first:
      case ActKind::deal:
      case ActKind::pick:
      case ActKind::reveal:
      case ActKind::turn_over:
      case ActKind::redeal:
      case ActKind::engine:
      case ActKind::pull:
        break;
    }
    return std::nullopt;
  }

  bool permit_is_blind(const Act& act) const {
    const auto id = act_id_of(act);
    return id && rows_.permit_looks_elsewhere(*id);
  }

  void ask_blind_rows(const FoldStep& step) {
    const dsl::ActRules* rules = rules_of(step.act);
    if (rules == nullptr) return;
    const bool any = permit_is_blind(step.act) ||
                     std::any_of(rules->forbids.begin(), rules->forbids.end(),
                                 [&](const dsl::ForbidRow& row) { return rows_.looks_elsewhere(row.rule); });
    if (any) doubt(step, "a rule asks here for tiles in hands that are not written");
  }

  /// Advice that was not followed whatever the hidden tiles are.
  bool certain(dsl::RuleId rule, const Act& act) const {
    const dsl::ActRules* rules = rules_of(act);
    return rules == nullptr ||
           std::none_of(rules->advice.begin(), rules->advice.end(), [&](const dsl::ForbidRow& row) {
             return row.rule == rule &&
                    (row.hand_use == dsl::HandUse::no_tile || row.hand_use == dsl::HandUse::joint);
           });
  }

  bool judge_engine(const FoldStep& step, const Position& position) {
    const Act& act = step.act;
    const Breach not_the_engine{dsl::Law::not_the_engine, {}};
    if (!teller_.may_be_engine(position, act)) {
      add_ruling(act_, teller_.breach(step, position, not_the_engine));
      return true;
    }
    if (act.actor == no_seat) return true;
    const auto holder = static_cast<std::size_t>(act.actor);
    if (hidden_count(position, act.actor) == 0 && !position.hands[holder].has(act.tile)) {
      add_ruling(act_, teller_.breach(step, position, {dsl::Law::tile_not_held, {}}));
      return false;
    }
    const std::vector<TileSet> bans = engine_bans(program_, position, act);
    for (std::size_t p = 0; p < bans.size(); ++p) {
      const auto seat = static_cast<Seat>(p);
      for (int t = 0; t < program_.tile_kinds; ++t)
        if (bans[p][static_cast<std::size_t>(t)] && position.hands[p].has(static_cast<TileId>(t))) {
          Ruling ruling = teller_.breach(step, position, not_the_engine);
          ruling.message = fmt::format("{} holds the {}, which comes before the {}", teller_.name(seat),
                                       tile_text(static_cast<TileId>(t)), tile_text(act.tile));
          add_ruling(act_, std::move(ruling));
          return true;
        }
      if (bans[p].none() || hidden_count(position, seat) == 0) continue;
      Clue c = clue(ClueKind::ban, seat);
      c.tiles = bans[p];
      c.breach = not_the_engine;
      clues_.push_back(std::move(c));
    }
    return true;
  }

  /// Whether the fold can go on after such a breach as if it had been allowed.
  static bool can_be_carried_out(const Breach& breach) {
    if (!breach.law) return true;
    switch (*breach.law) {
      case dsl::Law::not_permitted:
      case dsl::Law::not_the_engine:
      case dsl::Law::false_claim:
        return true;
      case dsl::Law::turn_order:
      case dsl::Law::round_over:
      case dsl::Law::tile_not_held:
      case dsl::Law::tile_once:
      case dsl::Law::boneyard_empty:
      case dsl::Law::no_such_place:
      case dsl::Law::no_such_act:
        return false;
    }
    return false;
  }

  bool object(const FoldTrouble& trouble, const Position& position) {
    ++act_;
    FoldStep step;
    step.item = trouble.item;
    step.where = trouble.where;
    played_.push_back({step, position});
    add_ruling(act_, teller_.trouble(trouble, position));
    return can_be_carried_out({trouble.law, {}}) && rulings_.size() < most_rulings;
  }

  /// After turns that nobody wrote down the table is not known, but the tiles written are laid all the same:
  /// none can lie there more often than the set has it.
  void judge_beyond(std::size_t gap) {
    std::map<TileId, int> seen;
    for (const Clue& c : clues_)
      if (c.kind == ClueKind::lay || c.kind == ClueKind::out) ++seen[c.tile];
    for (std::size_t i = gap + 1; i < round_.items.size(); ++i) {
      const auto* line = std::get_if<TurnLine>(&round_.items[i].line);
      if (line == nullptr) continue;
      for (const WrittenAct& act : line->acts) {
        const auto* laid = std::get_if<TileAct>(&act.what);
        if (laid == nullptr && !std::holds_alternative<DrawAct>(act.what)) break;  // penalty tiles may follow
        if (laid == nullptr || !laid->tile.known()) continue;
        if (++seen[laid->tile.id()] <= program_.copies) continue;
        FoldTrouble trouble;
        trouble.item = i;
        trouble.where = act.at.span;
        trouble.law = dsl::Law::tile_once;
        trouble.message = fmt::format("The {} lies on the table already", tile_text(laid->tile.id()));
        add_ruling(++act_, teller_.trouble(trouble, Position()));
        return;
      }
    }
  }

  void add_ruling(int act, Ruling ruling) {
    if (rulings_.size() < most_rulings) rulings_.emplace(act, std::move(ruling));
  }

  void advise(const FoldStep& step, const Position& position, dsl::RuleId rule) {
    advice_.push_back(teller_.row(step, position, rule));
  }

  // -- what is shown ------------------------------------------------------------------------------

  void show(const FoldShowing& shown, const Position& position) {
    ++act_;
    const auto seat = static_cast<std::size_t>(shown.seat);
    FoldStep step;
    step.item = shown.item;
    step.where = shown.where;
    step.act.actor = shown.seat;
    played_.push_back({step, position});
    const int count = position.players[seat].count;
    const auto given = static_cast<int>(shown.tiles->size());
    if (given > count || (given < count && shown.left)) {
      FoldTrouble trouble;
      trouble.item = shown.item;
      trouble.where = shown.where;
      trouble.message = fmt::format("{} has {} {} here, and {} are written", teller_.name(shown.seat), count,
                                    count == 1 ? "tile" : "tiles", given);
      add_ruling(act_, teller_.trouble(trouble, position));
      return;
    }
    std::map<TileId, int> faces;
    TileSet only;
    bool whole = given == count;
    for (const WrittenTile& tile : *shown.tiles) {
      if (!tile.known()) {
        only |= faces_of(tile);
        continue;
      }
      ++faces[tile.id()];
      only.set(tile.id());
    }
    for (const auto& [face, copies] : faces) {
      Clue c = clue(ClueKind::shown, shown.seat);
      c.tile = face;
      c.copies = copies;
      clues_.push_back(std::move(c));
    }
    const bool halves = std::any_of(shown.tiles->begin(), shown.tiles->end(),
                                    [](const WrittenTile& tile) { return tile.half_known(); });
    if (halves) {
      Clue c = clue(ClueKind::joint, shown.seat);
      c.breach = {dsl::Law::tile_not_held, {}};
      c.passes = [this, tiles = *shown.tiles](const std::vector<TileId>& hand) { return among(tiles, hand); };
      clues_.push_back(std::move(c));
    }
    if (whole) {
      Clue c = clue(ClueKind::ban, shown.seat);
      c.tiles = ~only;
      c.breach = {dsl::Law::tile_not_held, {}};
      clues_.push_back(std::move(c));
    }
    if (shown.left) left_[shown.seat] = shown;
  }

  /// Whether the tiles shown, some of them half known, can all be in this hand.
  bool among(const std::vector<WrittenTile>& tiles, const std::vector<TileId>& hand) const {
    std::vector<int> shown_as(hand.size(), -1);
    std::vector<char> tried;
    const std::function<bool(int)> find = [&](int tile) {
      const TileSet faces = faces_of(tiles[static_cast<std::size_t>(tile)]);
      for (std::size_t i = 0; i < hand.size(); ++i) {
        if (tried[i] != 0 || !faces[hand[i]]) continue;
        tried[i] = 1;
        if (shown_as[i] < 0 || find(shown_as[i])) {
          shown_as[i] = tile;
          return true;
        }
      }
      return false;
    };
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      tried.assign(hand.size(), 0);
      if (!find(static_cast<int>(t))) return false;
    }
    return true;
  }

  void compare(std::size_t item, const ScoreLine& line, const Position& position) {
    for (const SeatPoints& claimed : line.points) {
      const std::optional<int> right =
          teller_.points(position, claimed.seat, left_tiles(claimed.seat, position));
      if (right && *right != claimed.points)
        judgement_.scores.push_back(
            {teller_.place(item, claimed.at.span), teller_.name(claimed.seat), claimed.points, *right});
    }
  }

  /// What a player has in hand, as far as every tile of it is known.
  std::optional<std::vector<TileId>> left_tiles(Seat seat, const Position& position) const {
    const auto p = static_cast<std::size_t>(seat);
    std::vector<TileId> tiles;
    if (const auto left = left_.find(seat); left != left_.end()) {
      for (const WrittenTile& tile : *left->second.tiles) {
        if (!tile.known()) return std::nullopt;
        tiles.push_back(tile.id());
      }
      return tiles;
    }
    if (hidden_count(position, seat) > 0) return std::nullopt;
    for (int t = 0; t < program_.tile_kinds; ++t)
      for (int n = position.hands[p].count(static_cast<TileId>(t)); n > 0; --n)
        tiles.push_back(static_cast<TileId>(t));
    return tiles;
  }

  // -- weighing the clues -------------------------------------------------------------------------

  FillingResult fill(int last, const std::function<bool(const Clue&)>& keep) {
    if (budget_ <= 0) return {Filling::unknown, {}, {}, 0};
    FillingResult result =
        fill_hands(hands_from(clues_, last, program_.copies, program_.tile_kinds, keep), budget_);
    budget_ -= result.steps;
    return result;
  }

  bool kept(const Clue& clue) const {
    return !is_claim(clue) || dropped_.find(&clue - clues_.data()) == dropped_.end();
  }

  /// The first act from `from` on with which the round cannot be filled in; none: it can.
  std::optional<int> first_impossible(int from, bool& unknown) {
    const auto keep = [this](const Clue& c) { return kept(c); };
    const FillingResult whole = fill(act_, keep);
    if (whole.filling == Filling::possible) return std::nullopt;
    int good = from - 1;
    int bad = act_;
    if (whole.filling == Filling::unknown) unknown = true;
    while (bad - good > 1) {
      const int middle = good + (bad - good) / 2;
      const FillingResult part = fill(middle, keep);
      if (part.filling == Filling::impossible) {
        bad = middle;
        unknown = false;
      } else {
        if (part.filling == Filling::unknown) unknown = true;
        good = middle;
      }
    }
    if (unknown) return std::nullopt;
    return bad;
  }

  void weigh() {
    int from = 1;
    // However much is illegal later, what became impossible first is where the verdict stands.
    for (std::size_t found = 0; found < most_rulings; ++found) {
      bool unknown = false;
      const std::optional<int> act = first_impossible(from, unknown);
      if (unknown) {
        if (judgement_.undecided.empty())
          judgement_.undecided =
              "the search for hands that fit ran out of steps; write down some hands or the tiles drawn";
        return;
      }
      if (!act) return;
      if (!blame(*act)) return;
      from = *act;
    }
  }

  /// Says why the round cannot be filled in from this act on, and takes the claims that stand against it
  /// out, so that what follows can be judged.
  bool blame(int act) {
    const Played* played = played_at(act);
    if (played == nullptr) return false;
    // Its own claims first: with fewer of them, could it have been?
    std::vector<std::size_t> own;
    std::vector<std::size_t> earlier;
    for (std::size_t i = 0; i < clues_.size(); ++i) {
      if (!is_claim(clues_[i]) || !kept(clues_[i]) || clues_[i].act > act) continue;
      (clues_[i].act == act ? own : earlier).push_back(i);
    }
    const auto possible_without = [&](const std::set<std::ptrdiff_t>& without) {
      return fill(act, [&](const Clue& c) {
               return kept(c) && without.count(&c - clues_.data()) == 0;
             }).filling == Filling::possible;
    };
    for (auto i = own.rbegin(); i != own.rend(); ++i)
      if (possible_without({static_cast<std::ptrdiff_t>(*i)})) {
        rulings_.emplace(act, teller_.breach(played->step, played->before, clues_[*i].breach));
        dropped_.insert(static_cast<std::ptrdiff_t>(*i));
        return true;
      }

    // Earlier claims: take all out, then put back line by line whatever does no harm.
    std::set<std::ptrdiff_t> out;
    for (const std::size_t i : earlier)
      if (clues_[i].seat == played->step.act.actor) out.insert(static_cast<std::ptrdiff_t>(i));
    if (!possible_without(out))
      for (const std::size_t i : earlier) out.insert(static_cast<std::ptrdiff_t>(i));
    for (const std::size_t i : own) out.insert(static_cast<std::ptrdiff_t>(i));
    if (!possible_without(out)) {
      FoldStep step = played->step;
      if (step.act.tile == engine::no_tile) step.act.tile = impossible_tile(act, out);
      rulings_.emplace(act, comes_up(step.act)
                                ? teller_.used_up(step, played->before)
                                : teller_.breach(step, played->before, {dsl::Law::tile_not_held, {}}));
      drop_facts(act);
      return true;
    }
    std::vector<std::size_t> guilty;
    for (const std::size_t i : earlier) {
      std::set<std::ptrdiff_t> fewer = out;
      if (fewer.erase(static_cast<std::ptrdiff_t>(i)) == 0) continue;
      if (possible_without(fewer))
        out = std::move(fewer);
      else
        guilty.push_back(i);
    }
    if (guilty.empty()) {
      // Only several of its own claims together cannot be true.
      const Breach breach = own.empty() ? Breach{dsl::Law::tile_not_held, {}} : clues_[own.back()].breach;
      rulings_.emplace(act, teller_.breach(played->step, played->before, breach));
      drop_facts(act);
      return true;
    }
    // Where many tiles are shown at once, the one that an earlier claim denies.
    const auto denied_by = [&](const Clue& claim) {
      if (played->step.act.tile != engine::no_tile) return played->step.act.tile;
      for (const Clue& c : clues_)
        if (c.act == act && c.kind == ClueKind::shown && claim.tiles[c.tile]) return c.tile;
      return engine::no_tile;
    };
    Ruling ruling = teller_.contradiction(played->step, played->before, clues_[guilty.front()].breach,
                                          denied_by(clues_[guilty.front()]));
    std::set<std::size_t> lines;
    for (const std::size_t i : guilty) {
      const Played* then = played_at(clues_[i].act);
      if (then == nullptr || !lines.insert(then->step.item).second) continue;
      if (ruling.because.size() < most_because)
        ruling.because.push_back(
            {teller_.place(then->step.item, then->step.where),
             teller_.claim(then->step, then->before, clues_[i].breach,
                           clues_[i].follows ? TileSet() : clues_[i].tiles, denied_by(clues_[i]))});
    }
    rulings_.emplace(act, std::move(ruling));
    for (const std::size_t i : guilty) dropped_.insert(static_cast<std::ptrdiff_t>(i));
    return true;
  }

  /// A tile that comes to a player, which all its copies may be elsewhere.
  static bool comes_up(const Act& act) {
    switch (act.kind) {
      case ActKind::deal:
      case ActKind::pick:
      case ActKind::reveal:
      case ActKind::turn_over:
      case ActKind::pull:
      case ActKind::lot:
        return true;
      case ActKind::draw:
        return act.tile != engine::no_tile;
      case ActKind::lead:
      case ActKind::lay:
      case ActKind::done:
      case ActKind::declared:
      case ActKind::first:
      case ActKind::redeal:
      case ActKind::engine:
        break;
    }
    return false;
  }

  /// Of the tiles shown at once, the first without which they would be possible, else the first.
  TileId impossible_tile(int act, const std::set<std::ptrdiff_t>& without) {
    TileId tile = engine::no_tile;
    for (const Clue& shown : clues_) {
      if (shown.act != act || shown.kind != ClueKind::shown) continue;
      if (tile == engine::no_tile) tile = shown.tile;
      const FillingResult rest = fill(act, [&](const Clue& c) {
        return &c != &shown && kept(c) && without.count(&c - clues_.data()) == 0;
      });
      if (rest.filling == Filling::possible) return shown.tile;
    }
    return tile;
  }

  static bool is_known_place(const Clue& clue) {
    return clue.kind == ClueKind::place && clue.tiles.count() == 1;
  }

  /// The tile seen in this act can have come from nowhere: from here on it is as if it had not been seen.
  void drop_facts(int act) {
    for (Clue& c : clues_)
      if (c.act == act && (c.kind == ClueKind::lay || c.kind == ClueKind::shown || is_known_place(c))) {
        c.kind = ClueKind::ban;
        c.tiles.reset();
      }
    for (std::size_t i = 0; i < clues_.size(); ++i)
      if (clues_[i].act == act && is_claim(clues_[i])) dropped_.insert(static_cast<std::ptrdiff_t>(i));
  }

  const Played* played_at(int act) const {
    const auto index = static_cast<std::size_t>(act) - 1;
    return act >= 1 && index < played_.size() ? &played_[index] : nullptr;
  }

  // -- what rests on trust ------------------------------------------------------------------------

  void trust() {
    std::set<std::size_t> lines;
    for (std::size_t i = 0; i < clues_.size(); ++i) {
      const Clue& c = clues_[i];
      if (c.kind != ClueKind::ban || c.breach.law || !kept(c)) continue;
      const Played* played = played_at(c.act);
      if (played == nullptr || lines.count(played->step.item) != 0) continue;
      const auto others = [&](const Clue& other) {
        const Played* then = is_claim(other) ? played_at(other.act) : nullptr;
        return kept(other) &&
               !(then != nullptr && then->step.item == played->step.item && other.seat == c.seat);
      };
      HiddenHands hands = hands_from(clues_, act_, program_.copies, program_.tile_kinds, others);
      hands.witnesses.push_back({c.seat, c.time, c.tiles});
      if (budget_ <= 0) return;
      const FillingResult found = fill_hands(hands, std::min<std::int64_t>(budget_, 200));
      budget_ -= found.steps;
      if (found.filling != Filling::possible) continue;
      lines.insert(played->step.item);
      judgement_.trust.push_back({teller_.place(played->step.item, played->step.where),
                                  std::string(teller_.act_word(played->step.act)),
                                  program_.rules[c.breach.rule.value].id, some_tile_of(hands, found, c)});
    }
  }

  static TileId some_tile_of(const HiddenHands& hands, const FillingResult& found, const Clue& ban) {
    for (std::size_t p = 0; p < hands.places.size(); ++p)
      if (hands.places[p].seat == ban.seat && hands.places[p].since < ban.time && found.until[p] > ban.time &&
          ban.tiles[found.tiles[p]])
        return found.tiles[p];
    return engine::no_tile;
  }

  void finish() {
    for (auto& [act, ruling] : rulings_) {
      if (!judgement_.ruling) {
        judgement_.ruling = std::move(ruling);
        ruled_at_ = act;
      } else if (judgement_.more.size() + 1 < most_rulings) {
        judgement_.more.push_back(std::move(ruling));
      }
    }
    if (judgement_.ruling) {
      judgement_.verdict = Verdict::illegal;
    } else {
      if (options_.trust || options_.strict) trust();
      if (options_.strict && !judgement_.trust.empty() && judgement_.undecided.empty()) {
        judgement_.undecided = "something in it rests on trust";
        judgement_.unknown = judgement_.trust.front().place;
      }
      if (!judgement_.undecided.empty()) judgement_.verdict = Verdict::undecided;
    }
    judgement_.advice = teller_.choose_advice(std::move(advice_));
  }

  const dsl::Program& program_;
  const Header& header_;
  const RecordRound& round_;
  RefereeOptions options_;
  BreachTeller teller_;
  const HandRows& rows_;
  std::vector<Supposed>& supposed_;
  std::size_t asked_ = 0;  ///< questions come to in this fold
  std::vector<TileId> held_;
  int ruled_at_ = 0;
  std::int64_t budget_ = options_.budget;

  int act_ = 0;  ///< acts counted from 1; also the time
  std::vector<Played> played_;
  std::vector<Clue> clues_;
  std::set<std::ptrdiff_t> dropped_;  ///< claims, by place in clues_, that a ruling has dealt with
  std::multimap<int, Ruling> rulings_;
  std::vector<Ruling> advice_;
  std::map<Seat, FoldShowing> left_;
  Judgement judgement_;
};

}  // namespace

Judgement judge_one_round(const dsl::Program& program, const Header& header, const RecordRound& round,
                          bool first_of_file, Position& position, const RefereeOptions& options) {
  const HandRows rows(program);
  const Position begin = position;
  std::vector<Supposed> supposed;
  std::optional<Judgement> best;
  std::pair<std::size_t, int> furthest;
  // A record is legal if it is legal in one way. Else the way that goes furthest says where it is not.
  for (int ways = 1;; ++ways) {
    Position end = begin;
    RoundJudge judge(program, header, round, options, rows, supposed);
    Judgement found = judge.run(first_of_file, end);
    const bool found_illegal = found.verdict == Verdict::illegal;
    const bool better = !best || found.verdict == Verdict::legal ||
                        (best->verdict == Verdict::illegal &&
                         (found.verdict == Verdict::undecided || judge.reached() > furthest));
    if (better) {
      best = std::move(found);
      furthest = judge.reached();
      position = end;
    }
    if (best->verdict == Verdict::legal) break;
    // What was supposed after the act that is illegal this way is not to blame.
    if (found_illegal)
      while (!supposed.empty() && supposed.back().act > judge.ruled_at()) supposed.pop_back();
    while (!supposed.empty() && supposed.back().chosen + 1 == supposed.back().choices.size())
      supposed.pop_back();
    if (supposed.empty()) break;
    ++supposed.back().chosen;
    if (ways == most_ways) {
      best->more.clear();
      best->ruling.reset();
      best->verdict = Verdict::undecided;
      best->undecided = "too much hangs on hidden tiles; write down some hands or the tiles drawn";
      break;
    }
  }
  return std::move(*best);
}

}  // namespace roundhouse::replay
