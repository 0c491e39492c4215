#include "cli/write_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

std::string told(int error) {
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
int write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(file, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return fsync(file) == 0 ? 0 : errno;
}

/// Where the file system knows no files without a name: under another name beside it, which goes away.
std::string create_beside(const fs::path& path, std::string_view text) {
  const fs::path part = path.string() + ".part-" + std::to_string(getpid());
  const Descriptor file(open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) return told(errno);
  int error = write_whole(file.number(), text);
  // A link, because a new name would take the place of a file that has come there meanwhile.
  if (error == 0 && link(part.c_str(), path.c_str()) != 0) error = errno;
  unlink(part.c_str());
  return error == 0 ? std::string() : told(error);
}

}  // namespace

std::string create_file(const fs::path& path, std::string_view text) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  // It has no name before all of it is written: whoever is killed in between leaves nothing behind.
  const Descriptor file(open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
  if (file.number() < 0) {
    if (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL) return create_beside(path, text);
    return told(errno);
  }
  if (const int error = write_whole(file.number(), text); error != 0) return told(error);
  const std::string unnamed = "/proc/self/fd/" + std::to_string(file.number());
  if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
  return errno == ENOENT ? create_beside(path, text) : told(errno);
}

std::string replace_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) return error.message();
  struct stat before {};
  if (stat(target.c_str(), &before) != 0) return told(errno);
  if (!S_ISREG(before.st_mode)) return "it is no file";
  if (access(target.c_str(), W_OK) != 0) return told(errno);
  // Beside it, so that it is on the same disk and takes the old one's place in one step.
  std::string part = target.string() + ".part-XXXXXX";
  const Descriptor file(mkostemp(part.data(), O_CLOEXEC));
  if (file.number() < 0) return told(errno);
  int trouble = write_whole(file.number(), text);
  // Who may not give a file away owns the new one.
  if (trouble == 0 && fchown(file.number(), before.st_uid, before.st_gid) != 0 && errno != EPERM)
    trouble = errno;
  if (trouble == 0 && fchmod(file.number(), before.st_mode & 07777) != 0) trouble = errno;
  if (trouble == 0 && rename(part.c_str(), target.c_str()) != 0) trouble = errno;
  if (trouble != 0) unlink(part.c_str());
  return trouble == 0 ? std::string() : told(trouble);
}

}  // namespace roundhouse::cli
