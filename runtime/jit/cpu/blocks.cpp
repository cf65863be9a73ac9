// A worker runs its blocks one after the other, but a block may wait for one
// that has not begun. So one that only looks at memory for a while is set aside
// with its threads and its shared memory, and the next begins; those set aside
// get their turns when all have begun. As many are under way as the largest GPU
// holds: where these wait for one more, they would wait there, too.
//
// Blocks wait in vain when each of them, on every worker, has looked often
// enough since anything changed anywhere.
#include "blocks.h"

#include "deadlock.h"
#include "interrupt.h"
#include "runtime/jit/sanitize/launch.h"
#include "together.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace pyk2ptx {

namespace {

/// 132 multiprocessors of 32 blocks and 2048 threads each.
constexpr std::uint64_t mostBlocks = 4224, mostThreads = 270336;
/// When who waits is told of it, once a launch.
constexpr std::chrono::seconds longWait(30);

using Clock = std::chrono::steady_clock;

/// How many of the blocks that run stand beside each other along x.
std::uint32_t rowsOf(const BlockLaunch &launch) {
  return (launch.grid.x - 1) / launch.joined + 1;
}

/// What the workers know of each other once all blocks have begun.
class Rest {
public:
  explicit Rest(std::size_t workers) : idleAt_(workers) {
    for (auto &each : idleAt_)
      each = atWork;
  }

  std::uint64_t epoch() const { return epoch_; }
  void noteChange(std::size_t worker) {
    idleAt_[worker] = atWork;
    ++epoch_;
  }
  void leave(std::size_t worker) {
    idleAt_[worker] = gone;
    ++epoch_;
  }
  /// The worker's blocks have looked in vain since `epoch`. Whether nobody is
  /// left who could change that.
  bool isOver(std::size_t worker, std::uint64_t epoch) {
    idleAt_[worker] = epoch;
    return std::all_of(idleAt_.begin(), idleAt_.end(),
                       [&](const auto &each) {
                         return each == epoch || each == gone;
                       }) &&
           epoch_ == epoch;
  }

  std::atomic<bool> isTold = false;

private:
  static constexpr std::uint64_t atWork = UINT64_MAX, gone = UINT64_MAX - 1;

  std::atomic<std::uint64_t> epoch_ = 0;
  std::vector<std::atomic<std::uint64_t>> idleAt_;
};

/// A block that waits while its worker runs others.
struct AsideBlock {
  std::unique_ptr<HostBlock> host;
  std::unique_ptr<BlockCheck> check;
  CpuWorker worker;
};

class BlockRunner {
public:
  BlockRunner(const BlockLaunch &launch, CpuWorker &worker, std::size_t workers)
      : launch_(launch), worker_(worker) {
    std::uint64_t threads =
        std::uint64_t(launch.block.x) * launch.block.y * launch.block.z;
    most_ = std::max<std::uint64_t>(
        std::min(mostBlocks, mostThreads / threads) / workers, 1);
  }

  void run(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t turn = begin; turn < end && !isStopped(); ++turn) {
      start(launch_.order.empty() ? turn : launch_.order[turn]);
      while (aside_.size() >= most_ && !isStopped())
        makeRoom();
    }
    worker_.check = nullptr;
  }

  [[nodiscard]] bool isDone() const { return aside_.empty(); }

  /// All blocks of the launch have begun.
  void finish(Rest &rest, std::size_t self) {
    Clock::time_point begin = Clock::now();
    std::uint64_t seen = rest.epoch();
    while (!aside_.empty() && !isStopped()) {
      if (sweep())
        rest.noteChange(self);
      if (std::uint64_t now = rest.epoch(); now != seen) {
        seen = now;
        lookAnew();
      } else if (!aside_.empty() && isHopeless() && rest.isOver(self, seen)) {
        giveUp();
      } else if (!aside_.empty() && aside_.front()->worker.vain > 0) {
        std::this_thread::yield();
      }
      if (!aside_.empty() && Clock::now() - begin > longWait &&
          !rest.isTold.exchange(true))
        tell();
    }
    aside_.clear();
    rest.leave(self);
  }

private:
  bool isStopped() const { return worker_.isStopped(); }

  std::unique_ptr<HostBlock> makeHost() const {
    auto host = std::make_unique<HostBlock>();
    const Dim3 *from[] = {&launch_.block, &launch_.grid};
    std::uint32_t (*to[])[3] = {&host->blockDim, &host->gridDim};
    for (int i = 0; i < 2; ++i) {
      (*to[i])[0] = from[i]->x;
      (*to[i])[1] = from[i]->y;
      (*to[i])[2] = from[i]->z;
    }
    host->dynamicShared = launch_.dynamicShared;
    host->shared =
        worker_.shared.reserve(std::max<std::size_t>(launch_.sharedBytes, 1));
    host->report = &worker_.report;
    host->runner = &worker_;
    std::fill(std::begin(host->clusterDim), std::end(host->clusterDim), 1u);
    return host;
  }

  void start(std::uint64_t index) {
    if (!host_)
      host_ = makeHost();
    Dim3 grid = launch_.grid;
    std::uint32_t row = rowsOf(launch_);
    auto first = static_cast<std::uint32_t>(index % row) * launch_.joined;
    host_->blockIdx[0] = first;
    host_->blockIdx[1] = static_cast<std::uint32_t>(index / row % grid.y);
    host_->blockIdx[2] = static_cast<std::uint32_t>(index / row / grid.y);
    host_->rowBegin = std::uint64_t(first) * launch_.block.x;
    host_->rowExtent =
        std::min(launch_.joined, grid.x - first) * launch_.block.x;
    if (launch_.sharedBytes)
      std::memset(host_->shared, 0xff, launch_.sharedBytes);
    if (launch_.check)
      check_ = std::make_unique<BlockCheck>(*launch_.check, *host_,
                                            launch_.sharedBytes);
    worker_.check = check_.get();
    host_->check = check_ ? check_->host() : nullptr;
    host_->lines = launch_.check ? launch_.check->lines() : nullptr;
    worker_.isAside = false;
    runEscapable(worker_, [&] { launch_.entry(launch_.params, host_.get()); });
    if (worker_.isAside)
      setAside();
  }

