#include "tools/differences/differences.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/compile/rule_text.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"
#include "dsl/vocabulary/phrases.h"

namespace roundhouse::dsl {
namespace {

/// Behind the name of an act: what follows of it.
constexpr std::string_view follows = ".do";

/// A thing of one rule set: its meaning, in one form for all rule sets, and its text.
struct Thing {
  std::string name;
  std::string does;
  std::string text;
  bool quiet = false;    ///< listed only if both have it
  std::string option{};  ///< it does what the value of this option says, and nothing else
};
using Things = std::vector<Thing>;

const Thing* find_thing(const Things& things, const std::string& name) {
  const auto found = find_if(things, [&](const Thing& t) { return t.name == name; });
  return found == things.end() ? nullptr : &*found;
}

/// The extent of the comparison.
enum class Depth : std::uint8_t {
  once,   ///< each is listed once: not what an option's value or a word's meaning says already
  whole,  ///< a row differs where a word in it does, a value of setup where its option does
};

/// One rule set, looked at from the side of what it does.
class Side {
 public:
  Side(const CheckedRules& rules, const KnownFacts& known, Depth depth)
      : rules_(rules), known_(known), depth_(depth) {}

  Things options() const {
    Things things;
    const NamesInForce names = names_in_force(rules_, known_);
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      if (!names.options[i]) continue;
      const std::string value = option_value(rules_, rules_.options[i], known_);
      things.push_back({rules_.options[i].name, value, value});
    }
    return things;
  }

  Things setup() const {
    Things things;
    for (const auto& lines :
         {equipment_lines(rules_, known_), start_lines(rules_, known_), train_lines(rules_, known_)})
      add_lines(lines, things);
    for (Thing& thing : things) {
      if (thing.name == "deal") thing.option = option_of(rules_.setup.deal);
      if (thing.name == "set.highest") thing.option = option_of(rules_.setup.highest);
    }
    return things;
  }

  Things match() const {
    Things things;
    add_lines(match_lines(rules_, known_), things);
    return things;
  }

  Things words() const {
    Things things;
    const NamesInForce names = names_in_force(rules_, known_);
    for (std::size_t i = 0; i < rules_.words.size(); ++i) {
      const Word& word = rules_.words[i];
      const TypedExpr body = simplify(word.is, rules_, known_);
      if (!names.words[i] || is_constant(body)) continue;
      things.push_back(
          {word.name, print_typed(rules_, body), word_text(rules_, word, known_), word.says.empty()});
    }
    for (std::size_t i = 0; i < rules_.facts.size(); ++i) {
      const Fact& fact = rules_.facts[i];
      if (!names.facts[i] || !fact.chance) continue;
      const std::string sentence = chance_sentence(fact);
      things.push_back({fact.name, sentence, sentence});
    }
    return things;
  }

  Things shown() const {
    Things things;
    const NamesInForce names = names_in_force(rules_, known_);
    for (std::size_t i = 0; i < rules_.facts.size(); ++i) {
      const Fact& fact = rules_.facts[i];
      if (!names.facts[i] || fact.shown.empty()) continue;
      const std::string sentence = shown_sentence(fact);
      things.push_back({fact.name, sentence, sentence});
    }
    return things;
  }

  Things rows() const {
    Things things;
    add_rows(rows_in_force(rules_, known_), things);
    return things;
  }

  /// The row in English, its own sentence not asked.
  std::string row_in_english(const std::string& id) const {
    for (const Rule& rule : rules_.rules) {
      if (rule.id == id) return English(rules_, known_).row(rule);
    }
    return {};
  }
  std::string word_in_english(const std::string& name) const {
    for (const Word& word : rules_.words) {
      if (word.name != name) continue;
      English english(rules_, known_);
      return word.is.type == Type::truth ? english.clause(word.is) : english.thing(word.is);
    }
    return {};
  }

 private:
  /// The option that is all there is in an expression: its value, or that of its table for this game.
  std::string option_of(const TypedExpr& value) const {
    const bool own_keys = all_of(value.args, [](const TypedExpr& key) { return key.op == Op::member; });
    if (value.op != Op::option && !(value.op == Op::table && own_keys)) return {};
    return rules_.options[static_cast<std::size_t>(value.index)].name;
  }

