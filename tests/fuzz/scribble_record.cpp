#include <algorithm>
#include <array>

#include "tests/fuzz/scribble.h"
#include "tests/fuzz/text_pieces.h"

namespace roundhouse::tests {
namespace {

constexpr std::array players{"Joe", "Ann", "Don", "Jan", "Sue", "Ken", "Art",        "Ina",
                             "Bob", "Eve", "Tim", "Pia", "Max", "Uli", "Zo\xC3\xAB", "Annabel"};

/// The names in the `[players ...]` of a text, or some others.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  const std::size_t begin = text.find("[players ");
  if (begin != std::string::npos) {
    const std::size_t end = std::min(text.find(']', begin), text.size());
    for (const std::string& token : tokens_of(text.substr(begin + 9, end - begin - 9)))
      if (token.front() != ' ') names.push_back(token.substr(0, token.find('=')));
  }
  if (names.empty()) names = {"Joe", "Ann"};
  return names;
}

/// Writes lines for these players.
class Scribbler {
 public:
  Scribbler(Chance& chance, std::vector<std::string> names) : chance_(chance), names_(std::move(names)) {}

  std::string header_field() {
    switch (chance_.below(13)) {
      case 0:
        return "[variant " + any_variant(chance_) + "]";
      case 1:
        return "[players" + repeated(1 + chance_.below(14), [&] { return " " + name(); }) + "]";
      case 2:
        return "[ages" + each([&] { return chance_.percent(20) ? "?" : number(); }) + "]";
      case 3:
        return "[rules sha256:" + pick({"0123456789abcdef", "0", "f6548087", "xyz", ""}) + "]";
      case 4:
        return "[seed " + number() + "]";
      case 5:
        return "[complete]";
      case 6:
        return "[used" + repeated(chance_.below(4), [&] { return " " + number(); }) + "]";
      case 7:
        return "[first " + name() + "]";
      case 8:
        return "[out " + name() + "]";
      case 9:
        return "[totals" + each([&] { return number(); }) + "]";
      case 10:
        return (chance_.percent(50) ? "[earlier" : "[placement") + each([&] { return number(); }) + "]";
      case 11:
        return "[fact " + (chance_.percent(70) ? name() + "." : std::string()) +
               pick({"knocked", "forgot", "warned", "slipped", "plays", "late", "highest_score"}) +
               pick({"", " 3", " -5", " true", " 9-3", " Joe", " 2147483648", " 13-12"}) + "]";
      default:
        return "[" + any_name(chance_) + " " + number() + "]";
    }
  }

  std::string line() {
    switch (chance_.below(27)) {
      case 26:
        return change();
      case 0:
        return "game " + number();
      case 1:
      case 2:
        return "round " +
               (chance_.percent(70) ? number() : pick({"", "final", "12", "9", "a-1", "double 6"}));
      case 3:
        return "lots" + seat_tiles();
      case 4:
        return "first " + name();
      case 5:
      case 6:
        return "hand " + name() + ":" + tiles();
      case 7:
        return "seek" + (chance_.percent(70) ? seat_tiles() : " x" + number());
      case 8:
        return "turned" + tiles();
      case 9:
      case 10:
        return "engine " + any_tile(chance_) + (chance_.percent(60) ? " " + name() : "");
      case 11:
        return chance_.percent(50) ? "redeal"
                                   : "chance " + pick({"lucky ", "grandma ", "wild: ", ""}) +
                                         (chance_.percent(60) ? number() : name());
      case 12:
        return "claim " + name() + " " + pick({"", "#"}) + number() + "." + number() +
               pick({"", " \"had a play\""});
      case 13:
      case 14:
        return "left " + name() + ":" + tiles();
      case 15:
        return "score" + repeated(1 + chance_.below(4), [&] { return " " + name() + " " + number(); });
      case 16:
        return pick({"over", "referee: allow", "referee Kim: allow \"so\"", "referee Joe: fine Ann 20"});
      case 17:
        return "?";
      case 18:
        return pick({"# a note", "", "...", "over over", "referee:", ":", "Joe", "\xEF\xBB\xBF"});
      default:
        return turn();
    }
  }

  /// Between two rounds, or where it has no place.
  std::string change() {
    static const char* const rules[] = {"draws=2",
                                        "double_blank=25",
                                        "doubles=cover",
                                        "deal=5",
                                        "deal=\"{ 2..8: 9 }\"",
                                        "engine_found=highest-held",
                                        "=",
                                        "x=1"};
    std::string line;
    if (chance_.percent(50)) {
      line = "rules";
      for (int more = 1 + chance_.below(2); more > 0; --more)
        line += std::string(" ") + rules[static_cast<std::size_t>(chance_.below(8))];
    } else {
      line =
          "joins " + (chance_.percent(80) ? pick({"Zoe", "Max", "Lea", "Noa=\"Aunt Noa\"", "late"}) : name());
      if (chance_.percent(40)) line += " after " + name();
      if (chance_.percent(20)) line += " age " + number();
    }
    return chance_.percent(70) ? line + "\nround " + number() : line;
  }

  std::string token() {
    switch (chance_.below(8)) {
      case 0:
      case 1:
      case 2:
        return any_tile(chance_);
      case 3:
        return number();
      case 4:
        return name();
      case 5:
        return any_tile(chance_) + ">" + place();
      default:
        return act();
    }
  }

  std::string number() { return any_number(chance_); }
  std::string name() {
    if (chance_.percent(93)) return chance_.of(names_);
    return pick({"referee", "An", "J", "nobody", "Joe.side", "\"Joe\"", "joe", "JOE", "1", "?", "a\xCC\x88"});
  }

