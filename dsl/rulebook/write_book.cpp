#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/alike_values.h"
#include "dsl/rulebook/book.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"
#include "dsl/rulebook/value_sayings.h"

namespace roundhouse::dsl {
namespace {

/// The chapters of rules, in order, and the theme of the rows that stand there.
struct ThemeChapter {
  Theme theme;
  std::string_view title;
  LineMaker first;  ///< what comes before the rows
};

const std::array<ThemeChapter, 9> theme_chapters{
    {{Theme::start, "The deal and the engine", start_lines},
     {Theme::trains, "The trains", train_lines},
     {Theme::playing, "Playing a tile", nullptr},
     {Theme::turn, "Drawing and passing", nullptr},
     {Theme::doubles, "Doubles", nullptr},
     {Theme::markers, "Markers", nullptr},
     {Theme::calls, "Announcements and courtesy", nullptr},
     {Theme::ending, "The end of the round and the score", nullptr},
     {Theme::match, "The match", match_lines}}};

Line line_of(const CheckedRules& rules, const RowInForce& row) {
  Line line;
  line.key = rules.rules[row.rule.value].id;
  line.text = row.text;
  line.from = row.from;
  for (const RowInForce& exception : row.exceptions) line.exceptions.push_back(line_of(rules, exception));
  return line;
}

void merge_sections(Line& into, const Line& from) {
  for (const Citation& section : from.from) {
    if (std::find(into.from.begin(), into.from.end(), section) == into.from.end())
      into.from.push_back(section);
  }
  for (const Line& exception : from.exceptions) {
    const bool told = std::any_of(into.exceptions.begin(), into.exceptions.end(),
                                  [&](const Line& earlier) { return earlier.text == exception.text; });
    if (!told) into.exceptions.push_back(exception);
  }
}

/// A line said before is not said again: what belongs to it goes to the first.
void say_once(std::vector<Chapter>& chapters) {
  for (Chapter& chapter : chapters) {
    std::vector<Line> kept;
    for (Line& line : chapter.lines) {
      Line* same = nullptr;
      for (Chapter& other : chapters) {
        std::vector<Line>& lines = &other == &chapter ? kept : other.lines;
        for (Line& earlier : lines) {
          if (earlier.text == line.text && !line.text.empty()) same = &earlier;
        }
        if (same != nullptr || &other == &chapter) break;
      }
      if (same != nullptr && line.table.empty()) {
        merge_sections(*same, line);
      } else {
        kept.push_back(std::move(line));
      }
    }
    chapter.lines = std::move(kept);
  }
}

Chapter words_chapter(const CheckedRules& rules, const Known& known) {
  Chapter chapter{"Words", ChapterKind::terms, {}};
  const NamesInForce names = names_in_force(rules, known);
  const Known in_play = known_in_play(rules, known);
  const auto add = [&](const std::string& name, std::string text, const std::vector<std::string>& from) {
    Line line;
    line.key = spaced(name);
    line.text = std::move(text);
    line.from = sections_of(rules, name, from);
    chapter.lines.push_back(std::move(line));
  };
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    const Word& word = rules.words[i];
    if (!names.words[i] || word.says.empty() || is_constant(simplify(word.is, rules, in_play))) continue;
    add(word.name, word_text(rules, word, known), word.from);
  }
  for (std::size_t i = 0; i < rules.facts.size(); ++i) {
    const Fact& fact = rules.facts[i];
    if (!names.facts[i]) continue;
    std::string text = fact.says.empty() ? std::string() : as_sentence(woven(rules, fact.says, known));
    if (text.empty() && fact.chance) text = chance_sentence(fact);
    if (!fact.shown.empty()) text += (text.empty() ? "" : " ") + shown_sentence(fact);
    if (!text.empty()) add(fact.name, std::move(text), fact.from);
  }
  return chapter;
}

bool names_in(const std::vector<Line>& lines, const std::string& name) {
  return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
    return line.text.find(name) != std::string::npos || names_in(line.exceptions, name);
  });
}

/// Words without a sentence that the book had to name: what they mean is told, too.
void explain_names(Book& book, Chapter& words, const CheckedRules& rules, const Known& known) {
  const auto is_named = [&](const std::string& name) {
    return names_in(words.lines, name) ||
           std::any_of(book.chapters.begin(), book.chapters.end(),
                       [&](const Chapter& chapter) { return names_in(chapter.lines, name); });
  };
  // What explains a word may name others; each is explained once.
  for (bool more = true; more;) {
    more = false;
    for (const Word& word : rules.words) {
      const std::string name = spaced(word.name);
      const bool explained = std::any_of(words.lines.begin(), words.lines.end(),
                                         [&](const Line& line) { return line.key == name; });
      if (explained || !is_named(name_marks(name))) continue;
      Line line;
      line.key = name;
      line.text = word_text(rules, word, known);
      line.from = sections_of(rules, word.name, word.from);
      words.lines.push_back(std::move(line));
      more = true;
    }
  }
}

