#include "tools/differences/differences.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "dsl/base/search.h"
#include "dsl/compile/rule_text.h"
#include "dsl/english/english.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

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
  Side(const CheckedRules& rules, const Known& known, Depth depth)
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

  static void add_lines(const std::vector<Line>& lines, Things& things) {
    for (const Line& line : lines) {
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
  const Known& known_;
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

std::string_view difference_heading(DifferenceKind kind) {
  constexpr std::array headings{
#define X(id, name, heading) std::string_view(heading),
      ROUNDHOUSE_DIFFERENCE_KINDS(X)
#undef X
  };
  return headings[static_cast<std::size_t>(kind)];
}

namespace {

std::vector<Difference> compared(const CheckedRules& left, const CheckedRules& right, const Known& known,
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
  Known known;
  known.players = players;
  return compared(left, right, known, Depth::once);
}

std::vector<Difference> all_differences(const CheckedRules& left, const CheckedRules& right,
                                        std::optional<std::int32_t> players) {
  Known known;
  known.players = players;
  return compared(left, right, known, Depth::whole);
}

}  // namespace roundhouse::dsl
