#pragma once
// THE table of the keys of a rule file: which map has which keys, what each holds, which words it may be, and
// what it is for. The reader of rule files (dsl/check/read_*.cpp) refuses what does not stand here; the JSON
// Schema, the formatter and the help for editors are read off it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// The maps with fixed keys.
// X(enumerator, what completes "a key of ...")
#define ROUNDHOUSE_KEY_MAPS(X)         \
  X(file, "a variant file")            \
  X(option, "an option")               \
  X(also, "an option with 'also'")     \
  X(word, "a word")                    \
  X(fact, "a fact")                    \
  X(train, "a kind of train")          \
  X(act, "an act")                     \
  X(setup, "setup")                    \
  X(set, "setup.set")                  \
  X(redeal, "setup.redeal")            \
  X(engine, "setup.engine")            \
  X(match, "match")                    \
  X(value, "a value")                  \
  X(rule, "a rule")                    \
  X(check, "a check")                  \
  X(example, "an example")             \
  X(step, "a step of a ladder")        \
  X(worded_step, "a step of a ladder") \
  X(saying_step, "a step of a ladder")

enum class KeyMap : std::uint8_t {
#define X(id, what) id,
  ROUNDHOUSE_KEY_MAPS(X)
#undef X
};

/// The shape of what stands under a key.
enum class KeyForm : std::uint8_t {
  version,     ///< 1
  text,        ///< any text
  says,        ///< a text, or a list of `saying_step`
  label,       ///< one short line
  parent,      ///< a bundled name or a path
  map,         ///< a map with the keys of `inner`
  entries,     ///< names of one's own, each with a map of `inner`, a short form or `none`
  rows,        ///< a list of maps of `inner`
  acts,        ///< the name of an act, or a list of them
  events,      ///< of an event
  rule_ids,    ///< of a rule
  row_id,      ///< the id that a rule gets
  word,        ///< one of `words`
  word_list,   ///< one of `words`, or a list of them
  choices,     ///< a list of names or numbers, or a map of them with what people say for each
  setting,     ///< the value of an option: a number, truth value or name, or a table
  range,       ///< `n` or `a..b`
  chance,      ///< a range, or one of `words`
  fact_value,  ///< one of `words`, or an expression where the fact defines itself
  expression,  ///< one expression
  condition,   ///< an expression that is true or false
  ladder,      ///< an expression, or a list of `step`
  worded,  ///< a ladder with `worded_step`, `none`, or a map of `value` with it; perhaps a name of `words`
  worded_list,  ///< the same, or a list of expressions
  redeal,       ///< a value as `worded`, or a map of `redeal`
  effects,      ///< calls of effects
  sections,     ///< a section's id, or a list of them
  sentences,    ///< a map from names to what `says` may be
  carries,      ///< a map from sections to names
  sources       ///< a map from sections to texts
};

struct KeyRow {
  KeyMap in;
  std::string_view key;
  KeyForm form;
  std::string_view words;       ///< with a space between; empty: none
  bool needed = false;          ///< the map is refused without it
  std::string_view about;       ///< begins small, no full stop
  KeyMap inner = KeyMap::file;  ///< of `map`, `entries` and `rows`
};

/// Completes "a key of ...".
std::string_view map_name(KeyMap map);
std::span<const KeyRow> all_keys();
/// The keys of one map, in the order in which they are usually written.
std::span<const KeyRow> keys_of(KeyMap map);
/// nullptr: the map has no such key.
const KeyRow* find_key(KeyMap map, std::string_view key);
/// The words that the value may be, in the order of the enumeration that they stand for.
std::vector<std::string> words_of(const KeyRow& row);
/// As above; the key must be there.
std::vector<std::string> words_of(KeyMap map, std::string_view key);

// Returns what may stand at a place of a rule file, by the table of keys: each key and each item of a list is
// one step down from the top. For readers that have no checked rules: the formatter, editors.

struct Standing {
  std::optional<KeyForm> form;    ///< of the value; absent: nothing is known of it
  std::optional<KeyMap> map;      ///< a map with fixed keys, or one may stand here
  std::optional<KeyMap> entries;  ///< a map with names of one's own, each of which has these keys
  const KeyRow* row = nullptr;    ///< the key under which it stands, if that is of the table
};

Standing whole_file();
Standing under_key(const Standing& parent, std::string_view key);
Standing item_of(const Standing& list);

/// True of conditions, values and effects: forms with the words and signs of the expression language.
bool is_expression(KeyForm form);
bool is_expression(const Standing& standing);

}  // namespace roundhouse::dsl
