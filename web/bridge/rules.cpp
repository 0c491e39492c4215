// Calls about rules: the bundled games, a file of one's own, its book, questions and recipes.

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/version.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "dsl/rulebook/book.h"
#include "dsl/sources/document.h"
#include "tools/assist/completion.h"
#include "tools/assist/rule_view.h"
#include "tools/assist/text_place.h"
#include "tools/lint/analyze.h"
#include "tools/questions/questions.h"
#include "tools/recipes/find_recipes.h"
#include "tools/recipes/recipe_book.h"
#include "tools/scenes/scenes.h"
#include "web/bridge/load.h"
#include "web/bridge/request.h"

namespace roundhouse::web {
namespace {

Reply version(const Request& /*request*/) {
  Reply answer;
  answer.json["version"] = dsl::program_version();
  answer.json["language"] = dsl::language_version;
  return answer;
}

/// The sentences with which a bundled file begins.
std::string first_comment(std::string_view text) {
  std::string about;
  for (const std::string_view line : dsl::lines_of(text)) {
    if (!line.starts_with("# ")) break;
    about += (about.empty() ? "" : " ") + std::string(line.substr(2));
  }
  return about;
}

/// All bundled games, which do not change: worked out once.
Reply games(const Request& request) {
  static std::optional<Reply> kept;
  if (kept) return *kept;
  Reply answer;
  Json& games = answer.json["games"] = Json::array();
  const dsl::VariantReader reader = reader_of({}, request.bundled());
  for (const std::string& name : dsl::all_variants(request.bundled())) {
    dsl::SourceMap sources;
    const auto rules = dsl::check_variant(sources, reader, {name, {}, std::nullopt});
    if (!rules.ok()) continue;
    const std::string parent = rules.value.chain.size() > 1 ? rules.value.chain[1] : std::string();
    games.push_back({{"name", name},
                     {"title", rules.value.name},
                     {"about", first_comment(reader(name, {}).text)},
                     {"players", {rules.value.setup.least_players, rules.value.setup.most_players}},
                     {"parent", parent.substr(0, parent.find('@'))}});
  }
  kept = answer;
  return answer;
}

Reply game(const Request& request) {
  dsl::LoadedText text = reader_of({}, request.bundled())(request.text("name"), {});
  if (!text.trouble.empty()) return refusal(std::move(text.trouble), std::move(text.help));
  Reply answer;
  answer.json["text"] = std::move(text.text);
  return answer;
}

std::vector<dsl::SourceDocument> documents_of(const std::filesystem::path& bundled) {
  dsl::SourceMap sources;
  return dsl::read_documents(sources, bundled / "sources").value;
}

/// Of all bundled documents: read once.
const std::vector<std::string>& bundled_sections(const std::filesystem::path& bundled) {
  static const std::vector<std::string> sections = dsl::section_ids(documents_of(bundled));
  return sections;
}

Reply lint(const Request& request) {
  dsl::SourceMap sources;
  const std::vector<dsl::OptionSetting> settings =
      replay::read_settings(sources, "settings", settings_of(request));
  const dsl::Analysis found = dsl::analyze(sources, reader_of(files_of(request), request.bundled()),
                                           {.check = {request.text("rules"), settings, std::nullopt},
                                            .bundled_sections = bundled_sections(request.bundled())});
  Reply answer;
  answer.json["findings"] = findings_json(sources, found.findings);
  answer.json["text"] = dsl::render_diagnostics(sources, found.findings);
  return answer;
}

// Questions.

std::vector<dsl::Answer> answers_of(const Request& request) {
  std::vector<dsl::Answer> answers;
  for (const auto& [option, value] : request.by_name("answers")) answers.push_back({option, value});
  return answers;
}

/// The rules that are asked about. Each question tries every choice, and most of these have been checked for
/// the question before.
dsl::RulesWith asked_about(const std::string& like, const std::filesystem::path& bundled) {
  return [like, reader = reader_of({}, bundled)](dsl::SourceMap& sources,
                                                 const std::vector<dsl::Answer>& answers) {
    std::vector<std::string> written;
    for (const dsl::Answer& answer : answers) written.push_back(answer.option + "=" + answer.value);
    const std::vector<dsl::OptionSetting> settings = replay::read_settings(sources, "answers", written);
    return dsl::check_variant(sources, reader, {like, settings, std::nullopt});
  };
}

std::string_view form_of(dsl::Type type) {
  if (type == dsl::Type::truth) return "truth";
  return type == dsl::Type::number ? "number" : "choice";
}

Json question_json(const dsl::Question& question) {
  Json json{{"option", question.option},   {"ask", question.ask},     {"type", form_of(question.type)},
            {"written", question.written}, {"value", question.value}, {"byPlayers", question.by_players}};
  Json& choices = json["choices"] = Json::array();
  for (const dsl::Choice& choice : question.choices)
    choices.push_back(
        {{"written", choice.written}, {"shown", choice.shown}, {"sentences", choice.sentences}});
  json["range"] =
      question.range ? Json::array({question.range->first, question.range->second}) : Json(nullptr);
  json["sentences"] = question.sentences;
  json["forPlayers"] = Json::array();
  for (const std::optional<std::int32_t>& value : question.for_players)
    json["forPlayers"].push_back(value ? Json(*value) : Json(nullptr));
  return json;
}

/// As dsl::question_about; the rules of bundled games do not change, so what was asked once is kept: a form
/// asks again at each tap, and a file that is written has all questions in its comments.
std::optional<dsl::Question> question_about(const std::string& like, const std::string& option,
                                            const dsl::RulesWith& rules_with,
                                            const std::vector<dsl::Answer>& answers) {
  constexpr std::size_t most_kept = 400;
  static std::map<std::string, std::optional<dsl::Question>> kept;
  std::string key = like + "\n" + option;
  for (const dsl::Answer& answer : answers) key += "\n" + answer.option + "=" + answer.value;
  const auto found = kept.find(key);
  if (found != kept.end()) return found->second;
  if (kept.size() >= most_kept) kept.clear();
  return kept.emplace(key, dsl::question_about(option, rules_with, answers)).first->second;
}

/// The chapter that each of these questions belongs to, whatever was answered; kept for each game.
std::vector<std::string> chapters_of(const std::string& like, const std::vector<std::string>& options,
                                     const dsl::RulesWith& rules_with) {
  static std::map<std::string, std::map<std::string, std::string>> kept;
  std::map<std::string, std::string>& chapters = kept[like];
  std::vector<std::string> fresh;
  for (const std::string& option : options)
    if (!chapters.contains(option)) fresh.push_back(option);
  const std::vector<std::string> found = dsl::chapters_of(fresh, rules_with, {});
  for (std::size_t i = 0; i < fresh.size(); ++i) chapters.emplace(fresh[i], found[i]);
  std::vector<std::string> all;
  for (const std::string& option : options) all.push_back(chapters.at(option));
  return all;
}

Reply questions(const Request& request) {
  const std::string like = request.text("like");
  const std::vector<dsl::Answer> answers = answers_of(request);
  const dsl::RulesWith rules_with = asked_about(like, request.bundled());
  dsl::SourceMap sources;
  const auto rules = rules_with(sources, answers);
  if (!rules.ok()) return refusal(sources, rules.diagnostics);
  const std::vector<std::string> only = request.texts("only");
  Json list = Json::array();
  for (const std::string& option : dsl::open_questions(rules.value)) {
    if (!only.empty() && !contains(only, option)) continue;
    if (const auto question = question_about(like, option, rules_with, answers))
      list.push_back(question_json(*question));
  }
  Reply answer;
  answer.json["questions"] = std::move(list);
  const std::vector<std::string> open = dsl::open_questions(rules.value);
  const std::vector<std::string> chapters = chapters_of(like, open, rules_with);
  Json& asked = answer.json["open"] = Json::array();
  for (std::size_t i = 0; i < open.size(); ++i)
    asked.push_back({{"option", open[i]}, {"chapter", chapters[i]}});
  const auto players = static_cast<std::int32_t>(std::min<std::uint64_t>(request.number("players", 4), 99));
  answer.json["players"] = {rules.value.setup.least_players, rules.value.setup.most_players};
  answer.json["mind"] = dsl::refuse_players(rules.value, players).value_or("");
  return answer;
}

std::optional<dsl::RecipeBook> recipe_book(const std::filesystem::path& bundled) {
  dsl::RecipeBook book = dsl::read_recipes(bundled / "recipes");
  if (!book.troubles.empty()) return std::nullopt;
  return book;
}

Json recipe_json(const dsl::RecipeBook& book, std::size_t place) {
  const dsl::Recipe& recipe = book.recipes[place];
  return {{"name", recipe.name},   {"wish", recipe.wish},
          {"note", recipe.note},   {"parent", recipe.parent},
          {"lines", recipe.lines}, {"chapter", dsl::chapter_of(book, place).title}};
}

/// Recipes for a game, or for any where none is named.
Reply recipes(const Request& request) {
  const auto book = recipe_book(request.bundled());
  if (!book) return refusal("the bundled recipes cannot be read");
  const std::string like = request.text("like");
  const std::string asked = request.text("asked");
  Json fitting = Json::array();
  Json near = Json::array();
  const auto found_so = [&] {
    Reply answer;
    answer.json["fitting"] = std::move(fitting);
    answer.json["near"] = std::move(near);
    return answer;
  };
  const auto put = [&](Json& list, std::size_t place) {
    // A whole game is chosen elsewhere.
    if (place >= book->recipes.size()) return;
    const std::string& parent = book->recipes[place].parent;
    if (like.empty() || parent.substr(0, parent.find('@')) == like) list.push_back(recipe_json(*book, place));
  };
  if (asked.empty()) {
    for (const dsl::RecipeChapter& chapter : book->chapters)
      for (const std::size_t place : chapter.recipes) put(fitting, place);
    return found_so();
  }
  dsl::FoundRecipes found;
  if (const std::size_t named = dsl::find_recipe(*book, asked); named < book->recipes.size())
    found.fitting = {named};
  else
    found = dsl::RecipeFinder(*book).find(asked);
  for (const std::size_t place : found.fitting) put(fitting, place);
  for (const std::size_t place : found.near) put(near, place);
  return found_so();
}

// Writing rules.

/// Answers, and the lines of recipes, as one file without comments about all that could be answered; absent:
/// `troubles` say why.
std::optional<std::string> joined_text(dsl::NewVariant described, const std::vector<dsl::Recipe>& wanted,
                                       std::vector<std::string>& troubles) {
  std::vector<dsl::Recipe> parts;
  dsl::Recipe& answers = parts.emplace_back();
  answers.name = "answers";
  answers.wish = "what you said about the options";
  answers.parent = described.parent;
  if (described.players) {
    const auto [low, high] = *described.players;
    answers.lines +=
        "setup:\n  players: " + std::to_string(low) + (low == high ? "" : ".." + std::to_string(high)) + "\n";
  }
  if (!described.answers.empty()) {
    answers.lines += "options:\n";
    for (const dsl::Answer& answer : described.answers)
      answers.lines += "  " + answer.option + ": " + answer.value + "\n";
  }
  for (const dsl::Recipe& recipe : wanted) parts.push_back(recipe);
  dsl::JoinedRecipes joined = dsl::join_recipes(parts);
  troubles = std::move(joined.troubles);
  if (!troubles.empty()) return std::nullopt;
  // The name as it has to be written in a file.
  described.players.reset();
  const std::string named = dsl::write_variant(described);
  const std::size_t begin = named.find("\nname: ") + 1;
  constexpr std::string_view usual_name = "name: Our house rules";
  const std::size_t at = joined.rules.find(usual_name);
  if (at != std::string::npos)
    joined.rules.replace(at, usual_name.size(), named.substr(begin, named.find('\n', begin) - begin));
  return std::move(joined.rules);
}

/// Longer names are none of a game.
constexpr std::size_t longest_name = 60;

Reply write(const Request& request) {
  const std::string like = request.text("like");
  const std::string name = request.text("name");
  if (name.empty() || dsl::printable_line(name) != name || name.size() > 4 * longest_name)
    return refusal("a name is a line of at most 60 letters");
  const std::vector<dsl::Answer> answers = answers_of(request);
  const dsl::RulesWith rules_with = asked_about(like, request.bundled());
  {
    dsl::SourceMap sources;
    const auto rules = rules_with(sources, answers);
    if (!rules.ok()) return refusal(sources, rules.diagnostics);
    const auto players = static_cast<int>(std::min<std::uint64_t>(request.number("players"), 99));
    if (auto reason = dsl::refuse_players(rules.value, players)) return refusal(std::move(*reason));
  }
  // The comments about all that can be answered take seconds: a form asks for them when somebody keeps the
  // file.
  const std::vector<std::string> names = request.texts("recipes");
  const bool is_brief = request.truth("brief") || !names.empty();
  dsl::NewVariant described =
      dsl::describe_changes(name, like, rules_with, answers, static_cast<int>(request.number("players")));
  if (!is_brief) {
    dsl::SourceMap sources;
    for (const std::string& option : dsl::open_questions(rules_with(sources, answers).value))
      if (auto question = question_about(like, option, rules_with, answers))
        described.questions.push_back(std::move(*question));
  }
  described.parent = dsl::with_edition_named(described.parent, request.bundled());
  const Json narrowed_to =
      described.players ? Json::array({described.players->first, described.players->second}) : Json(nullptr);
  std::string text;
  if (!is_brief) {
    text = dsl::write_variant(described);
  } else {
    const auto book = recipe_book(request.bundled());
    if (!book) return refusal("the bundled recipes cannot be read");
    std::vector<dsl::Recipe> wanted;
    for (const std::string& recipe : names) {
      const std::size_t place = dsl::find_recipe(*book, recipe);
      if (place == book->recipes.size()) return refusal("there is no recipe called '" + recipe + "'");
      if (book->recipes[place].parent.substr(0, book->recipes[place].parent.find('@')) != like)
        return refusal("the recipe '" + recipe + "' is for " + book->recipes[place].parent);
      wanted.push_back(book->recipes[place]);
      wanted.back().parent = described.parent;
    }
    std::vector<std::string> troubles;
    const auto joined = joined_text(described, wanted, troubles);
    if (!joined) return refusal("these do not go together: " + troubles.front());
    text = *joined;
  }
  dsl::SourceMap sources;
  const std::string file = "rules.yaml";
  const auto rules =
      dsl::check_variant(sources, reader_of({{file, text}}, request.bundled()), {file, {}, std::nullopt});
  const dsl::Diagnostics findings =
      dsl::findings_about(rules, bundled_sections(request.bundled()), dsl::FileId{});
  Reply answer;
  const bool is_whole = !is_brief && !dsl::has_errors(findings);
  answer.json["text"] = is_whole ? dsl::allow_answers(sources, findings) : text;
  answer.json["findings"] = findings_json(sources, findings);
  answer.json["players"] = narrowed_to;
  return answer;
}

// Help while a file is written.

/// The text that a request asks about.
std::optional<std::string> own_text(const Request& request) {
  const Texts files = files_of(request);
  const auto found = files.find(request.text("rules"));
  if (found == files.end()) return std::nullopt;
  return found->second;
}

std::string_view kind_of(dsl::Completion::Kind kind) {
  switch (kind) {
    case dsl::Completion::Kind::key:
      return "key";
    case dsl::Completion::Kind::choice:
      return "choice";
    case dsl::Completion::Kind::member:
      return "member";
    case dsl::Completion::Kind::name:
      return "name";
    case dsl::Completion::Kind::word:
      return "word";
    case dsl::Completion::Kind::operation:
      return "operation";
  }
  return {};
}

/// While somebody types a file is rarely in order; names mean what they did in the last text that was.
const dsl::RuleView* last_good(const std::string& name, std::unique_ptr<dsl::RuleView>&& view) {
  static std::string kept_name;
  static std::unique_ptr<dsl::RuleView> kept;
  if (view && view->checked.ok()) {
    kept_name = name;
    kept = std::move(view);
  }
  return kept && kept_name == name ? kept.get() : nullptr;
}

Reply complete(const Request& request) {
  const auto text = own_text(request);
  if (!text) return refusal("this is none of the files of the request");
  const std::size_t at = offset_of(*text, static_cast<std::size_t>(request.number("offset")));
  const std::string name = request.text("rules");
  const dsl::VariantReader reader = reader_of(files_of(request), request.bundled());
  std::unique_ptr<dsl::RuleView> view = dsl::view_rules(reader, name);
  const dsl::RuleView* now = view.get();
  const bool is_good = view->checked.ok();
  const dsl::RuleView* good = last_good(name, is_good ? std::move(view) : nullptr);
  const dsl::Completions found =
      dsl::complete(*text, at, good != nullptr ? good : now, dsl::all_variants(request.bundled()));
  Reply answer;
  answer.json["from"] = utf16_of(*text, found.begin);
  answer.json["to"] = utf16_of(*text, found.end);
  Json& items = answer.json["items"] = Json::array();
  for (const dsl::Completion& one : found.items)
    items.push_back(
        {{"label", one.label}, {"kind", kind_of(one.kind)}, {"detail", one.detail}, {"about", one.about}});
  return answer;
}

Reply hover(const Request& request) {
  const auto text = own_text(request);
  if (!text) return refusal("this is none of the files of the request");
  const std::size_t at = offset_of(*text, static_cast<std::size_t>(request.number("offset")));
  const std::string name = request.text("rules");
  const std::unique_ptr<dsl::RuleView> view =
      dsl::view_rules(reader_of(files_of(request), request.bundled()), name);
  const auto found = dsl::explain_place(*text, at, *view, last_good(name, nullptr));
  Reply answer;
  answer.json["from"] = found ? utf16_of(*text, found->begin) : 0;
  answer.json["to"] = found ? utf16_of(*text, found->end) : 0;
  answer.json["markdown"] = found ? found->text : std::string();
  return answer;
}

// The book.

/// The lines of a book by their texts, each with the chapter that it stands in.
std::map<std::string, std::string> lines_of(const dsl::Book& book) {
  std::map<std::string, std::string> lines;
  for (const dsl::Chapter& chapter : book.chapters)
    for (const dsl::BookLine& line : chapter.lines)
      if (!line.text.empty()) lines.emplace(line.text, chapter.title);
  return lines;
}

Reply book(const Request& request) {
  const RequestedRules asked = rules_of(request);
  if (!asked.rules.ok()) return refusal(asked.sources, asked.rules.diagnostics);
  dsl::BookRequest wanted;
  if (request.has("players")) {
    wanted.players = static_cast<std::int32_t>(std::min<std::uint64_t>(request.number("players"), 99));
    if (auto reason = dsl::refuse_players(asked.rules.value, *wanted.players))
      return refusal(std::move(*reason));
  }
  wanted.documents = documents_of(request.bundled());
  const dsl::Book book = dsl::write_book(asked.rules.value, wanted);
  Reply answer;
  answer.json["html"] = dsl::print_book_html(book);
  answer.json["title"] = book.title;
  Json chapters = Json::array();
  std::map<std::string, std::string> before;
  bool is_compared = false;
  if (request.has("before")) {
    const RequestedRules other = rules_of(request.part("before"));
    is_compared = other.rules.ok();
    if (is_compared) before = lines_of(dsl::write_book(other.rules.value, wanted));
  }
  Json changed = Json::array();
  for (const dsl::Chapter& chapter : book.chapters) {
    Json lines = Json::array();
    for (const dsl::BookLine& line : chapter.lines) {
      if (line.text.empty()) continue;
      lines.push_back({{"key", line.key}, {"text", line.text}});
      if (is_compared && !before.contains(line.text)) changed.push_back(line.text);
    }
    chapters.push_back({{"title", chapter.title}, {"lines", std::move(lines)}});
  }
  answer.json["chapters"] = std::move(chapters);
  answer.json["changed"] = std::move(changed);
  return answer;
}

/// The scenes of a file, and what it leaves to its parent, as a page.
Reply show(const Request& request) {
  const RequestedRules asked = rules_of(request);
  if (!asked.rules.ok()) return refusal(asked.sources, asked.rules.diagnostics);
  const replay::ShownFile file =
      replay::file_read_by(reader_of(files_of(request), request.bundled()), request.text("rules"),
                           asked.sources, asked.rules.value);
  Reply answer;
  answer.json["html"] = dsl::print_book_html(replay::book_of(replay::show_file(file)));
  return answer;
}

constexpr RequestField of_game[] = {{"name"}};
constexpr RequestField of_rules[] = {
    {"rules"}, {"files", FieldForm::by_name, false}, {"set", FieldForm::by_name, false}};
constexpr RequestField of_questions[] = {{"like"},
                                         {"answers", FieldForm::by_name, false},
                                         {"players", FieldForm::number, false},
                                         {"only", FieldForm::texts, false}};
constexpr RequestField of_writing[] = {{"like"},
                                       {"name"},
                                       {"players", FieldForm::number},
                                       {"answers", FieldForm::by_name, false},
                                       {"recipes", FieldForm::texts, false},
                                       {"brief", FieldForm::truth, false}};
constexpr RequestField of_recipes[] = {{"like", FieldForm::text, false}, {"asked", FieldForm::text, false}};
constexpr RequestField of_place[] = {{"rules"},
                                     {"files", FieldForm::by_name, false},
                                     {"set", FieldForm::by_name, false},
                                     {"offset", FieldForm::number}};
constexpr RequestField of_book[] = {{"rules"},
                                    {"files", FieldForm::by_name, false},
                                    {"set", FieldForm::by_name, false},
                                    {"players", FieldForm::number, false},
                                    {"before", FieldForm::rules, false}};

constexpr Call calls[] = {
    {"version", {}, version},
    {"games", {}, games},
    {"game", of_game, game},
    {"lint", of_rules, lint},
    {"questions", of_questions, questions},
    {"write", of_writing, write},
    {"recipes", of_recipes, recipes},
    {"complete", of_place, complete},
    {"hover", of_place, hover},
    {"book", of_book, book},
    {"show", of_rules, show},
};

}  // namespace

std::span<const Call> rule_calls() { return calls; }

}  // namespace roundhouse::web
