#include <nlohmann/json.hpp>

#include "replay/record/line_fields.h"
#include "replay/record/read_record.h"
#include "replay/record/round_terms.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {

namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;

/// The fields of a line as those of an object.
struct JsonFields {
  const Header& header;
  Json object = Json::object();

  template <class Value>
  bool set(const char* name, Value value) {
    object[name] = std::move(value);
    return true;
  }

  bool number(const char* name, std::int32_t number, const NumberForm&) { return set(name, number); }
  bool label(const char* name, const std::string& label) { return set(name, label); }
  bool options(const char* name, const std::vector<OptionField>& options) {
    Json list = Json::array();
    for (const OptionField& option : options)
      list.push_back({{"name", option.name}, {"value", option.value}});
    return set(name, std::move(list));
  }
  bool newcomer(const PlayerField& player) {
    set("player", player.name);
    return player.full_name.empty() || set("full_name", player.full_name);
  }
  bool player_behind(const char* word, Seat seat) { return player_if_any(word, seat); }
  bool number_behind(const char* word, std::int32_t number, const NumberForm&) {
    return number < 0 || set(word, number);
  }
  bool seat_tiles(const char* name, const std::vector<SeatTile>& entries) {
    Json list = Json::array();
    for (const SeatTile& entry : entries)
      list.push_back({{"player", player_text(header, entry.seat)}, {"tile", tile_text(entry.tile)}});
    return set(name, std::move(list));
  }
  bool seat_numbers(const char* name, const std::vector<SeatPoints>& entries, const NumberForm&) {
    Json list = Json::array();
    for (const SeatPoints& entry : entries)
      list.push_back({{"player", player_text(header, entry.seat)}, {"points", entry.points}});
    return set(name, std::move(list));
  }
  bool player(const char* name, Seat seat) { return set(name, player_text(header, seat)); }
  bool player_if_any(const char* name, Seat seat) { return seat == no_seat || player(name, seat); }
  bool owner(const char* name, Seat seat) { return player(name, seat); }
  bool tiles(const char* name, const std::vector<WrittenTile>& tiles) {
    Json list = Json::array();
    for (const WrittenTile& tile : tiles) list.push_back(tile_text(tile));
    return set(name, std::move(list));
  }
  bool shown_tiles(const char* name, const std::vector<WrittenTile>& tiles) {
    return this->tiles(name, tiles);
  }
  bool face_up(const char* name, const WrittenTile& tile) { return set(name, tile_text(tile)); }
  bool passes_or_draws(std::int32_t passes, const std::vector<SeatTile>& draws) {
    return passes > 0 ? set("passes", passes) : seat_tiles("draws", draws);
  }
  bool chance(const ChanceLine& line) {
    set("name", line.name);
    return line.player == no_seat ? set("number", line.number) : player("player", line.player);
  }
  bool reference(const char* name, const Reference& reference) {
    return set(name, write_reference(reference));
  }
  bool note(const char* name, const std::string& note) { return note.empty() || set(name, note); }
};

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

  template <WordedLine L>
  void operator()(const L& line) {
    if constexpr (LineRow<L>::site == LineSite::position) {
      put("position", {{"text", write_line(here_, line)}});
    } else {
      JsonFields fields{here_};
      each_field(fields, line);
      put(LineRow<L>::word, std::move(fields.object));
    }
  }
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
    JsonFields fields{here_};
    if (!line.signer.empty()) fields.set("by", line.signer);
    fields.note("note", line.note);
    put("allow", std::move(fields.object));
  }
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
      JsonFields fields{header_};
      fields.options("options", header_.variant.options);
      object.update(fields.object);
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