 private:
  std::string pick(std::initializer_list<const char*> list) {
    return *(list.begin() + chance_.below(static_cast<int>(list.size())));
  }
  template <class Piece>
  std::string repeated(int times, const Piece& piece) {
    std::string text;
    for (; times > 0; --times) text += piece();
    return text;
  }
  /// One for each player, or for nearly each.
  template <class Piece>
  std::string each(const Piece& piece) {
    const int times = static_cast<int>(names_.size()) + (chance_.percent(85) ? 0 : chance_.below(3) - 1);
    return repeated(times, [&] { return " " + std::string(piece()); });
  }
  std::string tiles() {
    return repeated(chance_.below(chance_.percent(10) ? 40 : 8), [&] { return " " + any_tile(chance_); });
  }
  std::string seat_tiles() {
    return repeated(1 + chance_.below(5), [&] { return " " + name() + " " + any_tile(chance_); });
  }
  std::string place() {
    return chance_.percent(40)
               ? name()
               : pick({"mexican",      "M",    "side",  "Joe.side",     "Ann.own", "hub",         "spoke2",
                       "^5-5",         "^3",   "^0",    "^99999999999", "^13-12",  "Joe^5-5",     "spoke^5-5",
                       "Joe.side^0-0", "Joe^", "Joe^3", "common",       "bay1",    "Joe.nothing", "^",
                       "^12-?"});
  }
  std::string act() {
    switch (chance_.below(12)) {
      case 0:
      case 1:
        return any_tile(chance_);
      case 2:
      case 3:
        return any_tile(chance_) + ">" + place();
      case 4:
        return "draw";
      case 5:
        return "draw(" + any_tile(chance_) + ")";
      case 6:
        return "mark";
      case 7:
        return pick({"nomark", "pass", "..."});
      case 8:
        return pick({"knock", "challenge", "lift", "call", "open", "ruling", "show", "peek"}) +
               (chance_.percent(50) ? " " + name() : "") +
               (chance_.percent(20) ? pick({"(", " (", "("}) + any_tile(chance_) + pick({")", ")", ""})
                                    : "") +
               (chance_.percent(30) ? " " + number() : "") + pick({"", "", " \"late\"", " \"", " ?"});
      case 9:
        return pick(
            {"passed", "drew", "drew 2", "knocks", "on Mexican", "to Joe", "double six", "13", "draw 2"});
      default:
        return any_tile(chance_);
    }
  }
  std::string turn() {
    return (chance_.percent(92) ? name() : std::string("referee")) + ":" +
           repeated(chance_.below(chance_.percent(5) ? 30 : 5), [&] { return " " + act(); }) +
           (chance_.percent(8) ? " ..." : "");
  }

  Chance& chance_;
  std::vector<std::string> names_;
};

/// Another word in place of one of the line, or one more, or one less.
void alter_tokens(std::string& line, Scribbler& scribbler, Chance& chance) {
  std::vector<std::string> tokens = tokens_of(line);
  const std::size_t at = any_piece(tokens, chance);
  if (at == std::string::npos) {
    line = scribbler.line();
    return;
  }
  std::string& token = tokens[at];
  const bool number = token.find_first_not_of("0123456789.-") == std::string::npos;
  switch (chance.below(6)) {
    case 0:
      token.clear();
      break;
    case 1:
      token += " " + token;
      break;
    case 2:
      token += " " + scribbler.token();
      break;
    case 3:
      std::swap(token, tokens[any_piece(tokens, chance)]);
      break;
    default:
      if (token.find('-') != std::string::npos && chance.percent(70))
        token = any_tile(chance) + (chance.percent(70) && token.find('>') != std::string::npos
                                        ? token.substr(token.find('>'))
                                        : std::string());
      else if (number)
        token = scribbler.number();
      else
        token = chance.percent(50) ? scribbler.name() + (token.back() == ':' ? ":" : "") : scribbler.token();
  }
  line = together(tokens);
}

}  // namespace

std::string scribble_record(Chance& chance) {
  std::string names = "[players";
  const int count = 1 + chance.below(chance.percent(80) ? 6 : 15);
  for (int i = 0; i < count; ++i) names += std::string(" ") + players[static_cast<std::size_t>(i)];
  std::vector<std::string> lines{"[variant " + any_variant(chance) + "]", names + "]"};
  Scribbler scribbler(chance, names_in(names + "]"));
  for (int fields = chance.percent(60) ? 0 : 1 + chance.below(4); fields > 0; --fields)
    lines.push_back(scribbler.header_field());
  if (chance.percent(80)) lines.push_back("round " + std::to_string(chance.below(13)));
  for (int more = chance.below(chance.percent(20) ? 60 : 15); more > 0; --more)
    lines.push_back(scribbler.line());
  return joined(lines);
}

void alter_record(std::string& text, Chance& chance) {
  Scribbler scribbler(chance, names_in(text));
  std::vector<std::string> lines = lines_of(text);
  for (int times = 1 + chance.below(3); times > 0; --times) {
    if (lines.empty()) lines.emplace_back();
    const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(lines.size())));
    switch (chance.below(10)) {
      case 0:
      case 1:
        alter_lines(lines, chance);
        break;
      case 2:
      case 3:
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), scribbler.line());
        break;
      case 4:
        if (chance.percent(50)) {
          const auto fields = static_cast<std::ptrdiff_t>(std::min<std::size_t>(lines.size(), 2));
          lines.insert(lines.begin() + chance.below(static_cast<int>(fields) + 1), scribbler.header_field());
        } else if (lines[at].starts_with('[')) {
          lines[at] = scribbler.header_field();
        }
        break;
      case 5:
        alter_bytes(lines[at], chance);
        break;
      default:
        alter_tokens(lines[at], scribbler, chance);
    }
  }
  text = joined(lines);
}

}  // namespace roundhouse::tests
