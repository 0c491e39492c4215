#include "tools/lint/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "dsl/base/arithmetic.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

using Claims = std::vector<Claim>;

/// More cases than this are not looked through: then nothing is certain.
constexpr std::size_t most_cases = 256;

/// `a op b` with a number or a name on the right, turned round where it stands on the left.
struct Sides {
  const TypedExpr* subject;
  const TypedExpr* constant;
  Op op;
};

std::optional<Sides> against_constant(const TypedExpr& node) {
  if (!is_comparison(node.op)) return std::nullopt;
  const auto constant = [](const TypedExpr& side) { return side.op == Op::number || side.op == Op::name; };
  if (constant(node.args[1])) return Sides{&node.args[0], &node.args[1], node.op};
  if (constant(node.args[0])) return Sides{&node.args[1], &node.args[0], mirrored(node.op)};
  return std::nullopt;
}

struct Prover {
  const Linted& linted;
  TrainsGone gone;
  Scene scene{};
  bool sizes_open = false;
  const CheckedRules& rules = linted.rules;

  Assumed assumed(const Guess& guess) const {
    return {.rules = rules,
            .game = linted.game,
            .effort = linted.effort,
            .scene = scene,
            .guess = guess,
            .gone_trains_count = gone == TrainsGone::counted,
            .sizes_open = sizes_open};
  }

  AbstractValue value(const TypedExpr& expression, const Guess& guess = {}) const {
    return value_of(expression, assumed(guess));
  }

  /// True if one claim alone can never be so.
  bool refuted(const Claim& claim, const Guess& guess = {}) const {
    return value(*claim.condition, guess).as_condition() == known_truth(!claim.holds);
  }

  /// True if the claim holds only where the end is owed, as the debt of an end is there only then.
  bool needs_owed(const Claim& claim, const TypedExpr& end) const {
    const TypedExpr& node = *claim.condition;
    if (!claim.holds || node.op == Op::not_equal) return false;
    const auto depends_on_debt = [&](const TypedExpr& side) {
      const TypedExpr* at = &side;
      while (at->op == Op::member && !at->args.empty()) {
        if (static_cast<Member>(at->index) == Member::end_debt) return same_expression(at->args[0], end);
        at = &at->args[0];
      }
      return false;
    };
    if (is_comparison(node.op)) {
      if (node.args[0].op == Op::absent || node.args[1].op == Op::absent) return false;
      return depends_on_debt(node.args[0]) || depends_on_debt(node.args[1]);
    }
    return node.op == Op::member && depends_on_debt(node);
  }

  bool clash(const Claim& a, const Claim& b) const {
    const TypedExpr &x = *a.condition, &y = *b.condition;
    if (a.holds != b.holds && same_expression(x, y)) return true;
    if (x.op == Op::member && static_cast<Member>(x.index) == Member::end_owed && !a.holds &&
        needs_owed(b, x.args[0])) {
      return true;
    }
    if (!a.holds || !b.holds || x.op != Op::member || y.op != Op::member) return false;
    return static_cast<Member>(x.index) == Member::end_mine &&
           static_cast<Member>(y.index) == Member::end_others && same_expression(x.args[0], y.args[0]);
  }

  /// True if all that is said of one number or name against constants, taken together, can never be so.
  bool subject_refuted(const TypedExpr& subject, const Claims& claims) const {
    const AbstractValue known = value(subject);
    NumberRange range = known.range;
    bool there = known.is_there();
    std::vector<std::int64_t> excluded;
    std::optional<std::int64_t> name;
    for (const Claim& claim : claims) {
      const auto sides = against_constant(*claim.condition);
      if (!sides || !same_expression(*sides->subject, subject)) continue;
      const TypedExpr& constant = *sides->constant;
      const std::int64_t value = constant.op == Op::number ? constant.number : constant.index;
      Op op = sides->op;
      const bool positive = claim.holds == (op != Op::not_equal);
      if (op == Op::equal || op == Op::not_equal) {
        if (!positive) {
          excluded.push_back(value);
        } else if (constant.op == Op::name) {
          if (name && *name != value) return true;
          name = value;
          there = true;
        } else {
          range = {std::max(range.low, value), std::min(range.high, value)};
          there = true;
        }
        continue;
      }
      if (claim.holds) there = true;
      if (!claim.holds) op = opposite_of(op);
      if (op == Op::less) range.high = std::min(range.high, value - 1);
      if (op == Op::less_equal) range.high = std::min(range.high, value);
      if (op == Op::greater) range.low = std::max(range.low, value + 1);
      if (op == Op::greater_equal) range.low = std::max(range.low, value);
    }
    const auto is_excluded = [&](std::int64_t value) { return contains(excluded, value); };
    if (name) return is_excluded(*name);
    if (subject.type == Type::name) {
      if (subject.op != Op::option) return false;
      const auto& choices = rules.options[static_cast<std::size_t>(subject.index)].choices;
      return all_of(choices, [&](NameId id) { return is_excluded(id.value); });
    }
    if (!there) return false;
    while (range.low <= range.high && is_excluded(range.low)) ++range.low;
    while (range.low <= range.high && is_excluded(range.high)) --range.high;
    return range.low > range.high;
  }

