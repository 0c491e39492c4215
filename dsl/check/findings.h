#pragma once
// Collects what the checker has to complain about. Knows how a complaint is worded that is made in
// many places (an unknown name with its nearest neighbour and the list of what was expected).

#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/check_codes.h"

namespace roundhouse::dsl {

class Findings {
 public:
  Findings() = default;
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  /// The diagnostic stays valid until the next call. Past some thousands it is counted and forgotten: a
  /// hostile file has more of them than anybody reads, and only the first are shown.
  Diagnostic& error(CheckCode code, Span where, std::string message, std::string help = {});
  Diagnostic& error(CheckCode code, Span where, std::string message, Label label);

  /// 'x' is no `what`: with the nearest of `known`, and all of them where they are few.
  Diagnostic& unknown(CheckCode code, Span where, std::string_view name, std::string_view what,
                      const std::vector<std::string>& known);

  void add(const Diagnostics& others);
  /// The one made last.
  Diagnostic& last() { return *last_; }
  /// True if there are so many that looking for the nearest names is no longer worth its time.
  bool crowded() const;
  Diagnostics take();
  /// True if something was said of exactly this place already.
  bool has_at(Span where) const;
  /// The complaint of this kind about exactly this place; nullptr: none was made.
  Diagnostic* made_at(CheckCode code, Span where);
  Diagnostic* made_at(std::string_view code, Span where);
  /// All kept complaints of this kind.
  std::vector<Diagnostic*> all_of(CheckCode code);
  /// The number of all that were made, the forgotten ones included.
  std::size_t size() const { return made_; }

 private:
  Diagnostics diagnostics_;
  Diagnostic forgotten_;
  Diagnostic* last_ = &forgotten_;
  std::size_t made_ = 0;
  std::size_t compared_ = 0;  ///< names, for the nearest: many complaints times many names would take long
};

/// The name that was meant by the one at the place of the complaint.
void propose_name(Diagnostic& made, std::string name);

/// A help that is better than any name that was proposed.
void say_instead(Diagnostic& made, std::string help);

/// "1 stands", "3 stand".
std::string counted_standing(std::size_t number);

}  // namespace roundhouse::dsl
