#include "tools/screen/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/position_written.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/rulings/report_breach.h"
#include "replay/views/turn_text.h"
#include "tools/screen/findings.h"

namespace roundhouse::replay {
namespace {

/// A line of the help that `?` shows.
struct KeyHelp {
  std::string_view keys;
  std::string_view does;
};
constexpr std::array key_helps{
    KeyHelp{"right l space", "the next act"},
    KeyHelp{"left h", "the act before"},
    KeyHelp{"down j", "the end of the next turn"},
    KeyHelp{"up k", "the end of the turn before"},
    KeyHelp{"n", "the next round"},
    KeyHelp{"p", "the beginning of the round, then the round before"},
    KeyHelp{"g Home, G End", "the beginning, the end"},
    KeyHelp{"]", "the next act about which the referee found something"},
    KeyHelp{"[", "the one before"},
    KeyHelp{":9.2 Enter", "the second turn of the round labelled 9; #1.2 counts rounds of the file"},
    KeyHelp{"/word Enter", "the next act with this word; / Enter once more"},
    KeyHelp{"w", "why: the rules that speak to this act, and what the referee found"},
    KeyHelp{"m", "what could have been played instead of this act"},
    KeyHelp{"c", "the position, to copy"},
    KeyHelp{"PageDown, PageUp", "more of the table, where it does not fit"},
    KeyHelp{"Ctrl-L", "paint the screen anew"},
    KeyHelp{"?", "this page"},
    KeyHelp{"q", "leave"},
};
constexpr std::array signs{
    KeyHelp{"9-3", "a tile, its half towards the engine first"},
    KeyHelp{"[9]", "an open end; [9 side] is at a side of a double"},
    KeyHelp{"*", "a marker stands there"},
    KeyHelp{"!", "to be covered"},
    KeyHelp{">Ann", "it is Ann's turn"},
    KeyHelp{"?x5", "five tiles that are not known"},
    KeyHelp{"start 9", "trains that are not started yet, and begin with a 9"},
    KeyHelp{"(12 more)", "tiles of the train that are left out, for want of room"},
};

void add_helps(Overlay& page, std::span<const KeyHelp> helps) {
  for (const KeyHelp& help : helps)
    page.lines.push_back(
        {{fmt::format(" {:<17}", help.keys), Style::strong}, {std::string(help.does), Style::normal}});
}

std::string place_in_file(const dsl::SourceMap& sources, const dsl::Span& where) {
  return fmt::format("{}:{}", sources.file(where.file).name, sources.locate(where.file, where.begin).line);
}

Style style_of(RowAnswer answer) {
  switch (answer) {
    case RowAnswer::allows:
    case RowAnswer::lifted:
    case RowAnswer::stayed:
      return Style::turn;
    case RowAnswer::refuses:
    case RowAnswer::silent:
    case RowAnswer::follows:
      return Style::strong;
    case RowAnswer::forbids:
      return Style::illegal;
    case RowAnswer::depends:
    case RowAnswer::open:
      return Style::doubtful;
  }
  return Style::normal;
}

/// Lines of a page, each so far from its edge.
void add(Overlay& page, std::size_t indent, StyledLine line) {
  line.insert(line.begin(), {std::string(indent, ' '), Style::normal});
  page.lines.push_back(std::move(line));
}

void add_row(Overlay& page, const dsl::SourceMap& sources, const ExplainedRow& row) {
  std::string answer = answer_text(row);
  for (std::size_t i = 0; i < row.because.size(); ++i) answer += (i == 0 ? ": " : ", and ") + row.because[i];
  add(page, 3, {{row.rule, style_of(row.answer)}, {" " + answer, Style::normal}});
  if (!row.says.empty()) add(page, 5, {{row.says, Style::normal}});
  std::string from = place_in_file(sources, row.rule_where);
  if (!row.from.empty()) from += ", " + dsl::cited(row.from);
  add(page, 5, {{from, Style::faint}});
}

void add_begins(Overlay& page, const dsl::SourceMap& sources, const StarterReason& reason) {
  if (!reason.by_value) return add(page, 3, {{reason.clause, Style::normal}});
  add(page, 3, {{reason.by_value->key, Style::turn}, {" " + reason.by_value->says, Style::normal}});
  if (reason.by_value->where) add(page, 5, {{place_in_file(sources, *reason.by_value->where), Style::faint}});
}

using engine::Act;
using engine::ActKind;
using engine::Position;

class Choices {
 public:
  Choices(const engine::Rules& program, const Header& header, const Position& position)
      : program_(program), header_(header), position_(position) {}

