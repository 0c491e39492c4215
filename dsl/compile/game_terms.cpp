#include "dsl/compile/game_terms.h"

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

void put_number(std::string& bytes, std::size_t number) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 0xff);
}

bool is_junction(Op op) { return op == Op::logical_and || op == Op::logical_or; }
Op dual_of(Op junction) { return junction == Op::logical_and ? Op::logical_or : Op::logical_and; }

}  // namespace

TermId Terms::truth(bool value) { return make(Op::truth, {value ? "true" : "false", true, value ? 1 : 0}); }

TermId Terms::number(std::int32_t value) { return make(Op::number, {std::to_string(value), true, value}); }

TermId Terms::make(Op op, const TermNames& names, std::vector<TermId> args) {
  std::string key{static_cast<char>(op)};
  put_number(key, names.text.size());
  key += names.text;
  for (const TermId arg : args) put_number(key, static_cast<std::size_t>(arg));
  const auto [place, is_new] = known_.try_emplace(std::move(key), static_cast<TermId>(terms_.size()));
  if (!is_new) return place->second;
  // Lengths come first, so that no two terms are the same bytes.
  std::string bytes;
  put_number(bytes, row(op).name.size());
  bytes += row(op).name;
  put_number(bytes, names.text.size());
  bytes += names.text;
  for (const TermId arg : args) bytes.append(term(arg).digest.begin(), term(arg).digest.end());
  terms_.push_back(
      {op, std::string(names.text), std::move(args), names.is_there, names.number, sha256_bytes(bytes)});
  negations_.push_back(-1);
  return place->second;
}

void Terms::sort_by_digest(std::vector<TermId>& ids) const {
  std::sort(ids.begin(), ids.end(), [&](TermId a, TermId b) { return term(a).digest < term(b).digest; });
}

TermId Terms::symmetric(Op op, const TermNames& names, std::vector<TermId> args) {
  sort_by_digest(args);
  return make(op, names, std::move(args));
}

TermId Terms::known_negation(TermId id) const {
  return is(id, Op::logical_not)    ? term(id).args[0]
         : is_junction(term(id).op) ? -1
                                    : negations_[static_cast<std::size_t>(id)];
}

TermId Terms::negation(TermId condition) {
  if (is(condition, Op::truth)) return truth(term(condition).number == 0);
  if (is(condition, Op::logical_not)) return term(condition).args[0];
  const auto at = static_cast<std::size_t>(condition);
  if (negations_[at] >= 0) return negations_[at];
  TermId made = -1;
  if (is_junction(term(condition).op)) {
    std::vector<TermId> parts = term(condition).args;
    for (TermId& part : parts) part = negation(part);
    made = junction(dual_of(term(condition).op), std::move(parts));
  } else {
    made = make(Op::logical_not, {{}, true}, {condition});
  }
  negations_[at] = made;
  return made;
}

/// Puts aside what other parts decide: `a and (a or b)` is `a`, `a and (not a or b)` is `a and b`. True if
/// something has changed.
bool Terms::simplify_parts(Op op, std::vector<TermId>& parts) {
  std::vector<TermId> known = parts;
  std::sort(known.begin(), known.end());
  const auto is_known = [&](TermId id) {
    return id >= 0 && std::binary_search(known.begin(), known.end(), id);
  };
  for (TermId& part : parts) {
    if (!is(part, dual_of(op))) continue;
    const std::vector<TermId> inner = term(part).args;
    if (any_of(inner, is_known)) {
      part = truth(op == Op::logical_and);
      return true;
    }
    std::vector<TermId> left = inner;
    std::erase_if(left, [&](TermId id) { return is_known(known_negation(id)); });
    if (left.size() == inner.size()) continue;
    part = junction(dual_of(op), std::move(left));
    return true;
  }
  return false;
}

TermId Terms::junction(Op op, std::vector<TermId> parts) {
  const bool is_and = op == Op::logical_and;
  do {
    std::vector<TermId> flat;
    for (const TermId part : parts) {
      if (is(part, op))
        flat.insert(flat.end(), term(part).args.begin(), term(part).args.end());
      else
        flat.push_back(part);
    }
    std::erase_if(flat, [&](TermId part) { return is_truth(part, is_and); });
    sort_by_digest(flat);
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    parts = std::move(flat);
    std::vector<TermId> known = parts;
    std::sort(known.begin(), known.end());
    const auto decides = [&](TermId part) {
      const TermId opposite = known_negation(part);
      return is_truth(part, !is_and) ||
             (opposite >= 0 && std::binary_search(known.begin(), known.end(), opposite));
    };
    if (any_of(parts, decides)) return truth(!is_and);
  } while (simplify_parts(op, parts));
  if (parts.empty()) return truth(is_and);
  if (parts.size() == 1) return parts[0];
  return make(op, {{}, true}, std::move(parts));
}

/// Of what is there, `a < 3` is `not 2 < a`.
TermId Terms::less(TermId a, TermId b) {
  if (is(b, Op::number) && !is(a, Op::number) && term(a).is_there && term(b).number > -greatest_number)
    return negation(less(number(term(b).number - 1), a));
  return make(Op::less, {{}, true}, {a, b});
}

TermId Terms::less_equal(TermId a, TermId b) {
  if (is(a, Op::number) && term(a).number > -greatest_number) return less(number(term(a).number - 1), b);
  if (is(b, Op::number) && term(b).number < greatest_number) return less(a, number(term(b).number + 1));
  if (term(a).is_there && term(b).is_there) return negation(less(b, a));
  return make(Op::less_equal, {{}, true}, {a, b});
}

TermId Terms::comparison(Op op, TermId a, TermId b) {
  if (op == Op::greater) return less(b, a);
  if (op == Op::greater_equal) return less_equal(b, a);
  return op == Op::less ? less(a, b) : less_equal(a, b);
}

TermId Terms::choice(TermId condition, TermId then, TermId otherwise, bool of_truth) {
  if (is(condition, Op::truth)) return is_truth(condition, true) ? then : otherwise;
  if (then == otherwise) return then;
  const TermId opposite = negation(condition);
  if (of_truth)
    return junction(Op::logical_or, {junction(Op::logical_and, {condition, then}),
                                     junction(Op::logical_and, {opposite, otherwise})});
  const bool is_there = term(then).is_there && term(otherwise).is_there;
  // Of a condition and its opposite the one with the smaller digest is asked.
  if (term(condition).digest < term(opposite).digest)
    return make(Op::choose, {{}, is_there}, {condition, then, otherwise});
  return make(Op::choose, {{}, is_there}, {opposite, otherwise, then});
}

}  // namespace roundhouse::dsl
