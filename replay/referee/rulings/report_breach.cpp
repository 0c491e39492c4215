#include "replay/referee/rulings/report_breach.h"

#include <fmt/format.h>

#include <set>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/english/wording.h"
#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "replay/fold/engine_claims.h"
#include "replay/fold/hand_faces.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {
namespace {

/// More tiles than these are only counted.
constexpr int most_listed_tiles = 12;

void quote_permit(Ruling& ruling, const engine::Rules::RuleText& text) {
  if (ruling.rule_where) {
    ruling.says += " " + text.says;
  } else {
    ruling.rule = text.id;
    ruling.says = text.says;
    ruling.rule_where = text.where;
  }
  for (const dsl::Citation& section : text.from)
    if (!contains(ruling.from, section)) ruling.from.push_back(section);
}

}  // namespace

Act hands_stay() {
  Act act;
  act.kind = ActKind::deal;
  act.amount = static_cast<std::int32_t>(engine::Redeal::stays);
  return act;
}

const std::string& BreachReporter::name(Seat seat) const {
  static const std::string referee = "the referee";
  return seat == no_seat ? referee : spoken_name(header, seat);
}

RecordPlace BreachReporter::place(std::size_t item, dsl::Span where) const {
  RecordPlace place;
  place.where = where;
  place.round = label_of(round);
  place.turn = static_cast<int>(turns.at(round, item));
  if (item >= round.items.size()) return place;
  const Line& written = round.items[item].line;
  if (const auto* line = std::get_if<TurnLine>(&written)) {
    if (line->player != no_seat) place.player = short_name(header, line->player);
    place.signer = line->signer;
  } else if (const auto* allow = std::get_if<AllowLine>(&written)) {
    place.signer = allow->signer;
  }
  return place;
}

std::string_view BreachReporter::act_word(const Act& act) const {
  if (act.kind == ActKind::declared) return program.declared[act.declared].called;
  if (!engine::is_by_rows(act.kind)) return "engine";
  return dsl::row(static_cast<dsl::BuiltInAct>(engine::act_id_of(act).value)).name;
}

std::string BreachReporter::declared_text(const Act& act) const {
  std::string text(act_word(act));
  if (act.whom != no_seat) text += " " + name(act.whom);
  if (act.tile != no_tile) text += "(" + tile_text(act.tile) + ")";
  return text;
}

const std::string& BreachReporter::holder(const Act& act) const {
  const Seat owner = engine::hand_of_given(program, act);
  return name(owner == no_seat ? act.actor : owner);
}

std::string BreachReporter::who(const FoldAct& step) const {
  const std::string& known = name(step.act.actor);
  if (step.act.actor != no_seat || step.item >= round.items.size()) return known;
  const auto* line = std::get_if<TurnLine>(&round.items[step.item].line);
  return line == nullptr || line->signer.empty() ? known : fmt::format("{} {}", known, line->signer);
}

std::string BreachReporter::train_words(int train) const { return train_in_words(program, header, train); }

std::string BreachReporter::deed(const Position& before, const Act& act) const {
  if (act.kind == ActKind::declared) return fmt::format("says '{}'", declared_text(act));
  std::string deed = fmt::format(fmt::runtime(engine::row(act.kind).deed), name(act.actor),
                                 "the " + tile_text(act.tile), tile_text(act.tile));
  const int index = act.kind == ActKind::lay ? engine::find_end(before, act.end) : -1;
  if (index >= 0) {
    const engine::End& end = before.ends[static_cast<std::size_t>(index)];
    deed += fmt::format(" to the {} of {}", end.pip, train_words(end.train));
    if (act.amount != 0) deed += fmt::format(", its {} outward", engine::low_of(act.tile));
  }
  return deed;
}

void BreachReporter::quote(Ruling& ruling, const engine::Breach& breach) const {
  if (breach.law) {
    const dsl::LawRow& law = dsl::row(*breach.law);
    ruling.rule = law.name;
    ruling.says = law.sentence;
    return;
  }
  const engine::Rules::RuleText& text = program.rules[breach.rule.value];
  ruling.rule = text.id;
  ruling.says = text.says;
  ruling.from = text.from;
  ruling.rule_where = text.where;
}

