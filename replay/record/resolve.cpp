#include "replay/record/resolve.h"

#include <utility>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "engine/fold.h"
#include "replay/record/line_cursor.h"
#include "replay/record/names.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {

namespace {

/// Takes a line apart into words that are acts, as this variant has them.
class LineResolver {
 public:
  LineResolver(const engine::Rules& program, TurnLine line) : program_(program), line_(std::move(line)) {}

  TurnLine resolve() {
    std::vector<WrittenAct> acts = std::exchange(line_.acts, {});
    for (std::size_t i = 0; i < acts.size(); ++i) {
      const auto* word = std::get_if<WordAct>(&acts[i].what);
      if (word == nullptr) {
        line_.acts.push_back(std::move(acts[i]));
        continue;
      }
      const auto declared = find_declared(program_, word->word);
      if (declared && !word->whom.empty() && !takes_whom(*declared)) {
        split(acts[i]);
      } else if (declared && takes_whom(*declared) && word->whom.empty() && !word->amount &&
                 i + 1 < acts.size() && is_misspelt_player(acts[i + 1])) {
        join(acts[i], acts[i + 1]);
        ++i;
      } else {
        line_.acts.push_back(std::move(acts[i]));
      }
    }
    return std::move(line_);
  }

 private:
  bool takes_whom(std::uint16_t declared) const { return program_.declared[declared].whom; }

  /// True of a lone word that is no act, behind an act that needs a player.
  bool is_misspelt_player(const WrittenAct& act) const {
    const auto* word = std::get_if<WordAct>(&act.what);
    return word != nullptr && word->whom.empty() && !find_declared(program_, word->word);
  }

  /// `shout mark`, `shout sing`: what looked like a player is an act, or a claim, of its own.
  void split(WrittenAct& act) {
    auto& word = std::get<WordAct>(act.what);
    WordAct second{word.whom,    {}, word.tile,     word.amount, std::move(word.note),
                   word.whom_at, {}, word.amount_at};
    const At at{{act.at.span.file, word.whom_at.span.begin, act.at.span.end}};
    const std::string own = lower(second.word);
    const bool is_claim = own == "mark" || own == "nomark";
    const bool is_pass = own == "pass" || own == "done";
    const bool is_draw = own == "draw";
    if (!is_claim && !is_pass && !is_draw && !find_declared(program_, second.word)) {
      // Really a player, and one too many: resolve_act says so.
      word.note = std::move(second.note);
      line_.acts.push_back(std::move(act));
      return;
    }
    act.at.span.end = word.word_at.span.end;
    word.whom.clear();
    word.tile = {};
    word.amount.reset();
    line_.acts.push_back(std::move(act));
    if (is_claim) {
      line_.claim = own == "mark" ? MarkClaim::mark : MarkClaim::nomark;
      line_.claim_at = at;
    } else if (is_pass) {
      line_.acts.push_back({PassAct{}, at});
    } else if (is_draw) {
      line_.acts.push_back({DrawAct{}, at});
    } else {
      line_.acts.push_back({std::move(second), at});
    }
  }

  void join(WrittenAct& act, const WrittenAct& next) {
    auto& word = std::get<WordAct>(act.what);
    const auto& name = std::get<WordAct>(next.what);
    word.whom = name.word;
    word.whom_at = name.word_at;
    if (word.tile.unknown()) word.tile = name.tile;
    word.amount = name.amount;
    word.amount_at = name.amount_at;
    word.note = name.note;
    act.at.span.end = next.at.span.end;
    line_.acts.push_back(std::move(act));
  }

  const engine::Rules& program_;
  TurnLine line_;
};

Resolved refused(dsl::Law law, std::string reason, std::string help = {}) {
  Resolved result;
  result.law = law;
  result.reason = std::move(reason);
  result.help = std::move(help);
  return result;
}

class ActResolver {
 public:
  ActResolver(const engine::Rules& program, const Header& header, const Position& position, Seat actor)
      : program_(program), header_(header), position_(position), actor_(actor) {}

