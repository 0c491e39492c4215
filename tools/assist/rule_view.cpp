#include "tools/assist/rule_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/read_values.h"
#include "dsl/check/typer.h"
#include "dsl/syntax/expression.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

/// Goes over one draft and notes where names stand.
class PlaceFinder {
 public:
  PlaceFinder(const RuleView& view, const ChainNames& names, const LoadedFile& file)
      : view_(view), names_(names), draft_(file.draft) {}

  std::vector<NamePlace> find() {
    for (const DraftOption& option : draft_.options) visit_option(option);
    for (const DraftWord& word : draft_.words) {
      add(NameKind::word, word.name, !word.taken_away);
      it_ = word.of;
      visit(word.is);
      it_ = Type::none;
      visit(word.texts);
    }
    for (const DraftFact& fact : draft_.facts) {
      add(NameKind::fact, fact.name, !fact.taken_away);
      for (const Named& event : fact.events) add_act(event);
      visit(fact.when);
      visit(fact.add);
      visit(fact.is);
      visit(fact.texts);
    }
    for (const DraftTrain& train : draft_.trains) {
      add(NameKind::train, train.name, !train.taken_away);
      visit(train.count);
      visit(train.texts);
    }
    for (const DraftAct& act : draft_.acts) {
      add(NameKind::act, act.name, !act.taken_away);
      visit(act.when);
      visit(act.effects);
      visit(act.texts);
    }
    for (const auto* settings : {&draft_.setup, &draft_.match})
      for (const DraftSetting& setting : *settings) {
        for (const DraftExpr& value : setting.values) visit(value);
        for (const YamlNode* says : setting.steps_say) visit_sentence(says);
        visit(setting.texts);
      }
    for (const DraftRule& rule : draft_.rules) visit_rule(rule);
    for (const DraftSentence& sentence : draft_.sentences) {
      add_any(sentence.name);
      for (const DraftSaying& saying : sentence.says) visit(saying);
    }
    for (const Named& id : draft_.remove) add(NameKind::rule, id, false);
    for (const DraftCarried& carried : draft_.carries)
      for (const Named& name : carried.names) add_any(name);
    sort(places_, [](const NamePlace& a, const NamePlace& b) { return a.where.begin < b.where.begin; });
    return std::move(places_);
  }

 private:
  void add(NameKind kind, std::string_view name, Span where, bool declares) {
    // A text with escapes has no place for each letter.
    if (view_.sources.text(where) == name) places_.push_back({kind, std::string(name), where, declares});
  }
  void add(NameKind kind, const Named& name, bool declares) {
    Span where = name.where;
    const std::string_view written = view_.sources.text(where);
    // In quotes.
    if (written.size() == name.text.size() + 2 && (written.front() == '"' || written.front() == '\'')) {
      ++where.begin;
      --where.end;
    }
    add(kind, name.text, where, declares);
  }
  void add_any(const Named& name) {
    // A choice of an option may be called like a rule, and is not what is meant here.
    if (names_.find_rule(name.text) != nullptr) return add(NameKind::rule, name, false);
    const DeclaredName* declared = names_.find(name.text);
    if (declared != nullptr && declared->kind != NameKind::choice) add(declared->kind, name, false);
  }
  void add_act(const Named& name) {
    const DeclaredName* declared = names_.find(name.text);
    if (declared != nullptr && declared->kind == NameKind::act) add(NameKind::act, name, false);
  }

  void visit_option(const DraftOption& option) {
    add(NameKind::option, option.name, option.declared);
    for (const Named& choice : option.choices) add(NameKind::choice, choice, true);
    for (const DraftValue& value : option.values) {
      if (!value.node->is_scalar()) continue;
      const DeclaredName* declared = names_.find(value.node->text);
      if (declared != nullptr && (declared->kind == NameKind::choice || declared->kind == NameKind::train))
        add(declared->kind, {value.node->text, value.node->where}, false);
    }
  }

  void visit_rule(const DraftRule& rule) {
    add(NameKind::rule, rule.id, true);
    for (const Named& about : rule.about) {
      if (rule.shape == Shape::except) {
        // A fact or an act that defines itself is a row of its name.
        add_any(about);
      } else {
        add_act(about);
      }
    }
    visit(rule.when);
    visit(rule.effects);
    visit(rule.texts);
  }

