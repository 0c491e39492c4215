#pragma once
// The slow reading: an obvious, tree-walking player of checked rules, against which the tests hold the
// compiled engine. It shares the checked rules and the tables of the vocabulary and nothing else: it keeps
// its own table of plain vectors, knows every tile in every hand, and answers every word, operator,
// event, effect and step of the setup itself. Where it can be slow and clear it is slow and clear.

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "tests/slow/slow_value.h"

namespace roundhouse::slow {

enum class ActKind {
  lead,
  lay,
  draw,
  done,
  declared,
  lot,
  first,
  deal,
  pick,
  reveal,
  turn_over,
  redeal,
  engine,
  pull,
  cast
};

struct Act {
  ActKind kind = ActKind::done;
  std::optional<Seat> actor;  ///< nobody: the referee, or an engine without a holder
  std::optional<Tile> tile;
  std::optional<Seat> whom;
  int end = 0;               ///< lay: serial
  std::size_t declared = 0;  ///< index into CheckedRules::acts; cast: into CheckedRules::facts
  int amount = 0;            ///< lay: 1: the greater half joins, where neither matches
  bool operator==(const Act&) const = default;
};

/// The next thing to come. `act`: kind and actor, for `forced` the whole act.
struct Expected {
  enum class Next { choice, chance, forced, over };
  Next next = Next::over;
  Act act;
};

enum class Stage { cast, lots, first, engine, deal, seek, redeal, turn_over, lead, play, over };

/// One train as it lies, without its ends.
struct Laid {
  std::size_t kind = 0;  ///< index into CheckedRules::trains
  std::optional<Seat> owner;
  bool started = false;
};

struct AtTable {
  Tiles hand;  ///< sorted
  int total = 0;
  int points = 0;
  int placement = 0;  ///< of the games before
  int turns = 0;
  int pulls = 0;  ///< tiles still to be taken
  std::optional<int> age;
  std::optional<Tile> lot;
  bool kept = false;
};

/// Everything that the acts so far have made. Tests may set any of it by hand.
struct Table {
  int game = 1;
  int round = 0;
  std::optional<int> scheduled;
  std::vector<int> used;
  std::optional<Seat> first_before;  ///< the last round's first
  std::optional<Seat> last_out;

  Stage stage = Stage::over;
  std::optional<Seat> first;
  std::optional<Seat> starter;
  std::optional<Seat> winner;
  std::optional<Tile> engine;
  int lap = 0;
  int still = 0;

  // Setup.
  std::vector<Seat> contenders;  ///< who draw lots for first
  std::deque<Seat> waiting;      ///< who still draw in this pass, in order
  int each = 0;                  ///< tiles to be dealt to each
  int dealt = 0;                 ///< tiles dealt so far
  bool hands_dealt = false;
  int passes = 0;              ///< unison passes made
  int picks = 0;               ///< single draws or reveals made
  int redeals = 0;             ///< for want of an engine
  int hand_redeals = 0;        ///< because of the hands
  bool hands_go_back = false;  ///< the redeal to come is one of those
  Tiles aside;                 ///< lots, revealed or turned over: neither in the boneyard nor in a hand
  std::optional<Tile> found;   ///< the engine that is to lie
  /// Equal ones of which the lot takes one; else empty.
  std::vector<std::pair<Tile, std::optional<Seat>>> lots;
  std::optional<Seat> holder;  ///< of the engine found, or the leader

  // The turn.
  std::optional<Seat> player;
  std::optional<Seat> previous;
  std::optional<Seat> next;
  int turn = 0;  ///< turns begun in the round
  int laid = 0;
  int drawn = 0;
  int drew = 0;
  bool newly_marked = false;
  bool ending = false;              ///< end_round was said
  bool passing = false;             ///< done was said, the turn is about to pass
  bool turn_ending = false;         ///< end_turn was said
  bool last_round = false;          ///< end_game was said
  bool voiding = false;             ///< redeal was said
  bool voided = false;              ///< and the round is over because of it
  int voids = 0;                    ///< how often this round was void and dealt again
  std::vector<int> used_before;     ///< the doubles used before this round
  std::optional<Seat> first_again;  ///< the first player of the round that was void

