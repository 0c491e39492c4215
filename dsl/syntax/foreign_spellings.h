#pragma once
// Spellings of people who come from other languages, from plain English or from a word processor, and how
// each is spelled here. Read only by expression_spelling.cpp.

#include <algorithm>
#include <array>
#include <string_view>

namespace roundhouse::dsl {

struct Spelling {
  std::string_view foreign, ours;
};

/// The entry for this text; the end of the list where it has none.
template <class List>
constexpr auto find_spelling(const List& list, std::string_view foreign) {
  return std::find_if(list.begin(), list.end(), [&](const Spelling& row) { return row.foreign == foreign; });
}

constexpr std::array<Spelling, 18> foreign_signs = {{
    {"===", "=="},
    {"!==", "!="},
    {"=<", "<="},
    {"=>", ">="},
    {"<>", "!="},
    {"~=", "!="},
    {":=", "=="},
    {"&&", "and"},
    {"&", "and"},
    {"||", "or"},
    {"|", "or"},
    {"!", "not"},
    {"%", "mod"},
    {"//", "/"},
    {"...", ".."},
    {"->", "."},
    {"::", "."},
    {"=", "=="},
}};

/// Longer phrases before their beginnings. An empty spelling: cannot be replaced word by word.
constexpr std::array<Spelling, 63> english = {{
    {"is greater than or equal to", ">="},
    {"is less than or equal to", "<="},
    {"greater than or equal to", ">="},
    {"less than or equal to", "<="},
    {"is not equal to", "!="},
    {"does not equal", "!="},
    {"does not have", ""},
    {"is greater than", ">"},
    {"is bigger than", ">"},
    {"is larger than", ">"},
    {"is higher than", ">"},
    {"is more than", ">"},
    {"is less than", "<"},
    {"is fewer than", "<"},
    {"is smaller than", "<"},
    {"is lower than", "<"},
    {"is at least", ">="},
    {"is at most", "<="},
    {"is equal to", "=="},
    {"is one of", ""},
    {"is between", ""},
    {"is not in", ""},
    {"is in", "in"},
    {"is not", "!="},
    {"are not", "!="},
    {"isn't in", ""},
    {"isn't", "!="},
    {"aren't", "!="},
    {"doesn't equal", "!="},
    {"doesn't have", ""},
    {"not equal to", "!="},
    {"not equals", "!="},
    {"not equal", "!="},
    {"greater than", ">"},
    {"bigger than", ">"},
    {"larger than", ">"},
    {"higher than", ">"},
    {"more than", ">"},
    {"less than", "<"},
    {"fewer than", "<"},
    {"smaller than", "<"},
    {"lower than", "<"},
    {"at least", ">="},
    {"at most", "<="},
    {"equal to", "=="},
    {"equals", "=="},
    {"equal", "=="},
    {"is", "=="},
    {"are", "=="},
    {"was", "=="},
    {"divided by", "/"},
    {"plus", "+"},
    {"minus", "-"},
    {"times", "*"},
    {"modulo", "mod"},
    {"contains", "has"},
    {"includes", "has"},
    {"xor", "!="},
    {"elseif", "else if"},
    {"elif", "else if"},
    {"between", ""},
    {"unless", ""},
    {"otherwise", "else"},
}};

/// Characters that word processors and telephones put in the place of plain ones.
constexpr std::array<Spelling, 32> special_characters = {{
    {"\u2264", "<="}, {"\u2265", ">="},  {"\u2A7D", "<="}, {"\u2A7E", ">="},  {"\u2260", "!="},
    {"\u00D7", "*"},  {"\u00B7", "*"},   {"\u22C5", "*"},  {"\u2217", "*"},   {"\u00F7", "/"},
    {"\u2044", "/"},  {"\u2212", "-"},   {"\u2013", "-"},  {"\u2014", "-"},   {"\u2011", "-"},
    {"\u2026", ".."}, {"\u2227", "and"}, {"\u2228", "or"}, {"\u00AC", "not"}, {"\u00A0", " "},
    {"\u202F", " "},  {"\u2009", " "},   {"\u3000", " "},  {"\uFEFF", " "},   {"\u200B", " "},
    {"\uFF1D", "=="}, {"\uFF08", "("},   {"\uFF09", ")"},  {"\uFF0C", ","},   {"\uFF1B", ";"},
    {"\uFF1C", "<"},  {"\uFF1E", ">"},
}};

}  // namespace roundhouse::dsl
