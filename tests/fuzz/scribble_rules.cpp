#include <algorithm>
#include <array>

#include "tests/fuzz/scribble.h"
#include "tests/fuzz/text_pieces.h"
#include "tests/support/random_rules.h"

namespace roundhouse::tests {
namespace {

constexpr std::array types{dsl::Type::truth, dsl::Type::number, dsl::Type::player,
                           dsl::Type::tile,  dsl::Type::end,    dsl::Type::train};

std::string any_condition(Chance& chance) {
  const Place& place = chance.percent(50) ? chance.of(random_acts()) : chance.of(random_events());
  return random_expression(chance, place, chance.of(types), chance.below(4));
}

std::string any_effects(Chance& chance) {
  std::string text;
  for (int more = chance.below(3); more >= 0; --more)
    text += random_effect(chance, chance.of(random_events())) + (more > 0 ? "; " : "");
  return text;
}

/// A value that may stand behind a key, right for that one or not.
std::string any_value(Chance& chance) {
  const auto range = [&] { return any_number(chance) + ".." + any_number(chance); };
  switch (chance.below(12)) {
    case 0:
    case 1:
      return any_number(chance);
    case 2:
    case 3:
      return any_name(chance);
    case 4:
      return range();
    case 5:
      return any_condition(chance);
    case 6:
      return any_effects(chance);
    case 7:
      return "[" + any_name(chance) + ", " + any_number(chance) + "]";
    case 8:
      return "{ " + any_key(chance) + ": " + any_name(chance) + ", " + any_key(chance) + ": " +
             any_number(chance) + " }";
    case 9:
      return "{ " + range() + ": " + any_number(chance) + ", " + any_number(chance) + ": " +
             any_number(chance) + " }";
    case 10:
      return chance.of(std::array{"true",
                                  "false",
                                  "none",
                                  "yes",
                                  "~",
                                  "",
                                  "\"",
                                  "''",
                                  "|",
                                  ">",
                                  "&a x",
                                  "*a",
                                  "!!int 3",
                                  "[",
                                  "{",
                                  "- x",
                                  "\"{draws} {nothing}\"",
                                  "{draws}",
                                  "2023-01-01",
                                  "<<",
                                  "[]",
                                  "{}"});
    default:
      return "A sentence of {" + any_name(chance) + "} and " + any_number(chance) + ".";
  }
}

std::string any_row(Chance& chance) {
  std::string text = "  - id: r" + std::to_string(chance.below(1000)) + "\n";
  const auto shape = chance.below(6);
  const Place& act = chance.of(random_acts());
  const Place& event = chance.of(random_events());
  if (shape == 0) text += "    forbid: " + std::string(act.name) + "\n";
  if (shape == 1) text += "    advise: " + std::string(act.name) + "\n";
  if (shape == 2) text += "    except: " + any_name(chance) + "\n";
  if (shape == 5) text += "    optional: " + std::string(act.name) + "\n";
  if (shape == 3) text += "    permit: " + any_name(chance) + "\n";
  if (shape == 4)
    text += "    after: " + std::string(event.name) + "\n    do: " + random_effect(chance, event) + "\n";
  if (chance.percent(80)) text += "    when: " + random_condition(chance, shape == 4 ? event : act) + "\n";
  if (chance.percent(20)) text += "    says: " + any_value(chance) + "\n";
  return text;
}

/// A line of YAML as far as it matters here: what stands before the value, and the value.
std::size_t value_at(const std::string& line) {
  const std::size_t colon = line.find(": ");
  if (colon != std::string::npos) return colon + 2;
  return line.ends_with(':') ? line.size() : std::string::npos;
}

bool is_name(const std::string& piece) {
  const char c = piece.front();
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_number(const std::string& piece) { return piece.front() >= '0' && piece.front() <= '9'; }

/// Another name for a name, another number for a number, now and then another sign for a sign.
void alter_parts(std::string& text, Chance& chance) {
  std::vector<std::string> parts = parts_of(text);
  const std::size_t at = any_piece(parts, chance);
  if (at == std::string::npos) return;
  std::string& part = parts[at];
  switch (chance.below(8)) {
    case 0:
      part.clear();
      break;
    case 1:
      std::swap(part, parts[any_piece(parts, chance)]);
      break;
    case 2:
      part = parts[any_piece(parts, chance)];
      break;
    case 3:
      part = any_condition(chance);
      break;
    default:
      if (is_number(part))
        part = any_number(chance);
      else if (is_name(part))
        part = any_name(chance);
      else
        part = chance.of(std::array{" + ",  " - ",   " * ",  " / ",   " mod ",   " == ", " != ", " < ",
                                    " >= ", " and ", " or ", " not ", "..",      ".",    "(",    ")",
                                    ",",    ";",     " in ", " of ",  " where ", " has "});
  }
  text = together(parts);
}

void alter_value(std::vector<std::string>& lines, std::size_t at, Chance& chance) {
  const std::size_t from = value_at(lines[at]);
  if (from == std::string::npos) return;
  std::string value = lines[at].substr(from);
  switch (chance.below(4)) {
    case 0:
      value = any_value(chance);
      break;
    case 1: {
      const std::string& other = chance.of(lines);
      const std::size_t begin = value_at(other);
      if (begin != std::string::npos) value = other.substr(begin);
      break;
    }
    default:
      alter_parts(value, chance);
  }
  lines[at] = lines[at].substr(0, from) + (lines[at].ends_with(':') ? " " : "") + value;
}

/// A value of setup or match, perhaps with a sentence for it or for its steps.
std::string any_value_with_words(Chance& chance) {
  const std::string begin = "  " + any_key(chance) + ":";
  if (chance.percent(70)) return begin + " " + any_value(chance) + "\n";
  if (chance.percent(40))
    return begin + "\n    - when: " + any_condition(chance) + "\n      then: " + any_value(chance) +
           "\n      says: First, {" + any_name(chance) + "} of it.\n    - then: " + any_value(chance) +
           "\n      says: Later.\n";
  return begin + "\n    is: " + any_value(chance) + "\n    says: Ours, {" + any_name(chance) + "} of it.\n";
}

void alter_key(std::string& line, Chance& chance) {
  const std::size_t begin = line.find_first_not_of(" -");
  const std::size_t end = line.find(':');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return;
  line.replace(begin, end - begin, chance.percent(70) ? any_key(chance) : any_name(chance));
}

}  // namespace

std::string scribble_expression(Chance& chance) {
  return chance.percent(30) ? any_effects(chance) : any_condition(chance);
}

void alter_expression(std::string& text, Chance& chance) {
  for (int times = 1 + chance.below(3); times > 0; --times) {
    const int kind = chance.below(10);
    if (kind < 7)
      alter_parts(text, chance);
    else if (kind == 7)
      alter_bytes(text, chance);
    else if (kind == 8)
      text +=
          chance.of(std::array{" and ", " or ", " + ", "; ", " == ", " in "}) + scribble_expression(chance);
    else
      text = chance.of(std::array{"not (", "(", "- (", "if true then 1 else (", "any(x in ends where "}) +
             text + ")";
  }
}

std::string scribble_rules(Chance& chance) {
  std::string text;
  if (chance.percent(60)) {
    text = random_variant(static_cast<std::uint64_t>(chance.below(1'000'000)));
  } else {
    text = "roundhouse: 1\nname: Scribbled\nextends: " + any_variant(chance) + "\n";
    if (chance.percent(40)) text += "options:\n  " + any_name(chance) + ": " + any_value(chance) + "\n";
    if (chance.percent(20))
      text += chance.percent(50) ? "facts:\n  odd: { of: turn, is: int }\n"
                                 : "facts:\n  odd: { of: round, chance: 0..6 }\n";
    if (chance.percent(30)) text += "setup:\n" + any_value_with_words(chance);
    if (chance.percent(30)) text += "match:\n" + any_value_with_words(chance);
    if (chance.percent(20)) text += any_key(chance) + ": " + any_value(chance) + "\n";
    text += "rules:\n";
    for (int more = chance.below(4); more >= 0; --more) text += any_row(chance);
  }
  if (chance.percent(70)) alter_rules(text, chance);
  return text;
}

void alter_rules(std::string& text, Chance& chance) {
  std::vector<std::string> lines = lines_of(text);
  for (int times = 1 + chance.below(3); times > 0; --times) {
    if (lines.empty()) lines.emplace_back("roundhouse: 1");
    const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(lines.size())));
    switch (chance.below(10)) {
      case 0:
        alter_lines(lines, chance);
        break;
      case 1:
        alter_key(lines[at], chance);
        break;
      case 2:
        if (chance.percent(50))
          lines[at].insert(0, "  ");
        else if (lines[at].starts_with("  "))
          lines[at].erase(0, 2);
        break;
      case 3:
        alter_bytes(lines[at], chance);
        break;
      case 4: {
        // Rows stand at the end of most files.
        for (std::string& line : lines_of(any_row(chance))) lines.push_back(std::move(line));
        break;
      }
      case 5: {
        const std::size_t indent = std::min(lines[at].find_first_not_of(' '), lines[at].size());
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at),
                     std::string(indent, ' ') + any_key(chance) + ": " + any_value(chance));
        break;
      }
      default:
        alter_value(lines, at, chance);
    }
  }
  text = joined(lines);
}

}  // namespace roundhouse::tests
