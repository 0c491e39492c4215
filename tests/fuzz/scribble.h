#pragma once
// Hostile texts that know what they are about: records, rule files, expressions, JSON, made or altered with
// all that can be written there, right or wrong. Tiles in and beyond the set, numbers that no type holds,
// names that nobody has. The same for the same choices; the fuzzers and the tests draw from here.

#include <string>
#include <vector>

#include "tests/support/chance.h"

namespace roundhouse::tests {

// Single words, as somebody may write them.

std::string any_tile(Chance& chance);
std::string any_number(Chance& chance);
/// A key of rule files, of any block.
std::string any_key(Chance& chance);
/// A name that the language, a variant or a stranger knows.
std::string any_name(Chance& chance);
/// `[variant ...]` without its brackets: a bundled name, perhaps with options.
std::string any_variant(Chance& chance);
std::string any_setting(Chance& chance);
/// All of them once, for the dictionary of a fuzzer.
std::vector<std::string> all_written_words();

// Whole texts.

/// A record that no table has seen: a header, then lines of every kind.
std::string scribble_record(Chance& chance);
void alter_record(std::string& text, Chance& chance);

/// A rule file of real keys and words, which may even be in order.
std::string scribble_rules(Chance& chance);
void alter_rules(std::string& text, Chance& chance);

/// A condition, or effects.
std::string scribble_expression(Chance& chance);
void alter_expression(std::string& text, Chance& chance);

/// A JSON value a line: a value at some place changes, now and then the same one in all lines.
void alter_json_lines(std::string& text, Chance& chance);

}  // namespace roundhouse::tests
