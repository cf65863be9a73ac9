// Each block in flight has a CpuWorker of its own: its shared memory, its
// frames and its threads. The blocks of a cluster take turns on one core, each
// until none of its threads can go on; a barrier of the cluster lets those go
// whose arrival all others have answered. Clusters of a cooperative launch are
// spread over the cores, round by round: between two rounds, when every thread
// of every block waits for the grid, all go on.
//
// A thread that has ended does not count at a cluster's barrier, as on the GPU.
// At the grid's it would on the GPU leave all others waiting, if it is a
// block's first thread, which speaks for its block; so that is an error here.
#include "together.h"

#include "blocks.h"
#include "deadlock.h"
#include "interrupt.h"
#include "runtime/jit/sanitize/launch.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace pyk2ptx {

/// The blocks of a cluster.
struct CpuCluster {
  std::vector<CpuWorker> workers;
  std::vector<HostBlock> blocks;
  std::vector<BlockStop> stops;
  /// One a block; none without checks.
  std::vector<std::unique_ptr<BlockCheck>> checks;

  std::vector<BlockCheck *> checked() const {
    std::vector<BlockCheck *> all;
    for (const auto &check : checks)
      all.push_back(check.get());
    return all;
  }
};

namespace {

using State = CpuThread::State;

bool waitsFor(const CpuThread &thread, HostMeet meet) {
  return thread.state == State::Waiting && thread.meet == meet;
}

// Lets threads go that wait for the cluster, whose blocks these are; false when
// there are none.
bool openCluster(CpuWorker *workers, std::size_t count) {
  std::uint32_t least = UINT32_MAX;
  for (std::size_t i = 0; i < count; ++i)
    for (const CpuThread &thread : workers[i].meeting)
      if (thread.state != State::Ended)
        least = std::min(least, thread.arrivals);
  bool any = false;
  for (std::size_t i = 0; i < count; ++i)
    for (CpuThread &thread : workers[i].meeting)
      if (waitsFor(thread, HostMeet::Cluster) && thread.arrivals > 0 &&
          thread.arrivals <= least) {
        thread.state = State::Ready;
        any = true;
      }
  return any;
}

bool passCluster(CpuCluster &cluster) {
  if (!openCluster(cluster.workers.data(), cluster.workers.size()))
    return false;
  BlockCheck::meet(cluster.checked());
  return true;
}

bool goesOn(BlockStop stop) {
  return stop == BlockStop::Group || stop == BlockStop::Waiting;
}

bool isWaiting(const CpuCluster &cluster) {
  return std::find(cluster.stops.begin(), cluster.stops.end(),
                   BlockStop::Waiting) != cluster.stops.end();
}

// Runs the cluster's blocks until none can go on, or those that can only poll.
void runCluster(CpuCluster &cluster) {
  do
    for (std::size_t i = 0; i < cluster.blocks.size(); ++i)
      if (goesOn(cluster.stops[i]))
        runEscapable(cluster.workers[i], [&] {
          cluster.stops[i] = BlockStop::Stuck;
          cluster.stops[i] = stepBlock(cluster.workers[i], cluster.blocks[i]);
        });
  while (passCluster(cluster));
}

// Whether those that poll, in these clusters, do so in vain. Clears what has
// changed, which may be what others poll for.
template <class List> bool areHopeless(const List &clusters) {
  bool hasChanged = false, are = true;
  for (const auto &cluster : clusters)
    for (CpuWorker &worker : cluster->workers)
      hasChanged = std::exchange(worker.hasChanged, false) || hasChanged;
  for (const auto &cluster : clusters)
    for (std::size_t i = 0; i < cluster->workers.size(); ++i) {
      CpuWorker &worker = cluster->workers[i];
      if (hasChanged)
        worker.vain = std::min(worker.vain, vainLooks);
      are = are &&
            (cluster->stops[i] != BlockStop::Waiting || isHopeless(worker));
    }
  return are;
}

// The threads that wait for other blocks wait for ever.
void noteStuckBlocks(CpuCluster &cluster) {
  for (std::size_t i = 0; i < cluster.blocks.size(); ++i)
    if (goesOn(cluster.stops[i]))
      noteStuck(cluster.workers[i], cluster.blocks[i]);
}

bool hasEnded(const CpuCluster &cluster) {
  return std::all_of(cluster.stops.begin(), cluster.stops.end(),
                     [](BlockStop stop) { return stop == BlockStop::Ended; });
}

bool isAtGrid(const CpuWorker &worker) {
  const std::vector<CpuThread> &threads = worker.meeting;
  return !threads.empty() && threads[0].state != State::Ended &&
         std::all_of(threads.begin(), threads.end(),
                     [](const CpuThread &thread) {
                       return thread.state == State::Ended ||
                              waitsFor(thread, HostMeet::Grid);
                     });
}

using Clusters = std::vector<std::unique_ptr<CpuCluster>>;

// All blocks wait for the grid: lets them go.
bool openGrid(Clusters &clusters, LaunchCheck *check) {
  for (const auto &cluster : clusters)
    if (!std::all_of(cluster->workers.begin(), cluster->workers.end(),
                     isAtGrid))
      return false;
  if (check) {
    for (const auto &cluster : clusters)
      BlockCheck::meet(cluster->checked());
    check->gridBarrier();
  }
  for (auto &cluster : clusters)
    for (CpuWorker &worker : cluster->workers)
      for (CpuThread &thread : worker.meeting)
        if (thread.state != State::Ended)
          thread.state = State::Ready;
  return true;
}

// What became of a cluster's blocks, for the worker that ran them.
void collect(const CpuCluster &cluster, Dim3 grid, CpuWorker &worker) {
  for (const CpuWorker &own : cluster.workers)
    takeResults(own, grid, worker);
}

// The block number `rank` of the cluster that begins at `base`, with its
// memory.
void prepareBlock(const TogetherLaunch &launch, const std::uint32_t (&base)[3],
                  std::size_t rank, HostBlock &host, CpuWorker &worker) {
  Dim3 size = launch.cluster;
  host = {};
  host.blockIdx[0] = base[0] + static_cast<std::uint32_t>(rank % size.x);
  host.blockIdx[1] =
      base[1] + static_cast<std::uint32_t>(rank / size.x % size.y);
  host.blockIdx[2] =
      base[2] + static_cast<std::uint32_t>(rank / size.x / size.y);
  host.rowBegin = std::uint64_t(host.blockIdx[0]) * host.blockDim[0];
  host.rowExtent = host.blockDim[0];
  const Dim3 *from[] = {&launch.block, &launch.grid, &launch.cluster};
  std::uint32_t (*to[])[3] = {&host.blockDim, &host.gridDim, &host.clusterDim};
  for (int i = 0; i < 3; ++i) {
    (*to[i])[0] = from[i]->x;
    (*to[i])[1] = from[i]->y;
    (*to[i])[2] = from[i]->z;
  }
  host.dynamicShared = launch.dynamicShared;
  host.shared =
      worker.shared.reserve(std::max<std::size_t>(launch.sharedBytes, 1));
  std::memset(host.shared, 0xff, launch.sharedBytes);
  host.report = &worker.report;
  host.runner = &worker;
}

// Starts the blocks of cluster number `index`: each thread runs to where it
// first waits.
std::unique_ptr<CpuCluster> startCluster(const TogetherLaunch &launch,
                                         std::uint64_t index,
                                         const ScheduleOrder &order) {
  Dim3 clusters(launch.grid.x / launch.cluster.x,
                launch.grid.y / launch.cluster.y,
                launch.grid.z / launch.cluster.z);
  Dim3 size = launch.cluster;
  auto first = [](std::uint64_t place, std::uint32_t extent) {
    return static_cast<std::uint32_t>(place) * extent;
  };
  std::uint32_t base[3] = {first(index % clusters.x, size.x),
                           first(index / clusters.x % clusters.y, size.y),
                           first(index / clusters.x / clusters.y, size.z)};
  std::size_t count = std::size_t(size.x) * size.y * size.z;
  auto cluster = std::make_unique<CpuCluster>();
  cluster->workers = std::vector<CpuWorker>(count);
  cluster->blocks.resize(count);
  cluster->stops.assign(count, BlockStop::Group);
  for (std::size_t rank = 0; rank < count; ++rank) {
    HostBlock &host = cluster->blocks[rank];
    CpuWorker &worker = cluster->workers[rank];
    prepareBlock(launch, base, rank, host, worker);
    worker.cluster = cluster.get();
    worker.order = order;
    worker.runsAlone = launch.check || launch.oneByOne;
    worker.sites = launch.sites;
    worker.stop = launch.stop;
    if (launch.check) {
      cluster->checks.push_back(std::make_unique<BlockCheck>(
          *launch.check, host, launch.sharedBytes));
      worker.check = cluster->checks.back().get();
      host.check = worker.check->host();
      host.lines = launch.check->lines();
    }
  }
  for (const auto &check : cluster->checks)
    check->join(cluster->checked());
  // A block may look at another's shared memory from its first instruction on.
  for (std::size_t rank = 0; rank < count; ++rank)
    runEscapable(cluster->workers[rank],
                 [&] { launch.entry(launch.params, &cluster->blocks[rank]); });
  return cluster;
}

} // namespace

