// What is read here becomes code, so it must be what this user's own compiler
// wrote: the folder and its files belong to the user and nobody else can write
// them, names are looked up in the open folder and never through a symbolic
// link, and a file says what it is (magic, key, size, hash) and is taken only
// if all of that is right. Everything else is as if there were no file.
//
// Files appear by rename, so that readers see a whole one or none, whoever else
// writes at the same time; there is no lock to wait for. They are not synced: a
// file that a crash cut off has a wrong hash.
#include "disk_cache.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

namespace pyk2ptx {

namespace {

constexpr char magic[] = "pyk2ptx cache 1\n";
constexpr std::size_t magicBytes = sizeof(magic) - 1;
constexpr std::size_t headBytes = magicBytes + 32 + 8 + 32;
constexpr std::uint64_t maxPayload = std::uint64_t(1) << 28;
constexpr const char *temporaryPrefix = ".new-";

class File {
public:
  explicit File(int handle) : handle_(handle) {}
  ~File() { close(); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  bool isOpen() const { return handle_ >= 0; }
  int handle() const { return handle_; }
  bool close() {
    return handle_ < 0 || ::close(std::exchange(handle_, -1)) == 0;
  }

  bool readAll(char *to, std::size_t size) const {
    while (size > 0) {
      ssize_t count = ::read(handle_, to, size);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return false;
      to += count;
      size -= static_cast<std::size_t>(count);
    }
    return true;
  }
  bool writeAll(const char *from, std::size_t size) const {
    while (size > 0) {
      ssize_t count = ::write(handle_, from, size);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return false;
      from += count;
      size -= static_cast<std::size_t>(count);
    }
    return true;
  }

private:
  int handle_;
};

/// The user's, and nobody else can write it.
bool isOwn(const struct stat &status) {
  return status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

std::string nameOf(const CacheKey &key) {
  return llvm::toHex(key, /*LowerCase=*/true);
}

std::string headOf(const CacheKey &key, std::string_view payload) {
  std::string head(magic, magicBytes);
  head.append(reinterpret_cast<const char *>(key.data()), key.size());
  for (unsigned shift = 0; shift < 64; shift += 8)
    head += static_cast<char>(payload.size() >> shift & 0xff);
  CacheKey hash = hashOf(payload);
  head.append(reinterpret_cast<const char *>(hash.data()), hash.size());
  return head;
}

/// A file of more bytes than the process may write would end it by a signal.
bool mayWrite(std::size_t bytes) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

/// Makes the folders above, as far as they are missing.
void makeFolders(const std::string &path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1))
    mkdir(path.substr(0, slash).c_str(), 0700);
  mkdir(path.c_str(), 0700);
}

} // namespace

CacheKey hashOf(std::string_view bytes) {
  return llvm::BLAKE3::hash<32>(
      {reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()});
}

std::string DiskCache::defaultFolder() {
  auto environment = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (environment("PYK2PTX_CACHE") == "0")
    return "";
  if (std::string folder = environment("PYK2PTX_CACHE_DIR"); !folder.empty())
    return folder;
  if (std::string caches = environment("XDG_CACHE_HOME"); !caches.empty())
    return caches + "/pyk2ptx";
  std::string home = environment("HOME");
  return home.empty() ? "" : home + "/.cache/pyk2ptx";
}

std::uint64_t DiskCache::defaultCap() {
  constexpr unsigned long long byDefault = 512;
  const char *text = std::getenv("PYK2PTX_CACHE_MB");
  unsigned long long megabytes = text ? std::strtoull(text, nullptr, 10) : 0;
  return std::min(megabytes ? megabytes : byDefault, 1ull << 30) << 20;
}

DiskCache::DiskCache(const std::string &folder) {
  if (folder.empty()) {
    problem_ = "there is no folder for it";
    return;
  }
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  // A slash behind the name would follow a link.
  std::string path = folder;
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  folder_ = open(path.c_str(), flags);
  if (folder_ < 0 && errno == ENOENT) {
    makeFolders(path);
    folder_ = open(path.c_str(), flags);
  }
  struct stat status;
  if (folder_ < 0 || fstat(folder_, &status) != 0) {
    problem_ = "`" + path + "`: " + std::strerror(errno);
  } else if (!isOwn(status)) {
    problem_ = "`" + path + "` belongs to or can be written by other users";
    close(std::exchange(folder_, -1));
  }
}

DiskCache::~DiskCache() {
  if (folder_ >= 0)
    close(folder_);
}

std::optional<std::string> DiskCache::read(const CacheKey &key) const {
  if (folder_ < 0)
    return std::nullopt;
  // Not blocking: what waits for a pipe's writer waits for ever.
  File file(openat(folder_, nameOf(key).c_str(),
                   O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (!file.isOpen() || fstat(file.handle(), &status) != 0 ||
      !S_ISREG(status.st_mode) || !isOwn(status))
    return std::nullopt;
  auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < headBytes || size > headBytes + maxPayload)
    return std::nullopt;
  char head[headBytes];
  std::string payload(size - headBytes, '\0');
  if (!file.readAll(head, headBytes) ||
      !file.readAll(payload.data(), payload.size()) ||
      headOf(key, payload) != std::string_view(head, headBytes))
    return std::nullopt;
  // Its use is the file's time. Once a minute is often enough.
  if (time(nullptr) - status.st_mtime > 60)
    (void)futimens(file.handle(), nullptr);
  return payload;
}

bool DiskCache::write(const CacheKey &key, std::string_view payload) const {
  if (folder_ < 0 || payload.size() > maxPayload ||
      !mayWrite(payload.size() + headBytes))
    return false;
  static std::atomic<unsigned> counter = 0;
  struct timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  char temporary[96];
  std::snprintf(temporary, sizeof temporary, "%s%ld-%u-%lld.%ld",
                temporaryPrefix, static_cast<long>(getpid()), counter++,
                static_cast<long long>(now.tv_sec), now.tv_nsec);
  File file(openat(folder_, temporary,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.isOpen())
    return false;
  std::string head = headOf(key, payload);
  bool written = file.writeAll(head.data(), head.size()) &&
                 file.writeAll(payload.data(), payload.size());
  written = file.close() && written;
  if (written &&
      renameat(folder_, temporary, folder_, nameOf(key).c_str()) == 0)
    return true;
  unlinkat(folder_, temporary, 0);
  return false;
}

namespace {

struct Entry {
  std::string name;
  struct timespec used;
  std::uint64_t size;
};

/// Entries and, with size 0, what dead writers left.
std::vector<Entry> entriesOf(int folder) {
  std::vector<Entry> entries;
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = again < 0 ? nullptr : fdopendir(again);
  if (!directory) {
    if (again >= 0)
      close(again);
    return entries;
  }
  constexpr time_t longDead = 3600;
  while (const dirent *each = readdir(directory)) {
    std::string name = each->d_name;
    bool isTemporary = name.rfind(temporaryPrefix, 0) == 0;
    bool isEntry =
        name.size() == 2 * sizeof(CacheKey) &&
        name.find_first_not_of("0123456789abcdef") == std::string::npos;
    struct stat status;
    if ((!isTemporary && !isEntry) ||
        fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (isTemporary && time(nullptr) - status.st_mtime < longDead)
      continue;
    entries.push_back(
        {std::move(name), status.st_mtim,
         isTemporary ? 0 : static_cast<std::uint64_t>(status.st_size)});
    if (isTemporary)
      entries.back().used = {};
  }
  closedir(directory);
  return entries;
}

/// Counts what this process has written, so that folders are not listed at
/// every write.
bool isEvictionDue(std::uint64_t bytes, std::uint64_t cap) {
  static std::atomic<std::uint64_t> written = 0;
  static std::atomic<bool> isFirst = true;
  std::uint64_t before = written.fetch_add(bytes);
  std::uint64_t step = cap / 16 + 1;
  return isFirst.exchange(false) || before / step != (before + bytes) / step;
}

} // namespace

void DiskCache::keep(const CacheKey &key, std::string_view payload) const {
  std::uint64_t cap = defaultCap();
  if (write(key, payload) && isEvictionDue(payload.size(), cap))
    evict(cap);
}

void DiskCache::evict(std::uint64_t cap) const {
  if (folder_ < 0)
    return;
  std::vector<Entry> entries = entriesOf(folder_);
  std::uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.size;
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
  });
  // A tenth more, so that the next writers need not do it again.
  bool isFull = total > cap;
  for (const Entry &entry : entries) {
    bool isLeftover = entry.size == 0;
    if (!isLeftover && (!isFull || total <= cap - cap / 10))
      break;
    if (unlinkat(folder_, entry.name.c_str(), 0) == 0)
      total -= entry.size;
  }
}

} // namespace pyk2ptx
