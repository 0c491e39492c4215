#include "tools/assist/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "dsl/base/search.h"
#include "dsl/check/typer.h"
#include "dsl/syntax/expression.h"
#include "dsl/vocabulary/operators.h"
#include "dsl/vocabulary/vocabulary.h"
#include "tools/assist/text_place.h"

namespace roundhouse::dsl {
namespace {

/// `x in SET` in front of the cursor: the last binder of this name.
std::optional<std::vector<std::string>> set_of_binder(const std::vector<Token>& tokens,
                                                      std::string_view name) {
  for (std::size_t i = tokens.size(); i-- > 2;) {
    if (!tokens[i - 1].is("in") || tokens[i - 2].text != name || tokens[i].kind != TokenKind::word) continue;
    std::vector<std::string> path{std::string(tokens[i].text)};
    for (std::size_t at = i + 1; at + 1 < tokens.size() && tokens[at].is("."); at += 2)
      path.emplace_back(tokens[at + 1].text);
    return path;
  }
  return std::nullopt;
}

Type type_of_path(const std::vector<std::string>& path, const std::vector<Token>& tokens,
                  const ChainNames& names, Type it, int depth = 0) {
  if (path.empty() || depth > 8) return Type::none;
  Type type = path.front() == "it" ? it : Type::none;
  if (const auto set = set_of_binder(tokens, path.front()); set && set->front() != path.front())
    type = element_of(type_of_path(*set, tokens, names, it, depth + 1));
  if (type == Type::none) type = names.type_of(path.front());
  for (std::size_t i = 1; i < path.size(); ++i) type = names.type_of(type, path[i]);
  return type;
}

class Completing {
 public:
  Completing(std::string_view text, std::size_t offset, const RuleView* view,
             const std::vector<std::string>& variants)
      : text_(text), place_(place_in_text(text, offset)), view_(view), variants_(variants) {
    if (view_ != nullptr) names_.emplace(*view_);
  }

  Completions complete() {
    if (place_.at_key) {
      add_keys();
      // Behind `- ` there may stand an item that is no map.
      if (!place_.standing.map && place_.standing.form) add_values();
    } else {
      add_values();
    }
    stable_sort(found_, [](const Completion& a, const Completion& b) {
      return std::tie(a.label, a.kind) < std::tie(b.label, b.kind);
    });
    found_.erase(std::unique(found_.begin(), found_.end(),
                             [](const Completion& a, const Completion& b) { return a.label == b.label; }),
                 found_.end());
    return {place_.begin, place_.end, std::move(found_)};
  }

 private:
  void add(std::string label, Completion::Kind kind, std::string detail, std::string about = {}) {
    found_.push_back({std::move(label), kind, std::move(detail), std::move(about)});
  }

  void add_keys_of(KeyMap map) {
    for (const KeyRow& row : keys_of(map)) {
      if (contains(place_.beside, row.key)) continue;
      add(std::string(row.key), Completion::Kind::key, fmt::format("key of {}", map_name(map)),
          std::string(row.about));
    }
  }

  void add_keys() {
    const Standing& standing = place_.standing;
    if (standing.map) add_keys_of(*standing.map);
    if (standing.form == KeyForm::redeal) add_keys_of(KeyMap::redeal);
    if (!standing.map && (standing.form == KeyForm::worded || standing.form == KeyForm::worded_list ||
                          standing.form == KeyForm::redeal))
      add_keys_of(KeyMap::value);
    // New values for a parent's options, other words for what it declares.
    if (standing.entries == KeyMap::option) add_names({NameKind::option});
    if (standing.form == KeyForm::sentences) {
      add_names({NameKind::option, NameKind::word, NameKind::fact, NameKind::train, NameKind::act});
      add_rules();
    }
  }

  bool has_detail(const DeclaredName& name, const std::vector<NameKind>& kinds) const {
    return contains(kinds, name.kind);
  }

  std::string detail(const DeclaredName& name) const {
    std::string text(kind_name(name.kind));
    if (name.of != Type::none && name.of != Type::permission)
      text += fmt::format(" of {}", type_name(name.of));
    if (name.type != Type::none && name.kind != NameKind::choice)
      text += fmt::format(": {}", type_name(name.type));
    return text;
  }

