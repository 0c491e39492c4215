#include "tests/support/hostile_scribbles.h"

#include <algorithm>
#include <map>

#include "tests/fuzz/scribble.h"

namespace roundhouse::tests {
namespace {

using Make = std::string (*)(Chance& chance);

class Scribbling {
 public:
  explicit Scribbling(std::uint64_t seed) : seed_(seed) {}

  /// So many, each from nothing or, one in `altered`, from one of the target's own texts.
  void add(const FuzzTarget& target, const std::string& ending, std::size_t count, Make make,
           int altered_percent) {
    // Made once for all: some of them are games that have to be played.
    static std::map<std::string_view, std::vector<std::string>> known;
    if (!known.contains(target.name)) known[target.name] = target.seeds();
    const std::vector<std::string>& seeds = known[target.name];
    for (std::size_t i = 0; i < count; ++i) {
      Chance chance(seed_ * 1'000'000 + made_.size());
      std::string text;
      if (make == nullptr || chance.percent(altered_percent)) {
        text = chance.of(seeds);
        for (int times = 1 + chance.below(3); times > 0; --times) target.alter(text, chance);
      } else {
        text = make(chance);
      }
      put(std::string(target.name), ending, std::move(text), &target);
    }
  }

  void add_conditions(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      Chance chance(seed_ * 1'000'000 + made_.size());
      std::string text = scribble_expression(chance);
      if (chance.percent(80)) alter_expression(text, chance);
      // As one line of YAML, whatever it holds.
      std::string quoted;
      for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
      const std::string row =
          chance.percent(60) ? "    forbid: lay\n    when: '" : "    after: lay\n    do: '";
      put("condition", ".yaml",
          "roundhouse: 1\nname: Scribbled\nextends: train\nrules:\n  - id: a\n" + row + quoted + "'\n",
          &rules_target);
    }
  }

  void add_options(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      Chance chance(seed_ * 1'000'000 + made_.size());
      std::string text = any_setting(chance);
      if (chance.percent(60)) text = text.substr(0, text.find('=')) + "=" + any_number(chance);
      if (chance.percent(40)) alter_expression(text, chance);
      text.erase(std::remove(text.begin(), text.end(), '\0'), text.end());
      put("option", ".txt", std::move(text), nullptr);
    }
  }

  std::vector<Scribble> take() { return std::move(made_); }

 private:
  void put(const std::string& kind, const std::string& ending, std::string text, const FuzzTarget* target) {
    std::string number = std::to_string(made_.size());
    number.insert(0, 4 - number.size(), '0');
    made_.push_back({kind + "-" + number + ending, std::move(text), target});
  }

  std::uint64_t seed_;
  std::vector<Scribble> made_;
};

}  // namespace

std::vector<Scribble> scribbles(std::uint64_t seed) {
  Scribbling scribbling(seed);
  scribbling.add(record_target, ".train", 850, scribble_record, 70);
  scribbling.add(rules_target, ".yaml", 650, scribble_rules, 60);
  scribbling.add_conditions(150);
  scribbling.add(json_target, ".jsonl", 150, nullptr, 100);
  scribbling.add(shards_target, ".json", 100, nullptr, 100);
  scribbling.add_options(100);
  return scribbling.take();
}

}  // namespace roundhouse::tests
