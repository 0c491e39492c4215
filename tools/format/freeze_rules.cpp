#include "tools/format/freeze_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/load_chain.h"
#include "dsl/check/option_values.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"
#include "dsl/vocabulary/keys.h"
#include "tools/format/format_rules.h"
#include "tools/format/scalar_layout.h"

namespace roundhouse::dsl {
namespace {

using Range = std::pair<std::int32_t, std::int32_t>;

std::string range_text(const Range& range) {
  return range.first == range.second ? fmt::format("{}", range.first)
                                     : fmt::format("{}..{}", range.first, range.second);
}

std::string word_of(KeyMap map, std::string_view key, std::size_t which) { return words_of(map, key)[which]; }

std::vector<std::string> texts_of(const std::vector<Named>& names) {
  std::vector<std::string> texts;
  for (const Named& name : names) texts.push_back(name.text);
  return texts;
}

/// The values of the trees, by where they stand: a draft keeps places of what it has read.
class NodesByPlace {
 public:
  explicit NodesByPlace(const Chain& chain) {
    for (const LoadedFile& file : chain.files) add(*file.tree, file.tree->where.file);
  }

  /// As it is written; a condition that stands nowhere is printed.
  YamlNode expression(const DraftExpr& read) const {
    const YamlNode* node = at(read.where);
    return node != nullptr ? *node : text_node(print_expression(read.node));
  }
  YamlNode effects(const DraftEffects& read) const {
    const YamlNode* node = at(read.where);
    return node != nullptr ? *node : text_node(print_effects(read.calls));
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  void add(const YamlNode& node, FileId file) {
    if (node.is_scalar() || node.is_sequence())
      nodes_.try_emplace(Place{file.value, node.where.begin, node.where.end}, &node);
    for (const YamlNode& item : node.items) add(item, file);
    for (const YamlEntry& entry : node.entries) add(entry.value, file);
  }
  const YamlNode* at(Span where) const {
    const auto found = nodes_.find(Place{where.file.value, where.begin, where.end});
    return found == nodes_.end() ? nullptr : found->second;
  }

  std::map<Place, const YamlNode*> nodes_;
};

/// The lines of comments in front of the entries of a file.
class Comments {
 public:
  Comments(std::string_view text, const YamlNode& tree) : text_(text) {
    if (!tree.entries.empty()) head_ = above(tree.entries.front().key.where.begin);
    for (std::size_t i = 0; i < tree.entries.size(); ++i) {
      const YamlEntry& block = tree.entries[i];
      if (i > 0) lines_[block.key.text] = above(block.key.where.begin);
      for (const YamlEntry& entry : block.value.entries)
        lines_[block.key.text + "." + entry.key.text] = above(entry.key.where.begin);
      for (const YamlNode& item : block.value.items) {
        if (item.entries.empty()) continue;
        const YamlNode* id = item.find("id");
        if (id != nullptr)
          lines_[block.key.text + "." + id->text] = above(item.entries.front().key.where.begin);
      }
    }
  }

  const std::string& head() const { return head_; }
  std::string of(const std::string& entry) const {
    const auto found = lines_.find(entry);
    return found == lines_.end() ? std::string() : found->second;
  }

 private:
  std::string above(std::size_t offset) const {
    std::size_t begin = line_begin(offset);
    const std::size_t end = begin;
    while (begin > 0) {
      const std::size_t before = line_begin(begin - 1);
      if (!trimmed(text_.substr(before, begin - before)).starts_with('#')) break;
      begin = before;
    }
    std::string lines(text_.substr(begin, end - begin));
    std::erase(lines, '\r');
    return lines;
  }
  std::size_t line_begin(std::size_t offset) const {
    const std::size_t found = offset == 0 ? std::string_view::npos : text_.rfind('\n', offset - 1);
    return found == std::string_view::npos ? 0 : found + 1;
  }