Ruling BreachReporter::breach(const FoldAct& step, const Position& before,
                              const engine::Breach& breach) const {
  Ruling ruling;
  ruling.place = place(step.item, step.where);
  quote(ruling, breach);
  const bool nobodys = engine::row(step.act.kind).by == engine::DoneBy::nobody;
  ruling.message = fmt::format("{} {}", nobodys ? "Somebody" : who(step), deed(before, step.act));
  if (step.act.kind == ActKind::first)
    ruling.message =
        fmt::format("{} cannot have the first turn, whatever the hands are", name(step.act.actor));
  if (step.act == hands_stay())
    ruling.message = "By these rules the tiles are dealt again before this, and no 'redeal' is written";
  if (breach.law && *breach.law == dsl::Law::tile_not_held) {
    ruling.message = step.act.tile == no_tile
                         ? fmt::format("{} holds no such tile", holder(step.act))
                         : fmt::format("{} does not hold the {}", holder(step.act), tile_text(step.act.tile));
    ruling.is_complete = true;
  }
  if (breach.law && *breach.law == dsl::Law::not_permitted && step.act.kind == ActKind::declared) {
    // All permits together are the reason: quote them as the only times.
    const dsl::ActRules& rules =
        program.acts[static_cast<std::size_t>(dsl::built_in_acts) + step.act.declared];
    for (const dsl::PermitRow& permit : rules.permits) quote_permit(ruling, program.rules[permit.rule.value]);
    // Under these options none may ever hold; then what the act itself says is the reason.
    if (rules.permits.empty())
      for (const engine::Rules::RuleText& text : program.rules)
        if (text.shape == dsl::Shape::permit && text.id == program.declared[step.act.declared].name) {
          quote_permit(ruling, text);
          ruling.says = "By these rules it may never be done.";
        }
  }
  return ruling;
}

Ruling BreachReporter::trouble(const FoldTrouble& trouble) const {
  Ruling ruling;
  ruling.place = place(trouble.item, trouble.where);
  quote(ruling, {trouble.law, {}});
  ruling.message = trouble.message;
  ruling.is_complete = true;
  ruling.help = trouble.help;
  return ruling;
}

Ruling BreachReporter::row(const FoldAct& step, const Position& before, dsl::RuleId rule) const {
  Ruling ruling;
  ruling.place = place(step.item, step.where);
  quote(ruling, {std::nullopt, rule});
  ruling.message = fmt::format("{} {}", who(step), deed(before, step.act));
  return ruling;
}

Ruling BreachReporter::contradiction(const FoldAct& step, const engine::Breach& earlier,
                                     TileId denied) const {
  Ruling ruling;
  ruling.place = place(step.item, step.where);
  quote(ruling, earlier);
  ruling.message = denied == no_tile
                       ? fmt::format("{} cannot have held these tiles", holder(step.act))
                       : fmt::format("{} cannot have held the {}", holder(step.act), tile_text(denied));
  // These laws speak of the tile that was the engine, and of the player who had the first turn.
  ruling.is_complete = earlier.law && !dsl::row(*earlier.law).denied.empty();
  return ruling;
}

std::string BreachReporter::shortage(const Shortage& shortage) const {
  std::vector<std::string> names;
  for (const Seat seat : shortage.seats) names.push_back(name(seat));
  const std::string who = dsl::listed(names, "and");
  const std::string tiles =
      shortage.needed == 1 ? "a tile that is" : fmt::format("{} tiles that are", shortage.needed);
  const std::string_view they = shortage.needed == 1 ? "it" : "they";
  if (shortage.copies == 0)
    return fmt::format("{} would have {} not known, and there is none that {} could be", who, tiles, they);
  std::string list;
  if (shortage.copies <= most_listed_tiles)
    engine::for_each_tile(shortage.tiles,
                          [&](TileId tile) { list += (list.empty() ? ": " : " ") + tile_text(tile); });
  return fmt::format("{} would have {} not known, and there {} only {} that {} could be{}", who, tiles,
                     shortage.copies == 1 ? "is" : "are", shortage.copies, they, list);
}

ScoreDifference BreachReporter::wrong_score(std::size_t item, const SeatPoints& claimed,
                                            const Position& position, std::int32_t right) const {
  ScoreDifference wrong;
  wrong.left = tiles_in(position.hands[static_cast<std::size_t>(claimed.seat)]);
  wrong.place = place(item, claimed.at.span);
  wrong.player = short_name(header, claimed.seat);
  wrong.claimed = claimed.points;
  wrong.right = right;
  const std::int32_t before = position.players[static_cast<std::size_t>(claimed.seat)].total;
  wrong.is_total = before != 0 && dsl::sum_of(before, right) == claimed.points;
  return wrong;
}

Ruling BreachReporter::used_up(const FoldAct& step, const Position&) const {
  Ruling ruling;
  ruling.place = place(step.item, step.where);
  quote(ruling, {dsl::Law::tile_once, {}});
  ruling.is_complete = true;
  const bool any = step.act.tile == no_tile;
  const std::string tile = any ? std::string("such a tile") : "the " + tile_text(step.act.tile);
  const std::string where = any                   ? std::string("all of them are")
                            : program.copies == 1 ? std::string("it is")
                                                  : fmt::format("all {} are", program.copies);
  ruling.message =
      step.act.actor == no_seat
          ? fmt::format("The boneyard cannot have held {}: {} elsewhere", tile, where)
          : fmt::format("{} cannot have got {}: {} elsewhere", name(step.act.actor), tile, where);
  return ruling;
}

