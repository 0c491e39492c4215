#include "tools/prove/trouble_record.h"

#include <array>
#include <utility>

#include "dsl/base/plain_text.h"
#include "engine/fold.h"

namespace roundhouse::replay {
namespace {

constexpr std::array<std::string_view, engine::max_players> names{
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ivy", "Jan", "Kai", "Lou", "Max", "Ned"};

Record record_of_rounds(const engine::Rules& program, const std::vector<PlayedRound>& rounds,
                        const std::string& variant, const std::vector<std::string>& settings,
                        const RecordParts& parts) {
  Header header;
  header.variant.name = variant;
  for (const std::string& setting : settings) {
    auto [option, value] = dsl::split_setting(setting);
    header.variant.options.push_back({std::move(option), std::move(value), {}});
  }
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat)
    header.players.push_back({std::string(names[seat]), {}, {}});
  return record_from_acts(program, std::move(header), engine::begin_match(program), rounds, parts);
}

}  // namespace

Record record_of(const engine::Rules& program, const Trouble& trouble, const std::string& variant,
                 const std::vector<std::string>& settings) {
  std::vector<PlayedRound> rounds;
  for (const std::vector<engine::Act>& round : trouble.before) rounds.push_back({round});
  rounds.push_back({trouble.acts});
  return record_of_rounds(program, rounds, variant, settings, {});
}

Record record_of(const engine::Rules& program, const std::vector<engine::Act>& acts,
                 const std::string& variant, const std::vector<std::string>& settings,
                 const RecordParts& parts) {
  return record_of_rounds(program, {{acts}}, variant, settings, parts);
}

}  // namespace roundhouse::replay
