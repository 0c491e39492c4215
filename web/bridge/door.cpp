// The one door of the module that a browser loads.

#include <string>

#include "web/bridge/bridge.h"

/// The answer is there until the next call.
extern "C" char const* roundhouse_call(char const* request) {
  static std::string kept;
  kept = roundhouse::web::answer(request, "/variants");
  return kept.c_str();
}
