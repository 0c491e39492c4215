#include "tools/commands/prove.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"
#include "tools/prove/coverage.h"

namespace roundhouse::cli {
namespace {

using replay::Coverage;
using replay::CoverageAim;
using Kind = CoverageAim::Kind;
using Json = nlohmann::ordered_json;

std::size_t positions_of(const ProveFlags& flags) {
  constexpr std::size_t usual = 600'000;
  return flags.budget > 0 ? flags.budget : usual;
}

class CoveragePrinter {
 public:
  CoveragePrinter(const std::string& file, const dsl::SourceMap& sources, const dsl::CheckedRules& rules,
                  const Coverage& coverage, const ProveFlags& flags)
      : file_(file), sources_(sources), rules_(rules), coverage_(coverage), flags_(flags) {}

  void print_text() const {
    const std::string named = dsl::printable_line(file_);
    if (rules_.examples.empty())
      print(
          fmt::format("{}: it has no examples. To begin, paste some of those below at its end, and say in "
                      "'says' what they are to show\n",
                      named));
    if (coverage_.rows.empty()) return print(fmt::format("{}: no rows to show\n", named));
    const std::size_t whole = rows_shown_whole();
    print(fmt::format("{}: {} of {} shown from all sides by {}{}\n\n", named, whole,
                      dsl::counted(rows_in_force(), "row"), dsl::counted(rules_.examples.size(), "example"),
                      coverage_.of_parents ? "; it has no rows of its own, so these are its parents'" : ""));
    for (const std::size_t row : coverage_.rows) print_row(row);
    if (!coverage_.proposals.empty()) print_proposals();
    print_play();
  }

  void print_json() const {
    for (const std::size_t row : coverage_.rows) print(dsl::json_line(row_as_json(row)) + "\n");
    Json sum;
    sum["schema"] = 1;
    sum["file"] = file_;
    sum["examples"] = rules_.examples.size();
    sum["rows"] = rows_in_force();
    sum["shown"] = rows_shown_whole();
    sum["of_parents"] = coverage_.of_parents;
    sum["seed"] = flags_.seed;
    sum["budget"] = positions_of(flags_);
    sum["played"] = Json::array();
    for (const replay::CoveragePlayed& played : coverage_.played)
      sum["played"].push_back(
          {{"table", played.table}, {"rounds", played.rounds}, {"positions", played.positions}});
    print(dsl::json_line(sum) + "\n");
  }

 private:
  // The parts of a row.

  std::vector<std::size_t> aims_of(std::size_t row) const {
    std::vector<std::size_t> aims;
    for (std::size_t i = 0; i < coverage_.aims.size(); ++i) {
      const CoverageAim& aim = coverage_.aims[i];
      if ((aim.kind == Kind::lifted ? aim.other : aim.row) == row) aims.push_back(i);
    }
    return aims;
  }
  /// Exceptions of the row, each with the aim that it lifts it; absent: it is none of the rows looked at.
  std::vector<std::pair<std::size_t, std::size_t>> exceptions_of(std::size_t row) const {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (const std::size_t other : coverage_.rows) {
      const dsl::Rule& except = rules_.rules[other];
      const bool lifts = any_of(except.excepts, [&](dsl::RuleId lifted) { return lifted.value == row; });
      if (!lifts || !is_in_force(other)) continue;
      for (std::size_t i = 0; i < coverage_.aims.size(); ++i) {
        const CoverageAim& aim = coverage_.aims[i];
        const bool is_it = except.excepts.size() < 2
                               ? aim.kind == Kind::decided && aim.row == other
                               : aim.kind == Kind::lifted && aim.row == row && aim.other == other;
        if (is_it) found.emplace_back(other, i);
      }
    }
    return found;
  }
  bool is_in_force(std::size_t row) const { return coverage_.in_force[row] != 0; }
  bool is_asked(std::size_t row) const {
    const std::vector<std::size_t> aims = aims_of(row);
    return any_of(aims, [&](std::size_t aim) { return coverage_.is_shown(aim); });
  }
  bool is_shown_whole(std::size_t row) const {
    const std::vector<std::size_t> aims = aims_of(row);
    return all_of(aims, [&](std::size_t aim) { return coverage_.is_shown(aim); });
  }
  std::size_t rows_in_force() const {
    return static_cast<std::size_t>(
        count_if(coverage_.rows, [&](std::size_t row) { return is_in_force(row); }));
  }
  std::size_t rows_shown_whole() const {
    return static_cast<std::size_t>(
        count_if(coverage_.rows, [&](std::size_t row) { return is_in_force(row) && is_shown_whole(row); }));
  }

