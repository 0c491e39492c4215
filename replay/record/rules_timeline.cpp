#include "replay/record/rules_timeline.h"

#include <numeric>
#include <utility>

#include "dsl/base/search.h"
#include "replay/record/notation_codes.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {
namespace {

/// True if the value of this header field can be written as a line.
bool fits_a_line(const Header& header, HeaderKey key) {
  for (const std::string& text : header_texts(header, key))
    if (text.size() + 2 > longest_line) return false;
  return true;
}

}  // namespace

RulesTimeline::RulesTimeline(const Header& header, ReadyRules rules) : now_(lasting_header(header)) {
  // With all that the record begins with: a newcomer may come before its first round.
  terms_ = std::make_shared<const RoundTerms>(RoundTerms{header, std::move(rules)});
  is_refused_ = !terms_->rules.program;
  made_.push_back(std::make_shared<const RoundTerms>(RoundTerms{now_, terms_->rules}));
}

std::string RulesTimeline::change(const Line& line) {
  Header changed = now_;
  follow(changed, line);
  if (!fits_a_line(changed, HeaderKey::variant) || !fits_a_line(changed, HeaderKey::players))
    return "with this the header would have a line of more than 8,192 bytes";
  if (!std::exchange(has_changed_, true)) {
    change_ = {};
    change_.before = terms_;
    change_.seats.resize(now_.players.size());
    std::iota(change_.seats.begin(), change_.seats.end(), Seat{0});
  }
  now_ = std::move(changed);
  is_changing_ = true;
  if (const auto* rules = std::get_if<RulesLine>(&line)) {
    for (const OptionField& option : rules->options) {
      std::erase_if(change_.options, [&](const OptionField& other) { return other.name == option.name; });
      change_.options.push_back(option);
    }
  } else if (const auto* joins = std::get_if<JoinsLine>(&line)) {
    const int players = static_cast<int>(now_.players.size());
    const auto seat = static_cast<Seat>(joins->after == no_seat ? players - 1 : joins->after + 1);
    for (std::vector<Seat>* seats : {&change_.seats, &change_.newcomers})
      for (Seat& other : *seats)
        if (other >= seat) ++other;
    change_.newcomers.push_back(seat);
  }
  return {};
}

std::shared_ptr<const RoundTerms> RulesTimeline::find(Header header, const ProgramOf& program_of) {
  const auto known = find_if(made_, [&](const auto& terms) { return terms->header == header; });
  if (known != made_.end()) return *known;
  if (made_.size() > most_round_terms) return nullptr;
  ReadyRules rules;
  if (program_of && !is_refused_) rules = program_of(header);
  is_refused_ = is_refused_ || !rules.program;
  return made_.emplace_back(
      std::make_shared<const RoundTerms>(RoundTerms{std::move(header), std::move(rules)}));
}

bool RulesTimeline::apply_changes(const ProgramOf& program_of) {
  is_changing_ = false;
  const Header& before = change_.before->header;
  const bool joins = !change_.newcomers.empty();
  // The points of newcomers are asked by the rules of now, of those who sat there before.
  Header asked = now_;
  asked.players = before.players;
  asked.ages = before.ages;
  const bool asks_others = joins && asked.variant.options != before.variant.options;
  std::shared_ptr<const RoundTerms> by;
  if (asks_others && !(by = find(std::move(asked), program_of))) return false;
  std::shared_ptr<const RoundTerms> terms = find(now_, program_of);
  if (!terms) return false;
  terms_ = std::move(terms);
  RoundChange change = change_;
  if (joins) change.asked = by ? by->rules : change_.before->rules;
  applied_ = std::make_shared<const RoundChange>(std::move(change));
  return true;
}

RoundBy RulesTimeline::take() {
  has_changed_ = false;
  return {terms_, std::exchange(applied_, nullptr)};
}

}  // namespace roundhouse::replay
