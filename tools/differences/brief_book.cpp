#include "tools/differences/brief_book.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

#include "dsl/base/search.h"
#include "dsl/english/wording.h"
#include "dsl/vocabulary/phrases.h"
#include "tools/differences/differences.h"

namespace roundhouse::dsl {
namespace {

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
void drop_sections(std::vector<Line>& lines) {
  for (Line& line : lines) {
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
  std::map<std::string, const Line*> by_key{};
  std::set<std::string> texts{};

  explicit LinesOf(const Book& book) {
    for (const Chapter& chapter : book.chapters) note(chapter.lines);
  }
  void note(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
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
    std::vector<Line> kept;
    for (Line& line : chapter.lines) {
      const bool own = chapter.kind == ChapterKind::terms ? !known_.texts.contains(line.text) : differs(line);
      if (!own) {
        // An exception that lifts several known rules stands below the first of them.
        std::erase_if(line.exceptions, [&](const Line& exception) {
          return !differs(exception) || listed_.contains(exception.key);
        });
        if (line.exceptions.empty()) continue;
      }
      for (const Line& exception : line.exceptions) listed_.insert(exception.key);
      distinguish(line);
      for (Line& exception : line.exceptions) distinguish(exception);
      kept.push_back(std::move(line));
    }
    chapter.lines = std::move(kept);
  }

 private:
  bool differs(const Line& line) const {
    const auto known = known_.by_key.find(line.key);
    if (line.key.empty()) return !known_.texts.contains(line.text);
    if (known == known_.by_key.end() || of_its_own_.contains(line.key)) return true;
    if (!brought_.contains(line.key)) return false;
    return !is_same(line, *known->second) || rests_on_unlisted_word(line);
  }

  static bool is_same(const Line& a, const Line& b) { return a.text == b.text && a.table == b.table; }

  /// Puts the condition in place of the sentence, if two conditions have the same sentence.
  void distinguish(Line& line) const {
    const auto known = known_.by_key.find(line.key);
    const auto changed = brought_.find(line.key);
    if (known == known_.by_key.end() || changed == brought_.end()) return;
    const Difference& made = changed->second;
    if (is_same(line, *known->second) && made.kind == DifferenceKind::rule && made.left != made.right)
      line.text = made.right;
  }

  /// True if the line rests on a word whose meaning differs and which has no line of its own.
  bool rests_on_unlisted_word(const Line& line) const {
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

void add_gone(const std::vector<Line>& lines, const CheckedRules& known_game, const LinesOf& here,
              Chapter& gone) {
  for (const Line& line : lines) {
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
  const auto is_left_out = [&](const Line& line) {
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
