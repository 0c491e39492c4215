
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/check.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/sha256.h"
#include "dsl/compile/game_terms.h"
#include "dsl/program.h"
#include "dsl/program/nodes.h"

namespace roundhouse::dsl {
namespace {

/// Longer lists of effects stay in the order of the file.
constexpr std::size_t most_sorted = 300;

/// Each by itself: a second of the same name gets a number.
std::vector<std::string> set_apart(std::vector<std::string> names) {
  std::map<std::string, int> seen;
  for (std::string& name : names)
    if (const int before = seen[name]++; before > 0) name += fmt::format("'{}", before + 1);
  return names;
}

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return set_apart(std::move(names));
}

/// The names of things that play shows.
struct GameNames {
  std::vector<std::string> facts;
  std::vector<std::string> trains;
  std::vector<std::string> acts;  ///< declared ones
  std::vector<std::string> names;

  explicit GameNames(const CheckedRules& rules)
      : facts(names_of(rules.facts)),
        trains(names_of(rules.trains)),
        acts(names_of(rules.acts)),
        names(set_apart(rules.names)) {}

  std::string act(ActId id) const {
    if (id.value < built_in_acts) return std::string(row(static_cast<BuiltInAct>(id.value)).name);
    return "own " + acts[id.value - built_in_acts];
  }
  std::string event(std::size_t id) const {
    if (id < built_in_events) return std::string(row(static_cast<BuiltInEvent>(id)).name);
    return "own " + acts[id - built_in_events];
  }
};

/// A part of what follows of an event: an effect, or an `each` with all that it holds.
struct Consequence {
  TermId when = -1;
  std::span<const EffectCall> calls{};
  std::string text{};
  std::set<std::size_t> facts{};  ///< those that are set or added to
  bool only_adds = true;          ///< of the facts: none is set
  bool wins = false;
  bool is_of_facts = true;  ///< but for points and warnings it does nothing else
  bool calls_events = false;
};

class GamePrinter {
 public:
  GamePrinter(const CheckedRules& rules, const GameNames& names, Terms& terms, int players)
      : rules_(rules), names_(names), terms_(terms), program_(compile_rules(rules, players)) {
    for (std::size_t fact = 0; fact < program_.facts.size(); ++fact)
      fact_of_slot_[program_.facts[fact].slot] = fact;
  }

