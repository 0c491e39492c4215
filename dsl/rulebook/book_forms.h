#pragma once
// The forms in which a rulebook is printed, one file each.

#include <span>
#include <string>
#include <string_view>

#include "dsl/rulebook/book.h"

namespace roundhouse::dsl {

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
