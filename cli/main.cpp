#include <CLI/CLI.hpp>
#include <string>

#include "dsl/base/version.h"

int main(int argc, char** argv) {
  CLI::App app{"roundhouse: Mexican Train dominoes with house rules as data", "roundhouse"};
  app.set_version_flag("--version", "roundhouse " + std::string(roundhouse::dsl::program_version()) +
                                        " (rule language " +
                                        std::to_string(roundhouse::dsl::language_version) + ")");
  CLI11_PARSE(app, argc, argv);
  return 0;
}