  std::vector<StyledLine> lines() {
    const engine::Expected expected = engine::expected(program_, position_);
    if (expected.next == engine::Next::over) return {{{"The round is over.", Style::normal}}};
    if (expected.next != engine::Next::choice)
      return {{{"Nobody chooses here: what comes next is left to chance, or follows of the rules.",
                Style::normal}}};
    engine::legal_acts(program_, position_, acts_);
    const Seat seat = position_.turn_player;
    const int known = seat < 0 ? 0 : position_.hands[static_cast<std::size_t>(seat)].size();
    const int count = seat < 0 ? 0 : position_.players[static_cast<std::size_t>(seat)].count;
    if (seat >= 0) add_hand(header_.players[static_cast<std::size_t>(seat)].name, count, known);
    lines_.emplace_back();
    add_lays();
    if (known < count) add_unknown(seat);
    add_others();
    if (lines_.size() == 2) lines_.push_back({{"No act is legal here.", Style::normal}});
    return std::move(lines_);
  }

 private:
  std::string end_text(std::uint16_t serial) const {
    const int index = engine::find_end(position_, serial);
    if (index < 0) return {};
    const engine::End& end = position_.ends[static_cast<std::size_t>(index)];
    return fmt::format("{} [{}{}]{}", train_text(program_, header_, end.train), end.pip,
                       end.side ? " side" : "", end.marked ? "*" : "");
  }

  void add_hand(const std::string& name, int count, int known) {
    std::string hand = fmt::format(" has {} {}", count, count == 1 ? "tile" : "tiles");
    if (known == 0 && count > 0)
      hand += ", not known";
    else if (known < count)
      hand += fmt::format(", {} of them not known", count - known);
    lines_.push_back({{name, Style::turn}, {hand + ".", Style::normal}});
  }

  /// By tile, the lowest first.
  void add_lays() {
    std::map<engine::TileId, std::vector<std::string>> ends;
    for (const Act& act : acts_) {
      if (act.kind == ActKind::lead) ends[act.tile].emplace_back("the centre");
      if (act.kind == ActKind::lay)
        ends[act.tile].push_back(end_text(act.end) + outward_text(act.tile, act.amount));
    }
    for (const auto& [tile, places] : ends) add_row(tile_text(tile), "to ", places, ", ");
  }

  /// Tiles that may be in the hand, by the end that they could be laid to.
  void add_unknown(Seat seat) {
    std::vector<std::string> tiles;
    const engine::TileBag unseen = engine::boneyard_tiles(program_, position_);
    for (int e = 0; e < position_.end_count; ++e) {
      const engine::End& end = position_.ends[static_cast<std::size_t>(e)];
      tiles.clear();
      for (const engine::TileId tile : tiles_in(unseen)) {
        if (!tiles.empty() && tiles.back() == tile_text(tile)) continue;
        Act act{.kind = ActKind::lay, .actor = seat, .tile = tile, .end = end.serial};
        if (engine::is_legal(program_, position_, act)) tiles.push_back(tile_text(tile));
      }
      if (!tiles.empty()) add_row(end_text(end.serial), "with ", tiles, " ");
    }
  }

  void add_others() {
    const RecordRound none;
    const BreachReporter reporter{program_, header_, none};
    for (const Act& act : acts_) {
      if (act.kind == ActKind::lay || act.kind == ActKind::lead) continue;
      lines_.push_back(
          {{" " + std::string(reporter.act_word(act)), Style::strong},
           {fmt::format("  {} {}", reporter.name(act.actor), reporter.deed(position_, act)), Style::normal}});
    }
  }

  void add_row(const std::string& name, std::string_view link, const std::vector<std::string>& things,
               std::string_view between) {
    StyledLine line{{" " + name, Style::strong}, {"  " + std::string(link), Style::faint}};
    std::string all;
    for (const std::string& thing : things) all += (all.empty() ? "" : std::string(between)) + thing;
    line.push_back({all, Style::normal});
    lines_.push_back(std::move(line));
  }

