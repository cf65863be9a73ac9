// A thread of a kernel may be in a loop without end, and code of kernels asks
// nobody whether to go on: that would cost every loop something. So a signal's
// handler looks where the processor was. In code of the kernel nothing is held
// or half done that the process needs, and it can leave for where the runner
// called it; anywhere else (in the runner, in libm) it must go on, and another
// signal comes a millisecond later.
//
// SIGINT is the user's, and its handler is ours only while a launch runs. What
// reminds threads is SIGURG, which does nothing where nobody waits for it.
#include "interrupt.h"

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace pyk2ptx {

namespace {

/// The worker whose code runs on this thread.
thread_local CpuWorker *running = nullptr;

/// Where the processor was when a signal came; 0: not known.
std::uintptr_t placeOf([[maybe_unused]] const void *context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(
      static_cast<const ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<const ucontext_t *>(context)->uc_mcontext.pc;
#else
  return 0;
#endif
}

/// The bounds of the mapping that `address` is in, from the system's list;
/// calls nothing that a signal's handler may not.
void findMapping(std::uintptr_t address, std::uintptr_t (&bounds)[2]) {
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  char buffer[4096];
  std::uintptr_t numbers[2] = {};
  // 0 and 1: in the line's first numbers; 2: in its rest.
  int part = 0;
  for (ssize_t count = 0; (count = read(file, buffer, sizeof(buffer))) > 0;)
    for (ssize_t i = 0; i < count; ++i) {
      char c = buffer[i];
      if (c == '\n') {
        part = 0;
        numbers[0] = numbers[1] = 0;
      } else if (part < 2 && (c == '-' || c == ' ')) {
        if (++part == 2 && address >= numbers[0] && address < numbers[1]) {
          bounds[0] = numbers[0];
          bounds[1] = numbers[1];
        }
      } else if (part < 2) {
        numbers[part] =
            numbers[part] * 16 +
            static_cast<std::uintptr_t>(c <= '9' ? c - '0' : c - 'a' + 10);
      }
    }
  close(file);
}

} // namespace

struct InterruptibleLaunch::State {
  int after;
  std::uintptr_t code;
  std::atomic<bool> *stop;
  std::uintptr_t bounds[2] = {};
  int signals = 0;
  struct sigaction outer = {}, outerReminder = {};
  /// The kernel's number of it: glibc's functions may allocate.
  int timer = -1;
  bool reminds = false;
};

namespace {

std::atomic<InterruptibleLaunch::State *> interruptible = nullptr;

/// Leaves the kernel, if that is where the thread is.
void leave(const InterruptibleLaunch::State &state, const void *context) {
  std::uintptr_t place = placeOf(context);
  if (running && place >= state.bounds[0] && place < state.bounds[1])
    escape(*running);
}

void onReminder(int, siginfo_t *, void *context) {
  int error = errno;
  if (InterruptibleLaunch::State *state = interruptible)
    leave(*state, context);
  errno = error;
}

void startReminders(InterruptibleLaunch::State &state) {
  struct sigaction action = {};
  action.sa_sigaction = onReminder;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART | SA_ONSTACK;
  sigaction(SIGURG, &action, &state.outerReminder);
  state.reminds = true;
  struct sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGURG;
  // The main thread's.
  event._sigev_un._tid = getpid();
  if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &state.timer) != 0)
    return;
  constexpr long millisecond = 1000000;
  struct itimerspec every = {{0, millisecond}, {0, millisecond}};
  syscall(SYS_timer_settime, state.timer, 0, &every, nullptr);
}

void onInterrupt(int signal, siginfo_t *info, void *context) {
  int error = errno;
  InterruptibleLaunch::State *state = interruptible;
  if (!state)
    return;
  if (state->outer.sa_flags & SA_SIGINFO)
    state->outer.sa_sigaction(signal, info, context);
  else if (state->outer.sa_handler != SIG_DFL &&
           state->outer.sa_handler != SIG_IGN)
    state->outer.sa_handler(signal);
  if (++state->signals >= state->after) {
    if (!state->bounds[1])
      findMapping(state->code, state->bounds);
    *state->stop = true;
    if (!state->reminds)
      startReminders(*state);
    leave(*state, context);
  }
  errno = error;
}

} // namespace

bool runEscapable(CpuWorker &worker, void (*work)(void *), void *data) {
  // The signals' handlers block nothing, so there is no mask to restore.
  if (sigsetjmp(worker.place, 0) == 0) {
    running = &worker;
    work(data);
    running = nullptr;
    return true;
  }
  running = nullptr;
  return false;
}

void escape(CpuWorker &worker) { siglongjmp(worker.place, 1); }

InterruptibleLaunch::InterruptibleLaunch(int after, const void *code,
                                         std::atomic<bool> &stop) {
  // Others than the main thread get no signals from a keyboard.
  if (after == 0 || syscall(SYS_gettid) != getpid() || interruptible)
    return;
  state_ = std::make_unique<State>();
  state_->after = after;
  state_->code = reinterpret_cast<std::uintptr_t>(code);
  state_->stop = &stop;
  interruptible = state_.get();
  struct sigaction action = {};
  action.sa_sigaction = onInterrupt;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART | SA_ONSTACK;
  sigaction(SIGINT, &action, &state_->outer);
}

InterruptibleLaunch::~InterruptibleLaunch() {
  if (!state_)
    return;
  sigaction(SIGINT, &state_->outer, nullptr);
  if (state_->timer >= 0)
    syscall(SYS_timer_delete, state_->timer);
  // A reminder that is still under way finds nobody.
  interruptible = nullptr;
  if (state_->reminds)
    sigaction(SIGURG, &state_->outerReminder, nullptr);
}

void remind(unsigned long thread) { pthread_kill(thread, SIGURG); }

} // namespace pyk2ptx