  static void add_lines(const std::vector<BookLine>& lines, Things& things) {
    for (const BookLine& line : lines) {
      if (line.key.empty()) continue;
      std::string text = line.text;
      std::string table;
      for (const auto& [left, right] : line.table)
        table += fmt::format("{}{}: {}", table.empty() ? " " : "; ", left, right);
      if (!table.empty()) text += table + ".";
      things.push_back({line.key, text, text});
    }
  }

  std::string does(const Rule& rule) const {
    std::string text;
    for (const ActId id : rule.acts) text += fmt::format("{} ", rules_.act_name(id));
    for (const EventId id : rule.events) text += English(rules_, known_).event(id) + " ";
    for (const RuleId id : rule.excepts) text += rules_.rules[id.value].id + " ";
    text += "when " +
            (rule.when ? print_typed(rules_, simplify(*rule.when, rules_, known_)) : std::string("true"));
    for (const TypedEffect& effect : rule.effects) {
      text += fmt::format(" do {}", row(effect.id).name);
      if (effect.inner > 0) text += fmt::format(" {}", effect.inner);
      for (const TypedExpr& arg : effect.args)
        text += " " + print_typed(rules_, simplify(arg, rules_, known_));
    }
    if (depth_ == Depth::once) return text;
    for (const std::size_t word : words_of(rule)) {
      const Word& meant = rules_.words[word];
      text += fmt::format(" {} is {}", meant.name, print_typed(rules_, simplify(meant.is, rules_, known_)));
    }
    return text;
  }

  /// The words that still matter to a row, those in words, too; in the order of the list.
  std::set<std::size_t> words_of(const Rule& rule) const {
    std::set<std::size_t> words;
    if (rule.when) note_words(simplify(*rule.when, rules_, known_), words);
    for (const TypedEffect& effect : rule.effects) {
      for (const TypedExpr& arg : effect.args) note_words(simplify(arg, rules_, known_), words);
    }
    return words;
  }
  void note_words(const TypedExpr& node, std::set<std::size_t>& words) const {
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::word && words.insert(index).second)
      note_words(simplify(rules_.words[index].is, rules_, known_), words);
    for (const TypedExpr& arg : node.args) note_words(arg, words);
  }

  void add_rows(const std::vector<RowInForce>& rows, Things& things) const {
    for (const RowInForce& row : rows) {
      const Rule& rule = rules_.rules[row.rule.value];
      // An act is a permit and an effect under one name; what follows of it says nothing of its own.
      const bool second = rule.origin == Origin::act && rule.shape == Shape::after;
      const std::string name = second ? rule.id + std::string(follows) : rule.id;
      if (find_thing(things, name) != nullptr) continue;  // an exception stands below each row that it lifts
      const bool quiet = rule.says.empty() && rule.origin != Origin::rule;
      things.push_back({name, does(rule), row.text, quiet});
      add_rows(row.exceptions, things);
    }
  }

  const CheckedRules& rules_;
  const KnownFacts& known_;
  Depth depth_;
};

struct Comparison {
  const Side& left;
  const Side& right;
  Depth depth = Depth::once;
  std::vector<Difference> found{};

  void compare(DifferenceKind kind, const Things& a, const Things& b) {
    std::vector<Difference> only_left;
    for (const Thing& thing : a) {
      const Thing* other = find_thing(b, thing.name);
      if (other == nullptr) {
        if (!thing.quiet) only_left.push_back({kind, thing.name, thing.text, {}});
      } else if (other->does != thing.does) {
        Difference made{kind, thing.name, thing.text, other->text};
        if (made.left == made.right) distinguish(made);
        if (depth == Depth::whole || !said_by_option(thing, *other)) found.push_back(std::move(made));
      }
    }
    found.insert(found.end(), only_left.begin(), only_left.end());
    for (const Thing& thing : b) {
      if (!thing.quiet && find_thing(a, thing.name) == nullptr)
        found.push_back({kind, thing.name, {}, thing.text});
    }
  }

  /// True if both do what one option says, and its two values stand among the differences already.
  bool said_by_option(const Thing& a, const Thing& b) const {
    if (a.option.empty() || a.option != b.option) return false;
    return any_of(found, [&](const Difference& made) {
      return made.kind == DifferenceKind::option && made.name == a.option;
    });
  }

