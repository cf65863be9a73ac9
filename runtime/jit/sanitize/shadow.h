// Shadow memory of the checks: for each piece of memory (HostSites::granule
// bytes) who wrote it last, and two of those who have read or atomically
// updated it since. Code of kernels looks at it, too: its layout is in
// host_abi.h, its stamps are words.
//
// Two are enough in practice: whoever writes later is at most one of them, and
// of many the pair is kept that is furthest apart (other blocks, else other
// warps), which a barrier orders last.
#ifndef PYK2PTX_JIT_SANITIZE_SHADOW_H
#define PYK2PTX_JIT_SANITIZE_SHADOW_H

#include "compiler/target/host_abi.h"
#include "moments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pyk2ptx {

enum class AccessKind : std::uint8_t { None, Read, Write, Atomic };

/// An access: by whom, when and where.
struct AccessStamp {
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;
  std::uint16_t thread = 0;
  std::uint16_t clock = 0;
  std::uint32_t site = 0;
  AccessKind kind = AccessKind::None;
  /// An atomic of scope block.
  bool isBlockScope = false;
};

/// Accesses as the words of the shadow memory.
class Stamps {
public:
  explicit Stamps(unsigned siteBits)
      : shift_(hostStampSite + siteBits),
        moments_(std::uint64_t(1)
                 << std::min(42u, 64 - hostThreadBits - shift_)) {}

  Moments &moments() { return moments_; }
  /// The number of moments that come before all: there are none left for them.
  /// A launch that is so long may hide a race, but none is invented.
  std::uint64_t limit() const { return moments_.limit(); }
  /// Without place and kind.
  std::uint64_t of(std::uint64_t moment, std::uint32_t thread) const {
    return (moment << hostThreadBits | thread) << shift_;
  }
  /// Moment and thread.
  std::uint64_t position(std::uint64_t stamp) const { return stamp >> shift_; }
  std::uint64_t moment(std::uint64_t stamp) const {
    return position(stamp) >> hostThreadBits;
  }
  std::uint32_t thread(std::uint64_t stamp) const {
    return position(stamp) & ((1u << hostThreadBits) - 1);
  }
  std::uint32_t block(std::uint64_t stamp) const {
    return moments_.at(moment(stamp)).block;
  }
  static AccessKind kind(std::uint64_t stamp);
  AccessStamp unpack(std::uint64_t stamp) const;

private:
  unsigned shift_;
  Moments moments_;
};

inline AccessKind Stamps::kind(std::uint64_t stamp) {
  static constexpr AccessKind kinds[] = {AccessKind::None,   AccessKind::Read,
                                         AccessKind::Write,  AccessKind::Atomic,
                                         AccessKind::Atomic, AccessKind::Write,
                                         AccessKind::None,   AccessKind::None};
  return kinds[stamp & hostStampKind];
}

inline HostStamp kindOf(std::uint64_t stamp) {
  return static_cast<HostStamp>(stamp & hostStampKind);
}

/// The stamps of a range of memory; untouched ones cost no memory.
class ShadowMemory {
public:
  ShadowMemory() = default;
  /// Without stamps where nobody needs to know.
  ShadowMemory(std::uint64_t begin, std::uint64_t bytes, std::uint32_t granule,
               bool hasStamps = true);

  bool contains(std::uint64_t address) const {
    return address - begin_ < bytes_;
  }
  std::uint64_t begin() const { return begin_; }
  /// The number of the piece that `address` is in.
  std::size_t piece(std::uint64_t address) const {
    return (address - begin_) >> shift_;
  }
  HostShadow host() const {
    return {begin_, first_.get(), quiet_.get(), others_.get()};
  }
  std::uint32_t granule() const { return 1u << shift_; }
  /// The last byte's successor of an access, cut at the range's end.
  std::uint64_t endOf(std::uint64_t address, std::uint64_t size) const {
    std::uint64_t end = begin_ + bytes_;
    return size < end - address ? address + size : end;
  }
  /// Forgets everything.
  void clear();

private:
  struct Unmap {
    std::size_t bytes;
    void operator()(void *pages) const;
  };
  template <class T> using Pages = std::unique_ptr<T[], Unmap>;

  template <class T> Pages<T> map() const;

  std::uint64_t begin_ = 0, bytes_ = 0;
  unsigned shift_ = 0;
  Pages<std::uint64_t> first_, quiet_;
  Pages<std::uint64_t[2]> others_;
};

} // namespace pyk2ptx

#endif
