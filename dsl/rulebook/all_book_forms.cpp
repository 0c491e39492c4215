#include <array>

#include "dsl/rulebook/book_forms.h"

namespace roundhouse::dsl {

std::span<const BookForm> all_book_forms() {
  static constexpr std::array<BookForm, 3> forms{
      {{"html", print_book_html, true}, {"markdown", print_book_markdown}, {"text", print_book_text}}};
  return forms;
}

}  // namespace roundhouse::dsl
