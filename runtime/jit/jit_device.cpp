// One launch call for both devices: what differs is here.
#include "compiler/target/target.h"
#include "frontend/messages/diagnostics.h"
#include "jit_state.h"
#include "runtime/jit/sanitize/findings.h"

#include <utility>

namespace pyk2ptx {

using detail::JitDeviceState;
using detail::JitKernelState;

// ---- devices ----

JitDevice::JitDevice(std::shared_ptr<JitDeviceState> state)
    : state_(std::move(state)) {}

JitDevice::JitDevice(const Device &gpu)
    : state_(std::make_shared<JitDeviceState>()) {
  state_->gpu = gpu;
  state_->gpuStream = gpu.defaultStream();
}

JitDevice JitDevice::cpu(unsigned workers) {
  auto make = [](unsigned count) {
    auto state = std::make_shared<JitDeviceState>();
    state->cpu.emplace(count);
    return JitDevice(std::move(state));
  };
  if (workers > 0)
    return make(workers);
  // Never freed: its threads would outlive what static destructors take away.
  static const JitDevice *own = new JitDevice(make(0));
  return *own;
}

bool JitDevice::isCpu() const { return !state_->gpu; }

const Device *JitDevice::gpu() const {
  return state_->gpu ? &*state_->gpu : nullptr;
}

Result<std::string> JitDevice::arch() const {
  if (isCpu())
    return std::string("cpu");
  Result<ComputeCapability> capability = state_->gpu->computeCapability();
  if (!capability)
    return capability.error();
  std::string arch = archOf(capability->major, capability->minor);
  if (arch.empty())
    return Error::make("NotFound", "the GPU's compute capability " +
                                       std::to_string(capability->major) + "." +
                                       std::to_string(capability->minor) +
                                       " is older than all that can be "
                                       "compiled for");
  return arch;
}

// ---- loading ----

Result<std::vector<JitKernel>>
loadKernels(const JitDevice &device,
            const std::shared_ptr<const JitUnit> &unit) {
  if (!unit->valid)
    return unit->error();
  if (device.isCpu() != (unit->host != nullptr))
    return Error::make("ValueError",
                       "code for " + unit->arch + " was given to the " +
                           (device.isCpu() ? "CPU device" : "GPU"));
  std::optional<Module> module;
  if (!device.isCpu()) {
    Result<Module> loaded = loadModule(*device.gpu(), *unit);
    if (!loaded)
      return loaded.error();
    module = *loaded;
  }
  std::vector<JitKernel> kernels;
  for (const KernelInfo &info : unit->info.kernels) {
    auto state = std::make_shared<JitKernelState>(
        JitKernelState{device, unit, &info, std::nullopt, std::nullopt});
    if (module) {
      Result<Kernel> kernel = module->kernel(info.entry);
      if (!kernel)
        return kernel.error();
      state->gpu = *kernel;
    } else {
      Result<CpuKernel> kernel = unit->host->module.kernel(info.entry);
      if (!kernel)
        return kernel.error();
      state->cpu = *kernel;
    }
    kernels.emplace_back(std::move(state));
  }
  return kernels;
}

JitKernel::JitKernel(std::shared_ptr<JitKernelState> state)
    : state_(std::move(state)) {}

Result<JitKernel> JitKernel::load(const JitDevice &device,
                                  const std::shared_ptr<const JitUnit> &unit,
                                  const std::string &name) {
  Result<std::vector<JitKernel>> kernels = loadKernels(device, unit);
  if (!kernels)
    return kernels.error();
  std::string names;
  for (const JitKernel &kernel : *kernels) {
    const KernelInfo &info = kernel.info();
    if (name.empty() || info.name == name || info.entry == name)
      return kernel;
    names += (names.empty() ? "" : ", ") + info.name;
  }
  return Error::make("NotFound", "there is no kernel `" + name +
                                     "` in the unit; there are: " + names);
}

// ---- launches ----

const KernelInfo &JitKernel::info() const { return *state_->info; }

const std::shared_ptr<const JitUnit> &JitKernel::unit() const {
  return state_->unit;
}

const Kernel *JitKernel::gpu() const {
  return state_->gpu ? &*state_->gpu : nullptr;
}

Result<void> JitKernel::launchArguments(const LaunchConfig &config,
                                        Span<const Argument> arguments,
                                        const Stream *stream) const {
  if (state_->gpu)
    return state_->gpu->launchArguments(
        stream ? *stream : *state_->device.state()->gpuStream, config,
        arguments);
  Result<std::vector<std::byte>> params =
      packArguments(*state_->info, arguments);
  if (!params)
    return params.error();
  return launchPacked(config, *params);
}

Result<void> JitKernel::launchPacked(const LaunchConfig &config,
                                     Span<const std::byte> params,
                                     const Stream *stream) const {
  if (state_->gpu)
    return state_->gpu->launchPacked(
        stream ? *stream : *state_->device.state()->gpuStream, config, params);
  JitReport report;
  Result<void> done = launchChecked(config, params, report);
  if (!done)
    return done;
  for (const JitDiagnostic &finding : report.diagnostics)
    if (finding.severity == "error") {
      Error error = Error::make("CheckError", finding.text, state_->info->name);
      error.detail = report.text;
      return error;
    }
  return done;
}

Result<void> JitKernel::launchChecked(const LaunchConfig &config,
                                      Span<const std::byte> params,
                                      JitReport &report) const {
  if (!state_->cpu)
    return Error::make("ValueError", "checks are the CPU device's",
                       state_->info->name);
  const std::uint32_t *own = state_->info->cluster;
  Dim3 asked = config.cluster;
  if ((asked.x | asked.y | asked.z) != 0 &&
      !(asked.x == own[0] && asked.y == own[1] && asked.z == own[2]))
    return Error::make("ValueError",
                       "the CPU device has a kernel's cluster_dims, and no "
                       "clusters of a launch's own",
                       state_->info->name);
  std::vector<CheckFinding> findings;
  CpuLaunchOptions options;
  options.findings = &findings;
  Result<void> done = state_->cpu->launchPacked(
      *state_->device.state()->cpu, config.grid, config.block,
      config.sharedBytes, params, options);
  if (!findings.empty()) {
    Diagnostics diagnostics;
    reportFindings(findings, diagnostics);
    report = makeReport(diagnostics);
  }
  if (!done && done.error().detail.empty())
    done.error().detail = report.text;
  return done;
}

} // namespace pyk2ptx
