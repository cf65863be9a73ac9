// Blocks of the CPU device that run at the same time, because their threads
// wait for each other: those of a cluster, and those of a cooperative launch.
#ifndef PYK2PTX_JIT_CPU_TOGETHER_H
#define PYK2PTX_JIT_CPU_TOGETHER_H

#include "pool.h"
#include "runtime/jit/threads/worker.h"

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
  const std::vector<ReportSite> *sites = nullptr;
  const std::atomic<bool> *stop = nullptr;
};

/// Runs it. Each worker keeps the report and the problems of the lowest of
/// its blocks that has any.
void runTogether(const TogetherLaunch &launch, CpuPool &pool,
                 std::vector<CpuWorker> &workers);

/// Why the threads of a block stopped.
enum class BlockStop : std::uint8_t {
  Ended,
  /// Some wait for other blocks, and no other can go on.
  Group,
  /// Some poll: it is the turn of other blocks.
  Waiting,
  /// They wait for ever, or the launch is to end.
  Stuck
};
/// Runs the block's threads as far as they can go.
BlockStop stepBlock(CpuWorker &worker, HostBlock &block);
/// The same for a block that is the only one of its cluster: never Group.
BlockStop stepAlone(CpuWorker &worker, HostBlock &block);
/// Until it ends, is stuck, or is set aside.
void runAlone(CpuWorker &worker, HostBlock &block);
/// A block whose threads have looked so often in vain looks once a turn.
inline constexpr std::uint64_t vainLooks = 64;
/// How often the threads of the blocks under way look, together, before they
/// look in vain.
inline constexpr std::uint64_t manyLooks = 1u << 12;
/// Whether the block's threads, which poll, have looked in vain so often that
/// nothing will change unless another block changes it.
bool isHopeless(const CpuWorker &worker, std::uint64_t looks = manyLooks);
/// After so long, where a thread may also be at work.
inline constexpr std::chrono::seconds waitPatience(5);

} // namespace pyk2ptx

#endif
