#pragma once
// A YAML text with the expected place marked in it, for the tests of the reader.

#include <string>
#include <string_view>

#include "dsl/base/source.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::tests {

/// `⟦` and `⟧` stand around the place where a complaint is expected; they are no part of the text.
struct MarkedYaml {
  dsl::SourceMap sources;
  dsl::FileId file;
  dsl::Span marked;

  explicit MarkedYaml(std::string text) {
    constexpr std::string_view opener = "\u27E6";
    constexpr std::string_view closer = "\u27E7";
    const std::size_t begin = text.find(opener);
    if (begin != std::string::npos) {
      text.erase(begin, opener.size());
      const std::size_t end = text.find(closer);
      text.erase(end, closer.size());
      marked.begin = static_cast<std::uint32_t>(begin);
      marked.end = static_cast<std::uint32_t>(end);
    }
    file = sources.add("family.yaml", std::move(text));
    marked.file = file;
  }

  dsl::Checked<dsl::YamlNode> read() const { return dsl::read_yaml(sources, file); }
  std::string render(const dsl::Checked<dsl::YamlNode>& checked) const {
    return render_diagnostics(sources, checked.diagnostics);
  }
};

}  // namespace roundhouse::tests
