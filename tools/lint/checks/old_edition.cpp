// A file that extends an older edition of a bundled game, because it says so or because it was evidently
// written for it. It means what it always meant, and a note names the newer one.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace old_edition_check {
namespace {

constexpr std::string_view name = "old-edition";

void find(const Linted& linted, Diagnostics& findings) {
  const std::optional<UsedEdition>& used = linted.rules.edition;
  if (!used || used->number == used->newest || !linted.is_own(used->where)) return;
  const std::string game = used->name.substr(0, used->name.find('@'));
  Diagnostic& made =
      findings.emplace_back(warning(name, used->where,
                                    fmt::format("this file is read with edition {} of '{}'; the newest is {}",
                                                used->number, game, used->newest)));
  made.severity = Severity::note;
  if (used->evidence.empty()) {
    made.help =
        "'roundhouse upgrade FILE' brings the file to the newest edition, and shows first what changes";
    return;
  }
  made.why = fmt::format("with edition {} it would mean something else or nothing: {}", used->newest,
                         used->evidence);
  made.help = fmt::format(
      "write '{}@{}' to keep it so, or let 'roundhouse upgrade FILE' bring the file to the newest edition",
      game, used->number);
}

}  // namespace
}  // namespace old_edition_check

const LintCheck old_edition{old_edition_check::name, "A file extends an older edition of a bundled game.",
                            old_edition_check::find};

}  // namespace roundhouse::dsl
