#include "dsl/base/version.h"

#include <algorithm>
#include <string>

#include "tests/support/catch.h"

using namespace roundhouse;

TEST_CASE("the program's version is three numbers", "[dsl]") {
  const std::string version(dsl::program_version());
  CHECK(std::count(version.begin(), version.end(), '.') == 2);
  CHECK(version.find_first_not_of("0123456789.") == std::string::npos);
}
