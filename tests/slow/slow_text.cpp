#include "tests/slow/slow_text.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace roundhouse::slow {
namespace {

constexpr std::array<std::pair<ActKind, std::string_view>, 14> names{{{ActKind::lead, "lead"},
                                                                      {ActKind::lay, "lay"},
                                                                      {ActKind::draw, "draw"},
                                                                      {ActKind::done, "done"},
                                                                      {ActKind::lot, "lot"},
                                                                      {ActKind::first, "first"},
                                                                      {ActKind::deal, "deal"},
                                                                      {ActKind::pick, "pick"},
                                                                      {ActKind::reveal, "reveal"},
                                                                      {ActKind::turn_over, "turn-over"},
                                                                      {ActKind::redeal, "redeal"},
                                                                      {ActKind::engine, "engine"},
                                                                      {ActKind::pull, "pull"},
                                                                      {ActKind::cast, "cast"}}};

}  // namespace

std::string act_text(const dsl::CheckedRules& rules, const Act& act) {
  std::string out;
  if (act.kind == ActKind::declared) out = rules.acts[act.declared].name;
  for (const auto& [kind, name] : names) {
    if (kind == act.kind) out = name;
  }
  out += act.actor ? ' ' + std::to_string(*act.actor + 1) : " -";
  if (act.tile) out += ' ' + text(*act.tile);
  if (act.kind == ActKind::lay) out += " >" + std::to_string(act.end);
  if (act.whom) out += " @" + std::to_string(*act.whom + 1);
  if (act.kind == ActKind::lay && act.amount == 1) out += " =1";
  if (act.kind == ActKind::cast) out += ' ' + rules.facts[act.declared].name;
  if (act.kind == ActKind::cast || (act.kind == ActKind::declared && rules.acts[act.declared].amount))
    out += " =" + std::to_string(act.amount);
  return out;
}

Act read_act(const dsl::CheckedRules& rules, std::string_view wanted) {
  std::istringstream words{std::string(wanted)};
  std::string word;
  words >> word;
  Act act;
  bool known = false;
  for (const auto& [kind, name] : names) {
    if (name != word) continue;
    act.kind = kind;
    known = true;
  }
  for (std::size_t i = 0; i < rules.acts.size() && !known; ++i) {
    if (rules.acts[i].name != word) continue;
    act.kind = ActKind::declared;
    act.declared = i;
    known = true;
  }
  if (!known) throw std::runtime_error("no such act: " + std::string(wanted));
  words >> word;
  if (word != "-") act.actor = std::stoi(word) - 1;
  while (words >> word) {
    const auto dash = word.find('-');
    if (word[0] == '>') {
      act.end = std::stoi(word.substr(1));
    } else if (word[0] == '@') {
      act.whom = std::stoi(word.substr(1)) - 1;
    } else if (word[0] == '=') {
      act.amount = std::stoi(word.substr(1));
    } else if (act.kind == ActKind::cast) {
      const auto named = [&](const dsl::Fact& fact) { return fact.name == word; };
      act.declared = static_cast<std::size_t>(std::find_if(rules.facts.begin(), rules.facts.end(), named) -
                                              rules.facts.begin());
    } else if (dash != std::string::npos) {
      act.tile = tile(std::stoi(word.substr(0, dash)), std::stoi(word.substr(dash + 1)));
    } else {
      throw std::runtime_error("not part of an act: " + word);
    }
  }
  return act;
}

std::string next_text(const SlowGame& game) {
  const Expected next = game.expected();
  switch (next.next) {
    case Expected::Next::choice:
      return "choice";
    case Expected::Next::over:
      return "over";
    case Expected::Next::chance:
    case Expected::Next::forced:
      break;
  }
  return act_text(game.rules, next.act);
}

std::string legal_text(const SlowGame& game) {
  std::string out;
  for (const Act& act : game.legal_acts()) out += (out.empty() ? "" : ", ") + act_text(game.rules, act);
  return out;
}

void play(SlowGame& game, const std::vector<std::string>& acts) {
  for (const std::string& act : acts) game.apply(read_act(game.rules, act));
}

}  // namespace roundhouse::slow
