#include "tools/lint/settle_allows.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "dsl/base/search.h"
#include "tools/lint/allow_codes.h"

namespace roundhouse::dsl {
namespace {

std::size_t begin_of_line(const std::string& text, std::size_t offset) {
  const std::size_t end = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  return end == std::string::npos ? 0 : end + 1;
}

/// The line with which the entry of a block begins, or the block itself.
std::size_t begin_of_entry(const std::string& text, std::size_t offset) {
  std::size_t line = begin_of_line(text, offset);
  const auto is_within = [&] {
    const std::size_t first = text.find_first_not_of(' ', line);
    return first == std::string::npos || first > line + 2 || text[first] == '\n' || text[first] == '#';
  };
  while (line > 0 && is_within()) line = begin_of_line(text, line - 1);
  return line;
}

std::string without_needless(std::string text, const Diagnostics& findings) {
  for (std::size_t i = findings.size(); i-- > 0;) {
    if (findings[i].code != needless_allow_code) continue;
    const std::size_t line = begin_of_line(text, findings[i].where.begin);
    text.erase(line, text.find('\n', line) + 1 - line);
  }
  return text;
}

}  // namespace

std::string settle_allows(std::string text, std::string_view because, const Diagnostics& known,
                          const std::function<Diagnostics(const std::string& text)>& look) {
  const Diagnostics findings = look(text);
  text = without_needless(std::move(text), findings);
  std::map<std::size_t, std::set<std::string>> codes;  // by the line above which they are allowed
  for (const Diagnostic& found : look(text)) {
    const auto is_it = [&](const Diagnostic& other) {
      return other.code == found.code && other.message == found.message;
    };
    if (found.severity != Severity::warning || found.where.file != FileId{} || any_of(known, is_it)) continue;
    codes[begin_of_entry(text, found.where.begin)].insert(std::string(found.code));
  }
  std::string allowed;
  std::size_t at = 0;
  for (const auto& [line, names] : codes) {
    allowed += text.substr(at, line - at);
    const std::string indent(text.find_first_not_of(' ', line) - line, ' ');
    for (const std::string& name : names)
      allowed += fmt::format("{}# roundhouse: allow {} because {}\n", indent, name, because);
    at = line;
  }
  return allowed + text.substr(at);
}

}  // namespace roundhouse::dsl