  bool contradictory(const Claims& claims) const {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (refuted(claims[i])) return true;
      if (!linted.effort.spend(claims.size())) return false;
      for (std::size_t j = 0; j < claims.size(); ++j) {
        if (i != j && clash(claims[i], claims[j])) return true;
      }
      const auto sides = against_constant(*claims[i].condition);
      if (sides && subject_refuted(*sides->subject, claims)) return true;
    }
    return has_no_model(claims);
  }

  // --- small domains, tried out ---

  struct Part {
    Claim claim;
    std::uint32_t mentions;
  };

  /// In this order, what is to be known for a claim is known as early as may be.
  static constexpr std::array tried_in_order{Mention::end, Mention::players, Mention::tile, Mention::pip,
                                             Mention::joining};

  static bool asks(std::uint32_t mentions, Mention what) {
    return (mentions & static_cast<std::uint32_t>(what)) != 0;
  }

  std::vector<EndGuess> end_guesses() const {
    std::vector<EndGuess> all;
    for (std::size_t kind = 0; kind < rules.trains.size(); ++kind) {
      const TrainKind& train = rules.trains[kind];
      if (train.gone && gone == TrainsGone::counted) continue;
      for (const Owner owner : {Owner::nobody, Owner::mine, Owner::others}) {
        // A train that was taken away may have been of either sort.
        if (!train.gone && (owner == Owner::nobody) == (train.of == TrainOwner::each)) continue;
        if (owner == Owner::others && linted.game.players.high < 2) continue;
        for (int flags = 0; flags < 8; ++flags)
          all.push_back({kind, owner, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0});
      }
    }
    return all;
  }

  /// True if the tile joins with the half that the end shows, or with either where none does.
  static bool is_joined(const Guess& guess) {
    if (!guess.tile || !guess.joining) return true;
    const auto [low, high] = *guess.tile;
    if (guess.pip && (*guess.pip == low || *guess.pip == high)) return *guess.joining == *guess.pip;
    return *guess.joining == low || *guess.joining == high;
  }

  /// Goes on trying from a step; true where some way is not refuted, or nothing more can be tried.
  bool has_model(const std::vector<Part>& parts, std::uint32_t asked, std::size_t step, std::uint32_t known,
                 Guess& guess) const {
    if (step == tried_in_order.size()) return true;
    const Mention next = tried_in_order[step];
    if (!asks(asked, next)) return has_model(parts, asked, step + 1, known, guess);
    const std::uint32_t now = known | static_cast<std::uint32_t>(next);
    const auto goes_on = [&] {
      if (!linted.effort.spend()) return true;
      if (!is_joined(guess)) return false;
      for (const Part& part : parts) {
        const bool decided_now = (part.mentions & ~now) == 0 && (part.mentions & ~known) != 0;
        if (decided_now && refuted(part.claim, guess)) return false;
      }
      return has_model(parts, asked, step + 1, now, guess);
    };
    const auto each_number = [&](std::optional<std::int32_t>& what, std::int32_t least, std::int32_t most) {
      for (std::int32_t number = least; number <= most; ++number) {
        what = number;
        if (goes_on()) return true;
      }
      what.reset();
      return false;
    };
    const std::int32_t highest = sizes_open ? linted.game.widest_highest : linted.game.highest;
    switch (next) {
      case Mention::end:
        for (const EndGuess& end : end_guesses()) {
          guess.end = end;
          if (goes_on()) return true;
        }
        guess.end.reset();
        return false;
      case Mention::players:
        return each_number(guess.players, rules.setup.least_players, rules.setup.most_players);
      case Mention::tile:
        for (std::int32_t high = 0; high <= highest; ++high) {
          for (std::int32_t low = 0; low <= high; ++low) {
            guess.tile = {low, high};
            if (goes_on()) return true;
          }
        }
        guess.tile.reset();
        return false;
      case Mention::pip:
        return each_number(guess.pip, 0, highest);
      case Mention::joining: {
        if (!guess.tile) return each_number(guess.joining, 0, highest);
        // A known tile joins by one of its halves; any other number only costs steps.
        const auto [low, high] = *guess.tile;
        for (const std::int32_t half : {low, high}) {
          guess.joining = half;
          if (goes_on()) return true;
        }
        guess.joining.reset();
        return false;
      }
      case Mention::sizes:
        break;
    }
    return true;
  }

  /// True if no tile, end and number of players makes all claims hold. Claims that share nothing to be tried
  /// are looked at apart.
  bool has_no_model(const Claims& claims) const {
    constexpr std::uint32_t not_tried = static_cast<std::uint32_t>(Mention::sizes);
    std::vector<Part> parts;
    std::uint32_t left = 0;
    for (const Claim& claim : claims) {
      const std::uint32_t mentions = mentions_of(*claim.condition, linted.game, &linted.effort) & ~not_tried;
      if (mentions == 0) continue;
      parts.push_back({claim, mentions});
      left |= mentions;
    }
    while (left != 0) {
      std::uint32_t group = left & (~left + 1);
      for (std::uint32_t before = 0; before != group;) {
        before = group;
        for (const Part& part : parts)
          if ((part.mentions & group) != 0) group |= part.mentions;
      }
      std::vector<Part> here;
      for (const Part& part : parts)
        if ((part.mentions & group) != 0) here.push_back(part);
      Guess guess;
      if (!has_model(here, group, 0, 0, guess)) return true;
      left &= ~group;
    }
    return false;
  }

  /// Lays the ways in which a claim can be so over the cases there are; false where they grow too many.
  bool spread(const Claim& claim, std::vector<Claims>& cases) const {
    if (!linted.effort.spend(cases.size())) return false;
    const TypedExpr& node = *claim.condition;
    const auto each = [&](bool holds) {
      for (const TypedExpr& arg : node.args) {
        if (!spread({&arg, holds}, cases)) return false;
      }
      return true;
    };
    const auto either = [&](const std::vector<Claims>& ways) {
      std::vector<Claims> all;
      for (const Claims& way : ways) {
        std::vector<Claims> here = cases;
        for (const Claim& part : way) {
          if (!spread(part, here)) return false;
        }
        all.insert(all.end(), here.begin(), here.end());
        if (all.size() > most_cases) return false;
      }
      cases = std::move(all);
      return true;
    };
    if (node.op == Op::logical_not) return spread({&node.args[0], !claim.holds}, cases);
    if (node.op == Op::logical_and || node.op == Op::logical_or) {
      if ((node.op == Op::logical_and) == claim.holds) return each(claim.holds);
      std::vector<Claims> ways;
      for (const TypedExpr& arg : node.args) ways.push_back({{&arg, claim.holds}});
      return either(ways);
    }
    if (node.op == Op::choose)
      return either({{{&node.args[0], true}, {&node.args[1], claim.holds}},
                     {{&node.args[0], false}, {&node.args[2], claim.holds}}});
    if (node.op == Op::word && node.args.empty()) {
      // A word that is bare true or false is there for a child to change.
      const TypedExpr& is = rules.words[static_cast<std::size_t>(node.index)].is;
      if (is.op != Op::truth) return spread({&is, claim.holds}, cases);
    }
    for (Claims& one : cases) one.push_back(claim);
    std::erase_if(cases, [&](const Claims& one) { return contradictory(one); });
    return true;
  }
};

