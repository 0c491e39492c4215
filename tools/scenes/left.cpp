#include "tools/scenes/left.h"

#include <algorithm>
#include <map>
#include <set>

#include "dsl/base/search.h"
#include "dsl/rulebook/alike_values.h"
#include "dsl/rulebook/book.h"
#include "dsl/rulebook/rows_in_force.h"

namespace roundhouse::dsl {
namespace {

/// A line of a rulebook, with all that stands below it.
std::string whole_text(const BookLine& line) {
  std::string text = line.text;
  for (const auto& [left, right] : line.table) text += "\n" + left + "\t" + right;
  for (const BookLine& exception : line.exceptions) text += "\n" + whole_text(exception);
  return text;
}

/// The lines of a rulebook's chapters of rules.
struct Lines {
  Book book;
  std::set<std::string> texts{};
  std::set<std::string> keys{};

  explicit Lines(const CheckedRules& rules) : book(write_book(rules, {})) {
    std::erase_if(book.chapters, [](const Chapter& each) { return each.kind != ChapterKind::rules; });
    for (const Chapter& chapter : book.chapters)
      for (const BookLine& line : chapter.lines) {
        texts.insert(whole_text(line));
        keys.insert(line.key);
      }
  }
};

/// Adds how many lines of each chapter the other book has not.
void count_others(const Lines& book, const Lines& other, std::map<std::string, int>& counts) {
  for (const Chapter& chapter : book.book.chapters)
    for (const BookLine& line : chapter.lines)
      if (!other.texts.contains(whole_text(line))) ++counts[chapter.title];
}

/// The first and the last of the values that come to the same as the one in force.
std::pair<std::int32_t, std::int32_t> alike(const CheckedRules& rules, std::size_t option) {
  return AlikeValues(rules, names_in_force(rules, {}), {}).around(option);
}

/// Values that may make another game, as a file writes them: both neighbours of a number's, all other
/// choices; of a table none.
std::vector<std::string> other_values(const CheckedRules& rules, std::size_t at) {
  const Option& option = rules.options[at];
  std::vector<std::string> values;
  if (!option.by.empty()) return values;
  if (option.type == Type::truth) return {option.value == 0 ? "true" : "false"};
  for (const NameId choice : option.choices)
    if (choice.value != option.value) values.emplace_back(rules.name_text(choice));
  for (const std::int32_t number : option.numbers)
    if (number != option.value) values.push_back(std::to_string(number));
  if (!values.empty() || !option.range) return values;
  const auto [least, most] = alike(rules, at);
  if (most < option.range->second) values.push_back(std::to_string(most + 1));
  if (least > option.range->first) values.push_back(std::to_string(least - 1));
  return values;
}

class Page {
 public:
  Page(const CheckedRules& rules, const CheckedRules* parent)
      : rules_(rules), names_(names_in_force(rules, {})), parent_(parent), book_(rules) {}

  std::vector<LeftChapter> write(const RulesWithValue& with_value) {
    std::vector<LeftChapter> chapters;
    for (const Chapter& chapter : book_.book.chapters) chapters.push_back({chapter.title, {}, {}});
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const Option& option = rules_.options[i];
      const bool is_own = parent_ != nullptr && option.value_where.file == FileId{};
      if (!names_.options[i] || is_own) continue;
      const std::string title = chapter_changed_by(i, with_value);
      if (title.empty()) continue;
      const auto at = find_if(chapters, [&](const LeftChapter& each) { return each.title == title; });
      (at == chapters.end() ? chapters.front() : *at)
          .questions.push_back(
              {option.name, option.ask.empty() ? option.name : option.ask, answer_in_words(rules_, i)});
    }
    if (parent_ != nullptr) add_sentences(chapters);
    // Turns are argued about more than the deal.
    const auto turn = find_if(chapters, [](const LeftChapter& each) { return each.title == a_turn; });
    if (turn != chapters.end()) std::rotate(chapters.begin(), turn, chapters.end());
    std::erase_if(chapters,
                  [](const LeftChapter& each) { return each.questions.empty() && each.sentences.empty(); });
    return chapters;
  }

