// Blocks are independent, so a counter shares them out: each worker takes the
// next chunk until none is left. Chunks are small against the whole, so that
// uneven blocks even out, and large against the counter's cost.
#include "cpu_pool.h"

#include <algorithm>

namespace pyk2ptx {

CpuPool::CpuPool(unsigned workers) : workers_(std::max(workers, 1u)) {}

CpuPool::~CpuPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  started_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
}

void CpuPool::startThreads() {
  while (threads_.size() + 1 < workers_) {
    unsigned worker = static_cast<unsigned>(threads_.size()) + 1;
    threads_.emplace_back([this, worker] { waitForWork(worker); });
  }
}

void CpuPool::run(std::uint64_t count, const Work &work) {
  if (workers_ == 1 || count == 1) {
    if (count)
      work(0, 0, count);
    return;
  }
  startThreads();
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    chunk_ = std::clamp<std::uint64_t>(count / (std::uint64_t(workers_) * 16),
                                       1, 1024);
    next_ = 0;
    busy_ = workers_ - 1;
    ++generation_;
  }
  started_.notify_all();
  takeItems(0);
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return busy_ == 0; });
}

void CpuPool::waitForWork(unsigned worker) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    started_.wait(lock, [&] { return stopping_ || generation_ != seen; });
    if (stopping_)
      return;
    seen = generation_;
    lock.unlock();
    takeItems(worker);
    lock.lock();
    if (--busy_ == 0)
      finished_.notify_one();
  }
}

void CpuPool::takeItems(unsigned worker) {
  while (true) {
    std::uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (begin >= count_)
      return;
    (*work_)(worker, begin, std::min(begin + chunk_, count_));
  }
}

} // namespace pyk2ptx