  const engine::Rules& program_;
  const Header& header_;
  const Position& position_;
  engine::ActList acts_;
  std::vector<StyledLine> lines_;
};

}  // namespace

std::string trouble_text(const Frame& shown) {
  return shown.trouble.empty() ? std::string()
                               : fmt::format("The record cannot be carried on from here: {}.", shown.trouble);
}

std::vector<StyledLine> step_lines(const Frame& shown, const std::vector<const ActNote*>& notes,
                                   std::size_t width, std::size_t most) {
  StyledLine first{{shown.place, Style::strong}};
  if (!shown.written.empty()) first.push_back({"  " + shown.written, Style::normal});
  std::vector<StyledLine> place = wrapped(first, width, 2);
  StyledLine sentences;
  for (const std::string& sentence : shown.sentences)
    sentences.push_back({(sentences.empty() ? "" : " ") + sentence, Style::normal});
  std::vector<StyledLine> said = sentences.empty() ? std::vector<StyledLine>{} : wrapped(sentences, width, 0);
  std::vector<StyledLine> found;
  const auto find = [&](const StyledLine& line) {
    const auto lines = wrapped(line, width, 2);
    found.insert(found.end(), lines.begin(), lines.end());
  };
  if (!shown.trouble.empty()) find({{trouble_text(shown), Style::illegal}});
  for (const ActNote* note : notes) find(note_line(*note));
  // Each part has a right to some lines; what it leaves is for the others.
  const auto cut = [&](std::vector<StyledLine>& lines, std::size_t room) {
    if (lines.size() <= room) return;
    lines.resize(std::max<std::size_t>(room, 1));
    lines.back() = wrapped(lines.back(), width > 6 ? width - 4 : 2, 0).front();
    lines.back().push_back({" ...", Style::faint});
  };
  cut(place, std::max<std::size_t>(2, most / 3));
  const std::size_t left = most > place.size() ? most - place.size() : 1;
  cut(found, std::max(left > said.size() ? left - said.size() : 0, (left + 1) / 2));
  cut(said, left > found.size() ? left - found.size() : 1);
  place.insert(place.end(), said.begin(), said.end());
  place.insert(place.end(), found.begin(), found.end());
  return place;
}

Overlay help_leaf() {
  Overlay page{.title = "Keys", .lines = {}, .indent = 18};
  add_helps(page, key_helps);
  page.lines.emplace_back();
  page.lines.push_back({{" Signs of the table", Style::strong}});
  add_helps(page, signs);
  return page;
}

Overlay why_leaf(const Frame& shown, const std::vector<const ActNote*>& notes, const dsl::SourceMap& sources,
                 const std::vector<ExplainedAct>& acts) {
  Overlay page{.title = "Why: " + shown.place, .lines = {}, .indent = 6};
  if (!shown.written.empty()) add(page, 1, {{shown.written, Style::strong}});
  for (const std::string& sentence : shown.sentences) add(page, 1, {{sentence, Style::normal}});
  if (!shown.trouble.empty()) add(page, 1, {{trouble_text(shown), Style::illegal}});
  for (const ActNote* note : notes) add(page, 1, note_line(*note));
  page.lines.emplace_back();
  bool any = false;
  for (const ExplainedAct& act : acts) {
    // An act that is not written has the place of its line.
    if (act.place.where.begin != shown.where.begin || act.place.where.end != shown.where.end) continue;
    any = true;
    add(page, 1, {{act.deed, Style::strong}, {act.written ? "" : " (not written)", Style::faint}});
    if (act.begins) add_begins(page, sources, *act.begins);
    for (const ExplainedRow& row : act.rows) add_row(page, sources, row);
    if (act.rows.empty()) add(page, 3, {{"No rule speaks to it.", Style::normal}});
  }
  if (!any)
    add(page, 1,
        {{"No rule speaks to this: it is chance, or the setup, or follows of what was done.",
          Style::normal}});
  return page;
}

Overlay position_leaf(const engine::Rules& program, const Header& header, const Frame& shown) {
  Overlay page{.title = "To begin a record here: " + shown.place, .lines = {}, .indent = 3};
  if (!can_be_written(shown.position)) {
    add(page, 1, {{"Play does not go on here, so no record can begin.", Style::normal}});
    return page;
  }
  const std::string text = write_record(record_at(program, header, shown.position, shown.laid));
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    page.lines.push_back({{text.substr(begin, end - begin), Style::normal}});
    begin = end + 1;
  }
  return page;
}

Overlay could_leaf(const Frame& shown, std::vector<StyledLine> choices) {
  Overlay page{.title = "What could have been played: " + shown.place, .lines = {}, .indent = 6};
  if (!shown.written.empty()) add(page, 1, {{shown.written, Style::strong}});
  page.lines.emplace_back();
  if (choices.empty())
    add(page, 1, {{"The round begins here; the next act shows what there is to play.", Style::normal}});
  for (StyledLine& line : choices) add(page, 1, std::move(line));
  return page;
}

std::vector<StyledLine> could_play(const engine::Rules& program, const Header& header,
                                   const Position& position) {
  return Choices(program, header, position).lines();
}

}  // namespace roundhouse::replay