std::string BreachReporter::claim_text(const FoldAct& then, const Position& before,
                                       const engine::Breach& breach, const TileSet& tiles,
                                       TileId shown) const {
  const std::string_view who = name(then.act.actor);
  TileId tile = shown;
  if ((tile == no_tile || !tiles.has(tile)) && tiles.any()) tile = tiles.first();
  if (breach.law && *breach.law == dsl::Law::not_the_engine && tile != no_tile)
    return fmt::format(
        "here the {} became the engine; had anybody held the {}, that would have come before it",
        tile_text(then.act.tile), tile_text(tile));
  const engine::ActKindRow& row = engine::row(then.act.kind);
  if (row.move == engine::TileMove::returns && before.phase == engine::Phase::redeal)
    return "here the tiles were dealt again, and no hands that go with the rest call for that";
  if (then.act == hands_stay())
    return "here the hands stayed as they were dealt, and all that go with the rest call for another deal";
  const bool searches = row.judged == engine::JudgedAs::search && row.move != engine::TileMove::arrives;
  if (searches || row.judged == engine::JudgedAs::lead)
    return tile == no_tile ? fmt::format("here {}, which nobody does while another holds an engine",
                                         deed(before, then.act))
                           : fmt::format("here somebody {}, which says that nobody held the {}",
                                         deed(before, then.act), tile_text(tile));
  if (then.act.kind == ActKind::first && tile != no_tile)
    return fmt::format("here {} has the first turn; with the {} in another hand it would not be so", who,
                       tile_text(tile));
  if (breach.law || tile == no_tile)
    return fmt::format("here {} {}, which says that the hand was another", who, deed(before, then.act));
  // The places where it could have been laid, if it could.
  Position other = before;
  auto& bag = other.hands[static_cast<std::size_t>(then.act.actor)];
  bag = {};
  bag.add(tile);
  engine::ActList acts;
  engine::legal_acts(program, other, acts);
  for (const Act& act : acts)
    if (act.kind == ActKind::lay && act.actor == then.act.actor) {
      const int index = engine::find_end(before, act.end);
      const engine::End& end = before.ends[static_cast<std::size_t>(index)];
      return fmt::format("here {} {}, and the {} could have been laid to the {} of {}: {}", who,
                         deed(before, then.act), tile_text(tile), end.pip, train_words(end.train),
                         program.rules[breach.rule.value].says);
    }
  return fmt::format("here {} {}, which nobody may who holds the {}: {}", who, deed(before, then.act),
                     tile_text(tile), program.rules[breach.rule.value].says);
}

bool BreachReporter::may_be_engine(const Position& position, const Act& act) const {
  engine::Moment moment;
  moment.tile = act.tile;
  moment.holder = act.actor;
  if (!program.setup.wanted.given())
    return engine::is_double(act.tile) && engine::high_of(act.tile) == position.scheduled;
  return engine::holds(program, position, moment, program.setup.wanted);
}

bool ends_the_fold(const Ruling& ruling) {
  const dsl::LawRow* law = ruling.rule_where ? nullptr : dsl::find_law(ruling.rule);
  return law != nullptr && !can_be_carried_out(law->id);
}

bool BreachReporter::speaks_of(const Act& declared) const {
  for (const Item& item : round.items)
    if (const auto* line = std::get_if<TurnLine>(&item.line))
      for (const WrittenAct& act : line->acts)
        if (const auto* word = std::get_if<WordAct>(&act.what))
          if (find_declared(program, word->word) == declared.declared) return true;
  return false;
}

bool BreachReporter::heeds(dsl::RuleId advice) const {
  if (header.complete) return true;
  std::set<std::int32_t> read;
  for (const dsl::ActRules& rules : program.acts)
    for (const dsl::ForbidRow& row : rules.advice)
      if (row.rule == advice)
        dsl::visit_nodes(program, row.when, [&](const dsl::Node& node) {
          if (node.op == dsl::Op::fact) read.insert(node.value);
        });
  bool announced = false;
  for (std::size_t d = 0; d < program.declared.size(); ++d)
    for (const dsl::AfterRow& row : program.after[dsl::built_in_events + d])
      for (const dsl::EffectCall& effect : row.effects) {
        if (!dsl::writes(effect.id, dsl::aspects::facts) || read.count(effect.fact_slot) == 0) continue;
        announced = true;
        Act act;
        act.declared = static_cast<std::uint16_t>(d);
        if (speaks_of(act)) return true;
      }
  return !announced;
}

std::vector<std::string> in_notation(const std::vector<Instead>& acts) {
  std::vector<std::string> texts;
  for (const Instead& act : acts) texts.push_back(act.text);
  return texts;
}

Ruling::Ruling() = default;
Ruling::~Ruling() = default;
Ruling::Ruling(const Ruling&) = default;
Ruling::Ruling(Ruling&&) noexcept = default;
Ruling& Ruling::operator=(const Ruling&) = default;
Ruling& Ruling::operator=(Ruling&&) noexcept = default;

std::string quoted_lines(std::vector<std::string> lines) {
  for (std::string& line : lines) line = "'" + line + "'";
  return dsl::listed(lines);
}

}  // namespace roundhouse::replay
