#pragma once
// The list of all benchmarks, by what they measure, and what they begin with.

#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::bench {

void add_engine_benchmarks();
void add_judging_benchmarks();

/// Of processor time, of this process.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::filesystem::path source_folder();

/// The bundled variants, sorted.
std::vector<std::string> variants();

/// `variant`: a bundled name or the path of a file. Throws where it is not right, for nothing could be
/// measured then.
dsl::CheckedRules checked(const std::string& variant);

}  // namespace roundhouse::bench
