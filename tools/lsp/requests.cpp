// Answers an editor's requests about a place in an open document.

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/load.h"
#include "dsl/base/search.h"
#include "dsl/check/variant_files.h"
#include "dsl/rulebook/book.h"
#include "replay/record/format_record.h"
#include "replay/record/read_record.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "tools/assist/completion.h"
#include "tools/assist/rule_view.h"
#include "tools/assist/text_place.h"
#include "tools/format/format_rules.h"
#include "tools/lsp/server.h"
#include "tools/lsp/text_position.h"

namespace roundhouse::cli {
namespace {

// Names of a family's rules in its records: options and facts of the header, options that change between
// rounds, declared acts.

namespace fs = std::filesystem;

class RecordPlaces {
 public:
  RecordPlaces(std::string_view text, const dsl::NamePlace& name) : text_(text), name_(name) {}

  std::vector<dsl::Span> find(const replay::Record& record) {
    if (name_.kind == dsl::NameKind::option) add_options(record.header.variant.options);
    if (name_.kind == dsl::NameKind::fact)
      for (const replay::FactField& fact : record.header.facts)
        if (fact.name == name_.name) add_within(fact.at.span);
    for (const replay::RecordRound& round : record.rounds)
      for (const replay::Item& item : round.items) add_of_line(item.line);
    return std::move(places_);
  }

 private:
  void add_options(const std::vector<replay::OptionField>& options) {
    for (const replay::OptionField& option : options)
      if (option.name == name_.name) add_within(option.at.span);
  }

  void add_of_line(const replay::Line& line) {
    if (const auto* rules = std::get_if<replay::RulesLine>(&line);
        rules != nullptr && name_.kind == dsl::NameKind::option)
      add_options(rules->options);
    if (const auto* chance = std::get_if<replay::ChanceLine>(&line);
        chance != nullptr && name_.kind == dsl::NameKind::fact && chance->name == name_.name)
      add_within(chance->name_at.span);
    const auto* turn = std::get_if<replay::TurnLine>(&line);
    if (turn == nullptr || name_.kind != dsl::NameKind::act) return;
    for (const replay::WrittenAct& act : turn->acts)
      if (const auto* word = std::get_if<replay::WordAct>(&act.what);
          word != nullptr && word->word == name_.name)
        add_within(word->word_at.span);
  }

  /// Adds the first place of the name in the text that was written there.
  void add_within(const dsl::Span& where) {
    if (where.end > text_.size() || where.begin > where.end) return;
    const std::string_view written = text_.substr(where.begin, where.end - where.begin);
    const std::size_t behind_dot = name_.kind == dsl::NameKind::fact ? written.find('.') + 1 : 0;
    const std::size_t at = written.find(name_.name, behind_dot);
    if (at == std::string_view::npos) return;
    const auto begin = static_cast<std::uint32_t>(where.begin + at);
    places_.push_back({where.file, begin, begin + static_cast<std::uint32_t>(name_.name.size())});
  }

