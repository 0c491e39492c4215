#include "engine/fast/event_keys.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace roundhouse::engine::fast {
namespace {

/// So many decisions may all keys of one diagram add, and a program may have in all.
constexpr std::size_t most_added = 1024;
constexpr std::size_t most_in_all = 20'000;

/// A field that the key tells, and if it holds.
struct ToldField {
  Field field;
  bool (*holds)(const EventKey&);
};
constexpr auto told_fields = std::to_array<ToldField>({
    {Field::tile_double, [](const EventKey& key) { return key.tile_double; }},
    {Field::end_start, [](const EventKey& key) { return key.end_start; }},
    {Field::end_marked, [](const EventKey& key) { return key.end_marked; }},
    {Field::end_mine, [](const EventKey& key) { return key.whose == Whose::mine; }},
    {Field::end_others, [](const EventKey& key) { return key.whose == Whose::others; }},
    {Field::end_owed, [](const EventKey& key) { return key.owed != Owed::nothing; }},
    {Field::end_fresh, [](const EventKey& key) { return key.owed == Owed::fresh; }},
});

/// The number of the field, if the key tells.
std::optional<std::int32_t> number_in(Field field, const EventKey& key) {
  for (const ToldField& values : told_fields)
    if (values.field == field) return values.holds(key) ? 1 : 0;
  return std::nullopt;
}

class Specialiser {
 public:
  Specialiser(const Rules& program, DiagramBuilder& diagrams, const EventKey& key)
      : program_(program), diagrams_(diagrams), key_(key) {}

  DecisionRef specialise(DecisionRef at) {
    if (at < 0) return at;
    if (const auto found = made_.find(at); found != made_.end()) return found->second;
    Decision decision = program_.code.decisions[static_cast<std::size_t>(at)];
    DecisionRef made = at;
    if (const auto seen = number_in(decision.field, key_)) {
      const auto over = static_cast<std::uint32_t>(*seen) - static_cast<std::uint32_t>(decision.low);
      made = specialise(over <= decision.span ? decision.yes : decision.no);
    } else {
      decision.yes = specialise(decision.yes);
      decision.no = specialise(decision.no);
      made = decision.yes == decision.no ? decision.yes : diagrams_.add(decision);
    }
    made_.emplace(at, made);
    return made;
  }

 private:
  const Rules& program_;
  DiagramBuilder& diagrams_;
  const EventKey& key_;
  std::map<DecisionRef, DecisionRef> made_;
};

/// All fields of the diagram that a key fixes.
std::vector<Field> decided_fields(const Rules& program, DecisionRef first) {
  std::vector<Field> fields;
  std::vector<DecisionRef> left{first};
  std::vector<bool> visited(program.code.decisions.size());
  while (!left.empty()) {
    const DecisionRef at = left.back();
    left.pop_back();
    if (at < 0 || visited[static_cast<std::size_t>(at)]) continue;
    visited[static_cast<std::size_t>(at)] = true;
    const Decision& decision = program.code.decisions[static_cast<std::size_t>(at)];
    const bool is_new = std::find(fields.begin(), fields.end(), decision.field) == fields.end();
    if (is_new && number_in(decision.field, {})) fields.push_back(decision.field);
    left.push_back(decision.yes);
    left.push_back(decision.no);
  }
  return fields;
}

template <class Visit>
void for_each_key(Visit visit) {
  for (const bool tile_double : {false, true})
    for (const bool end_start : {false, true})
      for (const bool end_marked : {false, true})
        for (const Whose whose : {Whose::nobodys, Whose::mine, Whose::others})
          for (const Owed owed : {Owed::nothing, Owed::before, Owed::fresh})
            visit(EventKey{tile_double, end_start, end_marked, whose, owed});
}

}  // namespace

std::array<DecisionRef, event_keys> at_each_key(const Rules& program, DiagramBuilder& diagrams,
                                                DecisionRef first) {
  std::array<DecisionRef, event_keys> made = at_no_key(first);
  const std::vector<Field> fields = decided_fields(program, first);
  if (fields.empty()) return made;
  const std::size_t most = std::min(program.code.decisions.size() + most_added, most_in_all);
  std::map<std::vector<std::int32_t>, DecisionRef> known;  // by the numbers of these fields
  for_each_key([&](const EventKey& key) {
    std::vector<std::int32_t> values;
    for (const Field field : fields) values.push_back(*number_in(field, key));
    auto at = known.find(values);
    if (at == known.end()) {
      if (program.code.decisions.size() >= most) return;
      at = known.emplace(std::move(values), Specialiser(program, diagrams, key).specialise(first)).first;
    }
    made[number_of(key)] = at->second;
  });
  return made;
}

std::array<DecisionRef, event_keys> at_no_key(DecisionRef first) {
  std::array<DecisionRef, event_keys> made{};
  made.fill(first);
  return made;
}

}  // namespace roundhouse::engine::fast
