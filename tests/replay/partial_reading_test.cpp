// Conditions of which a part is hidden against every way of filling the hidden part in: what is called true
// or false is so in all of them, and one part that is known settles an `and` or an `or` wherever it stands.

#include "engine/evaluate_partly.h"

#include <string>
#include <vector>

#include "engine/rules.h"
#include "replay/fold/hand_faces.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using dsl::Truth;
using engine::Position;
using engine::TileId;

namespace {

const std::vector<std::string> hidden_parts = {
    "me.hand has 2",
    "any(t in me.hand where t.double)",
    "all(t in me.hand where t.pips < 4)",
    "any(p in players where p != me and p.hand has 3)",
    "not any(p in players where p.hand has 1)",
    "all(p in players where p.hand has 0)",
    "count(t in me.hand where t has 1) >= 2",
    "count(t in me.left.hand) == 2",
    "sum(t in me.hand of t.pips) > 9",
    "sum(t in me.left.hand where t.double of t.pips) + 2 <= 6",
    "max(t in me.hand of t.pips) == 5",
    "min(t in me.left.hand of t.pips) < me.count",
    "max(t in me.hand where t.double of t.high) == nothing",
    "best(p in players of sum(t in p.hand of t.pips)) == me",
    "sole(p in players of count(t in p.hand where t.double)) != nobody",
    "(if me.left.hand has 3 then me.count else 7) > 3",
    "max(t in me.hand of t.pips) in 3..4",
    "(me.hand has 1) == (me.left.hand has 1)",
    "sum(t in me.hand of t.pips) * 2 - 3 > sum(t in me.left.hand of t.pips) / 2",
    "can.lay",
    "can.draw",
    "any(e in ends where me.hand has e.pip)",
};
const std::vector<std::string> known_parts = {"round.lap > 1", "me.count > 2", "turn.laid == 0"};

struct Row {
  std::string text;
  std::size_t known = SIZE_MAX;  ///< into known_parts
  bool is_and = false;
};

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (const std::string& hidden : hidden_parts) {
    rows.push_back({hidden});
    rows.push_back({"not (" + hidden + ")"});
    for (std::size_t k = 0; k < known_parts.size(); ++k)
      for (const bool is_and : {true, false}) {
        const std::string word = is_and ? " and " : " or ";
        rows.push_back({known_parts[k] + word + "(" + hidden + ")", k, is_and});
        rows.push_back({"(" + hidden + ")" + word + known_parts[k], k, is_and});
      }
  }
  return rows;
}

std::string rules_with(const std::vector<Row>& rows) {
  std::string text =
      "roundhouse: 1\nname: Small\nextends: train\noptions:\n  highest: 3\n  deal: { 2: 3 }\n  first_double: "
      "3\n"
      "setup:\n  players: 2..2\nacts:\n  whisper:\n    by: anyone\n    when: round.lap < 0\n"
      "    says: Nobody ever does.\nrules:\n";
  const auto row = [&](const std::string& id, const std::string& when) {
    text += "  - id: " + id + "\n    forbid: whisper\n    when: " + when + "\n    says: No.\n";
  };
  for (std::size_t r = 0; r < rows.size(); ++r) row("row" + std::to_string(r), rows[r].text);
  for (std::size_t k = 0; k < known_parts.size(); ++k) row("known" + std::to_string(k), known_parts[k]);
  return text;
}

dsl::NodeRef condition(const engine::Rules& program, const std::string& id) {
  for (const dsl::ActRules& rules : program.acts)
    for (const dsl::ForbidRow& row : rules.forbids)
      if (program.rules[row.rule.value].id == id) return row.when;
  return {};
}

/// Takes tiles out of what is known of the hands.
void hide(const engine::Rules& program, Position& position, engine::Random& random) {
  const double share = std::array{0.3, 0.7, 1.0}[random.below(3)];
  for (std::size_t p = 0; p < 2; ++p)
    for (int t = 0; t < program.tile_kinds; ++t)
      if (position.hands[p].has(static_cast<TileId>(t)) && random.happens(share))
        position.hands[p].remove(static_cast<TileId>(t));
}

/// Calls `visit` with the position filled in in every way.
template <class Visit>
void fill_in(const engine::Rules& program, Position& position, int seat, int least, const Visit& visit) {
  if (seat == 2) return visit();
  const auto p = static_cast<std::size_t>(seat);
  if (position.hands[p].size() == position.players[p].count)
    return fill_in(program, position, seat + 1, 0, visit);
  const engine::TileBag left = engine::boneyard_tiles(program, position);
  for (int t = least; t < program.tile_kinds; ++t) {
    const auto tile = static_cast<TileId>(t);
    if (!left.has(tile)) continue;
    position.hands[p].add(tile);
    fill_in(program, position, seat, t + 1, visit);
    position.hands[p].remove(tile);
  }
}

}  // namespace

TEST_CASE("what is known of a condition is so however the hidden tiles are filled in", "[replay][referee]") {
  const std::vector<Row> rows = all_rows();
  const engine::Rules program = engine::compile_rules(tests::rules_from_text(rules_with(rows)), 2);
  std::vector<dsl::NodeRef> nodes;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    nodes.push_back(condition(program, "row" + std::to_string(r)));
    INFO(rows[r].text);
    REQUIRE(nodes.back().given());
  }
  std::vector<dsl::NodeRef> known;
  for (std::size_t k = 0; k < known_parts.size(); ++k)
    known.push_back(condition(program, "known" + std::to_string(k)));
  int settled = 0;
  int open = 0;
  int looked_at = 0;
  for (std::uint64_t seed = 1; looked_at < 60; ++seed) {
    engine::Random random(seed);
    std::vector<Position> positions;
    tests::play_random_round(program, seed, 0, [&](const Position& position) {
      if (position.phase == engine::Phase::play && position.pulling == 0) positions.push_back(position);
    });
    if (positions.empty()) continue;
    ++looked_at;
    Position position = positions[random.below(static_cast<std::uint32_t>(positions.size()))];
    hide(program, position, random);
    engine::Moment moment;
    moment.me = static_cast<engine::Seat>(random.below(2));
    const engine::NotKnown unknown = replay::hidden_tiles_of(program, position);
    engine::PartialReading reading(program, position, moment, unknown);
    std::vector<Truth> said;
    for (const dsl::NodeRef node : nodes) said.push_back(reading.of(node));
    std::vector<char> ever_yes(nodes.size(), 0);
    std::vector<char> ever_no(nodes.size(), 0);
    Position filled = position;
    fill_in(program, filled, 0, 0, [&] {
      for (std::size_t r = 0; r < nodes.size(); ++r)
        (engine::holds(program, filled, moment, nodes[r]) ? ever_yes : ever_no)[r] = 1;
    });
    for (std::size_t r = 0; r < nodes.size(); ++r) {
      INFO("seed " << seed << ": " << rows[r].text);
      if (said[r] == Truth::yes) CHECK(ever_no[r] == 0);
      if (said[r] == Truth::no) CHECK(ever_yes[r] == 0);
      ++(said[r] == Truth::undecided ? open : settled);
      if (rows[r].known == SIZE_MAX) continue;
      const bool holds = engine::holds(program, position, moment, known[rows[r].known]);
      if (holds != rows[r].is_and) CHECK(said[r] == (holds ? Truth::yes : Truth::no));
    }
  }
  CHECK(settled > open);
  CHECK(open > 500);
}
