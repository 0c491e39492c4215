#pragma once
// The trees of texts that were read when the program was built, as bytes, so that the same texts need not be
// read again by a library that looks at each letter many times. A tree is found by its text and by nothing
// else: of a text that has been changed since there is none.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "dsl/base/source.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

class PackedTrees {
 public:
  PackedTrees() = default;
  /// `bytes`: those of another one. Of what does not come from there no tree is given that is not whole.
  explicit PackedTrees(std::string bytes);

  /// `tree` as read_yaml made it of this text without a complaint, and nothing else was wrong with it.
  void add(std::string_view text, const YamlNode& tree);
  /// The tree of this text with the places in this file; absent: it is not among them.
  std::optional<YamlNode> find(std::string_view text, FileId file) const;

  const std::string& bytes() const { return bytes_; }

 private:
  struct Place {
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  std::string bytes_;
  std::map<std::uint64_t, Place> places_;  ///< of the trees, by the hash of the text
};

}  // namespace roundhouse::dsl
