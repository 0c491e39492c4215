#pragma once
// Names of a family's rules in its records: options and facts of the header, options that change between
// rounds, declared acts.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/assist/rule_view.h"

namespace roundhouse::cli {

/// The places of the name in a record that was played by one of these rule files. `path`: the record's, from
/// whose folder it names its rules.
std::vector<dsl::Span> places_in_record(std::string_view text, const std::string& path,
                                        const dsl::NamePlace& name, const std::set<std::string>& rule_files);

}  // namespace roundhouse::cli
