#pragma once
// The rulebook of a rule set: chapters of lines, made from the same rows that are played and refereed. How a
// book is printed is each form's own business.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/citation.h"
#include "dsl/check/checked_rules.h"
#include "dsl/sources/document.h"

namespace roundhouse::dsl {

// A line of the rulebook before anybody has laid it out: a sentence or two, where it comes from, and what
// belongs below it.

struct BookLine {
  std::string key;             ///< the rule's id, the option's or word's name, "engine.missing"; may be empty
  std::string text;            ///< sentences
  std::vector<Citation> from;  ///< sections
  std::vector<BookLine> exceptions{};
  /// A small table that follows the text, without a heading: "2 players", "16 tiles".
  std::vector<std::pair<std::string, std::string>> table{};
  /// Of an exception: to how many rules, of which it stands below the last.
  std::int32_t rules = 1;
};

/// "But:", "But for these three:": what is printed before an exception.
std::string before_exception(const BookLine& exception);

/// The way in which the lines of a chapter are meant.
enum class ChapterKind : std::uint8_t {
  rules,    ///< sentences, with exceptions below
  terms,    ///< `key` is what `text` explains; empty: the text says so itself
  choices,  ///< `text` asks, `table` has one row: the answer and what else could be chosen; technical
  sources,  ///< `key` is a section's id, or empty before a document's title
};

struct Chapter {
  std::string title;
  ChapterKind kind = ChapterKind::rules;
  std::vector<BookLine> lines;
};

/// Titles of the chapters that have pictures.
inline constexpr std::string_view setting_out = "Setting out";
inline constexpr std::string_view a_turn = "A turn";

/// A picture for forms that have any.
struct BookPicture {
  std::string chapter;  ///< the title of the one that it belongs to
  std::string svg;
  std::string caption;
};

struct Book {
  std::string title;
  std::string subtitle;  ///< for whom it was printed: "for four players"; may be empty
  std::string intro{};   ///< the line before the first chapter: what it is about, or "As in ..., but:"
  std::vector<Chapter> chapters;
  std::vector<BookPicture> pictures{};
  std::string picture_parts{};  ///< HTML that the pictures refer to
  bool technical = false;       ///< names of the rule file stand beside the sentences
  bool brief = false;           ///< the short form, on one page
};

struct BookRequest {
  std::optional<std::int32_t> players;      ///< absent: for all numbers of players
  std::vector<SourceDocument> documents{};  ///< documents with sections that may be listed at the end
  bool technical = false;                   ///< with ids of rules, and the options with their values
};

Book write_book(const CheckedRules& rules, const BookRequest& request);

// The forms in which a rulebook is printed, one file each.

std::string print_book_text(const Book& book);  ///< 80 columns, for a terminal or a plain printer
std::string print_book_markdown(const Book& book);
std::string print_book_html(const Book& book);  ///< one page that needs nothing else, laid out for paper, too

struct BookForm {
  std::string_view name;  ///< as `--format` has it
  std::string (*print)(const Book&);
  bool has_pictures = false;
};
std::span<const BookForm> all_book_forms();

}  // namespace roundhouse::dsl