bool is_about(const Rule& rule, ActId act) { return contains(rule.acts, act); }

std::vector<std::size_t> rows_about(const CheckedRules& rules, Shape shape, ActId act) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < rules.rules.size(); ++i)
    if (rules.rules[i].shape == shape && is_about(rules.rules[i], act)) found.push_back(i);
  return found;
}

TypedExpr member_of(Root root, Member member) {
  TypedExpr receiver;
  receiver.op = Op::root;
  receiver.index = static_cast<std::int32_t>(root);
  receiver.type = row(member).of;
  TypedExpr made;
  made.op = Op::member;
  made.index = static_cast<std::int32_t>(member);
  made.type = row(member).type;
  made.args.push_back(std::move(receiver));
  return made;
}

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'"
std::string listed_rows(const std::vector<const Rule*>& rows) {
  std::vector<std::string> quoted;
  for (const Rule* row : rows) quoted.push_back(fmt::format("'{}'", row->id));
  return listed(quoted);
}

}  // namespace

bool same_expression(const TypedExpr& a, const TypedExpr& b) {
  return a.op == b.op && a.index == b.index && a.number == b.number && a.has_where == b.has_where &&
         a.has_of == b.has_of &&
         std::equal(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), same_expression);
}

std::size_t hash_of(const TypedExpr& expression) {
  std::size_t hash = 0;
  const auto add = [&](std::size_t part) { hash = hash * 1'000'003 + part; };
  add(static_cast<std::size_t>(expression.op));
  add(static_cast<std::size_t>(expression.index));
  add(static_cast<std::size_t>(expression.number));
  add(expression.args.size());
  for (const TypedExpr& part : expression.args) add(hash_of(part));
  return hash;
}