  /// Puts the conditions in place of the sentences, if two conditions have the same sentence.
  void distinguish(Difference& made) const {
    const std::string id = shown_name(made);
    const bool word = made.kind == DifferenceKind::word;
    made.left = word ? left.word_in_english(id) : left.row_in_english(id);
    made.right = word ? right.word_in_english(id) : right.row_in_english(id);
  }
};

bool is_both(const Difference& d) { return !d.left.empty() && !d.right.empty(); }

/// Options and other short things stand on one line.
std::string print_both(const Difference& made, const std::string& left, const std::string& right) {
  if (made.kind == DifferenceKind::option)
    return filled_text(fmt::format("{}: {} / {}", made.name, made.left, made.right), "  ", "      ");
  return filled_text(shown_name(made), "  ", "  ") +
         filled_text(fmt::format("{}: {}", left, made.left), "    ", "      ") +
         filled_text(fmt::format("{}: {}", right, made.right), "    ", "      ");
}

/// Lists what only one side has: options in one run, everything else a line each.
std::string print_one_side(const std::vector<Difference>& all, DifferenceKind kind, const std::string& side,
                           std::string Difference::*has, std::string Difference::*lacks) {
  std::string options;
  std::string lines;
  for (const Difference& made : all) {
    if (made.kind != kind || !(made.*lacks).empty()) continue;
    if (kind == DifferenceKind::option) {
      options += fmt::format("{}{}: {}", options.empty() ? "" : ", ", made.name, made.*has);
    } else {
      lines += filled_text(fmt::format("{} ({})", made.*has, shown_name(made)), "  - ", "    ");
    }
  }
  if (!options.empty()) return filled_text(fmt::format("Only in {}: {}", side, options), "  ", "      ");
  return lines.empty() ? std::string() : fmt::format("  Only in {}:\n", side) + lines;
}

Book whole_book(const CheckedRules& rules, const BookRequest& request) {
  Book book = write_book(rules, {request.players, {}, request.technical});
  book.brief = true;
  book.subtitle = book.subtitle.empty() ? "in short" : "in short, " + book.subtitle;
  std::erase_if(book.chapters, [](const Chapter& chapter) {
    return chapter.kind == ChapterKind::choices || chapter.kind == ChapterKind::sources;
  });
  return book;
}

/// Sections are for those who look something up.
void drop_sections(std::vector<BookLine>& lines) {
  for (BookLine& line : lines) {
    line.from.clear();
    drop_sections(line.exceptions);
  }
}

void finish(Book& book) {
  for (Chapter& chapter : book.chapters) drop_sections(chapter.lines);
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.lines.empty(); });
}

/// The lines of a book, those of exceptions, too.
struct LinesOf {
  std::map<std::string, const BookLine*> by_key{};
  std::set<std::string> texts{};

  explicit LinesOf(const Book& book) {
    for (const Chapter& chapter : book.chapters) note(chapter.lines);
  }
  void note(const std::vector<BookLine>& lines) {
    for (const BookLine& line : lines) {
      if (!line.key.empty()) by_key.emplace(line.key, &line);
      texts.insert(line.text);
      note(line.exceptions);
    }
  }
};

class Shortening {
 public:
  Shortening(const CheckedRules& rules, const CheckedRules& known_game, const LinesOf& known,
             std::optional<std::int32_t> players)
      : rules_(rules), known_(known) {
    const auto note = [](const std::vector<Difference>& differences, auto& into) {
      for (const Difference& made : differences)
        if (!made.right.empty()) into.emplace(shown_name(made), made);
    };
    note(differences(known_game, rules, players), of_its_own_);
    note(all_differences(known_game, rules, players), brought_);
  }

  void shorten(Chapter& chapter) {
    std::vector<BookLine> kept;
    for (BookLine& line : chapter.lines) {
      const bool own = chapter.kind == ChapterKind::terms ? !known_.texts.contains(line.text) : differs(line);
      if (!own) {
        // An exception that lifts several known rules stands below the first of them.
        std::erase_if(line.exceptions, [&](const BookLine& exception) {
          return !differs(exception) || listed_.contains(exception.key);
        });
        if (line.exceptions.empty()) continue;
      }
      for (const BookLine& exception : line.exceptions) listed_.insert(exception.key);
      distinguish(line);
      for (BookLine& exception : line.exceptions) distinguish(exception);
      kept.push_back(std::move(line));
    }
    chapter.lines = std::move(kept);
  }