  std::string print() {
    put("players {}\nset {} {}\n", program_.players, program_.highest, program_.copies);
    find_acts();
    find_settings();
    find_consequences();
    find_facts_that_count();
    put_trains();
    put_facts();
    put_acts();
    put_events();
    for (const auto& [key, term] : settings_) put("{} {}\n", key, text_of(term));
    for (const Program::PipName& name : sorted_pip_names()) put("half {} {}\n", name.name, name.number);
    return std::move(text_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  std::string text_of(TermId term) const { return in_digits(terms_.term(term).digest); }

  // Conditions and values.

  const Node& node(std::int32_t index) const { return program_.nodes[static_cast<std::size_t>(index)]; }

  TermId term_of(NodeRef ref) {
    // Arguments come before what is made of them.
    while (term_of_node_.size() <= static_cast<std::size_t>(ref.value))
      term_of_node_.push_back(make(node(static_cast<std::int32_t>(term_of_node_.size()))));
    return term_of_node_[static_cast<std::size_t>(ref.value)];
  }
  /// Of a condition; what is not given always holds.
  TermId condition(NodeRef ref) { return ref.given() ? term_of(ref) : terms_.truth(true); }

  TermId make(const Node& made) {
    std::vector<TermId> args;
    for (int i = 0; i < made.arg_count; ++i)
      args.push_back(term_of_node_[static_cast<std::size_t>(argument(program_, made, i).value)]);
    const bool all_there = all_of(args, [&](TermId arg) { return terms_.term(arg).is_there; });
    const auto index = static_cast<std::size_t>(made.value);
    switch (made.op) {
      case Op::number:
        return terms_.number(made.value);
      case Op::truth:
        return terms_.truth(made.value != 0);
      case Op::name:
        return terms_.make(made.op, {names_.names[index], true});
      case Op::absent:
      case Op::option:
      case Op::word:
        return terms_.make(made.op, {type_name(made.type)});
      case Op::root:
        return terms_.make(made.op, {row(static_cast<Root>(made.value)).name});
      case Op::member: {
        const MemberRow& word = row(static_cast<Member>(made.value));
        const std::string name = fmt::format("{}.{}", type_name(word.of), word.name);
        return terms_.make(made.op, {name, word.presence == Presence::given && all_there}, std::move(args));
      }
      case Op::can:
        return terms_.make(made.op, {names_.act({static_cast<std::uint16_t>(made.value)}), true});
      case Op::table:
        return table(made, std::move(args));
      case Op::fact:
        return terms_.make(made.op, {names_.facts[fact_of_slot_.at(made.value)]}, std::move(args));
      case Op::train_of:
        return terms_.make(made.op, {names_.trains[index]}, std::move(args));
      case Op::variable:
        return terms_.make(made.op, {fmt::format("{} {}", made.value, type_name(made.type))});
      case Op::add:
      case Op::multiply:
        return terms_.symmetric(made.op, {{}, all_there}, std::move(args));
      case Op::negate:
      case Op::subtract:
      case Op::divide:
      case Op::modulo:
        return terms_.make(made.op, {{}, all_there}, std::move(args));
      case Op::equal:
        return terms_.symmetric(made.op, {{}, true}, std::move(args));
      case Op::not_equal:
        return terms_.negation(terms_.symmetric(Op::equal, {{}, true}, std::move(args)));
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return terms_.comparison(made.op, args[0], args[1]);
        ROUNDHOUSE_PROPERTIES(ROUNDHOUSE_CASE)
        return property(made.op, std::move(args));
      case Op::logical_not:
        return terms_.negation(args[0]);
      case Op::logical_and:
      case Op::logical_or:
        return terms_.junction(made.op, std::move(args));
      case Op::choose:
        return terms_.choice(args[0], args[1], args[2], made.type == Type::truth);
        ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
        return quantifier(made, std::move(args));
    }
    return terms_.truth(false);  // no such node
  }

  /// A range is asked as its two bounds.
  TermId property(Op op, std::vector<TermId> args) {
    if (op != Op::between) return terms_.make(op, {{}, true}, std::move(args));
    return terms_.junction(Op::logical_and, {terms_.comparison(Op::less_equal, args[1], args[0]),
                                             terms_.comparison(Op::less_equal, args[0], args[2])});
  }

  /// `all` is asked as what `any` is not.
  TermId quantifier(const Node& made, std::vector<TermId> args) {
    const bool is_all = made.op == Op::all && made.has_where;
    if (is_all) args[1] = terms_.negation(args[1]);
    const std::string names =
        fmt::format("{}{}{}", made.value, made.has_where ? " where" : "", made.has_of ? " of" : "");
    const bool is_there = made.op == Op::count || made.type == Type::truth;
    const TermId asked = terms_.make(is_all ? Op::any : made.op, {names, is_there}, std::move(args));
    return is_all ? terms_.negation(asked) : asked;
  }

  /// The cells that the known keys leave, by the others.
  TermId table(const Node& made, std::vector<TermId> keys) {
    struct Cell {
      std::vector<std::pair<std::int32_t, std::int32_t>> ranges;
      std::int32_t value = 0;
    };
    const auto known = [&](std::size_t key) { return terms_.term(keys[key]).op == Op::number; };
    std::vector<Cell> cells;
    for (const TableEntry& entry : program_.tables[static_cast<std::size_t>(made.value)].entries) {
      Cell cell{{}, entry.value};
      bool fits = true;
      for (std::size_t key = 0; key < keys.size(); ++key) {
        const std::int32_t at = terms_.term(keys[key]).number;
        if (!known(key))
          cell.ranges.push_back(entry.ranges[key]);
        else
          fits = fits && entry.ranges[key].first <= at && at <= entry.ranges[key].second;
      }
      if (fits) cells.push_back(std::move(cell));
    }
    sort(cells, [](const Cell& a, const Cell& b) { return a.ranges < b.ranges; });
    std::string names(type_name(made.type));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      // Of a single key, cells that follow each other with one value are one cell.
      const bool goes_on = cells[i].ranges.size() == 1 && i + 1 < cells.size() &&
                           cells[i + 1].value == cells[i].value &&
                           cells[i + 1].ranges[0].first == cells[i].ranges[0].second + 1;
      if (goes_on) {
        cells[i + 1].ranges[0].first = cells[i].ranges[0].first;
        continue;
      }
      for (const auto& [first, last] : cells[i].ranges) names += fmt::format(" {}..{}", first, last);
      const auto value = static_cast<std::size_t>(cells[i].value);
      names += made.type == Type::name ? " " + names_.names[value] : fmt::format(" {};", cells[i].value);
    }
    std::vector<TermId> open;
    for (std::size_t key = 0; key < keys.size(); ++key)
      if (!known(key)) open.push_back(keys[key]);
    return terms_.make(made.op, {names}, std::move(open));
  }

  // Rows.

  TermId unless_lifted(NodeRef when, const std::vector<ExceptRow>& excepts) {
    std::vector<TermId> parts{condition(when)};
    for (const ExceptRow& except : excepts) parts.push_back(terms_.negation(condition(except.when)));
    return terms_.junction(Op::logical_and, std::move(parts));
  }

  void find_acts() {
    for (const ActRules& act : program_.acts) {
      std::vector<TermId> forbidden;
      std::vector<TermId> permitted;
      std::set<std::string> advised, optional;
      for (const ForbidRow& row : act.forbids) forbidden.push_back(unless_lifted(row.when, row.excepts));
      for (const PermitRow& permit : act.permits) permitted.push_back(condition(permit.when));
      const auto put_rows = [&](const std::vector<ForbidRow>& rows, std::set<std::string>& texts) {
        for (const ForbidRow& row : rows) {
          const TermId when = unless_lifted(row.when, row.excepts);
          if (is_false(when)) continue;
          texts.insert(text_of(when));
          roots_.push_back(when);
        }
      };
      put_rows(act.advice, advised);
      put_rows(act.optional, optional);
      TermId legal = terms_.negation(terms_.junction(Op::logical_or, std::move(forbidden)));
      if (act.needs_permit)
        legal =
            terms_.junction(Op::logical_and, {legal, terms_.junction(Op::logical_or, std::move(permitted))});
      legal_.push_back(legal);
      advice_.push_back(std::move(advised));
      optional_.push_back(std::move(optional));
      roots_.push_back(legal);
    }
  }

  bool is_false(TermId term) const {
    return terms_.term(term).op == Op::truth && terms_.term(term).number == 0;
  }

  /// A declared act that is never legal is as good as none.
  bool is_done(std::size_t act) const { return act < built_in_acts || !is_false(legal_[act]); }

  void find_consequences() {
    consequences_.resize(program_.after.size());
    for (std::size_t event = 0; event < program_.after.size(); ++event) {
      if (event >= built_in_events && !is_done(event - built_in_events + built_in_acts)) continue;
      for (const AfterRow& row : program_.after[event]) {
        const TermId when = unless_lifted(row.when, row.excepts);
        if (is_false(when)) continue;
        // All rows of an event look at the table at once, so each effect stands for itself.
        const std::span<const EffectCall> calls(row.effects);
        for (std::size_t i = 0; i < calls.size(); i += calls[i].inner + std::size_t{1})
          consequences_[event].push_back({when, calls.subspan(i, calls[i].inner + std::size_t{1})});
      }
    }
  }

  void find_settings() {
#define X(field, ...) add_setting(Setting::field, program_.setup.field);
    ROUNDHOUSE_ROUND_VALUES(X)
#undef X
#define X(field, ...) add_setting(Setting::field, program_.match.field);
    ROUNDHOUSE_MATCH_VALUES(X)
#undef X
  }

  void add_setting(Setting setting, const std::vector<NodeRef>& values) {
    for (const NodeRef value : values) add_setting(setting, value);
  }
  void add_setting(Setting setting, NodeRef value) {
    if (!value.given()) return;
    const TermId term = term_of(value);
    if (is_as_unsaid(setting, term)) return;
    settings_.emplace_back(row(setting).name, term);
    roots_.push_back(term);
  }

  /// True if the value is what holds where nothing is said.
  bool is_as_unsaid(Setting setting, TermId value) const {
    const Term& term = terms_.term(value);
    const bool is_nothing = term.op == Op::absent;
    const auto is = [&](SetupName name) {
      return term.op == Op::name && term.names == rules_.names[static_cast<std::size_t>(name)];
    };
    switch (setting) {
      case Setting::lots:
      case Setting::first:
      case Setting::redeal_limit:
      case Setting::limit:
      case Setting::starter:
      case Setting::scheduled:
      case Setting::joins:
        return is_nothing;
      case Setting::redeal:
        return is_false(value);
      case Setting::over:
        // Without it, and without a number of rounds, a game is one round.
        return is_false(value) && program_.match.rounds.given();
      case Setting::passes:
        return is(SetupName::left);
      case Setting::ties:
        return is(SetupName::order);
      case Setting::drawn:
        return is(SetupName::keep);
      case Setting::highest:
      case Setting::copies:
      case Setting::deal:
      case Setting::engine_from:
      case Setting::leader:
      case Setting::wanted:
      case Setting::best:
      case Setting::missing:
      case Setting::then:
      case Setting::rounds:
      case Setting::games:
      case Setting::order:
      case Setting::group:
      case Setting::points:
      case Setting::moves_on:
      case Setting::to_playoff:
        return false;
    }
    return false;
  }

  // Facts.

  /// Marks the facts that a term reads.
  void read(TermId root) {
    std::vector<TermId> open{root};
    while (!open.empty()) {
      const TermId at = open.back();
      open.pop_back();
      if (at < 0 || !seen_.insert(at).second) continue;
      const Term& term = terms_.term(at);
      if (term.op == Op::fact)
        counting_.insert(static_cast<std::size_t>(
            std::find(names_.facts.begin(), names_.facts.end(), term.names) - names_.facts.begin()));
      open.insert(open.end(), term.args.begin(), term.args.end());
    }
  }

  bool counts(const EffectCall& call) const {
    return !writes(call.id, aspects::facts) || counting_.contains(call.fact.value);
  }

  /// Collects the facts that something other than a write to an unread fact reads, those that the table
  /// shows, and those that chance decides before all eyes.
  void find_facts_that_count() {
    for (std::size_t fact = 0; fact < program_.facts.size(); ++fact)
      if (program_.facts[fact].by_chance() || !program_.fact_labels[fact].empty()) counting_.insert(fact);
    for (const TermId root : roots_) read(root);
    for (std::size_t before = SIZE_MAX; before != counting_.size();) {
      before = counting_.size();
      for (const std::vector<Consequence>& event : consequences_)
        for (const Consequence& each : event) read_if_counts(each);
    }
  }

  void read_if_counts(const Consequence& each) {
    const auto is_effect = [&](const EffectCall& call) { return call.id != Effect::each && counts(call); };
    if (none_of(each.calls, is_effect)) return;
    read(each.when);
    for (const EffectCall& call : each.calls) {
      if (!counts(call)) continue;
      for (const NodeRef ref : {call.receiver, call.args[0], call.args[1]})
        if (ref.given()) read(term_of(ref));
    }
  }

  void put_facts() {
    std::vector<std::string> lines;
    for (const std::size_t fact : counting_) {
      const FactSlot& slot = program_.facts[fact];
      std::string line = fmt::format("fact {} {} {} {}", names_.facts[fact], static_cast<int>(slot.of),
                                     static_cast<int>(slot.per), type_name(slot.type));
      if (!slot.by_chance()) {
        lines.push_back(std::move(line));
        continue;
      }
      // Chance decides them in their order.
      put("{} {}..{}\n", line, slot.least, slot.greatest);
    }
    sort(lines);
    for (const std::string& line : lines) put("{}\n", line);
  }

  // The text.

  void put_trains() {
    for (const TrainSlot& train : program_.trains)
      put("train {} {} {} {}\n", names_.trains[train.kind.value], static_cast<int>(train.owner),
          static_cast<int>(train.starts), static_cast<int>(train.number));
  }

  void put_acts() {
    for (std::size_t act = 0; act < program_.acts.size(); ++act) {
      if (!is_done(act)) continue;
      const ActId id{static_cast<std::uint16_t>(act)};
      put("act {}", names_.act(id));
      if (act >= built_in_acts) {
        const DeclaredAct& declared = program_.declared[act - built_in_acts];
        put(" by {} whom {} tile {}", static_cast<int>(declared.by), declared.whom ? 1 : 0,
            static_cast<int>(declared.tile));
        if (declared.called != declared.name) put(" called {}", declared.called);
        if (declared.amount) put(" amount {}..{}", declared.amount->first, declared.amount->second);
      }
      put(" legal {}\n", text_of(legal_[act]));
      for (const std::string& advice : advice_[act]) put(" advised {}\n", advice);
      for (const std::string& when : optional_[act]) put(" optional {}\n", when);
    }
  }

  void put_events() {
    for (std::size_t event = 0; event < consequences_.size(); ++event) {
      std::vector<Consequence> kept;
      for (Consequence& each : consequences_[event]) {
        write(each);
        if (!each.text.empty()) kept.push_back(std::move(each));
      }
      if (kept.empty()) continue;
      put("after {}\n", names_.event(event));
      for (const std::size_t next : in_one_order(kept)) put("{}", kept[next].text);
    }
  }

  /// Writes what of it counts; nothing if none does.
  void write(Consequence& each) {
    const std::string effects = write_calls(each, each.calls);
    if (!effects.empty()) each.text = fmt::format(" when {}\n{}", text_of(each.when), effects);
  }

  std::string write_calls(Consequence& all, std::span<const EffectCall> calls) {
    std::string text;
    for (std::size_t i = 0; i < calls.size(); i += calls[i].inner + std::size_t{1}) {
      const EffectCall& call = calls[i];
      if (call.id != Effect::each) {
        if (counts(call)) text += write_call(all, call);
        continue;
      }
      const std::string inner = write_calls(all, calls.subspan(i + 1, call.inner));
      if (!inner.empty()) text += fmt::format("  each {}\n{}  end\n", text_of(term_of(call.args[0])), inner);
    }
    return text;
  }

  std::string write_call(Consequence& all, const EffectCall& call) {
    std::string text = fmt::format("  {}", row(call.id).name);
    if (writes(call.id, aspects::facts)) {
      text += " " + names_.facts[call.fact.value];
      all.facts.insert(call.fact.value);
      all.only_adds = all.only_adds && call.id == Effect::add;
    }
    all.wins = all.wins || call.id == Effect::win;
    all.calls_events = all.calls_events || call.id == Effect::cover;
    const bool is_of_facts = writes(call.id, aspects::facts) || call.id == Effect::score ||
                             call.id == Effect::win || call.id == Effect::warn;
    all.is_of_facts = all.is_of_facts && is_of_facts;
    for (const NodeRef ref : {call.receiver, call.args[0], call.args[1]})
      text += ref.given() ? " " + text_of(term_of(ref)) : " -";
    return text + "\n";
  }

  /// True if the game may be another where these two change places.
  static bool rest_on_order(const Consequence& a, const Consequence& b) {
    if (!a.is_of_facts && !b.is_of_facts) return true;
    if (a.calls_events || b.calls_events || (a.wins && b.wins)) return true;
    if (a.only_adds && b.only_adds) return false;
    return any_of(a.facts, [&](std::size_t fact) { return b.facts.contains(fact); });
  }

  /// Of all orders in which the effects come to the same, the first by the alphabet.
  static std::vector<std::size_t> in_one_order(const std::vector<Consequence>& all) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < all.size(); ++i) left.push_back(i);
    if (all.size() > most_sorted) return left;
    std::vector<std::size_t> order;
    while (!left.empty()) {
      std::optional<std::size_t> best;
      for (std::size_t at = 0; at < left.size(); ++at) {
        const auto comes_later = [&](std::size_t before) {
          return rest_on_order(all[left[before]], all[left[at]]);
        };
        bool is_free = true;
        for (std::size_t before = 0; before < at && is_free; ++before) is_free = !comes_later(before);
        if (is_free && (!best || all[left[at]].text < all[left[*best]].text)) best = at;
      }
      order.push_back(left[*best]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(*best));
    }
    return order;
  }

