#include <nlohmann/json.hpp>

#include "replay/record/header_fields.h"
#include "replay/record/position_notation.h"
#include "replay/record/record_json.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;

class JsonWriter {
 public:
  explicit JsonWriter(const Header& header) : header_(header), here_(lasting_header(header)) {}

  std::string write(const Record& record) {
    write_header();
    for (const RecordRound& round : record.rounds) {
      turn_ = 0;
      for (const Item& item : round.items) {
        item_ = &item;
        std::visit(*this, item.line);
        follow(here_, item.line);
      }
    }
    return std::move(text_);
  }

  void operator()(const GameLine& line) { put("game", {{"number", line.number}}); }
  void operator()(const RoundLine& line) { put("round", {{"label", line.label}}); }
  void operator()(const RulesLine& line) { put("rules", {{"options", options(line.options)}}); }
  void operator()(const JoinsLine& line) {
    Json fields{{"player", line.player.name}};
    if (!line.player.full_name.empty()) fields["full_name"] = line.player.full_name;
    if (line.after != no_seat) fields["after"] = name(line.after);
    if (line.age >= 0) fields["age"] = line.age;
    put("joins", std::move(fields));
  }
  void operator()(const LotsLine& line) { put("lots", {{"lots", seat_tiles(line.lots)}}); }
  void operator()(const FirstLine& line) { put("first", {{"player", name(line.player)}}); }
  void operator()(const HandLine& line) {
    put("hand", {{"player", name(line.player)}, {"tiles", tiles(line.tiles)}});
  }
  void operator()(const SeekLine& line) {
    if (line.passes > 0) {
      put("seek", {{"passes", line.passes}});
    } else {
      put("seek", {{"draws", seat_tiles(line.draws)}});
    }
  }
  void operator()(const TurnedLine& line) { put("turned", {{"tiles", tiles(line.tiles)}}); }
  void operator()(const EngineLine& line) {
    Json fields{{"tile", tile_text(line.tile)}};
    if (line.holder != no_seat) fields["player"] = name(line.holder);
    put("engine", std::move(fields));
  }
  void operator()(const RedealLine&) { put("redeal", Json::object()); }
  void operator()(const ChanceLine& line) {
    Json fields{{"name", line.name}};
    if (line.player == no_seat) {
      fields["number"] = line.number;
    } else {
      fields["player"] = name(line.player);
    }
    put("chance", std::move(fields));
  }
  void operator()(const PositionLine& line) { put("position", {{"text", write_position_line(here_, line)}}); }
  void operator()(const TurnLine& line) {
    ++turn_;
    first_act_ = true;
    for (const WrittenAct& act : line.acts) {
      Json fields = std::visit(ActFields{}, act.what);
      put_act(line, std::move(fields));
    }
    if (line.unknown) put_act(line, {{"act", "?"}});
    if (line.claim == MarkClaim::mark) put_act(line, {{"act", "mark"}});
    if (line.claim == MarkClaim::nomark) put_act(line, {{"act", "nomark"}});
    if (line.goes_on) put_act(line, {{"act", "..."}});
  }
  void operator()(const GapLine&) { put("gap", Json::object()); }
  void operator()(const AllowLine& line) {
    Json fields = Json::object();
    if (!line.signer.empty()) fields["by"] = line.signer;
    if (!line.note.empty()) fields["note"] = line.note;
    put("allow", std::move(fields));
  }
  void operator()(const ClaimLine& line) {
    Json fields{{"player", name(line.player)}, {"about", write_reference(line.about)}};
    if (!line.note.empty()) fields["note"] = line.note;
    put("claim", std::move(fields));
  }
  void operator()(const LeftLine& line) {
    put("left", {{"player", name(line.player)}, {"tiles", tiles(line.tiles)}});
  }
  void operator()(const ScoreLine& line) {
    Json points = Json::array();
    for (const SeatPoints& entry : line.points) {
      points.push_back({{"player", name(entry.seat)}, {"points", entry.points}});
    }
    put("score", {{"points", std::move(points)}});
  }
  void operator()(const OverLine&) { put("over", Json::object()); }
  void operator()(const CommentLine& line) {
    Json fields{{"text", line.text}};
    if (line.after_blank) fields["after_blank"] = true;
    put("comment", std::move(fields));
  }

 private:
  struct ActFields {
    Json operator()(const TileAct& act) const {
      Json fields{{"act", "tile"}, {"tile", tile_text(act.tile)}};
      if (act.outward >= 0) fields["outward"] = act.outward;
      if (!act.place.empty()) fields["place"] = act.place;
      return fields;
    }
    Json operator()(const DrawAct& act) const {
      Json fields{{"act", "draw"}};
      if (!act.tile.unknown()) fields["tile"] = tile_text(act.tile);
      return fields;
    }
    Json operator()(const WordAct& act) const {
      Json fields{{"act", "word"}, {"word", act.word}};
      if (!act.whom.empty()) fields["whom"] = act.whom;
      if (!act.tile.unknown()) fields["tile"] = tile_text(act.tile);
      if (act.amount) fields["amount"] = *act.amount;
      if (!act.note.empty()) fields["note"] = act.note;
      return fields;
    }
    Json operator()(const PassAct&) const { return {{"act", "pass"}}; }
  };

