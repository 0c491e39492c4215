#include "dsl/check/try_mends.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

namespace roundhouse::dsl {
namespace {

// A proposal costs a whole check. Nobody reads more of them than this at once.
constexpr std::size_t most_tried = 40;
constexpr std::size_t most_bytes = std::size_t{2} << 20;

/// What makes two complaints the same: code, message and place.
using Key = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::uint32_t>;

Key key_of(const Diagnostic& made) {
  return {made.code, made.message, made.where.file.value, made.where.begin, made.where.end};
}

/// The complaints as they would stand if nothing changed but the places behind the mend. Those inside it are
/// gone with the text that they were about.
std::vector<Key> expected_after(const Diagnostics& found, const Diagnostics& doubts, const Mend& mend) {
  const auto grown = static_cast<std::int64_t>(mend.text.size()) - (mend.where.end - mend.where.begin);
  const auto moved = [&](std::uint32_t offset) {
    return offset < mend.where.end ? offset : static_cast<std::uint32_t>(offset + grown);
  };
  std::vector<Key> keys;
  const auto expect = [&](const Diagnostic& made) {
    if (lies_in(made.where, mend.where)) return;
    Diagnostic there;
    there.code = made.code;
    there.message = made.message;
    there.where = made.where;
    if (made.where.file == mend.where.file)
      there.where = {made.where.file, moved(made.where.begin), moved(made.where.end)};
    keys.push_back(key_of(there));
  };
  for (const Diagnostic& made : found) expect(made);
  for (const Diagnostic& doubt : doubts) expect(doubt);
  std::sort(keys.begin(), keys.end());
  return keys;
}

bool holds(const Diagnostics& found, const Diagnostics& doubts, const Diagnostic& about, const Mend& mend,
           const Diagnostics& after) {
  std::vector<Key> expected = expected_after(found, doubts, mend);
  std::vector<Key> left;
  for (const Diagnostic& made : after) left.push_back(key_of(made));
  std::sort(left.begin(), left.end());
  left.erase(std::unique(left.begin(), left.end()), left.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const auto is_its_fault = [&](const Key& key) {
    const auto& [code, message, file, begin, end] = key;
    const bool touches = file == mend.where.file.value && begin < mend.where.begin + mend.text.size() &&
                         end > mend.where.begin;
    if (touches) return true;
    // Elsewhere only what is now read at all: behind a slip of YAML that is the file, behind one of spelling
    // the names beside it.
    return !about.code.starts_with("yaml-") && !code.starts_with("unknown-");
  };
  // The complaint itself has to be gone, wherever it stood beside the mend.
  const bool stays = !lies_in(about.where, mend.where) &&
                     std::any_of(after.begin(), after.end(), [&](const Diagnostic& made) {
                       return made.code == about.code && made.message == about.message &&
                              made.where.file == about.where.file && made.where.begin == about.where.begin;
                     });
  std::vector<Key> come;
  std::set_difference(left.begin(), left.end(), expected.begin(), expected.end(), std::back_inserter(come));
  return !stays && std::none_of(come.begin(), come.end(), is_its_fault);
}

}  // namespace

void try_mends(Diagnostics& found, const Diagnostics& doubts, const CheckAgain& check_again) {
  std::size_t tried = 0;
  std::size_t bytes = 0;
  // Places before places: what is shown first is tried first.
  std::vector<Diagnostic*> in_order;
  for (Diagnostic& made : found)
    if (!made.mends.empty()) in_order.push_back(&made);
  std::stable_sort(in_order.begin(), in_order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::tuple(a->where.file.value, a->where.begin) < std::tuple(b->where.file.value, b->where.begin);
  });
  for (Diagnostic* made : in_order) {
    made->help = made->otherwise;
    for (const Mend& mend : made->mends) {
      if (tried == most_tried || bytes >= most_bytes) break;
      ++tried;
      const auto after = check_again(*made, mend, bytes);
      if (!after || !holds(found, doubts, *made, mend, *after)) continue;
      made->help = mend.help;
      made->cure = mend;
      break;
    }
  }
}

std::optional<std::string> with_mend(std::string_view text, const Mend& mend) {
  if (mend.where.end > text.size() || mend.where.begin > mend.where.end) return std::nullopt;
  std::string mended(text);
  mended.replace(mend.where.begin, mend.where.end - mend.where.begin, mend.text);
  return mended;
}

}  // namespace roundhouse::dsl
