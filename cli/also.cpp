#include "cli/also.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/console.h"
#include "cli/load.h"
#include "cli/variant_folder.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/rule_size.h"
#include "dsl/check/variant_files.h"
#include "replay/fold/act_work.h"
#include "replay/record/check_header.h"
#include "replay/record/round_terms.h"
#include "replay/referee/judge/retry.h"

namespace roundhouse::cli {
namespace {

/// A verdict that costs a fraction of the first: what hands there could have been is searched for less.
replay::RefereeOptions quick() {
  return {.trust = false, .help = false, .budget = 2'000, .act_budget = 20'000};
}

/// The rules and the header by which the last round of a record's beginning was played.
struct RoundOfRuling {
  const LoadedRecord& loaded;
  const replay::RecordRound& round;

  bool is_changed() const { return round.by.terms != nullptr; }
  const engine::Rules& program() const { return replay::program_in(round, loaded.program()); }
  const replay::Header& header() const { return replay::header_in(round, loaded.record.header); }
  const dsl::CheckedRules& rules() const {
    return is_changed() ? *round.by.terms->rules.checked : loaded.rules();
  }
};

/// The rules compiled, if the round can be followed by them at all: as many players, the same tiles.
std::optional<engine::Rules> program_for(const dsl::CheckedRules& rules, const RoundOfRuling& here) {
  const int players = here.program().players;
  if (dsl::refuse_players(rules, players)) return std::nullopt;
  engine::Rules program = engine::compile_rules(rules, players);
  if (program.highest != here.program().highest || program.copies != here.program().copies ||
      !replay::check_header(program, here.header()).empty())
    return std::nullopt;
  return program;
}

/// The beginning with its last round by the other program, and the program to ask for it.
template <class Ask>
auto asked_by(const engine::Rules& program, const RoundOfRuling& here, const replay::Record& beginning,
              const Ask& ask) {
  if (!here.is_changed()) return ask(program, beginning);
  replay::Record changed = beginning;
  replay::play_last_by(changed, &program);
  return ask(here.loaded.program(), changed);
}

/// The value as the checked option has it; absent: it is none.
std::optional<std::int32_t> value_of(const dsl::CheckedRules& rules, const dsl::Option& option,
                                     const std::string& text) {
  if (option.type == dsl::Type::truth) return text == "true" ? 1 : 0;
  for (const dsl::NameId choice : option.choices)
    if (rules.name_text(choice) == text) return choice.value;
  return dsl::whole_number<std::int32_t>(text);
}

/// The settings of options in the record's header and in --set.
std::vector<dsl::OptionSetting> settings_of(dsl::SourceMap& sources, const RoundOfRuling& here,
                                            const RecordWishes& wishes) {
  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& field : here.header().variant.options)
    settings.push_back({field.name, field.value, {}});
  for (dsl::OptionSetting& setting : read_settings(sources, wishes.settings))
    settings.push_back(std::move(setting));
  return settings;
}

/// Another variant with as many of the record's settings as it has options for; absent: a value does not fit.
std::optional<dsl::CheckedRules> with_settings(const std::string& variant, const dsl::CheckedRules& rules,
                                               const RoundOfRuling& here, const RecordWishes& wishes) {
  dsl::SourceMap sources;
  std::vector<dsl::OptionSetting> settings = settings_of(sources, here, wishes);
  std::erase_if(settings, [&](const dsl::OptionSetting& setting) {
    return none_of(rules.options, [&](const dsl::Option& option) { return option.name == setting.name; });
  });
  if (settings.empty()) return rules;
  dsl::Checked<dsl::CheckedRules> checked =
      load_rules(sources, {.variant = variant, .settings = settings, .bounds = wishes.bounds});
  if (!checked.ok()) return std::nullopt;
  return std::move(checked.value);
}

/// The record's own rules with one option changed; checked, as only few come so far.
std::optional<dsl::CheckedRules> with_option(const RoundOfRuling& here, const std::string& path,
                                             const RecordWishes& wishes, const std::string& option,
                                             const std::string& value) {
  dsl::SourceMap sources;
  RulesWish wish = rules_wish(sources, path, here.header(), wishes);
  wish.settings.push_back({option, value, {}});
  dsl::Checked<dsl::CheckedRules> rules = load_rules(sources, wish);
  if (!rules.ok()) return std::nullopt;
  return std::move(rules.value);
}

/// The bundled variants to ask where none are named. Those of the second part are mostly other games: they
/// are asked only about records of one of them, or of rules that extend one.
std::vector<std::string> variants_beside(const dsl::CheckedRules& own) {
  const auto folder = variant_folder();
  if (!folder) return {};
  std::vector<std::string> variants = dsl::bundled_variants(*folder);
  const std::vector<std::string> more = dsl::more_variants(*folder);
  if (std::find_first_of(more.begin(), more.end(), own.chain.begin(), own.chain.end()) != more.end())
    variants.insert(variants.end(), more.begin(), more.end());
  return variants;
}

}  // namespace

const dsl::CheckedRules* AlsoLegalFinder::rules_of(const std::string& variant) {
  auto [entry, is_new] = checked_.try_emplace(variant);
  if (is_new) {
    dsl::SourceMap sources;
    dsl::Checked<dsl::CheckedRules> rules = load_rules(sources, {.variant = variant, .bounds = bounds_});
    if (rules.ok()) entry->second = std::move(rules.value);
    // Nothing is printed about variants that nobody asked for.
    if (!rules.ok() && !variants_.empty()) print_complaints(sources, rules.diagnostics);
  }
  return entry->second ? &*entry->second : nullptr;
}

