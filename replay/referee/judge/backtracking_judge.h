#pragma once
// The judge of rounds that are not plain. It walks a round: every act is judged as it comes, and what it
// shows of the hidden hands is gathered. If a consequence of an act depends on hidden tiles, the walk assumes
// one answer; it can go back to such a question and walk on from there with the next one.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/fold/engine_claims.h"
#include "replay/record/reference.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/hands/constraint_store.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/judge/heeded_advice.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/judge/round_log.h"
#include "replay/referee/judge/row_parts.h"
#include "replay/referee/judge/ways_asked.h"
#include "replay/referee/rulings/report_breach.h"

namespace roundhouse::replay {

/// After this many rulings in one round the rest of it says nothing new.
constexpr std::size_t most_rulings = 20;

/// True if the fold can go on after such a breach as if it had been allowed.
bool can_be_carried_out(const engine::Breach& breach);

class BacktrackingJudge {
 public:
  /// `position`: a match begun or a round over. All arguments must outlive the walk.
  BacktrackingJudge(const engine::Rules& program, const Header& header, const RecordRound& round,
                    const RefereeOptions& options, HandRowsOnDemand& rows, bool first_of_file,
                    Position& position, const std::optional<SupposedCounts>& supposed = {});

  /// Goes on to the end of the round, or to where it cannot be folded any further.
  void walk();
  /// The judgement, now that the end is reached.
  Judgement judge();
  /// Adds to the rulings of the judgement, which is the last one made, what could have been done instead.
  void suggest(Judgement& found);
  /// True if the round is legal with all hands with which it goes as this way assumes.
  bool is_proven();
  /// The act at which the verdict stood; 0: none.
  int ruled_at() const { return ruled_.empty() ? 0 : ruled_.front(); }
  /// True if something was assumed in some way: another assumption may lead elsewhere.
  bool has_asked() const { return has_asked_; }
  /// The line of play with the first question; absent: there is none, or it comes before play.
  std::optional<std::size_t> first_open_line() const;
  /// True if some fact that outlasts the round is not known at its end.
  bool hides_lasting_facts() const;
  /// Places of facts of which it was assumed what chance said.
  const std::bitset<engine::max_facts>& assumed_facts() const { return assumed_facts_; }
  /// True if no step is left of the round's budget.
  bool is_spent() const { return store_.spent() || act_steps_ > options_.act_budget; }
  /// Steps of the search, of the acts and of trying others so far.
  std::int64_t steps() const {
    return options_.budget - store_.left() + store_.made() + act_steps_ + suggest_steps_;
  }
  /// Where the first ruling of this way stands, so that ways can be compared: its line (0: before the first
  /// turn) and how many acts of the line there are up to it. Entries of the log that are no acts count, and
  /// acts that nobody wrote down do not, because not every way has them.
  std::pair<std::size_t, int> reached() const;

  /// Goes back to the last question asked before the act (0: whenever) that has another answer, and takes it.
  /// False: there is none.
  bool take_another_way(int before_act);

 private:
  /// The state at the beginning of a line of turns, so that the walk can be taken up again there.
  struct LineStart {
    FoldPoint fold;
    Position position;
    int act = 0;
    std::size_t clues = 0;
    std::size_t questions = 0;
    std::multimap<int, Ruling> rulings;
    std::size_t advice = 0;
    std::size_t scores = 0;
    std::size_t left_out = 0;
    std::size_t notes = 0;
    std::string undecided;
    std::optional<RecordPlace> unknown;
    std::optional<RecordPlace> left_open;
    std::bitset<engine::max_facts> hidden_facts;
    std::uint16_t facts_serial = 0;
  };
  /// A question about what follows, or what was said, and how it was answered.
  struct Question {
    std::vector<unsigned> answers;  ///< numbers that the asking code understands; the likeliest first
    std::size_t chosen = 0;
    int act = 0;                      ///< the act at which it was asked
    std::optional<std::size_t> item;  ///< its line of play; absent: it stands on none
    /// The point at which to take the round up again; absent: its beginning. Shared by the questions of a
    /// line.
    std::shared_ptr<const LineStart> line;
  };

