// A thread of its own for the compiler's recursion; the standard library's
// threads cannot choose their stack's size.
#include "large_stack.h"

#include <pthread.h>

namespace pyk2ptx {

static void *runWork(void *work) {
  (*static_cast<const std::function<void()> *>(work))();
  return nullptr;
}

void runOnLargeStack(const std::function<void()> &work) {
  constexpr std::size_t stackBytes = std::size_t(256) << 20;
  pthread_attr_t attributes;
  pthread_t thread;
  bool started = pthread_attr_init(&attributes) == 0;
  if (started) {
    started = pthread_attr_setstacksize(&attributes, stackBytes) == 0 &&
              pthread_create(&thread, &attributes, runWork,
                             const_cast<std::function<void()> *>(&work)) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!started)
    return work();
  pthread_join(thread, nullptr);
}

} // namespace pyk2ptx
