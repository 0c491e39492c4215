#include "tools/links/share_link.h"

#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include "dsl/base/json_line.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "replay/record/names.h"

namespace roundhouse::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view begins = "1.";
constexpr const char* broken = "this is no whole link: some of it is missing, or has been changed on its way";

std::string in_base64(std::string_view bytes) {
  std::string text;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char byte : bytes) {
    held = (held << 8U) | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      text += letters[(held >> static_cast<unsigned>(bits)) & 63U];
    }
  }
  if (bits > 0) text += letters[(held << static_cast<unsigned>(6 - bits)) & 63U];
  return text;
}

/// Nothing where a letter is none of it.
std::optional<std::string> out_of_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t held = 0;
  int bits = 0;
  if (text.size() % 4 == 1) return std::nullopt;
  for (const char letter : text) {
    const std::size_t value = letters.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    held = (held << 6U) | static_cast<std::uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>((held >> static_cast<unsigned>(bits)) & 255U);
  }
  return bytes;
}

/// Without a head: 15 bits of window, and the sign that says so.
constexpr int raw_window = -15;

std::string deflated(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  // The library does not write here.
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int end = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return end == Z_STREAM_END ? bytes : std::string();
}

/// At most `most` bytes; nothing where these are no deflated text. `is_too_large`: there are more.
std::optional<std::string> inflated(const std::string& bytes, std::size_t most, bool& is_too_large) {
  z_stream stream{};
  if (inflateInit2(&stream, raw_window) != Z_OK) return std::nullopt;
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  std::array<char, 1U << 15U> piece{};
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t made = piece.size() - stream.avail_out;
    if (text.size() + made > most) {
      is_too_large = true;
      break;
    }
    text.append(piece.data(), made);
  }
  // Nothing may follow of which nobody knows what it is.
  const bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (!is_whole) return std::nullopt;
  return text;
}

Json as_json(const SharedTexts& texts) {
  Json json{{"v", 1}};
  if (!texts.record.empty()) json["record"] = texts.record;
  if (!texts.rules.empty()) json["rules"] = texts.rules;
  return json;
}

std::string json_text(const SharedTexts& texts) {
  return as_json(texts).dump(-1, ' ', false, Json::error_handler_t::replace);
}

OpenedLink refused(std::string trouble) { return {{}, std::move(trouble)}; }

OpenedLink read_json(const std::string& text) {
  // Texts, and one object that holds some: nothing lies deeper.
  if (dsl::lies_deeper(text, 2)) return refused(broken);
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("v") || json["v"] != 1) return refused(broken);
  OpenedLink opened;
  if (const auto record = json.find("record"); record != json.end()) {
    if (!record->is_string()) return refused(broken);
    opened.texts.record = record->get<std::string>();
  }
  if (const auto rules = json.find("rules"); rules != json.end()) {
    if (!rules->is_object() || rules->size() > most_shared_files) return refused(broken);
    for (const auto& [name, rule_text] : rules->items()) {
      if (!rule_text.is_string()) return refused(broken);
      if (!is_shared_name(name))
        return refused(fmt::format("this link has a file called '{}', and no rule file is called so",
                                   dsl::printable_line(name.substr(0, 100))));
      opened.texts.rules.emplace(name, rule_text.get<std::string>());
    }
  }
  if (opened.texts.record.empty() && opened.texts.rules.empty())
    return refused("there is nothing in this link");
  return opened;
}

}  // namespace

bool is_shared_name(std::string_view name) {
  constexpr std::size_t longest = 80;
  for (const std::string_view end : {".yaml", ".yml"}) {
    if (!name.ends_with(end)) continue;
    const std::string_view stem = name.substr(0, name.size() - end.size());
    if (stem.empty() || dsl::characters_in(stem) > longest) return false;
    for (std::size_t at = 0; at < stem.size();) {
      const std::size_t length = replay::name_length(stem, at);
      if (length == 0 && (at == 0 || !contains(std::string_view(".@ -"), stem[at]))) return false;
      at += std::max<std::size_t>(length, 1);
    }
    return true;
  }
  return false;
}

std::string trouble_with_sharing(const SharedTexts& texts) {
  if (texts.rules.size() > most_shared_files)
    return fmt::format("a link holds at most {} rule files", most_shared_files);
  for (const auto& [name, text] : texts.rules)
    if (!is_shared_name(name))
      return fmt::format("'{}' is no name of a rule file that a link can hold", dsl::printable_line(name));
  if (json_text(texts).size() > most_shared_bytes)
    return fmt::format("this is more than the {} MB that a link may hold", most_shared_bytes >> 20U);
  return {};
}

std::string link_fragment(const SharedTexts& texts) {
  return "#" + std::string(begins) + in_base64(deflated(json_text(texts)));
}

OpenedLink open_link(std::string_view link) {
  if (link.size() > longest_link) return refused("this link is too long");
  const std::size_t sign = link.find('#');
  std::string_view rest = sign == std::string_view::npos ? link : link.substr(sign + 1);
  while (!rest.empty() && contains(std::string_view(" \t\r\n"), rest.back())) rest.remove_suffix(1);
  const std::size_t point = rest.find('.');
  const std::string_view version = rest.substr(0, std::min(point, rest.size()));
  const bool is_number =
      !version.empty() && version.size() <= 6 && all_of(version, [](char c) { return c >= '0' && c <= '9'; });
  if (point == std::string_view::npos || !is_number)
    return refused("this is no link with rules or a record: behind its # it begins with 1.");
  if (!rest.starts_with(begins))
    return refused("this link is of another form than this program reads; a newer one may");
  const auto bytes = out_of_base64(rest.substr(begins.size()));
  if (!bytes) return refused(broken);
  bool is_too_large = false;
  const auto text = inflated(*bytes, most_shared_bytes, is_too_large);
  if (is_too_large)
    return refused(fmt::format("there is more in this link than {} MB", most_shared_bytes >> 20U));
  if (!text) return refused(broken);
  return read_json(*text);
}

}  // namespace roundhouse::cli
