#include "cli/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

std::string error_text(int error) {
  if (error == EEXIST) return "there is such a file already";
  return std::generic_category().message(error);
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

/// The error, or 0.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

/// As write_all, and then puts it on the disk.
int write_whole(int file, std::string_view text) {
  const int error = write_all(file, text);
  if (error != 0) return error;
  return fsync(file) == 0 ? 0 : errno;
}

/// Writes under another name beside it, which goes away; for file systems that know no files without a name.
std::string create_beside(const fs::path& path, std::string_view text) {
  const fs::path part = path.string() + ".part-" + std::to_string(getpid());
  const Descriptor file(open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) return error_text(errno);
  int error = write_whole(file.number(), text);
  // A link, because a new name would take the place of a file that has come there meanwhile.
  if (error == 0 && link(part.c_str(), path.c_str()) != 0) error = errno;
  unlink(part.c_str());
  return error == 0 ? std::string() : error_text(error);
}

/// True if the file holds this now.
bool still_holds(const fs::path& path, std::string_view expected) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return false;
  std::string chunk(std::size_t{64} << 10, '\0');
  while (true) {
    const ssize_t got = read(file.number(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return expected.empty();
    const auto length = static_cast<std::size_t>(got);
    if (!expected.starts_with(std::string_view(chunk).substr(0, length))) return false;
    expected.remove_prefix(length);
  }
}

/// Takes over the mode, and the owner as far as that is allowed. A mode that would let more people write is
/// not given with another group.
int take_over(int file, const struct stat& from) {
  mode_t mode = from.st_mode & 07777;
  if (fchown(file, from.st_uid, from.st_gid) != 0) mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  return fchmod(file, mode) == 0 ? 0 : errno;
}

/// Onto the disk, too, so that the new name outlives a loss of power. Without effect where that cannot be.
void keep_folder(const fs::path& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) (void)fsync(opened.number());
}

/// Without the number of the process that writes it.
std::string part_name(const fs::path& file) { return "." + file.filename().string() + ".part-"; }

/// Writes the new text beside the file, under `part`.
int write_beside(const fs::path& folder, const fs::path& part, const struct stat& old,
                 std::string_view text) {
  // Without a name until all of it is written, so that a killed program leaves nothing behind.
  const Descriptor unnamed(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (unnamed.number() >= 0) {
    int error = write_whole(unnamed.number(), text);
    if (error == 0) error = take_over(unnamed.number(), old);
    if (error != 0) return error;
    const std::string name = "/proc/self/fd/" + std::to_string(unnamed.number());
    if (linkat(AT_FDCWD, name.c_str(), AT_FDCWD, part.c_str(), AT_SYMLINK_FOLLOW) == 0) return 0;
    if (errno != ENOENT) return errno;
  } else if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) {
    return errno;
  }
  const Descriptor named(open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (named.number() < 0) return errno;
  int error = write_whole(named.number(), text);
  if (error == 0) error = take_over(named.number(), old);
  if (error != 0) unlink(part.c_str());
  return error;
}

}  // namespace

std::string replace_file(const fs::path& path, std::string_view before, std::string_view text) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return error.message();
  struct stat old {};
  if (stat(file.c_str(), &old) != 0) return error_text(errno);
  if (!S_ISREG(old.st_mode)) return "it is no file on a disk";
  // A new file in its place needs no such right, but the right was taken away on purpose.
  if (access(file.c_str(), W_OK) != 0) return error_text(errno);
  const fs::path folder = file.parent_path();
  const fs::path part = folder / (part_name(file) + std::to_string(getpid()));
  if (const int failed = write_beside(folder, part, old, text); failed != 0) return error_text(failed);
  if (!still_holds(file, before)) {
    unlink(part.c_str());
    return "it was changed by somebody else meanwhile";
  }
  if (std::rename(part.c_str(), file.c_str()) != 0) {
    const std::string reason = error_text(errno);
    unlink(part.c_str());
    return reason;
  }
  keep_folder(folder);
  return {};
}

std::string put_file(const fs::path& path, std::string_view text) {
  const fs::path part = path.string() + ".part-" + std::to_string(getpid());
  int error = 0;
  {
    const Descriptor file(open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.number() < 0) return error_text(errno);
    error = write_all(file.number(), text);
  }
  if (error == 0 && rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) unlink(part.c_str());
  return error == 0 ? std::string() : error_text(error);
}

void remove_leftovers(const fs::path& path) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return;
  const std::string begin = part_name(file);
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(file.parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(begin)) continue;
    const auto process = dsl::whole_number<pid_t>(std::string_view(name).substr(begin.size()), 1, INT32_MAX);
    // Another one may be at work there right now.
    if (process && kill(*process, 0) != 0 && errno == ESRCH) left.push_back(entry->path());
  }
  for (const fs::path& part : left) fs::remove(part, error);
}

std::string create_file(const fs::path& path, std::string_view text) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  // It has no name before all of it is written, so that a killed program leaves nothing behind.
  const Descriptor file(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
  if (file.number() < 0) {
    if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) return create_beside(path, text);
    return error_text(errno);
  }
  if (const int error = write_whole(file.number(), text); error != 0) return error_text(error);
  const std::string unnamed = "/proc/self/fd/" + std::to_string(file.number());
  if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  return errno == ENOENT ? create_beside(path, text) : error_text(errno);
}

Exit refuse_writing(const std::filesystem::path& path, std::string_view trouble) {
  return refuse(Exit::unreadable, fmt::format("{} cannot be written: {}", dsl::printable_line(path.string()),
                                              dsl::printable_line(trouble)));
}

bool make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    refuse(Exit::unreadable,
           fmt::format("{} cannot be made: {}", dsl::printable_line(folder.string()), error.message()));
  return !error;
}

}  // namespace roundhouse::cli
