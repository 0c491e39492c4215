// The JSON twin is read by putting each object back into the line of notation that it stands for, and giving
// that to the reader of notation: there is one reader, one set of limits, one set of complaints.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "replay/record/line_fields.h"
#include "replay/record/notation_codes.h"
#include "replay/record/read_header.h"
#include "replay/record/read_record.h"
#include "replay/record/tiles.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_json_line = 8 * longest_line;
constexpr int deepest_json = 8;
constexpr int schema = 1;

/// The fields of one object, taken one by one. Remembers what was asked for and the first thing wrong.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  bool ok() const { return !code_; }
  NotationCode code() const { return *code_; }
  const std::string& message() const { return message_; }

  void refuse(NotationCode code, std::string message) {
    if (code_) return;
    code_ = code;
    message_ = std::move(message);
  }
  bool has(const char* name) {
    asked_.emplace_back(name);
    return object_.contains(name) && !object_[name].is_null();
  }
  const Json* get(const char* name) {
    if (has(name)) return &object_[name];
    refuse(NotationCode::missing_part, std::string("the field '") + name + "' is missing");
    return nullptr;
  }

  /// Any text of one line.
  std::string text(const char* name) {
    const Json* value = get(name);
    if (value == nullptr) return {};
    if (!value->is_string()) return wrong(name, "a text");
    auto result = value->get<std::string>();
    if (result.find_first_of("\n\r") != std::string::npos) return wrong(name, "a text of one line");
    return result;
  }
  /// A text that is one piece of a line of notation and nothing else.
  std::string token(const char* name) {
    std::string result = text(name);
    const bool plain = !result.empty() && result.size() <= 200 &&
                       result.find_first_of(" \t#\"[](),;:=\\") == std::string::npos &&
                       result.find("..") == std::string::npos;
    return plain || !ok() ? result : wrong(name, "a single word");
  }
  std::string tile(const char* name) {
    std::string result = text(name);
    const TileToken found = read_tile_token(result, 0);
    return found.length == result.size() && !result.empty() && found.in_range ? result
                                                                              : wrong(name, "a tile");
  }
  std::string integer(const char* name) {
    const Json* value = get(name);
    if (value == nullptr) return {};
    if (!value->is_number_integer()) return wrong(name, "a whole number");
    return value->dump();
  }
  bool truth(const char* name) {
    if (!has(name)) return false;
    if (!object_[name].is_boolean()) wrong(name, "true or false");
    return object_[name] == true;
  }
  const Json& list(const char* name) {
    static const Json empty = Json::array();
    const Json* value = get(name);
    if (value != nullptr && value->is_array()) return *value;
    if (value != nullptr) wrong(name, "a list");
    return empty;
  }
  std::string wrong(const char* name, const char* expected) {
    refuse(NotationCode::bad_field, std::string("the field '") + name + "' is not " + expected);
    return {};
  }

  /// Takes over what went wrong in an object inside this one.
  void adopt(Fields& inner) {
    inner.finish();
    if (!inner.ok()) refuse(inner.code(), inner.message());
  }
  void finish() {
    for (const auto& [name, value] : object_.items()) {
      if (contains(asked_, name)) continue;
      std::string message = "there is no field '" + name.substr(0, 64) + "' here";
      std::vector<std::string> missing;  // what is there already cannot be meant once more
      for (const std::string& known : asked_)
        if (!object_.contains(known)) missing.push_back(known);
      if (const auto nearest = dsl::nearest_name(name, missing))
        message += ", did you mean '" + *nearest + "'?";
      refuse(NotationCode::unknown_field, std::move(message));
    }
  }

 private:
  const Json& object_;
  std::vector<std::string> asked_;
  std::optional<NotationCode> code_;
  std::string message_;
};

/// Reads one list of objects inside an object.
template <class Each>
void for_objects(Fields& fields, const char* name, Each each) {
  for (const Json& entry : fields.list(name)) {
    if (!entry.is_object()) {
      fields.wrong(name, "a list of objects");
      return;
    }
    Fields inner(entry);
    each(inner);
    fields.adopt(inner);
  }
}

/// The fields of an object as those of a line in notation. The line itself only says which there are.
class NotationFields {
 public:
  NotationFields(Fields& fields, std::string& line) : fields_(fields), line_(line) {}

