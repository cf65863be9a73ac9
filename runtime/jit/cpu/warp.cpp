// Threads of a block that wait for some of the others: warp operations, and
// barriers with a result.
//
// A warp is 32 threads in order, x fastest. Its threads run, one after the
// other, until each waits; those whose partners all wait for the same then get
// their results and run on. When no thread of any warp can, all wait at the
// barrier, which lets them go, or wait for ever, which is an error. As on the
// GPU, threads that have ended, and lanes behind the block's end, do not
// count.
#include "deadlock.h"
#include "interrupt.h"
#include "matrix.h"
#include "runtime/jit/sanitize/launch.h"
#include "runtime/jit/threads/worker.h"
#include "together.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace pyk2ptx {

namespace {

using State = CpuThread::State;

std::uint32_t reduceTwo(HostMeet meet, std::uint32_t a, std::uint32_t b) {
  auto isLess = static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
  switch (meet) {
  case HostMeet::ReduceAdd:
    return a + b;
  case HostMeet::ReduceMinSigned:
    return isLess ? a : b;
  case HostMeet::ReduceMaxSigned:
    return isLess ? b : a;
  case HostMeet::ReduceMinUnsigned:
    return std::min(a, b);
  case HostMeet::ReduceMaxUnsigned:
    return std::max(a, b);
  case HostMeet::ReduceAnd:
    return a & b;
  case HostMeet::ReduceOr:
    return a | b;
  default:
    return a ^ b;
  }
}

// The lanes first..first+size of a block's threads.
struct Warp {
  CpuThread *lanes;
  std::uint32_t size;
  /// The number of its first thread.
  std::uint32_t first;
  CpuWorker &worker;
  const HostBlock &block;

  void resume(std::uint32_t lane) const {
    CpuThread &thread = lanes[lane];
    if (worker.check)
      worker.check->run(first + lane);
    thread.meet = HostMeet::Barrier;
    thread.state = State::Waiting;
    resumeOf(thread.frame)(thread.frame);
    if (!resumeOf(thread.frame))
      thread.state = State::Ended;
  }

  // Whether some lane waits for others of the warp then.
  bool resumeReady() const {
    bool any = false;
    auto take = [&](std::uint32_t lane) {
      const CpuThread &thread = lanes[lane];
      if (thread.state == State::Ready)
        resume(lane);
      any = any || (thread.state == State::Waiting && isOfWarp(thread.meet));
    };
    if (worker.order.isForward())
      for (std::uint32_t lane = 0; lane < size; ++lane)
        take(lane);
    else
      for (std::uint32_t lane : worker.order.next(size))
        take(lane);
    return any;
  }

  // Lanes of `mask` that exist and have not ended.
  std::uint32_t living(std::uint32_t mask) const {
    std::uint32_t members = 0;
    for (std::uint32_t lane = 0; lane < size; ++lane)
      if ((mask >> lane & 1) && lanes[lane].state != State::Ended)
        members |= 1u << lane;
    return members;
  }

  // Whether all of `members` wait for what `lane` waits for.
  bool haveMet(std::uint32_t lane, std::uint32_t members) const {
    const CpuThread &first = lanes[lane];
    if (!(members >> lane & 1))
      return false;
    for (; members; members &= members - 1) {
      const CpuThread &other =
          lanes[static_cast<unsigned>(std::countr_zero(members))];
      if (other.state != State::Waiting || other.meet != first.meet ||
          other.mask != first.mask)
        return false;
    }
    return true;
  }

  // Of a lane outside, or one that is no member: the own value.
  std::uint64_t shuffled(std::uint32_t lane, std::uint32_t members) const {
    const CpuThread &thread = lanes[lane];
    std::uint32_t operand = thread.operand & 31, from = lane;
    std::uint32_t width = thread.operand >> 8;
    if (width == 0)
      width = warpSize;
    // The thread's segment of the warp.
    std::uint32_t begin = lane & ~(width - 1), end = begin + width;
    switch (thread.meet) {
    case HostMeet::ShuffleIndex:
      from = begin | (operand & (width - 1));
      break;
    case HostMeet::ShuffleUp:
      from = lane >= begin + operand ? lane - operand : lane;
      break;
    case HostMeet::ShuffleDown:
      from = lane + operand < end ? lane + operand : lane;
      break;
    default:
      from = (lane ^ operand) < end ? lane ^ operand : lane;
      break;
    }
    return members >> from & 1 ? lanes[from].value : thread.value;
  }

