#include "tests/support/scribbler.h"

#include <array>
#include <sstream>
#include <vector>

#include "replay/record/write_record.h"

namespace roundhouse::tests {
namespace {

using engine::Random;
using namespace replay;

constexpr std::array<const char*, 19> number_words{
    "zero", "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",   "nine",
    "ten",  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"};

class Scribbler {
 public:
  Scribbler(const Record& record, Random& random) : record_(record), random_(random) {}

  std::string write() {
    std::istringstream canonical(write_record(record_));
    std::string text;
    if (happens(8)) text += "\xEF\xBB\xBF";
    std::vector<Item> turns;
    for (const RecordRound& round : record_.rounds)
      for (const Item& item : round.items)
        if (!std::holds_alternative<CommentLine>(item.line)) turns.push_back(item);
    std::size_t next = 0;
    for (std::string line; std::getline(canonical, line);) {
      const bool is_header = line.starts_with("[");
      if (is_header || line.empty() || line.starts_with("#")) {
        text += is_header ? header(line) : line;
      } else {
        if (happens(30)) text += pick({"------\n", "=====\n", "* * *\n"});
        text += body(turns[next++], line);
      }
      text += happens(20) ? "\r\n" : "\n";
    }
    return text;
  }

 private:
  bool happens(std::uint32_t one_in) { return random_.below(one_in) == 0; }
  std::string pick(std::vector<std::string> choices) {
    return choices[random_.below(static_cast<std::uint32_t>(choices.size()))];
  }

  std::string header(const std::string& line) {
    if (!line.starts_with("[players") || line.find('"') != std::string::npos || !happens(3)) return line;
    std::string text = "Players:" + line.substr(8, line.size() - 9);
    for (std::size_t i = text.find(' ', 9); i != std::string::npos; i = text.find(' ', i + 2))
      text.replace(i, 1, ", ");
    return text;
  }

  std::string body(const Item& item, const std::string& line) {
    const Line& what = item.line;
    if (item.comment) return line;
    if (const auto* turn = std::get_if<TurnLine>(&what)) return turn_text(*turn);
    if (const auto* left = std::get_if<LeftLine>(&what)) return held("left", left->player, left->tiles);
    if (const auto* hand = std::get_if<HandLine>(&what)) return held("hand", hand->player, hand->tiles);
    if (const auto* score = std::get_if<ScoreLine>(&what)) return score_text(*score);
    if (line.starts_with("round ") && line.find_first_not_of("0123456789", 6) == std::string::npos)
      return pick({"Round: ", "ROUND #", "round no. ", "round "}) + line.substr(6);
    if (std::holds_alternative<GapLine>(what)) return pick({"?", "???", "..."});
    return line;
  }

  std::string name(Seat seat) { return record_.header.players[static_cast<std::size_t>(seat)].name; }

  std::string held(const std::string& word, Seat seat, const std::vector<WrittenTile>& tiles) {
    std::string text = pick({word + " " + name(seat) + ": ", name(seat) + " " + word + ": ",
                             name(seat) + "'s " + word + ": ", word + ", " + name(seat) + ": "});
    for (std::size_t i = 0; i < tiles.size(); ++i)
      text += (i > 0 ? pick({" ", ", ", "; "}) : "") + (tiles[i].known() ? tile(tiles[i])
                                                        : tiles[i].unknown()
                                                            ? "?"
                                                            : std::to_string(tiles[i].high) + "-?");
    if (tiles.empty() && happens(2)) text += "nothing";
    return text;
  }

  std::string score_text(const ScoreLine& line) {
    std::string text = pick({"score", "Score:", "scores"});
    for (std::size_t i = 0; i < line.points.size(); ++i)
      text += std::string(i > 0 && happens(2) ? "," : "") + " " + name(line.points[i].seat) +
              pick({" ", ": ", " = "}) + std::to_string(line.points[i].points) + pick({"", " points", ""});
    return text;
  }

  /// In a form that needs no space round it to be known from the next.
  std::string tile(const WrittenTile& tile) {
    int a = tile.high;
    int b = tile.low;
    if (happens(2)) std::swap(a, b);
    const std::string x = std::to_string(a);
    const std::string y = std::to_string(b);
    switch (random_.below(14)) {
      case 0:
        return x + "/" + y;
      case 1:
        return x + "\xE2\x80\x93" + y;
      case 2:
        return "(" + x + "-" + y + ")";
      case 3:
        return x + "." + y;
      case 4:
        return x + "x" + y;
      case 5:
        return std::string(number_words[static_cast<std::size_t>(a)]) + "-" +
               number_words[static_cast<std::size_t>(b)];
      case 6:
        return "[" + x + "|" + y + "]";
      case 7:
        if (a == b)
          return pick({"double ", "Double-"}) + pick({x, number_words[static_cast<std::size_t>(a)]});
        return x + ":" + y;
      case 8:
        return x + "\xE2\x88\x92" + y;
      default:
        return x + "-" + y;
    }
  }

  /// A form that runs into what stands beside it without a sign.
  std::string laid_tile(const WrittenTile& written) {
    if (!written.known()) return written.unknown() ? "?" : std::to_string(written.high) + "-?";
    if (written.high < 10 && happens(6)) {
      const std::string a = std::to_string(written.high);
      const std::string b = std::to_string(written.low);
      // 11 may be half a tile.
      return pick({written.high == 1 ? a + " " + b : a + b, a + " " + b,
                   std::string(number_words[static_cast<std::size_t>(written.high)]) + " " +
                       number_words[static_cast<std::size_t>(written.low)]});
    }
    return tile(written);
  }

  std::string place(const std::string& place) {
    if (place.find('^') != std::string::npos) return pick({">", " > ", " -> "}) + place;
    bool is_player = false;
    for (const PlayerField& player : record_.header.players) is_player = is_player || player.name == place;
    const std::string before =
        pick({">", " > ", " -> ", " \xE2\x86\x92 ", "=>", " on ", " to ", " onto the "});
    if (is_player && before.starts_with(" o") && happens(2))
      return before + place + pick({"'s", "'s train", "s"});
    return before + place + (before.starts_with(" o") ? pick({"", " train"}) : "");
  }

  std::string turn_text(const TurnLine& line) {
    std::string text;
    if (happens(6))
      text = pick({"- ", "* ", "(" + std::to_string(1 + random_.below(40)) + ") ",
                   std::to_string(1 + random_.below(40)) + ". "});
    text += line.player == no_seat ? "referee:" : name(line.player) + pick({":", ": ", " :", " -", ""});
    text += " ";
    std::vector<std::string> acts;
    for (std::size_t i = 0; i < line.acts.size(); ++i) {
      const auto& what = line.acts[i].what;
      if (const auto* laid = std::get_if<TileAct>(&what)) {
        const bool verb = laid->tile.known() && happens(6);
        acts.push_back((verb ? pick({"plays ", "laid ", "puts the "}) : "") + laid_tile(laid->tile) +
                       (laid->place.empty() ? std::string() : place(laid->place)));
      } else if (const auto* draw = std::get_if<DrawAct>(&what)) {
        acts.push_back(draws(line, i, *draw));
      } else if (const auto* word = std::get_if<WordAct>(&what)) {
        acts.push_back(word_text(*word));
      } else {
        acts.push_back(pick({"pass", "passed", "passes"}));
      }
    }
    if (line.claim == MarkClaim::mark) acts.push_back(pick({"mark", "marked", "a marker", "marks"}));
    if (line.claim == MarkClaim::nomark) acts.push_back(pick({"nomark", "no mark", "no marker"}));
    for (std::size_t i = 0; i < acts.size(); ++i)
      text += (i > 0 ? pick({", ", "; ", " and ", " then ", " & ", " / ", " + "}) : "") + acts[i];
    if (line.goes_on) return text + pick({" ...", "\xE2\x80\xA6"});
    if (!acts.empty() && happens(8)) text += pick({" .", "!"});
    return text;
  }

  /// Several draws in a row may be counted by the first; then the others are written as they are.
  std::string draws(const TurnLine&, std::size_t, const DrawAct& draw) {
    if (draw.tile.unknown())
      return pick({"draw", "drew", "draws", "drew one tile", "drew a tile", "draw x1"});
    const std::string text = draw.tile.known() ? tile(draw.tile) : std::to_string(draw.tile.high) + "-?";
    if (!draw.tile.known()) return "draw(" + text + ")";
    return pick({"draw(" + text + ")", "drew (" + text + ")", "drew the " + text, "draws a " + text});
  }

  std::string word_text(const WordAct& word) {
    const char last = word.word.back();
    std::string text = pick({word.word, word.word + "s", word.word + (last == 'e' ? "d" : "ed")});
    if (!word.whom.empty()) text += " " + word.whom;
    if (word.amount) text += " " + std::to_string(*word.amount);
    if (!word.note.empty() || !word.tile.unknown()) return write_act({word, {}});
    return text;
  }

  const Record& record_;
  Random& random_;
};

}  // namespace

std::string scribbled(const Record& record, Random& random) { return Scribbler(record, random).write(); }

}  // namespace roundhouse::tests