  bool add(const std::string& piece) {
    line_ += " " + piece;
    return true;
  }

  bool number(const char* name, std::int32_t, const NumberForm&) { return add(fields_.integer(name)); }
  bool label(const char* name, const std::string&) {
    return fields_.text(name).empty() || add(fields_.token(name));
  }
  bool options(const char* name, const std::vector<OptionField>&) {
    for_objects(fields_, name, [&](Fields& option) {
      add(option.token("name") + "=" + quoted_if_needed(option.text("value")));
    });
    return true;
  }
  bool newcomer(const PlayerField&) {
    std::string player = fields_.token("player");
    if (fields_.has("full_name")) player += "=" + quoted_text(fields_.text("full_name"));
    return add(player);
  }
  bool player_behind(const char* word, Seat) {
    return !fields_.has(word) || add(word + (" " + fields_.token(word)));
  }
  bool number_behind(const char* word, std::int32_t, const NumberForm&) {
    return !fields_.has(word) || add(word + (" " + fields_.integer(word)));
  }
  bool seat_tiles(const char* name, const std::vector<SeatTile>&) {
    for_objects(fields_, name, [&](Fields& entry) {
      add(entry.token("player"));
      add(entry.tile("tile"));
    });
    return true;
  }
  bool seat_numbers(const char* name, const std::vector<SeatPoints>&, const NumberForm&) {
    for_objects(fields_, name, [&](Fields& entry) {
      add(entry.token("player"));
      add(entry.integer("points"));
    });
    return true;
  }
  bool player(const char* name, Seat) { return add(fields_.token(name)); }
  bool player_if_any(const char* name, Seat seat) { return !fields_.has(name) || player(name, seat); }
  bool owner(const char* name, Seat) { return add(fields_.token(name) + ":"); }
  bool tiles(const char* name, const std::vector<WrittenTile>&) {
    // As the writer has it, so that comments find their columns: `?x3`, not three of them.
    int unknown = 0;
    const auto add_unknown = [&] {
      if (unknown > 0) add(unknown == 1 ? "?" : "?x" + std::to_string(unknown));
      unknown = 0;
    };
    for (const Json& tile : fields_.list(name)) {
      const Json holder{{"tile", tile}};
      Fields inner(holder);
      const std::string text = inner.tile("tile");
      fields_.adopt(inner);
      if (text == "?") {
        ++unknown;
        continue;
      }
      add_unknown();
      add(text);
    }
    add_unknown();
    return true;
  }
  bool shown_tiles(const char* name, const std::vector<WrittenTile>& tiles) {
    return this->tiles(name, tiles);
  }
  bool face_up(const char* name, const WrittenTile&) { return add(fields_.tile(name)); }
  bool passes_or_draws(std::int32_t, const std::vector<SeatTile>& draws) {
    return fields_.has("passes") ? add("x" + fields_.integer("passes")) : seat_tiles("draws", draws);
  }
  bool chance(const ChanceLine&) {
    return add(fields_.token("name")) &&
           add(fields_.has("player") ? fields_.token("player") : fields_.integer("number"));
  }
  bool reference(const char* name, const Reference&) {
    const std::string about = fields_.text(name);
    if (about.find_first_of(" \t\"") != std::string::npos) fields_.wrong(name, "a reference");
    return add(about);
  }
  bool note(const char* name, const std::string&) {
    return !fields_.has(name) || add(quoted_text(fields_.text(name)));
  }

 private:
  Fields& fields_;
  std::string& line_;
};

/// The line with its fields. False: there is no such line.
bool add_fields(Fields& fields, const std::string& kind, std::string& line) {
  const LineKind* const row = find_line_kind(kind);
  if (row == nullptr || row->word != kind || row->site == LineSite::position) return false;
  NotationFields notation(fields, line);
  std::visit(
      [&](const auto& empty) {
        using L = std::decay_t<decltype(empty)>;
        if constexpr (WordedLine<L>)
          if constexpr (LineRow<L>::site != LineSite::position) each_field(notation, empty);
      },
      row->empty());
  return true;
}

class JsonReader {
 public:
  JsonReader(dsl::FileId file, const ProgramOf& program_of) : file_(file), program_of_(program_of) {}

