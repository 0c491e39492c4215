#include "web/bridge/load.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::web {
namespace {

namespace fs = std::filesystem;

std::string plain(const std::string& path) { return fs::path(path).lexically_normal().string(); }

/// Sets of texts of which the rules are kept: those of a family, and a few others that somebody looks at.
constexpr std::size_t most_kept_shelves = 4;

dsl::LoadedText read_own(const std::string& name, const std::string& text, bool first) {
  if (text.size() > dsl::largest_variant_file) return {name, {}, "this file is too large", {}};
  if (first) return dsl::check_kind({name, text, {}, {}});
  if (!dsl::begins_like_rules(text))
    return {name, {}, "this is no rule file: its first key is not 'roundhouse'", {}};
  return {name, text, {}, {}};
}

Json place_json(const dsl::SourceMap& sources, const dsl::Span& where) {
  if (where.file.value >= sources.size()) return nullptr;
  const std::string& text = sources.file(where.file).text;
  const dsl::LineColumn begin = sources.locate(where.file, where.begin);
  const dsl::LineColumn end = sources.locate(where.file, where.end);
  return {{"line", begin.line},
          {"column", begin.column},
          {"endLine", end.line},
          {"endColumn", end.column},
          {"from", utf16_of(text, where.begin)},
          {"to", utf16_of(text, where.end)}};
}

/// The one fix that was tried, of the first file.
Json fixes_json(const dsl::SourceMap& sources, const dsl::Diagnostic& found) {
  Json fixes = Json::array();
  const auto shown = find_if(
      found.fixes, [&](const dsl::FixIt& fix) { return !fix.help.empty() && fix.help == found.help; });
  if (shown == found.fixes.end() || shown->where.file.value >= sources.size()) return fixes;
  const std::string& text = sources.file(shown->where.file).text;
  fixes.push_back({{"title", shown->help},
                   {"edits",
                    {{{"from", utf16_of(text, shown->where.begin)},
                      {"to", utf16_of(text, shown->where.end)},
                      {"text", shown->text}}}}});
  return fixes;
}

}  // namespace

dsl::VariantReader reader_of(Texts files, const fs::path& bundled) {
  const dsl::VariantReader games = dsl::read_variant_files(bundled, {.first = dsl::NamedBy::record});
  return [files = std::move(files), games](const std::string& wanted,
                                           const std::string& from) -> dsl::LoadedText {
    if (!dsl::is_path(wanted)) return games(wanted, {});
    const std::string path =
        from.empty() ? plain(wanted) : plain((fs::path(from).parent_path() / wanted).string());
    const auto found = files.find(path);
    if (found != files.end()) return read_own(path, found->second, from.empty());
    std::vector<std::string> names;
    for (const auto& [name, text] : files) names.push_back(name);
    const auto nearest = dsl::nearest_name(path, names);
    return {path, {}, "there is no such file", nearest ? "did you mean '" + *nearest + "'?" : std::string()};
  };
}

replay::RuleSource source_of(const Texts& files, const fs::path& bundled) {
  return {[files, bundled, own = reader_of(files, bundled)](dsl::SourceMap& sources,
                                                            const replay::RulesWish& wish) {
            dsl::CheckInput input{wish.variant, wish.settings, std::nullopt};
            dsl::VariantReader reader = own;
            if (wish.in_record) {
              input.named_at = wish.in_record->where;
              if (!wish.in_record->rules.empty()) {
                Texts all = files;
                for (const auto& [name, text] : wish.in_record->rules) all.insert_or_assign(name, text);
                reader = reader_of(std::move(all), bundled);
              }
            }
            return dsl::check_variant(
                sources, wish.edition > 0 ? dsl::with_edition(reader, wish.edition_of, wish.edition) : reader,
                input);
          },
          [files](const replay::RulesWish& wish, const std::string& hash) {
            // Rules that are kept bear the beginning of their hash in their name, as `roundhouse freeze`
            // does.
            std::vector<replay::RulesWish> kept;
            const std::string stem = fs::path(wish.variant.substr(0, wish.variant.find('@'))).stem().string();
            for (const auto& [name, text] : files) {
              const std::string own = fs::path(name).stem().string();
              if (!own.starts_with(stem + "@")) continue;
              const std::string known = own.substr(stem.size() + 1);
              if (known.size() < 8 || !(hash.starts_with(known) || known.starts_with(hash))) continue;
              kept.push_back(wish);
              kept.back().variant = name;
            }
            return kept;
          }};
}

