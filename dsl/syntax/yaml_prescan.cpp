#include "dsl/syntax/yaml_prescan.h"

#include "dsl/syntax/yaml_bytes.h"
#include "dsl/syntax/yaml_traps.h"

namespace roundhouse::dsl {

YamlScan prescan_yaml(const SourceMap& sources, FileId file) {
  if (Diagnostics unreadable = check_bytes(sources, file); !unreadable.empty()) {
    YamlScan scan;
    scan.diagnostics = std::move(unreadable);
    scan.sound = false;
    return scan;
  }
  YamlScan scan = scan_yaml(sources, file);
  check_bare_truth(sources, file, scan);
  check_curly_quotes(sources, file, scan);
  check_lost_tails(sources, file, scan);
  check_merge_keys(sources, file, scan);
  check_spaces_after_colons(sources, file, scan);
  check_odd_spaces(sources, file, scan);
  check_unseen(sources, file, scan);
  return scan;
}

std::vector<Span> find_comments(const SourceMap& sources, FileId file) {
  return prescan_yaml(sources, file).comments;
}

}  // namespace roundhouse::dsl
