#include "replay/referee/judge/trial.h"

#include <algorithm>
#include <numeric>

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/fold/round_fold.h"
#include "replay/record/tiles.h"
#include "replay/referee/judge/backtracking_judge.h"
#include "replay/referee/judge/judge_round.h"

namespace roundhouse::replay {
namespace {

/// An act judged again takes about as long as two steps of a search.
constexpr std::int64_t steps_for_entry = 2;

/// The line without what follows the place of the ruling.
void cut(TurnLine& line, const dsl::Span& where, bool before_all_acts) {
  if (where == line.claim_at.span && line.claim != MarkClaim::none) return;  // the end of the line is asked
  line.claim = MarkClaim::none;
  if (before_all_acts) {
    line.acts.clear();
    line.goes_on = true;
    return;
  }
  const auto act = find_if(line.acts, [&](const WrittenAct& a) { return dsl::lies_in(where, a.at.span); });
  if (act == line.acts.end()) return;  // the end of the turn, which nobody writes
  line.acts.erase(act + 1, line.acts.end());
  line.goes_on = !std::holds_alternative<PassAct>(line.acts.back().what);
}

bool is_here(const Ruling& found, const Ruling& asked) { return found.place.where == asked.place.where; }

/// The line at which it stands; nullptr: none.
const Item* line_of(const RecordRound& round, const Ruling& ruling) {
  const auto line =
      find_if(round.items, [&](const Item& item) { return dsl::lies_in(ruling.place.where, item.at.span); });
  return line == round.items.end() ? nullptr : &*line;
}

/// The rounds before are followed, the last one is judged.
Judgement judge_last(const engine::Rules& program, const Record& beginning, const RefereeOptions& options) {
  Position position = begin_match_of(program, beginning.header);
  for (std::size_t i = 0; i + 1 < beginning.rounds.size(); ++i)
    fold_round(program, beginning.header, beginning.rounds[i], i == 0, position);
  const RecordRound& last = beginning.rounds.back();
  const engine::Rules& by = program_in(last, program);
  HandRowsOnDemand rows(by);
  return judge_one_round(by, header_in(last, beginning.header), last, rows, beginning.rounds.size() == 1,
                         position, options);
}

}  // namespace

WrittenAct written_act(const engine::Rules& program, const Header& header, const Position& before,
                       const Act& act, dsl::Span where) {
  const At at{where};
  if (act.kind == ActKind::lay) {
    TileAct laid;
    laid.tile = written(act.tile);
    laid.place = place_text(program, header, before, act.actor, act.tile, act.end, act.amount);
    laid.place_at = at;
    if (act.amount != 0) laid.outward = static_cast<std::int8_t>(engine::low_of(act.tile));
    return {laid, at};
  }
  if (act.kind == ActKind::draw) return {DrawAct{}, at};
  if (act.kind == ActKind::declared) {
    WordAct word = word_of(program, header, act);
    word.word_at = word.whom_at = word.amount_at = at;
    return {word, at};
  }
  return {PassAct{}, at};
}

RecordRound with_act_instead(const RecordRound& round, std::size_t item, dsl::Span where,
                             const WrittenAct* instead) {
  RecordRound tried;
  tried.void_label = round.void_label;
  tried.by = round.by;
  tried.items.assign(round.items.begin(), round.items.begin() + static_cast<std::ptrdiff_t>(item) + 1);
  auto& line = std::get<TurnLine>(tried.items.back().line);
  const auto ruled =
      find_if(line.acts, [&](const WrittenAct& act) { return dsl::lies_in(where, act.at.span); });
  line.acts.erase(ruled, line.acts.end());
  // A line that says nothing but `mark` ends the turn by that.
  if (!line.acts.empty() && std::holds_alternative<PassAct>(line.acts.back().what)) line.acts.pop_back();
  line.claim = MarkClaim::none;
  line.goes_on = true;
  if (instead == nullptr) return tried;
  line.acts.push_back(*instead);
  line.goes_on = !std::holds_alternative<PassAct>(instead->what);
  return tried;
}

std::vector<const Ruling*> rulings_of(const Judgement& judged) {
  std::vector<const Ruling*> all;
  if (judged.ruling) all.push_back(&*judged.ruling);
  for (const Ruling& more : judged.more) all.push_back(&more);
  return all;
}

bool is_same_error(const Ruling& a, const Ruling& b) {
  return a.rule == b.rule && a.place.where == b.place.where;
}

RoundTrial::RoundTrial(const engine::Rules& program, const Header& header, bool first_of_file,
                       const Position& begin, HandRowsOnDemand& rows, const RefereeOptions& options)
    : program_(program),
      header_(header),
      first_of_file_(first_of_file),
      begin_(begin),
      rows_(rows),
      options_(options) {
  options_.trust = options_.strict = options_.help = false;
  options_.rules = nullptr;
}

Judgement RoundTrial::judge(const RecordRound& round) {
  Position position = begin_;
  Judgement judged = judge_one_round(program_, header_, round, rows_, first_of_file_, position, options_);
  steps_ +=
      judged.steps + (steps_for_entry + rows_.work().act) * static_cast<std::int64_t>(entries_of(round));
  return judged;
}

bool RoundTrial::holds(const RecordRound& round, const std::vector<const Ruling*>& known) {
  const Judgement judged = judge(round);
  if (!judged.undecided.empty()) return false;
  return all_of(rulings_of(judged), [&](const Ruling* found) {
    return any_of(known, [&](const Ruling* one) { return is_same_error(*found, *one); });
  });
}

std::optional<Record> record_up_to(const Record& record, const Ruling& ruling) {
  Record beginning;
  beginning.header = record.header;
  const dsl::Span& where = ruling.place.where;
  for (const RecordRound& round : record.rounds) {
    RecordRound& copy = beginning.rounds.emplace_back();
    copy.by = round.by;
    for (const Item& item : round.items) {
      copy.items.push_back(item);
      if (!dsl::lies_in(where, item.at.span)) continue;
      if (auto* line = std::get_if<TurnLine>(&copy.items.back().line))
        cut(*line, where, ruling.rule == dsl::row(dsl::Law::turn_order).name);
      return beginning;
    }
  }
  return std::nullopt;
}

std::optional<Record> record_that_shows(const engine::Rules& program, const Record& record,
                                        const Ruling& ruling, const RefereeOptions& options) {
  std::optional<Record> beginning = record_up_to(record, ruling);
  if (!beginning) return std::nullopt;
  const Item* line = line_of(beginning->rounds.back(), ruling);
  if (line == nullptr || is_heading(line->line)) return std::nullopt;
  const auto shows = [&] {
    const Judgement judged = judge_last(program, *beginning, options);
    return any_of(rulings_of(judged), [&](const Ruling* found) { return is_same_error(*found, ruling); });
  };
  if (shows()) return beginning;
  beginning->rounds.back() = record.rounds[beginning->rounds.size() - 1];
  return shows() ? std::move(beginning) : std::nullopt;
}

void play_last_by(Record& beginning, const ReadyRules& rules) {
  RecordRound& round = beginning.rounds.back();
  const std::shared_ptr<const RoundTerms> own = round.by.terms;
  if (!own) return;
  round.by.terms = std::make_shared<const RoundTerms>(RoundTerms{own->header, rules});
  if (round.by.change) return;
  RoundChange change;
  change.before = own;
  change.seats.resize(own->header.players.size());
  std::iota(change.seats.begin(), change.seats.end(), Seat{0});
  round.by.change = std::make_shared<const RoundChange>(std::move(change));
}

namespace {

/// The rule that the rest of the turn breaks, of which the beginning has a part; empty: none.
std::string broken_by_rest(const engine::Rules& program, const Record& beginning, const Record& whole,
                           const Ruling& ruling, const RefereeOptions& options) {
  const Item* const line = line_of(whole.rounds[beginning.rounds.size() - 1], ruling);
  if (line == nullptr || line_of(beginning.rounds.back(), ruling)->line == line->line) return {};
  Record to_end = beginning;
  for (Item& item : to_end.rounds.back().items)
    if (item.at.span == line->at.span) item = *line;
  const Judgement judged = judge_last(program, to_end, options);
  const std::vector<const Ruling*> all = rulings_of(judged);
  const auto is_of_turn = [&](const Ruling* found) {
    return dsl::lies_in(found->place.where, line->at.span);
  };
  const auto found = find_if(all, is_of_turn);
  return found == all.end() ? std::string() : (*found)->rule;
}

}  // namespace

Retrial retry(const engine::Rules& program, const Record& beginning, const Record& whole,
              const Ruling& ruling, const RefereeOptions& options) {
  const Item* line = line_of(beginning.rounds.back(), ruling);
  if (line == nullptr) return {};
  const dsl::Span& asked = line->at.span;
  const Judgement alone = judge_last(program, beginning, options);
  const Ruling* before = nullptr;
  const auto answer_of = [&](const Judgement& judged) {
    before = nullptr;
    const std::vector<const Ruling*> all = rulings_of(judged);
    for (const Ruling* found : all) {
      if (is_here(*found, ruling)) return Retried::illegal;
      const bool is_of_line = dsl::lies_in(found->place.where, asked);
      if (!is_of_line && found->place.where.begin > asked.begin) continue;
      // Behind such an error the act is not judged: one slip in a line is one error.
      const bool goes_on = !alone.is_partly && !ends_the_fold(*found) && all.size() < most_rulings;
      if (is_of_line || !goes_on) return Retried::illegal;
      if (before == nullptr) before = found;
    }
    if (!judged.undecided.empty()) return Retried::not_decided;
    return before == nullptr ? Retried::legal : Retried::only_here;
  };
  const Retried of_last = answer_of(alone);
  if (of_last == Retried::illegal || of_last == Retried::not_decided)
    return {of_last, false, std::nullopt, {}, {}};
  // Most rules are out by now. The rounds before count, too.
  const Judgement judged = judge_record(program, beginning, options);
  Retrial retrial{answer_of(judged), alone.is_partly, std::nullopt, {}, {}};
  if (before != nullptr) {
    retrial.before = before->place;
    retrial.before_message = before->message;
  }
  if (retrial.result == Retried::legal || retrial.result == Retried::only_here)
    retrial.rest = broken_by_rest(program, beginning, whole, ruling, options);
  return retrial;
}

bool is_illegal_first(const engine::Rules& program, const Record& beginning, const Ruling& asked,
                      const RefereeOptions& options) {
  const auto is_first = [&](const Judgement& judged) {
    return judged.ruling && is_here(*judged.ruling, asked);
  };
  return is_first(judge_last(program, beginning, options)) &&
         is_first(judge_record(program, beginning, options));
}

bool rests_on_deal(const engine::Rules& program, const Ruling& ruling) {
  constexpr dsl::Aspects of_deal = dsl::aspects::hands | dsl::aspects::hand_sizes | dsl::aspects::boneyard |
                                   dsl::aspects::over | dsl::aspects::result;
  if (!ruling.rule_where) {
    constexpr dsl::Law laws[] = {dsl::Law::round_over,     dsl::Law::tile_not_held, dsl::Law::tile_once,
                                 dsl::Law::boneyard_empty, dsl::Law::false_claim,   dsl::Law::not_the_engine};
    return std::any_of(std::begin(laws), std::end(laws),
                       [&](dsl::Law law) { return ruling.rule == dsl::row(law).name; });
  }
  const auto is_broken = [&](dsl::RuleId rule) { return program.rules[rule.value].id == ruling.rule; };
  for (const dsl::ActRules& act : program.acts) {
    for (const dsl::ForbidRow& row : act.forbids)
      if (is_broken(row.rule) && (dsl::reads_of_row(program, row) & of_deal) != 0) return true;
    for (const dsl::PermitRow& row : act.permits)
      if (is_broken(row.rule) && (dsl::reads(program, row.when) & of_deal) != 0) return true;
  }
  return false;
}

bool deal_alike(const engine::Rules& a, const engine::Rules& b) {
  const auto deal = [](const engine::Rules& program) {
    Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    return engine::evaluate(program, position, {}, program.setup.deal);
  };
  return deal(a) == deal(b);
}

std::vector<std::string> other_values(const dsl::CheckedRules& rules, const dsl::Option& option) {
  std::vector<std::string> values;
  if (!option.by.empty()) return values;
  if (option.type == dsl::Type::truth) {
    values.emplace_back(option.value != 0 ? "false" : "true");
  } else if (option.type == dsl::Type::name) {
    for (const dsl::NameId choice : option.choices)
      if (choice.value != option.value) values.emplace_back(rules.name_text(choice));
  } else if (!option.numbers.empty()) {
    for (const std::int32_t number : option.numbers)
      if (number != option.value) values.push_back(std::to_string(number));
  } else if (option.range) {
    const auto [low, high] = *option.range;
    std::vector<std::int64_t> numbers;
    for (const std::int64_t number : {std::int64_t{option.value} - 1, std::int64_t{option.value} + 1,
                                      std::int64_t{low}, std::int64_t{high}})
      if (number >= low && number <= high && number != option.value && !contains(numbers, number))
        numbers.push_back(number);
    for (const std::int64_t number : numbers) values.push_back(std::to_string(number));
  }
  return values;
}

}  // namespace roundhouse::replay
