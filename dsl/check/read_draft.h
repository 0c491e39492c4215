#pragma once
// Reads one variant file's tree into a Draft: which keys there are, the shape of each value, the form
// of names. What names mean is looked up only after parents are laid under (resolve.h).

#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

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