  std::string_view text_;
  std::string head_;
  std::map<std::string, std::string, std::less<>> lines_;
};

/// The sentences that the rulebook has in place of those that the values in force have made untrue.
class TrueSentences {
 public:
  explicit TrueSentences(const CheckedRules& rules) : rules_(rules) {
    const auto look = [&](const RowInForce& row) {
      const Rule& rule = rules.rules[row.rule.value];
      if (!row.is_own && !rule.says.empty()) rows_.try_emplace(rule.id, row.text);
    };
    for (const RowInForce& row : rows_in_force(rules, {})) {
      look(row);
      for (const RowInForce& exception : row.exceptions) look(exception);
    }
    const std::vector<bool> in_force = names_in_force(rules, {}).words;
    for (std::size_t i = 0; i < rules.words.size(); ++i) {
      const Word& word = rules.words[i];
      if (!in_force[i] || word.says.empty() || word.says_chosen || fits(word.is, word.says, rules, {}))
        continue;
      words_.try_emplace(word.name, word_text(rules, word, {}));
    }
  }

  /// Of a row, a fact or an act; nullptr: its own sentence is true, or is not looked at.
  const std::string* of_row(const std::string& id) const { return find(rows_, id); }
  const std::string* of_word(const std::string& name) const { return find(words_, name); }
  bool is_true_of_value(std::string_view key) const { return !own_sentence(rules_, key, {}).empty(); }
  bool is_true_of_step(std::string_view key, std::size_t step) const {
    return !own_step_sentence(rules_, key, step, {}).empty();
  }

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;
  static const std::string* find(const Texts& texts, const std::string& name) {
    const auto found = texts.find(name);
    return found == texts.end() ? nullptr : &found->second;
  }

  const CheckedRules& rules_;
  Texts rows_;
  Texts words_;
};

class FrozenWriter {
 public:
  FrozenWriter(const Draft& draft, const CheckedRules& rules, const Chain& chain, const Comments& comments)
      : draft_(draft), rules_(rules), nodes_(chain), comments_(comments), sentences_(rules) {}

  std::string write() {
    text_ = comments_.head() + "roundhouse: 1\n";
    if (!draft_.name.empty()) text_ += comments_.of("name") + write_entry("name", text_node(draft_.name), 0);
    block("options", draft_.options, [&](const DraftOption& option) { return written(option); });
    block("words", draft_.words, [&](const DraftWord& word) { return written(word); });
    block("facts", draft_.facts, [&](const DraftFact& fact) { return written(fact); });
    block("trains", draft_.trains, [&](const DraftTrain& train) { return written(train); });
    block("acts", draft_.acts, [&](const DraftAct& act) { return written(act); });
    settings("setup", draft_.setup);
    settings("match", draft_.match);
    rows("rules", draft_.rules);
    rows("checks", draft_.checks);
    examples();
    carries();
    sources();
    return std::move(text_);
  }

 private:
  // Blocks.

  void begin_block(const std::string& key) { text_ += "\n" + comments_.of(key) + key + ":\n"; }

  template <class Entry, class Written>
  void block(const std::string& key, const std::vector<Entry>& entries, const Written& written) {
    bool begun = false;
    for (const Entry& entry : entries) {
      if (!std::exchange(begun, true)) begin_block(key);
      text_ += comments_.of(key + "." + entry.name.text);
      text_ += write_entry(entry.name.text, written(entry), 2);
    }
  }

  template <class Row>
  void rows(const std::string& key, const std::vector<Row>& all) {
    if (all.empty()) return;
    begin_block(key);
    for (const Row& row : all) text_ += comments_.of(key + "." + row.id.text) + write_item(written(row), 2);
  }

  void examples() {
    if (draft_.examples.empty()) return;
    begin_block("examples");
    for (const DraftExample& example : draft_.examples) {
      YamlNode map = map_node();
      if (!example.says.empty()) put_under(map, "says", text_node(example.says));
      put_under(map, "record", *example.record);
      put_under(map, "is", bare_node(word_of(KeyMap::example, "is", example.legal ? 0 : 1)));
      if (example.because) put_under(map, "because", bare_node(example.because->text));
      text_ += write_item(map, 2);
    }
  }

