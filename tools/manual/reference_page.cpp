#include "tools/manual/reference_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

struct SiteRow {
  Site id;
  std::string_view phrase;
};

constexpr std::array all_sites{
#define X(id, text) SiteRow{Site::id, text},
    ROUNDHOUSE_SITES(X)
#undef X
};

constexpr std::array all_types{
#define X(id, text) Type::id,
    ROUNDHOUSE_TYPES(X)
#undef X
};

struct LevelText {
  Level id;
  std::string_view name;
};

constexpr std::array all_levels{
#define X(id, value, text) LevelText{Level::id, text},
    ROUNDHOUSE_LEVELS(X)
#undef X
};

/// Sets of places that several words share, in words. What fits none is listed place by place.
std::string where_known(SiteSet known) {
  static const std::vector<std::pair<SiteSet, std::string_view>> sets{
      {sites::everywhere, "everywhere"},
      {sites::in_game, "everywhere but in counts of trains and sizes of the set"},
      {sites::with_me, "where somebody acts or is asked about"},
  };
  for (const auto& [set, phrase] : sets) {
    if (known == set) return std::string(phrase);
  }
  std::string list;
  for (const SiteRow& site : all_sites) {
    if ((known & at(site.id)) == 0) continue;
    if (!list.empty()) list += ", ";
    list += site.phrase;
  }
  return list;
}

std::string effect_form(const EffectRow& effect) {
  std::string form = fmt::format("{}(", effect.name);
  for (std::size_t i = 0; i < effect.arguments.size(); ++i)
    form += fmt::format("{}{}", i == 0 ? "" : ", ", argument(effect.id, i).form);
  return form + ")";
}

void write_levels(std::string& page) {
  page += "## How often a value changes\n\n";
  page += "The column *changes* says how often a word may mean something else.\n";
  page += "A rule is asked no more often than the words in it change.\n\n";
  for (const LevelText& level : all_levels) page += fmt::format("- {}\n", level.name);
}

void write_sites(std::string& page) {
  page += "\n## Places\n\n";
  page += "A word is known in some places and not in others. These are the places.\n\n";
  for (const SiteRow& site : all_sites) page += fmt::format("- {}\n", site.phrase);
  std::string somebody;
  for (const SiteRow& site : all_sites) {
    if ((sites::with_me & at(site.id)) == 0) continue;
    somebody += fmt::format("{}{}", somebody.empty() ? "" : ", ", site.phrase);
  }
  page += fmt::format("\n*Where somebody acts or is asked about* means: {}.\n", somebody);
}

void write_roots(std::string& page) {
  page += "\n## Words that stand alone\n\n";
  page += "| word | type | changes | known | meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const RootRow& root : all_roots()) {
    page += fmt::format("| `{}` | {} | {} | {} | {} |\n", root.name, type_name(root.type),
                        level_name(root.level), where_known(root.known), root.meaning);
  }
}

void write_members(std::string& page) {
  page += "\n## Words behind a dot\n\n";
  page += "They are known wherever the word before the dot is. The members of something absent are absent.\n";
  for (const Type of : all_types) {
    const auto fits = [of](const MemberRow& member) { return member.of == of; };
    const auto members = all_members();
    if (std::none_of(members.begin(), members.end(), fits)) continue;
    page += fmt::format("\n### Of a {}\n\n", type_name(of));
    page += "| word | type | changes | meaning |\n| --- | --- | --- | --- |\n";
    for (const MemberRow& member : members) {
      if (!fits(member)) continue;
      page +=
          fmt::format("| `.{}{}` | {} | {} | {} |\n", member.name, member.argument == Type::none ? "" : "(n)",
                      type_name(member.type), level_name(member.level), member.meaning);
    }
  }
}

void write_doings(std::string& page) {
  page +=
      "\n## Acts\n\nWhat players do in any game. A variant declares more.\n\n| act | meaning |\n| --- | --- "
      "|\n";
  for (const ActRow& act : all_acts()) page += fmt::format("| `{}` | {} |\n", act.name, act.meaning);
  page += "\n## Events\n\nWhat an `after` row may follow. A declared act is an event of its own name.\n\n";
  page += "| event | it comes when |\n| --- | --- |\n";
  for (const EventRow& event : all_events())
    page += fmt::format("| `{}` | {} |\n", event.name, event.meaning);
  page += "\n## Effects\n\nWhat a `do` may hold. An effect on something absent does nothing.\n\n";
  page += "| effect | meaning |\n| --- | --- |\n";
  for (const EffectRow& effect : all_effects())
    page += fmt::format("| `{}` | {} |\n", effect_form(effect), effect.meaning);
  page += "\n## Laws of every train game\n\n";
  page += "They hold whatever a variant says. No row may take such an id, and no `except` may name one.\n\n";
  page += "| id | sentence |\n| --- | --- |\n";
  for (const LawRow& law : all_laws()) page += fmt::format("| `{}` | {} |\n", law.name, law.sentence);
}

}  // namespace

std::string write_reference_page() {
  std::string page = "# The words of the rule language\n\n";
  page += "This page is printed from the tables in `dsl/vocabulary/`; a test holds it to them.\n";
  page += "How words are put together stands in [language.md](../../../docs/language.md).\n\n";
  page += "A variant adds words of its own: its options, words, facts, kinds of train and acts.\n";
  page += "A fact of a player is read as `me.NAME`, a fact of a turn as `turn.NAME`, and so on.\n";
  page += "A train of each player is `me.KIND`; a shared one is `round.KIND`.\n\n";
  write_levels(page);
  write_sites(page);
  write_roots(page);
  write_members(page);
  write_doings(page);
  page += "\n## Reserved names\n\nNo variant may give one of these to something of its own.\n\n";
  std::vector<std::string> names = reserved_names();
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) page += fmt::format("`{}`\n", name);
  return page;
}

}  // namespace roundhouse::dsl