  std::string name(Seat seat) const { return player_text(here_, seat); }

  static Json options(const std::vector<OptionField>& options) {
    Json list = Json::array();
    for (const OptionField& option : options)
      list.push_back({{"name", option.name}, {"value", option.value}});
    return list;
  }

  static Json tiles(const std::vector<WrittenTile>& tiles) {
    Json list = Json::array();
    for (const WrittenTile& tile : tiles) list.push_back(tile_text(tile));
    return list;
  }
  Json seat_tiles(const std::vector<SeatTile>& entries) const {
    Json list = Json::array();
    for (const SeatTile& entry : entries) {
      list.push_back({{"player", name(entry.seat)}, {"tile", tile_text(entry.tile)}});
    }
    return list;
  }

  static void add_comment_fields(Json& object, const Comment& comment) {
    object["comment"] = comment.text;
    if (comment.column > 0) object["column"] = comment.column;
  }

  void put_line(const Json& object) {
    text_ += object.dump(-1, ' ', false, Json::error_handler_t::replace);
    text_ += '\n';
  }

  void put(std::string_view kind, Json fields) {
    Json object{{"schema", schema}, {"line", kind}};
    object.update(fields);
    if (item_->comment) add_comment_fields(object, *item_->comment);
    put_line(object);
  }

  /// The comment of a turn line stands with its first act.
  void put_act(const TurnLine& line, Json fields) {
    Json object{{"schema", schema}, {"line", "turn"}, {"turn", turn_}};
    object["player"] = line.player == no_seat ? Json(nullptr) : Json(name(line.player));
    if (!line.signer.empty()) object["by"] = line.signer;
    object.update(fields);
    if (first_act_ && item_->comment) add_comment_fields(object, *item_->comment);
    first_act_ = false;
    put_line(object);
  }

  void write_header() {
    Json object{{"schema", schema}, {"line", "header"}};
    if (!header_.variant.name.empty()) {
      object["variant"] = header_.variant.name;
      object["options"] = options(header_.variant.options);
    }
    Json players = Json::array();
    for (const PlayerField& player : header_.players) {
      Json entry{{"name", player.name}};
      if (!player.full_name.empty()) entry["full_name"] = player.full_name;
      players.push_back(std::move(entry));
    }
    object["players"] = std::move(players);
    if (!header_.ages.empty()) {
      Json ages = Json::array();
      for (const int age : header_.ages) ages.push_back(age < 0 ? Json(nullptr) : Json(age));
      object["ages"] = std::move(ages);
    }
    if (!header_.rules.empty()) object["rules"] = "sha256:" + header_.rules;
    if (header_.seed) object["seed"] = *header_.seed;
    for (const HeaderFieldRow& field : all_header_fields) put_member(object, field);
    if (!header_.facts.empty()) object["facts"] = facts();
    if (!header_.comments.empty()) object["comments"] = comments();
    put_line(object);
  }

  /// A flag, a player or a list of numbers.
  void put_member(Json& object, const HeaderFieldRow& field) const {
    const std::string key(field.name);
    if (const auto* flag = std::get_if<bool Header::*>(&field.member)) {
      if (header_.**flag) object[key] = true;
    } else if (const auto* player = std::get_if<Seat Header::*>(&field.member)) {
      if (header_.**player != no_seat) object[key] = name(header_.**player);
    } else if (const auto* numbers = std::get_if<std::vector<std::int32_t> Header::*>(&field.member)) {
      if (!(header_.**numbers).empty()) object[key] = header_.**numbers;
    }
  }

  Json facts() const {
    Json list = Json::array();
    for (const FactField& fact : header_.facts) {
      Json entry{{"name", fact.name}};
      if (fact.player != no_seat) entry["player"] = name(fact.player);
      if (!fact.value.empty()) entry["value"] = fact.value;
      list.push_back(std::move(entry));
    }
    return list;
  }

  Json comments() const {
    Json list = Json::array();
    for (const HeaderComment& comment : header_.comments) {
      Json entry{{"field", row(comment.key).name}};
      if (comment.key == HeaderKey::fact) entry["fact"] = comment.fact;
      if (!comment.above.empty()) entry["above"] = comment.above;
      if (comment.beside) add_comment_fields(entry, *comment.beside);
      list.push_back(std::move(entry));
    }
    return list;
  }

  const Header& header_;
  Header here_;  ///< as lines between rounds have left it
  const Item* item_ = nullptr;
  std::uint32_t turn_ = 0;
  bool first_act_ = false;
  std::string text_;
};

}  // namespace

std::string write_record_json(const Record& record) { return JsonWriter(record.header).write(record); }

}  // namespace roundhouse::replay