std::string alternatives(const CheckedRules& rules, const Option& option) {
  if (option.type == Type::truth) return option.value != 0 ? "or no" : "or yes";
  if (option.type == Type::name) {
    std::vector<std::string> others;
    for (const NameId choice : option.choices) {
      if (choice.value != option.value) others.emplace_back(rules.name_text(choice));
    }
    return others.empty() ? std::string() : "or " + listed(others, "or");
  }
  if (!option.numbers.empty()) {
    std::vector<std::string> others;
    for (const std::int32_t number : option.numbers)
      if (!option.by.empty() || number != option.value) others.push_back(std::to_string(number));
    return others.empty() ? std::string() : "or " + listed(others, "or");
  }
  return option.range ? fmt::format("{} to {}", option.range->first, option.range->second) : std::string();
}

/// The value of an option, so that it agrees with what is played: where others make the same game, all of
/// them, unless the value is the one beyond which nothing changes. Empty where none makes a difference.
std::string chosen_value(const CheckedRules& rules, std::size_t index, AlikeFinder& alike,
                         const Known& known) {
  const Option& option = rules.options[index];
  const auto [low, high] = alike.around(index);
  if (low == high) return option_value(rules, option, known);
  const bool least = low == option.range->first;
  const bool most = high == option.range->second;
  if (least && most) return {};
  if ((most && option.value == low) || (least && option.value == high)) return std::to_string(option.value);
  if (most) return fmt::format("{} or more", low);
  return least ? fmt::format("{} or less", high) : fmt::format("{} to {}", low, high);
}

Chapter options_chapter(const CheckedRules& rules, const Known& known) {
  Chapter chapter{"What is chosen", ChapterKind::choices, {}};
  const NamesInForce names = names_in_force(rules, known);
  AlikeFinder alike(rules, names, known);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    if (!names.options[i]) continue;
    std::string value = chosen_value(rules, i, alike, known);
    if (value.empty()) continue;
    Line line;
    line.key = option.name;
    line.text = option.ask.empty() ? as_sentence(spaced(option.name)) : option.ask;
    line.from = sections_of(rules, option.name, option.from);
    line.table.emplace_back(std::move(value), alternatives(rules, option));
    chapter.lines.push_back(std::move(line));
  }
  return chapter;
}

void note_sections(const std::vector<Line>& lines, std::set<std::string>& noted) {
  for (const Line& line : lines) {
    for (const Citation& citation : line.from) noted.insert(citation.section);
    note_sections(line.exceptions, noted);
  }
}

/// The sections that some line names, each with what it says.
Chapter sources_chapter(const Book& book, const CheckedRules& rules,
                        const std::vector<SourceDocument>& documents) {
  std::set<std::string> noted;
  for (const Chapter& chapter : book.chapters) note_sections(chapter.lines, noted);
  Chapter chapter{"Sources", ChapterKind::sources, {}};
  const auto add = [&](const Citation& citation, const std::string& text) {
    Line line;
    line.key = cited(citation);
    line.text = text;
    chapter.lines.push_back(std::move(line));
  };
  for (const SourceDocument& document : documents) {
    const auto named = std::find_if(document.sections.begin(), document.sections.end(),
                                    [&](const DocumentSection& s) { return noted.contains(s.id); });
    if (named != document.sections.end())
      add({document.prefix, citation_of(rules, named->id).parent}, document.title);
  }
  for (const Section& section : rules.sources) {
    if (noted.contains(section.id)) add(citation_of(rules, section.id), as_sentence(section.text));
  }
  return chapter;
}

bool is_about_a_declared_act(const Rule& rule) {
  return std::any_of(rule.acts.begin(), rule.acts.end(),
                     [](ActId id) { return id.value >= built_in_acts; }) ||
         std::any_of(rule.events.begin(), rule.events.end(),
                     [](EventId id) { return id.value >= built_in_events; });
}

/// What follows of an act is told with the act, where the act's own sentence is told.
bool is_told_with_its_act(const Rule& rule, const CheckedRules& rules, const std::vector<RowInForce>& rows) {
  if (rule.origin != Origin::act || rule.shape != Shape::after || !rule.says.empty()) return false;
  return std::any_of(rows.begin(), rows.end(), [&](const RowInForce& row) {
    const Rule& other = rules.rules[row.rule.value];
    return row.is_own && other.origin == Origin::act && other.id == rule.id;
  });
}

