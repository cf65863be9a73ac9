// Threads that share out a launch's blocks.
#ifndef PYK2PTX_JIT_CPU_POOL_H
#define PYK2PTX_JIT_CPU_POOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace pyk2ptx {

/// `workers` workers, of which number 0 is the thread that calls run. The
/// others start when the first run needs them and wait between runs; in a
/// forked process they start anew.
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
  /// How many items of the run in progress were begun, and of how many; any
  /// thread may ask. 0 of 0 where one worker runs all of them at once.
  struct Progress {
    std::uint64_t begun = 0, count = 0;
  };
  [[nodiscard]] Progress progress() const;
  /// Once `stop` is true, workers that run are reminded of it (interrupt.h)
  /// until they end.
  void watch(const std::atomic<bool> *stop) { stop_ = stop; }

private:
  /// The threads, and what they wait with.
  struct Crew {
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable started;
    std::condition_variable finished;
    /// Counts runs; guarded by mutex, as are the next two.
    std::uint64_t generation = 0;
    unsigned busy = 0;
    bool stopping = false;
    /// The process whose threads they are.
    int process = 0;
  };

  void startThreads();
  void waitForWork(Crew &crew, unsigned worker);
  void takeItems(unsigned worker);

  unsigned workers_;
  std::unique_ptr<Crew> crew_;

  const std::atomic<bool> *stop_ = nullptr;
  const Work *work_ = nullptr;
  std::atomic<std::uint64_t> count_ = 0;
  std::uint64_t chunk_ = 1;
  std::atomic<std::uint64_t> next_ = 0;
};

} // namespace pyk2ptx

#endif
