// Knowledge about hidden hands, of the smallest sets: searched, and every filling tried.
//
// The bytes of an input are the choices of what is known of the hands, or of a round, what is struck out of
// it and what is changed in it.

#include <algorithm>
#include <array>

#include "replay/referee/judge/referee.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/target.h"
#include "tests/support/every_filling.h"
#include "tests/support/every_hand.h"
#include "tests/support/random_records.h"

namespace roundhouse::tests {
namespace {

using namespace replay;

constexpr std::int64_t enough_steps = 1'000'000;
constexpr int most_open = 5;  ///< tiles, where all fillings are tried

/// The hands as `fill_instead` is to see them.
engine::HiddenHands changed(engine::HiddenHands hands, const engine::Witness& witness, int from, int to) {
  const auto ignored = [&](const auto& said) {
    return said.seat == witness.seat && from <= said.time && said.time <= to;
  };
  std::erase_if(hands.bans, ignored);
  std::erase_if(hands.witnesses, ignored);
  std::erase_if(hands.joints, ignored);
  hands.witnesses.push_back(witness);
  return hands;
}

std::string trouble_with_hands(Chance& chance) {
  const bool joints = chance.percent(40);
  const engine::HiddenHands hands = random_hands(chance, joints, chance.percent(40));
  engine::HandSearch search(hands);
  const engine::FillingResult found = search.fill(enough_steps);
  if (found.filling == engine::Filling::unknown) return "so few hands are not decided";
  const bool possible = any_hands_possible(hands);
  if ((found.filling == engine::Filling::possible) != possible)
    return "a filling is found where none is, or missed";
  if (!possible) return {};
  if (found.tiles.size() != hands.places.size()) return "a filling has not a tile for each place";
  if (!are_hands_possible(hands, found.tiles)) return "the filling that was found is none";
  for (int times = chance.below(3); times > 0; --times) {
    engine::Witness witness{static_cast<engine::Seat>(chance.below(2)), 1 + chance.below(8), {}};
    for (engine::TileId t = 0; t < 6; ++t)
      if (chance.below(3) == 0) witness.tiles.add(t);
    const int from = 1 + chance.below(8);
    const int to = from + chance.below(4) - 1;
    const engine::WitnessResult instead = search.fill_instead(witness, from, to, enough_steps);
    if (instead.filling == engine::Filling::unknown) continue;
    const bool other = any_hands_possible(changed(hands, witness, from, to));
    if ((instead.filling == engine::Filling::possible) != other)
      return other ? "with another witness a filling is missed"
                   : "with another witness a filling is found where none is";
    if (other && !witness.tiles.has(instead.tile)) return "a witness speaks of another tile";
  }
  return {};
}

std::string trouble_with_round(Chance& chance) {
  const char* name = chance.of(std::array{"small", "small-held", "small-club", "small-tanglewood"});
  const ReadyTable* table = ready_table({name, {}, {}}, 2);
  if (table == nullptr) return std::string(name) + " is not in order";
  const engine::Rules& program = table->program;
  const auto any_seed = [&] { return static_cast<std::uint64_t>(chance.below(1 << 24)); };
  const std::optional<RandomRound> round = random_round(program, any_seed(), 0.3);
  if (!round) return {};
  engine::Random random(any_seed());
  RecordParts parts;
  parts.scores = false;
  Record record = round->record(program, parts);
  for (int tries = chance.below(12); tries > 0 && !spoil(record, program, random); --tries) {
  }
  mask_out(record, random, chance.of(std::array{0.3, 0.5, 0.7}));
  std::string text;
  const std::optional<Record> read = read_back(record, text);
  if (!read || std::count(text.begin(), text.end(), '?') > most_open) return {};
  RefereeOptions options;
  options.trust = false;
  const Judgement judgement = judge_record(program, *read, options);
  if (judgement.verdict == Verdict::undecided) return "undecided: " + judgement.undecided + "\n" + text;
  const Tried tried = try_every_filling(program, *read);
  if (!tried.all) return {};
  if (tried.legal != (judgement.verdict == Verdict::legal))
    return (tried.legal ? "it can be filled in, and is illegal: " + judgement.ruling->message
                        : "it cannot be filled in (" + tried.rule + "), and is legal") +
           "\n" + text;
  if (!tried.legal && judgement.ruling->place.turn != tried.turn)
    return "illegal at turn " + std::to_string(judgement.ruling->place.turn) + ", and by trying at turn " +
           std::to_string(tried.turn) + " (" + tried.rule + ")\n" + text;
  return {};
}

std::string trouble_with_choices(std::string_view text) {
  // Bytes, not characters: what a text is to those who read choices off it.
  Chance chance(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return chance.percent(80) ? trouble_with_hands(chance) : trouble_with_round(chance);
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Chance chance(seed);
    std::string text;
    for (int length = 16 + chance.below(80); length > 0; --length)
      text += static_cast<char>(chance.below(256));
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

const FuzzTarget hidden_hands_target{"hidden_hands", trouble_with_choices, nullptr, seeds, 512};

}  // namespace roundhouse::tests
