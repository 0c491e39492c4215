#pragma once
// All that is looked at before the YAML library sees a text: bytes, limits, shape, traps. A file that
// passes is small, flat and of one meaning.

#include "dsl/syntax/yaml_scan.h"

namespace roundhouse::dsl {

/// Never fails and takes time and memory in step with the text, whatever it is.
YamlScan prescan_yaml(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
