#include "tools/format/freeze_rules.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/base/source.h"
#include "dsl/check/name_table.h"
#include "dsl/check/resolve.h"

namespace roundhouse::dsl {
namespace {

/// `train.knocking` as it can be written in one file.
std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

class Settler {
 public:
  Settler(Draft& draft, std::deque<YamlNode>& texts) : draft_(draft), texts_(texts) {}

  void settle() {
    for (DraftWord& word : draft_.words) {
      settle(word.is);
      settle(word.texts);
    }
    for (DraftFact& fact : draft_.facts) {
      settle(fact.events);
      for (std::optional<DraftExpr>* part : {&fact.when, &fact.add, &fact.is}) settle(*part);
      settle(fact.texts);
    }
    for (DraftTrain& train : draft_.trains) {
      settle(train.count);
      settle(train.texts);
    }
    for (DraftAct& act : draft_.acts) {
      settle(act.when);
      settle(act.effects);
      settle(act.texts);
    }
    for (std::vector<DraftSetting>* settings : {&draft_.setup, &draft_.match})
      for (DraftSetting& setting : *settings) {
        for (DraftExpr& value : setting.values) settle(value);
        settle(setting.texts);
        for (const YamlNode*& says : setting.steps_say)
          if (says != nullptr) says = settled(*says);
      }
    for (DraftRule& rule : draft_.rules) {
      settle(rule.about);
      settle(rule.when);
      settle(rule.effects);
      settle(rule.texts);
    }
    for (DraftCheck& check : draft_.checks) {
      settle(check.at);
      settle(check.condition);
    }
    for (DraftCarried& carried : draft_.carries) settle(carried.names);
    rename_entries();
    draft_.scoped.clear();
  }

 private:
  std::string name_for(const std::string& name, Span where) const {
    const std::string_view meant = meant_name(draft_, name, where);
    return meant.empty() || meant == name ? name : plain_name(std::string(meant));
  }

  /// True if an expression can ask for the entry by this name; rules have names that choices may have, too.
  bool can_be_asked(std::string_view name) const {
    const auto has = [&](const auto& entries) {
      return any_of(entries, [&](const auto& entry) { return entry.name.text == name; });
    };
    return has(draft_.options) || has(draft_.words) || has(draft_.facts) || has(draft_.trains) ||
           has(draft_.acts);
  }

  void settle(std::vector<Named>& names) {
    for (Named& name : names) name.text = name_for(name.text, name.where);
  }

  void settle(DraftExpr& expression) {
    if (settle(expression.node)) expression.where.file = no_file;
  }
  void settle(std::optional<DraftExpr>& expression) {
    if (expression) settle(*expression);
  }
  void settle(std::optional<DraftEffects>& effects) {
    if (!effects) return;
    bool changed = false;
    for (EffectSyntax& call : effects->calls)
      for (SyntaxNode& arg : call.args) changed = settle(arg) || changed;
    if (changed) effects->where.file = no_file;
  }

  void settle(DraftTexts& texts) {
    std::erase_if(texts.says, [&](const DraftSaying& step) {
      return step.when && asks_for_what_is_gone(step.when->node, draft_);
    });
    for (DraftSaying& step : texts.says) {
      settle(step.when);
      if (step.says != nullptr) step.says = settled(*step.says);
    }
  }

  const YamlNode* settled(const YamlNode& says) {
    std::string text;
    std::size_t at = 0;
    for (std::size_t open = says.text.find('{'); open != std::string::npos; open = says.text.find('{', at)) {
      const std::size_t close = says.text.find('}', open);
      if (close == std::string::npos) break;
      text += says.text.substr(at, open + 1 - at);
      text += name_for(says.text.substr(open + 1, close - open - 1), span_in_scalar(says, open + 1, close));
      at = close;
    }
    text += says.text.substr(at);
    if (text == says.text) return &says;
    YamlNode& changed = texts_.emplace_back(says);
    changed.text = std::move(text);
    changed.origin.clear();
    return &changed;
  }

  /// True if something in it was changed.
  bool settle(SyntaxNode& node) {
    bool changed = make_false_of_absent_choice(node);
    const bool is_named = node.kind == SyntaxKind::name || node.kind == SyntaxKind::member ||
                          (node.kind == SyntaxKind::call && !node.receiver);
    if (is_named && !contains(bound_, node.text) && can_be_asked(meant_name(draft_, node.text, node.where))) {
      std::string name = name_for(node.text, node.where);
      changed = changed || name != node.text;
      node.text = std::move(name);
    }
    const bool binds = node.kind == SyntaxKind::quantifier;
    if (binds) bound_.push_back(node.variable);
    for (SyntaxNode& arg : node.args) changed = settle(arg) || changed;
    if (binds) bound_.pop_back();
    return changed;
  }

  /// Makes a comparison false that names a choice which the option no longer offers, because a child declares
  /// it anew. True if it did.
  bool make_false_of_absent_choice(SyntaxNode& node) const {
    if (node.kind != SyntaxKind::operation || (node.op != Op::equal && node.op != Op::not_equal))
      return false;
    const auto is_absent = [&](const SyntaxNode& asked, const SyntaxNode& choice) {
      if (asked.kind != SyntaxKind::name || choice.kind != SyntaxKind::name) return false;
      const std::string_view name = meant_name(draft_, asked.text, asked.where);
      const auto option =
          find_if(draft_.options, [&](const DraftOption& one) { return one.name.text == name; });
      return option != draft_.options.end() && !option->choices.empty() &&
             option->name.where.file.value < asked.where.file.value &&
             !any_of(option->choices, [&](const Named& one) { return one.text == choice.text; });
    };
    if (!is_absent(node.args[0], node.args[1]) && !is_absent(node.args[1], node.args[0])) return false;
    SyntaxNode truth;
    truth.kind = SyntaxKind::name;
    truth.text = node.op == Op::equal ? "false" : "true";
    truth.where = node.where;
    node = std::move(truth);
    return true;
  }

  void rename_entries() {
    const auto rename = [](auto& entries) {
      for (auto& entry : entries) entry.name.text = plain_name(std::move(entry.name.text));
    };
    rename(draft_.options);
    rename(draft_.words);
    rename(draft_.facts);
    rename(draft_.trains);
    rename(draft_.acts);
    for (DraftRule& rule : draft_.rules) rule.id.text = plain_name(std::move(rule.id.text));
    for (DraftCheck& check : draft_.checks) check.id.text = plain_name(std::move(check.id.text));
  }

  Draft& draft_;
  std::deque<YamlNode>& texts_;
  std::vector<std::string> bound_;
};

}  // namespace

void settle_draft(Draft& draft, std::deque<YamlNode>& texts) { Settler(draft, texts).settle(); }

}  // namespace roundhouse::dsl