  std::vector<AtTable> players;
  Tiles boneyard;  ///< sorted
  Tiles centre;    ///< every tile on the table, the engine included
  std::vector<Laid> trains;
  Ends ends;  ///< by train, then serial
  Debts debts;
  int next_serial = 0;
  int next_group = 1;
  std::map<std::pair<std::size_t, Seat>, Value> facts;  ///< fact, whose; what is not there is clear
};

/// The meaning of the roots that stand for a moment.
struct Moment {
  std::optional<Seat> me;
  std::optional<Tile> tile;
  std::optional<End> end;  ///< as its player saw it
  std::optional<End> new_end;
  std::optional<Debt> debt;
  std::optional<Seat> whom;
  std::optional<int> amount;
  bool turned = false;  ///< of a lay: the greater half joins though neither matches
  std::optional<Seat> holder;
  bool tile_in_hand = true;  ///< false after lead and lay: the tile has left the hand already
};

/// A marker that an effect put on an end, or that it found there already.
struct MarkerPut {
  std::size_t train = 0;
  bool is_new = false;
  bool moved_on = false;  ///< it stood on the end of this train that was laid to
};

class SlowGame {
 public:
  /// The rules must outlive the game. ages: by seat, may be empty.
  SlowGame(const dsl::CheckedRules& rules, int players, const std::vector<int>& ages = {});

  /// `new_game`: absent: as the rules say.
  void begin_round(std::optional<bool> new_game = std::nullopt);
  bool game_over() const;
  bool match_over() const;
  int joining_points() const;  ///< with which somebody joins now
  /// The match by other rules or with more players, between two rounds. `seats`: by seat the seat there; the
  /// others are new. The rules must outlive it.
  SlowGame going_on(const dsl::CheckedRules& now, int players, const std::vector<Seat>& seats) const;

  Expected expected() const;
  std::vector<Act> legal_acts() const;
  /// Where the lot takes one of several engines: all of them; else empty.
  std::vector<Act> engine_lots() const;
  /// Ids of the laws, then of the rows, that make the act illegal; empty: it is legal.
  std::vector<std::string> forbidden_by(const Act& act) const;
  bool is_legal(const Act& act) const;
  std::vector<std::string> advised_against(const Act& act) const;
  void apply(const Act& act);

  int rank(Seat seat) const;
  int total(Seat seat) const;  ///< as player.total says
  /// The whole position as text, a thing a line.
  std::string dump() const;

  Value read(const dsl::TypedExpr& expr, const Moment& moment) const;

  const dsl::CheckedRules& rules;
  Table table;
  std::vector<std::string> log;  ///< ids of the after rows that applied in the last act, in order
  /// By the last act, before another turn began.
  std::vector<MarkerPut> markers_put;

 private:
  std::vector<int> worth_of_places() const;
  std::optional<std::vector<int>> places_;  ///< what places in the game before were worth, by other rules
  using Binders = std::vector<Value>;
  struct Event {
    dsl::EventId id;
    Moment moment;
  };
  struct Prepared {
    const dsl::TypedEffect* effect;
    std::vector<Value> values;
  };

  // slow_expressions.cpp
  Value read(const dsl::TypedExpr& expr, const Moment& moment, Binders& binders) const;
  Value read_number(const dsl::TypedExpr& expr, const Moment& moment, Binders& binders) const;
  bool read_comparison(const dsl::TypedExpr& expr, const Moment& moment, Binders& binders) const;
  /// The elements for which `where` holds, in the order of the set.
  std::vector<Value> chosen(const dsl::TypedExpr& quantifier, const Moment& moment, Binders& binders) const;
  Value read_quantifier(const dsl::TypedExpr& expr, const Moment& moment, Binders& binders) const;
  Value look_up(const dsl::TypedExpr& expr, const Moment& moment, Binders& binders) const;
  bool holds(const std::optional<dsl::TypedExpr>& when, const Moment& moment) const;

  // slow_words.cpp
  Value read_root(dsl::Root root, const Moment& moment) const;
  Value read_member(dsl::Member member, const Value& of, const Value& argument, const Moment& moment) const;
  Value read_fact(std::size_t fact, const Value& of) const;
  static int whose(const Value& of);  ///< a player's seat, a train's place, -1: of nobody
  Value train_of(std::size_t kind, const Value& of) const;
  std::vector<Seat> seats_in_order() const;
  Seat left_of(Seat seat) const { return (seat + 1) % player_count(); }
  int player_count() const { return static_cast<int>(table.players.size()); }
  AtTable& at(Seat seat) { return table.players[static_cast<std::size_t>(seat)]; }
  const AtTable& at(Seat seat) const { return table.players[static_cast<std::size_t>(seat)]; }
  const Debt* debt_of(int group) const;
  std::vector<Value> keys(Seat seat) const;

