#include "tools/prove/play_nodes.h"

#include "dsl/base/search.h"
#include "dsl/program/nodes.h"

namespace roundhouse::replay {
namespace {

using dsl::Effect;
using dsl::Member;
using dsl::Op;

/// Gathers nodes, each once.
class Gathering {
 public:
  explicit Gathering(const engine::Rules& program) : program_(program), met_(program.nodes.size(), false) {}

  void add(dsl::NodeRef ref) {
    if (ref.given()) add_node(ref.value);
  }
  template <class Row>
  void add_row(const Row& row) {
    add(row.when);
    for (const dsl::ExceptRow& except : row.excepts) add(except.when);
  }
  std::vector<std::int32_t> take() { return std::move(found_); }
  const std::vector<std::int32_t>& found() const { return found_; }

 private:
  void add_node(std::int32_t root) {
    std::vector<std::int32_t> work{root};
    while (!work.empty()) {
      const auto index = static_cast<std::size_t>(work.back());
      work.pop_back();
      if (met_[index]) continue;
      met_[index] = true;
      found_.push_back(static_cast<std::int32_t>(index));
      const dsl::Node& node = program_.nodes[index];
      for (int i = 0; i < node.arg_count; ++i) work.push_back(dsl::argument(program_, node, i).value);
    }
  }

  const engine::Rules& program_;
  std::vector<bool> met_;
  std::vector<std::int32_t> found_;
};

/// True if done to one player after the other, they come to the same in any order.
bool comes_to_the_same(Effect effect) { return dsl::row(effect).order == dsl::Order::free; }

bool is_for_each_player(std::size_t event) {
  const auto is = [&](dsl::BuiltInEvent id) { return event == dsl::event_id(id).value; };
  return is(dsl::BuiltInEvent::dealt) || is(dsl::BuiltInEvent::counting) || is(dsl::BuiltInEvent::scored);
}

/// True if it matters to whom an event comes first that comes to one player after the other.
bool order_of_players_matters(const engine::Rules& program, const std::vector<dsl::AfterRow>& rows) {
  Gathering asked(program);
  std::vector<std::int32_t> facts;
  dsl::Aspects writes = dsl::aspects::none;
  for (const dsl::AfterRow& row : rows) {
    asked.add_row(row);
    for (const dsl::EffectCall& call : row.effects) {
      asked.add(call.receiver);
      for (const dsl::NodeRef arg : call.args) asked.add(arg);
      if (call.id == Effect::each) continue;
      const bool of_me =
          call.receiver.given() && dsl::is_root(dsl::node_at(program, call.receiver), dsl::Root::me);
      if (!comes_to_the_same(call.id) && !(call.id == Effect::set && of_me)) return true;
      if (dsl::writes(call.id, dsl::aspects::facts))
        facts.push_back(call.fact_slot);
      else
        writes |= dsl::row(call.id).writes;
    }
  }
  dsl::Aspects reads = dsl::aspects::none;
  for (const std::int32_t index : asked.found()) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    reads |= node.reads;
    if (node.op == Op::fact && contains(facts, node.value)) return true;
  }
  return (reads & writes) != 0;
}

}  // namespace

std::vector<std::int32_t> play_nodes(const engine::Rules& program, std::span<const dsl::NodeRef> checks) {
  Gathering all(program);
  for (const dsl::NodeRef check : checks) all.add(check);
  for (const dsl::ActRules& act : program.acts) {
    for (const dsl::ForbidRow& row : act.forbids) all.add_row(row);
    for (const dsl::ForbidRow& row : act.advice) all.add_row(row);
    for (const dsl::PermitRow& row : act.permits) all.add(row.when);
  }
  for (const auto& event : program.after) {
    for (const dsl::AfterRow& row : event) {
      all.add_row(row);
      for (const dsl::EffectCall& call : row.effects) {
        all.add(call.receiver);
        for (const dsl::NodeRef arg : call.args) all.add(arg);
      }
    }
  }
  const bool asks_for_ranks = any_of(all.found(), [&](std::int32_t index) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    return dsl::is_member(node, Member::player_rank) || dsl::is_member(node, Member::player_placement);
  });
  if (asks_for_ranks) {
    for (const dsl::NodeRef ref : program.match.order) all.add(ref);
    all.add(program.match.group);
    all.add(program.match.points);
  }
  return all.take();
}

PlayReads play_reads(const engine::Rules& program, std::span<const dsl::NodeRef> checks) {
  PlayReads reads{false, false, false, false, false, false};
  for (const std::int32_t index : play_nodes(program, checks)) {
    const dsl::Node& node = program.nodes[static_cast<std::size_t>(index)];
    if (node.op == Op::best &&
        dsl::node_at(program, dsl::argument(program, node, 0)).type == dsl::Type::players)
      reads.first = true;  // of equal ones
    const auto asks = [&](Member member) { return dsl::is_member(node, member); };
    reads.first = reads.first || asks(Member::round_first) || asks(Member::player_place);
    reads.starter = reads.starter || asks(Member::round_starter);
    reads.previous = reads.previous || asks(Member::turn_previous);
    reads.lots = reads.lots || asks(Member::player_lot);
    reads.kept = reads.kept || asks(Member::player_kept);
    reads.end_tiles = reads.end_tiles || asks(Member::end_tile);
  }
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    if (is_for_each_player(event) && order_of_players_matters(program, program.after[event]))
      reads.first = true;
    for (const dsl::AfterRow& row : program.after[event]) {
      for (std::size_t i = 0; i < row.effects.size(); ++i) {
        const dsl::EffectCall& call = row.effects[i];
        if (call.id != Effect::each) continue;
        const dsl::Node& set =
            dsl::node_at(program, dsl::argument(program, dsl::node_at(program, call.args[0]), 0));
        for (std::size_t inner = 1; inner <= call.inner; ++inner) {
          const Effect effect = row.effects[i + inner].id;
          if (set.type == dsl::Type::players && effect != Effect::each && !comes_to_the_same(effect))
            reads.first = true;
        }
      }
    }
  }
  return reads;
}

}  // namespace roundhouse::replay
