#include "replay/record/vocabulary.h"

#include <algorithm>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "replay/record/check_header.h"
#include "replay/record/names.h"
#include "replay/record/notation_words.h"
#include "replay/record/resolve.h"
#include "replay/record/rule_reads.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

namespace {

/// Places that were found once are not looked up again; a stranger's file may hold any number of them.
constexpr std::size_t most_known_places = 64;

}  // namespace

Vocabulary::Vocabulary(const engine::Rules& program) : program_(program) {
  const auto for_each_name = [&](const auto& visit) {
    for (std::size_t i = 0; i < program.declared.size(); ++i)
      for (const std::string& name : {program.declared[i].name, program.declared[i].called})
        visit(name, static_cast<int>(i));
  };
  for_each_name([&](const std::string& name, int act) {
    for (const std::string& form : bent_forms(name)) {
      const auto [entry, is_new] = acts_.try_emplace(form, act);
      if (!is_new && entry->second != act) entry->second = -1;
    }
  });
  // A name as it is declared goes before another one bent.
  for_each_name([&](const std::string& name, int act) { acts_[folded(name)] = act; });
}

const dsl::DeclaredAct* Vocabulary::find_act(std::string_view word) const {
  const auto entry = acts_.find(folded(word));
  if (entry == acts_.end() || entry->second < 0) return nullptr;
  return &program_.declared[static_cast<std::size_t>(entry->second)];
}

std::vector<const dsl::DeclaredAct*> Vocabulary::acts_that(dsl::Effect effect) const {
  std::vector<const dsl::DeclaredAct*> found;
  for (std::size_t i = 0; i < program_.declared.size(); ++i) {
    const auto act = static_cast<std::uint16_t>(dsl::built_in_acts + i);
    if (!may_never_be_done(program_.acts[act]) && has_effect_at(program_, dsl::event_of({act}), effect))
      found.push_back(&program_.declared[i]);
  }
  return found;
}

bool Vocabulary::knows(LineCursor& cursor, const Header& header, const Line& line) {
  if (const auto* chance = std::get_if<ChanceLine>(&line)) return knows_chance(cursor, *chance);
  if (site_of(line) == LineSite::position) return knows_position(cursor, header, line);
  const auto* turn = std::get_if<TurnLine>(&line);
  if (turn == nullptr) return true;
  const auto knows_act = [&](const WrittenAct& act) {
    if (const auto* tile = std::get_if<TileAct>(&act.what)) return knows_place(cursor, header, *tile);
    if (const auto* word = std::get_if<WordAct>(&act.what)) return knows_word(cursor, header, *word);
    return true;
  };
  if (!needs_resolving(*turn)) return all_of(turn->acts, knows_act);
  const TurnLine resolved = resolve_line(program_, header, *turn);
  return all_of(resolved.acts, knows_act);
}

/// Trains and facts of a position. Of numbers and tiles the fold complains.
bool Vocabulary::knows_position(LineCursor& cursor, const Header& header, const Line& line) {
  const auto begin = std::min(cursor.text().find_first_not_of(" \t"), cursor.text().size());
  if (const auto* fact = std::get_if<FactLine>(&line)) {
    std::string why;
    FactLine named = *fact;
    if (named.value == unknown_value) named.value = "false";
    if (fact_now(program_, header, named, why)) return true;
    const auto nearest = dsl::nearest_name(fact->name, program_.fact_names);
    std::string help = nearest && *nearest != fact->name ? "did you mean '" + *nearest + "'?"
                       : program_.fact_names.empty()
                           ? std::string()
                           : "the facts are " + dsl::list_names(program_.fact_names);
    return cursor.complain(NotationCode::no_such_fact, begin, cursor.position, std::move(why),
                           std::move(help));
  }
  const auto* train = std::get_if<TrainLine>(&line);
  const auto* debt = std::get_if<DebtLine>(&line);
  const std::string name = train != nullptr ? train->train : debt != nullptr ? debt->train : "";
  if (name.empty()) return true;
  TrainMatch match = find_train(program_, header, name);
  if (match.train >= 0 && !match.any_of_kind) {
    remark_on(header, name);
    return true;
  }
  if (match.any_of_kind)
    match = {-1, "there are several trains '" + name + "'", "write its number behind it: " + name + "2"};
  const auto [from, to] =
      train != nullptr ? cursor.within(train->train_at) : std::pair(begin, cursor.position);
  cursor.complain(NotationCode::unknown_place, from, to, std::move(match.reason), std::move(match.help));
  return false;
}

