// roundhouse sources [VARIANT...]

#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "dsl/check/variant_files.h"
#include "tools/commands/commands.h"
#include "tools/sources/section_report.h"

namespace roundhouse::cli {
namespace {

struct SourcesFlags {
  std::vector<std::string> variants;
  std::string format = "text";
  dsl::ReadingBounds bounds;
};

void print_json(const std::string& variant, const std::vector<dsl::DocumentReport>& reports) {
  for (const dsl::DocumentReport& report : reports) {
    for (const dsl::SectionReport& section : report.sections) {
      nlohmann::ordered_json object;
      object["schema"] = 1;
      object["variant"] = variant;
      object["id"] = section.section.id;
      object["kind"] = dsl::section_kind_name(section.section.kind);
      object["status"] = dsl::section_status_name(section.status);
      object["rules"] = section.carriers;
      print(dsl::json_line(object) + "\n");
    }
  }
}

void print_text(const std::string& named, const std::vector<dsl::DocumentReport>& reports) {
  const std::string variant = dsl::printable_line(named);
  for (const dsl::DocumentReport& report : reports) {
    print(fmt::format("{}: {}\n", variant, report.title));
    for (const dsl::SectionReport& section : report.sections) {
      const bool missing = section.status == dsl::SectionStatus::missing;
      const std::string behind =
          missing ? section.section.is : fmt::format("{}", fmt::join(section.carriers, ", "));
      const std::string line = fmt::format("  {:<7} {:<10} {:<7} {}", section.section.id,
                                           dsl::section_kind_name(section.section.kind),
                                           dsl::section_status_name(section.status), behind);
      print(line.substr(0, line.find_last_not_of(' ') + 1) + "\n");
    }
  }
  if (reports.empty()) return print(fmt::format("{}: cites no rule document\n", variant));
  using Status = dsl::SectionStatus;
  print(fmt::format("{}: {} carried, {} only about the table, {} missing\n", variant,
                    dsl::count_sections(reports, Status::carried),
                    dsl::count_sections(reports, Status::table),
                    dsl::count_sections(reports, Status::missing)));
}

Exit report_variant(const SourcesFlags& flags, const std::string& variant, dsl::SourceMap sources,
                    const std::vector<dsl::SourceDocument>& documents) {
  const dsl::FileId own{static_cast<std::uint16_t>(sources.size())};
  auto rules = load_rules(sources, {.variant = variant, .bounds = flags.bounds});
  if (!rules.ok()) return refuse(sources, rules.diagnostics);
  dsl::Diagnostics findings;
  dsl::check_sections(rules.value, dsl::section_ids(documents), findings);
  dsl::sort_diagnostics(findings);
  if (!findings.empty()) print_complaints(sources, findings);
  const auto reports = dsl::report_sections(rules.value, documents, own);
  if (flags.format == "json") {
    print_json(variant, reports);
  } else {
    print_text(variant, reports);
  }
  const bool missing = dsl::count_sections(reports, dsl::SectionStatus::missing) > 0;
  return missing || dsl::has_errors(findings) ? Exit::found : Exit::fine;
}

Exit report_all(const SourcesFlags& flags) {
  const auto folder = variant_folder();
  if (!folder)
    return refuse(Exit::unreadable,
                  "the bundled rule documents are not where they should be; set ROUNDHOUSE_VARIANTS to the "
                  "folder of the variants");
  dsl::SourceMap sources;
  const auto documents = dsl::read_documents(sources, *folder / "sources");
  if (!documents.ok()) return refuse(sources, documents.diagnostics);
  Exit worst = Exit::fine;
  for (const std::string& variant : flags.variants.empty() ? dsl::bundled_variants(*folder) : flags.variants)
    worst = worse(worst, report_variant(flags, variant, sources, documents.value));
  return worst;
}

}  // namespace

void add_sources(CLI::App& app, Run& run) {
  auto flags = std::make_shared<SourcesFlags>();
  Command command(app, "sources", "Show what carries each section of the rule documents");
  command.optional_words("VARIANT", flags->variants,
                         "bundled names or paths; without one, all of the first part of the list");
  command.one_of("--format", flags->format, {"text", "json"}, "text or json (one section a line)");
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse sources dual\n  roundhouse sources --format json");
  command.does(run, [flags] { return report_all(*flags); });
}

}  // namespace roundhouse::cli
