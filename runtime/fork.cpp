// CUDA does not survive a fork: the child has the parent's handles and no
// driver behind them, and its calls fail, or hang, without saying why. So forks
// are counted in the child, and what was made before one refuses to go on.
#include "state.h"

#include <pthread.h>

namespace pyk2ptx::detail {

std::atomic<unsigned> forks = 0;

namespace {

constexpr unsigned never = ~0u;
// The fork count when the driver was initialised first.
std::atomic<unsigned> firstUse = never;

void watchForks() {
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1); });
  (void)registered;
}

} // namespace

Error forkedError() {
  Error error;
  error.code = 3;
  error.name = "CUDA_ERROR_NOT_INITIALIZED";
  error.text =
      "this process was forked from one that had used CUDA, and cannot "
      "use it";
  error.detail = "start processes that use CUDA without forking "
                 "(multiprocessing's \"spawn\" or \"forkserver\"), or use CUDA "
                 "in them alone";
  return error;
}

std::optional<Error> beginUse() {
  watchForks();
  unsigned unused = never;
  unsigned now = forks.load();
  if (firstUse.compare_exchange_strong(unused, now) || unused == now)
    return std::nullopt;
  return forkedError();
}

} // namespace pyk2ptx::detail