  std::string_view text_;
  const dsl::NamePlace& name_;
  std::vector<dsl::Span> places_;
};

/// The places of the name in a record that was played by one of these rule files. `path`: the record's, from
/// whose folder it names its rules.
std::vector<dsl::Span> places_in_record(std::string_view text, const std::string& path,
                                        const dsl::NamePlace& name, const std::set<std::string>& rule_files) {
  const replay::Record record = replay::read_record({}, text).value;
  const std::string& variant = record.header.variant.name;
  if (!dsl::is_path(variant)) return {};
  const std::string file = (fs::path(path).parent_path() / variant).lexically_normal().string();
  if (!rule_files.contains(file)) return {};
  return RecordPlaces(text, name).find(record);
}

using Json = LanguageServer::Json;

/// The protocol's numbers for kinds of completion and of symbols.
int completion_kind(dsl::Completion::Kind kind) {
  switch (kind) {
    case dsl::Completion::Kind::key:
      return 10;  // property
    case dsl::Completion::Kind::choice:
      return 12;  // value
    case dsl::Completion::Kind::word:
      return 14;  // keyword
    case dsl::Completion::Kind::name:
      return 6;  // variable
    case dsl::Completion::Kind::member:
      return 5;  // field
    case dsl::Completion::Kind::operation:
      return 24;  // operator
  }
  return 1;
}

int symbol_kind(dsl::NameKind kind) {
  switch (kind) {
    case dsl::NameKind::option:
      return 14;  // constant
    case dsl::NameKind::word:
      return 12;  // function
    case dsl::NameKind::fact:
      return 13;  // variable
    case dsl::NameKind::train:
      return 5;  // class
    case dsl::NameKind::act:
      return 6;  // method
    case dsl::NameKind::rule:
      return 24;  // event
    case dsl::NameKind::choice:
      return 22;  // member of an enumeration
  }
  return 13;
}

/// The places of names in the document's own text.
std::vector<dsl::NamePlace> own_places(const dsl::RuleView& view) {
  if (view.chain.files.empty()) return {};
  const dsl::ChainNames names(view);
  return dsl::name_places(view, names, view.chain.files.front());
}

}  // namespace

Json LanguageServer::hover(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  const std::size_t at = offset(document, parameters.at("position"));
  if (document.is_record) return record_hover(document, at);
  const dsl::RuleView& view = documents_.rules(document);
  const auto found = dsl::explain_place(document.text, at, view, document.last_good.get());
  if (!found) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", found->text}}},
          {"range", range(document.text, found->begin, found->end)}};
}

/// The table after the line.
Json LanguageServer::record_hover(OpenDocument& document, std::size_t offset) {
  const RecordView& view = documents_.record(document);
  if (view.by.program == nullptr) return nullptr;
  const auto line_of = [&](std::size_t at) { return position_at(document.text, at, Counting::utf8).line; };
  const std::size_t line = line_of(offset);
  for (std::size_t round = 0; round < view.record.rounds.size(); ++round) {
    const auto& items = view.record.rounds[round].items;
    const auto item =
        find_if(items, [&](const replay::Item& one) { return line_of(one.at.span.begin) == line; });
    if (item == items.end()) continue;
    const auto index = static_cast<std::size_t>(item - items.begin());
    std::string shown;
    replay::step_through(*view.by.program, view.record, [&](const replay::Frame& frame) {
      if (frame.round > round || (frame.round == round && frame.item > index)) return false;
      if (frame.round != round || frame.item != index) return true;
      const replay::RoundTerms* own = frame.by.terms.get();
      shown = replay::render_table_text(own != nullptr ? *own->rules.program : *view.by.program,
                                        own != nullptr ? own->header : view.record.header, frame, {});
      return true;
    });
    if (shown.empty()) return nullptr;
    return {{"contents", {{"kind", "markdown"}, {"value", "```text\n" + shown + "```"}}},
            {"range", range(document.text, item->at.span.begin, item->at.span.end)}};
  }
  return nullptr;
}

