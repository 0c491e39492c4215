// A name of the file's own that a parent or the language has, too. Readers of both may take one for the
// other.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace own_name_check {
namespace {

constexpr std::string_view name = "own-name";

void find(const Linted& linted, Diagnostics& findings) {
  for (const OwnName& own : linted.rules.own_names) {
    if (!linted.is_own(own.where)) continue;
    const bool is_of_language = own.whose.empty();
    const std::string whose = is_of_language ? std::string("the language") : "'" + own.whose + "'";
    Diagnostic& made = findings.emplace_back(warning(
        name, own.where,
        is_of_language
            ? fmt::format("the language has '{}' of {}, too; here it is this file's own", own.name, own.what)
            : fmt::format("'{}' is {} of {}, too; here it is this file's own", own.name, own.what, whose),
        fmt::format(
            "nothing has to be done: {} goes on to mean its own; another name spares readers the question",
            whose)));
    made.severity = Severity::note;
    if (!is_of_language) made.labels.push_back({own.there, fmt::format("the one of {}", whose)});
  }
}

}  // namespace
}  // namespace own_name_check

const LintCheck own_name{own_name_check::name, "A file has a name for itself that a parent has, too.",
                         own_name_check::find};

}  // namespace roundhouse::dsl
