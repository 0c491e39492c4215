#include "tools/lsp/uri.h"

#include <fmt/format.h>

#include <filesystem>

namespace roundhouse::cli {
namespace {

constexpr std::string_view scheme = "file://";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool stands_for_itself(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with(scheme)) return std::string(uri);
  std::string_view rest = uri.substr(scheme.size());
  // A host stands before the path; it is ours or none.
  rest.remove_prefix(std::min(rest.find('/'), rest.size()));
  std::string path;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const bool escaped =
        rest[i] == '%' && i + 2 < rest.size() && hex_value(rest[i + 1]) >= 0 && hex_value(rest[i + 2]) >= 0;
    if (escaped) {
      path += static_cast<char>(hex_value(rest[i + 1]) * 16 + hex_value(rest[i + 2]));
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return std::filesystem::path(path).lexically_normal().string();
}

std::string uri_of_path(const std::string& path) {
  if (!path.starts_with('/')) return path;
  std::string uri(scheme);
  for (const char c : path) {
    if (stands_for_itself(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace roundhouse::cli
