#include "replay/prove/play_key.h"

#include <algorithm>
#include <array>

#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/random.h"

namespace roundhouse::replay {
namespace {

using dsl::Op;

bool only_compares(Op op) { return dsl::is_comparison(op) || op == Op::between; }

/// Takes words in, gives 128 bits.
class Mixer {
 public:
  void add(std::uint64_t word) {
    a_ = engine::mix64(a_ ^ word) + 0x9E3779B97F4A7C15U;
    b_ = engine::mix64(b_ + word * 0xD6E8FEB86659FD93U) ^ (a_ >> 7);
  }
  template <class... Parts>
  void add_parts(Parts... parts) {
    std::uint64_t word = 0;
    ((word = (word << 16) ^ static_cast<std::uint16_t>(parts)), ...);
    add(word);
  }
  void add(const engine::TileBag& bag) {
    for (const std::uint64_t word : bag.once) add(word);
    for (const std::uint64_t word : bag.twice) add(word);
  }
  Key key() const { return {engine::mix64(a_), engine::mix64(b_)}; }

 private:
  std::uint64_t a_ = 1;
  std::uint64_t b_ = 2;
};

std::int32_t capped(std::int32_t number, std::int32_t cap) { return std::min(number, cap); }

}  // namespace

PlayKey::PlayKey(const engine::Rules& program) : program_(program), facts_(program.facts.size(), 0) {
  look_at_facts();
  look_at_nodes();
  passes_ = limit_of(program.setup.limit);
  redeals_ = limit_of(program.setup.redeal_limit);
}

/// Without a limit nothing asks how often it was. (That a thousand times are the most is left out: all that
/// could come of it is a void round.)
PlayKey::Cap PlayKey::limit_of(dsl::NodeRef limit) const {
  if (!limit.given()) return 0;
  const dsl::Node& node = dsl::node_at(program_, limit);
  if (node.op == Op::absent) return 0;
  return node.op == Op::number ? std::max(node.value, 0) : exact;
}

PlayKey::Cap* PlayKey::counter_of(std::int32_t index) {
  const dsl::Node& node = program_.nodes[static_cast<std::size_t>(index)];
  if (node.op == Op::fact) {
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (program_.facts[i].slot == node.value) return &facts_[i];
    return nullptr;
  }
  if (node.op != Op::member) return nullptr;
  switch (static_cast<dsl::Member>(node.value)) {
    case dsl::Member::round_lap:
      return &lap_;
    case dsl::Member::round_still:
      return &still_;
    case dsl::Member::player_turns:
      return &turns_;
    case dsl::Member::turn_laid:
      return &laid_;
    case dsl::Member::turn_drawn:
      return &drawn_;
    case dsl::Member::turn_drew:
      return &drew_;
    default:
      return nullptr;
  }
}

void PlayKey::read_freely(dsl::NodeRef ref) {
  if (!ref.given()) return;
  if (Cap* cap = counter_of(ref.value)) *cap = exact;
}

/// A fact that something is taken from, or that takes a value which is worked out, has no cap: what was cut
/// off would be missing.
void PlayKey::look_at_facts() {
  const auto grows_only = [&](const dsl::EffectCall& call) {
    const dsl::NodeRef value = call.args[0];
    if (!value.given()) return false;
    const dsl::Node& node = dsl::node_at(program_, value);
    return node.op == Op::number && node.value >= 0;
  };
  for (const auto& event : program_.after)
    for (const dsl::AfterRow& row : event)
      for (const dsl::EffectCall& call : row.effects)
        if ((call.id == dsl::Effect::set || call.id == dsl::Effect::add) && !grows_only(call))
          facts_[call.fact.value] = -1;
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (program_.facts[i].type != dsl::Type::number || program_.facts[i].by_chance()) facts_[i] = -1;
}

void PlayKey::look_at_nodes() {
  const std::vector<Cap> uncapped = facts_;
  std::fill(facts_.begin(), facts_.end(), 0);
  dsl::Aspects reads = dsl::aspects::none;
  for (const dsl::Node& node : program_.nodes) {
    reads |= node.reads;
    for (int i = 0; i < node.arg_count; ++i) {
      Cap* cap = counter_of(program_.args[static_cast<std::size_t>(node.first_arg + i)]);
      if (cap == nullptr) continue;
      if (!only_compares(node.op)) {
        *cap = exact;
        continue;
      }
      for (int other = 0; other < node.arg_count; ++other) {
        if (other == i) continue;
        const dsl::Node& limit = dsl::node_at(program_, dsl::argument(program_, node, other));
        if (limit.op != Op::number || limit.value < 0 || limit.value > 1000)
          *cap = exact;
        else
          *cap = std::max(*cap, limit.value + 1);
      }
    }
  }
  const auto read_row = [&](const auto& row) {
    read_freely(row.when);
    for (const dsl::ExceptRow& except : row.excepts) read_freely(except.when);
  };
  for (const dsl::ActRules& act : program_.acts) {
    for (const dsl::ForbidRow& row : act.forbids) read_row(row);
    for (const dsl::ForbidRow& row : act.advice) read_row(row);
    for (const dsl::PermitRow& row : act.permits) read_freely(row.when);
  }
  for (const auto& event : program_.after) {
    for (const dsl::AfterRow& row : event) {
      read_row(row);
      for (const dsl::EffectCall& call : row.effects) {
        read_freely(call.receiver);
        for (const dsl::NodeRef arg : call.args) read_freely(arg);
      }
    }
  }
  for (std::size_t i = 0; i < facts_.size(); ++i)
    if (uncapped[i] < 0 && facts_[i] > 0) facts_[i] = exact;
  // Facts of more than a round may be asked by what comes after it, but not in it.
  points_ = (reads & (dsl::aspects::points | dsl::aspects::totals)) != 0 &&
            std::any_of(program_.after.begin(), program_.after.end(), [&](const auto& event) {
              return std::any_of(event.begin(), event.end(), [&](const dsl::AfterRow& row) {
                const dsl::Aspects asked = dsl::aspects::points | dsl::aspects::totals;
                bool found = (dsl::reads(program_, row.when) & asked) != 0;
                for (const dsl::ExceptRow& except : row.excepts)
                  found = found || (dsl::reads(program_, except.when) & asked) != 0;
                for (const dsl::EffectCall& call : row.effects)
                  for (const dsl::NodeRef arg : call.args)
                    found = found || (dsl::reads(program_, arg) & asked) != 0;
                return found;
              });
            });
  for (const dsl::ActRules& act : program_.acts) {
    const auto asks = [&](const auto& row) {
      const dsl::Aspects asked = dsl::aspects::points | dsl::aspects::totals;
      return (dsl::reads(program_, row.when) & asked) != 0;
    };
    points_ = points_ || std::any_of(act.forbids.begin(), act.forbids.end(), asks) ||
              std::any_of(act.permits.begin(), act.permits.end(), asks);
  }
}

Key PlayKey::of(const engine::Position& position) const {
  Mixer mix;
  const bool setting_up = position.phase != engine::Phase::play;
  mix.add_parts(position.phase, position.first, position.starter, position.winner);
  mix.add_parts(position.holder, position.leader, position.seeker, position.drawing);
  mix.add_parts(position.engine_tile, position.scheduled, position.casting, position.boneyard);
  mix.add_parts(capped(position.lap, lap_), capped(position.still, still_), position.turn_player,
                position.turn_previous);
  mix.add_parts(position.turn_next, capped(position.laid, laid_), capped(position.drawn, drawn_),
                capped(position.drew, drew_));
  mix.add((position.newly_marked ? 1U : 0U) | (position.ending ? 2U : 0U) | (position.turn_ending ? 4U : 0U) |
          (position.last_round ? 8U : 0U) | (position.voiding ? 16U : 0U) | (position.passing ? 32U : 0U) |
          (position.voided ? 64U : 0U));
  mix.add_parts(position.pulling, setting_up ? capped(position.passes, passes_) : 0,
                setting_up ? capped(position.redeals, redeals_) : 0, position.voids);
  mix.add(position.started);
  mix.add(position.aside);
  mix.add(position.laid_tiles);
  for (int i = 0; i < program_.players; ++i) {
    const auto seat = static_cast<std::size_t>(i);
    const engine::PlayerState& player = position.players[seat];
    mix.add_parts(player.count, player.pulls, player.lot, player.kept ? 1 : 0);
    mix.add_parts(capped(player.turns, turns_));
    if (points_) mix.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(player.points)));
    mix.add(position.hands[seat]);
  }
  // Serials and groups by their order alone. Groups of debts and ends grow with age.
  std::array<std::uint16_t, engine::max_ends + engine::max_debts> groups{};
  std::array<std::uint16_t, engine::max_ends> serials{};
  std::size_t all = 0;
  const std::size_t ends = position.end_count;
  for (std::size_t i = 0; i < ends; ++i) {
    groups[all++] = position.ends[i].group;
    serials[i] = position.ends[i].serial;
  }
  for (std::size_t i = 0; i < position.debt_count; ++i) groups[all++] = position.debts[i].group;
  const auto groups_end = groups.begin() + static_cast<std::ptrdiff_t>(all);
  const auto serials_end = serials.begin() + static_cast<std::ptrdiff_t>(ends);
  std::sort(groups.begin(), groups_end);
  const auto distinct_end = std::unique(groups.begin(), groups_end);
  std::sort(serials.begin(), serials_end);
  const auto group_rank = [&](std::uint16_t group) {
    if (group == 0) return std::ptrdiff_t{0};  // the engine
    return 1 + (std::lower_bound(groups.begin(), distinct_end, group) - groups.begin());
  };
  for (std::size_t i = 0; i < ends; ++i) {
    const engine::End& end = position.ends[i];
    mix.add_parts(std::lower_bound(serials.begin(), serials_end, end.serial) - serials.begin(),
                  group_rank(end.group), end.pip | (end.train << 8),
                  end.tile | (end.tail ? 256 : 0) | (end.start ? 512 : 0) | (end.side ? 1024 : 0) |
                      (end.marked ? 2048 : 0));
  }
  for (std::size_t i = 0; i < position.debt_count; ++i) {
    const engine::Debt& debt = position.debts[i];
    mix.add_parts(group_rank(debt.group), debt.turn == position.turn_serial ? 1 : 0,
                  debt.pip | (debt.train << 8), static_cast<std::uint8_t>(debt.by) | (debt.covers << 8));
  }
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const dsl::FactSlot& fact = program_.facts[i];
    for (std::int32_t slot = fact.slot; facts_[i] > 0 && slot < fact.end(); ++slot) {
      const std::int32_t value = position.facts[static_cast<std::size_t>(slot)];
      mix.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(capped(value, facts_[i]))));
    }
  }
  return mix.key();
}

}  // namespace roundhouse::replay
