#include "replay/referee/also/also_legal.h"

#include <algorithm>
#include <memory>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/checked_rules.h"
#include "dsl/compile/expression_compiler.h"
#include "engine/prepare_round.h"
#include "replay/fold/act_rows.h"
#include "replay/record/check_header.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/trial.h"

namespace roundhouse::replay {
namespace {

/// A verdict that costs a fraction of the first: what hands there could have been is searched for less.
RefereeOptions quick() { return {.trust = false, .help = false, .budget = 2'000, .act_budget = 20'000}; }

/// The rules and the header by which the last round of a record's beginning was played.
struct RoundOfRuling {
  const LoadedRecord& loaded;
  const RecordRound& round;

  bool is_changed() const { return round.by.terms != nullptr; }
  const engine::Rules& program() const { return program_in(round, loaded.program()); }
  const Header& header() const { return header_in(round, loaded.record.header); }
  const dsl::CheckedRules& rules() const {
    return is_changed() ? *round.by.terms->rules.checked : loaded.rules();
  }
};

/// The rules compiled, if the round can be followed by them at all: as many players, the same tiles.
std::optional<engine::Rules> program_for(const dsl::CheckedRules& rules, const RoundOfRuling& here) {
  const int players = here.program().players;
  if (dsl::refuse_players(rules, players)) return std::nullopt;
  const dsl::Program of_set = dsl::program_skeleton(rules, players);
  if (of_set.highest != here.program().highest || of_set.copies != here.program().copies) return std::nullopt;
  engine::Rules program =
      engine::prepare_for_round(dsl::compile_rules(rules, players, dsl::RowTexts::left_out));
  if (!check_header(program, here.header()).empty()) return std::nullopt;
  return program;
}

/// The beginning with its last round by the other program, and the program to ask for it.
template <class Ask>
auto asked_by(const engine::Rules& program, const RoundOfRuling& here, const Record& beginning,
              const Ask& ask) {
  if (!here.is_changed()) return ask(program, beginning);
  Record changed = beginning;
  play_last_by(changed, &program);
  return ask(here.loaded.program(), changed);
}

/// The value as the checked option has it; absent: it is none, or no single one.
std::optional<std::int32_t> value_of(const dsl::CheckedRules& rules, const dsl::Option& option,
                                     const std::string& text) {
  if (!option.by.empty()) return std::nullopt;
  if (option.type == dsl::Type::truth)
    return text == "true" ? std::optional(1) : text == "false" ? std::optional(0) : std::nullopt;
  for (const dsl::NameId choice : option.choices)
    if (rules.name_text(choice) == text) return choice.value;
  return option.choices.empty() ? dsl::whole_number<std::int32_t>(text) : std::nullopt;
}

/// The settings of options in the record's header and in --set.
std::vector<dsl::OptionSetting> settings_of(dsl::SourceMap& sources, const RoundOfRuling& here,
                                            const RecordWishes& wishes) {
  std::vector<dsl::OptionSetting> settings;
  for (const OptionField& field : here.header().variant.options)
    settings.push_back({field.name, field.value, {}});
  for (dsl::OptionSetting& setting : read_settings(sources, "--set", wishes.settings))
    settings.push_back(std::move(setting));
  return settings;
}

/// Another variant with as many of the record's settings as it has options for.
class VariantWithSettings {
 public:
  VariantWithSettings(const std::string& variant, const dsl::CheckedRules& rules, const RoundOfRuling& here,
                      const RecordWishes& wishes)
      : variant_(variant),
        rules_(rules),
        bounds_(wishes.bounds),
        settings_(settings_of(sources_, here, wishes)) {
    std::erase_if(settings_, [&](const dsl::OptionSetting& setting) {
      return none_of(rules.options, [&](const dsl::Option& option) { return option.name == setting.name; });
    });
  }

  bool is_as_it_stands() const { return settings_.empty(); }

  /// With the values put in, but not checked; absent: one is none that can be put in by hand.
  std::optional<dsl::CheckedRules> by_hand() const {
    dsl::CheckedRules made = rules_;
    for (const dsl::OptionSetting& setting : settings_)
      for (dsl::Option& option : made.options) {
        if (option.name != setting.name) continue;
        const std::optional<std::int32_t> value = value_of(rules_, option, setting.value);
        if (!value) return std::nullopt;
        option.value = *value;
      }
    return made;
  }