bool AlsoLegalFinder::check_variants() {
  bool all = true;
  for (const std::string& variant : variants_) all = rules_of(variant) != nullptr && all;
  return all;
}

void AlsoLegalFinder::find(const LoadedRecord& loaded, const std::string& path, const RecordWishes& wishes,
                           replay::Judgement& judgement) {
  if (judgement.verdict != replay::Verdict::illegal) return;
  if (!loaded.whole) {
    judgement.also_cut = "other rules were not asked: the record is too long";
    return;
  }
  if (++records_ > most_retried_records) {
    judgement.also_cut = "other rules were not asked: they were for the records before";
    return;
  }
  const auto is_too_long = [](const replay::RecordRound& round) {
    return round.items.size() > most_retried_items;
  };
  auto beginning = replay::record_up_to(loaded.record, *judgement.ruling);
  if (!beginning) return;
  if (!is_too_long(beginning->rounds.back()))
    beginning = replay::record_that_shows(loaded.program(), loaded.record, *judgement.ruling, quick());
  if (!beginning) return;
  if (is_too_long(beginning->rounds.back())) {
    judgement.also_cut = "other rules were not asked: the round is too long";
    return;
  }
  std::size_t lines = 0;
  for (const replay::RecordRound& round : beginning->rounds) lines += round.items.size();
  const auto is_spent = [&] {
    if (asked_nodes_ < most_asked_nodes) return false;
    judgement.also_cut = "not all other rules were asked: they are too many or too large";
    return true;
  };
  const RoundOfRuling here{loaded, beginning->rounds.back()};
  const bool rests_on_deal = replay::rests_on_deal(here.program(), *judgement.ruling);
  const auto ask = [&](const dsl::CheckedRules& rules) -> replay::Retrial {
    asked_nodes_ += dsl::size_of(rules) + lines;
    const std::optional<engine::Rules> program = program_for(rules, here);
    if (!program || (rests_on_deal && !replay::deal_alike(*program, here.program()))) return {};
    asked_nodes_ += lines * static_cast<std::size_t>(replay::act_work(*program).act) / 4;
    return asked_by(*program, here, *beginning, [&](const engine::Rules& by, const replay::Record& asked) {
      return replay::retry(by, asked, *judgement.ruling, quick());
    });
  };

  const std::string& own = here.rules().chain.front();
  const std::vector<std::string> variants = variants_.empty() ? variants_beside(here.rules()) : variants_;
  for (const std::string& variant : variants) {
    if (variants_.empty() && variant == own) continue;
    if (is_spent()) return;
    const dsl::CheckedRules* rules = rules_of(variant);
    if (rules == nullptr || judgement.also.size() >= most_also) continue;
    const auto with = with_settings(variant, *rules, here, wishes);
    if (!with) continue;
    const replay::Retrial retrial = ask(*with);
    if (retrial.result == replay::Retried::legal || retrial.result == replay::Retried::only_here)
      judgement.also.push_back({variant, {}, {}, retrial.before, retrial.before_message});
  }
  // One value put in by hand shows quickly whether it makes a difference; what does is checked as a whole.
  dsl::CheckedRules changed = here.rules();
  for (dsl::Option& option : changed.options) {
    const std::int32_t own_value = option.value;
    for (const std::string& value : replay::other_values(here.rules(), option)) {
      if (judgement.also.size() >= most_also || is_spent()) return;
      const std::optional<std::int32_t> other = value_of(here.rules(), option, value);
      if (!other) continue;
      option.value = *other;
      const bool promises = ask(changed).result == replay::Retried::legal;
      option.value = own_value;
      if (!promises) continue;
      const auto rules = with_option(here, path, wishes, option.name, value);
      if (rules && ask(*rules).result == replay::Retried::legal)
        judgement.also.push_back({{}, option.name, value, {}, {}});
    }
  }
}

std::vector<replay::NotLegalWith> AlsoLegalFinder::illegal_with(const LoadedRecord& loaded,
                                                                const replay::RecordPlace& place) {
  std::vector<replay::NotLegalWith> found;
  replay::Ruling asked;
  asked.place = place;
  const auto beginning = replay::record_up_to(loaded.record, asked);
  if (!beginning || beginning->rounds.back().items.size() > most_retried_items) return found;
  const RoundOfRuling here{loaded, beginning->rounds.back()};
  dsl::CheckedRules changed = here.rules();
  for (dsl::Option& option : changed.options) {
    const std::int32_t own_value = option.value;
    for (const std::string& value : replay::other_values(here.rules(), option)) {
      if (found.size() >= most_also || asked_nodes_ >= most_asked_nodes) return found;
      const std::optional<std::int32_t> other = value_of(here.rules(), option, value);
      if (!other) continue;
      option.value = *other;
      asked_nodes_ += dsl::size_of(changed);
      const std::optional<engine::Rules> program = program_for(changed, here);
      option.value = own_value;
      if (program && replay::deal_alike(*program, here.program()) &&
          asked_by(*program, here, *beginning,
                   [&](const engine::Rules& by, const replay::Record& beginning_by) {
                     return replay::is_illegal_first(by, beginning_by, asked, quick());
                   }))
        found.push_back({option.name, value});
    }
  }
  return found;
}

}  // namespace roundhouse::cli
