#pragma once
// The complaints of the checker: one list. The codes are stable and documented; tests assert on them.

#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

// X(enumerator, code, sentence)
#define ROUNDHOUSE_CHECK_CODES(X)                                                                          \
  X(bad_label, "bad-label", "A label is one line of at most 60 characters.")                               \
  X(bad_name, "bad-name", "A name has letters, digits, underscores and inner dashes, a letter first.")     \
  X(can_cycle, "can-cycle", "Whether an act is legal may not depend on itself through 'can'.")             \
  X(cannot_read, "cannot-read", "A file that is needed could not be read.")                                \
  X(changed_shape, "changed-shape", "A row that replaces another keeps its shape and what it is about.")   \
  X(extends_cycle, "extends-cycle", "A file may not extend itself, not even through others.")              \
  X(extends_chain, "extends-chain", "Files that extend each other are at most eight, and 2 MiB together.") \
  X(fact_cycle, "fact-cycle", "The kind of value that a fact holds cannot be found from itself.")          \
  X(ladder, "ladder", "A ladder is a list of when and then, and its last step has no when.")               \
  X(law_exception, "law-exception", "What every train game forbids cannot be lifted.")                     \
  X(missing_key, "missing-key", "Something that must be said is not said.")                                \
  X(name_taken, "name-taken", "One name means one thing in a file and its parents.")                       \
  X(needless_permit, "needless-permit", "Only declared acts are permitted; built-in ones need no permit.") \
  X(no_such_exception, "no-such-exception", "Only forbid, advise and after rows have exceptions.")         \
  X(not_a_choice, "not-a-choice", "The value is none of those the option chooses from.")                   \
  X(not_constant, "not-constant", "The value is needed before the game and may not depend on it.")         \
  X(not_known_here, "not-known-here", "The word is known elsewhere, but not where it stands here.")        \
  X(out_of_range, "out-of-range", "The number lies outside what is possible.")                             \
  X(own_sentence, "own-sentence", "What a file declares itself has its sentence as 'says'.")               \
  X(rank_cycle, "rank-cycle", "What players rank by may not ask how they rank.")                           \
  X(reserved_name, "reserved-name", "The name belongs to the language.")                                   \
  X(still_asked, "still-asked", "An entry that a file takes away is still asked for.")                     \
  X(table_gap, "table-gap", "A table leaves something out.")                                               \
  X(table_overlap, "table-overlap", "A table says two things of the same case.")                           \
  X(tile_of_nobody, "tile-of-nobody", "The tile of an act is in the hand of somebody who is there.")       \
  X(too_costly, "too-costly", "The condition would take too long to work out.")                            \
  X(too_many, "too-many", "There are more of these than a game can hold.")                                 \
  X(twice, "twice", "The same thing is said twice.")                                                       \
  X(type_mismatch, "type-mismatch", "The kind of value does not fit.")                                     \
  X(unknown_act, "unknown-act", "There is no such act.")                                                   \
  X(unknown_effect, "unknown-effect", "There is no such effect.")                                          \
  X(unknown_event, "unknown-event", "There is no such event.")                                             \
  X(unknown_key, "unknown-key", "The key means nothing here.")                                             \
  X(unknown_member, "unknown-member", "There is no such thing after the dot.")                             \
  X(unknown_name, "unknown-name", "The name means nothing here.")                                          \
  X(unknown_option, "unknown-option", "There is no such option.")                                          \
  X(unknown_rule, "unknown-rule", "There is no such rule, or no longer.")                                  \
  X(unknown_section, "unknown-section", "The section is listed nowhere.")                                  \
  X(unknown_sentence, "unknown-sentence", "Nothing that is inherited has this name.")                      \
  X(word_cycle, "word-cycle", "A word may not be explained by itself.")                                    \
  X(wrong_arguments, "wrong-arguments", "The number of values in brackets does not fit.")                  \
  X(wrong_shape, "wrong-shape", "Another kind of YAML value is needed here.")                              \
  X(wrong_version, "wrong-version", "The file is written in another version of the language.")

enum class CheckCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_CHECK_CODES(X)
#undef X
};

struct CheckCodeRow {
  std::string_view code;
  std::string_view sentence;
};

constexpr CheckCodeRow row(CheckCode code) {
  switch (code) {
#define X(id, code, sentence) \
  case CheckCode::id:         \
    return {code, sentence};
    ROUNDHOUSE_CHECK_CODES(X)
#undef X
  }
  return {};
}

}  // namespace roundhouse::dsl
