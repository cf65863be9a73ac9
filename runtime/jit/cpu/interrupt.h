// How a launch ends before its threads do.
#ifndef PYK2PTX_JIT_CPU_INTERRUPT_H
#define PYK2PTX_JIT_CPU_INTERRUPT_H

#include "runtime/jit/threads/worker.h"

#include <atomic>
#include <memory>

namespace pyk2ptx {

/// Runs `work(data)`, code of kernels in it; false if it was left by an escape.
/// What it has on its stack is forgotten then, not destroyed.
bool runEscapable(CpuWorker &worker, void (*work)(void *), void *data);

template <class Work> bool runEscapable(CpuWorker &worker, Work work) {
  return runEscapable(
      worker, [](void *data) { (*static_cast<Work *>(data))(); }, &work);
}

/// Leaves the runEscapable of the worker that runs on this thread.
[[noreturn]] void escape(CpuWorker &worker);

/// While it lives, the signal SIGINT ends the launch that runs on this thread,
/// after whoever else waits for the signal has heard of it.
class InterruptibleLaunch {
public:
  /// `code` is an address in the kernel. The signal number `after` ends the
  /// launch; 0: none does.
  InterruptibleLaunch(int after, const void *code, std::atomic<bool> &stop);
  ~InterruptibleLaunch();
  InterruptibleLaunch(const InterruptibleLaunch &) = delete;
  InterruptibleLaunch &operator=(const InterruptibleLaunch &) = delete;

  struct State;

private:
  std::unique_ptr<State> state_;
};

/// To threads of the pool that may be in a kernel that was to stop.
void remind(unsigned long thread);

} // namespace pyk2ptx

#endif
