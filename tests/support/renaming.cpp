#include "tests/support/renaming.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "dsl/check/checked_rules.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::tests {
namespace {

using dsl::SyntaxKind;
using dsl::SyntaxNode;
using dsl::YamlNode;

YamlNode tree_of(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("rules", text);
  auto read = dsl::read_yaml(sources, file);
  if (!read.ok()) throw std::runtime_error(dsl::render_diagnostics(sources, read.diagnostics));
  return std::move(read.value);
}

void add_keys(const YamlNode& tree, const char* block, std::set<std::string>& names) {
  if (const YamlNode* map = tree.find(block)) {
    for (const auto& entry : map->entries) names.insert(entry.key.text);
  }
}

/// Letters only, so that a name may stand anywhere in a record.
std::string name_of(std::size_t number) {
  std::string name = "qu";
  for (std::size_t place : {676U, 26U, 1U}) name += static_cast<char>('a' + number / place % 26);
  return name;
}

struct Edit {
  std::uint32_t begin;
  std::uint32_t end;
  std::string text;
};

struct Rewriter {
  const std::string& text;
  const Renaming& names;
  std::vector<Edit> edits{};

  void put(dsl::Span where, const std::string& old) {
    const auto found = names.find(old);
    if (found == names.end()) return;
    if (text.compare(where.begin, old.size(), old) != 0) {
      throw std::runtime_error("'" + old + "' is not where it should be");
    }
    edits.push_back({where.begin, where.begin + static_cast<std::uint32_t>(old.size()), found->second});
  }

  // Expressions.

  using Bound = std::vector<std::string>;

  void expression(const SyntaxNode& node, Bound& bound) {
    switch (node.kind) {
      case SyntaxKind::name:
        if (std::find(bound.begin(), bound.end(), node.text) == bound.end()) put(node.where, node.text);
        return;
      case SyntaxKind::member:
        expression(node.args[0], bound);
        if (!is_vocabulary(node)) put(node.text_where, node.text);
        return;
      case SyntaxKind::call:
        if (!node.receiver) put(node.where, node.text);
        break;
      case SyntaxKind::quantifier:
        expression(node.args[0], bound);
        bound.push_back(node.variable);
        for (std::size_t i = 1; i < node.args.size(); ++i) expression(node.args[i], bound);
        bound.pop_back();
        return;
      default:
        break;
    }
    for (const SyntaxNode& arg : node.args) expression(arg, bound);
  }

  /// `set.highest` is the language's, whatever an option is called.
  static bool is_vocabulary(const SyntaxNode& member) {
    const SyntaxNode& receiver = member.args[0];
    if (receiver.kind == SyntaxKind::name && receiver.text == "can") return false;
    return std::any_of(dsl::all_members().begin(), dsl::all_members().end(),
                       [&](const dsl::MemberRow& row) { return row.name == member.text; });
  }

  void condition(const YamlNode* scalar) {
    if (scalar == nullptr) return;
    const auto parsed = dsl::parse_expression(*scalar);
    if (!parsed.ok()) throw std::runtime_error("no expression: " + scalar->text);
    Bound bound;
    expression(parsed.value, bound);
  }

  void effects(const YamlNode* scalar) {
    if (scalar == nullptr) return;
    const auto parsed = dsl::parse_effects(*scalar);
    if (!parsed.ok()) throw std::runtime_error("no effects: " + scalar->text);
    Bound bound;
    std::vector<std::size_t> ends;  // of each `each` that holds the effect, the first effect behind it
    for (std::size_t i = 0; i < parsed.value.size(); ++i) {
      for (; !ends.empty() && ends.back() == i; ends.pop_back()) bound.pop_back();
      const dsl::EffectSyntax& effect = parsed.value[i];
      for (const SyntaxNode& arg : effect.args) expression(arg, bound);
      if (effect.inner == 0) continue;
      bound.push_back(effect.args[0].variable);
      ends.push_back(i + 1 + effect.inner);
    }
  }

