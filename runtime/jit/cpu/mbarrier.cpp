// An mbarrier on the CPU device: a word of shared memory, like the GPU's of no
// documented layout. Threads of a block run one at a time, so plain accesses
// do. Copies are done when they are asked for, so bytes that a phase waits for
// may come before it expects them, as on the GPU.
#include "compiler/target/host_abi.h"
#include "runtime/jit/sanitize/launch.h"
#include "runtime/jit/threads/worker.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace pyk2ptx {

namespace {

constexpr std::uint32_t mostArrivals = (1u << 20) - 1;
constexpr std::uint64_t mark = 0x2d;

// 20 bits of arrivals that are missing, 20 of arrivals a phase, the phase's
// parity, 17 of bytes that are missing (in units of 16, signed), and a mark
// that tells it from other data.
struct Mbarrier {
  std::uint32_t missing, arrivals, parity;
  std::int32_t units;

  static bool isOne(std::uint64_t word) { return word >> 58 == mark; }
  static Mbarrier of(std::uint64_t word) {
    auto units = static_cast<std::int32_t>(word >> 41 & 0x1ffff);
    return {static_cast<std::uint32_t>(word & mostArrivals),
            static_cast<std::uint32_t>(word >> 20 & mostArrivals),
            static_cast<std::uint32_t>(word >> 40 & 1),
            units >= 0x10000 ? units - 0x20000 : units};
  }
  std::uint64_t word() const {
    return missing | std::uint64_t(arrivals) << 20 |
           std::uint64_t(parity) << 40 |
           (static_cast<std::uint64_t>(units) & 0x1ffff) << 41 | mark << 58;
  }
  void endPhase() {
    if (missing || units)
      return;
    parity ^= 1;
    missing = arrivals;
  }
};

void refuse(HostBlock *block, const std::string &what) {
  static_cast<CpuWorker *>(block->runner)->misuse.tell(*block, [&] {
    const std::uint32_t (&at)[3] = block->blockIdx;
    return "block (" + std::to_string(at[0]) + "," + std::to_string(at[1]) +
           "," + std::to_string(at[2]) + "): " + what;
  });
}

} // namespace

extern "C" {

std::uint64_t pyk2ptx_host_mbarrier(HostBlock *block, HostMbarrier action,
                                    std::uint64_t *word, std::uint64_t value) {
  // A barrier that is nowhere keeps nobody waiting.
  if (!word)
    return 1;
  if (action != HostMbarrier::Test && action != HostMbarrier::TestParity)
    block->changed = 1;
  if (action == HostMbarrier::Init) {
    auto count = static_cast<std::uint32_t>(value);
    if (count == 0 || count > mostArrivals) {
      refuse(block, "mbarrier_init with a count of " + std::to_string(value) +
                        "; it is 1 to 1048575");
      count = 1;
    }
    *word = Mbarrier{count, count, 0, 0}.word();
    return 0;
  }
  if (!Mbarrier::isOne(*word)) {
    refuse(block, "an mbarrier is used that mbarrier_init has not made");
    return 1;
  }
  std::uint64_t before = *word;
  Mbarrier barrier = Mbarrier::of(before);
  switch (action) {
  case HostMbarrier::Inval:
    *word = 0;
    return 0;
  case HostMbarrier::Arrive:
    if (block->check)
      BlockCheck::of(*block).arrive(word);
    if (!barrier.missing)
      refuse(block, "more threads arrive at an mbarrier than its count");
    else
      --barrier.missing;
    break;
  case HostMbarrier::ExpectTx:
    barrier.units += static_cast<std::int32_t>(value / 16);
    *word = barrier.word();
    return before;
  case HostMbarrier::CompleteTx:
    if (block->check)
      BlockCheck::of(*block).arrive(word);
    barrier.units -= static_cast<std::int32_t>(value / 16);
    break;
  case HostMbarrier::Test:
  case HostMbarrier::TestParity: {
    std::uint64_t parity =
        action == HostMbarrier::Test ? Mbarrier::of(value).parity : value & 1;
    bool hasEnded = barrier.parity != parity;
    if (hasEnded && block->check)
      BlockCheck::of(*block).pass(word);
    return hasEnded;
  }
  default:
    break;
  }
  barrier.endPhase();
  *word = barrier.word();
  return before;
}

void pyk2ptx_host_copy(HostBlock *block, void *to, const void *from,
                       std::uint64_t bytes, std::uint64_t available) {
  std::uint64_t unit = bytes < 16 ? bytes : 16;
  bool isAligned = unit && reinterpret_cast<std::uintptr_t>(to) % unit == 0 &&
                   reinterpret_cast<std::uintptr_t>(from) % unit == 0;
  if (bytes % 16 != 0 && bytes > 16)
    refuse(block, "cp_async_bulk of " + std::to_string(bytes) +
                      " bytes, no multiple of 16");
  else if (!isAligned && bytes)
    refuse(block, "an asynchronous copy of " + std::to_string(bytes) +
                      " bytes between addresses that are no multiples of " +
                      std::to_string(unit));
  std::memcpy(to, from, available);
  std::memset(static_cast<std::byte *>(to) + available, 0, bytes - available);
}

} // extern "C"

} // namespace pyk2ptx
