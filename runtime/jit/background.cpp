// One thread, which must not outlive what it works with: static destructors do
// not run beside a compiler, and a child that is forked while somebody holds a
// lock waits for it for ever. So who ends the process or forks it takes the
// lock under which tasks run, that is, waits for the one that is running.
#include "background.h"

#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>

namespace pyk2ptx {

namespace {

class Worker {
public:
  void add(std::function<void()> task) {
    std::lock_guard lock(mutex_);
    if (!hasThread_) {
      hasThread_ = true;
      std::thread([this] { run(); }).detach();
    }
    tasks_.push_back(std::move(task));
    ++given_;
    changed_.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&, last = given_] { return done_ >= last; });
  }

  /// No task runs between the two. A lock alone would be this worker's again
  /// before another thread has it.
  void stop() {
    {
      std::lock_guard lock(mutex_);
      ++stops_;
    }
    running_.lock();
  }
  void goOn() {
    running_.unlock();
    std::lock_guard lock(mutex_);
    --stops_;
    changed_.notify_all();
  }

private:
  [[noreturn]] void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return !tasks_.empty() && stops_ == 0; });
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      {
        std::lock_guard turn(running_);
        task();
        // With what it holds.
        task = nullptr;
      }
      lock.lock();
      ++done_;
      changed_.notify_all();
    }
  }

  std::mutex running_;
  /// Guards what follows.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::uint64_t given_ = 0, done_ = 0;
  unsigned stops_ = 0;
  bool hasThread_ = false;
};

/// Never destroyed: its thread waits in it when all else is gone. A child has
/// another than its parent, whose locks and thread it cannot use.
Worker *&current() {
  static Worker *worker = [] {
    pthread_atfork([] { current()->stop(); }, [] { current()->goOn(); },
                   [] { current() = new Worker; });
    (void)std::atexit([] { current()->stop(); });
    return new Worker;
  }();
  return worker;
}

} // namespace

void runInBackground(std::function<void()> task) {
  current()->add(std::move(task));
}

void waitForBackground() { current()->wait(); }

} // namespace pyk2ptx