  Resolved operator()(const TileAct& act) const {
    // The referee has no tiles: behind his act a tile is one that somebody was made to take, or nothing.
    if (!act.tile.known() || actor_ == no_seat)
      return refused(dsl::Law::no_such_act, "nothing made anybody take a tile here");
    const std::optional<SetTile> in_set = tile_in_set(program_, act.tile);
    if (!in_set) return refused_tile(act.tile);
    const TileId tile = in_set->id();
    Act result;
    result.actor = actor_;
    result.tile = tile;
    Resolved resolved;
    if (position_.phase == engine::Phase::lead) {
      result.kind = ActKind::lead;
      resolved.act = result;
      return resolved;
    }
    result.kind = ActKind::lay;
    const PlaceMatch match = find_place(program_, header_, position_, actor_, act.place);
    if (match.ends.empty()) return refused(dsl::Law::no_such_place, match.reason, match.help);
    const LayChoice choice = choose_lay(program_, position_, actor_, tile, act.outward, match.ends);
    resolved.legal = choice.legal;
    if (!choice.true_half)
      resolved.untrue = "The " + std::to_string(act.outward) + " of the " + tile_text(tile) +
                        " does not lie outward here: it joins";
    result.end = choice.end;
    result.amount = choice.joins;
    resolved.act = result;
    return resolved;
  }

  Resolved operator()(const DrawAct& act) const {
    if (actor_ == no_seat) return refused_referee();
    const std::optional<SetTile> tile = tile_in_set(program_, act.tile);
    if (!tile) return refused_tile(act.tile);
    Resolved resolved;
    resolved.tile = *tile;
    resolved.act = Act{ActKind::draw, actor_, tile->id()};
    return resolved;
  }

  Resolved operator()(const PassAct&) const {
    if (actor_ == no_seat) return refused_referee();
    Resolved resolved;
    resolved.act = Act{ActKind::done, actor_};
    return resolved;
  }

  Resolved operator()(const WordAct& act) const {
    const auto declared = find_declared(program_, act.word);
    if (!declared) {
      const std::string nearest = nearest_act(program_, act.word);
      return refused(dsl::Law::no_such_act, "this game has no act '" + act.word + "'",
                     nearest.empty() ? "" : "did you mean '" + nearest + "'?");
    }
    const dsl::DeclaredAct& rules = program_.declared[*declared];
    Resolved resolved;
    Act result;
    result.kind = ActKind::declared;
    result.declared = *declared;
    result.actor = actor_;
    if (rules.by == dsl::ActBy::referee && actor_ != no_seat) {
      return refused(dsl::Law::no_such_act, "'" + rules.name + "' is for the referee",
                     "write it on a line of the referee: referee: " + rules.name);
    }
    if (rules.by != dsl::ActBy::referee && actor_ == no_seat) {
      return refused(dsl::Law::no_such_act, "'" + rules.name + "' is for players, not for the referee");
    }
    if (!rules.whom && !act.whom.empty()) {
      return refused(dsl::Law::no_such_act, "'" + rules.name + "' is done to nobody",
                     "leave '" + act.whom + "' out");
    }
    const bool is_given = !act.tile.unknown();
    if (is_given && rules.tile == dsl::ActTile::none) {
      return refused(dsl::Law::no_such_act, "'" + rules.name + "' has no tile",
                     "leave (" + tile_text(act.tile) + ") out");
    }
    if (!rules.amount && act.amount) {
      return refused(dsl::Law::no_such_act, "'" + rules.name + "' has no number",
                     "leave " + std::to_string(*act.amount) + " out");
    }
    if (rules.whom) {
      if (!act.whom.empty()) {
        const PlayerMatch match = match_player(header_, act.whom);
        if (!match.found()) return refuse_whom(act.whom, match);
        result.whom = match.seats.front();
      } else {
        result.whom = 0;
      }
    }
    if (rules.amount) {
      result.amount = act.amount.value_or(rules.amount->first);
      const bool in_range = result.amount >= rules.amount->first && result.amount <= rules.amount->second;
      if (!in_range) {
        return refused(dsl::Law::no_such_act, "the number of '" + rules.name + "' is from " +
                                                  std::to_string(rules.amount->first) + " to " +
                                                  std::to_string(rules.amount->second));
      }
    }
    if (is_given) {
      const std::optional<SetTile> tile = tile_in_set(program_, act.tile);
      if (!tile) return refused_tile(act.tile);
      resolved.tile = *tile;
      result.tile = tile->id();
    }
    resolved.tile_open =
        rules.tile != dsl::ActTile::none && result.tile == no_tile && reads_given_tile(program_, *declared);
    resolved.whom_open = rules.whom && act.whom.empty();
    resolved.amount_open = rules.amount && !act.amount && rules.amount->first < rules.amount->second;
    resolved.act = result;
    return resolved;
  }

