#include "tests/support/near_misses.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "dsl/check/variant_files.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "---";
constexpr std::string_view first_key = "roundhouse:";

bool is_whole_file(const std::string& text) {
  return text.starts_with(first_key) || text.find("\n" + std::string(first_key)) != std::string::npos;
}

}  // namespace

std::vector<NearMiss> near_misses(const fs::path& folder) {
  const fs::path path = folder / "near.cases";
  if (!fs::exists(path)) return {};
  const auto refuse = [&](int line, const std::string& what) {
    throw std::runtime_error(path.string() + ":" + std::to_string(line) + ": " + what);
  };
  std::vector<NearMiss> found;
  std::string top;
  std::istringstream lines(read_file(path));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (!line.starts_with(mark)) {
      (found.empty() ? top : found.back().text) += line + "\n";
      continue;
    }
    const std::string name = line.size() > mark.size() + 1 ? line.substr(mark.size() + 1) : std::string();
    if (name.empty()) refuse(number, "a case says behind --- in what it differs from a hit");
    const bool known =
        std::any_of(found.begin(), found.end(), [&](const NearMiss& other) { return other.name == name; });
    if (known) refuse(number, "two cases have the same name");
    found.push_back({name, {}, number});
  }
  for (NearMiss& near : found)
    if (!is_whole_file(near.text)) near.text = top + near.text;
  return found;
}

dsl::VariantReader reader_of(const fs::path& folder, std::string near) {
  return [folder, near = std::move(near),
          bundled = dsl::read_variant_files((source_folder() / "variants").string())](
             const std::string& wanted, const std::string&) -> dsl::LoadedText {
    if (wanted == "near") return {"near.yaml", near, ""};
    const fs::path own = folder / (wanted + ".yaml");
    if (fs::exists(own)) return {wanted + ".yaml", read_file(own), ""};
    return bundled(wanted, {});
  };
}

}  // namespace roundhouse::tests
