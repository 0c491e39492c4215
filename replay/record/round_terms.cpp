#include "replay/record/round_terms.h"

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/check.h"
#include "engine/preconditions.h"

namespace roundhouse::replay {
namespace {

void follow_rules(Header& header, const RulesLine& line) {
  std::vector<OptionField>& options = header.variant.options;
  for (const OptionField& changed : line.options) {
    const auto known =
        find_if(options, [&](const OptionField& option) { return option.name == changed.name; });
    if (known == options.end())
      options.push_back(changed);
    else
      *known = changed;
  }
}

void follow_joins(Header& header, const JoinsLine& line) {
  const std::size_t before = header.players.size();
  const std::size_t seat =
      line.after == no_seat ? before : std::min(static_cast<std::size_t>(line.after) + 1, before);
  const auto place = static_cast<std::ptrdiff_t>(seat);
  header.players.insert(header.players.begin() + place, line.player);
  if (header.ages.empty() && line.age < 0) return;
  header.ages.resize(before, -1);
  header.ages.insert(header.ages.begin() + place, line.age);
}

}  // namespace

const std::string& AskedHash::get() {
  std::call_once(asked_, [this] { hash_ = dsl::rules_hash(*rules_); });
  return hash_;
}

bool changes_rules(const Line& line) {
  return std::holds_alternative<RulesLine>(line) || std::holds_alternative<JoinsLine>(line);
}

void follow(Header& header, const Line& line) {
  if (const auto* rules = std::get_if<RulesLine>(&line)) follow_rules(header, *rules);
  if (const auto* joins = std::get_if<JoinsLine>(&line)) follow_joins(header, *joins);
}

void follow(Header& header, const RecordRound& round) {
  for (const Item& item : round.items) follow(header, item.line);
}

Header lasting_header(const Header& header) {
  Header lasting;
  lasting.variant = header.variant;
  lasting.players = header.players;
  lasting.ages = header.ages;
  lasting.complete = header.complete;
  return lasting;
}

bool lacks_rules(const RecordRound& round) { return round.by.terms && !round.by.terms->rules.program; }

const engine::Rules& program_in(const RecordRound& round, const engine::Rules& of_header) {
  if (!round.by.terms) return of_header;
  if (lacks_rules(round)) engine::check_failed();
  return *round.by.terms->rules.program;
}

const Header& header_in(const RecordRound& round, const Header& header) {
  return round.by.terms ? round.by.terms->header : header;
}

const dsl::CheckedRules* checked_in(const RecordRound& round, const dsl::CheckedRules* of_header) {
  return round.by.terms ? round.by.terms->rules.checked.get() : of_header;
}

}  // namespace roundhouse::replay
