#pragma once
// Conditions and values of a program in one form each, so that what means the same is mostly the same term,
// however it was written: `and` and `or` are flat and sorted, comparisons look one way, double negations are
// gone. Each term has a digest of its operator, its names and its arguments.
//
// The forms are part of every rules hash. Another form, or another name for one, makes other hashes of all
// rules that have it, and records that carry them would be refused.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/sha256.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

/// A term by its number; equal terms have equal numbers.
using TermId = std::int32_t;

struct Term {
  Op op = Op::truth;
  std::string names;  ///< what the operator says besides its arguments: a member, a number, a fact
  std::vector<TermId> args;
  bool is_there = false;  ///< it is never absent
  std::int32_t number = 0;
  Sha256 digest{};
};

/// The parts of a term besides its operator and its arguments.
struct TermNames {
  std::string_view text{};
  bool is_there = false;
  std::int32_t number = 0;
};

class Terms {
 public:
  const Term& term(TermId id) const { return terms_[static_cast<std::size_t>(id)]; }

  TermId truth(bool value);
  TermId number(std::int32_t value);
  /// As it stands, with the arguments in their order.
  TermId make(Op op, const TermNames& names, std::vector<TermId> args = {});
  /// The arguments may change places.
  TermId symmetric(Op op, const TermNames& names, std::vector<TermId> args);
  TermId negation(TermId condition);
  /// Of `and` and `or`.
  TermId junction(Op op, std::vector<TermId> parts);
  /// Of <, <=, > and >=.
  TermId comparison(Op op, TermId a, TermId b);
  /// Of `if`. `of_truth`: both branches are conditions.
  TermId choice(TermId condition, TermId then, TermId otherwise, bool of_truth);

 private:
  bool is(TermId id, Op op) const { return term(id).op == op; }
  bool is_truth(TermId id, bool value) const { return is(id, Op::truth) && (term(id).number != 0) == value; }
  /// The negation of what is no junction, if anybody has asked for it; else -1.
  TermId known_negation(TermId id) const;
  void sort_by_digest(std::vector<TermId>& ids) const;
  TermId less(TermId a, TermId b);
  TermId less_equal(TermId a, TermId b);
  bool simplify_parts(Op op, std::vector<TermId>& parts);

  std::vector<Term> terms_;
  std::vector<TermId> negations_;  ///< by TermId; -1: not made yet
  std::map<std::string, TermId, std::less<>> known_;
};

// The game that rules come to, in one canonical text: what rules_hash (dsl/check/check.h) is taken over. It
// is made of the programs for all numbers of players, so options are numbers by then, words are written out
// and rows that can never hold are gone. Of what is left, names of rows, the order of what has none, and the
// way in which a condition is written do not enter, nor facts that nothing reads.

/// Of rules without errors.
std::string print_game(const CheckedRules& rules);

}  // namespace roundhouse::dsl