 private:
  bool differs(const BookLine& line) const {
    const auto known = known_.by_key.find(line.key);
    if (line.key.empty()) return !known_.texts.contains(line.text);
    if (known == known_.by_key.end() || of_its_own_.contains(line.key)) return true;
    if (!brought_.contains(line.key)) return false;
    return !is_same(line, *known->second) || rests_on_unlisted_word(line);
  }

  static bool is_same(const BookLine& a, const BookLine& b) { return a.text == b.text && a.table == b.table; }

  /// Puts the condition in place of the sentence, if two conditions have the same sentence.
  void distinguish(BookLine& line) const {
    const auto known = known_.by_key.find(line.key);
    const auto changed = brought_.find(line.key);
    if (known == known_.by_key.end() || changed == brought_.end()) return;
    const Difference& made = changed->second;
    if (is_same(line, *known->second) && made.kind == DifferenceKind::rule && made.left != made.right)
      line.text = made.right;
  }

  /// True if the line rests on a word whose meaning differs and which has no line of its own.
  bool rests_on_unlisted_word(const BookLine& line) const {
    const Difference& made = brought_.at(line.key);
    if (made.left == made.right) return false;
    std::set<std::size_t> words;
    for (const Rule& rule : rules_.rules) {
      if (rule.id == line.key && rule.when) note_words(*rule.when, words);
    }
    return any_of(words, [&](std::size_t word) {
      return rules_.words[word].says.empty() && of_its_own_.contains(rules_.words[word].name);
    });
  }
  void note_words(const TypedExpr& node, std::set<std::size_t>& words) const {
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::word && words.insert(index).second) note_words(rules_.words[index].is, words);
    for (const TypedExpr& arg : node.args) note_words(arg, words);
  }

  const CheckedRules& rules_;
  const LinesOf& known_;
  std::map<std::string, Difference> of_its_own_{};  ///< by the key of the line
  std::map<std::string, Difference> brought_{};     ///< those, and what they bring with them
  std::set<std::string> listed_{};                  ///< exceptions
};

/// True of rules, acts and kinds of train: where they are gone nothing else stands in their place.
bool is_declared(const CheckedRules& rules, const std::string& name) {
  return any_of(rules.rules, [&](const Rule& r) { return r.id == name; }) ||
         any_of(rules.acts, [&](const DeclaredAct& act) { return act.name == name; }) ||
         any_of(rules.trains, [&](const TrainKind& kind) { return kind.name == name; });
}

void add_gone(const std::vector<BookLine>& lines, const CheckedRules& known_game, const LinesOf& here,
              Chapter& gone) {
  for (const BookLine& line : lines) {
    const bool kept = here.by_key.contains(line.key) || here.texts.contains(line.text);
    if (!kept && is_declared(known_game, line.key)) {
      gone.lines.push_back({line.key, line.text, {}, {}, line.table});
    } else {
      add_gone(line.exceptions, known_game, here, gone);
    }
  }
}

/// Lines of setup that go without saying, or are for what seldom comes about.
constexpr std::array<std::string_view, 6> dispensable{"boneyard",       "engine.best", "engine.limit",
                                                      "engine.missing", "engine.then", "redeal.limit"};

bool is_essential(const Rule& rule) {
  if (rule.origin != Origin::rule) return false;
  if (rule.shape == Shape::forbid)
    return any_of(rule.acts, [](ActId act) { return act.value < built_in_acts; });
  if (rule.shape == Shape::except) return true;
  return rule.shape == Shape::after && any_of(rule.effects, [](const TypedEffect& effect) {
           // It goes without saying that something is only remembered, and that a cover covers.
           return phrase_of(effect.id).theme != Theme::nothing && effect.id != Effect::cover;
         });
}

}  // namespace

std::string shown_name(const Difference& made) {
  std::string name = made.name;
  if (name.ends_with(follows)) name.resize(name.size() - follows.size());
  return name;
}

