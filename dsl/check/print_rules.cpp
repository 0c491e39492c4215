// The rules as checked in one canonical text, to see that a file says what it said before. Names stand in it
// rather than ids, so that another order of options or words changes nothing.

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "dsl/base/search.h"
#include "dsl/check/check.h"

namespace roundhouse::dsl {
namespace {

struct Printer {
  const CheckedRules& rules;
  std::string text{};

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
  }

  void put_name(const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    switch (node.op) {
      case Op::name:
        return put(" {}", rules.names[index]);
      case Op::root:
        return put(" {}", row(static_cast<Root>(node.index)).name);
      case Op::member: {
        const MemberRow& member = row(static_cast<Member>(node.index));
        return put(" {}", member.name);
      }
      case Op::can:
        return put(" {}", rules.act_name({static_cast<std::uint16_t>(node.index)}));
      case Op::option:
      case Op::table:
        return put(" {}", rules.options[index].name);
      case Op::fact:
        return put(" {}", rules.facts[index].name);
      case Op::train_of:
        return put(" {}", rules.trains[index].name);
      case Op::word:
        return put(" {}", rules.words[index].name);
      case Op::variable:
        return put(" {}", node.index);
      case Op::number:
      case Op::truth:
      case Op::absent:
        ROUNDHOUSE_SIGNED(ROUNDHOUSE_CASE)
        ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
        return;  // its word and its operands say it all
    }
  }

  void put_expression(const TypedExpr& node) {
    if (node.op == Op::number || node.op == Op::truth) return put("{}", node.number);
    put("({}", row(node.op).name);
    put_name(node);
    if (node.has_where) put(" where");
    if (node.has_of) put(" of");
    for (const TypedExpr& arg : node.args) {
      put(" ");
      put_expression(arg);
    }
    put(")");
  }

  void put_value(std::string_view key, const TypedExpr& value) {
    put("{}: ", key);
    put_expression(value);
    put("\n");
  }
  void put_value(std::string_view key, const std::optional<TypedExpr>& value) {
    if (value) put_value(key, *value);
  }

  void put_ranges(const std::vector<std::pair<std::int32_t, std::int32_t>>& ranges) {
    for (const auto& [low, high] : ranges) put(" {}..{}", low, high);
  }

  void put_table(const Option& option) {
    std::vector<TableEntry> cells = option.table;
    sort(cells, [](const auto& a, const auto& b) { return a.ranges < b.ranges; });
    for (const TableKey key : option.by) put(" by {}", static_cast<int>(key));
    for (const TableEntry& cell : cells) {
      put_ranges(cell.ranges);
      put(" {};", cell.value);
    }
    std::vector<NotPlayed> left_out = option.not_played;
    sort(left_out, [](const auto& a, const auto& b) { return a.ranges < b.ranges; });
    for (const NotPlayed& cell : left_out) {
      put_ranges(cell.ranges);
      put(" not played;");
    }
  }

  void put_options() {
    std::vector<const Option*> sorted;
    for (const Option& option : rules.options) sorted.push_back(&option);
    sort(sorted, [](const Option* a, const Option* b) { return a->name < b->name; });
    for (const Option* option : sorted) {
      put("option {}", option->name);
      if (!option->by.empty()) {
        put_table(*option);
      } else if (option->type == Type::name) {
        put(" {}", rules.names[static_cast<std::size_t>(option->value)]);
      } else {
        put(" {}", option->value);
      }
      put("\n");
    }
  }

  void put_words() {
    std::vector<const Word*> sorted;
    for (const Word& word : rules.words) sorted.push_back(&word);
    sort(sorted, [](const Word* a, const Word* b) { return a->name < b->name; });
    for (const Word* word : sorted) {
      put("word {} of {} ", word->name, type_name(word->of));
      put_expression(word->is);
      put("\n");
    }
  }

  void put_declarations() {
    for (const Fact& fact : rules.facts) {
      put("fact {} of {} per {} is {}", fact.name, static_cast<int>(fact.of), static_cast<int>(fact.per),
          type_name(fact.type));
      if (fact.chance) put(" chance {}..{}", fact.chance->first, fact.chance->second);
      put("\n");
    }
    for (const TrainKind& kind : rules.trains) {
      put("train {} of {} starts {}{}", kind.name, static_cast<int>(kind.of), static_cast<int>(kind.starts),
          kind.gone ? " gone" : "");
      if (kind.count && !kind.gone) {
        put(" count ");
        put_expression(*kind.count);
      }
      put("\n");
    }
    for (const DeclaredAct& act : rules.acts) {
      put("act {} by {}{}", act.name, static_cast<int>(act.by), act.whom ? " whom" : "");
      if (act.tile != ActTile::none) put(" tile {}", static_cast<int>(act.tile));
      if (act.called != act.name) put(" called {}", act.called);
      if (act.amount) put(" amount {}..{}", act.amount->first, act.amount->second);
      put("\n");
    }
  }

  void put_setup() {
    const Setup& setup = rules.setup;
    put("players: {}..{}\n", setup.least_players, setup.most_players);
    each_setting(rules,
                 [&](const SettingRow& row, const TypedExpr& value) { put_value(row.printed, value); });
  }

  std::string event_name(EventId id) const {
    if (id.value < built_in_events) return std::string(row(static_cast<BuiltInEvent>(id.value)).name);
    return rules.acts[id.value - built_in_events].name;
  }

  /// The meaning of such a list does not depend on its order.
  void put_sorted(std::vector<std::string> names) {
    sort(names);
    for (const std::string& name : names) put(" {}", name);
  }

  void put_rows() {
    put_words();
    put_declarations();
    put_setup();
    for (const Rule& rule : rules.rules) put_rule(rule);
  }

  void put_rule(const Rule& rule) {
    put("{} {}", rule.id, shape_word(rule.shape));
    std::vector<std::string> about;
    for (const ActId act : rule.acts) about.emplace_back(rules.act_name(act));
    for (const EventId event : rule.events) about.push_back(event_name(event));
    for (const RuleId lifted : rule.excepts) about.push_back(rules.rules[lifted.value].id);
    put_sorted(std::move(about));
    put("\n");
    put_value("  when", rule.when);
    for (const TypedEffect& effect : rule.effects) {
      put("  {}", row(effect.id).name);
      if (effect.inner > 0) put(" {}", effect.inner);
      for (const TypedExpr& arg : effect.args) {
        put(" ");
        put_expression(arg);
      }
      put("\n");
    }
  }
};

}  // namespace

std::string print_rules(const CheckedRules& rules) {
  Printer printer{rules};
  printer.put("roundhouse 1\n");
  printer.put_options();
  printer.put_rows();
  return std::move(printer.text);
}

}  // namespace roundhouse::dsl
