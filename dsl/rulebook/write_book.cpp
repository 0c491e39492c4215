#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/alike_values.h"
#include "dsl/rulebook/book.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {

namespace {

/// The chapters of rules, in the order in which one plays, and the theme of the rows that stand there.
struct ThemeChapter {
  Theme theme;
  std::string_view title;
  LineMaker first;  ///< lines before the rows
};

const std::array<ThemeChapter, 11> theme_chapters{{{Theme::start, setting_out, start_lines},
                                                   {Theme::nothing, "Who begins", nullptr},
                                                   {Theme::trains, "The trains", train_lines},
                                                   {Theme::playing, a_turn, nullptr},
                                                   {Theme::doubles, "Doubles", nullptr},
                                                   {Theme::turn, "Drawing and passing", nullptr},
                                                   {Theme::markers, "Drawing and markers", nullptr},
                                                   {Theme::calls, "Announcements and manners", nullptr},
                                                   {Theme::ending, "The end of the round", nullptr},
                                                   {Theme::counting, "Counting", nullptr},
                                                   {Theme::match, "The match", match_lines}}};

/// Lines that are wanted elsewhere than with those that are made together with them.
struct Moved {
  std::string_view key;
  std::string_view chapter;
  std::string_view behind;  ///< the line's key in that chapter; empty or not there: at the end
};

constexpr std::array<Moved, 4> moved_lines{{{"lots", "Who begins", ""},
                                            {"first", "Who begins", ""},
                                            {"starter", "Who begins", ""},
                                            {"match.double", setting_out, "engine.wanted"}}};

BookLine line_of(const CheckedRules& rules, const RowInForce& row) {
  BookLine line{.key = rules.rules[row.rule.value].id, .text = row.text, .from = row.from};
  for (const RowInForce& exception : row.exceptions) line.exceptions.push_back(line_of(rules, exception));
  return line;
}

void merge_sections(BookLine& into, const BookLine& from) {
  for (const Citation& section : from.from) {
    if (!contains(into.from, section)) into.from.push_back(section);
  }
  for (const BookLine& exception : from.exceptions) {
    const bool is_there =
        any_of(into.exceptions, [&](const BookLine& earlier) { return earlier.text == exception.text; });
    if (!is_there) into.exceptions.push_back(exception);
  }
}

bool names_in(const std::vector<BookLine>& lines, const std::string& name) {
  return any_of(lines, [&](const BookLine& line) {
    return line.text.find(name) != std::string::npos || names_in(line.exceptions, name);
  });
}

/// True if a sentence of the book speaks of a word by its name.
bool is_named(const std::vector<Chapter>& chapters, const std::string& name) {
  return any_of(chapters, [&](const Chapter& chapter) { return names_in(chapter.lines, name_marks(name)); });
}

/// A marker comes of a draw that did not help, so where there are markers both make one chapter.
void join_markers(std::vector<Chapter>& chapters) {
  const auto of_markers = std::find_if(chapters.begin() + 1, chapters.end(), [](const Chapter& chapter) {
    return chapter.title == "Drawing and markers";
  });
  if (of_markers->lines.empty()) return;
  std::vector<BookLine>& drawing = (of_markers - 1)->lines;
  std::move(of_markers->lines.begin(), of_markers->lines.end(), std::back_inserter(drawing));
  of_markers->lines = std::move(drawing);
  drawing.clear();
}

void move_lines(std::vector<Chapter>& chapters) {
  const auto with_key = [](std::vector<BookLine>& lines, std::string_view key) {
    return find_if(lines, [&](const BookLine& line) { return line.key == key; });
  };
  for (const Moved& moved : moved_lines) {
    const auto to = find_if(chapters, [&](const Chapter& chapter) { return chapter.title == moved.chapter; });
    for (Chapter& from : chapters) {
      const auto found = with_key(from.lines, moved.key);
      if (&from == &*to || found == from.lines.end()) continue;
      BookLine line = std::move(*found);
      from.lines.erase(found);
      auto place = with_key(to->lines, moved.behind);
      if (place != to->lines.end()) ++place;
      to->lines.insert(place, std::move(line));
      break;
    }
  }
}

/// Puts an exception to rules that stand one behind the other once, behind the last of them.
void join_exceptions(std::vector<Chapter>& chapters) {
  const auto with_text = [](auto& line, const std::string& text) {
    return find_if(line.exceptions, [&](const BookLine& exception) { return exception.text == text; });
  };
  for (Chapter& chapter : chapters) {
    std::vector<BookLine>& lines = chapter.lines;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      const std::vector<BookLine> exceptions = lines[i].exceptions;
      for (const BookLine& exception : exceptions) {
        const std::string& text = exception.text;
        std::size_t end = i + 1;
        while (end < lines.size() && with_text(lines[end], text) != lines[end].exceptions.end()) ++end;
        if (end == i + 1) continue;
        for (std::size_t k = i; k + 1 < end; ++k) lines[k].exceptions.erase(with_text(lines[k], text));
        with_text(lines[end - 1], text)->rules = static_cast<std::int32_t>(end - i);
      }
    }
  }
}