  std::uint32_t lanesWith(std::uint64_t value, std::uint32_t members) const {
    std::uint32_t same = 0;
    for (std::uint32_t rest = members; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (lanes[lane].value == value)
        same |= 1u << lane;
    }
    return same;
  }

  std::uint32_t reduced(HostMeet meet, std::uint32_t members) const {
    std::uint32_t sum = 0;
    for (std::uint32_t rest = members; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      auto value = static_cast<std::uint32_t>(lanes[lane].value);
      if (rest == members)
        sum = value;
      else
        sum = reduceTwo(meet, sum, value);
    }
    return sum;
  }

  // What all of `members` get, who wait for `any.meet`; none: each its own.
  std::optional<std::uint64_t> common(const CpuThread &any,
                                      std::uint32_t members) const {
    if (any.meet >= firstReduction && any.meet <= lastReduction)
      return reduced(any.meet, members);
    switch (any.meet) {
    case HostMeet::ShuffleIndex:
    case HostMeet::ShuffleUp:
    case HostMeet::ShuffleDown:
    case HostMeet::ShuffleXor:
    case HostMeet::MatchAny:
      return std::nullopt;
    case HostMeet::All:
      return lanesWith(1, members) == members;
    case HostMeet::Any:
      return lanesWith(1, members) != 0;
    case HostMeet::Ballot:
      return lanesWith(1, members);
    case HostMeet::Equal:
      return lanesWith(any.value, members) == members;
    case HostMeet::MatchAll:
      return lanesWith(any.value, members) == members
                 ? members | std::uint64_t(1) << 32
                 : 0;
    case HostMeet::ActiveMask:
      return members;
    default:
      return 0;
    }
  }

  std::uint64_t own(std::uint32_t lane, std::uint32_t members) const {
    const CpuThread &thread = lanes[lane];
    return thread.meet == HostMeet::MatchAny ? lanesWith(thread.value, members)
                                             : shuffled(lane, members);
  }

  // Instructions on matrices are of whole warps.
  void wantAll(std::uint32_t members, const CpuThread &any) const {
    if (members == ~0u)
      return;
    worker.misuse.tell(block, [&] {
      std::string site = siteOf(worker, any);
      return std::string("cuda.") + nameOf(any.meet) + " by " +
             std::to_string(std::popcount(members)) +
             " threads of a warp: the others have ended or are behind the "
             "block's end" +
             (site.empty() ? "" : "; ") + site;
    });
  }

  // The parts of `members` of an instruction on matrices.
  void runMatrices(std::uint32_t members) const {
    wantAll(members, lanes[static_cast<unsigned>(std::countr_zero(members))]);
    HostMatrix *parts[warpSize] = {};
    const CpuThread *any = nullptr;
    for (std::uint32_t rest = members; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      any = &lanes[lane];
      std::memcpy(static_cast<void *>(&parts[lane]), &any->value, 8);
    }
    if (any->meet == HostMeet::LoadMatrix)
      loadMatrices(parts, any->operand);
    else if (any->meet == HostMeet::StoreMatrix)
      gatherRows(parts, any->operand);
    else
      multiplyMatrices(parts, any->operand);
  }