  /// An expression, a ladder, or a map or list of such, perhaps with a sentence.
  void values(const YamlNode& node) {
    if (node.is_scalar()) condition(&node);
    for (const YamlNode& item : node.items) values(item);
    for (const auto& entry : node.entries) {
      if (entry.key.text == "says") {
        sentence(&entry.value);
      } else {
        values(entry.value);
      }
    }
  }

  // Names that stand alone.

  void plain(const YamlNode* node) {
    if (node == nullptr) return;
    if (node->is_scalar()) put(node->where, node->text);
    for (const YamlNode& item : node->items) put(item.where, item.text);
    for (const auto& entry : node->entries) put(entry.key.where, entry.key.text);
  }

  /// `after: deal` is the language's event, whatever an option is called.
  void event(const YamlNode* node) {
    if (node == nullptr) return;
    const auto own = [&](const YamlNode& name) {
      const auto is_it = [&](const dsl::EventRow& row) { return row.name == name.text; };
      if (std::none_of(dsl::all_events().begin(), dsl::all_events().end(), is_it)) put(name.where, name.text);
    };
    if (node->is_scalar()) own(*node);
    for (const YamlNode& item : node->items) own(item);
  }

  void sentence(const YamlNode* says) {
    if (says == nullptr) return;
    for (const YamlNode& step : says->items) {
      condition(step.find("when"));
      sentence(step.find("says"));
    }
    if (!says->is_scalar()) return;
    for (const auto& [old, renamed] : names) {
      const std::string piece = "{" + old + "}";
      std::size_t at = text.find(piece, says->where.begin);
      for (; at < says->where.end; at = text.find(piece, at + 1)) {
        const auto begin = static_cast<std::uint32_t>(at + 1);
        edits.push_back({begin, begin + static_cast<std::uint32_t>(old.size()), renamed});
      }
    }
  }

  void each(const YamlNode& tree, const char* block, const std::function<void(const YamlNode&)>& entry) {
    const YamlNode* map = tree.find(block);
    if (map == nullptr) return;
    for (const auto& one : map->entries) {
      put(one.key.where, one.key.text);
      entry(one.value);
      if (one.value.is_map()) sentence(one.value.find("says"));
    }
  }

  static bool is_type(const YamlNode* is) {
    static const std::set<std::string> types{"int", "bool", "player", "tile"};
    return is != nullptr && types.contains(is->text);
  }

  void whole(const YamlNode& tree) {
    each(tree, "options", [&](const YamlNode& value) {
      if (value.is_scalar()) plain(&value);
      plain(value.find("default"));
      plain(value.find("choose"));
    });
    each(tree, "words", [&](const YamlNode& value) {
      if (value.text != "none") condition(value.is_map() ? value.find("is") : &value);
    });
    each(tree, "facts", [&](const YamlNode& value) {
      event(value.find("after"));
      condition(value.find("when"));
      condition(value.find("add"));
      if (!is_type(value.find("is"))) condition(value.find("is"));
    });
    each(tree, "trains", [&](const YamlNode& value) { condition(value.find("count")); });
    each(tree, "acts", [&](const YamlNode& value) {
      condition(value.find("when"));
      effects(value.find("do"));
    });
    for (const char* block : {"setup", "match"}) {
      const YamlNode* map = tree.find(block);
      if (map == nullptr) continue;
      for (const auto& entry : map->entries) {
        if (entry.key.text != "players") values(entry.value);
      }
    }
    if (const YamlNode* rows = tree.find("rules")) {
      for (const YamlNode& row : rows->items) {
        for (const char* key : {"id", "forbid", "permit", "advise", "optional", "except"})
          plain(row.find(key));
        event(row.find("after"));
        condition(row.find("when"));
        effects(row.find("do"));
        sentence(row.find("says"));
      }
    }
    plain(tree.find("remove"));
    each(tree, "sentences", [&](const YamlNode& value) { sentence(&value); });
    if (const YamlNode* carries = tree.find("carries")) {
      for (const auto& entry : carries->entries) plain(&entry.value);
    }
  }
};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// `mexican`, `Ann.side`, `spoke2`, `M` for a kind of train that begins so, unless it is a player's name.
std::string renamed_place(const std::string& place, const replay::Header& header, const Renaming& names,
                          const std::vector<std::string>& kinds) {
  const std::size_t dot = place.rfind('.');
  const std::size_t begin = dot == std::string::npos ? 0 : dot + 1;
  std::size_t end = place.size();
  while (end > begin && place[end - 1] >= '0' && place[end - 1] <= '9') --end;
  const std::string written = lower(place.substr(begin, end - begin));
  const auto is_player = [&](const replay::PlayerField& player) { return player.name == place; };
  if (written.empty() || std::any_of(header.players.begin(), header.players.end(), is_player)) return place;
  for (const std::string& kind : kinds) {
    if (kind.starts_with(written)) return place.substr(0, begin) + names.at(kind) + place.substr(end);
  }
  return place;
}

}  // namespace

