// What host code of a kernel (the CPU device) and its runner share. Plain C
// layout; lower/host.cpp addresses the fields by offset.
#ifndef PYK2PTX_COMPILER_TARGET_HOST_ABI_H
#define PYK2PTX_COMPILER_TARGET_HOST_ABI_H

#include <pyk2ptx/abi.h>

#include <cstddef>
#include <cstdint>

namespace pyk2ptx {

/// Lanes of a warp.
inline constexpr std::uint32_t warpSize = 32;

/// What a stamp of the shadow memory says in its lowest bits: what the access
/// was. Above them are hostStampHasOthers (in HostShadow::first alone), the
/// place in HostSites as HostSites::siteBits() bits, the thread's number in its
/// block and the number of the moment (runtime/jit/sanitize/moments.h). 0 is
/// none.
enum class HostStamp : std::uint64_t {
  None,
  Read,
  Write,
  Atomic,
  /// An atomic of scope block.
  BlockAtomic,
  /// Only says that the memory is initialised; conflicts with nothing.
  Ordered
};
inline constexpr std::uint64_t hostStampKind = 7;
inline constexpr std::uint64_t hostStampHasOthers = 8;
/// Where the place begins, and how many bits the thread has.
inline constexpr unsigned hostStampSite = 4, hostThreadBits = 10;

/// Who accessed memory from `begin` on: for each piece of HostSites::granule
/// bytes a stamp. `first` null: nobody needs to know.
struct HostShadow {
  std::uint64_t begin;
  /// The last write; where there was none, and but one other access, that.
  std::uint64_t *first;
  // Where the first has hostStampHasOthers:
  /// Which accesses would change nothing here, and find nothing: of the kind
  /// that the others are, at one moment, by a range of threads. From the
  /// highest bit on the first one of the range, as HostCheck::reads or atomics
  /// has it, then in hostThreadBits bits how many follow it; 0: none.
  std::uint64_t *quiet;
  /// Two of the reads and atomics since the last write; 0: none.
  std::uint64_t (*others)[2];
};
static_assert(sizeof(HostShadow) == 32);

/// Is no stamp, and far from each that there is.
inline constexpr std::uint64_t hostAskAlways = ~std::uint64_t(0);

/// What code with checks looks at before it asks them. The fields about
/// the thread that runs hold until it waits or fences.
struct HostCheck {
  /// The thread and its moment, from hostThreadBits + 1 bits on; the bit below
  /// is one for atomics. Or hostAskAlways.
  std::uint64_t reads, atomics;
  /// A stamp of the thread, without place and kind. Or hostAskAlways.
  std::uint64_t stamp;
  /// What a piece without accesses looks like: 0, or hostAskAlways.
  std::uint64_t untouched;
  /// Stamps come first whose thread and moment are so many from `orderedBegin`
  /// on.
  std::uint64_t orderedBegin, orderedLength;
  /// The same of the block's own shared memory, from 0 on; and of what
  /// HostShadow::quiet says, from 1 on.
  std::uint64_t sharedLength, sharedQuietLength;
  HostShadow shared;
  /// By argument.
  const HostShadow *arrays;
};

/// One block being run.
struct HostBlock {
  std::uint32_t blockIdx[3];
  std::uint32_t blockDim[3];
  std::uint32_t gridDim[3];
  /// Bytes of dynamic shared memory.
  std::uint32_t dynamicShared;
  /// The block's shared memory, 1024-byte aligned: every static array of the
  /// module at its offset (ir order, each aligned to 16 or what it asks for),
  /// then, aligned to 128 or what it asks for, the dynamic part.
  std::byte *shared;
  /// The module's report, shared by all blocks of the launch.
  Report *report;
  /// For the runner's own use.
  void *runner;
  /// Of code with checks (HostChecks), which the runner may hold more behind;
  /// else null.
  HostCheck *check;
  /// Of code that counts its lines: a counter for each of HostSites::lines.
  std::uint64_t *lines;
  /// Blocks of a cluster; 1 where the kernel has none.
  std::uint32_t clusterDim[3];
  /// Of code with loops that wait: not 0 once a thread of the block has changed
  /// memory.
  std::uint32_t changed;
  /// Of kernels whose blocks may be joined (HostShape): where their rows
  /// begin in the grid, and how many threads they have, at most hostLongestRow.
  std::uint32_t rowExtent;
  std::uint64_t rowBegin;
};
inline constexpr std::uint32_t hostLongestRow = 1u << 20;
/// How a kernel's blocks are run: a constant behind its symbol.
struct HostShape {
  /// Not 0: those that stand beside each other along x may be run as one with
  /// longer rows.
  std::uint8_t joinsBlocks;
  /// This axis and x have changed places in the kernel, and have to in the grid
  /// and its blocks. 0: none has.
  std::uint8_t rowAxis;
};
inline constexpr const char *hostShapeSuffix = ".shape";
static_assert(offsetof(HostBlock, shared) == 40);
static_assert(offsetof(HostBlock, report) == 48);

/// How the bits of a traced value are to be read.
enum class HostValue : std::uint32_t {
  Bool,
  Signed,
  Unsigned,
  Half,
  BFloat,
  Float,
  Double
};

/// Bytes of the static part of HostBlock::shared; a multiple of 128. The value
/// of the host module's constant global `pyk2ptx_host_static_shared` (i64).
inline constexpr const char *hostStaticSharedSymbol =
    "pyk2ptx_host_static_shared";

/// What threads say at HostMeet::SyncWarp where none of the mask may be
/// missing.
inline constexpr std::uint64_t wantsAllLanes = 1;

/// What a thread waits for where it suspends, and what it gets.
enum class HostMeet : std::uint32_t {
  /// All threads of the block: syncthreads and its reductions.
  Barrier,
  BarrierCount,
  BarrierAnd,
  BarrierOr,
  /// The threads of its warp that its mask names.
  SyncWarp,
  ShuffleIndex,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  All,
  Any,
  Equal,
  Ballot,
  MatchAny,
  /// The mask, and in bit 32 whether all are equal.
  MatchAll,
  /// The threads of its warp that come to the same call.
  ActiveMask,
  /// Reductions of the mask's threads: 32 bits, signed or unsigned.
  ReduceAdd,
  ReduceMinSigned,
  ReduceMinUnsigned,
  ReduceMaxSigned,
  ReduceMaxUnsigned,
  ReduceAnd,
  ReduceOr,
  ReduceXor,
  /// `value` is the address of the thread's HostMatrix.
  LoadMatrix,
  Mma,
  StoreMatrix,
  /// Barrier number `mask` of the block, and as many threads as `operand`.
  NamedBarrier,
  /// Nothing: the thread lets the others run before it looks again. `value` is
  /// one of hostPoll, or 0 for an mbarrier.
  Poll,
  /// All threads of the grid, and of the cluster (after cluster_arrive).
  Grid,
  Cluster
};
/// Reductions are between these two.
inline constexpr HostMeet firstReduction = HostMeet::ReduceAdd,
                          lastReduction = HostMeet::ReduceXor;

/// What a loop that polls is (waits.h), and whether this is the first time
/// since the thread came there.
inline constexpr std::uint64_t hostPollSpins = 1, hostPollWorks = 2,
                               hostPollIsFirst = 4;

/// A thread's part of ldmatrix and mma_sync.
struct HostMatrix {
  /// ldmatrix, stmatrix: where its row starts; null: there is none.
  const std::uint16_t *row;
  /// mma_sync: the fragments of a, b and c, behind each other, each register in
  /// 8 bytes. ldmatrix, and the result: from the start. stmatrix: the
  /// fragment; then the row's 16 bytes, and whether all rows are there.
  std::uint64_t words[16];
};

/// What is done to an mbarrier, a word of shared memory
/// (runtime/jit/cpu/mbarrier.cpp).
enum class HostMbarrier : std::uint32_t {
  Init,
  Inval,
  /// The word before it, which is the token.
  Arrive,
  ExpectTx,
  CompleteTx,
  /// Whether the token's phase, or that of the parity, has ended.
  Test,
  TestParity
};

/// Before the name of a function of libdevice, in place of its "__nv_".
inline constexpr const char *hostLibdevicePrefix = "pyk2ptx_nv_";

/// What frames and values of threads are aligned to, in bytes.
inline constexpr unsigned hostFrameAlignment = 64;

extern "C" {
/// Runs one coroutine a thread, round by round, until all are done. `start` is
/// symbol.thread.
using HostThreadStart = void *(*)(const void *params, HostBlock *block,
                                  std::uint32_t x, std::uint32_t y,
                                  std::uint32_t z);
void pyk2ptx_host_run_threads(const void *params, HostBlock *block,
                              HostThreadStart start);
/// One a warp, where rows are whole warps: `x` is that of its first thread.
void pyk2ptx_host_run_turns(const void *params, HostBlock *block,
                            HostThreadStart start);
/// As run_threads, for kernels whose threads call pyk2ptx_host_meet. Ends the
/// block early, and the launch with an error, when threads wait for ever.
void pyk2ptx_host_run_warps(const void *params, HostBlock *block,
                            HostThreadStart start);
/// The same for kernels whose threads wait for nothing and are no coroutines.
void pyk2ptx_host_run_through(const void *params, HostBlock *block,
                              HostThreadStart start);
/// Before a suspension: what thread number `thread` of the block (x fastest)
/// waits for. `operand` is a shuffle's lane, delta or mask (and from bit 8 on
/// the width of the segments that it stays in, 0 for 32), and the call's number
/// for an ActiveMask. `site` numbers the place in ModuleInfo::sites.
void pyk2ptx_host_meet(HostBlock *block, std::uint32_t thread, HostMeet meet,
                       std::uint32_t mask, std::uint64_t value,
                       std::uint32_t operand, std::uint32_t site);
/// In place of a Poll, where the thread cannot suspend: a function that calls
/// itself. Ends the launch when it waits in vain.
void pyk2ptx_host_spin(HostBlock *block, std::uint32_t thread,
                       std::uint64_t value, std::uint32_t site);
/// After it: what came of it.
std::uint64_t pyk2ptx_host_met(HostBlock *block, std::uint32_t thread);
/// The thread has arrived at the cluster's barrier.
void pyk2ptx_host_cluster_arrive(HostBlock *block, std::uint32_t thread);
/// The thread has come to barrier `number`, and does not wait.
void pyk2ptx_host_arrive(HostBlock *block, std::uint32_t number);
/// The place of `shared`, an address in the block's shared memory, in that of
/// the cluster's block number `rank`.
void *pyk2ptx_host_map_shared(HostBlock *block, void *shared,
                              std::uint32_t rank);
/// `word` null: none is inside the array; 1 for the tests, else nothing.
std::uint64_t pyk2ptx_host_mbarrier(HostBlock *block, HostMbarrier action,
                                    std::uint64_t *word, std::uint64_t value);
/// cp_async and cp_async_bulk: `bytes` at `to`, of which `available` are at
/// `from`; the others are zero.
void pyk2ptx_host_copy(HostBlock *block, void *to, const void *from,
                       std::uint64_t bytes, std::uint64_t available);
/// Stops in the debugger that watches this process; nothing without one.
void pyk2ptx_host_breakpoint();
/// Memory of a coroutine's frame: `bytes`, 64-byte aligned; freed by the
/// runner.
void *pyk2ptx_host_frame(HostBlock *block, std::uint64_t bytes);
/// Memory of the block that runs, 64-byte aligned: a value for each thread. The
/// first call (`number` 0) of a block frees that of the block before.
void *pyk2ptx_host_values(HostBlock *block, std::uint64_t bytes,
                          std::uint32_t number);
/// floor(2**64 * (p - divisor) / divisor) + 1, p being the least power of two
/// that is no less than the divisor (compiler/host/invariant_divisions.h). The
/// divisor is not zero.
std::uint64_t pyk2ptx_host_reciprocal(std::uint64_t divisor);
/// print: a C format and its arguments packed as for CUDA's vprintf (each
/// 8 bytes: int64, double, or char pointer). Whole lines are written at once.
void pyk2ptx_host_print(HostBlock *block, const char *format,
                        const void *arguments);
/// A float16's bits and back, rounded once.
std::uint16_t pyk2ptx_host_to_half(double value);
float pyk2ptx_host_from_half(std::uint16_t bits);

// Code with checks says what the thread that runs is about to do. `site`
// numbers the place in HostSites.

/// Bits of an access's `form`; the lower ones are its size in bytes.
inline constexpr std::uint32_t hostFormHasValue = 1u << 31;
inline constexpr std::uint32_t hostFormBlockScope = 1u << 30;
inline constexpr std::uint32_t hostFormSize = hostFormBlockScope - 1;

void pyk2ptx_check_read(HostBlock *block, const std::byte *place,
                        std::uint32_t form, std::uint32_t site);
/// `value` is what is written, where the form says so.
void pyk2ptx_check_write(HostBlock *block, const std::byte *place,
                         std::uint32_t form, std::uint32_t site,
                         std::uint64_t value);
void pyk2ptx_check_atomic(HostBlock *block, const std::byte *place,
                          std::uint32_t form, std::uint32_t site);
/// threadfence_block has `isBlock`.
void pyk2ptx_check_fence(HostBlock *block, std::uint32_t isBlock);
/// An index that is outside its axis.
void pyk2ptx_check_index(HostBlock *block, std::uint32_t site,
                         std::int64_t index, std::int64_t extent,
                         std::uint32_t axis);
/// A variable that is read before it is set.
void pyk2ptx_check_unset(HostBlock *block, std::uint32_t site);
/// Before the thread waits for others.
void pyk2ptx_check_wait(HostBlock *block, std::uint32_t site);
/// Before the thread ends.
void pyk2ptx_check_leave(HostBlock *block, std::uint32_t site);
/// A call whose work threads share: the `members` first of each line, of each
/// plane or of the block, by `axes`, have to make it; they add to the array at
/// `to`, if it is not null.
void pyk2ptx_check_called(HostBlock *block, std::uint32_t site,
                          std::uint32_t axes, std::uint32_t members,
                          const std::byte *to);
/// Code that can be traced: a statement begins; a variable, or the element at
/// `place`, has got a value.
void pyk2ptx_trace_line(HostBlock *block, std::uint32_t site);
void pyk2ptx_trace_value(HostBlock *block, std::uint32_t site, HostValue kind,
                         std::uint64_t bits, const std::byte *place);
/// A local array is at `place`; `array` numbers it in HostSites.
void pyk2ptx_check_local(HostBlock *block, const std::byte *place,
                         std::uint64_t bytes, std::uint32_t array);
}

} // namespace pyk2ptx

#endif
