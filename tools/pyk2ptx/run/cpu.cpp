// Compile for the host and run on the CPU device, on the arrays where they are.
// Which variant is right the arguments say, so each is compiled until one is.
#include "compiler/host_module.h"
#include "device.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/source.h"
#include "runtime/argument_facts.h"
#include "runtime/jit/cpu/device.h"
#include "runtime/jit/sanitize/findings.h"
#include "watch.h"

#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/output/terminal.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace pyk2ptx {

namespace {

// Copies of the arguments' arrays.
std::vector<std::vector<std::byte>>
copyArrays(const std::vector<RunArgument> &arguments) {
  std::vector<std::vector<std::byte>> copies;
  for (const RunArgument &argument : arguments) {
    copies.emplace_back();
    if (argument.array)
      copies.back().assign(argument.array->bytes.data(),
                           argument.array->bytes.data() +
                               argument.array->bytes.size());
  }
  return copies;
}

void restoreArrays(const std::vector<std::vector<std::byte>> &copies,
                   const std::vector<RunArgument> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!copies[i].empty())
      std::memcpy(arguments[i].array->bytes.data(), copies[i].data(),
                  copies[i].size());
}

Result<double> timeLaunch(const CpuDevice &device, const CpuKernel &kernel,
                          const RunOptions &options,
                          Span<const std::byte> params,
                          const CpuLaunchOptions &launch) {
  auto begin = std::chrono::steady_clock::now();
  if (Result<void> done =
          kernel.launchPacked(device, options.grid, options.block,
                              options.sharedBytes, params, launch);
      !done)
    return done.error();
  std::chrono::duration<double, std::milli> took =
      std::chrono::steady_clock::now() - begin;
  return took.count();
}

// What the options ask a launch to tell, into `watched`.
void watchLaunch(WatchedRun &watched, TraceRequest &trace,
                 CpuLaunchOptions &launch) {
  const RunOptions &options = watched.options;
  auto copy = [](const Dim3 &from, std::uint32_t (&to)[3]) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  launch.schedule = options.schedule;
  launch.findings = &watched.findings;
  if (options.compile.coverage)
    launch.lineCounts = &watched.lineCounts;
  if (options.isTraced) {
    copy(options.traceBlock, trace.block);
    copy(options.traceThread, trace.thread);
    trace.take = printStep;
    launch.trace = &trace;
  }
  if (options.report.empty())
    return;
  watched.accesses.warp = options.reportWarp;
  watched.accesses.block =
      options.reportBlock.x +
      options.grid.x *
          (options.reportBlock.y + options.grid.y * options.reportBlock.z);
  launch.accesses = &watched.accesses;
}

