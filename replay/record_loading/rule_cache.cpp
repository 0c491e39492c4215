#include "replay/record_loading/rule_cache.h"

#include <algorithm>
#include <utility>

#include "dsl/check/checked_rules.h"

namespace roundhouse::replay {
namespace {

/// Most rule sets kept; records that each name others have them loaded again.
constexpr std::size_t most_shelved = 16;
/// A node of rules takes some hundred bytes, and as many in each program.
constexpr std::size_t most_shelved_nodes = 300'000;

/// True if its files have been put into these sources before.
bool stand_in(const dsl::SourceMap& sources, const ShelvedRules& shelved) {
  for (std::size_t i = 0; i < shelved.files.size(); ++i) {
    if (shelved.first + i >= sources.size()) return false;
    const dsl::SourceFile& file = sources.file({static_cast<std::uint16_t>(shelved.first + i)});
    if (file.name != shelved.files[i].name || file.text != shelved.files[i].text) return false;
  }
  return true;
}

}  // namespace

std::optional<ShelvedRules> RuleCache::find(const std::string& name, dsl::SourceMap& sources) {
  const std::lock_guard lock(mutex_);
  const auto found = rules_.find(name);
  if (found == rules_.end()) return std::nullopt;
  const ShelvedRules& shelved = found->second;
  if (!shelved.rules || stand_in(sources, shelved)) return shelved;
  if (shelved.first != sources.size()) return std::nullopt;
  for (const dsl::SourceFile& file : shelved.files) sources.add(file.name, file.text);
  return shelved;
}

void RuleCache::make_room(std::size_t nodes) {
  if (rules_.size() >= most_shelved || nodes_ + nodes > most_shelved_nodes) {
    rules_.clear();
    nodes_ = 0;
  }
  nodes_ += nodes;
}

void RuleCache::keep(ShelvedRules rules) {
  const std::size_t nodes = rules.rules ? dsl::size_of(*rules.rules) : 0;
  const std::lock_guard lock(mutex_);
  make_room(nodes);
  rules_.insert_or_assign(rules.name, std::move(rules));
}

void RuleCache::keep_program(const ShelvedRules& rules, int players,
                             std::shared_ptr<const engine::Rules> program) {
  const std::size_t nodes = dsl::size_of(*rules.rules);
  const std::lock_guard lock(mutex_);
  const auto found = rules_.find(rules.name);
  // Others may have put the same rules there in the meantime; a program belongs to those it was made of.
  if (found == rules_.end() || found->second.rules != rules.rules) return;
  if (nodes_ + nodes > most_shelved_nodes) return;
  nodes_ += nodes;
  found->second.programs.insert_or_assign(players, std::move(program));
}

}  // namespace roundhouse::replay
