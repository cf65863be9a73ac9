// How a launch on the CPU device runs, and who looks on.
#ifndef PYK2PTX_JIT_THREADS_LAUNCH_OPTIONS_H
#define PYK2PTX_JIT_THREADS_LAUNCH_OPTIONS_H

#include "schedule.h"

#include <cstdint>
#include <vector>

namespace pyk2ptx {

struct CheckFinding;
struct TraceRequest;
struct AccessRecording;

/// How a launch runs, beyond its geometry.
struct CpuLaunchOptions {
  /// Other than Forward it needs code that is CompileOptions::schedulable or
  /// has checks; the blocks then run on one worker.
  CpuSchedule schedule;
  /// Gets what the checks find (sanitize/findings.h). Null: the first finding
  /// that is no warning is the launch's error.
  std::vector<CheckFinding> *findings = nullptr;
  /// Counters of HostSites::lines (CompileOptions::coverage), set anew.
  std::vector<std::uint64_t> *lineCounts = nullptr;
  const TraceRequest *trace = nullptr;
  AccessRecording *accesses = nullptr;
};

} // namespace pyk2ptx

#endif
