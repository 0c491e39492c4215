#include "replay/record/check_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/nearest.h"
#include "dsl/base/whole_number.h"
#include "engine/evaluate.h"
#include "replay/record/names.h"
#include "replay/record/notation_codes.h"
#include "replay/record/places.h"
#include "replay/record/read_header.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

const dsl::FactSlot* find_fact(const engine::Rules& program, const std::string& name) {
  const auto& names = program.fact_names;
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? nullptr : &program.facts[static_cast<std::size_t>(found - names.begin())];
}

std::optional<std::int32_t> fact_value(const engine::Rules& program, const Header& header, dsl::Type type,
                                       const std::string& written) {
  if (type == dsl::Type::truth)
    return written.empty() ? std::optional<std::int32_t>(1) : dsl::whole_number<std::int32_t>(written, 0, 1);
  if (type == dsl::Type::number)
    return written.empty() ? std::optional<std::int32_t>(1)
                           : dsl::whole_number<std::int32_t>(written, -greatest_number, greatest_number);
  if (type == dsl::Type::player) {
    const Seat seat = resolve_player(header, written);
    return seat == no_seat ? std::nullopt : std::optional<std::int32_t>(seat);
  }
  if (type != dsl::Type::tile) return std::nullopt;  // facts are of no other type
  const auto tile = parse_tile(written);
  const auto in_set = tile ? tile_in_set(program, *tile) : std::nullopt;
  return in_set ? std::optional<std::int32_t>(in_set->id()) : std::nullopt;
}

std::string expected_value(dsl::Type type) {
  if (type == dsl::Type::truth) return "it is true or not: write it without a value";
  if (type == dsl::Type::number) return "it is a number, at most a thousand million";
  if (type == dsl::Type::player) return "it is a player";
  if (type == dsl::Type::tile) return "it is a tile of the set";
  return {};
}

dsl::Diagnostic complaint(std::string code, const At& at, std::string message, std::string help) {
  dsl::Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.where = at.span;
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostic;
}

constexpr std::size_t most_proposed = 3;

std::optional<dsl::Diagnostic> check_fact(const engine::Rules& program, const Header& header,
                                          const FactField& field) {
  const dsl::FactSlot* slot = find_fact(program, field.name);
  if (slot == nullptr) {
    // Only a fact that this value can be one of is proposed.
    for (std::string& near : dsl::nearest_names(field.name, program.fact_names, most_proposed)) {
      FactField meant = field;
      meant.name = std::move(near);
      if (check_fact(program, header, meant)) continue;
      return complaint("unknown-fact", field.at, "these rules keep no fact '" + field.name + "'",
                       "did you mean '" + meant.name + "'?");
    }
    return complaint("unknown-fact", field.at, "these rules keep no fact '" + field.name + "'",
                     "the facts are " + dsl::list_names(program.fact_names));
  }
  if (slot->of == dsl::Scope::train)
    return complaint("bad-fact", field.at,
                     "the fact '" + field.name + "' is a train's, and no record begins with it",
                     "leave it out: all trains begin anew with the round");
  const bool of_player = slot->of == dsl::Scope::player;
  if (of_player != (field.player != no_seat))
    return complaint("bad-fact", field.at,
                     "the fact '" + field.name + (of_player ? "' is a player's" : "' is nobody's"),
                     of_player ? "write whose it is: [fact Joe." + field.name + "]"
                               : "leave the player out: [fact " + field.name + "]");
  if (!kept_fact(program, header, field))
    return complaint("bad-fact", field.at, "this is no value of the fact '" + field.name + "'",
                     slot->by_chance() ? "it is " + values_of(*slot) : expected_value(slot->type));
  return std::nullopt;
}

}  // namespace

std::optional<KeptFact> kept_fact(const engine::Rules& program, const Header& header,
                                  const FactField& field) {
  const dsl::FactSlot* slot = find_fact(program, field.name);
  if (slot == nullptr || slot->of == dsl::Scope::train ||
      (slot->of == dsl::Scope::player) != (field.player != no_seat))
    return std::nullopt;
  const auto value = fact_value(program, header, slot->type, field.value);
  if (!value || field.player >= program.players) return std::nullopt;
  if (slot->by_chance() && (*value < slot->least || *value > slot->greatest)) return std::nullopt;
  const int seat = field.player == no_seat ? 0 : field.player;
  return KeptFact{static_cast<std::size_t>(slot->slot + seat), *value};
}

