#include "dsl/base/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"

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

}  // namespace roundhouse::dsl