  /// A section that several files carry is one entry.
  void carries() {
    std::vector<std::pair<std::string, std::vector<std::string>>> sections;
    for (const DraftCarried& carried : draft_.carries) {
      auto known =
          find_if(sections, [&](const auto& section) { return section.first == carried.section.text; });
      if (known == sections.end()) known = sections.insert(sections.end(), {carried.section.text, {}});
      for (const Named& name : carried.names)
        if (!contains(known->second, name.text)) known->second.push_back(name.text);
    }
    if (sections.empty()) return;
    begin_block("carries");
    for (const auto& [section, names] : sections)
      text_ += comments_.of("carries." + section) + write_entry(section, list_node(names), 2);
  }

  void sources() {
    if (draft_.sources.empty()) return;
    begin_block("sources");
    for (const Section& section : draft_.sources)
      text_ += comments_.of("sources." + section.id) + write_entry(section.id, text_node(section.text), 2);
  }

  // Keys that several kinds of entries have.

  void put_list(YamlNode& map, std::string_view key, const std::vector<Named>& names) const {
    if (!names.empty()) put_under(map, key, list_node(texts_of(names)));
  }
  void put_expression(YamlNode& map, std::string_view key, const std::optional<DraftExpr>& read) const {
    if (read) put_under(map, key, nodes_.expression(*read));
  }

  YamlNode sentence(const std::vector<DraftSaying>& says) const {
    if (says.size() == 1 && !says.front().when) return *says.front().says;
    YamlNode steps;
    steps.kind = YamlKind::sequence;
    for (const DraftSaying& saying : says) {
      YamlNode step = map_node();
      put_expression(step, "when", saying.when);
      put_under(step, "says", *saying.says);
      steps.items.push_back(std::move(step));
    }
    return steps;
  }
  /// `instead`: the sentence that is true; nullptr: its own.
  void put_texts(YamlNode& map, const DraftTexts& texts, const std::string* instead) const {
    if (instead != nullptr)
      put_under(map, "says", text_node(*instead));
    else if (!texts.says.empty())
      put_under(map, "says", sentence(texts.says));
    put_list(map, "from", texts.from);
  }

  // Entries.

  YamlNode written(const DraftOption& option) const {
    YamlNode map = map_node();
    if (!option.ask.empty()) put_under(map, "ask", text_node(option.ask));
    std::vector<std::string> choices = texts_of(option.choices);
    for (const auto& [number, where] : option.numbers) choices.push_back(fmt::format("{}", number));
    if (!option.called.empty()) {
      YamlNode called = map_node();
      for (const std::string& choice : choices) {
        const auto words = option.called.find(choice);
        put_under(called, choice, text_node(words == option.called.end() ? choice : words->second));
      }
      put_under(map, "choose", std::move(called));
    } else if (!choices.empty()) {
      YamlNode list;
      list.kind = YamlKind::sequence;
      for (std::string& choice : choices) list.items.push_back(bare_node(std::move(choice)));
      put_under(map, "choose", std::move(list));
    }
    // A table that came by the way, as a value, is a table all the same.
    const Option& checked = rules_.options[static_cast<std::size_t>(&option - draft_.options.data())];
    std::vector<std::string> by;
    for (const TableKey key : checked.by)
      by.push_back(word_of(KeyMap::option, "by", static_cast<std::size_t>(key)));
    if (!by.empty()) put_under(map, "by", list_node(by));
    if (option.range && option.numbers.empty()) put_under(map, "range", bare_node(range_text(*option.range)));
    put_under(map, "default", *option.values.back().node);
    put_list(map, "from", option.from);
    return map;
  }

  YamlNode written(const DraftWord& word) const {
    const std::string* instead = sentences_.of_word(word.name.text);
    YamlNode is = nodes_.expression(word.is);
    const bool is_all = word.of == Type::none && word.texts.says.empty() && word.texts.from.empty();
    if (is_all && is.is_scalar()) return is;
    YamlNode map = map_node();
    if (word.of != Type::none) put_under(map, "of", bare_node(owner_word(word.of)));
    put_under(map, "is", std::move(is));
    put_texts(map, word.texts, instead);
    return map;
  }