  // slow_legal.cpp
  std::vector<std::string> broken_laws(const Act& act) const;
  enum class HowMany { all, one };
  std::vector<std::string> rows_against(dsl::Shape shape, const Act& act, HowMany wanted) const;
  bool rows_can_be_asked(const Act& act) const;
  bool lifted(std::size_t rule, const Moment& moment) const;
  bool permitted(const Act& act) const;
  bool can(dsl::ActId id, std::optional<Seat> me) const;
  std::vector<Act> acts_of(dsl::ActId id, std::optional<Seat> actor) const;
  std::vector<std::optional<Tile>> tiles_given(const dsl::DeclaredAct& row, std::optional<Seat> actor,
                                               std::optional<Seat> target) const;
  dsl::ActId id_of(const Act& act) const;
  Moment moment_of(const Act& act) const;

  // slow_events.cpp
  void apply_lay(const Act& act);
  void apply_done(Seat actor);
  void raise(dsl::BuiltInEvent event, const Moment& moment);
  void raise(dsl::EventId event, const Moment& moment);
  void settle();
  void run_queue();
  void analyze(const Event& event);
  void prepare(std::size_t first, std::size_t last, const dsl::Rule& row, const Moment& moment,
               Binders& binders, std::vector<Prepared>& prepared) const;
  void run(const Prepared& prepared, const Event& event);
  void run_mark(const Value& what, bool marked);
  void run_owe(const Value& end, const Value& n, const Event& event);
  void run_cover(const Value& end, const Event& event);
  void run_fan(const Value& end, const Value& n, const Event& event);
  void run_fact(const Prepared& prepared);
  void finish_round();
  void make_void();
  bool is_dealt_again() const;
  void begin_turn(Seat seat);
  void clear_facts(dsl::Scope per);
  void go_on();
  void pass_on();

  // slow_setup.cpp
  Tiles whole_set() const;
  void apply_setup(const Act& act);
  void schedule();
  void cast_next();
  void begin_lots();
  void judge_lots();
  void choose_first(std::optional<Seat> winner);
  void first_known();
  void begin_deal();
  void deal_on();
  void seek();
  void seek_on();
  bool limit_reached(int made, int least) const;
  void one_by_one(Seat seat);
  void give_up();
  void find(Tile tile, std::optional<Seat> holder);
  void apply_pick(const Act& act);
  void put_engine(Tile tile, std::optional<Seat> holder, bool led);
  void build_trains(Tile engine);
  void begin_play(bool led);
  void void_round();
  void aside_goes_back();
  bool wanted(Tile tile) const;
  bool anything_wanted() const;
  std::optional<std::pair<Tile, std::optional<Seat>>> best_wanted(const std::vector<Seat>& holders) const;
  using Choice = std::pair<Tile, std::optional<Seat>>;
  std::vector<Choice> wanted_in(const std::vector<Seat>& holders) const;
  std::vector<Choice> best_of(const std::vector<Choice>& choices) const;
  void find_one(const std::vector<Choice>& choices);
  void find_held(const std::vector<Seat>& holders);
  bool is_led() const;
  bool only_leader() const;
  bool ties_by_lot() const;
  std::vector<Seat> searchers() const;
  dsl::SetupName way_of_missing() const;
  dsl::SetupName drawn_tiles() const;
  void apply_reveal(const Act& act);
  dsl::SetupName setup_name(const dsl::TypedExpr& expr) const;

  std::deque<Event> queue_;
  int raised_ = 0;                             ///< events since the queue was empty
  std::optional<std::size_t> marker_in_hand_;  ///< of this train: it stood on the end that was laid to
  bool turn_began_ = false;                    ///< in the act at hand
};

std::string text(Tile tile);
void put(Tiles& tiles, Tile tile);   ///< keeps them sorted
bool take(Tiles& tiles, Tile tile);  ///< false if it is not there
bool holds_tile(const Tiles& tiles, Tile tile);

}  // namespace roundhouse::slow
