#include "replay/views/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/base/arithmetic.h"
#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "replay/record/names.h"
#include "replay/record/places.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/views/narrate.h"
#include "replay/views/picture.h"

namespace roundhouse::replay {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view half_letters = "0123456789abcdefghi";

/// The looks of a plan's tiles as seen from their own places, each look once: most lie as many others do.
class TileShapes {
 public:
  int index_of(const TilePosition& place) {
    std::vector<int> shape{place.angle};
    const auto put = [&](PlanPoint point) {
      shape.push_back(point.x - place.centre.x);
      shape.push_back(point.y - place.centre.y);
    };
    put(place.next);
    for (const PlanPoint& point : place.track) put(point);
    const auto [found, is_new] = index_of_.try_emplace(std::move(shape), static_cast<int>(index_of_.size()));
    if (is_new) json_.push_back(found->first);
    return found->second;
  }
  Json take() { return std::move(json_); }

 private:
  std::map<std::vector<int>, int> index_of_;
  Json json_ = Json::array();
};

Json plan_json(const TablePlan& plan, TileShapes& shapes) {
  Json json;
  json["w"] = plan.width;
  json["h"] = plan.height;
  json["hub"] = {plan.hub.x, plan.hub.y, plan.hub_radius, plan.engine_angle};
  json["tiles"] = Json::array();
  for (const TilePosition& place : plan.tiles)
    json["tiles"].push_back({place.centre.x, place.centre.y, shapes.index_of(place)});
  json["lanes"] = Json::array();
  for (const PlannedLane& lane : plan.lanes)
    json["lanes"].push_back({lane.train, lane.leftward ? 1 : 0, lane.label.x, lane.label.y, lane.start.x,
                             lane.start.y, lane.first_marker.x, lane.first_marker.y, lane.corner.x,
                             lane.corner.y, lane.width, lane.height, lane_path(lane)});
  return json;
}

/// A word for the script; of what was let stand one without a space.
std::string_view kind_name(ActNote::Kind kind) {
  return kind == ActNote::Kind::allowed ? "allowed" : kind_word(kind);
}

/// Calls for each place of a step at which words stand.
template <class Visit>
void visit_words(Json& step, const Visit& visit) {
  for (const char* key : {"p", "w", "x"})
    if (step.contains(key) && step[key].is_string()) visit(step[key]);
  for (const char* key : {"s", "f"})
    if (step.contains(key))
      for (Json& words : step[key]) visit(words);
  if (step.contains("k"))
    for (Json& note : step["k"]) visit(note[1]);
  if (step.contains("h"))
    for (Json& hand : step["h"])
      if (hand.size() > 4)
        for (Json& words : hand[4]) visit(words);
}

/// Puts the index of a text in place of words that stand more than once, and returns these texts.
Json share_words(Json& steps) {
  std::unordered_map<std::string, int> times;
  for (Json& step : steps)
    visit_words(step, [&](const Json& words) { ++times[words.get_ref<const std::string&>()]; });
  Json texts = Json::array();
  std::unordered_map<std::string, std::size_t> index_of;
  for (Json& step : steps)
    visit_words(step, [&](Json& words) {
      const auto& text = words.get_ref<const std::string&>();
      if (times[text] == 1) return;
      const auto [found, is_new] = index_of.try_emplace(text, texts.size());
      if (is_new) texts.push_back(text);
      words = found->second;
    });
  return texts;
}

/// The room of a table in a window of 1400 by 900.
constexpr PictureFrame table_in_window{1'010, 640};

class Collector {
 public:
  Collector(const GameToShow& game, const ViewWishes& wishes) : game_(game), wishes_(wishes) {
    int number = 0;
    for (const std::string_view line : dsl::lines_of(game.record)) line_of_.try_emplace(line, number++);
  }

  PageData collect() {
    game_.steps([this](const Frame& frame) {
      add(frame);
      return true;
    });
    end_round();
    for (const ActNote& note : game_.notes) put_note(note);
    Json json;
    json["numerals"] = wishes_.numerals ? 1 : 0;
    json["start"] = start_.value_or(0);
    json["view"] = game_.view;
    json["texts"] = share_words(steps_);
    json["shapes"] = shapes_.take();
    json["rounds"] = std::move(rounds_);
    json["steps"] = std::move(steps_);
    std::string text = dsl::json_line(json);
    // Nothing in it can end the script element, or begin a comment there.
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
    return {std::move(text), highest_, players()};
  }

 private:
  const engine::Rules& rules_of(const Frame& frame) const {
    return frame.by.terms ? *frame.by.terms->rules.program : game_.program;
  }
  const Header& header_of(const Frame& frame) const {
    return frame.by.terms ? frame.by.terms->header : game_.header;
  }

  void add(const Frame& frame) {
    if (rounds_.empty() || frame.round != last_.round || begins_anew(frame)) begin_round(frame);
    last_ = frame;
    const engine::Rules& rules = rules_of(frame);
    const Header& header = header_of(frame);
    const FactTexts facts = fact_texts(rules, header, frame);
    Json now;
    now["r"] = rounds_.size() - 1;
    now["p"] = frame.place;
    const auto line = line_of_.find(frame.written);
    now["w"] = line == line_of_.end() ? Json(frame.written) : Json({line->second});
    const TableMarks marks = marks_of(frame);
    now["n"] = marks.tiles;
    now["g"] = marks.engine ? 1 : 0;
    now["d"] = Json::array();
    for (const TableMarks::Debt& debt : marks.debts) now["d"].push_back({debt.tile, debt.covers});
    now["t"] = turn_seat(frame);
    now["b"] = frame.position.boneyard;
    now["f"] = Json::array();
    for (const FactText& fact : facts.general) now["f"].push_back(fact.text());
    Json step;
    for (auto& [key, value] : now.items())
      if (!before_.contains(key) || before_[key] != value) step[key] = value;
    if (frame.ends_line) step["c"] = 1;
    if (Json ends = changed_ends(marks.ends); !ends.empty()) step["e"] = std::move(ends);
    const bool is_over = frame.position.phase == engine::Phase::over;
    for (std::size_t p = 0; p < header.players.size(); ++p) {
      const engine::PlayerState& player = frame.position.players[p];
      Json hand = {player.count, known_hand(frame.position.hands[p])};
      hand.push_back(is_over || player.points != 0 ? Json(player.points) : Json());
      hand.push_back(frame.position.unknown.has(engine::Part::totals) ? Json() : Json(player.total));
      Json texts = Json::array();
      for (const FactText& fact : facts.of_players[p]) texts.push_back(fact.text());
      hand.push_back(std::move(texts));
      if (hands_.size() <= p) hands_.resize(p + 1);
      if (hands_[p] == hand) continue;
      step["h"][std::to_string(p)] = changed_hand(hands_[p], hand);
      hands_[p] = std::move(hand);
    }
    before_ = std::move(now);
    if (!frame.sentences.empty()) step["s"] = frame.sentences;
    if (!frame.trouble.empty()) step["x"] = frame.trouble;
    if (wishes_.start && !start_ && frame.round == wishes_.start->round && frame.item == wishes_.start->item)
      start_ = steps_.size();
    places_.push_back(frame.where);
    steps_.push_back(std::move(step));
  }

  /// As it follows of the ends before: those that are gone, and those that are new.
  Json changed_ends(const std::vector<TableMarks::End>& now) {
    Json changed = Json::array();
    const auto put = [&](const TableMarks::End& end, int marked) {
      changed.push_back({static_cast<int>(end.kind), end.tile, end.train, end.exit, marked});
    };
    const auto has = [](const std::vector<TableMarks::End>& ends, const TableMarks::End& end) {
      return std::find(ends.begin(), ends.end(), end) != ends.end();
    };
    for (const TableMarks::End& end : ends_)
      if (!has(now, end)) put(end, 2);
    for (const TableMarks::End& end : now)
      if (!has(ends_, end)) put(end, end.marked ? 1 : 0);
    ends_ = now;
    return changed;
  }

  /// Up to the last part that is not as before, and of the tiles what came and went.
  static Json changed_hand(const Json& before, const Json& now) {
    if (before.is_null()) return now;
    std::size_t size = now.size();
    while (size > 1 && now[size - 1] == before[size - 1]) --size;
    Json changed = Json::array();
    for (std::size_t i = 0; i < size; ++i) changed.push_back(now[i]);
    if (size > 1) changed[1] = changed_tiles(before[1], now[1]);
    return changed;
  }

  static std::string changed_tiles(const std::string& before, const std::string& now) {
    std::string changed;
    std::size_t b = 0;
    std::size_t n = 0;
    while (b < before.size() || n < now.size()) {
      const std::string old_tile = before.substr(std::min(b, before.size()), 2);
      const std::string new_tile = now.substr(std::min(n, now.size()), 2);
      if (old_tile == new_tile) {
        b += 2;
        n += 2;
      } else if (new_tile.empty() || (!old_tile.empty() && old_tile < new_tile)) {
        changed += "-" + old_tile;
        b += 2;
      } else {
        changed += "+" + new_tile;
        n += 2;
      }
    }
    return changed;
  }

  static std::string known_hand(const engine::TileBag& hand) {
    std::string known;
    for (const TileId tile : tiles_in(hand)) {
      known += half_letters[static_cast<std::size_t>(engine::high_of(tile))];
      known += half_letters[static_cast<std::size_t>(engine::low_of(tile))];
    }
    return known;
  }

  /// True if a plan holds only tiles that come one behind the other around one engine.
  bool begins_anew(const Frame& frame) const {
    const TileId before = last_.position.engine_tile;
    return frame.laid.size() < last_.laid.size() ||
           (before != no_tile && frame.position.engine_tile != before);
  }

  void begin_round(const Frame& frame) {
    end_round();
    const engine::Rules& rules = rules_of(frame);
    const Header& header = header_of(frame);
    highest_ = std::max(highest_, static_cast<int>(rules.highest));
    Json round;
    round["label"] = frame.turn == 0 ? frame.place : frame.place.substr(0, frame.place.rfind('.'));
    round["first"] = steps_.size();
    round["players"] = Json::array();
    for (const PlayerField& player : with_whole_names(header).players)
      round["players"].push_back(player.name);
    round["trains"] = Json::array();
    const std::vector<std::string> names = train_names(rules, header);
    for (std::size_t t = 0; t < names.size(); ++t) {
      Json train = {names[t], static_cast<int>(rules.trains[t].owner)};
      if (std::string written = train_text(rules, header, static_cast<int>(t)); written != names[t])
        train.push_back(std::move(written));
      round["trains"].push_back(std::move(train));
    }
    rounds_.push_back(std::move(round));
    before_ = Json::object();
    hands_.clear();
    ends_.clear();
  }

  void end_round() {
    if (rounds_.empty() || rounds_.back().contains("plans")) return;
    Json& round = rounds_.back();
    const TableToPlan table = table_to_plan(rules_of(last_), last_);
    if (table.engine_tile != no_tile)
      round["engine"] = {engine::high_of(table.engine_tile), engine::low_of(table.engine_tile)};
    else
      round["engine"] = nullptr;
    round["tiles"] = Json::array();
    for (std::size_t i = 0; i < std::min(table.laid.size(), most_planned_tiles); ++i)
      round["tiles"].push_back(
          {table.laid[i].train, table.laid[i].inner, table.laid[i].outer, table.laid[i].at_side ? 1 : 0});
    round["plans"] = {plan_json(plan_table(table, narrow_page), shapes_),
                      plan_json(plan_for_window(table), shapes_)};
  }

  void put_note(const ActNote& note) {
    if (steps_.empty()) return;
    Json& notes = steps_[step_of(note, places_)]["k"];
    Json json = {kind_name(note.kind), note.text};
    if (!note.could.empty()) json.push_back(note.could);
    notes.push_back(std::move(json));
  }

  /// Of the position that is shown last.
  std::string players() const {
    std::vector<std::string> all;
    const Header header = with_whole_names(rounds_.empty() ? game_.header : header_of(last_));
    const Position& position = last_.position;
    for (std::size_t p = 0; p < header.players.size(); ++p) {
      const engine::PlayerState& player = position.players[p];
      const std::int32_t total = dsl::sum_of(player.total, player.points);
      all.push_back(position.unknown.has(engine::Part::totals) || total == 0
                        ? header.players[p].name
                        : fmt::format("{}: {}", header.players[p].name, total));
    }
    return dsl::listed(all);
  }

  const GameToShow& game_;
  const ViewWishes& wishes_;
  std::unordered_map<std::string_view, int> line_of_;  ///< of the record
  int highest_ = 0;
  std::optional<std::size_t> start_;
  Json rounds_ = Json::array();
  Json steps_ = Json::array();
  TileShapes shapes_;
  std::vector<dsl::Span> places_;  ///< by step
  Frame last_;
  Json before_;
  std::vector<Json> hands_;
  std::vector<TableMarks::End> ends_;
};

}  // namespace

int numerals_for_window(const TablePlan& plan) {
  return numerals_for(static_cast<int>(scale_within(plan, table_in_window) * 2 * half_tile));
}

TablePlan plan_for_window(const TableToPlan& table) { return plan_within(table, table_in_window); }

PageData page_data(const GameToShow& game, const ViewWishes& wishes) {
  return Collector(game, wishes).collect();
}

}  // namespace roundhouse::replay