  void visit(const DraftTexts& texts) {
    for (const DraftSaying& saying : texts.says) visit(saying);
  }
  void visit(const DraftSaying& saying) {
    visit(saying.when);
    visit_sentence(saying.says);
  }
  /// `{draws}` in a sentence.
  void visit_sentence(const YamlNode* says) {
    if (says == nullptr) return;
    for (std::size_t open = says->text.find('{'); open != std::string::npos;
         open = says->text.find('{', open + 1)) {
      const std::size_t close = says->text.find('}', open);
      if (close == std::string::npos) return;
      const std::string name = says->text.substr(open + 1, close - open - 1);
      const DeclaredName* declared = names_.find(name);
      if (declared != nullptr && declared->kind == NameKind::option)
        add(NameKind::option, name, span_in_scalar(*says, open + 1, close), false);
    }
  }

  void visit(const std::optional<DraftExpr>& expression) {
    if (expression) visit(*expression);
  }
  void visit(const DraftExpr& expression) {
    if (expression.good) visit(expression.node);
  }
  void visit(const std::optional<DraftEffects>& effects) {
    if (!effects || !effects->good) return;
    visit_calls(effects->calls, 0, effects->calls.size());
  }
  void visit_calls(const std::vector<EffectSyntax>& calls, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (calls[i].inner == 0) {
        for (const SyntaxNode& arg : calls[i].args) visit(arg);
        continue;
      }
      const SyntaxNode& head = calls[i].args.front();
      visit(head.args.front());
      binders_.emplace_back(head.variable, element_of(type_of(head.args.front())));
      for (std::size_t part = 1; part < head.args.size(); ++part) visit(head.args[part]);
      visit_calls(calls, i + 1, i + 1 + calls[i].inner);
      binders_.pop_back();
      i += calls[i].inner;
    }
  }

  const Type* bound(std::string_view name) const {
    const auto found = std::find_if(binders_.rbegin(), binders_.rend(),
                                    [&](const auto& binder) { return binder.first == name; });
    return found == binders_.rend() ? nullptr : &found->second;
  }

  Type type_of(const SyntaxNode& node) const {
    switch (node.kind) {
      case SyntaxKind::number:
        return Type::number;
      case SyntaxKind::name:
        if (const Type* type = bound(node.text)) return *type;
        if (node.text == "it") return it_;
        return names_.type_of(node.text);
      case SyntaxKind::member:
        return names_.type_of(type_of(node.args.front()), node.text);
      case SyntaxKind::call:
        return Type::none;
      case SyntaxKind::operation:
        return node.op == Op::choose && node.args.size() == 3 ? type_of(node.args[1]) : row(node.op).result;
      case SyntaxKind::quantifier:
        if (node.op == Op::best || node.op == Op::sole) return element_of(type_of(node.args.front()));
        return row(node.op).result;
    }
    return Type::none;
  }

  void visit(const SyntaxNode& node) {
    switch (node.kind) {
      case SyntaxKind::number:
        return;
      case SyntaxKind::name: {
        if (bound(node.text) != nullptr || node.text == "it" || find_root(node.text) != nullptr) return;
        const DeclaredName* declared = names_.find(node.text);
        if (declared != nullptr) add(declared->kind, node.text, node.where, false);
        return;
      }
      case SyntaxKind::member: {
        const SyntaxNode& receiver = node.args.front();
        visit(receiver);
        const DeclaredName* declared = names_.find(node.text);
        if (declared == nullptr) return;
        const bool asks_can = receiver.kind == SyntaxKind::name && receiver.text == "can";
        if (asks_can != (declared->kind == NameKind::act)) return;
        if (!asks_can && find_member(type_of(receiver), node.text) != nullptr) return;
        add(declared->kind, node.text, node.text_where, false);
        return;
      }
      case SyntaxKind::call: {
        for (const SyntaxNode& arg : node.args) visit(arg);
        const DeclaredName* declared = names_.find(node.text);
        if (node.receiver || declared == nullptr || declared->kind != NameKind::option) return;
        const auto size = static_cast<std::uint32_t>(node.text.size());
        add(NameKind::option, node.text, {node.where.file, node.where.begin, node.where.begin + size}, false);
        return;
      }
      case SyntaxKind::operation:
        for (const SyntaxNode& arg : node.args) visit(arg);
        return;
      case SyntaxKind::quantifier:
        visit(node.args.front());
        binders_.emplace_back(node.variable, element_of(type_of(node.args.front())));
        for (std::size_t part = 1; part < node.args.size(); ++part) visit(node.args[part]);
        binders_.pop_back();
        return;
    }
  }

  const RuleView& view_;
  const ChainNames& names_;
  const Draft& draft_;
  Type it_ = Type::none;
  std::vector<std::pair<std::string, Type>> binders_;
  std::vector<NamePlace> places_;
};

const LoadedFile* eldest_that_declares(const NamePlace& name, const RuleView& view, const ChainNames& names) {
  const LoadedFile* found = nullptr;
  for (const LoadedFile& file : view.chain.files)
    for (const NamePlace& place : name_places(view, names, file))
      if (place.declares && place.kind == name.kind && place.name == name.name) found = &file;
  return found;
}

