#include "tests/support/filled_in.h"

namespace roundhouse::tests {

std::vector<std::string> filled_in(const engine::Rules& program, const std::string& act) {
  if (const std::size_t to = act.find(" to "); to != std::string::npos) {
    const std::size_t first = act.rfind(' ', to - 1) + 1;
    std::vector<std::string> acts;
    for (int amount = std::stoi(act.substr(first)); amount <= std::stoi(act.substr(to + 4)); ++amount)
      acts.push_back(act.substr(0, first) + std::to_string(amount));
    return acts;
  }
  const std::size_t open = act.find('?');
  if (open == std::string::npos) return {act};
  const bool half = open > 0;
  std::vector<std::string> acts;
  for (int high = 0; high <= program.highest; ++high)
    for (int low = 0; low <= (half ? 0 : high); ++low)
      acts.push_back(act.substr(0, open) + std::to_string(high) + (half ? "" : "-" + std::to_string(low)) +
                     act.substr(open + 1));
  return acts;
}

}  // namespace roundhouse::tests
