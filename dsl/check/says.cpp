#include "dsl/check/says.h"

#include <fmt/format.h>

namespace roundhouse::dsl {

std::vector<SaysPiece> weave_says(const YamlNode& says, const NameTable& names, Findings& findings) {
  std::vector<SaysPiece> pieces;
  const std::string& text = says.text;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t open = text.find('{', begin);
    if (open == std::string::npos) break;
    if (open > begin) pieces.push_back({text.substr(begin, open - begin), std::nullopt});
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) {
      findings
          .error(CheckCode::unknown_option, span_in_scalar(says, open, open + 1),
                 "this brace is never closed")
          .help = "braces hold the name of an option, whose value is then shown";
      return pieces;
    }
    const std::string name = text.substr(open + 1, close - open - 1);
    if (const OptionId* option = find_in(names.options, name)) {
      pieces.push_back({"", *option});
    } else {
      findings.unknown(CheckCode::unknown_option, span_in_scalar(says, open + 1, close), name,
                       "option that could be shown here",
                       findings.crowded() ? std::vector<std::string>{} : names_in(names.options));
    }
    begin = close + 1;
  }
  if (begin < text.size()) pieces.push_back({text.substr(begin), std::nullopt});
  return pieces;
}

}  // namespace roundhouse::dsl
