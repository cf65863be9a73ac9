// PTX -> module. The head of the PTX states the kernels; the driver's JIT
// compiles the rest, and what it has to say against it goes into the error.
#include "state.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace pyk2ptx {

namespace detail {

ModuleState::~ModuleState() {
  if (handle && device->enterToFree())
    (void)device->api.cuModuleUnload(handle);
}

void ModuleState::noteLaunch(const KernelInfo &kernel) {
  const KernelInfo *expected = nullptr;
  if (!launchedKernel_.compare_exchange_strong(expected, &kernel) &&
      expected != &kernel)
    severalKernels_.store(true);
  launched.store(true);
}

std::string ModuleState::reporter() const {
  const KernelInfo *kernel = launchedKernel_.load();
  return kernel && !severalKernels_.load() ? kernel->name : std::string();
}

} // namespace detail

namespace {

constexpr std::size_t jitLogBytes = 16 * 1024;

// A PTX of a later target than the device is the commonest reason for a JIT's
// refusal, and the driver's text does not say it.
std::string explainTarget(const Device &device, const ModuleInfo &info) {
  Result<ComputeCapability> capability = device.computeCapability();
  int wanted = 0;
  if (!capability || std::sscanf(info.arch.c_str(), "sm_%d", &wanted) != 1)
    return "";
  int have = capability->major * 10 + capability->minor;
  bool isSpecific = !info.arch.empty() && info.arch.back() == 'a';
  if (wanted <= have && !(isSpecific && wanted != have))
    return "";
  return "the module is for " + info.arch + ", the device is sm_" +
         std::to_string(have);
}

void appendDetail(Error &error, const std::string &text) {
  if (text.empty())
    return;
  error.detail += (error.detail.empty() ? "" : "; ") + text;
}

std::string trimmedLog(const std::string &log) {
  std::string text(log.c_str());
  while (!text.empty() && std::strchr(" \n\r\t", text.back()))
    text.pop_back();
  return text;
}

Result<std::string> readFile(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  std::string text;
  char chunk[65536];
  bool ok = file != nullptr;
  while (ok && !std::feof(file)) {
    std::size_t got = std::fread(chunk, 1, sizeof(chunk), file);
    text.append(chunk, got);
    ok = !std::ferror(file);
  }
  int reason = errno;
  if (file)
    std::fclose(file);
  if (ok)
    return text;
  return Error::make("OSError",
                     "cannot read " + path + ": " + std::strerror(reason));
}

Result<Module> loadPtx(const Device &device, const std::string &ptx,
                       const std::string &from) {
  ModuleInfo info;
  std::string problem;
  // Behind a cubin or a fatbin, whose first byte no text has, stands the head.
  bool isBinary = ptx.compare(0, 4,
                              "\x7f"
                              "ELF") == 0 ||
                  ptx.compare(0, 4, "\x50\xed\x55\xba") == 0;
  std::size_t at = isBinary ? ptx.rfind("// pyk2ptx abi ") : 0;
  if (readHead(at == std::string::npos ? "" : ptx.substr(at), info, problem))
    return device.loadImage(ptx.c_str(), std::move(info));
  return Error::make("ValueError", from + ", " + problem);
}

} // namespace

Module::Module(std::shared_ptr<detail::ModuleState> state)
    : state_(std::move(state)) {}

Result<Module> Device::load(const std::string &ptx) const {
  return loadPtx(*this, ptx, "the PTX");
}

Result<Module> Device::loadFile(const std::string &path) const {
  Result<std::string> ptx = readFile(path);
  if (!ptx)
    return ptx.error();
  return loadPtx(*this, *ptx, path);
}

Result<Module> Device::loadImage(const void *image, ModuleInfo info) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::ModuleState>();
  state->device = state_;
  state->info = std::move(info);
  state->optedShared =
      std::vector<std::atomic<std::uint32_t>>(state->info.kernels.size());
  std::string log(jitLogBytes, '\0');
  int options[] = {driver::jitErrorLog, driver::jitErrorLogBytes};
  // The size is passed by value in the pointer, one less than there is so that
  // the log ends in 0 whatever the driver does.
  void *values[] = {log.data(),
                    reinterpret_cast<void *>(std::uintptr_t(jitLogBytes - 1))};
  driver::Status status =
      state_->api.cuModuleLoadDataEx(&state->handle, image, 2, options, values);
  if (status != driver::success) {
    state->handle = nullptr;
    Error error = state_->fail(status, "cuModuleLoadDataEx");
    appendDetail(error, explainTarget(*this, state->info));
    appendDetail(error, trimmedLog(log));
    return error;
  }
  if (state->info.sites.empty())
    return Module(std::move(state));
  std::size_t bytes = 0;
  status = state_->api.cuModuleGetGlobal(&state->report, &bytes, state->handle,
                                         reportSymbol);
  if (status != driver::success)
    return state_->fail(status, "cuModuleGetGlobal");
  if (bytes < sizeof(Report)) {
    return Error::make("ValueError",
                       "the module's " + std::string(reportSymbol) + " has " +
                           std::to_string(bytes) + " bytes, not " +
                           std::to_string(sizeof(Report)));
  }
  std::lock_guard<std::mutex> lock(state_->mutex);
  auto &reporting = state_->reporting;
  for (std::size_t i = reporting.size(); i-- > 0;)
    if (reporting[i].expired())
      reporting.erase(reporting.begin() + static_cast<std::ptrdiff_t>(i));
  reporting.push_back(state);
  return Module(std::move(state));
}

const ModuleInfo &Module::info() const { return state_->info; }

Result<Kernel> Module::kernel(const std::string &name) const {
  const KernelInfo *found = nullptr;
  std::string known;
  for (const KernelInfo &kernel : state_->info.kernels) {
    known += (known.empty() ? "`" : ", `") + kernel.name + "`";
    if (kernel.entry == name)
      found = &kernel;
  }
  for (const KernelInfo &kernel : state_->info.kernels)
    if (!found && kernel.name == name)
      found = &kernel;
  if (!found) {
    return Error::make("NotFound", "the module has no kernel `" + name +
                                       "`; it has " +
                                       (known.empty() ? "none" : known));
  }
  if (Result<void> entered = state_->device->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::KernelState>();
  state->module = state_;
  state->info = found;
  driver::Status status = state_->device->api.cuModuleGetFunction(
      &state->handle, state_->handle, found->entry.c_str());
  if (status == driver::success)
    return Kernel(std::move(state));
  Error error = state_->device->fail(status, "cuModuleGetFunction");
  if (!error.sticky)
    error.kernel = found->name;
  return error;
}

Result<std::pair<std::uint64_t, std::size_t>>
Module::global(const std::string &name) const {
  if (Result<void> entered = state_->device->enter(); !entered)
    return entered.error();
  driver::DeviceAddress address = 0;
  std::size_t bytes = 0;
  driver::Status status = state_->device->api.cuModuleGetGlobal(
      &address, &bytes, state_->handle, name.c_str());
  if (status == driver::success)
    return std::pair<std::uint64_t, std::size_t>(address, bytes);
  Error error = state_->device->fail(status, "cuModuleGetGlobal");
  appendDetail(error, "the variable is `" + name + "`");
  return error;
}

} // namespace pyk2ptx
