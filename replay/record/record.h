#pragma once
// A record as it was written: plain values, in the order of the file, with the place of everything that a
// verdict may point at. It knows the players' names and no rules: words, places and options that no
// variant has stand here as well, and are judged later. The readers make it, the writers print it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "dsl/base/source.h"
#include "engine/act.h"
#include "engine/position.h"
#include "replay/record/lines.h"

namespace roundhouse::replay {

// The terms of the engine that all rooms of replay use under these names.
using engine::Act;
using engine::ActKind;
using engine::no_seat;
using engine::no_tile;
using engine::Position;
using engine::Seat;
using engine::TileId;
using engine::TileSet;

/// The place where something stands. Two records are equal wherever they were written.
struct At {
  dsl::Span span;
  friend bool operator==(const At&, const At&) { return true; }
};

/// A tile as far as it is written. `12-?` has its known half in `high`. Whether the set has such a tile
/// nobody has asked yet: only tile_in_set (tiles.h) makes a tile of the game of it.
struct WrittenTile {
  std::int8_t high = -1;  ///< 0..18; -1: unknown
  std::int8_t low = -1;   ///< never above `high`
  At at;

  bool known() const { return low >= 0; }
  bool half_known() const { return high >= 0 && low < 0; }
  bool unknown() const { return high < 0; }
  bool operator==(const WrittenTile&) const = default;
};

// The header.

struct OptionField {
  std::string name;
  std::string value;  ///< as written, without quotes
  At at;
  bool operator==(const OptionField&) const = default;
};
struct VariantField {
  std::string name;  ///< a bundled name or a path from the record's folder; empty: not given
  std::vector<OptionField> options;
  At at;
  bool operator==(const VariantField&) const = default;
};
struct PlayerField {
  std::string name;
  std::string full_name;  ///< empty: none
  At at;
  bool operator==(const PlayerField&) const = default;
};
/// A fact with which the record begins: `Joe.late`, `Joe.x 3`, `opened 2`.
struct FactField {
  Seat player = no_seat;
  std::string name;
  std::string value;  ///< empty: true; else a number, a tile or a player's name
  At at;
  bool operator==(const FactField&) const = default;
};

// The fields of a header, in the order in which they are written. Flags, players and lists of numbers are
// written and read by their member alone; the others have forms of their own. X(name and enumerator, the
// member, example)
#define ROUNDHOUSE_HEADER_FIELDS(X)                      \
  X(variant, {}, "[variant our-rules.yaml deal_all=12]") \
  X(players, {}, "[players Joe Ann May=\"Aunt May\"]")   \
  X(ages, {}, "[ages 41 39 70]")                         \
  X(rules, {}, "[rules sha256:4d0a...]")                 \
  X(seed, {}, "[seed 7]")                                \
  X(complete, &Header::complete, "[complete]")           \
  X(used, &Header::used, "[used 9 8]")                   \
  X(first, &Header::first, "[first Ann]")                \
  X(out, &Header::out, "[out Ann]")                      \
  X(totals, &Header::totals, "[totals 120 33 48]")       \
  X(earlier, &Header::earlier, "[earlier 310 205 260]")  \
  X(placement, &Header::placement, "[placement 5 3 1]")  \
  X(fact, {}, "[fact Joe.late]")

enum class HeaderKey : std::uint8_t {
#define X(key, member, example) key,
  ROUNDHOUSE_HEADER_FIELDS(X)
#undef X
};

/// A comment beside something. The column is where it began (from 1, in characters), so that columns of
/// comments stay straight; 0: two spaces after the text. It makes no difference between records.
struct Comment {
  std::string text;  ///< all that follows the `#`
  std::uint32_t column = 0;
  friend bool operator==(const Comment& a, const Comment& b) { return a.text == b.text; }
};
/// Comments at a header field: lines above it, and the one beside it.
struct HeaderComment {
  HeaderKey key = HeaderKey::variant;
  std::uint16_t fact = 0;  ///< index into Header::facts, for facts
  std::vector<std::string> above;
  std::optional<Comment> beside;
  bool operator==(const HeaderComment&) const = default;
};

struct Header {
  VariantField variant;
  std::vector<PlayerField> players;  ///< by seat, clockwise
  std::vector<int> ages;             ///< by seat, -1: not known; or empty
  std::string rules;                 ///< hexadecimal digits of a SHA-256, all or the first few; empty: none
  std::optional<std::uint64_t> seed;
  bool complete = false;                ///< all announcements are written
  std::vector<int> used;                ///< doubles that were engines earlier in this game
  Seat first = no_seat;                 ///< the first player by rotation in the first round
  Seat out = no_seat;                   ///< the player who went out in the round before
  std::vector<std::int32_t> totals;     ///< by seat: points of this game before the first round; or empty
  std::vector<std::int32_t> earlier;    ///< by seat: points of the games before this one; or empty
  std::vector<std::int32_t> placement;  ///< by seat: what the places in the games before were worth; or empty
  std::vector<FactField> facts;
  std::vector<HeaderComment> comments;
  At rules_at;
  At used_at;
  At placement_at;
  bool operator==(const Header&) const = default;
};
/// The short name of a player of the header.
inline const std::string& short_name(const Header& header, int seat) {
  return header.players[static_cast<std::size_t>(seat)].name;
}

// Acts on a turn line.

/// A tile laid, led, or (directly after what made somebody take it) a penalty tile. Which of them it is
/// depends on the rules; one with a place was laid.
struct TileAct {
  WrittenTile tile;
  std::string place;  ///< `Joe`, `Ann.yard`, `hub`, `spoke2`, `^5-5`, `^3`; empty: none written
  At place_at;
  std::int8_t outward = -1;  ///< `=4`: the half that is said to lie outward; -1: nothing is said
  bool operator==(const TileAct&) const = default;

