#include "dsl/base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view no_such_file = "there is no such file";
/// Names are compared with no more files of a folder.
constexpr std::size_t most_compared = 1000;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  /// The kernel's own name for what is open: it leads to that file, whatever happens to the path meanwhile.
  fs::path link() const { return fs::path("/proc/self/fd") / std::to_string(number_); }

 private:
  int number_;
};

std::string trouble_of(int error) {
  if (error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG) return std::string(no_such_file);
  if (error == ELOOP) return "its links lead round in a circle";
  return "this file cannot be opened";
}

/// The folder of the bounds without links; absent: it is not there.
std::optional<fs::path> bounding_folder(const ReadingBounds& bounds) {
  std::error_code error;
  fs::path folder = fs::canonical(bounds.folder, error);
  if (error) return std::nullopt;
  return folder;
}

OpenedFile refused(std::string_view trouble) { return {{}, 0, std::string(trouble)}; }

}  // namespace

OpenedFile open_text_file(const fs::path& path, const ReadingBounds& bounds) {
  // The system would read such a name only as far as its zero.
  if (path.native().find('\0') != std::string::npos) return refused(no_such_file);
  std::optional<fs::path> folder;
  if (!bounds.folder.empty()) {
    folder = bounding_folder(bounds);
    std::error_code error;
    const fs::path place = fs::weakly_canonical(fs::absolute(path, error), error);
    if (!folder || error || !lies_below(place, *folder)) return refused(outside_bounds);
  }
  // O_PATH finds the file and does not open it: no pipe is waited for, no device is touched.
  const Descriptor found(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!found.is_open()) return refused(trouble_of(errno));
  struct stat status {};
  if (fstat(found.number(), &status) != 0) return refused(trouble_of(errno));
  if (folder) {
    // Asked once more of the file that was found: a link may have been laid since.
    std::error_code error;
    const fs::path real = fs::read_symlink(found.link(), error);
    if (error || !lies_below(real, *folder)) return refused(outside_bounds);
  }
  if (S_ISDIR(status.st_mode)) return refused("this is a folder, not a file");
  if (!S_ISREG(status.st_mode)) return refused("this is not an ordinary file");
  // Where a system has no such names nobody lays links either; without bounds the path will do.
  std::error_code error;
  const fs::path place = !folder && !fs::exists(found.link(), error) ? path : found.link();
  const Descriptor readable(open(place.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!readable.is_open()) return refused(trouble_of(errno));
  // Some files of the system look ordinary and empty, and would be waited for all the same.
  char byte = 0;
  if (status.st_size == 0 && pread(readable.number(), &byte, 1, 0) < 0)
    return refused(errno == EAGAIN ? "this is not an ordinary file" : "this file cannot be read");
  OpenedFile file;
  file.size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  file.stream.open(place == path ? path : readable.link(), std::ios::binary);
  if (!file.stream) file.trouble = "this file cannot be opened";
  return file;
}

FileText read_text_file(const fs::path& path, std::size_t limit, const ReadingBounds& bounds) {
  OpenedFile file = open_text_file(path, bounds);
  if (!file.trouble.empty()) return {{}, std::move(file.trouble)};
  FileText read = read_text(file.stream, limit, file.size);
  if (!read.trouble.empty()) read.trouble = "this file " + read.trouble;
  return read;
}

FileText read_text(std::istream& stream, std::size_t limit, std::uint64_t likely_size) {
  constexpr std::size_t first_piece = std::size_t{1} << 16;
  // One byte more than is likely to come, so that the end shows at once.
  std::size_t room = likely_size == 0 ? first_piece : static_cast<std::size_t>(likely_size) + 1;
  std::string text;
  while (stream && text.size() <= limit) {
    const std::size_t begin = text.size();
    text.resize(std::min(room, limit + 1));
    stream.read(text.data() + begin, static_cast<std::streamsize>(text.size() - begin));
    text.resize(begin + static_cast<std::size_t>(stream.gcount()));
    room = 2 * std::max(room, first_piece);
  }
  if (stream.bad()) return {{}, "cannot be read"};
  if (text.size() > limit) return {{}, "is larger than " + std::to_string(limit / 1024) + " KiB"};
  return {std::move(text), {}};
}

bool lies_below(const fs::path& file, const fs::path& folder) {
  const auto [folder_end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return folder_end == folder.end() && rest != file.end();
}

std::optional<std::string> nearest_file(const fs::path& misspelt) {
  const fs::path folder = misspelt.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end && names.size() < most_compared; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) names.push_back(entry->path().filename().string());
  }
  sort(names);
  const auto nearest = nearest_name(misspelt.filename().string(), names);
  if (!nearest) return std::nullopt;
  return (folder / *nearest).string();
}