std::string name_with_article(NameKind kind) {
  const bool with_n = kind == NameKind::option || kind == NameKind::act;
  return fmt::format("{} {}", with_n ? "an" : "a", kind_name(kind));
}

bool is_part_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The name, or the single character, that stands here.
std::string_view piece_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_part_of_name(text[end])) ++end;
  return text.substr(at, std::max<std::size_t>(end - at, 1));
}

/// The lines of the canonical text with one name put for another, sorted, and each with its pieces sorted: in
/// the text names stand in their own order, which another name may change. A key of the setup, or an event,
/// may be called like an option, so the new name, which is nobody's yet, is taken back.
std::vector<std::vector<std::string>> pieces_of(const std::string& printed, std::string_view from,
                                                std::string_view to) {
  std::vector<std::vector<std::string>> lines(1);
  for (std::size_t at = 0; at < printed.size();) {
    const std::string_view piece = piece_at(printed, at);
    at += piece.size();
    if (piece == "\n") {
      lines.emplace_back();
    } else {
      lines.back().emplace_back(piece == from ? to : piece);
    }
  }
  for (std::vector<std::string>& line : lines) sort(line);
  sort(lines);
  return lines;
}

/// The text with the places in it renamed.
std::string renamed_text(std::string_view text, const std::vector<NamePlace>& places,
                         std::string_view new_name) {
  std::string made;
  std::size_t at = 0;
  for (const NamePlace& place : places) {
    if (place.where.begin < at || place.where.end > text.size()) continue;
    made += text.substr(at, place.where.begin - at);
    made += new_name;
    at = place.where.end;
  }
  return made + std::string(text.substr(at));
}

}  // namespace

std::string_view kind_name(NameKind kind) {
  switch (kind) {
    case NameKind::option:
      return "option";
    case NameKind::word:
      return "word";
    case NameKind::fact:
      return "fact";
    case NameKind::train:
      return "kind of train";
    case NameKind::act:
      return "act";
    case NameKind::rule:
      return "rule";
    case NameKind::choice:
      return "choice";
  }
  return {};
}

std::unique_ptr<RuleView> view_rules(const VariantReader& reader, const std::string& name) {
  auto view = std::make_unique<RuleView>();
  view->checked = check_variant(view->sources, reader, {name, {}});
  Findings silent;
  view->chain = load_chain(view->sources, reader_as_checked(reader, view->checked.value), {name, {}}, silent);
  return view;
}

ChainNames::ChainNames(const RuleView& view) {
  // The youngest comes first and stays.
  for (const LoadedFile& file : view.chain.files) {
    const Draft& draft = file.draft;
    for (const DraftOption& option : draft.options) {
      for (const Named& choice : option.choices)
        names_.try_emplace(choice.text, DeclaredName{NameKind::choice, Type::none, Type::name});
      if (!option.declared) continue;
      Type type = option.choices.empty() ? Type::number : Type::name;
      const bool is_truth =
          !option.values.empty() && option.values.front().node->is_scalar() &&
          (option.values.front().node->text == "true" || option.values.front().node->text == "false");
      if (is_truth) type = Type::truth;
      names_.try_emplace(option.name.text, DeclaredName{NameKind::option, Type::none, type});
    }
    for (const DraftWord& word : draft.words)
      if (!word.taken_away)
        names_.try_emplace(word.name.text, DeclaredName{NameKind::word, word.of, Type::none});
    for (const DraftFact& fact : draft.facts)
      if (!fact.taken_away)
        names_.try_emplace(fact.name.text, DeclaredName{NameKind::fact, dsl::type_of(fact.of),
                                                        fact.type.value_or(Type::none)});
    for (const DraftTrain& train : draft.trains) {
      const Type of = train.of == TrainOwner::each ? Type::player : Type::round;
      names_.try_emplace(train.name.text, DeclaredName{NameKind::train, of, Type::train});
    }
    for (const DraftAct& act : draft.acts)
      if (!act.taken_away)
        names_.try_emplace(act.name.text, DeclaredName{NameKind::act, Type::permission, Type::truth});
    for (const DraftRule& rule : draft.rules)
      rules_.try_emplace(rule.id.text, DeclaredName{NameKind::rule, Type::none, Type::none});
  }
  // Types that only the checker knows.
  for (const Word& word : view.checked.value.words)
    if (const auto found = names_.find(word.name);
        found != names_.end() && found->second.kind == NameKind::word)
      found->second.type = word.is.type;
  for (const Fact& fact : view.checked.value.facts)
    if (const auto found = names_.find(fact.name);
        found != names_.end() && found->second.kind == NameKind::fact)
      found->second.type = fact.type;
}

