// Bytes by key in a folder of the user's own, kept between processes.
#ifndef PYK2PTX_JIT_DISK_CACHE_H
#define PYK2PTX_JIT_DISK_CACHE_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pyk2ptx {

using CacheKey = std::array<std::uint8_t, 32>;

/// BLAKE3.
[[nodiscard]] CacheKey hashOf(std::string_view bytes);

/// A folder that is open. Where it cannot be used nothing is found and nothing
/// is kept: a cache is never a reason to fail.
class DiskCache {
public:
  /// Makes the folder, for its owner alone, if there is none. It must be the
  /// user's own, no symbolic link, and nobody else's to write.
  explicit DiskCache(const std::string &folder);
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  /// PYK2PTX_CACHE_DIR, else pyk2ptx in XDG_CACHE_HOME or in ~/.cache; "" where
  /// there is no home, and with PYK2PTX_CACHE=0.
  [[nodiscard]] static std::string defaultFolder();
  /// PYK2PTX_CACHE_MB, else 512 MiB.
  [[nodiscard]] static std::uint64_t defaultCap();

  /// Why the folder is not used; "" when it is.
  [[nodiscard]] const std::string &problem() const { return problem_; }

  /// What was written for `key`, bit for bit, or nothing.
  [[nodiscard]] std::optional<std::string> read(const CacheKey &key) const;
  /// Replaces what there was. False when it could not be kept.
  bool write(const CacheKey &key, std::string_view payload) const;
  /// Writes, and removes what is too much of the whole where that is due.
  void keep(const CacheKey &key, std::string_view payload) const;
  /// Removes what was used least recently until the rest is below `cap` bytes,
  /// and what writers that died have left.
  void evict(std::uint64_t cap) const;

private:
  int folder_ = -1;
  std::string problem_;
};

} // namespace pyk2ptx

#endif