  // backtracking_judge.cpp: the walk, and every act
  void begin();
  LineStart line_start() const;
  void go_back(const LineStart& line);
  void take(FoldStep& step);
  void take(const FoldAct& act);
  void come_to_line(std::size_t item);
  /// Judges an act before it is carried out: notes it in the log, asks by its kind whether it is legal, adds
  /// the clues that it gives, and assumes what follows of it. False: the fold ends before it.
  bool judge_next_act(const FoldAct& step, const Position& position);
  void forget_facts_of_turn(const Position& position);
  engine::NotKnown unknown_beside_hands(const Position& position) const;
  bool judge_act(const FoldAct& step, const Position& position);
  bool judge_known(const FoldAct& step, const Position& position);
  void advise(const FoldAct& step, const Position& position, const dsl::ActRules& rules);

  // backtracking_judge.cpp: clues, rulings and the end
  Clue clue(ClueKind kind, Seat seat) const;
  /// All clues, in order.
  std::vector<Clue>& clues();
  Clue& add_clue(ClueKind kind, Seat seat);
  void move(HandMove::Kind kind, Seat seat, TileId tile);
  void claim(ClueKind kind, Seat seat, const TileSet& tiles, const engine::Breach& breach);
  void claim_table(int from, int time, const engine::Breach& breach, std::function<bool(const HandsAt&)> test,
                   std::function<bool(const HandsAt&)> may_pass = {});
  void note_tiles(const FoldAct& step, const Position& position);
  void note_given(const FoldAct& step);
  void leave(Seat seat, TileId tile);
  void add_ruling(int act, Ruling ruling);
  bool is_let_stand(int act, const Ruling& ruling) const;
  bool has_most_rulings() const;
  std::optional<Allowed> let_stand(int act, Ruling& ruling) const;
  void note_needless(Judgement& found) const;
  void suggest(int act, Ruling& ruling, std::int64_t& steps);
  RefereeOptions trial_options() const;
  const TurnLine* turn_line_of(int act) const;
  bool is_reported(std::size_t item, std::string_view rule, bool follows) const;
  void doubt(std::size_t item, dsl::Span where, std::string reason);
  void find_conflicts();
  bool find_conflicts(int from, int to);
  void note_not_judged(Judgement& found) const;
  void report_what_is_not_proven(Judgement& found, bool all_asked) const;

  // setup_claims.cpp
  bool judge_engine(const FoldAct& step, const Position& position);
  bool claim_of_hands(const FoldAct& step, const Position& position);
  void note_hands_stay(const FoldAct& step, const Position& position);
  void claim_that_hands_stay(const FoldAct& step, const Position& position);
  bool judge_redeal_of_hands(const FoldAct& step, const Position& position);
  void claim_redeal(const FoldAct& step, const Position& position, const Position& dealt, RedealRests rests,
                    int time, bool calls);
  bool shows_by_hidden_hands(const Act& act, const Position& position) const;
  void note_shown(const FoldAct& step, const Position& position);
  bool is_all_shown(const FoldAct& step, const Position& position);
  bool judge_search(const FoldAct& step, const Position& position);
  void claim_that_nothing_was_found(const Position& position);
  void claim_turned_up(const FoldAct& step, const Position& position);
  std::vector<int> looks_at(Seat seat) const;
  void begins(const TurnBegins& turn);
  void claim_kept(Seat seat, const Played& engine, const Position& before);
  std::string why_not_the_engine(const Position& position, TileId tile) const;

  // backtracking_judge_questions.cpp
  bool assume(const FoldAct& step, const Position& position);
  bool assume_held(const FoldAct& step, const Position& position);
  bool assume_drawn(const FoldAct& step, const Position& position);
  bool doubt_row(const FoldAct& step, dsl::RuleId rule);
  /// Names what a row asks for and nobody wrote down: an age, else these tiles.
  std::string not_written(dsl::RuleId rule, std::string_view tiles) const;
  std::vector<Clue> clues_of_answer(Seat seat, const std::vector<UnclearRow>& rows, unsigned answer) const;
  unsigned next_answer(const FoldAct& step, const std::vector<unsigned>& answers,
                       const std::vector<std::vector<Clue>>& clues_of);
  bool was_announced(bool drew);
  std::optional<std::size_t> which(const AskAct& asked);
  bool was_turned(const AskTurned& asked);
  std::optional<std::int32_t> assume_chance(const AskChance& asked);
  unsigned ask(std::vector<unsigned> answers);
  bool fits_what_comes(const FoldAct& step, const std::vector<Clue>& assumed);

