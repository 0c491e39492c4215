#include "dsl/syntax/packed_trees.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace roundhouse::dsl {
namespace {

using Number = std::uint32_t;

void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

/// Of each node six numbers: kind, style, whether its text stands in the file as it is, begin, end, and a
/// count: of a scalar the length of its text, of the others how many they hold. The text follows only where
/// it does not stand in the file, and its places with it.
class Packer {
 public:
  Packer(std::string_view text, std::string& bytes) : text_(text), bytes_(bytes) {}

  void pack(const YamlNode& node) {
    const bool stands = node.is_scalar() && node.origin.empty() &&
                        text_.substr(node.where.begin, node.text.size()) == node.text;
    const std::size_t count = node.is_scalar() ? node.text.size() : node.items.size() + node.entries.size();
    put(static_cast<Number>(node.kind));
    put(static_cast<Number>(node.style));
    put(stands ? 1 : 0);
    put(node.where.begin);
    put(node.where.end);
    put(static_cast<Number>(count));
    if (node.is_scalar() && !stands) {
      bytes_ += node.text;
      put(static_cast<Number>(node.origin.size()));
      for (const Number place : node.origin) put(place);
    }
    for (const YamlNode& item : node.items) pack(item);
    for (const YamlEntry& entry : node.entries) {
      pack(entry.key);
      pack(entry.value);
    }
  }

 private:
  void put(Number number) { dsl::put(bytes_, number); }

  std::string_view text_;
  std::string& bytes_;
};

/// No tree that was packed is deeper.
constexpr int deepest = 100;

/// A part that does not fit is left out, and then the tree is not whole.
class Unpacker {
 public:
  Unpacker(std::string_view text, std::string_view bytes, FileId file)
      : text_(text), bytes_(bytes), file_(file) {}

  bool is_whole() const { return is_whole_ && bytes_.empty(); }

  void unpack(YamlNode& node, int depth) {
    const Number kind = take();
    const Number style = take();
    const bool stands = take() != 0;
    node.where = {file_, take(), take()};
    const Number count = take();
    if (kind > static_cast<Number>(YamlKind::map) || style > static_cast<Number>(ScalarStyle::folded) ||
        node.where.begin > node.where.end || node.where.end > text_.size() || depth > deepest)
      is_whole_ = false;
    if (!is_whole_) return;
    node.kind = static_cast<YamlKind>(kind);
    node.style = static_cast<ScalarStyle>(style);
    node.sound = true;
    switch (node.kind) {
      case YamlKind::empty:
        break;
      case YamlKind::scalar:
        take_text(node, stands, count);
        break;
      case YamlKind::sequence:
        node.items.reserve(likely(count));
        for (Number i = 0; i < count && is_whole_; ++i) unpack(node.items.emplace_back(), depth + 1);
        break;
      case YamlKind::map:
        node.entries.reserve(likely(count));
        for (Number i = 0; i < count && is_whole_; ++i) {
          YamlEntry& entry = node.entries.emplace_back();
          unpack(entry.key, depth + 1);
          unpack(entry.value, depth + 1);
        }
        break;
    }
  }

 private:
  /// No more than there can be.
  std::size_t likely(Number count) const {
    return std::min(std::size_t{count}, bytes_.size() / (6 * sizeof(Number)));
  }

  Number take() {
    Number number = 0;
    const std::string_view bytes = take_bytes(sizeof number);
    if (is_whole_) std::memcpy(&number, bytes.data(), sizeof number);
    return number;
  }

  std::string_view take_bytes(std::size_t count) {
    is_whole_ = is_whole_ && count <= bytes_.size();
    if (!is_whole_) return {};
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  void take_text(YamlNode& node, bool stands, std::size_t count) {
    if (stands) {
      node.text = text_.substr(node.where.begin, count);
      return;
    }
    node.text = take_bytes(count);
    const Number places = take();
    is_whole_ = is_whole_ && node.text.size() == count && (places == 0 || places == count + 1);
    for (Number i = 0; i < places && is_whole_; ++i) node.origin.push_back(take());
  }

  std::string_view text_;
  std::string_view bytes_;
  FileId file_;
  bool is_whole_ = true;
};

/// Before each tree stand the hash of its text and its own size.
struct TreeHead {
  std::uint64_t hash = 0;
  std::uint64_t size = 0;
};

}  // namespace

PackedTrees::PackedTrees(std::string bytes) : bytes_(std::move(bytes)) {
  for (std::size_t at = 0; bytes_.size() - at >= sizeof(TreeHead);) {
    TreeHead head;
    std::memcpy(&head, bytes_.data() + at, sizeof head);
    at += sizeof head;
    if (head.size > bytes_.size() - at) return;
    const auto size = static_cast<std::size_t>(head.size);
    places_[head.hash] = {at, size};
    at += size;
  }
}

void PackedTrees::add(std::string_view text, const YamlNode& tree) {
  std::string packed;
  Packer(text, packed).pack(tree);
  const TreeHead head{hash_of(text), packed.size()};
  bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
  places_[head.hash] = {bytes_.size(), packed.size()};
  bytes_ += packed;
}

std::optional<YamlNode> PackedTrees::find(std::string_view text, FileId file) const {
  if (places_.empty()) return std::nullopt;
  const auto place = places_.find(hash_of(text));
  if (place == places_.end()) return std::nullopt;
  Unpacker unpacker(text, std::string_view(bytes_).substr(place->second.begin, place->second.size), file);
  YamlNode tree;
  unpacker.unpack(tree, 0);
  return unpacker.is_whole() ? std::optional(std::move(tree)) : std::nullopt;
}

}  // namespace roundhouse::dsl
