// Records as people scribble them at the table: tests/scribbled/habits.cases has the habits one by one,
// evening.train all of them in one record. What they must be read as was written down before anything was
// tried.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"
#include "dsl/program.h"
#include "replay/read_record.h"
#include "replay/record_json.h"
#include "replay/referee.h"
#include "replay/write_record.h"
#include "tests/catch.h"
#include "tests/golden.h"
#include "tests/rules_from_text.h"

namespace roundhouse::tests {
namespace {

constexpr std::string_view frame =
    "[variant club-double-twelve deal=3]\n[players Ann Ben Cleo=\"Aunt Cleo\"]\n\nround 12\n";

struct Habit {
  std::string name;
  std::string written;
  std::string meant;
  bool is_silent = false;
};

std::vector<Habit> habits() {
  std::vector<Habit> all;
  std::istringstream text(read_file(source_folder() / "tests/scribbled/habits.cases"));
  bool is_meant = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("== ")) {
      all.push_back({line.substr(3), {}, {}, line.ends_with("(silently)")});
      is_meant = false;
    } else if (line == "--" && !all.empty()) {
      is_meant = true;
    } else if (!all.empty()) {
      (is_meant ? all.back().meant : all.back().written) += line + "\n";
    }
  }
  for (Habit& habit : all) {
    const bool has_header = habit.meant.starts_with("[");
    if (has_header) continue;
    habit.written = std::string(frame) + habit.written;
    habit.meant = std::string(frame) + habit.meant;
  }
  return all;
}

dsl::Program program_of(const replay::Header& header) {
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : header.variant.options)
    settings.push_back({option.name, option.value, {}});
  return dsl::compile_rules(bundled_rules(header.variant.name, settings),
                            static_cast<int>(header.players.size()));
}

struct Read {
  replay::Record record;
  std::string errors;
  std::size_t notes = 0;
};

/// As the program reads: with the rules that the header names.
Read read_with_rules(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("record.train", text);
  std::optional<dsl::Program> program;
  const auto read = replay::read_record(file, text, [&](const replay::Header& header) {
    program = program_of(header);
    return &*program;
  });
  Read result{read.value, {}, read.diagnostics.size()};
  if (!read.ok()) result.errors = dsl::render_diagnostics(sources, read.diagnostics);
  return result;
}

TEST_CASE("each habit of people who scribble is read as what they mean", "[notation][scribbled][replay]") {
  const std::vector<Habit> all = habits();
  REQUIRE(all.size() >= 60);
  for (const Habit& habit : all) {
    INFO(habit.name);
    INFO(habit.written);
    const Read meant = read_with_rules(habit.meant);
    REQUIRE(meant.errors == "");
    CHECK(meant.notes == 0);
    const Read read = read_with_rules(habit.written);
    CHECK(read.errors == "");
    CHECK(replay::write_record(read.record) == replay::write_record(meant.record));
    CHECK((read.notes == 0) == habit.is_silent);
  }
}

}  // namespace
}  // namespace roundhouse::tests