Renaming new_names(const std::vector<std::string>& rule_files) {
  std::set<std::string> old;
  for (const std::string& text : rule_files) {
    const YamlNode tree = tree_of(text);
    for (const char* block : {"options", "words", "facts", "trains", "acts"}) add_keys(tree, block, old);
    if (const YamlNode* options = tree.find("options")) {
      for (const auto& option : options->entries) {
        const YamlNode* choose = option.value.find("choose");
        if (choose == nullptr) continue;
        for (const YamlNode& choice : choose->items) old.insert(choice.text);
        for (const auto& choice : choose->entries) old.insert(choice.key.text);
      }
    }
    if (const YamlNode* rows = tree.find("rules")) {
      for (const YamlNode& row : rows->items) old.insert(row.find("id")->text);
    }
  }
#define X(id, text) old.erase(text);
  ROUNDHOUSE_SETUP_NAMES(X)
#undef X
  Renaming names;
  std::size_t number = old.size();
  for (const std::string& name : old) names[name] = name_of(--number);
  return names;
}

std::string rename_rules(const std::string& text, const Renaming& names) {
  Rewriter rewriter{text, names};
  rewriter.whole(tree_of(text));
  std::sort(rewriter.edits.begin(), rewriter.edits.end(),
            [](const Edit& a, const Edit& b) { return a.begin > b.begin; });
  std::string renamed = text;
  std::uint32_t before = static_cast<std::uint32_t>(text.size()) + 1;
  for (const Edit& edit : rewriter.edits) {
    if (edit.end > before) throw std::runtime_error("a name is renamed twice");
    renamed.replace(edit.begin, edit.end - edit.begin, edit.text);
    before = edit.begin;
  }
  return renamed;
}

replay::Record rename_record(replay::Record record, const Renaming& names,
                             const std::vector<std::string>& kinds) {
  const auto rename = [&](std::string& name) {
    if (const auto found = names.find(name); found != names.end()) name = found->second;
  };
  for (replay::OptionField& option : record.header.variant.options) {
    rename(option.name);
    rename(option.value);
  }
  for (replay::FactField& fact : record.header.facts) rename(fact.name);
  const auto rename_place = [&](std::string& place) {
    place = renamed_place(place, record.header, names, kinds);
  };
  for (replay::RecordRound& round : record.rounds) {
    for (replay::Item& item : round.items) {
      if (auto* train = std::get_if<replay::TrainLine>(&item.line)) rename_place(train->train);
      if (auto* debt = std::get_if<replay::DebtLine>(&item.line)) rename_place(debt->train);
      if (auto* fact = std::get_if<replay::FactLine>(&item.line)) {
        rename(fact->name);
        rename_place(fact->of);
      }
      auto* turn = std::get_if<replay::TurnLine>(&item.line);
      if (turn == nullptr) continue;
      for (replay::WrittenAct& act : turn->acts) {
        if (auto* tile = std::get_if<replay::TileAct>(&act.what)) rename_place(tile->place);
        if (auto* word = std::get_if<replay::WordAct>(&act.what)) rename(word->word);
      }
    }
  }
  return record;
}

}  // namespace roundhouse::tests