/// True if the condition, its words laid open, asks for this word.
bool asks_word(const TypedExpr& node, std::size_t word, const CheckedRules& rules, const KnownFacts& known,
               int depth = 0) {
  constexpr int deepest = 8;
  if (node.op == Op::word) {
    const auto index = static_cast<std::size_t>(node.index);
    if (index == word) return true;
    if (depth < deepest &&
        asks_word(simplify(rules.words[index].is, rules, known), word, rules, known, depth + 1))
      return true;
  }
  return any_of(node.args, [&](const TypedExpr& arg) { return asks_word(arg, word, rules, known, depth); });
}

/// Puts the meaning of a word before the first rule that rests on it, so that readers need not look it up by
/// its name. In the order of the book a turn comes before what ends it, so the chapter is that of a `done` or
/// `draw` where such a rule rests on it, too.
void explain_before_rules(std::vector<Chapter>& chapters, Chapter& words, const CheckedRules& rules,
                          const KnownFacts& known) {
  std::vector<BookLine> kept;
  for (BookLine& line : words.lines) {
    const auto named = find_if(rules.words, [&](const Word& word) { return spaced(word.name) == line.key; });
    const auto rests_on_it = [&](const BookLine& other) {
      const auto index = static_cast<std::size_t>(named - rules.words.begin());
      return any_of(rules.rules, [&](const Rule& rule) {
        return rule.id == other.key && rule.when &&
               asks_word(simplify(*rule.when, rules, known), index, rules, known);
      });
    };
    bool placed = false;
    if (named != rules.words.end() && !is_named(chapters, line.key) &&
        !names_in(words.lines, name_marks(line.key))) {
      for (Chapter& chapter : chapters) {
        if (chapter.kind != ChapterKind::rules) continue;
        const auto place = find_if(chapter.lines, rests_on_it);
        if (place == chapter.lines.end()) continue;
        chapter.lines.insert(place, line);
        placed = true;
        break;
      }
    }
    if (!placed) kept.push_back(std::move(line));
  }
  words.lines = std::move(kept);
}

/// A line said before is not said again: what belongs to it goes to the first. What explains a word that is
/// named somewhere stays where it is looked for.
void say_once(std::vector<Chapter>& chapters) {
  for (Chapter& chapter : chapters) {
    std::vector<BookLine> kept;
    for (BookLine& line : chapter.lines) {
      BookLine* same = nullptr;
      for (Chapter& other : chapters) {
        std::vector<BookLine>& lines = &other == &chapter ? kept : other.lines;
        for (BookLine& earlier : lines) {
          if (earlier.text == line.text && !line.text.empty()) same = &earlier;
        }
        if (same != nullptr || &other == &chapter) break;
      }
      const bool looked_up = chapter.kind == ChapterKind::terms && is_named(chapters, line.key);
      if (same != nullptr && line.table.empty() && !looked_up) {
        merge_sections(*same, line);
      } else {
        kept.push_back(std::move(line));
      }
    }
    chapter.lines = std::move(kept);
  }
}

Chapter words_chapter(const CheckedRules& rules, const KnownFacts& known, bool technical) {
  Chapter chapter{technical ? "Words" : "Explanations", ChapterKind::terms, {}};
  const NamesInForce names = names_in_force(rules, known);
  const KnownFacts in_play = known_in_play(rules, known);
  const auto add = [&](const std::string& name, std::string text, const std::vector<std::string>& from) {
    chapter.lines.push_back(
        {.key = spaced(name), .text = std::move(text), .from = sections_of(rules, name, from)});
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
    // The display of a fact by a program is of no interest at the table.
    if (technical && !fact.shown.empty()) text += (text.empty() ? "" : " ") + shown_sentence(fact);
    if (!text.empty()) add(fact.name, std::move(text), fact.from);
  }
  return chapter;
}

/// Adds the meaning of words without a sentence that the book had to name.
void explain_names(Book& book, Chapter& words, const CheckedRules& rules, const KnownFacts& known) {
  const auto is_used = [&](const std::string& name) {
    return names_in(words.lines, name_marks(name)) || is_named(book.chapters, name);
  };
  // The meaning of a word may name others; each is explained once.
  for (bool more = true; more;) {
    more = false;
    for (const Word& word : rules.words) {
      const std::string name = spaced(word.name);
      const bool explained = any_of(words.lines, [&](const BookLine& line) { return line.key == name; });
      if (explained || !is_used(name)) continue;
      words.lines.push_back({.key = name,
                             .text = word_text(rules, word, known),
                             .from = sections_of(rules, word.name, word.from)});
      more = true;
    }
  }
}