void runTogether(const TogetherLaunch &launch, CpuPool &pool,
                 std::vector<CpuWorker> &workers) {
  Dim3 size = launch.cluster;
  std::uint64_t count = std::uint64_t(launch.grid.x / size.x) *
                        (launch.grid.y / size.y) * (launch.grid.z / size.z);
  ScheduleOrder order = workers[0].order;
  auto run = [&](const CpuPool::Work &work) {
    if (launch.check || launch.oneByOne)
      work(0, 0, count);
    else
      pool.run(count, work);
  };
  if (!launch.cooperative) {
    run([&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t index = begin; index < end; ++index) {
        std::unique_ptr<CpuCluster> cluster =
            startCluster(launch, index, order);
        std::unique_ptr<CpuCluster> only[] = {std::move(cluster)};
        do
          runCluster(*only[0]);
        while (isWaiting(*only[0]) && !areHopeless(only) &&
               !workers[0].isStopped());
        if (!hasEnded(*only[0]))
          noteStuckBlocks(*only[0]);
        collect(*only[0], launch.grid, workers[worker]);
      }
    });
    return;
  }
  Clusters clusters(count);
  auto poll = [&] {
    return std::any_of(clusters.begin(), clusters.end(),
                       [](const auto &each) { return isWaiting(*each); }) &&
           !areHopeless(clusters);
  };
  do
    run([&](unsigned, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t index = begin; index < end; ++index) {
        if (!clusters[index])
          clusters[index] = startCluster(launch, index, order);
        runCluster(*clusters[index]);
      }
    });
  while (!workers[0].isStopped() &&
         (poll() || openGrid(clusters, launch.check)));
  for (const auto &cluster : clusters) {
    if (!hasEnded(*cluster))
      noteStuckBlocks(*cluster);
    collect(*cluster, launch.grid, workers[0]);
  }
}

