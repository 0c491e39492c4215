#include "replay/referee/hands/hidden_hands.h"

#include "tests/support/catch.h"
#include "tests/support/every_hand.h"

using namespace roundhouse;
using replay::Filling;
using replay::HiddenHands;

TEST_CASE("a filling is found exactly where trying out every one finds one", "[referee]") {
  Chance chance(20);
  int possible = 0;
  for (int round = 0; round < 40'000; ++round) {
    // Tests of whole hands and places without a tile, both, one or none of them.
    const HiddenHands hands = tests::random_hands(chance, round % 2 == 0, round % 4 < 2);
    INFO("round " << round);
    const bool expected = tests::any_hands_possible(hands);
    const auto found = replay::fill_hands(hands, 1'000'000);
    REQUIRE(found.filling == (expected ? Filling::possible : Filling::impossible));
    possible += expected ? 1 : 0;
  }
  CHECK(possible > 8'000);
  CHECK(possible < 32'000);
}

TEST_CASE("a search that may take no steps says that it does not know", "[referee]") {
  HiddenHands hands;
  hands.tile_kinds = 6;
  hands.places.push_back({0, 0, replay::TileSet().set()});
  CHECK(replay::fill_hands(hands, 0).filling == Filling::unknown);
}
