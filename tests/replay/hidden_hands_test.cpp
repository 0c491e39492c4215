#include "engine/hands/hidden_hands.h"

#include "replay/referee/hands/constraint_store.h"

#include "tests/support/catch.h"
#include "tests/support/every_hand.h"

using namespace roundhouse;
using engine::Filling;
using engine::HiddenHands;

TEST_CASE("a filling is found exactly where trying out every one finds one", "[referee]") {
  Chance chance(20);
  int possible = 0;
  for (int round = 0; round < 40'000; ++round) {
    // Tests of whole hands and places without a tile, both, one or none of them.
    const HiddenHands hands = tests::random_hands(chance, round % 2 == 0, round % 4 < 2);
    INFO("round " << round);
    const bool expected = tests::any_hands_possible(hands);
    const auto found = engine::fill_hands(hands, 1'000'000);
    REQUIRE(found.filling == (expected ? Filling::possible : Filling::impossible));
    possible += expected ? 1 : 0;
  }
  CHECK(possible > 8'000);
  CHECK(possible < 32'000);
}

TEST_CASE("a search that may take no steps says that it does not know", "[referee]") {
  HiddenHands hands;
  hands.tile_kinds = 6;
  hands.places.push_back({0, 0, engine::TileSet::all()});
  CHECK(engine::fill_hands(hands, 0).filling == Filling::unknown);
}

TEST_CASE("hands that cannot be filled by their number alone are short of tiles", "[referee]") {
  Chance chance(21);
  int counted = 0;
  for (int round = 0; round < 20'000; ++round) {
    HiddenHands hands = tests::random_hands(chance, false, false);
    hands.witnesses.clear();
    for (engine::HandSlot& place : hands.places)
      if (place.could.count() == 1)
        place.could = engine::TileSet::all();  // a written tile is known in another way
    if (round % 2 == 0) hands.sightings.clear();
    INFO("round " << round);
    const auto shortage = replay::shortage_of(hands);
    const bool possible = engine::fill_hands(hands, 1'000'000).filling == Filling::possible;
    if (possible) REQUIRE_FALSE(shortage);
    const bool only_count = hands.sightings.empty() && !hands.overfull;
    if (!possible && only_count) REQUIRE(shortage);
    if (!shortage) continue;
    ++counted;
    REQUIRE(shortage->needed > shortage->copies);
    REQUIRE_FALSE(shortage->seats.empty());
    if (!only_count) continue;
    // Counted again: so many places can be nothing but these tiles, of which there are no more copies.
    int places = 0;
    for (const engine::HandSlot& place : hands.places) {
      engine::TileSet could = place.could;
      for (const engine::Ban& ban : hands.bans)
        if (ban.seat == place.seat && ban.time > place.since) could &= ~ban.tiles;
      for (std::size_t t = 0; t < 6; ++t)
        if (hands.copies - hands.out[t] <= 0) could.remove(static_cast<engine::TileId>(t));
      could &= engine::set_of(2);  // its six tiles
      if ((could & ~shortage->tiles).none()) ++places;
    }
    int copies = 0;
    for (std::size_t t = 0; t < 6; ++t)
      if (shortage->tiles.has(static_cast<engine::TileId>(t))) copies += hands.copies - hands.out[t];
    REQUIRE(places == shortage->needed);
    REQUIRE(copies == shortage->copies);
  }
  CHECK(counted > 500);
}
