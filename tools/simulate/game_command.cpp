#include "tools/simulate/game_command.h"

#include <fmt/format.h>

#include <algorithm>

namespace roundhouse::engine {

std::string as_shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_./=,:-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_for_game(const RunOrder& order, const RunVariant& variant, std::uint64_t game) {
  std::string text =
      fmt::format("roundhouse simulate {} --players {}", as_shell_word(variant.name), variant.players);
  for (const std::string& setting : variant.settings) text += " --set " + as_shell_word(setting);
  for (const std::string& rule : variant.without) text += " --without-rule " + as_shell_word(rule);
  if (order.unit == Unit::round) text += " --rounds";
  if (!order.seats.empty()) text += fmt::format(" --seats {}", fmt::join(order.seats, ","));
  if (order.rotate) text += " --rotate";
  if (order.declared > 0) text += fmt::format(" --declared {}", order.declared);
  if (order.same_deals) text += " --same-deals";
  text += fmt::format(" --seed {} --game {}", order.seed, game);
  // Of rules without one of theirs the record needs a rule file.
  return variant.without.empty() ? text : text + " --record games";
}

}  // namespace roundhouse::engine
