#include "tools/recipes/recipe_book.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

/// A line with the lines that belong to it, each without what indents all of them.
struct Block {
  std::string line;
  std::vector<Block> below;
  std::string by;  ///< the recipe that says so

  bool is_item() const { return line.starts_with("- "); }
  /// `options` of "options:", `id: x` of "- id: x"
  std::string key() const { return is_item() ? line.substr(2) : line.substr(0, line.find(':')); }
  /// True if nothing stands behind the colon, and what is below are entries with keys.
  bool is_map() const { return line.ends_with(':') && !below.empty() && !below.front().is_item(); }
  bool is_list() const { return line.ends_with(':') && !below.empty() && below.front().is_item(); }
};

bool same(const Block& a, const Block& b) {
  return a.line == b.line && std::equal(a.below.begin(), a.below.end(), b.below.begin(), b.below.end(), same);
}

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

std::vector<Block> blocks_of(std::span<const std::string_view> lines, const std::string& by) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t next = i + 1;
    while (next < lines.size() && indentation(lines[next]) > indentation(lines[i])) ++next;
    blocks.push_back({std::string(trimmed(lines[i])), blocks_of(lines.subspan(i + 1, next - i - 1), by), by});
    i = next;
  }
  return blocks;
}

/// The names of `remove: [a, b]` or of any other list in brackets; absent: this is none.
std::optional<std::string_view> in_brackets(const Block& block) {
  const std::size_t open = block.line.find(": [");
  if (open == std::string::npos || !block.line.ends_with(']')) return std::nullopt;
  return std::string_view(block.line).substr(open + 3, block.line.size() - open - 4);
}

class Joining {
 public:
  void add(std::vector<Block>& blocks, const std::vector<Block>& more, const std::string& where) {
    for (const Block& one : more) {
      const auto there = find_if(blocks, [&](const Block& other) { return other.key() == one.key(); });
      if (there == blocks.end())
        blocks.push_back(one);
      else
        put_together(*there, one, where, where.empty());
    }
  }

  std::vector<std::string> take_troubles() { return std::move(troubles_); }

 private:
  /// Lists are put one behind the other only at the top, where they are rules: elsewhere their order means
  /// something.
  void put_together(Block& into, const Block& one, const std::string& where, bool at_top) {
    if (same(into, one)) return;
    const std::string path = where.empty() ? one.key() : where + ": " + one.key();
    if ((into.is_map() && one.is_map()) || (at_top && into.is_list() && one.is_list()))
      return add(into.below, one.below, path);
    const auto names = in_brackets(into);
    const auto more = in_brackets(one);
    if (at_top && names && more) {
      into.line.insert(into.line.size() - 1, ", " + std::string(*more));
      return;
    }
    troubles_.push_back("'" + path + "' is one thing in " + into.by + " and another in " + one.by);
  }

  std::vector<std::string> troubles_;
};

void write_blocks(const std::vector<Block>& blocks, std::size_t indent, std::string& text) {
  for (const Block& block : blocks) {
    text += std::string(indent, ' ') + block.line + "\n";
    write_blocks(block.below, indent + 2, text);
  }
}

}  // namespace

JoinedRecipes join_recipes(std::span<const Recipe> recipes) {
  JoinedRecipes joined;
  if (recipes.empty()) return joined;
  Joining joining;
  std::vector<Block> blocks;
  std::string wishes;
  for (const Recipe& recipe : recipes) {
    if (recipe.parent != recipes.front().parent)
      joined.troubles.push_back(recipes.front().name + " extends " + recipes.front().parent + ", and " +
                                recipe.name + " extends " + recipe.parent);
    std::vector<std::string_view> lines = lines_of(recipe.lines);
    std::erase_if(lines, [](std::string_view line) { return trimmed(line).empty(); });
    joining.add(blocks, blocks_of(lines, recipe.name), {});
    wishes += "# " + recipe.name + ": " + recipe.wish + "\n";
  }
  for (std::string& trouble : joining.take_troubles()) joined.troubles.push_back(std::move(trouble));
  if (!joined.troubles.empty()) return joined;
  joined.rules = wishes + "roundhouse: 1\nname: Our house rules\nextends: " + recipes.front().parent + "\n\n";
  write_blocks(blocks, 0, joined.rules);
  return joined;
}

}  // namespace roundhouse::dsl