static bool passAlone(CpuWorker &worker) {
  if (!openCluster(&worker, 1))
    return false;
  worker.vain = 0;
  if (worker.check)
    BlockCheck::meet({worker.check});
  return true;
}

BlockStop stepAlone(CpuWorker &worker, HostBlock &block) {
  BlockStop stop = BlockStop::Group;
  do
    stop = stepBlock(worker, block);
  while (stop == BlockStop::Group && passAlone(worker));
  if (stop != BlockStop::Group)
    return stop;
  noteStuck(worker, block);
  return BlockStop::Stuck;
}

void runAlone(CpuWorker &worker, HostBlock &block) {
  worker.isAside = stepAlone(worker, block) == BlockStop::Waiting;
}

extern "C" {

void pyk2ptx_host_cluster_arrive(HostBlock *block, std::uint32_t thread) {
  ++static_cast<CpuWorker *>(block->runner)->meeting[thread].arrivals;
}

void *pyk2ptx_host_map_shared(HostBlock *block, void *shared,
                              std::uint32_t rank) {
  CpuCluster *cluster = static_cast<CpuWorker *>(block->runner)->cluster;
  if (!cluster)
    return shared;
  return cluster->blocks[rank].shared +
         (static_cast<std::byte *>(shared) - block->shared);
}

} // extern "C"

} // namespace pyk2ptx