std::optional<KeptFact> fact_now(const engine::Rules& program, const Header& header, const FactLine& line,
                                 std::string& why) {
  const dsl::FactSlot* slot = find_fact(program, line.name);
  const auto refuse = [&](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  if (slot == nullptr) return refuse("these rules keep no fact '" + line.name + "'");
  if (slot->has_receiver() == line.of.empty())
    return refuse("the fact '" + line.name +
                  (slot->has_receiver() ? "' is of a player or a train" : "' is nobody's"));
  int place = 0;
  if (slot->of == dsl::Scope::player) place = resolve_player(header, line.of);
  if (slot->of == dsl::Scope::train) place = find_train(program, header, line.of).train;
  if (place < 0 || place >= slot->places) return refuse("'" + line.of + "' has no fact '" + line.name + "'");
  std::optional<std::int32_t> value;
  if (line.value == "false")
    value = slot->cleared_to_absent() ? engine::absent : 0;
  else if (line.value == "nobody" && slot->can_be_absent())
    value = engine::absent;
  else
    value = fact_value(program, header, slot->type, line.value);
  const bool by_chance = slot->by_chance() && value && *value != engine::absent;
  if (!value || (by_chance && (*value < slot->least || *value > slot->greatest)))
    return refuse("this is no value of the fact '" + line.name + "'");
  return KeptFact{static_cast<std::size_t>(slot->slot + place), *value};
}

FactLine fact_line(const engine::Rules& program, const Header& header, std::size_t fact, int place,
                   std::int32_t value) {
  const dsl::FactSlot& slot = program.facts[fact];
  FactLine line;
  line.name = program.fact_names[fact];
  if (slot.of == dsl::Scope::player) line.of = short_name(header, place);
  if (slot.of == dsl::Scope::train) line.of = train_text(program, header, place);
  if (value == engine::absent) {
    line.value = "nobody";
  } else if (slot.type == dsl::Type::player) {
    line.value = short_name(header, value);
  } else if (slot.type == dsl::Type::tile) {
    line.value = tile_text(static_cast<TileId>(value));
  } else if (slot.type == dsl::Type::number) {
    line.value = std::to_string(value);
  } else if (value == 0) {
    line.value = "false";
  }
  return line;
}

dsl::Diagnostics check_header(const engine::Rules& program, const Header& header) {
  dsl::Diagnostics diagnostics;
  for (const int pips : header.used)
    if (pips > program.highest)
      diagnostics.push_back(complaint(
          std::string(notation_code(NotationCode::bad_number)), header.used_at,
          "the set has no " + std::to_string(pips) + "-" + std::to_string(pips) + " that could be used",
          "its greatest tile is " + tile_text(engine::tile_of(program.highest, program.highest))));
  if (!header.placement.empty() && program.placement_slot < 0)
    diagnostics.push_back(complaint(std::string(notation_code(NotationCode::bad_header)), header.placement_at,
                                    "by these rules places are worth no points",
                                    "leave it out; points of earlier games stand in [earlier ...]"));
  for (const FactField& field : header.facts)
    if (auto wrong = check_fact(program, header, field)) diagnostics.push_back(std::move(*wrong));
  dsl::sort_diagnostics(diagnostics);
  return diagnostics;
}

void put_placement(const engine::Rules& program, const Header& header, Position& position) {
  if (program.placement_slot < 0) return;
  for (std::size_t seat = 0; seat < header.placement.size(); ++seat)
    if (static_cast<int>(seat) < program.players)
      position.facts[static_cast<std::size_t>(program.placement_slot) + seat] = header.placement[seat];
}

std::optional<std::size_t> find_chance_fact(const engine::Rules& program, std::string_view name) {
  const std::string wanted = folded(name);
  for (std::size_t i = 0; i < program.facts.size(); ++i)
    if (program.facts[i].by_chance() && folded(program.fact_names[i]) == wanted) return i;
  return std::nullopt;
}

std::optional<std::int32_t> value_of(const dsl::FactSlot& fact, const ChanceLine& line) {
  const bool of_player = fact.type == dsl::Type::player;
  if (of_player != (line.player != no_seat)) return std::nullopt;
  const std::int32_t value = of_player ? std::int32_t{line.player} : line.number;
  if (value < fact.least || value > fact.greatest) return std::nullopt;
  return value;
}

ChanceLine chance_line(const engine::Rules& program, std::size_t fact, std::int32_t value) {
  ChanceLine line;
  line.name = program.fact_names[fact];
  if (program.facts[fact].type == dsl::Type::player)
    line.player = static_cast<Seat>(value);
  else
    line.number = value;
  return line;
}

std::string values_of(const dsl::FactSlot& fact) {
  if (fact.type == dsl::Type::player) return "one of the players";
  return fmt::format("a number from {} to {}", fact.least, fact.greatest);
}

std::string chance_text(const dsl::FactSlot& fact, const Header& header, std::int32_t value) {
  if (fact.type != dsl::Type::player) return std::to_string(value);
  return short_name(header, value);
}

}  // namespace roundhouse::replay
