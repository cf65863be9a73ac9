// rename is the one step that other processes see. It replaces a name, not a
// file, so links are resolved first: otherwise the link would be replaced.
#include "output_file.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace pyk2ptx {

namespace {

/// False with errno set.
bool writeAll(int file, const std::string &text) {
  for (std::size_t done = 0; done < text.size();) {
    ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      return false;
  }
  return true;
}

/// The name at the end of a chain of links; it need not exist.
std::string followLinks(std::string path) {
  for (int hops = 0; hops < 40; ++hops) {
    char target[PATH_MAX];
    ssize_t size = readlink(path.c_str(), target, sizeof(target));
    if (size < 0)
      break;
    std::string_view next(target, static_cast<std::size_t>(size));
    path = std::filesystem::path(path).replace_filename(next);
  }
  return path;
}

/// Closes `file`, which every caller has opened; false with errno set.
bool writeAndClose(int file, const std::string &text) {
  bool written = writeAll(file, text);
  int reason = errno;
  bool closed = close(file) == 0;
  if (!written)
    errno = reason;
  return written && closed;
}

bool writeDirectly(const std::string &path, const std::string &text) {
  int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return file >= 0 && writeAndClose(file, text);
}

/// `older` is the file that is to be replaced, if there is one.
bool replace(const std::string &path, const std::string &text,
             const struct stat *older) {
  std::filesystem::path name = path;
  std::string temporary = name.replace_filename(
      "." + name.filename().string() + "." + std::to_string(getpid()) + ".tmp");
  int file =
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  if (older)
    (void)fchmod(file, older->st_mode & 07777);
  if (writeAndClose(file, text) &&
      std::rename(temporary.c_str(), path.c_str()) == 0)
    return true;
  int reason = errno;
  (void)unlink(temporary.c_str());
  errno = reason;
  return false;
}

bool write(const std::string &path, const std::string &text) {
  if (path == "-")
    return writeAll(STDOUT_FILENO, text);
  struct stat older;
  if (stat(path.c_str(), &older) != 0)
    return replace(followLinks(path), text, nullptr);
  if (S_ISREG(older.st_mode)) {
    // Renaming would override the file's own permission.
    if (access(path.c_str(), W_OK) != 0)
      return false;
    return replace(followLinks(path), text, &older);
  }
  return writeDirectly(path, text);
}

} // namespace

bool writeFile(const std::string &path, const std::string &text,
               std::string &error) {
  if (write(path, text))
    return true;
  error = std::strerror(errno);
  return false;
}

} // namespace pyk2ptx
