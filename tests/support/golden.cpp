#include "tests/support/golden.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace roundhouse::tests {
namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

/// The line of `text` that holds byte `offset`.
std::string_view line_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return "(the end)";
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  return text.substr(start, end - start);
}

std::string first_difference(std::string_view expected, std::string_view actual) {
  const auto [left, right] = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
  const auto offset = static_cast<std::size_t>(left - expected.begin());
  const auto line = 1 + std::count(expected.begin(), left, '\n');
  std::string out = "line " + std::to_string(line) + "\n  expected: ";
  out += line_at(expected, offset);
  out += "\n  actual:   ";
  out += line_at(actual, offset);
  out += "\n";
  return out;
}

}  // namespace

bool updating_goldens() { return is_set("ROUNDHOUSE_UPDATE_GOLDENS"); }

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string golden_difference(const std::filesystem::path& path, std::string_view actual) {
  std::error_code error;
  const bool there = std::filesystem::exists(path, error);
  const std::string expected = there ? read_file(path) : std::string();
  if (there && expected == actual) return "";
  if (updating_goldens()) {
    if (is_set("CI")) return "expected outputs are not rewritten where CI is set: " + path.string();
    std::filesystem::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << actual;
    if (!file.flush()) return "cannot write " + path.string();
    return "";
  }
  const std::string where = path.lexically_relative(source_folder()).string();
  if (!there) return where + " is not there; ROUNDHOUSE_UPDATE_GOLDENS=1 writes it\n" + std::string(actual);
  return where + ", " + first_difference(expected, actual);
}

std::filesystem::path source_folder() { return ROUNDHOUSE_SOURCE_DIR; }

}  // namespace roundhouse::tests