  void release(std::uint32_t members) const {
    HostMeet meet =
        lanes[static_cast<unsigned>(std::countr_zero(members))].meet;
    if (meet >= HostMeet::LoadMatrix && meet <= HostMeet::StoreMatrix)
      runMatrices(members);
    auto any = static_cast<unsigned>(std::countr_zero(members));
    std::optional<std::uint64_t> result = common(lanes[any], members);
    for (std::uint32_t rest = members; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      lanes[lane].result = result ? *result : own(lane, members);
    }
    if (worker.check && lanes[any].meet == HostMeet::SyncWarp) {
      if (lanes[any].value == wantsAllLanes)
        worker.check->together(first, size, lanes[any].mask, members);
      else
        worker.check->syncWarp(first, members);
    }
    for (std::uint32_t rest = members; rest; rest &= rest - 1)
      lanes[static_cast<unsigned>(std::countr_zero(rest))].state = State::Ready;
  }

  // Lets those go whose partners are there; false when there are none.
  bool settle() const {
    bool any = false;
    for (std::uint32_t lane = 0; lane < size; ++lane) {
      const CpuThread &thread = lanes[lane];
      if (thread.state != State::Waiting || !isOfWarp(thread.meet) ||
          thread.meet == HostMeet::ActiveMask)
        continue;
      std::uint32_t members = living(thread.mask);
      if (haveMet(lane, members)) {
        release(members);
        any = true;
      }
    }
    return any;
  }

  // activemask: the threads that came to the same call while none could go on.
  bool settleActive() const {
    for (std::uint32_t lane = 0; lane < size; ++lane) {
      const CpuThread &thread = lanes[lane];
      if (thread.state != State::Waiting || thread.meet != HostMeet::ActiveMask)
        continue;
      std::uint32_t members = 0;
      for (std::uint32_t other = lane; other < size; ++other)
        if (lanes[other].state == State::Waiting &&
            lanes[other].meet == HostMeet::ActiveMask &&
            lanes[other].operand == thread.operand)
          members |= 1u << other;
      release(members);
      return true;
    }
    return false;
  }

