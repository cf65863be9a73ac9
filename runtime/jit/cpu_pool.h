// Threads that share out a launch's blocks.
#ifndef PYK2PTX_JIT_CPU_POOL_H
#define PYK2PTX_JIT_CPU_POOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pyk2ptx {

/// `workers` workers, of which number 0 is the thread that calls run. The
/// others start when the first run needs them and wait between runs.
class CpuPool {
public:
  /// Runs items begin to end - 1, in this order, as worker `worker`.
  using Work = std::function<void(unsigned worker, std::uint64_t begin,
                                  std::uint64_t end)>;

  explicit CpuPool(unsigned workers);
  ~CpuPool();
  CpuPool(const CpuPool &) = delete;
  CpuPool &operator=(const CpuPool &) = delete;

  unsigned workers() const { return workers_; }
  /// Shares the items 0 to count - 1 out and returns when all have run. Each
  /// worker gets its items in ascending order; with one worker that is all of
  /// them in order. Not to be called by two threads at once.
  void run(std::uint64_t count, const Work &work);

private:
  void startThreads();
  void waitForWork(unsigned worker);
  void takeItems(unsigned worker);

  unsigned workers_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable finished_;
  /// Counts runs; guarded by mutex_, as are the next two.
  std::uint64_t generation_ = 0;
  unsigned busy_ = 0;
  bool stopping_ = false;

  const Work *work_ = nullptr;
  std::uint64_t count_ = 0;
  std::uint64_t chunk_ = 1;
  std::atomic<std::uint64_t> next_ = 0;
};

} // namespace pyk2ptx

#endif
