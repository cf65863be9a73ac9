// Blocks are independent, so a counter shares them out: each worker takes the
// next chunk until none is left. Chunks are small against the whole, so that
// uneven blocks even out, and large against the counter's cost.
#include "pool.h"

#include "interrupt.h"

#include <algorithm>
#include <chrono>

#include <unistd.h>

namespace pyk2ptx {

CpuPool::CpuPool(unsigned workers) : workers_(std::max(workers, 1u)) {}

CpuPool::~CpuPool() {
  if (!crew_)
    return;
  if (crew_->process != getpid()) {
    (void)crew_.release(); // NOLINT(bugprone-unused-return-value): see below.
    return;
  }
  {
    std::lock_guard lock(crew_->mutex);
    crew_->stopping = true;
  }
  crew_->started.notify_all();
  for (std::thread &thread : crew_->threads)
    thread.join();
}

// A fork copies the crew but not its threads. Neither can the threads be joined
// then nor the condition variables destroyed, on which they seem to wait: the
// copy is left where it is.
void CpuPool::startThreads() {
  if (crew_ && crew_->process != getpid())
    (void)crew_.release(); // NOLINT(bugprone-unused-return-value)
  if (!crew_) {
    crew_ = std::make_unique<Crew>();
    crew_->process = getpid();
  }
  Crew &crew = *crew_;
  while (crew.threads.size() + 1 < workers_) {
    unsigned worker = static_cast<unsigned>(crew.threads.size()) + 1;
    crew.threads.emplace_back(
        [this, &crew, worker] { waitForWork(crew, worker); });
  }
}

void CpuPool::run(std::uint64_t count, const Work &work) {
  if (workers_ == 1 || count == 1) {
    count_ = 0;
    if (count)
      work(0, 0, count);
    return;
  }
  startThreads();
  Crew &crew = *crew_;
  {
    std::lock_guard lock(crew.mutex);
    work_ = &work;
    count_ = count;
    chunk_ = std::clamp<std::uint64_t>(count / (std::uint64_t(workers_) * 16),
                                       1, 1024);
    next_ = 0;
    crew.busy = workers_ - 1;
    ++crew.generation;
  }
  crew.started.notify_all();
  takeItems(0);
  std::unique_lock lock(crew.mutex);
  constexpr std::chrono::milliseconds interval(5);
  while (!crew.finished.wait_for(lock, interval,
                                 [&crew] { return crew.busy == 0; }))
    if (stop_ && *stop_)
      for (std::thread &thread : crew.threads)
        remind(thread.native_handle());
}

void CpuPool::waitForWork(Crew &crew, unsigned worker) {
  std::uint64_t seen = 0;
  std::unique_lock lock(crew.mutex);
  while (true) {
    crew.started.wait(lock,
                      [&] { return crew.stopping || crew.generation != seen; });
    if (crew.stopping)
      return;
    seen = crew.generation;
    lock.unlock();
    takeItems(worker);
    lock.lock();
    if (--crew.busy == 0)
      crew.finished.notify_one();
  }
}

CpuPool::Progress CpuPool::progress() const {
  std::uint64_t count = count_.load(std::memory_order_relaxed);
  return {std::min(next_.load(std::memory_order_relaxed), count), count};
}

void CpuPool::takeItems(unsigned worker) {
  while (true) {
    std::uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin >= count_)
      return;
    (*work_)(worker, begin, std::min(begin + chunk_, count_.load()));
  }
}

} // namespace pyk2ptx
