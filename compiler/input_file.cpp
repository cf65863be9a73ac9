// What can be wrong with a file before its text means anything: it cannot be
// read, it is longer than offsets count, it is not UTF-8.
#include "input_file.h"

#include "frontend/messages/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pyk2ptx {

namespace {

constexpr std::size_t maxBytes = (std::size_t(1) << 31) - 1;

/// "" when all went well, else the reason.
std::string readAll(int file, std::string &text) {
  struct stat status;
  if (fstat(file, &status) != 0)
    return std::strerror(errno);
  if (S_ISDIR(status.st_mode))
    return std::strerror(EISDIR);
  if (S_ISREG(status.st_mode) &&
      static_cast<std::size_t>(status.st_size) > maxBytes)
    return "it is larger than 2 GiB";
  std::size_t used = 0;
  while (true) {
    if (text.size() - used < 4096)
      text.resize(std::max<std::size_t>(text.size() * 2, 1 << 16));
    ssize_t count = read(file, text.data() + used, text.size() - used);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return std::strerror(errno);
    if (count == 0)
      break;
    used += static_cast<std::size_t>(count);
    if (used > maxBytes)
      return "it is larger than 2 GiB";
  }
  text.resize(used);
  return "";
}

} // namespace

InputFile readInput(const std::string &path, const std::string &name,
                    Diagnostics &diagnostics) {
  int file =
      path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  std::string reason = file < 0 ? std::strerror(errno) : readAll(file, text);
  if (file > STDIN_FILENO)
    close(file);
  if (!reason.empty()) {
    diagnostics.emit({}, diag::UnreadableFile, name, reason);
    return {};
  }
  std::size_t invalid = findInvalidUtf8(text);
  if (invalid != std::string::npos)
    text.resize(invalid);
  InputFile input;
  input.source = std::make_unique<Source>(name, std::move(text));
  input.usable = invalid == std::string::npos;
  if (!input.usable) {
    auto end = static_cast<std::uint32_t>(invalid);
    diagnostics.emit({input.source.get(), end, end}, diag::NotUtf8,
                     static_cast<Integer>(invalid));
  }
  return input;
}

} // namespace pyk2ptx