  YamlNode written(const DraftFact& fact) const {
    YamlNode map = map_node();
    put_under(map, "of", bare_node(scope_word(fact.of)));
    const bool with_round = fact.of == Scope::player || fact.of == Scope::train;
    if (fact.per != (with_round ? Scope::round : fact.of))
      put_under(map, "per", bare_node(scope_word(fact.per)));
    if (fact.chance) {
      const bool of_players = fact.type == Type::player;
      put_under(map, "chance", bare_node(of_players ? "players" : range_text(*fact.chance)));
    } else if (fact.events.empty() && fact.type) {
      put_under(map, "is", bare_node(kind_word(*fact.type)));
    }
    put_list(map, "after", fact.events);
    put_expression(map, "when", fact.when);
    put_expression(map, "add", fact.add);
    put_expression(map, "is", fact.is);
    if (!fact.shown.empty()) put_under(map, "shown", text_node(fact.shown));
    put_texts(map, fact.texts, sentences_.of_row(fact.name.text));
    return map;
  }

  /// As files write it: an end is no `open end` there.
  static std::string owner_word(Type type) {
    if (type == Type::end) return "end";
    return type == Type::tiles ? "tiles" : std::string(type_name(type));
  }

  static std::string scope_word(Scope scope) {
    switch (scope) {
      case Scope::turn:
        return "turn";
      case Scope::player:
        return "player";
      case Scope::round:
        return "round";
      case Scope::match:
        return "match";
      case Scope::train:
        return "train";
      case Scope::game:
        return "game";
    }
    return {};
  }

  static std::string kind_word(Type type) {
    if (type == Type::truth) return "bool";
    return type == Type::number ? "int" : std::string(type_name(type));
  }

  YamlNode written(const DraftTrain& train) const {
    YamlNode map = map_node();
    put_under(map, "of", bare_node(word_of(KeyMap::train, "of", static_cast<std::size_t>(train.of))));
    // There are none of a kind that was taken away, and its name stays.
    if (train.taken_away)
      put_under(map, "count", bare_node("0"));
    else
      put_expression(map, "count", train.count);
    if (train.starts != CentreHalf::high)
      put_under(map, "starts",
                bare_node(word_of(KeyMap::train, "starts", static_cast<std::size_t>(train.starts))));
    put_texts(map, train.texts, nullptr);
    return map;
  }

  YamlNode written(const DraftAct& act) const {
    YamlNode map = map_node();
    if (act.called) put_under(map, "called", bare_node(act.called->text));
    put_under(map, "by", bare_node(word_of(KeyMap::act, "by", static_cast<std::size_t>(act.by))));
    if (act.whom) put_under(map, "whom", bare_node(word_of(KeyMap::act, "whom", 0)));
    if (act.tile != ActTile::none)
      put_under(map, "tile", bare_node(word_of(KeyMap::act, "tile", static_cast<std::size_t>(act.tile) - 1)));
    if (act.amount) put_under(map, "amount", bare_node(range_text(*act.amount)));
    put_expression(map, "when", act.when);
    if (act.effects) put_under(map, "do", nodes_.effects(*act.effects));
    put_texts(map, act.texts, sentences_.of_row(act.name.text));
    return map;
  }

  YamlNode written(const DraftRule& rule) const {
    YamlNode map = map_node();
    put_under(map, "id", bare_node(rule.id.text));
    put_list(map, shape_word(rule.shape), rule.about);
    put_expression(map, "when", rule.when);
    if (rule.effects) put_under(map, "do", nodes_.effects(*rule.effects));
    put_texts(map, rule.texts, sentences_.of_row(rule.id.text));
    return map;
  }

  YamlNode written(const DraftCheck& check) const {
    YamlNode map = map_node();
    put_under(map, "id", bare_node(check.id.text));
    put_expression(map, check.always ? "always" : "never", check.condition);
    put_list(map, "at", check.at);
    put_texts(map, check.texts, nullptr);
    return map;
  }

  // Setup and match.

