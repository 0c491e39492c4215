#pragma once
// Reads the small values of a variant file: names, numbers, ranges, lists, expressions, ladders. Each
// function complains itself when a value has another shape, and then gives nothing.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"
#include "dsl/vocabulary/keys.h"

namespace roundhouse::dsl {

/// One key of a map, and what is done with its value.
struct KeyReader {
  std::string_view key;
  std::function<void(const YamlEntry&)> read;
};

/// Hands each entry of the map to the reader of its key. A key that the table has not for this map
/// (vocabulary/keys.h) is complained about, as is a node that is no map. Every key of the table needs a
/// reader. Entries that `passes_over` names have been dealt with.
void read_keys(const YamlNode& node, KeyMap map, Findings& findings, const std::vector<KeyReader>& readers,
               const std::function<bool(const YamlEntry&)>& passes_over = {});
/// As above, for a map that stands in no rule file: its keys are those of the readers.
void read_keys(const YamlNode& node, std::string_view what, Findings& findings,
               const std::vector<KeyReader>& readers,
               const std::function<bool(const YamlEntry&)>& passes_over = {});

/// "'players' stands under 'setup'", of a key of `setup` or `match`; empty: it is none. For keys that stand
/// elsewhere.
std::string place_of_key(std::string_view key);

/// "a list", "a map", "empty", "the text 'x'": what stands there, for messages.
std::string describe_shape(const YamlNode& node);
void wrong_shape(const YamlNode& node, std::string_view expected, Findings& findings);

std::optional<std::string> read_text(const YamlNode& node, Findings& findings);
/// The label of something that is shown: one line that is not empty.
std::optional<std::string> read_label(const YamlNode& node, Findings& findings);
std::optional<std::int32_t> read_number(const YamlNode& node, Findings& findings,
                                        std::string_view what = "a whole number");
/// `true` or `false`; `what` is needed where it is neither.
std::optional<bool> read_truth(const YamlNode& node, std::string_view what, Findings& findings);
/// `n` or `a..b`, ends included, the first not above the second.
std::optional<std::pair<std::int32_t, std::int32_t>> read_range(const YamlNode& node, Findings& findings);
/// One word or a list of words.
std::vector<Named> read_names(const YamlNode& node, std::string_view what, Findings& findings);
/// Adds each that is not there yet and complains of the others.
void add_once(const std::vector<Named>& more, std::vector<Named>& names, Findings& findings);
/// Section ids: one or a list, each of the form `XY-Z1`.
std::vector<Named> read_sections(const YamlNode& node, Findings& findings);
/// One of a few words, by position; complains with the list.
std::optional<std::size_t> read_word_of(const YamlNode& node, std::string_view what,
                                        const std::vector<std::string>& words, Findings& findings);
/// One of the words that the key may be, by position; complains with the list.
std::optional<std::size_t> read_word_of(const YamlNode& node, std::string_view what, KeyMap map,
                                        std::string_view key, Findings& findings);

DraftExpr read_expression(const YamlNode& node, Findings& findings);
/// An expression, or a ladder of `when` and `then` maps made into a chain of `choose`.
DraftExpr read_ladder(const YamlNode& node, Findings& findings);
/// As above, for a ladder whose steps may also have `says`: these sentences, one for each step, with nullptr
/// where a step has none. Empty: no step has one.
DraftExpr read_worded_ladder(const YamlNode& node, std::vector<const YamlNode*>& says, Findings& findings);
/// A sentence, or a ladder of them: maps of `when` and `says`.
std::vector<DraftSaying> read_says(const YamlNode& node, Findings& findings);
DraftEffects read_effects(const YamlNode& node, Findings& findings);

/// Readers of the keys of one map that put what stands there into a place.
struct KeysOf {
  KeyMap map;
  Findings& findings;