bool impossible(const Linted& linted, const std::vector<Claim>& claims, TrainsGone gone, const Scene& scene) {
  // Conditions that ask how large the set is, or how long the game, are made for more than one answer.
  if (linted.effort.left == 0) return false;
  const bool sizes_open =
      scene.sizes_open || any_of(claims, [&](const Claim& claim) {
        return Prover::asks(mentions_of(*claim.condition, linted.game, &linted.effort), Mention::sizes);
      });
  const Prover prover{linted, gone, scene, sizes_open};
  std::vector<Claims> cases{{}};
  for (const Claim& claim : claims) {
    if (!prover.spread(claim, cases)) return false;
    if (cases.empty()) return true;
  }
  return false;
}

bool impossible_in(const Linted& linted, const std::vector<Claim>& claims, const std::vector<Scene>& scenes,
                   TrainsGone gone) {
  if (scenes.empty()) return impossible(linted, claims, gone);
  return all_of(scenes, [&](const Scene& scene) { return impossible(linted, claims, gone, scene); });
}

bool never_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone,
                 const std::vector<Scene>& scenes) {
  return impossible_in(linted, {{&condition, true}}, scenes, gone);
}

bool always_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone,
                  const std::vector<Scene>& scenes) {
  return impossible_in(linted, {{&condition, false}}, scenes, gone);
}

std::vector<Claim> claims_of(const Rule& rule) {
  if (!rule.when) return {};
  return {{&*rule.when, true}};
}

std::vector<const Rule*> exceptions_of(const CheckedRules& rules, std::size_t rule) {
  std::vector<const Rule*> found;
  for (const Rule& other : rules.rules) {
    const bool lifts = any_of(other.excepts, [&](RuleId id) { return id.value == rule; });
    if (lifts) found.push_back(&other);
  }
  return found;
}

std::vector<std::size_t> forbids_of(const CheckedRules& rules, ActId act) {
  return rows_about(rules, Shape::forbid, act);
}

std::vector<std::size_t> permits_of(const CheckedRules& rules, ActId act) {
  return rows_about(rules, Shape::permit, act);
}

bool is_unlifted(const Linted& linted, std::size_t rule, const std::vector<Claim>& claims,
                 const Scene& scene) {
  const std::vector<const Rule*> exceptions = exceptions_of(linted.rules, rule);
  return all_of(exceptions, [&](const Rule* exception) {
    if (!exception->when) return false;
    std::vector<Claim> together = claims;
    together.push_back({&*exception->when, true});
    return impossible(linted, together, TrainsGone::counted, scene);
  });
}