  const std::string& id(std::size_t row) const { return rules_.rules[row].id; }
  std::size_t line_of(dsl::Span where) const { return sources_.locate(where.file, where.begin).line; }
  std::string place_of(std::size_t row) const {
    const dsl::Span where = rules_.rules[row].id_where;
    const std::string line = fmt::format("line {}", line_of(where));
    return where.file == dsl::FileId{}
               ? line
               : fmt::format("{} of {}", line, dsl::printable_line(sources_.file(where.file).name));
  }
  /// As it is written, on one line.
  std::string text_of(const CoverageAim& part) const {
    std::string text;
    for (const char c : sources_.text(part.where)) {
      const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
      if (!blank)
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
    return dsl::printable_line(text);
  }

  // In words.

  /// "(3 below)": the number of the example that shows it.
  std::string cure(std::size_t aim) const {
    if (coverage_.proposed[aim]) return fmt::format("({} below)", *coverage_.proposed[aim] + 1);
    if (coverage_.refused[aim] != 0) return "(it came in play, but no record shows it by itself)";
    return "(nor did it come in play)";
  }

  void print_aim(std::size_t aim) const {
    const CoverageAim& what = coverage_.aims[aim];
    if (what.kind == Kind::part)
      print(
          fmt::format("    '{}' was never {} {}\n", text_of(what), what.value ? "true" : "false", cure(aim)));
    else if (what.kind == Kind::lifted)
      print(fmt::format("    never lifted '{}' {}\n", dsl::printable_line(id(what.row)), cure(aim)));
    else
      print(fmt::format("    it decided nothing {}\n", cure(aim)));
  }

  /// A row of which no example shows anything: where it is shown, and what nothing can show.
  void print_unasked(const std::string& head, const std::vector<std::size_t>& aims) const {
    std::set<std::size_t> below;
    for (const std::size_t aim : aims)
      if (coverage_.proposed[aim]) below.insert(*coverage_.proposed[aim] + 1);
    print(fmt::format(
        "  {}: reached by no example ({})\n", head,
        below.empty() ? "nor did it come in play" : fmt::format("{} below", fmt::join(below, ", "))));
    if (below.empty()) return;
    for (const std::size_t aim : aims)
      if (!coverage_.proposed[aim]) print_aim(aim);
  }

  void print_row(std::size_t row) const {
    const std::string head = fmt::format("{} ({}, {})", dsl::printable_line(id(row)), place_of(row),
                                         dsl::shape_word(rules_.rules[row].shape));
    if (!is_in_force(row)) return print(fmt::format("  {}: not in force under the options\n", head));
    const std::vector<std::size_t> aims = aims_of(row);
    if (!is_asked(row)) return print_unasked(head, aims);
    const std::vector<std::size_t>& by = coverage_.shown_by[aims.front()];
    if (!by.empty())
      print(fmt::format("  {}: reached by {}\n", head, dsl::counted(by.size(), "example")));
    else
      print(fmt::format("  {}: asked, but decided in no example {}\n", head, cure(aims.front())));
    for (const std::size_t aim : aims)
      if (!coverage_.is_shown(aim) && coverage_.aims[aim].kind != Kind::decided) print_aim(aim);
    for (const auto& [other, aim] : exceptions_of(row))
      if (!coverage_.is_shown(aim))
        print(fmt::format("    its exception '{}' by none {}\n", dsl::printable_line(id(other)), cure(aim)));
  }

  std::string described(const CoverageAim& aim) const {
    switch (aim.kind) {
      case Kind::lifted:
        return fmt::format("'{}' lifts '{}'", id(aim.other), id(aim.row));
      case Kind::part:
        return fmt::format("in '{}', '{}' is {}", id(aim.row), text_of(aim), aim.value ? "true" : "false");
      case Kind::decided:
        break;
    }
    switch (rules_.rules[aim.row].shape) {
      case dsl::Shape::forbid:
        return fmt::format("'{}' forbids it", id(aim.row));
      case dsl::Shape::permit:
        return fmt::format("'{}' permits it", id(aim.row));
      case dsl::Shape::except:
        return fmt::format("'{}' makes an exception", id(aim.row));
      case dsl::Shape::advise:
        return fmt::format("'{}' advises against it", id(aim.row));
      case dsl::Shape::after:
      case dsl::Shape::optional:
        return fmt::format("'{}' applies", id(aim.row));
    }
    return {};
  }

  /// The example as a file has it, an item of its list.
  std::string item_of(const replay::ProposedExample& proposal) const {
    constexpr std::size_t most_shown = 3;
    std::string says;
    for (std::size_t i = 0; i < proposal.shows.size() && i < most_shown; ++i)
      says += (i == 0 ? "" : "; ") + described(coverage_.aims[proposal.shows[i]]);
    if (proposal.shows.size() > most_shown)
      says += fmt::format("; and {} more", proposal.shows.size() - most_shown);
    std::string text = fmt::format("  - says: {}\n    record: |\n", dsl::json_line(Json(says)));
    for (const std::string_view line : dsl::lines_of(proposal.record))
      text += line.empty() ? "\n" : fmt::format("      {}\n", line);
    text += proposal.legal ? "    is: legal\n" : "    is: illegal\n";
    if (!proposal.because.empty()) text += fmt::format("    because: {}\n", proposal.because);
    return text;
  }

  void print_proposals() const {
    print(fmt::format("\nThe referee has judged each of these so. To be pasted {}\n\n",
                      rules_.examples.empty() ? "at the end of the file:" : "below the file's 'examples:':"));
    if (rules_.examples.empty()) print("examples:\n");
    for (std::size_t i = 0; i < coverage_.proposals.size(); ++i)
      print(dsl::printable(fmt::format("  # {}\n{}", i + 1, item_of(coverage_.proposals[i]))));
  }

  void print_play() const {
    if (coverage_.played.empty()) return;
    print(fmt::format("\nPlayed for what no example shows, first rounds only, seed {}:\n", flags_.seed));
    for (const replay::CoveragePlayed& played : coverage_.played)
      print(fmt::format("  {}: {}, {}\n", played.table, dsl::counted(played.rounds, "round"),
                        dsl::counted(played.positions, "position")));
  }

  // For programs.

  /// The lines of the examples.
  Json examples_as_json(std::size_t aim) const {
    Json lines = Json::array();
    for (const std::size_t example : coverage_.shown_by[aim])
      lines.push_back(line_of(rules_.examples[example].where));
    return lines;
  }
  Json aim_as_json(std::size_t aim) const {
    Json object;
    object["reached_by"] = examples_as_json(aim);
    object["proposal"] =
        coverage_.proposed[aim] ? Json(item_of(coverage_.proposals[*coverage_.proposed[aim]])) : Json();
    return object;
  }
  Json row_as_json(std::size_t row) const {
    const dsl::Span where = rules_.rules[row].id_where;
    const std::vector<std::size_t> aims = aims_of(row);
    Json object;
    object["schema"] = 1;
    object["file"] = sources_.file(where.file).name;
    object["row"] = id(row);
    object["line"] = line_of(where);
    object["shape"] = dsl::shape_word(rules_.rules[row].shape);
    object["in_force"] = is_in_force(row);
    object["shown"] = is_in_force(row) && is_shown_whole(row);
    object.update(aim_as_json(aims.front()));
    object["exceptions"] = Json::array();
    for (const auto& [other, aim] : exceptions_of(row)) {
      Json exception{{"row", id(other)}};
      exception.update(aim_as_json(aim));
      object["exceptions"].push_back(std::move(exception));
    }
    object["parts"] = Json::array();
    for (const std::size_t aim : aims) {
      const CoverageAim& what = coverage_.aims[aim];
      if (what.kind != Kind::part) continue;
      Json part{{"text", text_of(what)}, {"line", line_of(what.where)}, {"is", what.value}};
      part.update(aim_as_json(aim));
      object["parts"].push_back(std::move(part));
    }
    return object;
  }

  const std::string& file_;
  const dsl::SourceMap& sources_;
  const dsl::CheckedRules& rules_;
  const Coverage& coverage_;
  const ProveFlags& flags_;
};

}  // namespace

Exit show_coverage(const std::string& file, const dsl::SourceMap& sources, const dsl::CheckedRules& rules,
                   const ProveFlags& flags, const ProveForm& form) {
  const Coverage coverage =
      replay::find_coverage(rules, rules_with_settings(file, form.bounds),
                            {.seed = flags.seed, .most_positions = positions_of(flags)});
  const CoveragePrinter printer(file, sources, rules, coverage, flags);
  if (form.json)
    printer.print_json();
  else
    printer.print_text();
  bool all = true;
  for (std::size_t aim = 0; aim < coverage.aims.size(); ++aim)
    all = all && (coverage.is_shown(aim) || coverage.in_force[coverage.aims[aim].row] == 0);
  return all || !form.deny_warnings ? Exit::fine : Exit::found;
}

}  // namespace roundhouse::cli