  void read(const YamlNode& node, const std::vector<KeyReader>& readers) const {
    read_keys(node, map, findings, readers);
  }
  /// Keeps what `make` makes of the value.
  template <class Make, class Into>
  KeyReader by(std::string_view key, Make make, Into& into) const {
    return {key, [&to = findings, make, &into](const YamlEntry& e) { into = make(e.value, to); }};
  }
  KeyReader text(std::string_view key, std::string& into) const {
    return {key, [&to = findings, &into](const YamlEntry& e) { into = read_text(e.value, to).value_or(""); }};
  }
  KeyReader names(std::string_view key, std::string_view what, std::vector<Named>& into) const {
    return {key, [&to = findings, what, &into](const YamlEntry& e) { into = read_names(e.value, what, to); }};
  }
  KeyReader expression(std::string_view key, std::optional<DraftExpr>& into) const {
    return by(key, read_expression, into);
  }
  KeyReader says(DraftTexts& into) const { return by("says", read_says, into.says); }
  KeyReader from(std::vector<Named>& into) const { return by("from", read_sections, into); }
  /// A text with its place, such as an id.
  template <class Into>
  KeyReader named(std::string_view key, Into& into) const {
    return {key, [&to = findings, &into](const YamlEntry& e) {
              if (auto text = read_text(e.value, to)) into = Named{std::move(*text), e.value.where};
            }};
  }
  /// One of the words that the key may be: `take` is given which. `what` completes "'x' is no ...".
  template <class Take>
  KeyReader word(std::string_view key, std::string_view what, Take take) const {
    return {key, [in = map, &to = findings, key, what, take](const YamlEntry& e) {
              if (const auto found = read_word_of(e.value, what, in, key, to)) take(*found);
            }};
  }
};

/// Complains unless the block is a list of so many `what` at most, each of which begins with the key.
bool is_list_within(const YamlNode& block, std::string_view what, std::string_view begins, std::size_t most,
                    Findings& findings);
/// The place for what is missing in a map.
Span beginning_of(const YamlNode& item);

/// The bare word `none`.
bool is_none(const YamlNode& node);
/// The kind of thing that a name is given to. Values are read by expressions, where a dash stands between
/// letters only.
enum class NameUse : std::uint8_t { value, act, row };
/// Complains unless `name` may be given to something of one's own.
bool check_name(const Named& name, std::string_view what, NameUse use, Findings& findings);
bool is_section_id(std::string_view text);

/// As the first reading of a scalar, without complaint.
std::optional<std::int32_t> number_in(std::string_view text);
std::optional<std::pair<std::int32_t, std::int32_t>> range_in(std::string_view text);
/// Digits, signs and dots: meant for a number or a range, whether it is one or not.
bool is_spelt_as_range(std::string_view text);

// Reads one variant file's tree into a Draft: which keys there are, the shape of each value, the form
// of names. What names mean is looked up only after parents are laid under (resolve.h).

Draft read_draft(const YamlNode& file, std::string_view text, Findings& findings);

// The blocks, one function each; `block` is the value under the block's key.
void read_options(const YamlNode& block, Draft& draft, Findings& findings);
void read_words(const YamlNode& block, Draft& draft, Findings& findings);
void read_facts(const YamlNode& block, Draft& draft, Findings& findings);
void read_trains(const YamlNode& block, Draft& draft, Findings& findings);
void read_acts(const YamlNode& block, Draft& draft, Findings& findings);
void read_setup(const YamlNode& block, Draft& draft, Findings& findings);
void read_match(const YamlNode& block, Draft& draft, Findings& findings);
void read_rules(const YamlNode& block, Draft& draft, Findings& findings);
void read_checks(const YamlNode& block, Draft& draft, Findings& findings);
void read_examples(const YamlNode& block, Draft& draft, Findings& findings);
void read_sentences(const YamlNode& block, Draft& draft, Findings& findings);
void read_carries(const YamlNode& block, Draft& draft, Findings& findings);
void read_sources(const YamlNode& block, Draft& draft, Findings& findings);

/// Adds a row of a list unless the file has one of its name.
template <class Row>
void add_row(Row row, std::string_view what, std::vector<Row>& rows, Findings& findings) {
  for (const Row& other : rows) {
    if (other.id.text != row.id.text) continue;
    findings.error(CheckCode::twice, row.id.where,
                   "there is already " + std::string(what) + " '" + row.id.text + "' in this file",
                   {other.id.where, "first given here"});
    return;
  }
  rows.push_back(std::move(row));
}

}  // namespace roundhouse::dsl