std::shared_ptr<replay::RuleCache> shelf_of(const Texts& files) {
  static std::deque<std::pair<Texts, std::shared_ptr<replay::RuleCache>>> shelves;
  const auto found = find_if(shelves, [&](const auto& shelf) { return shelf.first == files; });
  if (found != shelves.end()) {
    std::rotate(shelves.begin(), found, found + 1);
    return shelves.front().second;
  }
  shelves.emplace_front(files, std::make_shared<replay::RuleCache>());
  if (shelves.size() > most_kept_shelves) shelves.pop_back();
  return shelves.front().second;
}

Texts files_of(const Request& request) {
  Texts files;
  for (auto& [name, text] : request.by_name("files")) files.emplace(plain(name), text);
  return files;
}

std::vector<std::string> settings_of(const Request& request, const char* name) {
  std::vector<std::string> settings;
  for (const auto& [option, value] : request.by_name(name)) settings.push_back(option + "=" + value);
  return settings;
}

RequestedRules rules_of(const Request& request) {
  RequestedRules found;
  const std::vector<dsl::OptionSetting> settings =
      replay::read_settings(found.sources, "settings", settings_of(request));
  found.rules = dsl::check_variant(found.sources, reader_of(files_of(request), request.bundled()),
                                   {request.text("rules"), settings, std::nullopt});
  return found;
}

RequestedRecord record_of(const Request& request, std::string text) {
  RequestedRecord found;
  const Texts files = files_of(request);
  replay::RecordWishes wishes;
  wishes.rules = request.text("rules");
  wishes.settings = settings_of(request);
  // A request that names other rules knows that they are not those of the record.
  wishes.any_rules = !wishes.rules.empty() || !wishes.settings.empty();
  wishes.shelf = shelf_of(files);
  replay::RecordLoading loading =
      replay::load_record_text(found.sources, source_of(files, request.bundled()), std::string(record_name),
                               std::string(record_name), std::move(text), wishes);
  found.record = std::move(loading.record);
  found.news = std::move(loading.news);
  if (found.record && !found.record->whole) {
    found.record.reset();
    found.refused = refusal("this record is too long", "give its rounds as records of their own");
  } else if (!loading.trouble.empty()) {
    found.refused = refusal(std::move(loading.trouble));
  } else if (!found.record) {
    found.refused = refusal("this record cannot be read");
    for (const replay::LoadNews& news : found.news)
      if (!news.complaints.empty()) {
        found.refused = refusal(news.sources ? *news.sources : found.sources, news.complaints);
        break;
      }
  }
  return found;
}

Json findings_json(const dsl::SourceMap& sources, const dsl::Diagnostics& diagnostics) {
  Json findings = Json::array();
  for (const dsl::Diagnostic& found : diagnostics) {
    std::string help = found.help;
    if (!found.why.empty()) help = help.empty() ? found.why : found.why + "; " + help;
    findings.push_back(
        {{"severity", dsl::severity_name(found.severity)},
         {"code", found.code},
         {"message", found.message},
         {"help", std::move(help)},
         {"file", found.where.file.value < sources.size() ? sources.file(found.where.file).name : ""},
         {"place", place_json(sources, found.where)},
         {"fixes", fixes_json(sources, found)}});
  }
  return findings;
}

Reply refusal(const dsl::SourceMap& sources, const dsl::Diagnostics& diagnostics) {
  const auto worst =
      find_if(diagnostics, [](const dsl::Diagnostic& one) { return one.severity == dsl::Severity::error; });
  if (worst == diagnostics.end()) return refusal("something is wrong with these texts");
  std::string trouble = worst->message;
  if (worst->where.file.value < sources.size()) {
    const dsl::LineColumn at = sources.locate(worst->where.file, worst->where.begin);
    trouble = sources.file(worst->where.file).name + ", line " + std::to_string(at.line) + ": " + trouble;
  }
  Reply answer = refusal(std::move(trouble), worst->help);
  answer.json["findings"] = findings_json(sources, diagnostics);
  return answer;
}

std::size_t utf16_of(std::string_view text, std::size_t offset) {
  std::size_t units = 0;
  for (std::size_t at = 0; at < std::min(offset, text.size()); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    // One for the first byte of a character, and one more where it is beyond the first 65,536.
    if ((byte & 0xC0U) != 0x80U) units += byte >= 0xF0U ? 2 : 1;
  }
  return units;
}

std::size_t offset_of(std::string_view text, std::size_t utf16) {
  std::size_t at = 0;
  for (std::size_t units = 0; at < text.size() && units < utf16;) {
    units += static_cast<unsigned char>(text[at]) >= 0xF0U ? 2 : 1;
    do ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
  }
  return at;
}

replay::Header header_of(const Request& request) {
  replay::Header header;
  header.variant.name = dsl::with_edition_named(request.text("rules"), request.bundled());
  for (const auto& [option, value] : request.by_name("set"))
    header.variant.options.push_back({option, value, {}});
  return header;
}

}  // namespace roundhouse::web
