// What the CPU device says of threads that wait for ever.
#ifndef PYK2PTX_JIT_CPU_DEADLOCK_H
#define PYK2PTX_JIT_CPU_DEADLOCK_H

#include "runtime/jit/threads/worker.h"

#include <cstddef>
#include <string>

namespace pyk2ptx {

[[nodiscard]] inline bool isBarrier(HostMeet meet) {
  return meet <= HostMeet::BarrierOr;
}
[[nodiscard]] inline bool isOfWarp(HostMeet meet) {
  return !isBarrier(meet) && meet < HostMeet::NamedBarrier;
}
/// What it is called in a kernel, behind "cuda.".
[[nodiscard]] const char *nameOf(HostMeet meet);
/// "file.py:3:9", where the thread waits; empty: not known.
[[nodiscard]] std::string siteOf(const CpuWorker &worker,
                                 const CpuThread &thread);

/// "block (0,0,0) thread (0,0,0)": thread number `index` of the block.
[[nodiscard]] std::string describePlace(const HostBlock &block,
                                        std::size_t index);
/// What thread number `index` of the block waits for, and that it does so for
/// ever.
[[nodiscard]] std::string describeDeadlock(const CpuWorker &worker,
                                           const HostBlock &block,
                                           const CpuThread &thread,
                                           std::size_t index);
/// Which thread of the block waits, and where.
[[nodiscard]] std::string describeWaits(const CpuWorker &worker,
                                        const HostBlock &block);
/// Says that the threads of a block wait for ever.
void noteStuck(CpuWorker &worker, const HostBlock &block);

} // namespace pyk2ptx

#endif