 private:
  static Resolved refused_referee() {
    return refused(dsl::Law::no_such_act, "the referee has no turn and no tiles");
  }
  Resolved refused_tile(const WrittenTile& tile) const {
    TileComplaint wrong = beyond_the_set(program_, tile);
    return refused(dsl::Law::tile_once, std::move(wrong.message), std::move(wrong.help));
  }

  Resolved refuse_whom(const std::string& text, const PlayerMatch& match) const {
    if (!match.seats.empty())
      return refused(dsl::Law::no_such_act, "'" + text + "' is the beginning of more than one name",
                     "write more of it; it may be " + dsl::list_names(player_names(header_, match.seats)));
    const auto nearest = dsl::nearest_name(text, player_names(header_));
    return refused(dsl::Law::no_such_act, "no player is called '" + text + "'",
                   nearest ? "did you mean '" + *nearest + "'?" : "");
  }

  const engine::Rules& program_;
  const Header& header_;
  const Position& position_;
  Seat actor_;
};

std::vector<std::string> act_names(const engine::Rules& program) {
  std::vector<std::string> names{"draw", "mark", "nomark", "pass"};
  for (const dsl::DeclaredAct& act : program.declared) names.push_back(act.called);
  return names;
}

}  // namespace

TurnLine resolve_line(const engine::Rules& program, const Header&, const TurnLine& line) {
  return LineResolver(program, line).resolve();
}

bool needs_resolving(const TurnLine& line) {
  return any_of(line.acts, [](const WrittenAct& act) { return std::holds_alternative<WordAct>(act.what); });
}

std::optional<std::uint16_t> find_declared(const engine::Rules& program, std::string_view word) {
  const auto find = [&](const auto& is_it) -> std::optional<std::uint16_t> {
    for (std::size_t i = 0; i < program.declared.size(); ++i)
      if (is_it(program.declared[i].name) || is_it(program.declared[i].called))
        return static_cast<std::uint16_t>(i);
    return std::nullopt;
  };
  if (const auto as_written = find([&](const std::string& name) { return name == word; })) return as_written;
  return find([wanted = folded(word)](const std::string& name) { return folded(name) == wanted; });
}

std::string nearest_act(const engine::Rules& program, std::string_view word) {
  std::vector<std::string> names = act_names(program);
  for (const dsl::DeclaredAct& act : program.declared) names.push_back(act.name);
  return dsl::nearest_name(word, names).value_or("");
}

bool may_never_be_done(const dsl::ActRules& rules) { return rules.needs_permit && rules.permits.empty(); }

std::string acts_of_game(const engine::Rules& program) {
  std::vector<std::string> names = act_names(program);
  // Under these options some may never be done.
  for (std::size_t i = 0; i < program.declared.size(); ++i) {
    if (may_never_be_done(program.acts[static_cast<std::size_t>(dsl::built_in_acts) + i]))
      std::erase(names, program.declared[i].called);
  }
  names.insert(names.begin(), "a tile such as 9-3");
  return "write " + dsl::list_names(names);
}

