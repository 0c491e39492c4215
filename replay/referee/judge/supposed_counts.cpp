#include "replay/referee/judge/supposed_counts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "dsl/vocabulary/vocabulary.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/referee/judge/reach.h"

namespace roundhouse::replay {
namespace {

/// Tried first: what a hand mostly has in the midst of a round, and more than is ever asked for.
constexpr int usual_hand = 7;
constexpr int large_hand = 14;

/// True if rules may ask whether a hand has more tiles than this: they compare what hands hold with a greater
/// number, or how many tiles they have with what is worked out.
bool asks_for_more_than(int number, const engine::Rules& program) {
  using dsl::NodeRef;
  const auto reads = [&](NodeRef node, dsl::Aspects aspects) {
    return (dsl::reads(program, node) & aspects) != 0;
  };
  const auto is_large = [&](NodeRef side, NodeRef whole) {
    const dsl::Node& node = dsl::node_at(program, side);
    if (node.op == dsl::Op::number) return node.value > number;
    const bool is_count = node.op == dsl::Op::member && reads(side, dsl::aspects::hand_sizes);
    return !is_count && reads(whole, dsl::aspects::hand_sizes);
  };
  std::int32_t index = 0;
  return any_of(program.nodes, [&](const dsl::Node& node) {
    const NodeRef whole{index++};
    const bool compares =
        dsl::row(node.op).form == dsl::Form::comparison || dsl::row(node.op).form == dsl::Form::range;
    if (!compares || !reads(whole, dsl::aspects::hand_sizes | dsl::aspects::hands)) return false;
    for (int i = 0; i < node.arg_count; ++i)
      if (is_large(dsl::argument(program, node, i), whole)) return true;
    return false;
  });
}

/// True if all tiles of the player of the ruling are written up to it: held and drawn.
bool is_hand_written(const Header& header, const RecordRound& round, const Ruling& ruling) {
  bool is_written = false;
  for (const Item& item : round.items) {
    if (item.at.span.begin > ruling.place.where.begin) break;
    const auto is_players = [&](Seat seat) {
      return seat != no_seat && short_name(header, seat) == ruling.place.player;
    };
    if (const auto* hand = std::get_if<HandLine>(&item.line); hand != nullptr && is_players(hand->player)) {
      is_written = true;
      if (any_of(hand->tiles, [](const WrittenTile& tile) { return !tile.known(); })) return false;
    }
    if (const auto* turn = std::get_if<TurnLine>(&item.line); turn != nullptr && is_players(turn->player))
      for (const WrittenAct& act : turn->acts) {
        // Of an act of this line that is ruled, it and what follows came later.
        const bool is_before =
            item.at.span.begin == ruling.place.where.begin || act.at.span.begin < ruling.place.where.begin;
        const auto* draw = std::get_if<DrawAct>(&act.what);
        if (is_before && draw != nullptr && !draw->tile.known()) return false;
      }
  }
  return is_written;
}

/// True if the act makes somebody take tiles, or no act of this name is declared.
bool makes_draw(const engine::Rules& program, const WordAct& word) {
  const auto declared = find_declared(program, word.word);
  if (!declared) return true;
  const auto act = static_cast<std::uint16_t>(dsl::built_in_acts + *declared);
  return has_effect_at(program, dsl::event_of({act}), dsl::Effect::draw);
}

/// True if a tile that is written up to the ruling is one laid or one taken, by how many somebody had to take
/// and how many were left to be.
bool may_be_taken(const engine::Rules& program, const RecordRound& round, const Ruling& ruling) {
  if (!has_effect(program, dsl::Effect::draw)) return false;
  const bool without_a_word = has_effect_by_rule(program, dsl::Effect::draw);
  bool is_behind_word = false;  // in its line, or the line before
  for (const Item& item : round.items) {
    if (item.at.span.begin > ruling.place.where.begin) break;
    const auto* turn = std::get_if<TurnLine>(&item.line);
    if (turn == nullptr) continue;
    bool may_be = std::exchange(is_behind_word, false) || without_a_word;
    for (const WrittenAct& act : turn->acts) {
      const auto* tile = std::get_if<TileAct>(&act.what);
      if (tile != nullptr && !tile->was_laid() && may_be) return true;
      if (const auto* word = std::get_if<WordAct>(&act.what); word != nullptr && makes_draw(program, *word))
        may_be = is_behind_word = true;
    }
  }
  return false;
}

/// True if nothing was done between the position and the act that was ruled.
bool is_first_act(const RecordRound& round, const Ruling& ruling) {
  for (const Item& item : round.items)
    if (const auto* turn = std::get_if<TurnLine>(&item.line))
      return !turn->acts.empty() && ruling.place.where.begin <= turn->acts.front().at.span.begin;
  return false;
}

/// True if the ruling is the same whatever the numbers are: its row reads nothing that rests on them.
bool rests_on_no_count(const engine::Rules& program, const Header& header, const RecordRound& round,
                       const Ruling& ruling) {
  if (may_be_taken(program, round, ruling)) return false;
  // A tile that is not written may be any of those that the other hands and the boneyard have room for, and
  // how much room that is nobody says.
  const bool is_written = is_hand_written(header, round, ruling);
  const dsl::Aspects counted =
      dsl::aspects::hand_sizes | dsl::aspects::other_hands | dsl::aspects::boneyard | dsl::aspects::points;
  const dsl::Aspects not_written = is_written ? counted : counted | dsl::aspects::own_hand;
  const Reach reach =
      is_first_act(round, ruling) ? Reach(program, not_written) : Reach(program, not_written, {});
  if (ruling.rule == dsl::row(dsl::Law::tile_not_held).name)
    return is_written && !reach.has(dsl::aspects::own_hand);
  return reach.spares(ruling);
}

}  // namespace

bool has_cut_train(const RecordRound& round) {
  return any_of(round.items, [](const Item& item) {
    const auto* train = std::get_if<TrainLine>(&item.line);
    return train != nullptr && train->lies.cut;
  });
}

std::optional<Judgement> judge_supposing(const engine::Rules& program, const Header& header,
                                         const RecordRound& round, const JudgeSupposing& judge) {
  std::int64_t lines = 0;
  Judgement first = judge(SupposedCounts{.each = usual_hand}, false);
  if (first.verdict == Verdict::legal) return first;
  bool is_same = first.ruling.has_value();
  std::optional<Judgement> legal;
  /// Returns false where enough was tried.
  const auto tries = [&](const SupposedCounts& counts) {
    Judgement found = judge(counts, false);
    lines += static_cast<std::int64_t>(round.items.size()) + found.steps / steps_of_line;
    if (found.verdict == Verdict::legal) {
      legal = std::move(found);
      return false;
    }
    is_same = is_same && found.ruling && is_same_act(*found.ruling, *first.ruling);
    return lines < most_supposed_lines;
  };
  if (!tries({.each = large_hand})) return legal;
  if (is_same && rests_on_no_count(program, header, round, *first.ruling))
    return judge(SupposedCounts{.each = large_hand}, true);

  const std::vector<Seat> open = seats_not_counted(program, round);
  // An act that is illegal whatever is hidden is so with every number.
  if (open.size() > 1 && judge(std::nullopt, false).verdict == Verdict::illegal) return std::nullopt;
  const int tiles = program.tile_kinds * program.copies;
  const int most_each = tiles / static_cast<int>(std::max<std::size_t>(open.size(), 1));
  for (int each = 0; each <= most_each; ++each)
    if (!tries({.each = each})) return legal;
  if (open.size() == 1) {
    if (is_same && !has_cut_train(round)) return judge(SupposedCounts{.each = large_hand}, true);
    return std::nullopt;
  }
  const int most_of_one = asks_for_more_than(large_hand, program) ? tiles : large_hand;
  for (const Seat one : open)
    for (int of_one = 0; of_one <= most_of_one; ++of_one)
      if (!tries({.each = usual_hand, .one = one, .of_one = of_one})) return legal;
  return std::nullopt;
}

}  // namespace roundhouse::replay