  std::string about(const std::string& name, NameKind kind) const {
    const CheckedRules& rules = view_->checked.value;
    const auto said = [&](const auto& list) -> std::string {
      const auto found = find_if(list, [&](const auto& one) { return one.name == name; });
      if constexpr (requires { list.front().ask; }) {
        return found == list.end() ? std::string() : found->ask;
      } else {
        return found == list.end() ? std::string() : found->says;
      }
    };
    switch (kind) {
      case NameKind::option:
        return said(rules.options);
      case NameKind::word:
        return said(rules.words);
      case NameKind::fact:
        return said(rules.facts);
      case NameKind::train:
        return said(rules.trains);
      case NameKind::act:
        return said(rules.acts);
      case NameKind::rule:
      case NameKind::choice:
        break;
    }
    return {};
  }

  void add_names(const std::vector<NameKind>& kinds) {
    if (!names_) return;
    for (const auto& [name, declared] : names_->all()) {
      if (!has_detail(declared, kinds)) continue;
      if (place_.at_key && contains(place_.beside, name)) continue;
      add(name, Completion::Kind::name, detail(declared), about(name, declared.kind));
    }
  }

  void add_rules() {
    if (!names_) return;
    for (const auto& [id, declared] : names_->rules()) {
      std::string says;
      for (const Rule& rule : view_->checked.value.rules)
        if (rule.id == id) says = rule.says;
      add(id, Completion::Kind::name, "rule", says);
    }
  }

  void add_words(const KeyRow& row) {
    for (const std::string& word : words_of(row))
      add(word, Completion::Kind::choice, std::string(row.key), std::string(row.about));
  }

  void add_values() {
    const Standing& standing = place_.standing;
    if (!standing.form) return;
    if (standing.row != nullptr && !place_.before.ends_with('.')) add_words(*standing.row);
    switch (*standing.form) {
      case KeyForm::version:
        return add("1", Completion::Kind::word, "the version of the language");
      case KeyForm::parent:
        for (const std::string& variant : variants_)
          add(variant, Completion::Kind::name, "rules to begin from");
        return;
      case KeyForm::acts:
        for (const ActRow& act : all_acts())
          add(std::string(act.name), Completion::Kind::word, "act", std::string(act.meaning));
        return add_names({NameKind::act});
      case KeyForm::events:
        for (const EventRow& event : all_events())
          add(std::string(event.name), Completion::Kind::word, "event", std::string(event.meaning));
        return add_names({NameKind::act});
      case KeyForm::rule_ids:
        return add_rules();
      case KeyForm::setting:
        add("true", Completion::Kind::word, "truth value");
        add("false", Completion::Kind::word, "truth value");
        return add_choices();
      case KeyForm::effects:
        add_effects();
        return add_expression();
      case KeyForm::fact_value:
      case KeyForm::expression:
      case KeyForm::condition:
      case KeyForm::ladder:
      case KeyForm::worded:
      case KeyForm::worded_list:
      case KeyForm::redeal:
      case KeyForm::text:
      case KeyForm::says:
      case KeyForm::label:
      case KeyForm::map:
      case KeyForm::entries:
      case KeyForm::rows:
      case KeyForm::row_id:
      case KeyForm::word:
      case KeyForm::word_list:
      case KeyForm::choices:
      case KeyForm::range:
      case KeyForm::chance:
      case KeyForm::sections:
      case KeyForm::sentences:
      case KeyForm::carries:
      case KeyForm::sources:
        if (is_expression(*standing.form)) add_expression();
    }
  }

  /// Those of the option whose value is being written, or all.
  void add_choices() {
    if (view_ == nullptr) return;
    const CheckedRules& rules = view_->checked.value;
    bool known = false;
    for (const Option& option : rules.options) {
      if (place_.path.size() < 2 || option.name != place_.path[1]) continue;
      known = true;
      for (const NameId choice : option.choices)
        add(std::string(rules.name_text(choice)), Completion::Kind::choice, "choice of " + option.name,
            option.ask);
      for (const std::int32_t number : option.numbers)
        add(std::to_string(number), Completion::Kind::choice, "choice of " + option.name, option.ask);
    }
    if (!known) add_names({NameKind::choice});
  }

