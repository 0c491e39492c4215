#include <algorithm>

#include "dsl/base/utf8.h"
#include "replay/record/notation_codes.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), dsl::begins_character));
}

class HeaderWriter {
 public:
  explicit HeaderWriter(const Header& header) : header_(header) {}

  std::string write() {
    if (!header_.variant.name.empty()) put(HeaderKey::variant, variant());
    if (!header_.players.empty()) put(HeaderKey::players, players());
    if (!header_.ages.empty()) put(HeaderKey::ages, ages());
    if (!header_.rules.empty()) put(HeaderKey::rules, "rules sha256:" + header_.rules);
    if (header_.seed) put(HeaderKey::seed, "seed " + std::to_string(*header_.seed));
    if (header_.complete) put(HeaderKey::complete, "complete");
    if (!header_.used.empty()) put(HeaderKey::used, used());
    if (header_.first != no_seat) put(HeaderKey::first, "first " + player_text(header_, header_.first));
    if (header_.out != no_seat) put(HeaderKey::out, "out " + player_text(header_, header_.out));
    if (!header_.totals.empty()) put(HeaderKey::totals, points("totals", header_.totals));
    if (!header_.earlier.empty()) put(HeaderKey::earlier, points("earlier", header_.earlier));
    for (std::size_t i = 0; i < header_.facts.size(); ++i) put(HeaderKey::fact, fact(header_.facts[i]), i);
    return std::move(text_);
  }

 private:
  void put(HeaderKey key, std::string_view content, std::size_t fact = 0) {
    std::string line = "[" + std::string(content) + "]";
    const auto comment =
        std::find_if(header_.comments.begin(), header_.comments.end(), [&](const HeaderComment& entry) {
          return entry.key == key && (key != HeaderKey::fact || entry.fact == fact);
        });
    if (comment != header_.comments.end()) {
      for (const std::string& above : comment->above) text_.append("#").append(above).append("\n");
      add_comment(line, comment->beside);
    }
    text_.append(line).append("\n");
  }

  std::string variant() const {
    std::string text = "variant " + quoted_if_needed(header_.variant.name);
    for (const OptionField& option : header_.variant.options) {
      text += " " + option.name + "=" + quoted_if_needed(option.value);
    }
    return text;
  }
  std::string players() const {
    std::string text = "players";
    for (const PlayerField& player : header_.players) {
      text += " " + player.name;
      if (!player.full_name.empty()) text += "=" + quoted_text(player.full_name);
    }
    return text;
  }
  std::string ages() const {
    std::string text = "ages";
    for (const int age : header_.ages) text += age < 0 ? " ?" : " " + std::to_string(age);
    return text;
  }
  static std::string points(std::string text, const std::vector<std::int32_t>& numbers) {
    for (const std::int32_t number : numbers) text += " " + std::to_string(number);
    return text;
  }
  std::string used() const {
    std::string text = "used";
    for (const int pips : header_.used) text += " " + std::to_string(pips);
    return text;
  }
  std::string fact(const FactField& fact) const {
    std::string text = "fact ";
    if (fact.player != no_seat) text += player_text(header_, fact.player) + ".";
    text += fact.name;
    return fact.value.empty() ? text : text + " " + fact.value;
  }

  const Header& header_;
  std::string text_;
};

}  // namespace

std::string player_text(const Header& header, Seat seat) {
  const auto index = static_cast<std::size_t>(seat);
  return seat >= 0 && index < header.players.size() ? header.players[index].name : "?";
}

std::string quoted_text(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string quoted_if_needed(std::string_view text) {
  constexpr std::string_view special = " \t[]\"=#\\";
  // The no-break space and the curly quotation mark would be read as a space and a quotation mark.
  const bool plain = !text.empty() && text.find_first_of(special) == std::string_view::npos &&
                     text.find("\xC2\xA0") == std::string_view::npos &&
                     text.find("\xE2\x80\x9C") == std::string_view::npos;
  return plain ? std::string(text) : quoted_text(text);
}

void add_comment(std::string& line, const std::optional<Comment>& comment) {
  if (!comment) return;
  const std::size_t length = characters(line);
  const std::size_t column = std::min<std::size_t>(comment->column, longest_line / 2);
  // Directly behind `round` a number would be its label.
  const std::size_t least = line == "round" ? 2 : 1;
  const std::size_t spaces = column > length + least ? column - length - 1 : 2;
  line.append(spaces, ' ').append("#").append(comment->text);
}

std::string write_header(const Header& header) { return HeaderWriter(header).write(); }

}  // namespace roundhouse::replay
