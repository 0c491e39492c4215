#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/resolve.h"
#include "dsl/syntax/expression.h"
#include "dsl/vocabulary/keys.h"
#include "dsl/vocabulary/limits.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

const DraftSetting* find_setting(const std::vector<DraftSetting>& settings, std::string_view key) {
  const auto found = find_if(settings, [&](const DraftSetting& setting) { return setting.key.text == key; });
  return found == settings.end() ? nullptr : &*found;
}

/// The names that a value may be, as the table of keys has them: the setup's own come first among all names.
std::vector<NameId> names_of(const SettingRow& row, const CheckedRules& rules) {
  std::vector<NameId> ids;
  for (const std::string& word : words_of(row.map, row.key)) {
    const auto found = std::find(rules.names.begin(), rules.names.end(), word);
    ids.push_back({static_cast<std::uint16_t>(found - rules.names.begin())});
  }
  return ids;
}

/// The value that a setting has where the file does not say it.
TypedExpr usual_value(const SettingRow& row, const CheckedRules& rules) {
  TypedExpr made;
  if (row.type == Type::name) {
    made.op = Op::name;
    made.type = Type::name;
    made.index = static_cast<std::int32_t>(std::find(rules.names.begin(), rules.names.end(), row.usual) -
                                           rules.names.begin());
  } else {
    made.number = row.usual.empty() ? 0 : row.usual.front() - '0';
  }
  return made;
}

/// The first part that looks at hands, or the word of the variant that rests on it; nullptr: none does. Each
/// word is looked into once.
const TypedExpr* find_hidden(const TypedExpr& node, const CheckedRules& rules, std::vector<bool>& seen) {
  constexpr Aspects hidden = aspects::hands | aspects::hand_sizes | aspects::boneyard | aspects::beginning;
  if (node.op == Op::member && (row(static_cast<Member>(node.index)).reads & hidden) != 0) return &node;
  if (const auto word = static_cast<std::size_t>(node.index); node.op == Op::word && !seen[word]) {
    seen[word] = true;
    if (find_hidden(rules.words[word].is, rules, seen) != nullptr) return &node;
  }
  for (const TypedExpr& arg : node.args)
    if (const TypedExpr* found = find_hidden(arg, rules, seen)) return found;
  return nullptr;
}

/// The leader is known to all before anybody shows a tile.
void refuse_hidden(const TypedExpr& leader, const CheckedRules& rules, Findings& findings) {
  std::vector<bool> seen(rules.words.size());
  const TypedExpr* found = find_hidden(leader, rules, seen);
  if (found == nullptr) return;
  Diagnostic& made = findings.error(CheckCode::not_known_here, found->where,
                                    "who leads the engine may not depend on what is in hands");
  made.why = "everybody has to know who leads before a tile is shown";
  made.help = "with 'from: hands' the tiles decide: 'best' says which of those in hands is the engine";
}

/// Types the values of one block under its keys.
struct BlockReader {
  const std::vector<DraftSetting>& settings;
  std::string_view prefix;
  Typer& typer;
  std::vector<std::pair<std::string, Span>>& places;
  const Draft& draft;
  const CheckedRules& rules;
  Findings& findings;

  TypedExpr typed(const SettingRow& row, const DraftExpr& value) {
    std::vector<Type> or_types;
    if (row.type == Type::none) or_types = {Type::truth, Type::name, Type::player};
    const std::size_t before = findings.size();
    TypedExpr made = typer.type(
        value, {{row.site}, {}, {}},
        {row.type == Type::none ? Type::number : row.type, fmt::format("'{}{}'", prefix, row.whole),
         row.presence == Presence::maybe,
         row.type == Type::name ? names_of(row, rules) : std::vector<NameId>(), std::move(or_types)});
    if (row.type == Type::truth && findings.size() > before) propose_any_player(value.node);
    return made;
  }

  void read(const SettingRow& row, std::vector<TypedExpr>& into) {
    const DraftSetting* setting = find_setting(settings, row.whole);
    if (!setting) return;
    places.emplace_back(setting->key.text, setting->where);
    for (const DraftExpr& value : setting->values) into.push_back(typed(row, value));
  }

