// pyk2ptx: chooses the subcommand, and says so when the program itself is at
// fault: LLVM reports what it cannot do by ending the process, and a crash
// would leave nothing but a signal.
#include "commands.h"
#include "memory.h"
#include "tools/pyk2ptx/lsp/lsp.h"
#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/run/many.h"
#include "tools/pyk2ptx/run/run.h"

#include <llvm/Support/ErrorHandling.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace {

constexpr char reportHint[] =
    "; please report it with the command and its input\n";

void onFatalError(void *, const char *reason, bool) {
  std::fprintf(stderr, "pyk2ptx: internal error: %s%s", reason, reportHint);
  std::_Exit(pyk2ptx::statusBug);
}

[[noreturn, maybe_unused]] void onCrash(int signal) {
  const char *what = signal == SIGABRT  ? "pyk2ptx: internal error: aborted"
                     : signal == SIGFPE ? "pyk2ptx: internal error: bad "
                                          "arithmetic"
                     : signal == SIGILL ? "pyk2ptx: internal error: bad "
                                          "instruction"
                                        : "pyk2ptx: internal error: bad memory "
                                          "access";
  (void)!write(STDERR_FILENO, what, std::strlen(what));
  (void)!write(STDERR_FILENO, reportHint, sizeof(reportHint) - 1);
  _exit(pyk2ptx::statusBug);
}

/// Runs on a stack of its own, for the crash may be an overflow of ours.
void catchCrashes() {
#if !defined(__SANITIZE_ADDRESS__)
  static char stack[1 << 16];
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
    sigaction(signal, &action, nullptr);
#endif
}

int runCommandLine(int argc, char **argv) {
  std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "run" && argc == 3 && argv[2] == std::string_view("--many"))
    return pyk2ptx::runMany();
  if (command == "run")
    return pyk2ptx::runCommand(argc - 2, argv + 2);
  if (command == "lsp")
    return pyk2ptx::lspCommand(argc - 2, argv + 2);
  if (command == "doctor")
    return pyk2ptx::doctorCommand(argc - 2, argv + 2);
  if (command == "explain")
    return pyk2ptx::explainCommand(argc - 2, argv + 2);
  pyk2ptx::growMemoryInLargeSteps();
  return pyk2ptx::compileCommand(argc - 1, argv + 1);
}

} // namespace

int main(int argc, char **argv) {
  llvm::install_fatal_error_handler(onFatalError);
  catchCrashes();
  return runCommandLine(argc, argv);
}
