// pyk2ptx run --many: for tests that run thousands of small kernels. A process
// for each would spend its time on starting, and on a GPU's context.
//
// Standard input has a launch a line, the words of its command line separated
// by tabs; standard output gets its exit status, a line too. What the launches
// print goes to standard error, all of it, so that a reader finds there what a
// crash leaves behind.
#include "many.h"

#include "run.h"
#include "tools/pyk2ptx/output/exit_status.h"

#include <pyk2ptx/runtime.h>

#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace pyk2ptx {

namespace {

std::vector<std::string> splitAtTabs(const std::string &line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  for (std::size_t tab; (tab = line.find('\t', at)) != std::string::npos;
       at = tab + 1)
    words.push_back(line.substr(at, tab - at));
  words.push_back(line.substr(at));
  return words;
}

/// A device that somebody holds keeps its context from one launch to the next.
std::optional<Device> holdGpu() {
  Result<Driver> driver = initialize();
  if (!driver)
    return std::nullopt;
  Result<Device> device = driver->device(0);
  return device ? std::optional<Device>(*device) : std::nullopt;
}

} // namespace

int runMany() {
  std::FILE *statuses = fdopen(dup(STDOUT_FILENO), "w");
  if (!statuses || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return statusEnvironment;
  std::optional<Device> gpu;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words = splitAtTabs(line);
    std::vector<const char *> argv;
    for (const std::string &word : words) {
      argv.push_back(word.c_str());
      if (word == "--device=gpu" && !gpu)
        gpu = holdGpu();
    }
    int status = runCommand(static_cast<int>(argv.size()), argv.data());
    std::fflush(stdout);
    std::fflush(stderr);
    std::fprintf(statuses, "%d\n", status);
    std::fflush(statuses);
  }
  std::fclose(statuses);
  return statusDone;
}

} // namespace pyk2ptx