/// At the table a word's name is printed only if the book has used it.
void unname_words(Book& book) {
  for (Chapter& chapter : book.chapters) {
    if (chapter.kind != ChapterKind::terms) continue;
    for (BookLine& line : chapter.lines) {
      if (!is_named(book.chapters, line.key)) line.key.clear();
    }
  }
}

/// A choice with what people say for it.
std::string choice_text(const Option& option, std::string choice) {
  const auto called = option.called.find(choice);
  return called == option.called.end() ? choice : fmt::format("{} ({})", choice, called->second);
}

std::string alternatives(const CheckedRules& rules, const Option& option) {
  if (option.type == Type::truth) return option.value != 0 ? "or no" : "or yes";
  if (option.type == Type::name) {
    std::vector<std::string> others;
    for (const NameId choice : option.choices) {
      if (choice.value != option.value)
        others.push_back(choice_text(option, std::string(rules.name_text(choice))));
    }
    return others.empty() ? std::string() : "or " + listed(others, "or");
  }
  if (!option.numbers.empty()) {
    std::vector<std::string> others;
    for (const std::int32_t number : option.numbers)
      if (!option.by.empty() || number != option.value)
        others.push_back(choice_text(option, std::to_string(number)));
    return others.empty() ? std::string() : "or " + listed(others, "or");
  }
  return option.range ? fmt::format("{} to {}", option.range->first, option.range->second) : std::string();
}

/// The value of an option, so that it agrees with what is played: where others make the same game, all of
/// them, unless the value is the one beyond which nothing changes. Empty where none makes a difference.
std::string chosen_value(const CheckedRules& rules, std::size_t index, AlikeValues& alike,
                         const KnownFacts& known) {
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

Chapter options_chapter(const CheckedRules& rules, const KnownFacts& known) {
  Chapter chapter{"What is chosen", ChapterKind::choices, {}};
  const NamesInForce names = names_in_force(rules, known);
  AlikeValues alike(rules, names, known);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    if (!names.options[i]) continue;
    std::string value = chosen_value(rules, i, alike, known);
    if (value.empty()) continue;
    BookLine line{.key = option.name,
                  .text = option.ask.empty() ? as_sentence(spaced(option.name)) : option.ask,
                  .from = sections_of(rules, option.name, option.from)};
    line.table.emplace_back(choice_text(option, std::move(value)), alternatives(rules, option));
    chapter.lines.push_back(std::move(line));
  }
  return chapter;
}

void note_sections(const std::vector<BookLine>& lines, std::set<std::string>& noted) {
  for (const BookLine& line : lines) {
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
    BookLine line;
    line.key = cited(citation);
    line.text = text;
    chapter.lines.push_back(std::move(line));
  };
  for (const SourceDocument& document : documents) {
    const auto named =
        find_if(document.sections, [&](const DocumentSection& s) { return noted.contains(s.id); });
    if (named != document.sections.end())
      add({document.prefix, citation_of(rules, named->id).parent}, document.title);
  }
  for (const Section& section : rules.sources) {
    if (noted.contains(section.id)) add(citation_of(rules, section.id), as_sentence(section.text));
  }
  return chapter;
}

bool is_about_a_declared_act(const Rule& rule) {
  return any_of(rule.acts, [](ActId id) { return id.value >= built_in_acts; }) ||
         any_of(rule.events, [](EventId id) { return id.value >= built_in_events; });
}

/// True if a row that follows an act is printed with the act, where the act has a sentence of its own.
bool is_printed_with_its_act(const Rule& rule, const CheckedRules& rules,
                             const std::vector<RowInForce>& rows) {
  if (rule.origin != Origin::act || rule.shape != Shape::after || !rule.says.empty()) return false;
  return any_of(rows, [&](const RowInForce& row) {
    const Rule& other = rules.rules[row.rule.value];
    return row.is_own && other.origin == Origin::act && other.id == rule.id;
  });
}