const Rule* forbids_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims) {
  const Scene scene{act, std::nullopt, true};
  for (const std::size_t at : forbids_of(linted.rules, act)) {
    if (!linted.effort.spend(linted.rules.rules.size())) return nullptr;
    const Rule& rule = linted.rules.rules[at];
    if (rule.when) {
      std::vector<Claim> without = claims;
      without.push_back({&*rule.when, false});
      if (!impossible(linted, without, TrainsGone::counted, scene)) continue;
    }
    if (is_unlifted(linted, at, claims, scene)) return &rule;
  }
  return nullptr;
}

bool is_forbidden_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims,
                           std::vector<const Rule*>* used) {
  const Scene scene{act, std::nullopt, true};
  // One row is proved more easily than all together.
  if (const Rule* one = forbids_wherever(linted, act, claims)) {
    if (used) *used = {one};
    return true;
  }
  std::vector<Claim> left = claims;
  std::vector<const Rule*> rows;
  bool all = false;
  for (const std::size_t at : forbids_of(linted.rules, act)) {
    const Rule& rule = linted.rules.rules[at];
    if (!linted.effort.spend(linted.rules.rules.size())) return false;
    if (!is_unlifted(linted, at, claims, scene)) continue;
    if (!rule.when) {
      rows = {&rule};
      all = true;
      break;
    }
    left.push_back({&*rule.when, false});
    rows.push_back(&rule);
  }
  if (!all && (rows.empty() || !impossible(linted, left, TrainsGone::counted, scene))) return false;
  if (!used) return true;
  // Rows that can be left out are not named.
  for (std::size_t i = 0; !all && i < rows.size();) {
    std::vector<Claim> fewer = claims;
    for (const Rule* row : rows)
      if (row != rows[i]) fewer.push_back({&*row->when, false});
    if (impossible(linted, fewer, TrainsGone::counted, scene)) {
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  *used = std::move(rows);
  return true;
}

TypedExpr in_force(const Linted& linted, const TypedExpr& expression) {
  TypedExpr simple = simplify(expression, linted.rules, {});
  const auto inlined = [&](const auto& self, TypedExpr& node, int depth) -> void {
    if (!linted.effort.spend() || depth > 32) return;
    if (node.op == Op::word && node.args.empty())
      node = simplify(linted.rules.words[static_cast<std::size_t>(node.index)].is, linted.rules, {});
    for (TypedExpr& arg : node.args) self(self, arg, depth + 1);
  };
  inlined(inlined, simple, 0);
  return simple;
}

namespace {

/// A condition before a tile is laid, said of the position after it; nothing where that cannot be said.
std::optional<TypedExpr> after_the_lay(TypedExpr node) {
  if (is_constant(node)) return node;
  if (node.op == Op::member) {
    const bool of_tile = row(static_cast<Member>(node.index)).of == Type::tile && node.args.size() == 1 &&
                         is_root(node.args[0], Root::tile);
    return of_tile ? std::optional(std::move(node)) : std::nullopt;
  }
  const auto is_own_count = [](const TypedExpr& side) {
    return is_member(side, Member::player_count) && is_root(side.args[0], Root::me);
  };
  if (is_comparison(node.op)) {
    for (const std::size_t side : {0, 1}) {
      TypedExpr& other = node.args[1 - side];
      if (!is_own_count(node.args[side]) || other.op != Op::number) continue;
      --other.number;
      return node;
    }
  }
  const Form form = row(node.op).form;
  if (form != Form::comparison && form != Form::junction && form != Form::prefix) return std::nullopt;
  for (TypedExpr& arg : node.args) {
    auto later = after_the_lay(std::move(arg));
    if (!later) return std::nullopt;
    arg = std::move(*later);
  }
  return node;
}

}  // namespace

bool never_follows_a_lay(const Linted& linted, const Rule& rule) {
  const CheckedRules& rules = linted.rules;
  const auto is_behind = [](const Rule& other) {
    return other.shape == Shape::after &&
           all_of(other.events, [](EventId event) { return event == event_id(BuiltInEvent::lay); });
  };
  std::vector<const Rule*> behind;
  for (const RuleId id : rule.excepts) behind.push_back(&rules.rules[id.value]);
  if (rule.shape == Shape::after) behind.push_back(&rule);
  if (behind.empty() || !all_of(behind, [&](const Rule* other) { return is_behind(*other); })) return false;
  std::vector<TypedExpr> forbidden;
  for (const std::size_t at : forbids_of(rules, act_id(BuiltInAct::lay))) {
    const Rule& forbid = rules.rules[at];
    if (!forbid.when || !exceptions_of(rules, at).empty() || !linted.effort.spend()) continue;
    TypedExpr when = in_force(linted, *forbid.when);
    if (is_constant(when)) continue;
    if (auto later = after_the_lay(std::move(when))) forbidden.push_back(std::move(*later));
  }
  if (forbidden.empty()) return false;
  return all_of(behind, [&](const Rule* lifted) {
    std::vector<TypedExpr> needed;
    for (const Rule* one : {lifted, &rule})
      if (one->when) needed.push_back(in_force(linted, *one->when));
    std::vector<Claim> claims;
    for (const TypedExpr& condition : needed) claims.push_back({&condition, true});
    for (const TypedExpr& condition : forbidden) claims.push_back({&condition, false});
    return impossible(linted, claims, TrainsGone::counted, {std::nullopt, event_id(BuiltInEvent::lay), true});
  });
}

bool has_effect(const CheckedRules& rules, Effect effect) {
  return any_of(rules.rules, [&](const Rule& rule) {
    return any_of(rule.effects, [&](const TypedEffect& made) { return made.id == effect; });
  });
}

TypedExpr is_number(Root root, Member member, std::int32_t number) {
  TypedExpr constant;
  constant.op = Op::number;
  constant.number = number;
  TypedExpr made;
  made.op = Op::equal;
  made.type = Type::truth;
  made.args.push_back(member_of(root, member));
  made.args.push_back(std::move(constant));
  return made;
}

TypedExpr truth_of(Root root, Member member) { return member_of(root, member); }

NeverLegal never_legal_act(const Linted& linted, ActId act) {
  const CheckedRules& rules = linted.rules;
  NeverLegal found;
  const std::vector<std::size_t> permits = permits_of(rules, act);
  if (!permits.empty()) {
    for (const std::size_t at : permits) {
      std::vector<const Rule*> rows;
      if (!is_forbidden_wherever(linted, act, claims_of(rules.rules[at]), &rows)) return {};
      for (const Rule* row : rows)
        if (!contains(found.rows, row)) found.rows.push_back(row);
    }
    found.why = fmt::format("{} forbid{} it wherever it is permitted", listed_rows(found.rows),
                            found.rows.size() == 1 ? "s" : "");
    return found;
  }
  if (is_forbidden_wherever(linted, act, {}, &found.rows)) {
    found.why = found.rows.size() == 1
                    ? fmt::format("'{}' forbids it always", found.rows[0]->id)
                    : fmt::format("{} together leave no occasion for it", listed_rows(found.rows));
    return found;
  }
  const bool of_turn = act == act_id(BuiltInAct::lay) || act == act_id(BuiltInAct::draw);
  if (!of_turn || has_effect(rules, Effect::draw)) return {};
  // Nothing is laid and nothing drawn when a turn begins, and if neither is legal then it stays so.
  const TypedExpr laid = is_number(Root::turn, Member::turn_laid, 0);
  const TypedExpr drew = is_number(Root::turn, Member::turn_drew, 0);
  const TypedExpr drawn = is_number(Root::turn, Member::turn_drawn, 0);
  const std::vector<Claim> beginning{{&laid, true}, {&drew, true}, {&drawn, true}};
  std::vector<const Rule*> first, second;
  const ActId lay = act_id(BuiltInAct::lay), draw = act_id(BuiltInAct::draw);
  if (!is_forbidden_wherever(linted, lay, beginning, &first) ||
      !is_forbidden_wherever(linted, draw, beginning, &second))
    return {};
  found.rows = act == lay ? first : second;
  found.why = fmt::format("at the beginning of a turn {} forbid{} to lay and {} to draw", listed_rows(first),
                          first.size() == 1 ? "s" : "", listed_rows(second));
  return found;
}

}  // namespace roundhouse::dsl
