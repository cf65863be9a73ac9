// What `pyk2ptx run` writes of a watched launch.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_WATCH_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_WATCH_H

#include "options.h"
#include "runtime/jit/sanitize/findings.h"
#include "runtime/jit/sanitize/watch.h"

#include <pyk2ptx/error.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

class Diagnostics;

/// What was seen of one launch.
struct WatchedRun {
  const RunOptions &options;
  std::string kernel;
  const HostSites &sites;
  std::vector<std::uint64_t> lineCounts = {};
  AccessRecording accesses = {};
  std::vector<CheckFinding> findings = {};
};

/// Prints a step to standard output.
void printStep(const TraceStep &step);

/// lcov's tracefile.
[[nodiscard]] std::string coverageText(const WatchedRun &run);

/// The self-contained page.
[[nodiscard]] std::string reportPage(const WatchedRun &run,
                                     const Diagnostics &found);

/// The files that the options ask for.
[[nodiscard]] Result<void> writeWatched(const WatchedRun &run);

} // namespace pyk2ptx

#endif
