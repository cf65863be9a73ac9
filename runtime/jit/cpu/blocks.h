// The blocks of a launch whose blocks need not run at the same time: one after
// the other on each worker, those that wait for others aside.
#ifndef PYK2PTX_JIT_CPU_BLOCKS_H
#define PYK2PTX_JIT_CPU_BLOCKS_H

#include "pool.h"
#include "runtime/jit/threads/worker.h"

#include <pyk2ptx/error.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

class LaunchCheck;

/// A launch, as the workers see it.
struct BlockLaunch {
  void (*entry)(const void *params, HostBlock *block);
  const void *params;
  Dim3 grid, block;
  std::uint32_t dynamicShared;
  std::size_t sharedBytes;
  /// The kernel, for who is told that it waits long.
  std::string name;
  /// Null: no checks.
  LaunchCheck *check = nullptr;
  /// The blocks in their order; empty: ascending.
  std::vector<std::uint32_t> order = {};
  /// The first worker runs all.
  bool oneByOne = false;
  /// How many blocks that stand beside each other along x run as one, but for
  /// the last ones of a row; 1 where the kernel's blocks cannot be joined.
  std::uint32_t joined = 1;
};

/// That number for a kernel that can: rows become long, and every worker has
/// several.
[[nodiscard]] std::uint32_t blocksToJoin(Dim3 grid, Dim3 block,
                                         std::size_t workers);

/// Runs it. Each worker keeps the report and the problems of the lowest of
/// its blocks that has any.
void runBlocks(const BlockLaunch &launch, CpuPool &pool,
               std::vector<CpuWorker> &workers);

/// What became of the block that `own` ran, for the worker that began it.
void takeResults(const CpuWorker &own, Dim3 grid, CpuWorker &worker);

} // namespace pyk2ptx

#endif