 private:
  /// The chapter that other values change most. Empty: the book is the same under each of them.
  std::string chapter_changed_by(std::size_t at, const RulesWithValue& with_value) {
    std::map<std::string, int> counts;
    std::set<std::string> gone = book_.keys;  // whatever else is answered
    const auto compare = [&](const CheckedRules& other) {
      const Lines changed(other);
      count_others(book_, changed, counts);
      count_others(changed, book_, counts);
      std::erase_if(gone, [&](const std::string& key) { return changed.keys.contains(key); });
    };
    for (const std::string& value : other_values(rules_, at))
      if (const auto other = with_value(rules_.options[at].name, value)) compare(*other);
    if (!rules_.options[at].by.empty()) {
      CheckedRules other = rules_;
      for (TableEntry& entry : other.options[at].table) ++entry.value;
      compare(other);
    }
    if (!counts.empty()) asked_.merge(gone);
    // Of several the last: what begins a round rests on the match, and not the other way round.
    std::pair<std::string, int> most;
    for (const Chapter& chapter : book_.book.chapters)
      if (counts[chapter.title] > 0 && counts[chapter.title] >= most.second)
        most = {chapter.title, counts[chapter.title]};
    // A chapter that this book has not.
    if (most.first.empty())
      for (const auto& [title, lines] : counts)
        if (lines > 0) return title;
    return most.first;
  }

  /// The row by which a double has to be covered; empty: there is none, or the engine has to be, too.
  std::string owed_but_for_the_engine() const {
    std::string owing;
    for (const Rule& row : rules_.rules) {
      const auto owes = [](const TypedEffect& effect) {
        return writes(effect.id, aspects::debts) && effect.args.size() > 1;  // a cover pays one
      };
      if (!book_.keys.contains(row.id) || none_of(row.effects, owes)) continue;
      if (!contains(row.events, event_id(BuiltInEvent::lay))) return {};
      owing = row.id;
    }
    return owing;
  }

  /// Rules that do not go with one answer, and what there is to say of the match.
  void add_sentences(std::vector<LeftChapter>& chapters) const {
    const Lines known(*parent_);
    const auto is_rule = [&](const std::string& key) {
      return key.starts_with("match.") ||
             any_of(rules_.rules, [&](const Rule& row) { return row.id == key; });
    };
    const std::string owing = owed_but_for_the_engine();
    for (std::size_t i = 0; i < book_.book.chapters.size(); ++i)
      for (const BookLine& line : book_.book.chapters[i].lines) {
        const std::string text = whole_text(line);
        if (known.texts.contains(text) && !asked_.contains(line.key) && is_rule(line.key))
          chapters[i].sentences.push_back(line.text);
        if (!owing.empty() && line.key == owing)
          chapters[i].sentences.emplace_back("The engine itself need not be covered.");
      }
  }

  const CheckedRules& rules_;
  NamesInForce names_;
  const CheckedRules* parent_;
  Lines book_;
  std::set<std::string> asked_;  ///< keys of lines that stand there under one answer only
};

}  // namespace

std::string answer_in_words(const CheckedRules& rules, std::size_t at) {
  CheckedRules played = rules;
  Option& option = played.options[at];
  const auto [least, most] = alike(rules, at);
  if (least != most && option.range) {
    const bool from_least = least == option.range->first, to_most = most == option.range->second;
    if (from_least != to_most) option.value = to_most ? least : most;
  }
  const std::string value = option_value(played, option, {});
  const auto called = option.called.find(value);
  return called == option.called.end() ? value : called->second;
}

std::optional<std::string> another_value(const CheckedRules& rules, std::size_t option) {
  const std::vector<std::string> values = other_values(rules, option);
  return values.empty() ? std::nullopt : std::optional(values.front());
}

std::vector<LeftChapter> left_by(const CheckedRules& rules, const CheckedRules* parent,
                                 const RulesWithValue& with_value) {
  return Page(rules, parent).write(with_value);
}

}  // namespace roundhouse::dsl