  /// Absent: a value does not fit.
  std::optional<dsl::CheckedRules> checked(const RuleSource& source) {
    dsl::Checked<dsl::CheckedRules> checked =
        source.check(sources_, {.variant = variant_, .settings = settings_, .bounds = bounds_});
    if (!checked.ok()) return std::nullopt;
    return std::move(checked.value);
  }

 private:
  const std::string& variant_;
  const dsl::CheckedRules& rules_;
  const dsl::ReadingBounds& bounds_;
  dsl::SourceMap sources_;
  std::vector<dsl::OptionSetting> settings_;
};

/// The record's own rules with one option changed; checked, as only few come so far.
std::optional<dsl::CheckedRules> with_option(const RuleSource& source, const RoundOfRuling& here,
                                             const std::string& path, const RecordWishes& wishes,
                                             const std::string& option, const std::string& value) {
  dsl::SourceMap sources;
  RulesWish wish = rules_wish(sources, path, here.header(), wishes);
  wish.settings.push_back({option, value, {}});
  dsl::Checked<dsl::CheckedRules> rules = source.check(sources, wish);
  if (!rules.ok()) return std::nullopt;
  return std::move(rules.value);
}

}  // namespace

/// The bundled variants to ask where none are named. Those of the second part are mostly other games: they
/// are asked only about records of one of them, or of rules that extend one.
std::vector<std::string> AlsoLegalFinder::variants_beside(const dsl::CheckedRules& own) const {
  BundledGames games = bundled_();
  if (std::find_first_of(games.more.begin(), games.more.end(), own.chain.begin(), own.chain.end()) !=
      games.more.end())
    games.first.insert(games.first.end(), games.more.begin(), games.more.end());
  return std::move(games.first);
}

const dsl::CheckedRules* AlsoLegalFinder::rules_of(const std::string& variant, std::vector<LoadNews>* news) {
  auto [entry, is_new] = checked_.try_emplace(variant);
  if (is_new) {
    const auto sources = std::make_shared<dsl::SourceMap>();
    dsl::Checked<dsl::CheckedRules> rules = source_.check(*sources, {.variant = variant, .bounds = bounds_});
    if (rules.ok())
      entry->second = std::move(rules.value);
    else if (news != nullptr)
      news->push_back({std::move(rules.diagnostics), sources, {}});
  }
  return entry->second ? &*entry->second : nullptr;
}

bool AlsoLegalFinder::check_variants(std::vector<LoadNews>& news) {
  bool all = true;
  for (const std::string& variant : variants_) all = rules_of(variant, &news) != nullptr && all;
  return all;
}

void AlsoLegalFinder::find(const LoadedRecord& loaded, const std::string& path, const RecordWishes& wishes,
                           Judgement& judgement) {
  if (judgement.verdict != Verdict::illegal) return;
  if (!loaded.whole) {
    judgement.also_cut = "other rules were not asked: the record is too long";
    return;
  }
  if (++records_ > most_retried_records) {
    judgement.also_cut = "other rules were not asked: they were for the records before";
    return;
  }
  const auto is_too_long = [](const RecordRound& round) { return round.items.size() > most_retried_items; };
  auto beginning = record_up_to(loaded.record, *judgement.ruling);
  if (!beginning) return;
  if (!is_too_long(beginning->rounds.back()))
    beginning = record_that_shows(loaded.program(), loaded.record, *judgement.ruling, quick());
  if (!beginning) return;
  if (is_too_long(beginning->rounds.back())) {
    judgement.also_cut = "other rules were not asked: the round is too long";
    return;
  }
  std::size_t lines = 0;
  for (const RecordRound& round : beginning->rounds) lines += round.items.size();
  const auto is_spent = [&] {
    if (asked_nodes_ < most_asked_nodes) return false;
    judgement.also_cut = "not all other rules were asked: they are too many or too large";
    return true;
  };
  const RoundOfRuling here{loaded, beginning->rounds.back()};
  const bool is_of_deal = rests_on_deal(here.program(), *judgement.ruling);
  const auto ask = [&](const dsl::CheckedRules& rules) -> Retrial {
    asked_nodes_ += dsl::size_of(rules) + lines;
    const std::optional<engine::Rules> program = program_for(rules, here);
    if (!program || (is_of_deal && !deal_alike(*program, here.program()))) return {};
    asked_nodes_ += lines * static_cast<std::size_t>(act_work(*program).act) / 4;
    Retrial retrial = asked_by(*program, here, *beginning, [&](const engine::Rules& by, const Record& asked) {
      return retry(by, asked, loaded.record, *judgement.ruling, quick());
    });
    // Where not all of the table is known hands are held against nobody.
    if (is_of_deal && retrial.is_partly) return {};
    return retrial;
  };

  const std::string& own = here.rules().chain.front();
  const std::vector<std::string> variants = variants_.empty() ? variants_beside(here.rules()) : variants_;
  for (const std::string& variant : variants) {
    if (variants_.empty() && variant == own) continue;
    if (is_spent()) return;
    const dsl::CheckedRules* rules = rules_of(variant);
    if (rules == nullptr || judgement.also.size() >= most_also) continue;
    // Rules by which the round could not have begun so say nothing of it.
    const std::uint32_t round_begin = beginning->rounds.back().items.front().at.span.begin;
    const auto is_answer = [&](const Retrial& retrial) {
      if (retrial.result == Retried::legal) return true;
      const bool is_of_beginning =
          retrial.before && retrial.before->turn == 0 && retrial.before->where.begin >= round_begin;
      return retrial.result == Retried::only_here && !is_of_beginning;
    };
    VariantWithSettings with(variant, *rules, here, wishes);
    // Values put in by hand show quickly whether they make a difference; what does is checked as a whole.
    const auto by_hand = with.by_hand();
    Retrial retrial;
    const std::size_t asked_before = asked_nodes_;
    if (by_hand) retrial = ask(*by_hand);
    if (!by_hand || (is_answer(retrial) && !with.is_as_it_stands())) {
      asked_nodes_ = asked_before;  // it counts once
      const auto checked = with.checked(source_);
      retrial = checked ? ask(*checked) : Retrial();
    }
    if (is_answer(retrial))
      judgement.also.push_back({variant, {}, {}, retrial.before, retrial.before_message, retrial.rest});
  }
  // So with an option.
  dsl::CheckedRules changed = here.rules();
  for (dsl::Option& option : changed.options) {
    const std::int32_t own_value = option.value;
    for (const std::string& value : other_values(here.rules(), option)) {
      if (judgement.also.size() >= most_also || is_spent()) return;
      const std::optional<std::int32_t> other = value_of(here.rules(), option, value);
      if (!other) continue;
      option.value = *other;
      const bool promises = ask(changed).result == Retried::legal;
      option.value = own_value;
      if (!promises) continue;
      const auto rules = with_option(source_, here, path, wishes, option.name, value);
      const Retrial retrial = rules ? ask(*rules) : Retrial();
      if (retrial.result == Retried::legal)
        judgement.also.push_back({{}, option.name, value, {}, {}, retrial.rest});
    }
  }
}

std::vector<NotLegalWith> AlsoLegalFinder::illegal_with(const LoadedRecord& loaded,
                                                        const RecordPlace& place) {
  std::vector<NotLegalWith> found;
  Ruling asked;
  asked.place = place;
  const auto beginning = record_up_to(loaded.record, asked);
  if (!beginning || beginning->rounds.back().items.size() > most_retried_items) return found;
  const RoundOfRuling here{loaded, beginning->rounds.back()};
  dsl::CheckedRules changed = here.rules();
  for (dsl::Option& option : changed.options) {
    const std::int32_t own_value = option.value;
    for (const std::string& value : other_values(here.rules(), option)) {
      if (found.size() >= most_also || asked_nodes_ >= most_asked_nodes) return found;
      const std::optional<std::int32_t> other = value_of(here.rules(), option, value);
      if (!other) continue;
      option.value = *other;
      asked_nodes_ += dsl::size_of(changed);
      const std::optional<engine::Rules> program = program_for(changed, here);
      option.value = own_value;
      if (program && deal_alike(*program, here.program()) &&
          asked_by(*program, here, *beginning, [&](const engine::Rules& by, const Record& beginning_by) {
            return is_illegal_first(by, beginning_by, asked, quick());
          }))
        found.push_back({option.name, value});
    }
  }
  return found;
}

}  // namespace roundhouse::replay
