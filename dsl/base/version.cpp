#include "dsl/base/version.h"

namespace roundhouse::dsl {

std::string_view program_version() { return ROUNDHOUSE_VERSION; }

}  // namespace roundhouse::dsl