  void add_effects() {
    for (const EffectRow& effect : all_effects())
      add(std::string(effect.name), Completion::Kind::operation, "effect", std::string(effect.meaning));
  }

  void add_members(Type receiver) {
    for (const MemberRow& member : all_members())
      if (receiver == Type::none || member.of == receiver)
        add(std::string(member.name), Completion::Kind::member,
            fmt::format("of {}: {}", type_name(member.of), type_name(member.type)),
            std::string(member.meaning));
    if (!names_) return;
    for (const auto& [name, declared] : names_->all())
      if (declared.of != Type::none && declared.of != Type::permission &&
          (receiver == Type::none || declared.of == receiver))
        add(name, Completion::Kind::name, detail(declared), about(name, declared.kind));
  }

  void add_expression() {
    std::string_view before = place_.before;
    before.remove_suffix(std::min(place_.word.size(), before.size()));
    static const RuleView nothing;
    const ChainNames none(nothing);
    const ChainNames& names = names_ ? *names_ : none;
    const std::vector<Token> tokens = scan_tokens(before);
    if (!tokens.empty() && tokens.back().is(".")) {
      if (tokens.size() > 1 && tokens[tokens.size() - 2].is("can")) {
        for (const ActRow& act : all_acts())
          add(std::string(act.name), Completion::Kind::word, "act", std::string(act.meaning));
        return add_names({NameKind::act});
      }
      return add_members(receiver_type(before, names, owner_in(text_, place_.path, names)));
    }
    for (const RootRow& root : all_roots())
      add(std::string(root.name), Completion::Kind::word, std::string(type_name(root.type)),
          std::string(root.meaning));
    for (const char* word : {"and", "or", "not", "if", "then", "else", "in", "has", "mod"})
      add(word, Completion::Kind::operation, "operator");
#define X(op, name, sign, form, precedence, operands, result) \
  add(name, Completion::Kind::operation, "over a set: " name "(x in SET ...)");
    ROUNDHOUSE_QUANTIFIERS(X)
#undef X
    if (place_.path.size() > 1 && place_.path.front() == "words")
      add("it", Completion::Kind::word, "the thing asked, in a word with 'of'");
    if (!names_) return;
    for (const auto& [name, declared] : names_->all()) {
      const bool alone = declared.of == Type::none || declared.kind == NameKind::train;
      if (alone) add(name, Completion::Kind::name, detail(declared), about(name, declared.kind));
    }
    for (std::size_t i = 1; i < tokens.size(); ++i)
      if (tokens[i].is("in") && tokens[i - 1].kind == TokenKind::word)
        add(std::string(tokens[i - 1].text), Completion::Kind::word, "bound here");
  }

  std::string_view text_;
  TextPlace place_;
  const RuleView* view_;
  std::optional<ChainNames> names_;
  const std::vector<std::string>& variants_;
  std::vector<Completion> found_;
};

}  // namespace

Type receiver_type(std::string_view expression, const ChainNames& names, Type it) {
  const std::vector<Token> tokens = scan_tokens(expression);
  std::vector<std::string> path;
  std::size_t at = tokens.size();
  while (at >= 2 && tokens[at - 1].is(".") && tokens[at - 2].kind == TokenKind::word) {
    path.emplace_back(tokens[at - 2].text);
    at -= 2;
  }
  // Behind a bracket the type is not known: `(3).x`, `best(...).hand`.
  if (path.empty() || (at > 0 && tokens[at - 1].is("."))) return Type::none;
  std::reverse(path.begin(), path.end());
  return type_of_path(path, tokens, names, it);
}

Type owner_in(std::string_view, const std::vector<std::string>& path, const ChainNames& names) {
  if (path.size() < 2 || path.front() != "words") return Type::none;
  const DeclaredName* word = names.find(path[1]);
  return word == nullptr ? Type::none : word->of;
}

Completions complete(std::string_view text, std::size_t offset, const RuleView* view,
                     const std::vector<std::string>& variants) {
  return Completing(text, offset, view, variants).complete();
}

}  // namespace roundhouse::dsl