bool Vocabulary::knows_chance(LineCursor& cursor, const ChanceLine& line) const {
  const auto fact = find_chance_fact(program_, line.name);
  if (!fact) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < program_.facts.size(); ++i)
      if (program_.facts[i].by_chance()) names.push_back(program_.fact_names[i]);
    const auto [begin, end] = cursor.within(line.name_at);
    auto nearest = dsl::nearest_name(line.name, names);
    std::string help = names.empty() ? "these rules leave nothing to chance but the tiles"
                       : nearest     ? "did you mean '" + *nearest + "'?"
                                     : "it is " + dsl::list_names(names);
    cursor.complain(NotationCode::unknown_chance, begin, end,
                    "by these rules chance decides no '" + line.name + "'", std::move(help));
    cursor.complaint->replacement = std::move(nearest);
    return false;
  }
  if (value_of(program_.facts[*fact], line)) return true;
  const auto [begin, end] = cursor.within(line.value_at);
  return cursor.complain(
      NotationCode::bad_number, begin, end,
      "'" + program_.fact_names[*fact] + "' is " + values_of(program_.facts[*fact]) + " by these rules");
}

bool Vocabulary::knows_place(LineCursor& cursor, const Header& header, const TileAct& act) {
  const std::string_view train = parts_of(act.place).train;
  if (train.empty()) return true;
  if (contains(known_places_, train)) return true;
  TrainMatch match = find_train(program_, header, train);
  if (match.train >= 0 || is_word_of_rules(header, train)) {
    const std::size_t before = remarks_.size();
    remark_on(header, train);
    if (before == remarks_.size() && known_places_.size() < most_known_places)
      known_places_.emplace_back(train);
    return true;
  }
  const auto [begin, end] = cursor.within(act.place_at);
  cursor.complain(NotationCode::unknown_place, begin, end, std::move(match.reason), std::move(match.help));
  if (!match.nearest.empty()) cursor.complaint->replacement = match.nearest + act.place.substr(train.size());
  return false;
}

/// Of a place that is read as a player's and is the beginning of another train's name, too.
void Vocabulary::remark_on(const Header& header, std::string_view place) {
  const int other = shared_train_besides(program_, header, place);
  if (other < 0) return;
  const std::string read_as = train_text(program_, header, find_train(program_, header, place).train);
  remarks_.push_back("read as: " + read_as + "'s own train; the " + train_text(program_, header, other) +
                     " train is written >" + train_text(program_, header, other));
}

/// A player, or a kind that these rules name though they have no train of it: that there is none is for the
/// referee to say.
bool Vocabulary::is_word_of_rules(const Header& header, std::string_view place) const {
  const std::size_t dot = place.find('.');
  if (dot != std::string_view::npos && !match_player(header, place.substr(0, dot)).found()) return false;
  std::string kind = folded(dot == std::string_view::npos ? place : place.substr(dot + 1));
  if (dot == std::string_view::npos && match_player(header, place).found()) return true;
  while (!kind.empty() && kind.back() >= '0' && kind.back() <= '9') kind.pop_back();
  return any_of(program_.names, [&](const std::string& name) { return folded(name) == kind; });
}

bool Vocabulary::knows_word(LineCursor& cursor, const Header& header, const WordAct& act) {
  const auto refuse = [&](const At& at, std::string message, std::string help,
                          std::optional<std::string> replacement) {
    const auto [begin, end] = cursor.within(at);
    cursor.complain(NotationCode::unknown_act, begin, end, std::move(message), std::move(help));
    cursor.complaint->replacement = std::move(replacement);
    return false;
  };
  const auto declared = find_declared(program_, act.word);
  if (!declared && folded(act.word) == "allow") {
    const auto [begin, end] = cursor.within(act.word_at);
    return cursor.complain(NotationCode::trailing_text, begin, end, "'allow' has a line of its own",
                           "write it below the line that it lets stand: referee: allow \"why\"");
  }
  if (!declared) {
    const std::string nearest = nearest_act(program_, act.word);
    return refuse(act.word_at, "this game has no act '" + act.word + "'",
                  nearest.empty() ? acts_of_game(program_) : "did you mean '" + nearest + "'?",
                  nearest.empty() ? std::nullopt : std::optional(nearest));
  }
  const dsl::DeclaredAct& rules = program_.declared[*declared];
  if (!act.whom.empty() && !rules.whom)
    return refuse(act.whom_at, "'" + rules.name + "' is done to nobody", "leave '" + act.whom + "' out", {});
  if (!act.tile.unknown() && rules.tile == dsl::ActTile::none)
    return refuse(act.tile.at, "'" + rules.name + "' has no tile", "leave (" + tile_text(act.tile) + ") out",
                  {});
  if (act.amount && !rules.amount)
    return refuse(act.amount_at, "'" + rules.name + "' has no number",
                  "leave " + std::to_string(*act.amount) + " out", {});
  if (act.whom.empty()) return true;
  const PlayerMatch match = match_player(header, act.whom);
  if (match.found()) return true;
  const std::vector<std::string> names = player_names(header);
  if (match.seats.empty()) {
    auto nearest = dsl::nearest_name(act.whom, names);
    return refuse(act.whom_at, "no player is called '" + act.whom + "'",
                  nearest ? "did you mean '" + *nearest + "'?" : "it is " + dsl::list_names(names),
                  std::move(nearest));
  }
  return refuse(act.whom_at, "'" + act.whom + "' is the beginning of more than one name",
                "write more of it; it may be " + dsl::list_names(player_names(header, match.seats)), {});
}

}  // namespace roundhouse::replay