  /// In records they may stand for halves of tiles.
  std::vector<Program::PipName> sorted_pip_names() const {
    std::vector<Program::PipName> sorted_names = program_.pip_names;
    sort(sorted_names, [](const auto& a, const auto& b) { return a.name < b.name; });
    return sorted_names;
  }

  const CheckedRules& rules_;
  const GameNames& names_;
  Terms& terms_;
  Program program_;
  std::map<std::int32_t, std::size_t> fact_of_slot_;
  std::vector<TermId> term_of_node_;
  std::vector<TermId> legal_;                    ///< by ActId
  std::vector<std::set<std::string>> advice_;    ///< by ActId
  std::vector<std::set<std::string>> optional_;  ///< by ActId
  std::vector<std::pair<std::string_view, TermId>> settings_;
  std::vector<std::vector<Consequence>> consequences_;  ///< by EventId
  std::vector<TermId> roots_;                           ///< what counts besides consequences
  std::set<TermId> seen_;
  std::set<std::size_t> counting_;  ///< facts, by FactId
  std::string text_;
};

}  // namespace

std::string print_game(const CheckedRules& rules) {
  const GameNames names(rules);
  Terms terms;
  std::string text;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (refuse_players(rules, players)) continue;
    text += GamePrinter(rules, names, terms, players).print();
  }
  // A game without a playable table is hashed by its rules.
  return "roundhouse game 1\n" + (text.empty() ? print_rules(rules) : text);
}

std::string rules_hash(const CheckedRules& rules) { return sha256(print_game(rules)); }

}  // namespace roundhouse::dsl