const DeclaredName* ChainNames::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

const DeclaredName* ChainNames::find_rule(std::string_view id) const {
  const auto found = rules_.find(id);
  return found == rules_.end() ? nullptr : &found->second;
}

Type ChainNames::type_of(std::string_view name) const {
  if (const RootRow* root = find_root(name)) return root->type;
  const DeclaredName* declared = find(name);
  if (declared == nullptr || declared->of != Type::none) return Type::none;
  return declared->type;
}

Type ChainNames::type_of(Type receiver, std::string_view member) const {
  if (const MemberRow* built_in = find_member(receiver, member)) return built_in->type;
  const DeclaredName* declared = find(member);
  if (declared == nullptr || declared->of != receiver) return Type::none;
  return declared->type;
}

std::vector<NamePlace> name_places(const RuleView& view, const ChainNames& names, const LoadedFile& file) {
  return PlaceFinder(view, names, file).find();
}

const NamePlace* place_at(const std::vector<NamePlace>& places, std::size_t offset) {
  for (const NamePlace& place : places)
    if (offset >= place.where.begin && offset <= place.where.end) return &place;
  return nullptr;
}

std::vector<FilePlaces> places_in_family(const NamePlace& name, const RuleView& view,
                                         const std::vector<const RuleView*>& views) {
  const ChainNames names(view);
  const LoadedFile* declaring = eldest_that_declares(name, view, names);
  if (declaring == nullptr) return {};
  std::vector<FilePlaces> found;
  std::set<std::string> seen;
  const auto look = [&](const RuleView& one) {
    const bool is_family =
        any_of(one.chain.files, [&](const LoadedFile& file) { return file.name == declaring->name; });
    if (!is_family) return;
    const ChainNames of_chain(one);
    for (const LoadedFile& file : one.chain.files) {
      if (!seen.insert(file.name).second) continue;
      FilePlaces in_file{file.name, {}};
      for (NamePlace& place : name_places(one, of_chain, file))
        if (place.kind == name.kind && place.name == name.name) in_file.places.push_back(std::move(place));
      if (!in_file.places.empty()) found.push_back(std::move(in_file));
    }
  };
  look(view);
  for (const RuleView* one : views) look(*one);
  return found;
}

RenameEdits rename(const NamePlace& name, const std::string& new_name, const RuleView& view,
                   const std::vector<const RuleView*>& family, const VariantReader& reader,
                   const std::function<bool(const std::string&)>& may_change) {
  RenameEdits renaming;
  if (new_name == name.name) return renaming;
  Findings findings;
  const NameUse use = name.kind == NameKind::rule  ? NameUse::row
                      : name.kind == NameKind::act ? NameUse::act
                                                   : NameUse::value;
  if (!check_name({new_name, {}}, name_with_article(name.kind), use, findings)) {
    const Diagnostics wrong = findings.take();
    renaming.trouble = wrong.front().message + (wrong.front().help.empty() ? "" : "; " + wrong.front().help);
    return renaming;
  }
  std::vector<const RuleView*> all{&view};
  all.insert(all.end(), family.begin(), family.end());
  for (const RuleView* one : all) {
    const ChainNames names(*one);
    const bool taken =
        name.kind == NameKind::rule ? names.find_rule(new_name) != nullptr : names.find(new_name) != nullptr;
    if (taken) {
      renaming.trouble = fmt::format("there is already something called '{}'", new_name);
      return renaming;
    }
  }
  std::vector<FilePlaces> edits = places_in_family(name, view, family);
  for (const FilePlaces& file : edits)
    if (!may_change(file.file)) {
      renaming.trouble =
          fmt::format("'{}' is a name of '{}', which is not yours to change", name.name, file.file);
      return renaming;
    }
  // Checked again with all edits: each file says what it said, under the other name.
  const VariantReader renamed = [&](const std::string& wanted, const std::string& from) {
    LoadedText text = reader(wanted, from);
    for (const FilePlaces& file : edits)
      if (file.file == text.name) text.text = renamed_text(text.text, file.places, new_name);
    return text;
  };
  for (const RuleView* one : all) {
    if (one->chain.files.empty() || !one->checked.ok()) continue;
    const std::string& file = one->chain.files.front().name;
    SourceMap sources;
    const Checked<CheckedRules> after = check_variant(sources, renamed, {file, {}});
    const bool same = after.ok() && pieces_of(print_rules(one->checked.value), {}, {}) ==
                                        pieces_of(print_rules(after.value), new_name, name.name);
    if (!same) {
      renaming.trouble = fmt::format("with that name '{}' would not say the same any more", file);
      return renaming;
    }
  }
  renaming.edits = std::move(edits);
  return renaming;
}

}  // namespace roundhouse::dsl
