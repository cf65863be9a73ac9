// What is known of how many threads a kernel's blocks have.
#ifndef PYK2PTX_FRONTEND_EMIT_BLOCK_THREADS_H
#define PYK2PTX_FRONTEND_EMIT_BLOCK_THREADS_H

#include <cstdint>

namespace pyk2ptx {

/// Threads of a kernel's blocks; 0: not known.
struct BlockThreads {
  /// Of every launch, and by cuda.jit(launch_bounds=) or --launch-bounds at
  /// most.
  std::uint32_t launched = 0, bound = 0;
  /// What the primitive being expanded is made for.
  std::uint32_t expected = 0;

  /// How many there are.
  std::uint32_t exactly() const { return expected ? expected : launched; }
  /// As far as anything tells.
  std::uint32_t most() const {
    return exactly() ? exactly() : bound ? bound : 1024;
  }
};

} // namespace pyk2ptx

#endif