  void read(const SettingRow& row, std::optional<TypedExpr>& into) {
    const DraftSetting* setting = find_setting(settings, row.whole);
    if (!setting || setting->values.empty()) return;
    places.emplace_back(setting->key.text, setting->where);
    into = typed(row, setting->values.front());
  }

  /// A value that the file has to say, or that is the usual one.
  void read(const SettingRow& row, TypedExpr& into) {
    std::optional<TypedExpr> given;
    read(row, given);
    if (!given && row.usual.empty() && !draft.broken.contains("setup"))
      findings.error(CheckCode::missing_key, draft.whole,
                     fmt::format("nothing says what '{}{}' is", prefix, row.whole),
                     "a file that extends no other has to say it");
    into = given ? std::move(*given) : usual_value(row, rules);
  }

  /// `me.total >= 400` where nobody is meant in particular: somebody of all who play.
  void propose_any_player(const SyntaxNode& whole) {
    std::vector<const SyntaxNode*> asked;
    gather_receivers(whole, asked);
    if (asked.empty() || findings.crowded()) return;
    const std::string name = asked.front()->text;
    Diagnostic* made = findings.made_at(CheckCode::not_known_here, asked.front()->where);
    if (made == nullptr) made = findings.made_at(CheckCode::unknown_name, asked.front()->where);
    if (made == nullptr) return;
    SyntaxNode about = whole;
    rename(about, name, "p");
    const std::string text = fmt::format("any(p in players where {})", print_expression(about));
    suggest_fix(*made, {whole.where, text, fmt::format("write '{}'", text)});
  }

  /// The names before a dot.
  static void gather_receivers(const SyntaxNode& node, std::vector<const SyntaxNode*>& found) {
    if (node.kind == SyntaxKind::member && node.args.front().kind == SyntaxKind::name) {
      const RootRow* root = find_root(node.args.front().text);
      if (root == nullptr || root->id == Root::me) found.push_back(&node.args.front());
    }
    for (const SyntaxNode& arg : node.args) gather_receivers(arg, found);
  }

  static void rename(SyntaxNode& node, std::string_view from, std::string_view to) {
    if (node.kind == SyntaxKind::name && node.text == from) node.text = to;
    for (SyntaxNode& arg : node.args) rename(arg, from, to);
  }
};

}  // namespace

std::optional<std::pair<std::int32_t, std::int32_t>> resolve_players(const Draft& draft, Findings& findings) {
  const DraftSetting* players = find_setting(draft.setup, "players");
  if (!players || !players->players) {
    if (!draft.broken.contains("setup")) {
      findings.error(CheckCode::missing_key, draft.whole, "nothing says for how many players the game is",
                     "write 'players: 2..8' under 'setup'");
    }
    return std::nullopt;
  }
  const auto [least, most] = *players->players;
  if (least >= limits::least_players && most <= limits::most_players) return players->players;
  findings.error(CheckCode::out_of_range, players->where,
                 fmt::format("a game is for {}..{} players", limits::least_players, limits::most_players));
  return std::nullopt;
}

void resolve_setup(const Draft& draft, const NameTable&, Typer& typer, CheckedRules& rules,
                   Findings& findings) {
  Setup& setup = rules.setup;
  BlockReader in_setup{draft.setup, "setup.", typer, setup.places, draft, rules, findings};
  if (const DraftSetting* players = find_setting(draft.setup, "players")) {
    setup.places.emplace_back("players", players->where);
  }
#define X(field, ...) in_setup.read(row(Setting::field), setup.field);
  ROUNDHOUSE_SETUP_VALUES(X)
#undef X
  const DraftSetting* redeal_limit = find_setting(draft.setup, "redeal.limit");
  if (redeal_limit && !find_setting(draft.setup, "redeal") && !draft.broken.contains("setup"))
    findings.error(CheckCode::missing_key, redeal_limit->key.where,
                   "nothing says when the tiles are dealt again",
                   "give the condition beside the limit, as 'when'");
  if (setup.leader) refuse_hidden(*setup.leader, rules, findings);

  Match& match = rules.match;
  BlockReader in_match{draft.match, "match.", typer, match.places, draft, rules, findings};
#define X(field, ...) in_match.read(row(Setting::field), match.field);
  ROUNDHOUSE_MATCH_VALUES(X)
#undef X
}

}  // namespace roundhouse::dsl
