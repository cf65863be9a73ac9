// Threads of a block that wait for some of the others: warp operations, and
// barriers with a result.
//
// A warp is 32 threads in order, x fastest. Its threads run, one after the
// other, until each waits; those whose partners all wait for the same then get
// their results and run on. When no thread of any warp can, all wait at the
// barrier, which lets them go, or wait for ever, which is an error. As on the
// GPU, threads that have ended, and lanes behind the block's end, do not
// count.
#include "cpu_worker.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

namespace pyk2ptx {

namespace {

using State = CpuThread::State;

constexpr std::uint32_t warpSize = 32;

bool isBarrier(HostMeet meet) { return meet <= HostMeet::BarrierOr; }

const char *nameOf(HostMeet meet) {
  static constexpr const char *names[] = {
      "syncthreads",   "syncthreads_count", "syncthreads_and", "syncthreads_or",
      "syncwarp",      "shfl_sync",         "shfl_up_sync",    "shfl_down_sync",
      "shfl_xor_sync", "all_sync",          "any_sync",        "eq_sync",
      "ballot_sync",   "match_any_sync",    "match_all_sync",  "activemask"};
  return names[static_cast<std::size_t>(meet)];
}

// The lanes first..first+size of a block's threads.
struct Warp {
  CpuThread *lanes;
  std::uint32_t size;

  void resume(CpuThread &thread) const {
    thread.meet = HostMeet::Barrier;
    thread.state = State::Waiting;
    resumeOf(thread.frame)(thread.frame);
    if (!resumeOf(thread.frame))
      thread.state = State::Ended;
  }

  bool resumeReady() const {
    bool any = false;
    for (std::uint32_t lane = 0; lane < size; ++lane)
      if (lanes[lane].state == State::Ready) {
        resume(lanes[lane]);
        any = true;
      }
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
    switch (thread.meet) {
    case HostMeet::ShuffleIndex:
      from = operand;
      break;
    case HostMeet::ShuffleUp:
      from = lane >= operand ? lane - operand : lane;
      break;
    case HostMeet::ShuffleDown:
      from = lane + operand < warpSize ? lane + operand : lane;
      break;
    default:
      from = lane ^ operand;
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

  std::uint64_t result(std::uint32_t lane, std::uint32_t members) const {
    const CpuThread &thread = lanes[lane];
    std::uint32_t same = lanesWith(thread.value, members);
    switch (thread.meet) {
    case HostMeet::ShuffleIndex:
    case HostMeet::ShuffleUp:
    case HostMeet::ShuffleDown:
    case HostMeet::ShuffleXor:
      return shuffled(lane, members);
    case HostMeet::All:
      return lanesWith(1, members) == members;
    case HostMeet::Any:
      return lanesWith(1, members) != 0;
    case HostMeet::Equal:
      return same == members;
    case HostMeet::Ballot:
      return lanesWith(1, members);
    case HostMeet::MatchAny:
      return same;
    case HostMeet::MatchAll:
      return same == members ? members | std::uint64_t(1) << 32 : 0;
    case HostMeet::ActiveMask:
      return members;
    default:
      return 0;
    }
  }

  void release(std::uint32_t members) const {
    for (std::uint32_t rest = members; rest; rest &= rest - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(rest));
      lanes[lane].result = result(lane, members);
    }
    for (std::uint32_t rest = members; rest; rest &= rest - 1)
      lanes[static_cast<unsigned>(std::countr_zero(rest))].state = State::Ready;
  }

  // Lets those go whose partners are there; false when there are none.
  bool settle() const {
    bool any = false;
    for (std::uint32_t lane = 0; lane < size; ++lane) {
      const CpuThread &thread = lanes[lane];
      if (thread.state != State::Waiting || isBarrier(thread.meet) ||
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
    do
      resumeReady();
    while (settle() || settleActive());
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

std::string spell(const std::uint32_t (&at)[3]) {
  return "(" + std::to_string(at[0]) + "," + std::to_string(at[1]) + "," +
         std::to_string(at[2]) + ")";
}

std::string describeDeadlock(const HostBlock &block,
                             const std::vector<CpuThread> &threads) {
  std::size_t index = 0;
  while (threads[index].state == State::Ended || isBarrier(threads[index].meet))
    ++index;
  const CpuThread &thread = threads[index];
  auto number = static_cast<std::uint32_t>(index);
  std::uint32_t x = block.blockDim[0], y = block.blockDim[1];
  std::uint32_t at[3] = {number % x, number / x % y, number / x / y};
  char mask[16];
  std::snprintf(mask, sizeof(mask), "0x%08x", thread.mask);
  std::string text = "block " + spell(block.blockIdx) + " thread " + spell(at) +
                     " waits for ever in cuda." + nameOf(thread.meet) +
                     " with the mask " + mask;
  if (!(thread.mask >> (number % warpSize) & 1))
    return text + ", which does not name the thread itself";
  return text + ": a thread of the mask waits elsewhere";
}

} // namespace

extern "C" {

void pyk2ptx_host_meet(HostBlock *block, std::uint32_t thread, HostMeet meet,
                       std::uint32_t mask, std::uint64_t value,
                       std::uint32_t operand) {
  CpuThread &state = static_cast<CpuWorker *>(block->runner)->meeting[thread];
  state.meet = meet;
  state.mask = mask;
  state.value = value;
  state.operand = operand;
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
  threads.assign(std::size_t(extent[0]) * extent[1] * extent[2],
                 {State::Waiting, nullptr, HostMeet::Barrier, 0, 0, 0, 0});
  std::size_t index = 0;
  for (std::uint32_t z = 0; z < extent[2]; ++z)
    for (std::uint32_t y = 0; y < extent[1]; ++y)
      for (std::uint32_t x = 0; x < extent[0]; ++x) {
        CpuThread &thread = threads[index++];
        thread.frame = start(params, block, x, y, z);
        if (!thread.frame || !resumeOf(thread.frame))
          thread.state = State::Ended;
      }
  for (;;) {
    for (std::size_t first = 0; first < threads.size(); first += warpSize)
      Warp{&threads[first], static_cast<std::uint32_t>(std::min<std::size_t>(
                                warpSize, threads.size() - first))}
          .run();
    bool isDone = std::all_of(
        threads.begin(), threads.end(),
        [](const CpuThread &thread) { return thread.state == State::Ended; });
    if (isDone)
      return;
    if (!openBarrier(threads)) {
      if (worker.deadlock.empty())
        worker.deadlock = describeDeadlock(*block, threads);
      return;
    }
  }
}

} // extern "C"

} // namespace pyk2ptx
