#pragma once
// Conditions, values, effects and whole rows of checked rules in English, with the options woven in. The
// words come from vocabulary/phrases.h; names that a variant gives are quoted. What a row `says` itself is
// not asked: this is for where it says nothing, or nothing that fits.

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/vocabulary/phrases.h"

namespace roundhouse::dsl {

class English {
 public:
  /// Phrases for roots in the place of the usual ones: the tile "it", me "a player".
  using Names = std::map<Root, std::string>;
  /// The name of a player or tile that stands in a condition as a value.
  using Things = std::function<std::string(Type, std::int32_t)>;

  English(const CheckedRules& rules, const KnownFacts& known, Names names = {}, Things things = {})
      : rules_(rules), known_(known), names_(std::move(names)), things_(std::move(things)) {}

  /// "the tile is a double and the player has one tile in hand": a truth, without capital and full stop.
  std::string clause(const TypedExpr& truth) {
    return rendered_truth(simplify(truth, rules_, known_), true).text;
  }
  /// That it is not so.
  std::string opposite(const TypedExpr& truth) {
    return rendered_truth(simplify(truth, rules_, known_), false).text;
  }
  /// "the number of players": anything but a truth.
  std::string thing(const TypedExpr& value) { return named(simplify(value, rules_, known_)); }
  /// "a marker goes on the player's own train, and the round ends".
  std::string effects(std::span<const TypedEffect> effects);
  /// The row as one sentence, for instance "A player may not draw a tile if the player can lay a tile.". An
  /// exception is rendered as what it lifts: "This does not hold if ...".
  std::string row(const Rule& rule);
  /// A declared act that nothing but its being there makes legal: "Anybody may “knock” at any time."
  std::string at_any_time(const DeclaredAct& declared, ActId id) const;
  /// "knock", "lay a tile".
  std::string act(ActId id) const;
  /// "when a turn ends".
  std::string event(EventId id) const;

 private:
  /// A word's meaning that is longer than this is not put in its place: its name is quoted. Of a thing less.
  static constexpr std::size_t longest_meaning = 110;
  static constexpr std::size_t longest_thing = 90;
  static constexpr int deepest_words = 3;

  /// A clause or a value and how it is put together, so that what stands around it can keep it apart.
  struct Rendered {
    std::string text;
    Op joint = Op::number;  ///< its outermost operator: and, or, arithmetic, ...; number: it is one piece
  };

  // clauses.cpp
  Rendered rendered_truth(const TypedExpr& truth, bool so);
  Rendered junction(const TypedExpr& node, bool so);
  Rendered choice(const TypedExpr& node, bool so);
  std::string comparison(const TypedExpr& node, bool so);
  std::string against_number(const MemberPhrase& phrase, const TypedExpr& member, Op op,
                             const TypedExpr& other);
  std::string sameness(const TypedExpr& a, const TypedExpr& b, bool so);
  std::string member_clause(const TypedExpr& node, bool so);
  std::string fact_clause(const TypedExpr& node, bool so);
  std::string word_clause(const TypedExpr& node, bool so);
  std::string has_clause(const TypedExpr& node, bool so);

  // things.cpp
  std::string named(const TypedExpr& value);
  Rendered rendered(const TypedExpr& value);
  std::string operand(const TypedExpr& value, Op whole, bool second);  ///< in brackets if it needs them
  std::string one_thing(const TypedExpr& value);                       ///< a choice stands in brackets
  std::string named_member(const TypedExpr& node);
  std::string named_fact(const TypedExpr& node);
  Rendered named_word(const TypedExpr& node);
  std::string named_train(const TypedExpr& node);
  std::string filled(std::string_view phrase, const TypedExpr& member);
  TypedExpr word_body(const TypedExpr& node);

  // quantifiers.cpp
  std::string quantified_clause(const TypedExpr& node, bool so);
  std::string parts_about(const std::string& that, const TypedExpr& junction);
  std::string quantified_thing(const TypedExpr& node);
  std::string sought(const TypedExpr& node);
  std::string each_of(const TypedExpr& set, std::string_view article);
  std::string which(const TypedExpr& node);

  // rows.cpp
  std::string effect(const TypedEffect& effect);
  std::string for_each(std::span<const TypedEffect> effects);
  std::string fact_effect(const TypedEffect& effect);

  const CheckedRules& rules_;
  KnownFacts known_;
  Names names_;
  Things things_;
  std::vector<std::string> bound_;  ///< names of the bound variables, the innermost last
  int depth_ = 0;                   ///< words rendered within words
};

}  // namespace roundhouse::dsl