std::string_view difference_kind_name(DifferenceKind kind) {
  constexpr std::array names{
#define X(id, name, heading) std::string_view(name),
      ROUNDHOUSE_DIFFERENCE_KINDS(X)
#undef X
  };
  return names[static_cast<std::size_t>(kind)];
}

namespace {

std::string_view difference_heading(DifferenceKind kind) {
  constexpr std::array headings{
#define X(id, name, heading) std::string_view(heading),
      ROUNDHOUSE_DIFFERENCE_KINDS(X)
#undef X
  };
  return headings[static_cast<std::size_t>(kind)];
}

std::vector<Difference> compared(const CheckedRules& left, const CheckedRules& right, const KnownFacts& known,
                                 Depth depth) {
  const Side a(left, known, depth);
  const Side b(right, known, depth);
  Comparison comparison{a, b, depth};
  comparison.compare(DifferenceKind::option, a.options(), b.options());
  comparison.compare(DifferenceKind::setup, a.setup(), b.setup());
  comparison.compare(DifferenceKind::match, a.match(), b.match());
  comparison.compare(DifferenceKind::word, a.words(), b.words());
  comparison.compare(DifferenceKind::shown, a.shown(), b.shown());
  comparison.compare(DifferenceKind::rule, a.rows(), b.rows());
  return std::move(comparison.found);
}

}  // namespace

std::vector<Difference> differences(const CheckedRules& left, const CheckedRules& right,
                                    std::optional<std::int32_t> players) {
  KnownFacts known;
  known.players = players;
  return compared(left, right, known, Depth::once);
}

std::vector<Difference> all_differences(const CheckedRules& left, const CheckedRules& right,
                                        std::optional<std::int32_t> players) {
  KnownFacts known;
  known.players = players;
  return compared(left, right, known, Depth::whole);
}

std::string print_differences(const std::vector<Difference>& all, const std::string& left,
                              const std::string& right) {
  if (all.empty()) return {};
  std::string out = fmt::format("{} / {}\n", left, right);
  for (int kind = 0; kind <= static_cast<int>(DifferenceKind::rule); ++kind) {
    const auto which = static_cast<DifferenceKind>(kind);
    std::string text;
    for (const Difference& made : all) {
      if (made.kind == which && is_both(made)) text += print_both(made, left, right);
    }
    text += print_one_side(all, which, left, &Difference::left, &Difference::right);
    text += print_one_side(all, which, right, &Difference::right, &Difference::left);
    if (!text.empty()) out += fmt::format("\n{}\n{}", difference_heading(which), text);
  }
  return out;
}

Book brief_book(const CheckedRules& rules, const CheckedRules& known_game, const BookRequest& request) {
  Book book = whole_book(rules, request);
  const Book known_book = whole_book(known_game, request);
  const LinesOf known(known_book);
  const LinesOf here(book);
  Chapter gone{"Not in this game", ChapterKind::rules, {}};
  for (const Chapter& chapter : known_book.chapters) {
    if (chapter.kind == ChapterKind::rules) add_gone(chapter.lines, known_game, here, gone);
  }
  Shortening shortening(rules, known_game, known, request.players);
  for (Chapter& chapter : book.chapters) shortening.shorten(chapter);
  book.chapters.push_back(std::move(gone));
  finish(book);
  book.intro =
      fmt::format("As in {}{}", name_marks(known_book.title), book.chapters.empty() ? "." : ", but:");
  return book;
}

Book brief_book(const CheckedRules& rules, const BookRequest& request) {
  Book book = whole_book(rules, request);
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.kind != ChapterKind::rules; });
  const auto is_left_out = [&](const BookLine& line) {
    if (contains(dispensable, line.key)) return true;
    const auto of_key = [&](const Rule& rule) { return rule.id == line.key; };
    const auto is_kept = [&](const Rule& rule) { return of_key(rule) && is_essential(rule); };
    return any_of(rules.rules, of_key) && none_of(rules.rules, is_kept);
  };
  for (Chapter& chapter : book.chapters) std::erase_if(chapter.lines, is_left_out);
  finish(book);
  return book;
}

}  // namespace roundhouse::dsl
