#pragma once
// The data of a page about a game: a plan a round for each of two widths, and for every act what differs from
// the act before. The page's script adds the differences up; so do the tests. Internal to replay/views.

#include <string>

#include "replay/drawing/table_plan.h"
#include "replay/views/renderer.h"

namespace roundhouse::replay {

/// The width, in pixels, of a phone, for which a page has a plan.
constexpr int narrow_page = 374;
/// The plan for a window on a desk: of several the one that fills it with the largest tiles.
TablePlan plan_for_window(const TableToPlan& table);
/// As PaintWishes::numerals_from.
int numerals_for_window(const TablePlan& plan);

struct PageData {
  std::string json;
  int highest = 0;      ///< number on a tile of the sets played with
  std::string players;  ///< "Ann 301, Ben 335 and Cleo 390": names, with totals where they are known
};

/// `json` is on one line, safe inside a `<script>` element. Its keys are short, as there are many:
///
///   numerals   1: numbers instead of pips, to begin with
///   start      index of the step at which it opens
///   view       the player as whom it is seen; empty: all hands are shown
///   texts      words that stand in more than one step; steps name them by index, and hold all others
///   themselves shapes     of tiles: [angle, next x, next y, track...] each, all as seen from the tile's own
///   place rounds     of each:
///     label, first (its first step), players (names), trains ([name, owner] each, where records have another
///              name for it [name, owner, that name])
///     engine   [greater half, lesser half], or null
///     tiles    [train, inner, outer, whether at a side] each
///     plans    the narrow one and the wide one: w, h, hub ([x, y, radius, angle]),
///              tiles ([x, y, index of its shape] each), lanes ([train, leftward, label x, label y,
///              start x, start y, marker x, marker y, corner x, corner y, width, height, path] each)
///   steps      of each what is new:
///     r, p, w  round, place, the line as written, or [its number in the record]
///     s, k, x  sentences, notes ([kind, text, acts that would have been legal] each, the last only where
///              there are some), why the record ends here
///     c        1: it ends its line
///     n, g     tiles that lie, whether the engine lies
///     e        ends: [kind, tile, train, exit, marked] each; marked 2: it is gone
///     d        debts: [tile, covers] each
///     t, b, f  seat whose turn it is or -1, boneyard, facts
///     a        seat whose trains are marked or -1; absent: the one whose turn it was in the step before
///     h        hands by seat: [tiles, known ones as two letters a tile, points or null, total or
///              null, facts]
///
/// A key that a step lacks is as it was in the step before; of `e` and `h` the ends and the seats that differ
/// are given, of a hand its parts up to the last that differs, and of its tiles what came ("+93") and went
/// ("-93"). A step that has `r` begins with no ends, and with hands given in full. `s`, `k`, `x` and
/// `c` are of their own step alone.
PageData page_data(const GameToShow& game, const ViewWishes& wishes);

}  // namespace roundhouse::replay
