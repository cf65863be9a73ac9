// Threads that wait for what will not come: which of them is named, what it is
// said to wait for, and where the others stand. The first that waits elsewhere
// than at the block's barrier is the one to look at: those at the barrier wait
// for it.
#include "deadlock.h"

#include "runtime/jit/sanitize/launch.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace pyk2ptx {

const char *nameOf(HostMeet meet) {
  static constexpr const char *names[] = {
      "syncthreads",    "syncthreads_count", "syncthreads_and",
      "syncthreads_or", "syncwarp",          "shfl_sync",
      "shfl_up_sync",   "shfl_down_sync",    "shfl_xor_sync",
      "all_sync",       "any_sync",          "eq_sync",
      "ballot_sync",    "match_any_sync",    "match_all_sync",
      "activemask",     "redux_sync_add",    "redux_sync_min",
      "redux_sync_min", "redux_sync_max",    "redux_sync_max",
      "redux_sync_and", "redux_sync_or",     "redux_sync_xor",
      "ldmatrix",       "mma_sync",          "stmatrix",
      "barrier_sync",   "mbarrier_wait",     "grid_sync",
      "cluster_wait"};
  return names[static_cast<std::size_t>(meet)];
}

std::string siteOf(const CpuWorker &worker, const CpuThread &thread) {
  bool isKnown = worker.sites && thread.site < worker.sites->size();
  return isKnown ? (*worker.sites)[thread.site].source : "";
}

namespace {

std::string spell(const std::uint32_t (&at)[3]) {
  return "(" + std::to_string(at[0]) + "," + std::to_string(at[1]) + "," +
         std::to_string(at[2]) + ")";
}

// The first thread that waits elsewhere than at the block's barrier.
std::size_t firstStuck(const std::vector<CpuThread> &threads) {
  std::size_t index = 0;
  while (index < threads.size() &&
         (threads[index].state == CpuThread::State::Ended ||
          isBarrier(threads[index].meet)))
    ++index;
  return index;
}

std::string spellMask(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", mask);
  return text;
}

std::string describeWait(const CpuThread &thread, std::size_t index) {
  std::string text = std::string("cuda.") + nameOf(thread.meet);
  if (thread.meet == HostMeet::Grid)
    return text + ": other threads of the grid have ended or wait elsewhere";
  if (thread.meet == HostMeet::Cluster)
    return text + ": threads of the cluster have not arrived";
  if (thread.meet == HostMeet::Poll)
    return thread.value ? "a loop that reads memory: no thread that can run "
                          "writes what it waits for"
                        : text + ": the barrier's phase does not end";
  if (thread.meet == HostMeet::NamedBarrier)
    return text + " number " + std::to_string(thread.mask) + ": fewer than " +
           std::to_string(thread.operand) + " threads come to it";
  text += " with the mask " + spellMask(thread.mask);
  if (!(thread.mask >> (index % warpSize) & 1))
    return text + ", which does not name the thread itself";
  return text + ": a thread of the mask waits elsewhere";
}

// Where a thread stands, for the checks.
std::string describeStand(const CpuThread &thread) {
  if (thread.state == CpuThread::State::Ended)
    return "has ended";
  if (thread.meet == HostMeet::Poll && thread.value)
    return "waits in a loop that reads memory";
  std::string text = std::string("waits in cuda.") + nameOf(thread.meet);
  return isOfWarp(thread.meet) ? text + " with mask " + spellMask(thread.mask)
                               : text;
}

} // namespace

std::string describePlace(const HostBlock &block, std::size_t index) {
  auto number = static_cast<std::uint32_t>(index);
  std::uint32_t x = block.blockDim[0], y = block.blockDim[1];
  std::uint32_t at[3] = {number % x, number / x % y, number / x / y};
  return "block " + spell(block.blockIdx) + " thread " + spell(at);
}

std::string describeDeadlock(const CpuWorker &worker, const HostBlock &block,
                             const CpuThread &thread, std::size_t index) {
  std::string site = siteOf(worker, thread);
  return describePlace(block, index) + " waits for ever in " +
         describeWait(thread, index) + (site.empty() ? "" : "; ") + site;
}

// The places where other threads of the block wait, the first few.
static std::string describeOthers(const CpuWorker &worker, std::size_t index) {
  constexpr std::size_t most = 3;
  std::vector<std::string> sites = {siteOf(worker, worker.meeting[index])};
  std::string text;
  for (const CpuThread &thread : worker.meeting) {
    if (thread.state == CpuThread::State::Ended ||
        thread.meet == HostMeet::Barrier)
      continue;
    std::string site = siteOf(worker, thread);
    if (site.empty() || sites.size() > most ||
        std::find(sites.begin(), sites.end(), site) != sites.end())
      continue;
    text += (text.empty() ? "; others wait at " : ", ") + site;
    sites.push_back(std::move(site));
  }
  return text;
}

std::string describeWaits(const CpuWorker &worker, const HostBlock &block) {
  std::size_t index = firstStuck(worker.meeting);
  if (index == worker.meeting.size())
    return "block " + spell(block.blockIdx) + " waits";
  return describePlace(block, index) + " waits at " +
         siteOf(worker, worker.meeting[index]);
}

void noteStuck(CpuWorker &worker, const HostBlock &block) {
  const std::vector<CpuThread> &threads = worker.meeting;
  std::size_t index = firstStuck(threads);
  if (index == threads.size())
    return;
  worker.deadlock.tell(block, [&] {
    return describeDeadlock(worker, block, threads[index], index) +
           describeOthers(worker, index);
  });
  if (!worker.check)
    return;
  worker.check->deadlock(threads, static_cast<std::uint32_t>(index),
                         describeWait(threads[index], index), describeStand);
}

} // namespace pyk2ptx