  void run() const {
    while (resumeReady() && (settle() || settleActive()))
      ;
  }
};

// All threads that live wait at the barrier: lets them go.
bool openBarrier(std::vector<CpuThread> &threads) {
  std::uint64_t alive = 0, count = 0;
  for (const CpuThread &thread : threads) {
    if (thread.state == State::Ended)
      continue;
    if (!isBarrier(thread.meet))
      return false;
    ++alive;
    count += thread.meet != HostMeet::Barrier && thread.value;
  }
  for (CpuThread &thread : threads) {
    if (thread.state == State::Ended)
      continue;
    thread.state = State::Ready;
    thread.result = thread.meet == HostMeet::BarrierCount ? count
                    : thread.meet == HostMeet::BarrierAnd ? count == alive
                                                          : count != 0;
  }
  return true;
}

// How many threads have come to a barrier, as the GPU counts them: a warp that
// is wholly there as 32, whatever of it has ended or lies behind the block's
// end.
std::uint32_t comeTo(const std::vector<CpuThread> &threads,
                     std::uint32_t number) {
  std::uint32_t count = 0;
  for (std::size_t first = 0; first < threads.size(); first += warpSize) {
    std::uint32_t waiting = 0, living = 0;
    for (std::size_t i = first;
         i < std::min<std::size_t>(first + warpSize, threads.size()); ++i) {
      bool lives = threads[i].state != State::Ended;
      living += lives;
      waiting += lives && threads[i].meet == HostMeet::NamedBarrier &&
                 threads[i].mask == number;
    }
    count += waiting > 0 && waiting == living ? warpSize : waiting;
  }
  return count;
}

// Lets those go who wait at one of the numbered barriers, to which enough have
// come.
bool openNamed(CpuWorker &worker) {
  std::vector<CpuThread> &threads = worker.meeting;
  for (const CpuThread &thread : threads) {
    if (thread.state != State::Waiting || thread.meet != HostMeet::NamedBarrier)
      continue;
    std::uint32_t number = thread.mask;
    std::uint32_t arrived = worker.arrived[number];
    // Of the last warp the lanes behind the block's end have come, too.
    if (threads.size() % warpSize != 0)
      arrived = (arrived + warpSize - 1) / warpSize * warpSize;
    if (comeTo(threads, number) + arrived < thread.operand)
      continue;
    worker.arrived[number] = 0;
    for (CpuThread &other : threads)
      if (other.state == State::Waiting &&
          other.meet == HostMeet::NamedBarrier && other.mask == number)
        other.state = State::Ready;
    return true;
  }
  return false;
}

// Lets every thread run to where it first waits.
void startThreads(CpuWorker &worker, const void *params, HostBlock *block,
                  HostThreadStart start) {
  std::vector<CpuThread> &threads = worker.meeting;
  std::uint32_t x = block->blockDim[0], y = block->blockDim[1];
  auto take = [&](std::uint32_t index) {
    CpuThread &thread = threads[index];
    if (worker.check)
      worker.check->run(index);
    thread.frame =
        start(params, block, index % x, index / x % y, index / x / y);
    if (!thread.frame || !resumeOf(thread.frame))
      thread.state = State::Ended;
  };
  auto count = static_cast<std::uint32_t>(threads.size());
  if (worker.order.isForward())
    for (std::uint32_t index = 0; index < count; ++index)
      take(index);
  else
    for (std::uint32_t index : worker.order.next(count))
      take(index);
}

void runWarps(CpuWorker &worker, const HostBlock &block) {
  std::vector<CpuThread> &threads = worker.meeting;
  auto count =
      static_cast<std::uint32_t>((threads.size() + warpSize - 1) / warpSize);
  auto take = [&](std::uint32_t warp) {
    std::uint32_t first = warp * warpSize;
    auto rest = static_cast<std::uint32_t>(threads.size() - first);
    Warp{&threads[first], std::min(warpSize, rest), first, worker, block}.run();
  };
  if (worker.order.isForward())
    for (std::uint32_t warp = 0; warp < count; ++warp)
      take(warp);
  else
    for (std::uint32_t warp : worker.order.next(count))
      take(warp);
}

// Threads that poll look again; false when there are none. Notes whether
// anything has changed since they looked last.
bool lookAgain(CpuWorker &worker, HostBlock &block) {
  bool any = false;
  bool hasChanged = std::exchange(block.changed, 0) != 0;
  worker.isAtWork = false;
  std::size_t ended = 0;
  for (CpuThread &thread : worker.meeting) {
    ended += thread.state == State::Ended;
    if (thread.state != State::Waiting || thread.meet != HostMeet::Poll)
      continue;
    any = true;
    hasChanged = hasChanged || (thread.value & hostPollIsFirst);
    worker.isAtWork = worker.isAtWork || (thread.value & hostPollWorks);
    thread.state = State::Ready;
  }
  if (!any)
    return false;
  if (std::exchange(worker.ended, ended) != ended || hasChanged) {
    worker.vain = 0;
    worker.hasChanged = true;
  } else if (worker.vain++ == 0) {
    worker.vainSince = std::chrono::steady_clock::now();
  }
  return true;
}

bool waitsForGroup(const CpuThread &thread) {
  return thread.state == State::Waiting && thread.meet >= HostMeet::Grid;
}

} // namespace

bool isHopeless(const CpuWorker &worker, std::uint64_t looks) {
  if (worker.vain < looks)
    return false;
  return !worker.isAtWork ||
         std::chrono::steady_clock::now() - worker.vainSince > waitPatience;
}