  void setAside() {
    auto aside = std::make_unique<AsideBlock>();
    CpuWorker &own = aside->worker;
    own.shared = std::exchange(worker_.shared, {});
    own.frames = std::exchange(worker_.frames, {});
    own.meeting = std::exchange(worker_.meeting, {});
    own.check = worker_.check;
    own.order = worker_.order;
    own.runsAlone = worker_.runsAlone;
    own.sites = worker_.sites;
    own.stop = worker_.stop;
    own.ended = worker_.ended;
    aside->host = std::move(host_);
    aside->check = std::move(check_);
    aside->host->runner = &own;
    aside->host->report = &own.report;
    aside_.push_back(std::move(aside));
  }

  /// A turn for each block; whether anything changed.
  bool sweep() {
    bool hasChanged = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < aside_.size() && !isStopped(); ++i) {
      CpuWorker &own = aside_[i]->worker;
      own.hasChanged = false;
      BlockStop stop = BlockStop::Ended;
      runEscapable(own, [&] { stop = stepAlone(own, *aside_[i]->host); });
      hasChanged = hasChanged || own.hasChanged || stop != BlockStop::Waiting;
      if (stop != BlockStop::Waiting)
        takeResults(own, launch_.grid, worker_);
      else
        std::swap(aside_[kept++], aside_[i]);
    }
    if (!isStopped())
      aside_.resize(kept);
    return hasChanged;
  }

  /// They look at something that may have changed.
  void lookAnew() {
    for (const auto &aside : aside_)
      aside->worker.vain = std::min(aside->worker.vain, vainLooks);
  }

  [[nodiscard]] bool isHopeless() const {
    constexpr std::uint64_t least = 16;
    std::uint64_t looks =
        vainLooks + std::max(manyLooks / aside_.size(), least);
    return std::all_of(aside_.begin(), aside_.end(), [&](const auto &aside) {
      return pyk2ptx::isHopeless(aside->worker, looks);
    });
  }

  void giveUp() {
    for (const auto &aside : aside_) {
      noteStuck(aside->worker, *aside->host);
      takeResults(aside->worker, launch_.grid, worker_);
    }
    aside_.clear();
  }

  /// More blocks are under way than a GPU would hold.
  void makeRoom() {
    if (sweep())
      lookAnew();
    else if (!aside_.empty() && isHopeless() &&
             (worker_.runsAlone || waitsLong()))
      giveUp();
  }

  [[nodiscard]] bool waitsLong() const {
    return std::all_of(aside_.begin(), aside_.end(), [](const auto &aside) {
      return Clock::now() - aside->worker.vainSince > waitPatience;
    });
  }

  void tell() const {
    const AsideBlock &first = *aside_.front();
    std::string text = describeWaits(first.worker, *first.host);
    std::fprintf(stderr, "pyk2ptx: kernel `%s`: %s, %lld s by now\n",
                 launch_.name.c_str(), text.c_str(),
                 static_cast<long long>(longWait.count()));
  }

  const BlockLaunch &launch_;
  CpuWorker &worker_;
  std::uint64_t most_;
  /// Of the block that runs, or ran last.
  std::unique_ptr<HostBlock> host_;
  std::unique_ptr<BlockCheck> check_;
  std::vector<std::unique_ptr<AsideBlock>> aside_;
};

} // namespace

void takeResults(const CpuWorker &own, Dim3 grid, CpuWorker &worker) {
  worker.printed |= own.printed;
  worker.deadlock.take(own.deadlock);
  worker.misuse.take(own.misuse);
  if (own.report.state != 0 &&
      (worker.report.state == 0 || linearBlock(own.report.block, grid) <
                                       linearBlock(worker.report.block, grid)))
    worker.report = own.report;
}

std::uint32_t blocksToJoin(Dim3 grid, Dim3 block, std::size_t workers) {
  // What threads have in memory stays in a core's caches.
  constexpr std::uint64_t mostThreads = 8192;
  std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
  std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
  // One worker may have more to do than another.
  constexpr std::uint64_t each = 4;
  std::uint64_t most = std::min<std::uint64_t>(
      {mostThreads / threads, blocks / (each * workers), grid.x});
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(most, 1));
}

void runBlocks(const BlockLaunch &launch, CpuPool &pool,
               std::vector<CpuWorker> &workers) {
  std::uint64_t blocks =
      std::uint64_t(rowsOf(launch)) * launch.grid.y * launch.grid.z;
  std::size_t count = launch.oneByOne || blocks == 1 ? 1 : workers.size();
  std::vector<BlockRunner> runners;
  runners.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    runners.emplace_back(launch, workers[i], count);
  if (count == 1)
    runners[0].run(0, blocks);
  else
    pool.run(blocks,
             [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
               runners[worker].run(begin, end);
             });
  if (std::all_of(runners.begin(), runners.end(),
                  [](const BlockRunner &runner) { return runner.isDone(); }))
    return;
  Rest rest(count);
  auto finish = [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i)
      runners[i].finish(rest, i);
  };
  if (count == 1)
    finish(0, 0, 1);
  else
    pool.run(count, finish);
}

} // namespace pyk2ptx
