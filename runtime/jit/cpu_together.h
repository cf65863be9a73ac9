// Blocks of the CPU device that run at the same time, because their threads
// wait for each other: those of a cluster, and those of a cooperative launch.
#ifndef PYK2PTX_JIT_CPU_TOGETHER_H
#define PYK2PTX_JIT_CPU_TOGETHER_H

#include "cpu_pool.h"
#include "cpu_worker.h"

#include <pyk2ptx/error.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

class LaunchCheck;

/// A launch of blocks that run at the same time.
struct TogetherLaunch {
  void (*entry)(const void *params, HostBlock *block);
  const void *params;
  Dim3 grid, block;
  /// Blocks of a cluster.
  Dim3 cluster;
  std::uint32_t dynamicShared;
  std::size_t sharedBytes;
  /// Whether all clusters run at the same time.
  bool cooperative;
  /// Null: no checks. With them, and with a schedule, one core runs all.
  LaunchCheck *check = nullptr;
  bool oneByOne = false;
};

/// Runs it. Each worker keeps the first report and the first deadlock of the
/// blocks that it ran.
void runTogether(const TogetherLaunch &launch, CpuPool &pool,
                 std::vector<CpuWorker> &workers);

/// Says that the threads of a block wait for ever.
void noteStuck(CpuWorker &worker, const HostBlock &block);

/// Why the threads of a block stopped.
enum class BlockStop : std::uint8_t {
  Ended,
  /// Some wait for other blocks, and no other can go on.
  Group,
  /// They wait for ever.
  Stuck
};
/// Runs the block's threads as far as they can go.
BlockStop stepBlock(CpuWorker &worker, const HostBlock &block);
/// What thread number `index` of the block waits for, and that it does so for
/// ever.
std::string describeDeadlock(const HostBlock &block, const CpuThread &thread,
                             std::size_t index);
/// A block that is the only one of its cluster: until it ends or is stuck.
void runAlone(CpuWorker &worker, const HostBlock &block);

} // namespace pyk2ptx

#endif
