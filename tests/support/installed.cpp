#include "tests/support/installed.h"

#include <cstdlib>

#include "tests/support/catch.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {

bool is_installed(const std::string& program) {
  // Daemons lie where only administrators look.
  if (run_shell("PATH=$PATH:/usr/sbin command -v " + program, {}).status == 0) return true;
  if (std::getenv("ROUNDHOUSE_ALL_INSTALLED") != nullptr) FAIL(program << " is not installed");
  WARN("skipped: " << program << " is not installed");
  return false;
}

}  // namespace roundhouse::tests