  YamlNode value(const DraftSetting& setting, const std::string& name) const {
    if (setting.players) return bare_node(range_text(*setting.players));
    YamlNode is;
    if (setting.values.size() == 1) {
      is = nodes_.expression(setting.values.front());
    } else {
      is.kind = YamlKind::sequence;
      for (const DraftExpr& one : setting.values) is.items.push_back(nodes_.expression(one));
    }
    for (std::size_t step = 0; step < std::min(setting.steps_say.size(), is.items.size()); ++step) {
      if (setting.steps_say[step] == nullptr || sentences_.is_true_of_step(name, step)) continue;
      std::erase_if(is.items[step].entries, [](const YamlEntry& entry) { return entry.key.text == "says"; });
    }
    if (setting.texts.says.empty() || !sentences_.is_true_of_value(name)) return is;
    YamlNode map = map_node();
    put_under(map, "is", std::move(is));
    put_texts(map, setting.texts, nullptr);
    return map;
  }

  void settings(const std::string& key, const std::vector<DraftSetting>& all) {
    if (all.empty()) return;
    begin_block(key);
    std::set<std::string> done;
    for (const DraftSetting& setting : all) {
      const std::string top = setting.key.text.substr(0, setting.key.text.find('.'));
      if (!done.insert(top).second) continue;
      text_ += comments_.of(key + "." + top) + write_entry(top, under(key, top, all), 2);
    }
  }

  /// The value under a key of the block, or the map of those that stand below it.
  YamlNode under(const std::string& block, const std::string& top,
                 const std::vector<DraftSetting>& all) const {
    YamlNode map = map_node();
    for (const DraftSetting& setting : all) {
      const std::string& whole = setting.key.text;
      const std::string name = block == "match" ? "match." + whole : whole;
      if (whole == top)
        put_under(map, "when", value(setting, name));
      else if (whole.starts_with(top + "."))
        put_under(map, whole.substr(top.size() + 1), value(setting, name));
    }
    const bool is_alone = map.entries.size() == 1 && map.entries.front().key.text == "when";
    return is_alone ? std::move(map.entries.front().value) : map;
  }

  const Draft& draft_;
  const CheckedRules& rules_;
  NodesByPlace nodes_;
  const Comments& comments_;
  TrueSentences sentences_;
  std::string text_;
};

}  // namespace

FrozenRules freeze_rules(SourceMap& sources, const VariantReader& reader, const CheckInput& input) {
  FrozenRules frozen;
  const Checked<CheckedRules> checked = check_variant(sources, reader, input);
  frozen.diagnostics = checked.diagnostics;
  if (!checked.ok()) return frozen;
  SourceMap again;
  Findings findings;
  Chain chain = load_chain(again, reader_as_checked(reader, checked.value), input, findings);
  if (!chain.whole) return frozen;
  const Comments comments(again.file(chain.files.front().draft.whole.file).text, *chain.files.front().tree);
  Draft draft;
  for (auto file = chain.files.rbegin(); file != chain.files.rend(); ++file)
    lay_over(draft, std::move(file->draft), findings);
  std::deque<YamlNode> settings;
  lay_settings_over(draft, input.settings, settings, findings);
  std::deque<YamlNode> texts;
  settle_draft(draft, texts);
  std::string text = FrozenWriter(draft, checked.value, chain, comments).write();
  SourceMap made;
  const FileId file = made.add("", text);
  Formatted laid = format_rules(made, file);
  frozen.text = laid.text.empty() ? std::move(text) : std::move(laid.text);
  // A name that one file has twice cannot be said in one file.
  SourceMap tried;
  const Checked<CheckedRules> after =
      check_variant(tried, with_first_text(reader, frozen.text), {input.variant, {}});
  if (after.ok() && rules_hash(after.value) == rules_hash(checked.value)) return frozen;
  frozen.trouble = "in one file it would not be the same game";
  if (!after.ok()) frozen.trouble += ": " + after.diagnostics.front().message;
  frozen.text.clear();
  return frozen;
}

}  // namespace roundhouse::dsl