  /// True if surely laid, and not taken because somebody had to.
  bool was_laid() const { return !place.empty() || outward >= 0; }
};
struct DrawAct {
  WrittenTile tile;
  bool operator==(const DrawAct&) const = default;
};
/// A declared act. Only rules show whether the text behind the word belongs to it; see resolve_line in
/// resolve.h.
struct WordAct {
  std::string word;
  std::string whom;  ///< the text that fits a player's name; empty: nothing written
  WrittenTile tile;  ///< the one given with it, in brackets; unknown: none written
  std::optional<std::int32_t> amount;
  std::string note;  ///< a remark in quotes
  At word_at;
  At whom_at;
  At amount_at;
  bool operator==(const WordAct&) const = default;
};
/// A written `done`; only penalty tiles may follow it.
struct PassAct {
  bool operator==(const PassAct&) const = default;
};
struct WrittenAct {
  std::variant<TileAct, DrawAct, WordAct, PassAct> what;
  At at;
  bool operator==(const WrittenAct&) const = default;
};

/// The claim about markers at the end of a turn line.
enum class MarkClaim : std::uint8_t { none, mark, nomark };

// Lines.

struct SeatTile {
  Seat seat = no_seat;
  WrittenTile tile;
  bool operator==(const SeatTile&) const = default;
};
struct SeatPoints {
  Seat seat = no_seat;
  std::int32_t points = 0;
  At at;
  bool operator==(const SeatPoints&) const = default;
};
/// `9.2`: the second turn line of the round labelled 9. `#2.3`: the third of the file's second round.
struct Reference {
  std::string label;        ///< if by_order is false; may be empty
  std::uint32_t order = 0;  ///< from 1, where by_order is true
  bool by_order = false;
  std::uint32_t turn = 0;  ///< from 1
  bool operator==(const Reference&) const = default;
};

/// Between two rounds: from the round that follows on these options have other values.
struct RulesLine {
  std::vector<OptionField> options;
  bool operator==(const RulesLine&) const = default;
};
/// Between two rounds: one more player sits down.
struct JoinsLine {
  PlayerField player;
  Seat after = no_seat;  ///< to whose left, by the seats before this line; no_seat: behind the last one
  int age = -1;          ///< -1: not known
  bool operator==(const JoinsLine&) const = default;
};
struct GameLine {
  std::int32_t number = 1;
  bool operator==(const GameLine&) const = default;
};
struct RoundLine {
  std::string label;
  bool operator==(const RoundLine&) const = default;
};
struct LotsLine {
  std::vector<SeatTile> lots;
  bool operator==(const LotsLine&) const = default;
};
struct FirstLine {
  Seat player = no_seat;
  bool operator==(const FirstLine&) const = default;
};
/// Before the first turn: as dealt (again after `redeal`); later: what the player holds now.
struct HandLine {
  Seat player = no_seat;
  std::vector<WrittenTile> tiles;  ///< `?x5` is five unknown ones
  bool operator==(const HandLine&) const = default;
};
/// Draws for the engine, in order; or only how many passes of them there were.
struct SeekLine {
  std::vector<SeatTile> draws;
  std::int32_t passes = 0;  ///< 0: see draws
  bool operator==(const SeekLine&) const = default;
};
struct TurnedLine {
  std::vector<WrittenTile> tiles;
  bool operator==(const TurnedLine&) const = default;
};
struct EngineLine {
  WrittenTile tile;
  Seat holder = no_seat;  ///< no_seat: it was set aside or turned over
  bool operator==(const EngineLine&) const = default;
};
struct RedealLine {
  bool operator==(const RedealLine&) const = default;
};
/// `chance lucky 7`, `chance grandma Ann`: what chance said of a fact that is left to it.
struct ChanceLine {
  std::string name;
  std::int32_t number = 0;
  Seat player = no_seat;  ///< if it is one, instead of a number
  At name_at;
  At value_at;
  bool operator==(const ChanceLine&) const = default;
};
struct TurnLine {
  Seat player = no_seat;  ///< no_seat: the referee
  std::vector<WrittenAct> acts;
  MarkClaim claim = MarkClaim::none;
  bool goes_on = false;  ///< `...`: the turn does not end here
  bool unknown = false;  ///< `?`: this is one turn, and nobody knows what was done in it
  std::string signer{};  ///< of a line of the referee's: who gave the ruling; empty: not said
  At player_at;
  At claim_at;
  bool operator==(const TurnLine&) const = default;
};
/// `?`: turns that nobody wrote down.
struct GapLine {
  bool operator==(const GapLine&) const = default;
};
/// `referee: allow`: what was illegal in the line before was let stand, and play went on from there.
struct AllowLine {
  std::string signer{};  ///< as of a TurnLine
  std::string note{};
  bool operator==(const AllowLine&) const = default;
};
// The lines of a position: how a table stood, so that a record may begin in the midst of a round. A line says
// all of what it is about; what no line is about is not known, save where `nothing else` says that there is
// no more of it.

/// The marker at an open end.
enum class MarkerSeen : std::uint8_t { none, stands, unknown };

struct LyingTile;
/// Tiles from a train's place, or from a side of a double, outward to an open end. Without tiles the end is
/// that place, or that side.
struct LyingTiles {
  std::vector<LyingTile> tiles;
  MarkerSeen marker = MarkerSeen::none;
  std::int8_t shows = -1;  ///< the number that is open here, where a rule has made it another; -1: the half's
  bool closed = false;     ///< it has no open end
  bool cut = false;        ///< `...`: there are tiles before these that are not written
  friend bool operator==(const LyingTiles& a, const LyingTiles& b);
};
/// A tile as it lies, with what begins at its sides.
struct LyingTile {
  WrittenTile tile;
  std::int8_t inner = -1;   ///< the half that is written first; it lies inward unless only the other one fits
  std::int32_t order = -1;  ///< `@7`: it was laid as the 7th; -1: after those that stand before it
  std::vector<LyingTiles> sides;
  bool let_stand = false;  ///< `7-5=5`: it lies with this half outward though it need not fit
  friend bool operator==(const LyingTile& a, const LyingTile& b) {
    return a.tile == b.tile && a.inner == b.inner && a.order == b.order && a.sides == b.sides &&
           a.let_stand == b.let_stand;
  }
};
inline bool operator==(const LyingTiles& a, const LyingTiles& b) {
  return a.tiles == b.tiles && a.marker == b.marker && a.shows == b.shows && a.closed == b.closed &&
         a.cut == b.cut;
}

struct TrainLine {
  std::string train;  ///< as a place is written
  LyingTiles lies;
  At train_at;
  bool operator==(const TrainLine&) const = default;
};
/// A double that has to be covered. The oldest stands first.
struct DebtLine {
  WrittenTile tile;
  std::int32_t order = -1;  ///< it was laid as this tile, from 1; -1: not written
  std::string train;        ///< on which it lies; empty: not written
  Seat by = no_seat;        ///< who owes it
  bool by_known = false;    ///< false: nobody wrote it down; else no_seat is nobody
  std::int32_t times = 1;   ///< it is to be covered so often
  bool fresh = false;       ///< made in this turn
  bool operator==(const DebtLine&) const = default;
};
/// The value of a fact that nobody knows.
inline constexpr std::string_view unknown_value = "?";
/// A fact as it is now: `fact Ann.knocked`, `fact opened 2`.
struct FactLine {
  std::string of;  ///< a player or a train; empty: nobody's
  std::string name;
  std::string value;  ///< as in FactField; `false` and `nobody` clear it; unknown_value: nobody knows
  bool operator==(const FactLine&) const = default;
};
struct BoneyardLine {
  std::int32_t tiles = 0;
  bool operator==(const BoneyardLine&) const = default;
};
/// The turn in which a position stands, and what has come of it so far. Numbers: -1 is not written.
struct TurnNowLine {
  Seat player = no_seat;
  Seat after = no_seat;  ///< whose turn was before
  Seat next = no_seat;   ///< whose it will be, by a rule
  std::int32_t lap = -1;
  std::int32_t still = -1;  ///< turns in a row in which nothing was done
  std::int32_t voids = -1;  ///< deals of this round that were void
  std::int32_t laid = -1;
  std::int32_t drawn = -1;  ///< since the last tile laid
  std::int32_t drew = -1;
  bool marked = false;  ///< a marker was put down in it
  bool operator==(const TurnNowLine&) const = default;
};
/// The turns that each has had in this round.
struct TurnsLine {
  std::vector<SeatPoints> turns;
  bool operator==(const TurnsLine&) const = default;
};
/// The points of each so far in this round.
struct ScoredLine {
  std::vector<SeatPoints> points;
  bool operator==(const ScoredLine&) const = default;
};
/// The player who had the first turn.
struct StarterLine {
  Seat player = no_seat;
  bool operator==(const StarterLine&) const = default;
};
/// The player who has won.
struct WonLine {
  Seat player = no_seat;
  bool operator==(const WonLine&) const = default;
};
/// A player who kept an engine back.
struct KeptLine {
  Seat player = no_seat;
  bool operator==(const KeptLine&) const = default;
};
/// No other train is started or marked, no other double is uncovered, no other fact holds, nobody else has
/// points, and in the turn before something was done.
struct NothingElseLine {
  bool operator==(const NothingElseLine&) const = default;
};

/// A player's objection, kept and shown at its turn, never judged.
struct ClaimLine {
  Seat player = no_seat;
  Reference about;
  std::string note;
  bool operator==(const ClaimLine&) const = default;
};
struct LeftLine {
  Seat player = no_seat;
  std::vector<WrittenTile> tiles;
  bool operator==(const LeftLine&) const = default;
};
struct ScoreLine {
  std::vector<SeatPoints> points;
  bool operator==(const ScoreLine&) const = default;
};
struct OverLine {
  bool operator==(const OverLine&) const = default;
};
/// A comment with a line of its own.
struct CommentLine {
  std::string text;
  bool after_blank = false;  ///< an empty line stands before it
  bool operator==(const CommentLine&) const = default;
};

#define X(type, ...) type,
using Line = std::variant<ROUNDHOUSE_WORDED_LINES(X) TurnLine, GapLine, AllowLine, CommentLine>;
#undef X

struct Item {
  Line line;
  std::optional<Comment> comment;
  At at;  ///< the line without its comment
  bool operator==(const Item&) const = default;
};

struct RoundTerms;
struct RoundChange;

/// The rules that a round was read by (round_terms.h). Rounds are equal whatever they are.
struct RoundBy {
  std::shared_ptr<const RoundTerms> terms{};    ///< absent: nothing has changed since the header
  std::shared_ptr<const RoundChange> change{};  ///< absent: they are those of the round before
  friend bool operator==(const RoundBy&, const RoundBy&) { return true; }
};

/// The lines from one `round` line (with the `game` line, changes of the rules and comments before it) to the
/// next, or to a `redeal` line behind turns, with which a round is void. The first round of a file may lack
/// the `round` line, and so may one behind a `redeal` line.
struct RecordRound {
  std::vector<Item> items{};
  std::string void_label{};  ///< of the round before, whose `redeal` line stands in for a `round` line
  RoundBy by{};
  bool operator==(const RecordRound&) const = default;
};

struct Record {
  Header header;
  std::vector<RecordRound> rounds;
  bool operator==(const Record&) const = default;
};

/// The label of a round, empty where it has none.
std::string label_of(const RecordRound& round);
/// True if it is void by its last line but those about lines, a `redeal` line behind turns.
bool ends_in_redeal(const RecordRound& round);
/// The part of a round that each kind of line belongs to, in their order.
inline constexpr auto line_sites = std::to_array<LineSite>({
#define X(type, word, site, ...) LineSite::site,
    ROUNDHOUSE_WORDED_LINES(X)
#undef X
#define X(type, site) LineSite::site,
        ROUNDHOUSE_OTHER_LINES(X)
#undef X
});
/// The part of a round that the line belongs to.
inline LineSite site_of(const Line& line) { return line_sites[line.index()]; }
/// True of a comment, an objection, or what was let stand.
inline bool is_about_lines(const Line& line) { return site_of(line) == LineSite::remark; }
/// True of turns that nobody wrote down, any number of them or one.
bool is_gap(const Line& line);
/// True of a turn, or what comes behind turns.
inline bool is_of_play(const Line& line) {
  return site_of(line) == LineSite::play || site_of(line) == LineSite::end;
}
/// True if it says which round this is.
inline bool is_heading(const Line& line) { return site_of(line) == LineSite::heading; }
/// True of lines that change the rules or the players from the round on that follows.
inline bool changes_rules(const Line& line) { return site_of(line) == LineSite::terms; }
/// True if it begins with a position: how the table stood, in the midst of the round.
bool begins_with_position(const RecordRound& round);
/// The number of a `game` line in this round.
std::optional<int> game_of(const RecordRound& round);

// The number of things that a record holds: they bound what a short text may stand for, and the memory it
// takes.

/// A line, with the acts and tiles on it; each takes some 200 bytes.
std::size_t entries_of(const Line& line);
/// The lines of a round, with the acts and tiles on them.
std::size_t entries_of(const RecordRound& round);

}  // namespace roundhouse::replay
