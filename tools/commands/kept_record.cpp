#include "tools/commands/kept_record.h"

#include "cli/write_file.h"

namespace roundhouse::cli {

std::string KeptRecord::keep(const std::string& text) {
  if (!is_new_ && text == held_) return {};
  std::string trouble = is_new_ ? create_file(path_, text) : replace_file(path_, held_, text);
  if (!trouble.empty()) return trouble;
  is_new_ = false;
  held_ = text;
  return {};
}

}  // namespace roundhouse::cli