namespace {

using namespace std::string_view_literals;

/// Among so many first bytes of a file that is no text, a zero stands.
constexpr std::size_t looked_at = 512;
/// The first bytes of pictures, documents and archives.
struct Beginning {
  std::string_view bytes;
  std::string_view name;
};
constexpr std::array binary_beginnings{
    Beginning{"\x89PNG"sv, "a picture"},
    Beginning{"\xFF\xD8\xFF"sv, "a picture"},
    Beginning{"GIF8"sv, "a picture"},
    Beginning{"RIFF"sv, "a picture or a sound"},
    Beginning{"%PDF"sv, "a PDF document"},
    Beginning{"PK\x03\x04"sv, "an archive"},
    Beginning{"\xD0\xCF\x11\xE0"sv, "a document of a word processor or spreadsheet"},
    Beginning{"\x1F\x8B"sv, "an archive"},
    Beginning{"\x7F"
              "ELF"sv,
              "a program"},
    Beginning{"BZh"sv, "an archive"},
    Beginning{"\xFD"
              "7zXZ"sv,
              "an archive"}};
/// Names of first files in archives that are documents.
constexpr std::array document_parts{
    Beginning{"word/"sv, "a document of a word processor"},
    Beginning{"opendocument.text"sv, "a document of a word processor"},
    Beginning{"xl/"sv, "a table of a spreadsheet program"},
    Beginning{"opendocument.spreadsheet"sv, "a table of a spreadsheet program"}};
constexpr std::size_t looked_at_in_archive = 4096;

constexpr char separators[] = {';', ',', '\t'};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_binary(std::string_view text) {
  const auto begins = [&](const Beginning& with) { return text.starts_with(with.bytes); };
  if (any_of(binary_beginnings, begins)) return true;
  // UTF-16 is text, in an encoding that has a message of its own.
  if (is_utf16(text)) return false;
  return text.substr(0, looked_at).find('\0') != std::string_view::npos;
}

/// Without empty lines, comments and YAML's `---` at the beginning.
std::string_view first_content(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(begin);
    const bool mark = text.starts_with("---") && (text.size() == 3 || text.find_first_of(" \t\r\n") == 3);
    if (mark) {
      text.remove_prefix(3);
    } else if (text.starts_with('#')) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else {
      return text;
    }
  }
  return text;
}

bool has_key(std::string_view text, std::string_view key) {
  const char quote = !text.empty() && (text[0] == '"' || text[0] == '\'') ? text[0] : ' ';
  if (quote != ' ') text.remove_prefix(1);
  if (!text.starts_with(key)) return false;
  text.remove_prefix(key.size());
  if (quote != ' ') {
    if (!text.starts_with(quote)) return false;
    text.remove_prefix(1);
  }
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.starts_with(':');
}

/// True if there are at least two rows with the same number of `,`, `;` or tabs, and nothing that YAML would
/// take for a key.
bool looks_like_table(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.size() == text.size() || first.find_first_of("{[") != std::string_view::npos) return false;
  const std::string_view behind = text.substr(first.size() + 1);
  const std::string_view second = behind.substr(0, behind.find('\n'));
  const auto has_key = [](std::string_view line) {
    return line.find(": ") != std::string_view::npos || line.ends_with(":") || line.ends_with(":\r");
  };
  if (has_key(first) || has_key(second)) return false;
  return std::any_of(std::begin(separators), std::end(separators), [&](char separator) {
    const auto count = std::count(first.begin(), first.end(), separator);
    return count > 0 && first[0] != separator && count == std::count(second.begin(), second.end(), separator);
  });
}

bool is_page(std::string_view text) {
  constexpr std::string_view beginnings[] = {"<!DOCTYPE", "<!doctype", "<html", "<HTML", "<?xml", "{\\rtf"};
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view with) { return text.starts_with(with); });
}

bool begins_with_number(std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; }

/// True if one of the first lines is one that only a record has: its variant, its players, a round.
bool has_line_of_record(std::string_view text) {
  constexpr std::size_t looked_at_of_text = 65'536;
  constexpr std::string_view beginnings[] = {"[variant ", "[players "};
  constexpr std::string_view round = "round ";
  for (text = text.substr(0, looked_at_of_text); !text.empty();) {
    const bool begins = any_of(beginnings, [&](std::string_view with) { return text.starts_with(with); });
    if (begins || (text.starts_with(round) && begins_with_number(text.substr(round.size())))) return true;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return false;
}

}  // namespace

std::string_view name_of_kind(std::string_view text) {
  switch (kind_of_text(text)) {
    case TextKind::rules:
      return "a rule file";
    case TextKind::record:
      return "a record of a game";
    case TextKind::json:
      return "JSON";
    case TextKind::table:
      return "a table (CSV)";
    case TextKind::page:
      return first_content(text).starts_with("{") ? "a document of a word processor" : "a web page";
    case TextKind::binary:
      break;
    case TextKind::other:
      return "a text";
  }
  const auto of = [&](const Beginning& beginning) { return text.starts_with(beginning.bytes); };
  const auto begins = find_if(binary_beginnings, of);
  if (begins == binary_beginnings.end()) return "no text";
  if (begins->name != "an archive") return begins->name;
  for (const Beginning& part : document_parts)
    if (text.substr(0, looked_at_in_archive).find(part.bytes) != std::string_view::npos) return part.name;
  return begins->name;
}

TextKind kind_of_text(std::string_view text) {
  if (is_binary(text)) return TextKind::binary;
  const std::string_view content = first_content(text);
  if (content.empty()) return TextKind::other;
  const std::string_view inner = first_content(content.substr(1));
  if (has_key(content, "roundhouse")) return TextKind::rules;
  if (is_page(content)) return TextKind::page;
  if (looks_like_table(content)) return TextKind::table;
  if (content[0] == '{') {
    if (has_key(inner, "roundhouse")) return TextKind::rules;
    if (inner.starts_with('"')) return TextKind::json;
  }
  if (content[0] == '[' && !inner.empty()) {
    if (inner[0] == '{' || inner[0] == '"') return TextKind::json;
    if (is_letter(inner[0])) return TextKind::record;
  }
  return has_line_of_record(content) ? TextKind::record : TextKind::other;
}

TextKind kind_of_file(std::string_view name, std::string_view text) {
  const TextKind kind = kind_of_text(text);
  // Lines of a record with commas look like a table.
  const bool is_lines = kind == TextKind::other || kind == TextKind::table;
  return is_lines && name.ends_with(".train") ? TextKind::record : kind;
}

}  // namespace roundhouse::dsl