WordAct word_of(const engine::Rules& program, const Header& header, const Act& act) {
  const dsl::DeclaredAct& declared = program.declared[act.declared];
  WordAct word;
  word.word = declared.called;
  if (declared.whom && act.whom != no_seat) word.whom = short_name(header, act.whom);
  word.tile = written(act.tile);
  if (declared.amount) word.amount = act.amount;
  return word;
}

bool is_out_of_turn(const engine::Rules& program, std::uint16_t declared) {
  return program.declared[declared].by != dsl::ActBy::turn;
}

namespace {

/// True if somebody may have to draw when this is said, at once or by what is scored or covered then.
bool may_make_draw(const engine::Rules& program, std::uint16_t declared) {
  const auto draws = [&](dsl::EventId event) { return has_effect_at(program, event, dsl::Effect::draw); };
  return draws(dsl::event_of({static_cast<std::uint16_t>(dsl::built_in_acts + declared)})) ||
         draws(dsl::event_id(dsl::BuiltInEvent::scored)) || draws(dsl::event_id(dsl::BuiltInEvent::cover));
}

}  // namespace

bool ends_no_turn(const engine::Rules& program, const TurnLine& line) {
  bool any = false;
  bool may_draw = false;
  for (std::size_t i = 0; i < line.acts.size(); ++i) {
    if (const auto* word = std::get_if<WordAct>(&line.acts[i].what)) {
      const auto declared = find_declared(program, word->word);
      if (!declared || !is_out_of_turn(program, *declared)) return false;
      any = true;
      may_draw = may_draw || may_make_draw(program, *declared);
      continue;
    }
    // Tiles behind an act that makes somebody draw are the penalty; those with a place were laid.
    const auto* tile = std::get_if<TileAct>(&line.acts[i].what);
    if (tile == nullptr || !may_draw || tile->was_laid()) return false;
  }
  return any;
}

Resolved resolve_act(const engine::Rules& program, const Header& header, const Position& position, Seat actor,
                     const WrittenAct& act) {
  return std::visit(ActResolver(program, header, position, actor), act.what);
}

ActsLike acts_like(const engine::Rules& program, const Position& position, const Resolved& resolved,
                   std::size_t most) {
  const Act& least = *resolved.act;
  const Seat last = resolved.whom_open ? static_cast<Seat>(program.players - 1) : least.whom;
  const std::int32_t highest =
      resolved.amount_open ? program.declared[least.declared].amount->second : least.amount;
  std::vector<TileId> tiles{least.tile};
  if (resolved.tile_open) {
    tiles.clear();
    for (int t = 0; t < program.tile_kinds; ++t) {
      const auto tile = static_cast<TileId>(t);
      const int half = resolved.tile.half();
      if (half < 0 || engine::high_of(tile) == half || engine::low_of(tile) == half) tiles.push_back(tile);
    }
  }
  ActsLike found;
  std::vector<Act> legal;
  for (std::int64_t amount = least.amount; amount <= highest && found.all; ++amount)
    for (int whom = least.whom; whom <= last && found.all; ++whom)
      for (const TileId tile : tiles) {
        if (found.tried == most) {
          found.all = false;
          break;
        }
        ++found.tried;
        Act act = least;
        act.whom = static_cast<Seat>(whom);
        act.tile = tile;
        act.amount = static_cast<std::int32_t>(amount);
        found.acts.push_back(act);
        if (engine::is_legal(program, position, act)) legal.push_back(act);
      }
  found.legal = !legal.empty();
  if (found.legal) found.acts = std::move(legal);
  if (found.acts.empty()) {
    found.acts.push_back(least);
    found.acts.back().tile = tiles.empty() ? least.tile : tiles.front();
  }
  return found;
}

}  // namespace roundhouse::replay