Json LanguageServer::complete(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  if (document.is_record) return Json::array();
  const std::size_t at = offset(document, parameters.at("position"));
  const dsl::Completions found =
      dsl::complete(document.text, at, &documents_.named_rules(document, at), bundled_names());
  const Json where = range(document.text, found.begin, found.end);
  const std::size_t next = document.text.find_first_not_of(' ', found.end);
  const bool has_colon = next != std::string::npos && document.text[next] == ':';
  Json items = Json::array();
  for (const dsl::Completion& one : found.items) {
    Json item{{"label", one.label}, {"kind", completion_kind(one.kind)}, {"detail", one.detail}};
    const bool ends_with_colon = one.kind == dsl::Completion::Kind::key && !has_colon;
    const std::string text = ends_with_colon ? one.label + ":" : one.label;
    item["textEdit"] = {{"range", where}, {"newText", text}};
    // Items that only this place may hold come first, those that the language has everywhere last.
    item["sortText"] = fmt::format("{}{}", static_cast<int>(one.kind), one.label);
    if (!one.about.empty()) item["documentation"] = one.about;
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", false}, {"items", std::move(items)}};
}

Json LanguageServer::define(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  if (document.is_record) return nullptr;
  const std::size_t at = offset(document, parameters.at("position"));
  const dsl::RuleView& view = documents_.rules(document);
  if (view.chain.files.empty()) return nullptr;
  const dsl::ChainNames names(view);
  const std::vector<dsl::NamePlace> places = dsl::name_places(view, names, view.chain.files.front());
  const dsl::NamePlace* here = dsl::place_at(places, at);
  if (here == nullptr) {
    // The name behind `extends` leads to that file.
    const auto& extends = view.chain.files.front().draft.extends;
    if (!extends || at < extends->where.begin || at > extends->where.end || view.chain.files.size() < 2)
      return nullptr;
    return location(view.chain.files[1].name, {}, {{}, 0, 0});
  }
  // The youngest that declares it, or where that is this very place the next one.
  for (const dsl::LoadedFile& file : view.chain.files)
    for (const dsl::NamePlace& place : dsl::name_places(view, names, file))
      if (place.declares && place.kind == here->kind && place.name == here->name &&
          place.where != here->where)
        return location(file.name, view.sources.file(place.where.file).text, place.where);
  return here->declares ? location(document.path, document.text, here->where) : Json(nullptr);
}

std::optional<dsl::NamePlace> LanguageServer::name_at(OpenDocument& document, const Json& parameters) {
  if (document.is_record) return std::nullopt;
  const std::size_t at = offset(document, parameters.at("position"));
  const std::vector<dsl::NamePlace> places = own_places(documents_.rules(document));
  const dsl::NamePlace* here = dsl::place_at(places, at);
  return here == nullptr ? std::nullopt : std::optional(*here);
}

Json LanguageServer::refer(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  const auto here = name_at(document, parameters);
  if (!here) return Json::array();
  const dsl::RuleView& view = documents_.rules(document);
  const auto others = documents_.others(document);
  std::vector<const dsl::RuleView*> views;
  for (const auto& other : others) views.push_back(other.get());
  const bool with_declarations =
      parameters.value("context", Json::object()).value("includeDeclaration", true);
  Json found = Json::array();
  for (const dsl::FilePlaces& file : dsl::places_in_family(*here, view, views)) {
    const std::string path = documents_.path_of(file.file);
    const dsl::LoadedText text = documents_.reader()(documents_.is_bundled(file.file) ? file.file : path, {});
    for (const dsl::NamePlace& place : file.places)
      if (with_declarations || !place.declares) found.push_back(location(file.file, text.text, place.where));
  }
  return found;
}

Json LanguageServer::prepare_rename(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  const auto here = name_at(document, parameters);
  if (!here) return nullptr;
  return {{"range", range(document.text, here->where.begin, here->where.end)}, {"placeholder", here->name}};
}

Json LanguageServer::rename(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  const std::string new_name = parameters.at("newName").get<std::string>();
  if (document.is_record) throw std::runtime_error("names are given in rule files");
  const dsl::RuleView& view = documents_.rules(document);
  const auto here = name_at(document, parameters);
  if (!here) throw std::runtime_error("no name of a rule file stands here");
  const auto others = documents_.others(document);
  std::vector<const dsl::RuleView*> views;
  for (const auto& other : others) views.push_back(other.get());
  const dsl::RenameEdits renaming =
      dsl::rename(*here, new_name, view, views, documents_.reader(),
                  [&](const std::string& file) { return !documents_.is_bundled(file); });
  if (!renaming.trouble.empty()) throw std::runtime_error(renaming.trouble);
  Json changes = Json::object();
  for (const dsl::FilePlaces& file : renaming.edits) {
    const OpenDocument* open = documents_.find_path(file.file);
    const std::string text = open != nullptr ? open->text : documents_.reader()(file.file, {}).text;
    Json edits = Json::array();
    for (const dsl::NamePlace& place : file.places)
      edits.push_back({{"range", range(text, place.where.begin, place.where.end)}, {"newText", new_name}});
    changes[open != nullptr ? open->uri : uri_of_path(file.file)] = std::move(edits);
  }
  // Records of the family go on saying what they said.
  std::set<std::string> rule_files;
  views.push_back(&view);
  for (const dsl::RuleView* one : views)
    for (const dsl::LoadedFile& file : one->chain.files)
      if (changes.contains(uri_of_path(file.name))) rule_files.insert(one->chain.files.front().name);
  for (const auto& [path, text] : documents_.records()) {
    Json edits = Json::array();
    for (const dsl::Span& place : places_in_record(text, path, *here, rule_files))
      edits.push_back({{"range", range(text, place.begin, place.end)}, {"newText", new_name}});
    if (!edits.empty()) changes[uri_of_path(path)] = std::move(edits);
  }
  return {{"changes", std::move(changes)}};
}

Json LanguageServer::format(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  std::string laid;
  if (document.is_record) {
    laid = replay::format_record({}, document.text).text;
  } else {
    dsl::SourceMap sources;
    laid = dsl::format_rules(sources, sources.add(document.path, document.text)).text;
  }
  // A text with errors of form is left alone; they are shown already.
  if (laid.empty() || laid == document.text) return Json::array();
  return {{{"range", range(document.text, 0, document.text.size())}, {"newText", laid}}};
}

Json LanguageServer::code_actions(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  const std::size_t begin = offset(document, parameters.at("range").at("start"));
  const std::size_t end = offset(document, parameters.at("range").at("end"));
  Json actions = Json::array();
  const dsl::Diagnostics found = documents_.complaints(document);
  const dsl::SourceMap& sources = sources_of(document);
  for (const dsl::Diagnostic& one : found) {
    if (one.where.file.value != 0 || one.where.begin > end || one.where.end < begin) continue;
    // The one that is shown was tried.
    const auto mend = find_if(
        one.fixes, [&](const dsl::FixIt& each) { return !one.help.empty() && each.help == one.help; });
    if (mend == one.fixes.end() || mend->where.file.value != 0) continue;
    Json edit{{"range", range(document.text, mend->where.begin, mend->where.end)}, {"newText", mend->text}};
    actions.push_back({{"title", mend->help},
                       {"kind", "quickfix"},
                       {"isPreferred", true},
                       {"diagnostics", {diagnostic(sources, document, one)}},
                       {"edit", {{"changes", {{document.uri, {std::move(edit)}}}}}}});
  }
  return actions;
}

Json LanguageServer::symbols(const Json& parameters) {
  OpenDocument& document = document_of(parameters);
  Json list = Json::array();
  if (document.is_record) return list;
  for (const dsl::NamePlace& place : own_places(documents_.rules(document))) {
    if (!place.declares || place.kind == dsl::NameKind::choice) continue;
    const Json where = range(document.text, place.where.begin, place.where.end);
    list.push_back({{"name", place.name},
                    {"detail", std::string(dsl::kind_name(place.kind))},
                    {"kind", symbol_kind(place.kind)},
                    {"range", where},
                    {"selectionRange", where}});
  }
  return list;
}

Json LanguageServer::rulebook(const std::string& uri) {
  OpenDocument* document = documents_.find(uri);
  if (document == nullptr || document->is_record)
    throw std::runtime_error("no rule file of this name is open");
  const dsl::RuleView& view = documents_.rules(*document);
  const bool now = view.checked.ok();
  if (!now && document->last_good == nullptr) throw std::runtime_error("the rule file has errors");
  const dsl::RuleView& shown = now ? view : *document->last_good;
  dsl::BookRequest request;
  dsl::SourceMap sources;
  if (const auto folder = variant_folder())
    request.documents = dsl::read_documents(sources, *folder / "sources").value;
  const dsl::Book book = dsl::write_book(shown.checked.value, request);
  return {{"html", dsl::print_book_html(book)}, {"current", now}};
}

Json LanguageServer::execute(const Json& parameters) {
  if (parameters.at("command") != "roundhouse.rulebook") throw std::runtime_error("there is no such command");
  return rulebook(parameters.at("arguments").at(0).get<std::string>());
}

}  // namespace roundhouse::cli