/// True of rows on which the others of their theme rest: that a double has to be covered, that a marker goes
/// on a train, that somebody has to play or to draw, that something should be said.
bool comes_first(const Rule& rule, Theme theme) {
  if (theme == Theme::calls) return rule.shape == Shape::advise;
  if (theme == Theme::turn)
    return rule.shape == Shape::forbid && contains(rule.acts, act_id(BuiltInAct::done));
  return any_of(rule.effects, [&](const TypedEffect& effect) {
    if (theme == Theme::doubles) return effect.id == Effect::owe;
    // On the tile just laid a marker goes on: it was there.
    return theme == Theme::markers && effect.id == Effect::mark && !is_root(effect.args[0], Root::new_end);
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
    if (is_printed_with_its_act(rule, rules, rows)) continue;
    chosen.push_back(&row);
  }
  std::stable_partition(chosen.begin(), chosen.end(), [&](const RowInForce* row) {
    return comes_first(rules.rules[row->rule.value], theme);
  });
  if (theme != Theme::calls)
    std::stable_partition(chosen.begin(), chosen.end(), [&](const RowInForce* row) {
      return !is_about_a_declared_act(rules.rules[row->rule.value]);
    });
  return chosen;
}

/// True of rows that do nothing but say whose turn is next when one ends.
bool is_turn_order(const RowInForce& row, const CheckedRules& rules) {
  const Rule& rule = rules.rules[row.rule.value];
  return contains(rule.events, event_id(BuiltInEvent::done)) &&
         all_of(rule.effects, [](const TypedEffect& effect) { return effect.id == Effect::next; });
}

/// The turn goes to the left, unless rows say otherwise: below it those that do so sometimes, in its place
/// those that always do.
std::vector<BookLine> turn_lines(const CheckedRules& rules, const KnownFacts& known,
                                 const std::vector<RowInForce>& rows) {
  BookLine left;
  left.text = "The turn goes round to the left.";
  std::vector<BookLine> always;
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
std::vector<BookLine> free_acts(const CheckedRules& rules, const KnownFacts& known,
                                const std::vector<RowInForce>& rows) {
  std::vector<BookLine> lines;
  English english(rules, known);
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const DeclaredAct& act = rules.acts[i];
    const ActId id{static_cast<std::uint16_t>(built_in_acts + i)};
    const bool is_there = any_of(rows, [&](const RowInForce& row) {
      const Rule& rule = rules.rules[row.rule.value];
      const bool own = rule.origin == Origin::act && rule.id == act.name && !rule.says.empty();
      const bool permits = rule.shape == Shape::permit && contains(rule.acts, id);
      return own || (permits && act.says.empty());
    });
    if (is_there || !acts_in_force(rules, known)[i]) continue;
    lines.push_back(
        {.key = act.name,
         .text = act.says.empty() ? english.at_any_time(act, id) : as_sentence(woven(rules, act.says, known)),
         .from = sections_of(rules, act.name, act.from)});
  }
  return lines;
}

/// The goal: who wins a round and the match, in the sentences of the rules that say so.
std::string aim_of(const Book& book, const CheckedRules& rules) {
  const auto wins = [&](const BookLine& line) {
    return any_of(rules.rules, [&](const Rule& rule) {
      return rule.id == line.key &&
             any_of(rule.effects, [](const TypedEffect& effect) { return effect.id == Effect::win; });
    });
  };
  std::string aim;
  for (const auto& [title, is_it] :
       {std::pair<std::string_view, std::function<bool(const BookLine&)>>{"The end of the round", wins},
        {"The match", [](const BookLine& line) { return line.key == "match.order"; }}})
    for (const Chapter& chapter : book.chapters) {
      const auto line = find_if(chapter.lines, is_it);
      if (chapter.title == title && line != chapter.lines.end()) aim += (aim.empty() ? "" : " ") + line->text;
    }
  return aim;
}

}  // namespace

std::string before_exception(const BookLine& exception) {
  return exception.rules == 1 ? "But:" : fmt::format("But for these {}:", number_word(exception.rules));
}

Book write_book(const CheckedRules& rules, const BookRequest& request) {
  KnownFacts known;
  known.players = request.players;
  Book book;
  book.technical = request.technical;
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
    if (theme.theme == Theme::playing) chapter.lines = turn_lines(rules, known, rows);
    if (theme.theme == Theme::calls) chapter.lines = free_acts(rules, known, rows);
    for (const RowInForce* row : rows_of(rules, rows, theme.theme)) {
      if (!is_turn_order(*row, rules)) chapter.lines.push_back(line_of(rules, *row));
    }
    book.chapters.push_back(std::move(chapter));
  }
  join_markers(book.chapters);
  move_lines(book.chapters);
  Chapter words = words_chapter(rules, known, request.technical);
  explain_names(book, words, rules, known);
  if (!request.technical) explain_before_rules(book.chapters, words, rules, known);
  book.chapters.push_back(std::move(words));
  say_once(book.chapters);
  join_exceptions(book.chapters);
  book.intro = aim_of(book, rules);
  if (request.technical) {
    book.chapters.push_back(options_chapter(rules, known));
  } else {
    unname_words(book);
  }
  book.chapters.push_back(sources_chapter(book, rules, request.documents));
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.lines.empty(); });
  return book;
}

std::span<const BookForm> all_book_forms() {
  static constexpr std::array<BookForm, 3> forms{
      {{"html", print_book_html, true}, {"markdown", print_book_markdown}, {"text", print_book_text}}};
  return forms;
}

}  // namespace roundhouse::dsl
