// Compile to PTX for the GPU that is there, copy the arrays to it, launch,
// copy them back. Times are the device's own, between two events.
#include "device.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/source.h"
#include "runtime/argument_facts.h"
#include "runtime/jit/cpu/device.h"
#include "runtime/jit/device_link.h"

#include <pyk2ptx/jit.h>
#include <pyk2ptx/runtime.h>

namespace pyk2ptx {

namespace {

// The arrays on the device. Scalars have an empty place, and so have arrays in
// the memory of one before.
struct DeviceArrays {
  std::vector<std::optional<Buffer>> buffers;
  std::vector<std::uint64_t> addresses;
};

Result<DeviceArrays> upload(const Device &device,
                            const std::vector<RunArgument> &arguments) {
  DeviceArrays arrays;
  for (const RunArgument &argument : arguments) {
    arrays.buffers.emplace_back();
    arrays.addresses.push_back(0);
    if (!argument.array)
      continue;
    const HostBytes &bytes = argument.array->bytes;
    auto same = std::find_if(
        arguments.data(), &argument, [&](const RunArgument &other) {
          return other.array && other.array->bytes.data() == bytes.data();
        });
    if (same != &argument) {
      arrays.addresses.back() = arrays.addresses[same - arguments.data()];
      continue;
    }
    Result<Buffer> buffer = device.allocate(bytes.size());
    if (!buffer)
      return buffer.error();
    if (Result<void> copied = buffer->upload(bytes.data(), bytes.size());
        !copied)
      return copied.error();
    arrays.addresses.back() = buffer->address();
    arrays.buffers.back() = *buffer;
  }
  return arrays;
}

Result<void> download(const DeviceArrays &arrays,
                      const std::vector<RunArgument> &arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arrays.buffers[i])
      continue;
    const HostBytes &bytes = arguments[i].array->bytes;
    if (Result<void> copied =
            arrays.buffers[i]->download(bytes.data(), bytes.size());
        !copied)
      return copied;
  }
  return {};
}

// Launches once and waits; the milliseconds it took.
Result<double> timeLaunch(const Device &device, const Kernel &kernel,
                          const RunOptions &options,
                          Span<const std::byte> params) {
  Stream stream = device.defaultStream();
  Result<Event> begin = device.createEvent();
  Result<Event> end = device.createEvent();
  if (!begin || !end)
    return begin ? end.error() : begin.error();
  if (Result<void> done = begin->record(stream); !done)
    return done.error();
  if (Result<void> done = kernel.launchPacked(
          stream, options.grid, options.block, options.sharedBytes, params);
      !done)
    return done.error();
  if (Result<void> done = end->record(stream); !done)
    return done.error();
  if (Result<void> done = device.synchronize(); !done)
    return done.error();
  Result<float> elapsed = end->elapsedMs(*begin);
  if (!elapsed)
    return elapsed.error();
  return static_cast<double>(*elapsed);
}

// PTX that calls functions of other files becomes a cubin with them.
Result<Module> load(const Device &device, const RunJob &job,
                    const CompileResult &compiled) {
  if (compiled.links.empty())
    return device.load(compiled.texts[0]);
  Result<std::string> cubin =
      linkCubin(compiled.texts[0], compiled.links,
                {job.compile.arch, job.compile.optLevel, false, false});
  if (!cubin)
    return cubin.error();
  return device.loadImage(cubin->data(), compiled.info);
}

// The first of the kernel's variants that is for this launch, from 1, as the
// runtime chooses; 0 if none is.
std::size_t variantFor(const ModuleInfo &module, const KernelInfo &kernel,
                       const RunOptions &options,
                       Span<const std::byte> params) {
  std::size_t count = 0;
  for (const KernelInfo &each : module.kernels) {
    if (each.variantOf != kernel.entry)
      continue;
    ++count;
    if (isFor(each, options.grid, options.block, params))
      return count;
  }
  return 0;
}

Result<RunTime> runCompiled(const Device &device, const RunJob &job,
                            const CompileResult &compiled) {
  const RunOptions &options = job.options;
  Result<Module> module = load(device, job, compiled);
  if (!module)
    return module.error();
  Result<DeviceArrays> arrays = upload(device, job.arguments);
  if (!arrays)
    return arrays.error();
  std::size_t chosen = 0;
  Result<std::vector<std::byte>> params =
      packRunArguments(job, module->info(), arrays->addresses, chosen);
  if (!params)
    return params.error();
  const KernelInfo &info = module->info().kernels[chosen];
  Result<Kernel> kernel = module->kernel(info.entry);
  if (!kernel)
    return kernel.error();
  Result<LaunchLimits> limits = device.limits();
  if (!limits)
    return limits.error();
  // The driver would refuse it as well, but not say what about it is wrong.
  if (std::optional<Error> error = checkLaunch(
          info, options.grid, options.block, options.sharedBytes, *limits))
    return *error;
  RunTime time;
  time.variant = variantFor(module->info(), info, options, *params);
  Result<std::string> name = device.name();
  time.device = name ? *name : "the GPU";
  Result<double> first = timeLaunch(device, *kernel, options, *params);
  if (!first)
    return first.error();
  time.milliseconds = *first;
  if (Result<void> copied = download(*arrays, job.arguments); !copied)
    return copied.error();
  std::vector<double> times;
  times.reserve(options.repeat);
  for (unsigned i = 0; i < options.repeat; ++i) {
    Result<double> again = timeLaunch(device, *kernel, options, *params);
    if (!again)
      return again.error();
    times.push_back(*again);
  }
  if (options.repeat)
    time.milliseconds = medianOf(std::move(times));
  return time;
}

/// Releasing its context would tear down what a kernel's fault has left, with a
/// tool like compute-sanitizer inside; the process is about to end anyway.
void keepIfLost(const Device &device) {
  static const Device *kept = nullptr;
  if (device.lostTo() && !kept)
    kept = new Device(device);
}

} // namespace

Result<void> findGpu() {
  Result<Driver> driver = initialize();
  if (!driver)
    return driver.error();
  return {};
}

std::optional<Result<RunTime>> runOnGpu(RunJob job, Diagnostics &diagnostics) {
  Result<Driver> driver = initialize();
  if (!driver)
    return Result<RunTime>(driver.error());
  Result<Device> device = driver->device(0);
  if (!device)
    return Result<RunTime>(device.error());
  if (!job.options.archGiven) {
    Result<std::string> arch = JitDevice(*device).arch();
    if (!arch)
      return Result<RunTime>(arch.error());
    job.compile.arch = *arch;
  }
  if (job.compile.checks.bounds) {
    job.compile.bounds = BoundsMode::Raise;
    if (!job.compile.variants.empty())
      return Result<RunTime>(
          usageError("on a GPU --check=bounds shows a kernel as it is written; "
                     "drop --variant or use --device=cpu"));
  }
  std::optional<CompileResult> compiled =
      compile({&job.source}, job.compile, {Product::Ptx}, diagnostics);
  if (!compiled)
    return std::nullopt;
  Result<RunTime> time = runCompiled(*device, job, *compiled);
  keepIfLost(*device);
  return time;
}

} // namespace pyk2ptx
