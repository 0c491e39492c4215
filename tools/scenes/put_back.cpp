#include "tools/scenes/put_back.h"

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/check/simplify.h"

namespace roundhouse::dsl {
namespace {

TypedExpr never() {
  TypedExpr made;
  made.op = Op::truth;
  made.type = Type::truth;
  return made;
}

void put_back_row(Rule& row, const Rule& other, const CheckedRules& other_rules) {
  if (other.when) {
    TypedExpr when = simplify(*other.when, other_rules, {});
    if (is_true(when))
      row.when.reset();
    else
      row.when = std::move(when);
  } else {
    row.when.reset();
  }
  for (std::size_t i = 0; i < row.effects.size(); ++i)
    for (std::size_t arg = 0; arg < row.effects[i].args.size(); ++arg)
      row.effects[i].args[arg] = simplify(other.effects[i].args[arg], other_rules, {});
}

std::size_t begin_of_line(const std::string& text, std::size_t at) {
  const std::size_t end = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return end == std::string::npos ? 0 : end + 1;
}

std::size_t behind_line(const std::string& text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string::npos ? text.size() : end + 1;
}

bool is_blank(std::string_view text, std::string_view blanks) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Takes out the line that begins there, all lines below it that are indented deeper, and the key above them
/// if nothing else stands below it.
std::string without_lines(const std::string& text, std::size_t begin) {
  const std::size_t indent = indent_of(std::string_view(text).substr(begin));
  std::size_t end = behind_line(text, begin);
  while (end < text.size()) {
    const std::string_view line = std::string_view(text).substr(end, behind_line(text, end) - end);
    if (!is_blank(line, " \r\n") && indent_of(line) <= indent) break;
    end += line.size();
  }
  const std::string_view next = std::string_view(text).substr(end, behind_line(text, end) - end);
  const std::size_t above = begin_of_line(text, begin == 0 ? 0 : begin - 1);
  const std::string_view before = std::string_view(text).substr(above, begin - above);
  const bool is_alone = (next.empty() || indent_of(next) < indent) && indent_of(before) < indent;
  if (is_alone && trimmed(before).ends_with(':')) begin = above;
  return text.substr(0, begin) + text.substr(end);
}

}  // namespace

std::optional<CheckedRules> put_back(const CheckedRules& rules, const CheckedRules& other,
                                     const Difference& made) {
  if (rules.rules.size() != other.rules.size() || rules.words.size() != other.words.size())
    return std::nullopt;
  CheckedRules changed = rules;
  bool found = false;
  const std::string name = shown_name(made);
  if (made.kind == DifferenceKind::rule) {
    for (std::size_t i = 0; i < changed.rules.size(); ++i) {
      if (changed.rules[i].id != name || changed.rules[i].shape != other.rules[i].shape) continue;
      put_back_row(changed.rules[i], other.rules[i], other);
      found = true;
    }
  } else if (made.kind == DifferenceKind::word) {
    for (std::size_t i = 0; i < changed.words.size(); ++i) {
      if (changed.words[i].name != name) continue;
      changed.words[i].is = simplify(other.words[i].is, other, {});
      found = true;
    }
  }
  if (!found) return std::nullopt;
  return changed;
}

CheckedRules without_rows(const CheckedRules& rules, const std::string& id) {
  CheckedRules changed = rules;
  for (Rule& row : changed.rules)
    if (row.id == id) row.when = never();
  return changed;
}

std::optional<std::string> without_entry(const std::string& text, Span entry) {
  if (entry.end > text.size() || entry.begin >= entry.end) return std::nullopt;
  const std::size_t begin = begin_of_line(text, entry.begin);
  if (!is_blank(std::string_view(text).substr(begin, entry.begin - begin), " -")) return std::nullopt;
  return without_lines(text, begin);
}

}  // namespace roundhouse::dsl