// With --bounds=none a wrong index is a wrong address: the user's fault.
void onBadAddress(int) {
  constexpr char text[] = "pyk2ptx: error: the kernel used memory that is not "
                          "its own; --check=bounds says where\n";
  (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
  _exit(statusUser);
}

/// As often as is asked for, behind a first time; the median, in milliseconds.
/// The arrays are left as they were.
Result<double> repeatLaunch(CpuDevice &device, const CpuKernel &kernel,
                            const RunJob &job,
                            const std::vector<std::byte> &params) {
  const RunOptions &options = job.options;
  std::vector<std::vector<std::byte>> results = copyArrays(job.arguments);
  // What the first one told is not told again.
  std::vector<CheckFinding> findings;
  CpuLaunchOptions repeated;
  repeated.schedule = options.schedule;
  repeated.findings = &findings;
  std::vector<double> times;
  times.reserve(options.repeat);
  for (unsigned i = 0; i < options.repeat; ++i) {
    Result<double> again =
        timeLaunch(device, kernel, options, params, repeated);
    if (!again)
      return again.error();
    times.push_back(*again);
  }
  restoreArrays(results, job.arguments);
  return medianOf(std::move(times));
}

/// What is to be launched.
struct Ready {
  CpuModule module;
  /// In module.info().kernels.
  std::size_t kernel = 0;
  std::vector<std::byte> params;
  /// As RunTime's.
  std::size_t variant = 0;
};

/// Nothing when `diagnostics` got an error.
std::optional<Result<Ready>> prepareAs(const RunJob &job,
                                       const LaunchFacts &facts,
                                       Diagnostics &diagnostics) {
  CompileOptions compile = job.compile;
  compile.facts = facts;
  std::optional<HostModule> host =
      compileForHost({&job.source}, compile, diagnostics);
  if (!host)
    return std::nullopt;
  Result<CpuModule> module = CpuModule::load(std::move(*host));
  if (!module)
    return Result<Ready>(module.error());
  std::vector<std::uint64_t> addresses;
  addresses.reserve(job.arguments.size());
  for (const RunArgument &argument : job.arguments)
    addresses.push_back(argument.array ? reinterpret_cast<std::uintptr_t>(
                                             argument.array->bytes.data())
                                       : 0);
  std::size_t chosen = 0;
  Result<std::vector<std::byte>> params =
      packRunArguments(job, module->info(), addresses, chosen);
  if (!params)
    return Result<Ready>(params.error());
  return Result<Ready>(Ready{std::move(*module), chosen, std::move(*params)});
}

/// The kernel's first variant that is for this launch, else the kernel for all,
/// as on a GPU.
std::optional<Result<Ready>> prepare(const RunJob &job,
                                     Diagnostics &diagnostics) {
  const std::vector<LaunchFacts> &variants = job.compile.variants;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    std::optional<Result<Ready>> ready =
        prepareAs(job, variants[i], diagnostics);
    if (!ready || !*ready)
      return ready;
    const ModuleInfo &module = (*ready)->module.info();
    if (!isFor(module.kernels[(*ready)->kernel], job.options.grid,
               job.options.block, (*ready)->params))
      continue;
    (*ready)->variant = i + 1;
    return ready;
  }
  return prepareAs(job, job.compile.facts, diagnostics);
}

Result<RunTime> runReady(const RunJob &job, const Ready &ready,
                         Diagnostics &diagnostics) {
  const RunOptions &options = job.options;
  const CpuModule &module = ready.module;
  Result<CpuKernel> kernel =
      module.kernel(module.info().kernels[ready.kernel].entry);
  if (!kernel)
    return kernel.error();
  if (options.compile.bounds == BoundsMode::None)
    for (int signal : {SIGSEGV, SIGBUS})
      std::signal(signal, onBadAddress);
  CpuDevice device;
  RunTime time;
  time.variant = ready.variant;
  time.device =
      "the CPU device (" + std::to_string(device.workers()) + " threads)";
  WatchedRun watched{options, job.kernel, module.sites()};
  CpuLaunchOptions launch;
  TraceRequest trace;
  watchLaunch(watched, trace, launch);
  auto progress = std::make_unique<ProgressLine>([&device] {
    CpuDevice::Progress now = device.progress();
    std::string text = "pyk2ptx: running on the CPU device";
    if (now.blocks > 1)
      text += ", block " + std::to_string(now.begun) + " of " +
              std::to_string(now.blocks);
    return text;
  });
  // A trace would run into the line.
  if (options.isTraced)
    progress.reset();
  Result<double> first =
      timeLaunch(device, *kernel, options, ready.params, launch);
  progress.reset();
  reportFindings(watched.findings, diagnostics);
  if (first)
    if (Result<void> written = writeWatched(watched); !written)
      return written.error();
  if (!first)
    return first.error();
  time.milliseconds = *first;
  if (!options.repeat)
    return time;
  Result<double> median = repeatLaunch(device, *kernel, job, ready.params);
  if (!median)
    return median.error();
  time.milliseconds = *median;
  return time;
}

} // namespace

std::optional<Result<RunTime>> runOnCpu(const RunJob &job,
                                        Diagnostics &diagnostics) {
  std::optional<Result<Ready>> ready = prepare(job, diagnostics);
  if (!ready)
    return std::nullopt;
  if (!*ready)
    return Result<RunTime>(ready->error());
  return runReady(job, **ready, diagnostics);
}

} // namespace pyk2ptx
