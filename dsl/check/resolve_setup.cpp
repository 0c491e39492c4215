#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/resolve.h"
#include "dsl/syntax/expression.h"
#include "dsl/vocabulary/keys.h"
#include "dsl/vocabulary/limits.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

const DraftSetting* find_setting(const std::vector<DraftSetting>& settings, std::string_view key) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const DraftSetting& setting) { return setting.key.text == key; });
  return found == settings.end() ? nullptr : &*found;
}

/// The names that a value may be, as the table of keys has them: the setup's own come first among all names.
std::vector<NameId> names_of(KeyMap map, std::string_view key, const CheckedRules& rules) {
  std::vector<NameId> ids;
  for (const std::string& word : words_of(map, key)) {
    const auto found = std::find(rules.names.begin(), rules.names.end(), word);
    ids.push_back({static_cast<std::uint16_t>(found - rules.names.begin())});
  }
  return ids;
}

TypedExpr number_literal(std::int32_t number) {
  TypedExpr made;
  made.number = number;
  return made;
}

TypedExpr name_literal(SetupName name) {
  TypedExpr made;
  made.op = Op::name;
  made.type = Type::name;
  made.index = static_cast<std::int32_t>(name);
  return made;
}

/// What looks at hands first, or the word of the variant that rests on it; nullptr: nothing does. Each word
/// is looked into once.
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

/// Who leads is known to all before anybody shows a tile.
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
  Findings& findings;

  std::optional<TypedExpr> value(std::string_view key, Site site, Type type, bool may_be_absent,
                                 std::vector<NameId> names = {}, std::vector<Type> or_types = {}) {
    const DraftSetting* setting = find_setting(settings, key);
    if (!setting || setting->values.empty()) return std::nullopt;
    places.emplace_back(setting->key.text, setting->where);
    const std::string what = fmt::format("'{}{}'", prefix, key);
    const std::size_t before = findings.size();
    TypedExpr typed = typer.type(setting->values.front(), {{site}, {}, {}},
                                 {type, what, may_be_absent, std::move(names), std::move(or_types)});
    if (type == Type::truth && findings.size() > before) propose_any_player(setting->values.front().node);
    return typed;
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
    propose(*made, {whole.where, text, fmt::format("write '{}'", text)});
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

  TypedExpr needed(std::string_view key, Site site, Type type, std::vector<NameId> names = {}) {
    if (auto found = value(key, site, type, false, std::move(names))) return std::move(*found);
    if (!draft.broken.contains("setup")) {
      findings
          .error(CheckCode::missing_key, draft.whole, fmt::format("nothing says what '{}{}' is", prefix, key))
          .help = "a file that extends no other has to say it";
    }
    return number_literal(0);
  }
};

}  // namespace

std::optional<std::pair<std::int32_t, std::int32_t>> resolve_players(const Draft& draft, Findings& findings) {
  const DraftSetting* players = find_setting(draft.setup, "players");
  if (!players || !players->players) {
    if (!draft.broken.contains("setup")) {
      findings.error(CheckCode::missing_key, draft.whole, "nothing says for how many players the game is")
          .help = "write 'players: 2..8' under 'setup'";
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
  BlockReader in_setup{draft.setup, "setup.", typer, setup.places, draft, findings};
  if (const DraftSetting* players = find_setting(draft.setup, "players")) {
    setup.places.emplace_back("players", players->where);
  }
  setup.highest = in_setup.needed("set.highest", Site::option, Type::number);
  setup.copies = in_setup.value("set.copies", Site::option, Type::number, false).value_or(number_literal(1));
  setup.deal = in_setup.needed("deal", Site::round_setup, Type::number);
  setup.lots = in_setup.value("lots", Site::tile_setup, Type::number, true);
  setup.first = in_setup.value("first", Site::round_setup, Type::player, true);
  setup.redeal = in_setup.value("redeal", Site::round_setup, Type::truth, false);
  setup.redeal_limit = in_setup.value("redeal.limit", Site::round_setup, Type::number, true);
  const DraftSetting* redeal_limit = find_setting(draft.setup, "redeal.limit");
  if (redeal_limit && !find_setting(draft.setup, "redeal") && !draft.broken.contains("setup"))
    findings
        .error(CheckCode::missing_key, redeal_limit->key.where, "nothing says when the tiles are dealt again")
        .help = "give the condition beside the limit, as 'when'";
  const auto names = [&](std::string_view key) { return names_of(KeyMap::engine, key, rules); };
  setup.engine_from = in_setup.needed("engine.from", Site::round_setup, Type::name, names("from"));
  setup.leader = in_setup.value("engine.leader", Site::round_setup, Type::player, true);
  if (setup.leader) refuse_hidden(*setup.leader, rules, findings);
  setup.passes = in_setup.value("engine.passes", Site::round_setup, Type::name, false, names("passes"));
  setup.wanted = in_setup.value("engine.wanted", Site::tile_setup, Type::truth, false);
  setup.best = in_setup.value("engine.best", Site::engine_choice, Type::number, true);
  setup.ties = in_setup.value("engine.ties", Site::round_setup, Type::name, false, names("ties"));
  setup.missing = in_setup.value("engine.missing", Site::round_setup, Type::name, false, names("missing"))
                      .value_or(name_literal(SetupName::unison));
  setup.drawn = in_setup.value("engine.drawn", Site::round_setup, Type::name, false, names("drawn"));
  setup.limit = in_setup.value("engine.limit", Site::round_setup, Type::number, true);
  setup.then = in_setup.value("engine.then", Site::round_setup, Type::name, false, names("then"))
                   .value_or(name_literal(SetupName::nothing));
  setup.starter = in_setup.value("starter", Site::starter, Type::player, true);

  Match& match = rules.match;
  BlockReader in_match{draft.match, "match.", typer, match.places, draft, findings};
  match.rounds = in_match.value("rounds", Site::option, Type::number, false);
  match.over = in_match.value("over", Site::match, Type::truth, false);
  match.games = in_match.value("games", Site::option, Type::number, false);
  match.scheduled = in_match.value("double", Site::match, Type::number, true);
  match.group = in_match.value("group", Site::match_player, Type::number, true, {},
                               {Type::truth, Type::name, Type::player});
  match.points = in_match.value("points", Site::match_player, Type::number, true);
  match.moves_on = in_match.value("moves_on", Site::match_player, Type::truth, false);
  match.to_playoff = in_match.value("to_playoff", Site::match_player, Type::truth, false);
  match.joins = in_match.value("joins", Site::match, Type::number, true);
  if (const DraftSetting* order = find_setting(draft.match, "order")) {
    match.places.emplace_back("order", order->where);
    for (const DraftExpr& key : order->values) {
      match.order.push_back(
          typer.type(key, {{Site::match_player}, {}, {}}, {Type::number, "'match.order'", true}));
    }
  }
}

}  // namespace roundhouse::dsl