  dsl::Checked<Record> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) offset_ = 3;
    while (offset_ < text.size() && result_.diagnostics.size() < 1000) {
      const std::size_t end = std::min(text.find('\n', offset_), text.size());
      std::string_view line = text.substr(offset_, end - offset_);
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      where_ = {file_, static_cast<std::uint32_t>(offset_),
                static_cast<std::uint32_t>(offset_ + line.size())};
      if (!line.empty()) read_object_line(line);
      offset_ = end + 1;
    }
    flush_turn();
    finish();
    return std::move(result_);
  }

 private:
  void complain(NotationCode code, std::string message) {
    dsl::Diagnostic diagnostic;
    diagnostic.code = notation_code(code);
    diagnostic.where = where_;
    diagnostic.message = std::move(message);
    diagnostic.why = notation_sentence(code);
    result_.diagnostics.push_back(std::move(diagnostic));
  }

  void read_object_line(std::string_view line) {
    if (line.size() > longest_json_line)
      return complain(NotationCode::line_too_long, "this line is too long");
    std::vector<std::set<std::string>> keys;
    std::string repeated;
    bool too_deep = false;
    const auto look = [&](int depth, Json::parse_event_t event, Json& value) {
      if (depth > deepest_json) too_deep = true;
      if (too_deep) return false;
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
        repeated = value.get<std::string>();
      }
      return true;
    };
    const Json object = Json::parse(line.begin(), line.end(), look, false);
    if (too_deep) return complain(NotationCode::not_json, "no object of a record is nested so deep");
    if (!object.is_object()) return complain(NotationCode::not_json, "this line is no JSON object");
    if (!repeated.empty()) {
      return complain(NotationCode::bad_field,
                      "the field '" + repeated.substr(0, 64) + "' stands here twice");
    }
    Fields fields(object);
    if (fields.integer("schema") != std::to_string(schema)) fields.wrong("schema", "1");
    const std::string kind = fields.token("line");
    if (fields.ok()) read_fields(fields, kind);
    fields.finish();
    if (!fields.ok()) complain(fields.code(), fields.message());
  }

  void read_fields(Fields& fields, const std::string& kind) {
    if (kind == "turn") return read_act(fields);
    flush_turn();
    if (kind == "header") return read_header(fields);
    if (kind == "comment") {
      const std::string text = fields.text("text");
      if (fields.truth("after_blank")) put("");
      return put("#" + text);
    }
    std::string line = kind == "gap" ? "?" : kind;
    NotationFields notation(fields, line);
    if (kind == "position") {
      const std::string text = fields.text("text");
      if (text.find_first_of(";#") != std::string::npos) fields.wrong("text", "a line of a position");
      notation.add(text);
    } else if (kind == "allow") {
      line = referee(fields) + ": allow";
      notation.note("note", {});
    } else if (kind != "gap" && !add_fields(fields, kind, line)) {
      return fields.refuse(NotationCode::bad_field, "no line of a record is called '" + kind + "'");
    }
    put_with_comment(fields, std::move(line));
  }

  void put_with_comment(Fields& fields, std::string line) {
    const std::optional<Comment> comment = comment_of(fields);
    add_comment(line, comment);
    if (fields.ok()) put(std::move(line));
  }

  static std::optional<Comment> comment_of(Fields& fields) {
    const bool has_column = fields.has("column");
    if (!fields.has("comment")) return std::nullopt;
    Comment comment{fields.text("comment"), 0};
    if (has_column) {
      const Json* column = fields.get("column");
      if (!column->is_number_unsigned() || *column > longest_line) {
        fields.wrong("column", "a column");
      } else {
        comment.column = column->get<std::uint32_t>();
      }
    }
    return comment;
  }

  /// With the name of the person who gave the ruling.
  static std::string referee(Fields& fields) {
    return fields.has("by") ? "referee " + fields.token("by") : "referee";
  }

  /// Acts that share their turn become one line.
  void read_act(Fields& fields) {
    const std::string turn = fields.integer("turn");
    const std::string player = fields.has("player") ? fields.token("player") : referee(fields);
    const std::string act = fields.text("act");
    if (turn != turn_) {
      flush_turn();
      turn_ = turn;
      turn_player_ = player;
      turn_line_ = player + ":";
      turn_where_ = where_;
    }
    if (player != turn_player_) fields.wrong("player", "the player of the act before it");
    std::string piece = act;
    if (act == "tile") {
      piece = fields.tile("tile");
      if (fields.has("outward")) piece += "=" + fields.integer("outward");
      if (fields.has("place")) piece += ">" + fields.token("place");
    } else if (act == "draw") {
      if (fields.has("tile")) piece += "(" + fields.tile("tile") + ")";
    } else if (act == "word") {
      piece = fields.token("word");
      if (fields.has("whom")) piece += " " + fields.token("whom");
      if (fields.has("tile")) piece += "(" + fields.tile("tile") + ")";
      if (fields.has("amount")) piece += " " + fields.integer("amount");
      if (fields.has("note")) piece += " " + quoted_text(fields.text("note"));
    } else if (act != "pass" && act != "mark" && act != "nomark" && act != "..." && act != "?") {
      fields.wrong("act", "tile, draw, word, pass, mark, nomark, ? or ...");
    }
    turn_line_ += " " + piece;
    if (const auto comment = comment_of(fields)) turn_comment_ = comment;
    if (turn_line_.size() > 2 * longest_line)
      fields.refuse(NotationCode::line_too_long, "this turn is too long");
    if (!fields.ok()) turn_is_broken_ = true;
  }

  void flush_turn() {
    if (turn_.empty()) return;
    add_comment(turn_line_, turn_comment_);
    std::swap(where_, turn_where_);
    if (!turn_is_broken_) put(std::move(turn_line_));
    std::swap(where_, turn_where_);
    turn_.clear();
    turn_line_.clear();
    turn_comment_.reset();
    turn_is_broken_ = false;
  }

  void read_header(Fields& fields) {
    if (std::exchange(header_read_, true)) {
      return fields.refuse(NotationCode::repeated_header, "there is a header already");
    }
    if (fields.has("comments")) read_header_comments(fields);
    if (fields.has("variant")) {
      std::string line = "[variant " + quoted_if_needed(fields.text("variant"));
      NotationFields(fields, line).options("options", {});
      put_field(HeaderKey::variant, line + "]");
    }
    std::string players = "[players";
    for_objects(fields, "players", [&](Fields& player) {
      players += " " + player.token("name");
      if (player.has("full_name")) players += "=" + quoted_text(player.text("full_name"));
    });
    put_field(HeaderKey::players, players + "]");
    if (fields.has("ages")) put_field(HeaderKey::ages, ages(fields));
    if (fields.has("rules")) put_field(HeaderKey::rules, "[rules " + rules(fields) + "]");
    if (fields.has("seed")) put_field(HeaderKey::seed, "[seed " + fields.integer("seed") + "]");
    for (const HeaderFieldRow& field : all_header_fields) put_member(fields, field);
    if (fields.has("facts")) {
      std::uint16_t number = 0;
      for_objects(fields, "facts", [&](Fields& fact) {
        std::string line = "[fact ";
        if (fact.has("player")) line += fact.token("player") + ".";
        line += fact.token("name");
        if (fact.has("value")) line += " " + fact.token("value");
        put_field(HeaderKey::fact, line + "]", number++);
      });
    }
    if (!header_comments_.empty()) fields.wrong("comments", "about fields that stand here, each once");
  }

  /// A flag, a player or a list of numbers.
  void put_member(Fields& fields, const HeaderFieldRow& field) {
    const std::string name(field.name);
    if (std::holds_alternative<bool Header::*>(field.member)) {
      if (fields.truth(name.c_str())) put_field(field.key, "[" + name + "]");
    } else if (std::holds_alternative<Seat Header::*>(field.member)) {
      if (fields.has(name.c_str())) put_field(field.key, "[" + name + " " + fields.token(name.c_str()) + "]");
    } else if (std::holds_alternative<std::vector<std::int32_t> Header::*>(field.member)) {
      put_numbers(fields, name.c_str(), field.key);
    }
  }

  /// With the comments above and beside it, as they stand in notation.
  void put_field(HeaderKey key, std::string line, std::uint16_t fact = 0) {
    const auto about = find_if(header_comments_, [&](const HeaderComment& comment) {
      return comment.key == key && comment.fact == fact;
    });
    if (about != header_comments_.end()) {
      for (const std::string& above : about->above) put("#" + above);
      add_comment(line, about->beside);
      header_comments_.erase(about);
    }
    put(std::move(line));
  }

  void put_numbers(Fields& fields, const char* name, HeaderKey key) {
    if (!fields.has(name)) return;
    std::string line = std::string("[") + name;
    for (const Json& number : fields.list(name)) line += " " + number_text(fields, name, number);
    put_field(key, line + "]");
  }
  static std::string number_text(Fields& fields, const char* name, const Json& number) {
    return number.is_number_integer() ? number.dump() : fields.wrong(name, "a list of whole numbers");
  }
  static std::string ages(Fields& fields) {
    std::string line = "[ages";
    for (const Json& age : fields.list("ages"))
      line += age.is_null() ? " ?" : " " + number_text(fields, "ages", age);
    return line + "]";
  }
  static std::string rules(Fields& fields) {
    std::string hash = fields.text("rules");
    if (hash.find_first_of(" ]#\"") != std::string::npos) fields.wrong("rules", "a hash");
    return hash;
  }

  void read_header_comments(Fields& fields) {
    for_objects(fields, "comments", [&](Fields& entry) {
      HeaderComment comment;
      const std::string field = entry.token("field");
      const auto key = find_header_field(field);
      if (!key) {
        entry.wrong("field", "the name of a header field");
        return;
      }
      comment.key = *key;
      if (entry.has("fact")) {
        const Json* fact = entry.get("fact");
        if (!fact->is_number_unsigned() || *fact > most_header_facts) {
          entry.wrong("fact", "the index of a fact");
        } else {
          comment.fact = fact->get<std::uint16_t>();
        }
      }
      if (entry.has("above")) {
        for (const Json& above : entry.list("above")) {
          const Json holder{{"above", above}};
          Fields inner(holder);
          comment.above.push_back(inner.text("above"));
          entry.adopt(inner);
        }
      }
      comment.beside = comment_of(entry);
      header_comments_.push_back(std::move(comment));
    });
  }

  void put(std::string line) {
    begins_.push_back(static_cast<std::uint32_t>(notation_.size()));
    places_.push_back(where_);
    notation_ += line;
    notation_ += '\n';
  }

  /// The place of the object from which this piece of notation was made.
  dsl::Span mapped(dsl::Span span) const {
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), span.begin);
    if (after == begins_.begin()) return {file_, 0, 0};
    return places_[static_cast<std::size_t>(after - begins_.begin()) - 1];
  }

  void finish() {
    dsl::Checked<Record> read = read_record(file_, notation_, program_of_);
    for (dsl::Diagnostic& diagnostic : read.diagnostics) {
      // An object that could not be put into notation explains what is missing after it.
      if (diagnostic.code == notation_code(NotationCode::missing_players) && !result_.diagnostics.empty())
        continue;
      diagnostic.where = mapped(diagnostic.where);
      for (dsl::Label& label : diagnostic.labels) label.where = mapped(label.where);
      result_.diagnostics.push_back(std::move(diagnostic));
    }
    result_.value = std::move(read.value);
    for (RecordRound& round : result_.value.rounds) {
      for (Item& item : round.items) item.at.span = mapped(item.at.span);
    }
    dsl::sort_diagnostics(result_.diagnostics);
  }

  dsl::FileId file_;
  const ProgramOf& program_of_;
  std::size_t offset_ = 0;
  dsl::Span where_;
  dsl::Checked<Record> result_;

  std::string notation_;
  std::vector<std::uint32_t> begins_;  ///< the begin of each line of notation_
  std::vector<dsl::Span> places_;      ///< the object of each
  bool header_read_ = false;
  std::vector<HeaderComment> header_comments_;  ///< of the header's object, while it is read

  std::string turn_;  ///< the turn whose acts are being collected; empty: none
  std::string turn_player_;
  std::string turn_line_;
  std::optional<Comment> turn_comment_;
  bool turn_is_broken_ = false;
  dsl::Span turn_where_;
};

}  // namespace

dsl::Checked<Record> read_record_json(dsl::FileId file, std::string_view text, const ProgramOf& program_of) {
  return JsonReader(file, program_of).read(text);
}

}  // namespace roundhouse::replay
