// roundhouse schema
// roundhouse lsp

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "dsl/base/json_line.h"
#include "dsl/vocabulary/keys.h"
#include "dsl/vocabulary/vocabulary.h"
#include "tools/commands/commands.h"
#include "tools/lsp/server.h"

namespace roundhouse::cli {
namespace {

using Json = nlohmann::ordered_json;

// Names as the checker reads them (dsl/check/read_values.h).
constexpr std::string_view name_pattern = "^[A-Za-z](?:[A-Za-z0-9_]|[A-Za-z]-(?=[A-Za-z]))*$";
constexpr std::string_view range_pattern = R"(^[+-]?[0-9]+(?:\.\.[+-]?[0-9]+)?$)";
constexpr std::string_view section_pattern = "^[A-Z][A-Za-z0-9]*-[A-Za-z0-9]+$";

Json refer(std::string_view definition) { return {{"$ref", fmt::format("#/definitions/{}", definition)}}; }

Json one_or_list(const Json& item) {
  return {{"anyOf", {item, {{"type", "array"}, {"items", item}, {"minItems", 1}}}}};
}

Json any_of_forms(std::vector<Json> forms) { return {{"anyOf", std::move(forms)}}; }

Json word_among(const std::vector<std::string>& words) { return {{"enum", words}}; }

/// Known words are proposed, and others that variants add are taken, too.
Json name_with(const std::vector<std::string>& known) {
  return any_of_forms({word_among(known), refer("name")});
}

std::string_view map_definition(dsl::KeyMap map) {
  switch (map) {
#define X(id, what)     \
  case dsl::KeyMap::id: \
    return #id;
    ROUNDHOUSE_KEY_MAPS(X)
#undef X
  }
  return {};
}

std::vector<std::string> act_names() {
  std::vector<std::string> names;
  for (const dsl::ActRow& act : dsl::all_acts()) names.emplace_back(act.name);
  return names;
}

std::vector<std::string> event_names() {
  std::vector<std::string> names;
  for (const dsl::EventRow& event : dsl::all_events()) names.emplace_back(event.name);
  return names;
}

/// Steps of which all but the last have `when`.
Json ladder_of(dsl::KeyMap step) {
  return {{"type", "array"}, {"minItems", 1}, {"items", refer(map_definition(step))}};
}

/// The schema of a value under the name of an entry.
Json entry_of(dsl::KeyMap inner) {
  const Json none = {{"const", "none"}};
  const Json whole = refer(map_definition(inner));
  if (inner == dsl::KeyMap::word) return any_of_forms({refer("expression"), whole});
  if (inner != dsl::KeyMap::option) return any_of_forms({none, whole});
  // A map declares unless its keys are numbers; with `also` it adds to a parent's option.
  const Json with_also = {{"type", "object"}, {"required", {"also"}}};
  const Json declared = {{"type", "object"}, {"not", refer("table")}};
  return {{"if", with_also},
          {"then", refer("also")},
          {"else", {{"if", declared}, {"then", whole}, {"else", refer("setting")}}}};
}

Json worded_value(const dsl::KeyRow& row) {
  Json plain = row.words.empty() ? refer("expression")
                                 : any_of_forms({word_among(dsl::words_of(row)), refer("expression")});
  std::vector<Json> forms{std::move(plain), ladder_of(dsl::KeyMap::worded_step)};
  if (row.form == dsl::KeyForm::worded_list)
    forms.push_back({{"type", "array"}, {"minItems", 1}, {"items", refer("expression")}});
  if (row.in != dsl::KeyMap::value) forms.push_back(refer(map_definition(dsl::KeyMap::value)));
  if (row.in == dsl::KeyMap::value)  // of `order`
    forms.push_back({{"type", "array"}, {"minItems", 1}, {"items", refer("expression")}});
  return any_of_forms(std::move(forms));
}

Json value_of(const dsl::KeyRow& row, const std::vector<std::string>& variants) {
  using dsl::KeyForm;
  switch (row.form) {
    case KeyForm::version:
      return {{"const", 1}};
    case KeyForm::text:
      return refer("text");
    case KeyForm::says:
      return any_of_forms({refer("text"), ladder_of(dsl::KeyMap::saying_step)});
    case KeyForm::label:
      return {{"type", "string"},
              {"minLength", 1},
              {"maxLength", 60},
              {"pattern", R"(^(?![ \t])[^\n\t]*[^ \n\t]$)"}};
    case KeyForm::parent:
      return any_of_forms(
          {word_among(variants), {{"type", "string"}, {"pattern", R"(\.yaml$)"}}, refer("text")});
    case KeyForm::map:
      return refer(map_definition(row.inner));
    case KeyForm::entries:
      return {{"type", "object"},
              {"propertyNames", refer(row.inner == dsl::KeyMap::act ? "new_act" : "new_name")},
              {"additionalProperties", entry_of(row.inner)}};
    case KeyForm::rows:
      return {{"type", "array"}, {"items", refer(map_definition(row.inner))}};
    case KeyForm::acts:
      return one_or_list(name_with(act_names()));
    case KeyForm::events:
      return one_or_list(name_with(event_names()));
    case KeyForm::rule_ids:
      return one_or_list(refer("row_name"));
    case KeyForm::row_id:
      return {{"allOf", {refer("row_name"), {{"not", word_among(dsl::reserved_names())}}}}};
    case KeyForm::word:
      return word_among(dsl::words_of(row));
    case KeyForm::word_list:
      return one_or_list(word_among(dsl::words_of(row)));
    case KeyForm::choices:
      return any_of_forms(
          {{{"type", "array"},
            {"minItems", 1},
            {"items", any_of_forms({refer("name"), {{"type", "integer"}}})}},
           {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", refer("text")}}});
    case KeyForm::setting:
      return refer("setting");
    case KeyForm::range:
      return refer("range");
    case KeyForm::chance:
      return any_of_forms({word_among(dsl::words_of(row)), refer("range")});
    case KeyForm::fact_value:
      // With `after` an expression: what the fact becomes (see fact_forms).
      return refer("expression");
    case KeyForm::expression:
    case KeyForm::condition:
    case KeyForm::effects:
      return refer("expression");
    case KeyForm::ladder:
      return any_of_forms({refer("expression"), ladder_of(dsl::KeyMap::step)});
    case KeyForm::worded:
    case KeyForm::worded_list:
      return worded_value(row);
    case KeyForm::redeal:
      return any_of_forms({worded_value(row), refer(map_definition(dsl::KeyMap::redeal))});
    case KeyForm::sections:
      return one_or_list(refer("section"));
    case KeyForm::sentences:
      return {{"type", "object"},
              {"additionalProperties", any_of_forms({refer("text"), ladder_of(dsl::KeyMap::saying_step)})}};
    case KeyForm::carries:
      return {{"type", "object"},
              {"propertyNames", refer("section")},
              {"additionalProperties", one_or_list(refer("text"))}};
    case KeyForm::sources:
      return {
          {"type", "object"}, {"propertyNames", refer("section")}, {"additionalProperties", refer("text")}};
  }
  return Json::object();
}

Json map_of(dsl::KeyMap map, const std::vector<std::string>& variants) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const dsl::KeyRow& row : dsl::keys_of(map)) {
    Json value = value_of(row, variants);
    // Draft 7 passes over what stands beside a $ref.
    if (value.contains("$ref")) value = {{"allOf", {std::move(value)}}};
    Json described = {{"description", row.about}};
    described.update(value);
    properties[std::string(row.key)] = std::move(described);
    if (row.needed) required.push_back(row.key);
  }
  Json made = {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
  if (!required.empty()) made["required"] = std::move(required);
  return made;
}

/// A fact that does not define itself says what it holds, or chance decides it.
void add_fact_forms(Json& fact) {
  Json kind = word_among(dsl::words_of(dsl::KeyMap::fact, "is"));
  const auto either = [](std::string_view one, std::string_view other) -> Json {
    return {{"anyOf", {{{"required", {one}}}, {{"required", {other}}}}}};
  };
  fact["if"] = {{"required", {"after"}}};
  fact["else"] = {{"properties", {{"is", std::move(kind)}, {"when", false}, {"add", false}}},
                  {"allOf", {either("is", "chance")}}};
}

/// A row has one of six shapes; what it does belongs to the last of them.
void add_rule_forms(Json& rule) {
  Json shapes = Json::array();
  for (const dsl::KeyRow& row : dsl::keys_of(dsl::KeyMap::rule)) {
    using dsl::KeyForm;
    if (row.form == KeyForm::acts || row.form == KeyForm::events || row.form == KeyForm::rule_ids)
      shapes.push_back({{"required", {row.key}}});
  }
  rule["oneOf"] = std::move(shapes);
  rule["dependencies"] = {{"after", {"do"}}, {"do", {"after"}}};
}

Json schema() {
  const std::vector<std::string> variants = bundled_names();
  Json definitions = {
      {"text", {{"type", {"string", "number", "boolean"}}}},
      {"expression", {{"type", {"string", "integer", "boolean"}}}},
      {"range", any_of_forms({{{"type", "integer"}}, {{"type", "string"}, {"pattern", range_pattern}}})},
      {"name", {{"type", "string"}, {"pattern", name_pattern}, {"maxLength", 60}}},
      {"row_name",
       {{"type", "string"}, {"pattern", "^[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*$"}, {"maxLength", 60}}},
      {"section", {{"type", "string"}, {"pattern", section_pattern}}},
      {"table",
       {{"type", "object"},
        {"minProperties", 1},
        {"propertyNames", {{"pattern", range_pattern}}},
        {"additionalProperties",
         any_of_forms({{{"type", "integer"}}, {{"const", "not played"}}, refer("table")})}}},
      {"setting", any_of_forms({{{"type", {"integer", "boolean"}}}, {{"type", "string"}}, refer("table")})},
  };
  // A name of one's own. Words of the language are taken, but for names of mere events, which no value is.
  std::vector<std::string> taken = dsl::reserved_names();
  definitions["new_act"] = {{"allOf", {refer("name"), {{"not", word_among(taken)}}}}};
  std::erase_if(taken, [](const std::string& name) {
    return dsl::find_event(name) != nullptr && dsl::find_root(name) == nullptr &&
           dsl::find_act(name) == nullptr && dsl::find_effect(name) == nullptr;
  });
  definitions["new_name"] = {{"allOf", {refer("name"), {{"not", word_among(taken)}}}}};
  const auto add = [&](dsl::KeyMap map) {
    definitions[std::string(map_definition(map))] = map_of(map, variants);
  };
#define X(id, what) add(dsl::KeyMap::id);
  ROUNDHOUSE_KEY_MAPS(X)
#undef X
  add_fact_forms(definitions["fact"]);
  add_rule_forms(definitions["rule"]);
  Json root = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "A rule file of roundhouse"},
      {"description", "House rules of Mexican Train dominoes; 'roundhouse lint' checks what no schema can"}};
  Json file = std::move(definitions["file"]);
  definitions.erase("file");
  root.update(file);
  root["definitions"] = std::move(definitions);
  return root;
}

}  // namespace

void add_schema(CLI::App& app, Run& run) {
  Command command(app, "schema", "Print a JSON Schema of rule files, for editors");
  command.examples("Example:\n  roundhouse schema > roundhouse.schema.json");
  command.does(run, [] {
    print(schema().dump(2) + "\n");
    return Exit::fine;
  });
}

void add_lsp(CLI::App& app, Run& run) {
  auto stdio = std::make_shared<bool>(false);
  Command command(app, "lsp", "Answer an editor: a language server over standard input and output");
  command.sign("--stdio", *stdio, "as editors ask for it; there is no other way");
  command.examples("docs/editors.md says how to set up editors for it.");
  command.does(run, [stdio] {
    LanguageServer server([](const LanguageServer::Json& message) {
      print(framed(dsl::json_line(message)));
      flush();
    });
    MessageReader reader(STDIN_FILENO);
    while (!server.is_over()) {
      const auto message = reader.next();
      if (!message) break;
      if (message->too_large) {
        server.take_too_large();
      } else {
        server.take(message->body);
      }
      if (!reader.has_more()) server.publish();
    }
    server.publish();
    return server.was_shut_down() ? Exit::fine : Exit::found;
  });
}

}  // namespace roundhouse::cli
