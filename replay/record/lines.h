#pragma once
// The table of the lines of a record. Each kind is one row; strict reading, reading of what people scribble,
// writing, both ways of JSON and the checks of a round's lines are read off it.

#include <cstdint>

namespace roundhouse::replay {

/// The part of a round that a line belongs to.
enum class LineSite : std::uint8_t {
  heading,   ///< above a round, to say which it is
  terms,     ///< above a round, to change the rules or the players from there on
  setup,     ///< before the first turn
  position,  ///< before the first turn, of a round that begins in its midst
  deal,      ///< before the first turn or later
  play,      ///< a turn, or turns that nobody wrote down
  end,       ///< behind the last turn
  remark,    ///< anywhere, about lines
};

// The fields are calls of one form each (line_fields.h), in the order in which they are written: `f` reads or
// writes, `l` is the line. X(type, word, site, fields, example)
#define ROUNDHOUSE_WORDED_LINES(X)                                                                           \
  X(GameLine, "game", heading, f.number("number", l.number, game_numbers), "game 2")                         \
  X(RoundLine, "round", heading, f.label("label", l.label), "round 9")                                       \
  X(RulesLine, "rules", terms, f.options("options", l.options), "rules double_blank=50")                     \
  X(JoinsLine, "joins", terms,                                                                               \
    f.newcomer(l.player) && f.player_behind("after", l.after) && f.number_behind("age", l.age, ages),        \
    "joins Zoe, or: joins Zoe after Ann")                                                                    \
  X(LotsLine, "lots", setup, f.seat_tiles("lots", l.lots), "lots Joe 6-5 Ann 12-3")                          \
  X(FirstLine, "first", setup, f.player("player", l.player), "first Ann")                                    \
  X(HandLine, "hand", deal, f.owner("player", l.player) && f.tiles("tiles", l.tiles),                        \
    "hand Ann: 9-3 9-7 ?x5")                                                                                 \
  X(SeekLine, "seek", setup, f.passes_or_draws(l.passes, l.draws), "seek Joe ? Ann 4-4, or: seek x2")        \
  X(TurnedLine, "turned", setup, f.shown_tiles("tiles", l.tiles), "turned 5-3 9-9")                          \
  X(EngineLine, "engine", setup, f.face_up("tile", l.tile) && f.player_if_any("player", l.holder),           \
    "engine 9-9 Don, or: engine 9-9")                                                                        \
  X(RedealLine, "redeal", deal, true, "redeal")                                                              \
  X(ChanceLine, "chance", setup, f.chance(l), "chance lucky 7")                                              \
  X(ClaimLine, "claim", remark,                                                                              \
    f.player("player", l.player) && f.reference("about", l.about) && f.note("note", l.note),                 \
    "claim Bob 9.3 \"had a play\"")                                                                          \
  X(LeftLine, "left", end, f.owner("player", l.player) && f.tiles("tiles", l.tiles),                         \
    "left Ann: 3-5 11-12 10-7")                                                                              \
  X(ScoreLine, "score", end, f.seat_numbers("points", l.points, claimed_points), "score Ann 48 Bob 0")       \
  X(OverLine, "over", end, true, "over")                                                                     \
  X(TrainLine, "train", position, f.own(l), "train Ann: 12-5 5-8 marker")                                    \
  X(DebtLine, "debt", position, f.own(l), "debt 9-9 Ann")                                                    \
  X(FactLine, "fact", position, f.own(l), "fact Ann.knocked, or: fact opened 2")                             \
  X(BoneyardLine, "boneyard", position, f.number("tiles", l.tiles, tile_numbers), "boneyard 34")             \
  X(TurnNowLine, "turn", position, f.own(l), "turn Ben, or: turn Ben after Ann lap 3")                       \
  X(TurnsLine, "turns", position, f.seat_numbers("turns", l.turns, turn_numbers), "turns Ann 3 Ben 2")       \
  X(ScoredLine, "scored", position, f.seat_numbers("points", l.points, scored_points), "scored Ann 5 Ben 0") \
  X(StarterLine, "starter", position, f.player("player", l.player), "starter Ann")                           \
  X(WonLine, "won", position, f.player("player", l.player), "won Ann")                                       \
  X(KeptLine, "kept", position, f.player("player", l.player), "kept Ann")                                    \
  X(NothingElseLine, "nothing", position, f.own(l), "nothing else")

// The forms.
#define ROUNDHOUSE_FIELD_FORMS(X) \
  X(number)                       \
  X(label)                        \
  X(options)                      \
  X(newcomer)                     \
  X(player_behind)                \
  X(number_behind)                \
  X(seat_tiles)                   \
  X(seat_numbers)                 \
  X(player)                       \
  X(player_if_any)                \
  X(owner)                        \
  X(tiles)                        \
  X(shown_tiles)                  \
  X(passes_or_draws)              \
  X(face_up)                      \
  X(chance)                       \
  X(reference)                    \
  X(note)                         \
  X(own)

// Lines that begin with a name or a sign, and are written in a form of their own. X(type, site)
#define ROUNDHOUSE_OTHER_LINES(X) \
  X(TurnLine, play)               \
  X(GapLine, play)                \
  X(AllowLine, remark)            \
  X(CommentLine, remark)

}  // namespace roundhouse::replay
