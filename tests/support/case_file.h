#pragma once
// The files tests/expressions/*.cases: expressions, the positions they are asked in, and what they give.
//
//   # a remark
//   rules                          YAML of a whole variant, indented; its last block is `rules:`
//     roundhouse: 1
//     ...
//   players 3                      begins the match; ages 41 39 70 gives the players' ages
//   hand 1 9-3 9-7                 what player 1 is dealt in the next round
//   setup pick 1 9-9               what chance brings while the engine is sought, in order
//   begin                          the next round, up to its first choice
//   act lay 1 9-3 >0               player 1 lays the 9-3 to the end with serial 0
//   rule lay 1 9-4 >1              the cases below stand in a rule about this act, judged here
//     end.pip == 9 => true         the condition holds; or false, 5, player 2, tile 9-4, absent
//     end.pip and true !! type-mismatch for number      the checker refuses it with this code
//   after lay 1 9-4 >1             the cases below follow the act (which they see done)
//     do mark(new) then new_marked => true       effects, and what the rule of the act `probe` sees then
//     do mark(5) !! type-mismatch
//   after cover: lay 1 9-4 >1      the cases follow another event that the act raises
//   law turn-order lay 2 9-9 >1 => true          whether the law forbids the act here
//   law false-claim record: round 3 | A: 3-3 mark => true     whether the referee finds it broken in a record
//                                  of players A, B, C and so on, its lines parted by `|`
//   law turn-order !! law-exception              no exception may name it
//
// `for A, B` names operations that a refused case is about and that cannot be read off its text. Acts are
// written as slow_text.h says.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::tests {

struct Case {
  std::string text;   ///< the expression or, with `effects`, the calls
  std::string then;   ///< with effects: the condition asked afterwards
  std::string gives;  ///< as written; empty: refused
  std::string code;   ///< refused: of which a diagnostic must be
  std::vector<std::string> covers;
  bool effects = false;
  bool law = false;  ///< `text` is "LAW ACT", or "LAW" where it is refused
  int line = 0;
};

/// A step of a scenario before its cases, in order: "hand", "setup", "begin", "act" with their texts.
struct Step {
  std::string verb;
  std::string text;
};

struct CaseGroup {
  std::size_t scenario = 0;
  std::size_t steps = 0;  ///< how many of the scenario's steps come first
  std::string site;       ///< "rule", "after", "starter", or "law"
  std::string event;      ///< after: empty where it is the act's own
  std::string act;
  std::vector<Case> cases;
  int line = 0;
};

struct Scenario {
  std::string yaml;
  int players = 2;
  std::vector<int> ages;
  std::vector<Step> steps;
};

struct CaseFile {
  std::string name;
  std::vector<Scenario> scenarios;
  std::vector<CaseGroup> groups;
};

/// Throws std::runtime_error at a line that is none of the above.
CaseFile read_case_file(const std::string& name, std::string_view text);

}  // namespace roundhouse::tests
