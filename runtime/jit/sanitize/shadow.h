// Shadow memory of the checks: for each piece of memory (HostSites::granule
// bytes) who wrote it last, and two of those who have read or atomically
// updated it since.
//
// Two are enough in practice: whoever writes later is at most one of them, and
// of many the pair is kept that is furthest apart (other blocks, else other
// warps), which a barrier orders last.
#ifndef PYK2PTX_JIT_SANITIZE_SHADOW_H
#define PYK2PTX_JIT_SANITIZE_SHADOW_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace pyk2ptx {

enum class AccessKind : std::uint8_t { None, Read, Write, Atomic };

/// An access: by whom, when and where. All zero is none.
struct AccessStamp {
  /// x fastest.
  std::uint32_t block;
  /// Barriers of the block before it.
  std::uint32_t epoch;
  std::uint16_t thread;
  /// Warp synchronizations and fences of the thread since the last barrier.
  std::uint16_t clock;
  std::uint32_t site : 28;
  std::uint32_t kind : 2;
  /// An atomic of scope block.
  std::uint32_t isBlockScope : 1;
  /// Only says that the memory is initialised; conflicts with nothing.
  std::uint32_t isOrdered : 1;

  AccessKind accessKind() const { return static_cast<AccessKind>(kind); }
};
static_assert(sizeof(AccessStamp) == 16);

struct ShadowCell {
  AccessStamp write;
  /// Reads and atomics since.
  AccessStamp others[2];
};

/// The cells of a range of memory; untouched ones cost no memory.
class ShadowMemory {
public:
  ShadowMemory() = default;
  ShadowMemory(std::uint64_t begin, std::uint64_t bytes, std::uint32_t granule);

  bool contains(std::uint64_t address) const {
    return address - begin_ < bytes_;
  }
  std::uint64_t begin() const { return begin_; }
  /// Of the piece that `address` is in.
  ShadowCell &cell(std::uint64_t address) {
    return cells_.get()[(address - begin_) >> shift_];
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
    void operator()(ShadowCell *cells) const;
  };
  std::uint64_t begin_ = 0, bytes_ = 0;
  unsigned shift_ = 0;
  std::unique_ptr<ShadowCell, Unmap> cells_;
};

} // namespace pyk2ptx

#endif