/// The rows that stand in a chapter. What players may say or do by hand follows what comes of itself.
std::vector<const RowInForce*> rows_of(const CheckedRules& rules, const std::vector<RowInForce>& rows,
                                       Theme theme) {
  std::vector<const RowInForce*> chosen;
  for (const RowInForce& row : rows) {
    const Rule& rule = rules.rules[row.rule.value];
    // A fact that keeps itself is no rule of the table, but what it means may stand among the words.
    if (rule.origin == Origin::fact || row.theme != theme) continue;
    if (is_told_with_its_act(rule, rules, rows)) continue;
    chosen.push_back(&row);
  }
  if (theme != Theme::calls)
    std::stable_partition(chosen.begin(), chosen.end(), [&](const RowInForce* row) {
      return !is_about_a_declared_act(rules.rules[row->rule.value]);
    });
  return chosen;
}

/// Rows that do nothing but say whose turn is next when one ends.
bool is_turn_order(const RowInForce& row, const CheckedRules& rules) {
  const Rule& rule = rules.rules[row.rule.value];
  return std::find(rule.events.begin(), rule.events.end(), event_id(BuiltInEvent::done)) !=
             rule.events.end() &&
         std::all_of(rule.effects.begin(), rule.effects.end(),
                     [](const TypedEffect& effect) { return effect.id == Effect::next; });
}

/// The turn goes to the left, unless rows say otherwise: below it those that do so sometimes, in its place
/// those that always do.
std::vector<Line> turn_lines(const CheckedRules& rules, const Known& known,
                             const std::vector<RowInForce>& rows) {
  Line left;
  left.text = "The turn goes round to the left.";
  std::vector<Line> always;
  for (const RowInForce& row : rows) {
    if (!is_turn_order(row, rules)) continue;
    const std::optional<TypedExpr>& when = rules.rules[row.rule.value].when;
    const bool sometimes = when && !is_true(simplify(*when, rules, known));
    (sometimes ? left.exceptions : always).push_back(line_of(rules, row));
  }
  if (always.empty()) return {left};
  always.insert(always.end(), left.exceptions.begin(), left.exceptions.end());
  return always;
}

/// Acts that need no row to be legal: nothing else in the book would name them.
std::vector<Line> free_acts(const CheckedRules& rules, const Known& known,
                            const std::vector<RowInForce>& rows) {
  std::vector<Line> lines;
  English english(rules, known);
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const DeclaredAct& act = rules.acts[i];
    const ActId id{static_cast<std::uint16_t>(built_in_acts + i)};
    const bool told = std::any_of(rows.begin(), rows.end(), [&](const RowInForce& row) {
      const Rule& rule = rules.rules[row.rule.value];
      const bool own = rule.origin == Origin::act && rule.id == act.name && !rule.says.empty();
      const bool permits =
          rule.shape == Shape::permit && std::find(rule.acts.begin(), rule.acts.end(), id) != rule.acts.end();
      return own || (permits && act.says.empty());
    });
    if (told || !acts_in_force(rules, known)[i]) continue;
    Line line;
    line.key = act.name;
    line.text = act.says.empty() ? english.at_any_time(act, id) : as_sentence(woven(rules, act.says, known));
    line.from = sections_of(rules, act.name, act.from);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

Book write_book(const CheckedRules& rules, const BookRequest& request) {
  Known known;
  known.players = request.players;
  Book book;
  book.title = rules.name;
  std::replace(book.title.begin(), book.title.end(), '\n', ' ');
  if (request.players) book.subtitle = fmt::format("for {}", how_many(*request.players, "player"));
  book.chapters.push_back({"What you need", ChapterKind::rules, equipment_lines(rules, known)});
  put_own_sentences(book.chapters.back().lines, equipment_lines, rules, known);
  const std::vector<RowInForce> rows = rows_in_force(rules, known);
  for (const ThemeChapter& theme : theme_chapters) {
    Chapter chapter{std::string(theme.title), ChapterKind::rules, {}};
    if (theme.first != nullptr) {
      chapter.lines = theme.first(rules, known);
      put_own_sentences(chapter.lines, theme.first, rules, known);
    }
    if (theme.theme == Theme::turn) chapter.lines = turn_lines(rules, known, rows);
    if (theme.theme == Theme::calls) chapter.lines = free_acts(rules, known, rows);
    for (const RowInForce* row : rows_of(rules, rows, theme.theme)) {
      if (!is_turn_order(*row, rules)) chapter.lines.push_back(line_of(rules, *row));
    }
    book.chapters.push_back(std::move(chapter));
  }
  Chapter words = words_chapter(rules, known);
  explain_names(book, words, rules, known);
  book.chapters.push_back(std::move(words));
  say_once(book.chapters);
  book.chapters.push_back(options_chapter(rules, known));
  book.chapters.push_back(sources_chapter(book, rules, request.documents));
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.lines.empty(); });
  return book;
}

}  // namespace roundhouse::dsl