  // backtracking_judge_beside.cpp: beside acts
  bool object(const FoldTrouble& trouble, const Position& position);
  void show(const FoldShowing& shown, const Position& position);
  void compare(const ScoreClaimed& scored);
  void begin_with(const PositionBegun& begun);

  // backtracking_judge_behind.cpp: behind a gap
  void begin_gap(GapBegins& gap);
  void judge_behind(AskWays& asked);
  void claim_drawn_in_gap(Seat seat);
  void rule_behind(const FoldAct& step, const std::pair<RowsAsked, engine::Known>& breach);
  void add_marker(Ruling& ruling, std::size_t train) const;
  void doubt_behind(const FoldAct& step, const RowsAsked& asked);
  void doubt_behind(const FoldDoubt& open);
  std::vector<std::string> all_to_write(const engine::Act& act) const;
  bool object_behind(const FoldTrouble& trouble);
  void show_behind(const FoldShowing& shown);

  const engine::Rules& program_;
  const Header& header_;
  const RecordRound& round_;
  RefereeOptions options_;
  std::optional<SupposedCounts> supposed_;
  BreachReporter reporter_;
  HandRowsOnDemand& rows_;
  bool first_of_file_;
  AllowedLines allowed_;
  Position& position_;
  Position begin_;
  TileSet all_faces_;
  std::optional<RoundFold> fold_;

  RoundLog log_;
  ConstraintStore store_;
  std::optional<ConstraintStore> judged_;  ///< as it was when the rulings were made that are to be explained
  std::int64_t act_steps_ = 0;             ///< of all ways walked so far
  std::vector<HandMove> moves_;            ///< moves behind the clues in the store
  std::multimap<int, Ruling> rulings_;
  std::vector<Ruling> advice_;
  HeededAdvice heeded_;
  Judgement judgement_;

  EngineDraws draws_;             ///< for the engine, since the last deal
  bool draw_unknown_ = false;     ///< the tile of the last of them is not written
  bool shown_open_ = false;       ///< nor are all that were shown at once in the last pass of them
  std::optional<Position> stay_;  ///< a deal as it ended, of which the record says that it stays
  RedealRests stay_rests_ = RedealRests::known;
  int stay_dealt_ = 0;       ///< the last act of it
  int stay_claimed_at_ = 0;  ///< the claim behind it
  int starting_ = 0;         ///< the act with which play began, where the first player was believed
  bool engine_asks_hands_;
  bool ages_hidden_;
  /// Places of facts that rest on a drawn tile which nobody wrote down, and the turn in which they were seen
  /// last.
  std::bitset<engine::max_facts> hidden_facts_;
  std::uint16_t facts_serial_ = 0;

  std::vector<Question> questions_;
  std::size_t asked_ = 0;  ///< questions come to on this way
  bool has_asked_ = false;
  std::shared_ptr<const LineStart> line_;
  Assumption assumed_;
  int stopped_ = 0;                 ///< the act with which the fold ended before its time; 0: it did not
  std::vector<int> ruled_;          ///< the acts of the rulings that were judged last
  std::vector<int> stood_;          ///< and of those that were let stand
  std::int64_t suggest_steps_ = 0;  ///< for all ways
  std::optional<RowParts> parts_;   ///< if the rules are given
  std::optional<Causes> causes_;
  std::optional<RecordPlace> left_open_;          ///< an act of which the number or player is not written
  std::optional<RecordPlace> chance_open_;        ///< the act of chance that nobody wrote down
  std::bitset<engine::max_facts> assumed_facts_;  ///< facts that it decided so, by place
  int gap_act_ = 0;  ///< the last act before turns that nobody wrote down; 0: there was none
  std::optional<std::size_t> gap_item_;      ///< the line that stands for them
  bool is_gap_of_position_ = false;          ///< not turns are missing, but parts of a position
  const PositionBegun* gap_with_ = nullptr;  ///< that position
};

}  // namespace roundhouse::replay