BlockStop stepBlock(CpuWorker &worker, HostBlock &block) {
  // Other blocks get their turn after so many of this one, and earlier where
  // nothing changes.
  constexpr unsigned mostTurns = 256;
  std::vector<CpuThread> &threads = worker.meeting;
  for (unsigned turn = 1;; ++turn) {
    if (worker.isStopped())
      return BlockStop::Stuck;
    runWarps(worker, block);
    bool isDone = std::all_of(
        threads.begin(), threads.end(),
        [](const CpuThread &thread) { return thread.state == State::Ended; });
    if (isDone) {
      if (worker.check)
        worker.check->end(threads);
      return BlockStop::Ended;
    }
    if (openNamed(worker)) {
      // To the checks all of the block's accesses before it come first: what
      // others do meanwhile they do not find.
      if (worker.check)
        worker.check->orderAll();
      worker.vain = 0;
      worker.hasChanged = true;
      continue;
    }
    if (openBarrier(threads)) {
      if (worker.check)
        worker.check->barrier(threads);
      worker.vain = 0;
      worker.hasChanged = true;
      continue;
    }
    if (lookAgain(worker, block)) {
      if (turn >= mostTurns || worker.vain >= vainLooks)
        return BlockStop::Waiting;
      continue;
    }
    if (std::any_of(threads.begin(), threads.end(), waitsForGroup))
      return BlockStop::Group;
    noteStuck(worker, block);
    return BlockStop::Stuck;
  }
}

extern "C" {

void pyk2ptx_host_meet(HostBlock *block, std::uint32_t thread, HostMeet meet,
                       std::uint32_t mask, std::uint64_t value,
                       std::uint32_t operand, std::uint32_t site) {
  CpuThread &state = static_cast<CpuWorker *>(block->runner)->meeting[thread];
  state.meet = meet;
  state.mask = mask;
  state.value = value;
  state.operand = operand;
  state.site = site;
}

void pyk2ptx_host_spin(HostBlock *block, std::uint32_t thread,
                       std::uint64_t value, std::uint32_t site) {
  CpuWorker &worker = *static_cast<CpuWorker *>(block->runner);
  bool hasChanged = std::exchange(block->changed, 0) != 0;
  if (hasChanged || (value & hostPollIsFirst))
    worker.vain = 0;
  if (worker.vain++ == 0)
    worker.vainSince = std::chrono::steady_clock::now();
  worker.isAtWork = !worker.runsAlone || (value & hostPollWorks);
  if (!isHopeless(worker))
    return;
  CpuThread state = {
      State::Waiting, nullptr, HostMeet::Poll, 0, 0, value, 0, 0, site};
  worker.deadlock.tell(
      *block, [&] { return describeDeadlock(worker, *block, state, thread); });
  escape(worker);
}

void pyk2ptx_host_arrive(HostBlock *block, std::uint32_t number) {
  auto &worker = *static_cast<CpuWorker *>(block->runner);
  ++worker.arrived[number & 15];
  block->changed = 1;
}

std::uint64_t pyk2ptx_host_met(HostBlock *block, std::uint32_t thread) {
  return static_cast<CpuWorker *>(block->runner)->meeting[thread].result;
}

void pyk2ptx_host_run_warps(const void *params, HostBlock *block,
                            HostThreadStart start) {
  CpuWorker &worker = *static_cast<CpuWorker *>(block->runner);
  worker.frames.reset();
  const std::uint32_t (&extent)[3] = block->blockDim;
  std::vector<CpuThread> &threads = worker.meeting;
  threads.assign(
      std::size_t(extent[0]) * extent[1] * extent[2],
      {State::Waiting, nullptr, HostMeet::Barrier, 0, 0, 0, 0, 0, 0});
  worker.vain = 0;
  worker.ended = 0;
  worker.arrived = {};
  startThreads(worker, params, block, start);
  // Blocks that run at the same time are stepped by who started them.
  if (!worker.cluster)
    runAlone(worker, *block);
}

void pyk2ptx_host_run_through(const void *params, HostBlock *block,
                              HostThreadStart start) {
  CpuWorker &worker = *static_cast<CpuWorker *>(block->runner);
  if (worker.cluster || !worker.order.isForward()) {
    pyk2ptx_host_run_warps(params, block, start);
    return;
  }
  std::uint32_t index = 0;
  for (std::uint32_t z = 0; z < block->blockDim[2]; ++z)
    for (std::uint32_t y = 0; y < block->blockDim[1]; ++y)
      for (std::uint32_t x = 0; x < block->blockDim[0]; ++x) {
        if (worker.check)
          worker.check->run(index++);
        start(params, block, x, y, z);
      }
}

} // extern "C"

} // namespace pyk2ptx
