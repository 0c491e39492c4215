#pragma once
// Rules and records as requests have them: bundled games by their names, and texts that stand in the request.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "replay/record_loading/loaded_record.h"
#include "replay/record_loading/rule_cache.h"
#include "web/bridge/request.h"

namespace roundhouse::web {

/// Reads texts of a request by their names, and bundled games by theirs; opens nothing else.
dsl::VariantReader reader_of(Texts files, const std::filesystem::path& bundled);

/// The same for records.
replay::RuleSource source_of(const Texts& files, const std::filesystem::path& bundled);

/// Rules that requests with the same texts have loaded: kept for the next one, so that it is quick.
std::shared_ptr<replay::RuleCache> shelf_of(const Texts& files);

/// The texts that a request brings, in a form in which they can be named.
Texts files_of(const Request& request);

/// Rules with the options that a request sets.
struct RequestedRules {
  dsl::SourceMap sources;
  dsl::Checked<dsl::CheckedRules> rules;
};
RequestedRules rules_of(const Request& request);
/// `option=value` each.
std::vector<std::string> settings_of(const Request& request, const char* name = "set");

/// A record with its rules; no record: `refused` says why.
struct RequestedRecord {
  dsl::SourceMap sources;
  std::optional<replay::LoadedRecord> record;
  std::vector<replay::LoadNews> news;
  Reply refused;
};
RequestedRecord record_of(const Request& request, std::string text);

/// The name under which the record of a request stands in the sources.
constexpr std::string_view record_name = "record";

/// Complaints as calls.ts has them.
Json findings_json(const dsl::SourceMap& sources, const dsl::Diagnostics& diagnostics);
/// An answer of which the first complaint is the trouble.
Reply refusal(const dsl::SourceMap& sources, const dsl::Diagnostics& diagnostics);

/// A place in a text as JavaScript counts it, in units of UTF-16, and back.
std::size_t utf16_of(std::string_view text, std::size_t offset);
std::size_t offset_of(std::string_view text, std::size_t utf16);

/// The header of a record that begins by the rules of the request, with the edition of a bundled game named.
replay::Header header_of(const Request& request);

}  // namespace roundhouse::web
