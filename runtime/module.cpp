// PTX -> module. The head of the PTX states the kernels; the driver's JIT
// compiles the rest, and what it has to say against it goes into the error.
#include "state.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace pyk2ptx {

namespace {
constexpr std::size_t jitLogBytes = 16 * 1024;
} // namespace

namespace detail {

LibraryState::~LibraryState() {
  if (handle && !isLost.load() && driver->madeAt == forks.load())
    (void)driver->api->cuLibraryUnload(handle);
}

ModuleState::~ModuleState() {
  if (!device->enterToFree()) {
    library->isLost.store(true);
    return;
  }
  if (onUnload) {
    driver::ModuleHandle mine = handle;
    if (library->handle &&
        !device->check(device->api.cuLibraryGetModule(&mine, library->handle),
                       "cuLibraryGetModule"))
      mine = nullptr;
    onUnload(mine);
  }
  if (handle)
    device->noteFreed(device->api.cuModuleUnload(handle), "cuModuleUnload");
}

Result<driver::FunctionHandle> ModuleState::function(const KernelInfo &kernel) {
  const driver::Api &api = device->api;
  driver::FunctionHandle result = nullptr;
  const char *call = "cuModuleGetFunction";
  driver::Status status = driver::success;
  if (library->handle) {
    driver::KernelHandle ofAll = nullptr;
    call = "cuLibraryGetKernel";
    status =
        api.cuLibraryGetKernel(&ofAll, library->handle, kernel.entry.c_str());
    if (status == driver::success) {
      call = "cuKernelGetFunction";
      status = api.cuKernelGetFunction(&result, ofAll);
    }
  } else {
    status = api.cuModuleGetFunction(&result, handle, kernel.entry.c_str());
  }
  if (status == driver::success)
    return result;
  Error error = device->failWith(status, call, trimmedLog(library->log));
  if (!error.sticky)
    error.kernel = kernel.name;
  return error;
}

Result<std::pair<driver::DeviceAddress, std::size_t>>
ModuleState::global(const std::string &name) {
  const driver::Api &api = device->api;
  driver::DeviceAddress address = 0;
  std::size_t bytes = 0;
  bool isShared = library->handle != nullptr;
  driver::Status status =
      isShared ? api.cuLibraryGetGlobal(&address, &bytes, library->handle,
                                        name.c_str())
               : api.cuModuleGetGlobal(&address, &bytes, handle, name.c_str());
  if (status == driver::success)
    return std::pair<driver::DeviceAddress, std::size_t>(address, bytes);
  return device->failWith(status,
                          isShared ? "cuLibraryGetGlobal" : "cuModuleGetGlobal",
                          "the variable is `" + name + "`");
}

void ModuleState::noteLaunch(const KernelInfo &kernel) {
  const KernelInfo *expected = nullptr;
  // Nearly always nothing is new, and then nothing is written.
  if (launched.load(std::memory_order_relaxed) &&
      (launchedKernel_.load(std::memory_order_relaxed) == &kernel ||
       severalKernels_.load(std::memory_order_relaxed)))
    return;
  if (!launchedKernel_.compare_exchange_strong(expected, &kernel) &&
      expected != &kernel)
    severalKernels_.store(true);
  launched.store(true);
}

std::string ModuleState::reporter() const {
  const KernelInfo *kernel = launchedKernel_.load();
  return kernel && !severalKernels_.load() ? kernel->name : std::string();
}

JitOptions::JitOptions(std::string &log, unsigned maxRegisters)
    : names{driver::jitErrorLog, driver::jitErrorLogBytes,
            driver::jitMaxRegisters},
      values{}, count(maxRegisters ? 3 : 2) {
  log.assign(jitLogBytes, '\0');
  values[0] = log.data();
  // Numbers are passed by value in the pointer. The size is one less than there
  // is, so that the log ends in 0 whatever the driver does.
  values[1] = reinterpret_cast<void *>(std::uintptr_t(jitLogBytes - 1));
  values[2] = reinterpret_cast<void *>(std::uintptr_t(maxRegisters));
}

std::string trimmedLog(const std::string &log) {
  std::string text(log.c_str());
  while (!text.empty() && std::strchr(" \n\r\t", text.back()))
    text.pop_back();
  return text;
}

} // namespace detail

namespace {

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
  if (text.empty() || error.sticky)
    return;
  error.detail += (error.detail.empty() ? "" : "; ") + text;
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

// The head, which is first in PTX; behind a cubin or a fatbin, whose first
// byte no text has, it stands last.
Result<ModuleInfo> infoOf(const std::string &code, const std::string &from) {
  ModuleInfo info;
  std::string problem;
  bool isBinary = code.compare(0, 4,
                               "\x7f"
                               "ELF") == 0 ||
                  code.compare(0, 4, "\x50\xed\x55\xba") == 0;
  std::size_t at = isBinary ? code.rfind("// pyk2ptx abi ") : 0;
  if (readHead(at == std::string::npos ? "" : code.substr(at), info, problem))
    return info;
  return Error::make("ValueError", from + ", " + problem);
}

// Loads `image` for all contexts; with a driver that cannot, nothing is loaded
// yet. `device` is the one that it is loaded for, or null.
Result<std::shared_ptr<detail::LibraryState>>
makeLibrary(const std::shared_ptr<detail::DriverState> &driver,
            const Device *device, const void *image, ModuleInfo info,
            unsigned maxRegisters) {
  auto library = std::make_shared<detail::LibraryState>();
  library->driver = driver;
  library->info = std::move(info);
  if (!driver->api->hasLibraries)
    return library;
  detail::JitOptions options(library->log, maxRegisters);
  driver::Status status = driver->api->cuLibraryLoadData(
      &library->handle, image, options.names, options.values, options.count,
      nullptr, nullptr, 0);
  if (status == driver::success)
    return library;
  library->handle = nullptr;
  const char *call = "cuLibraryLoadData";
  Error error = device ? device->state()->fail(status, call)
                       : driver->api->error(status, call);
  if (error.sticky && !device)
    if (std::optional<Error> earlier = driver->lossOf(nullptr))
      return detail::asRepeated(std::move(*earlier));
  if (device)
    appendDetail(error, explainTarget(*device, library->info));
  appendDetail(error, detail::trimmedLog(library->log));
  return error;
}

// Finds where kernels leave their reports.
Result<void> findReport(const std::shared_ptr<detail::ModuleState> &module) {
  if (module->info->sites.empty())
    return {};
  auto report = module->global(reportSymbol);
  if (!report)
    return report.error();
  if (report->second < sizeof(Report)) {
    return Error::make("ValueError",
                       "the module's " + std::string(reportSymbol) + " has " +
                           std::to_string(report->second) + " bytes, not " +
                           std::to_string(sizeof(Report)));
  }
  module->report = report->first;
  std::lock_guard<std::mutex> lock(module->device->mutex);
  auto &reporting = module->device->reporting;
  for (std::size_t i = reporting.size(); i-- > 0;)
    if (reporting[i].expired())
      reporting.erase(reporting.begin() + static_cast<std::ptrdiff_t>(i));
  reporting.push_back(module);
  return {};
}

// The library's code on one device. A CUlibrary may not be compiled for it
// until somebody asks for a kernel, so that this asks for the first one: errors
// belong to loading.
Result<Module> makeModule(const Device &device,
                          std::shared_ptr<detail::LibraryState> library,
                          const void *image, const LoadOptions &options) {
  detail::DeviceState &on = *device.state();
  if (Result<void> entered = on.enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::ModuleState>();
  state->device = device.state();
  state->info = &library->info;
  state->library = std::move(library);
  const ModuleInfo &info = *state->info;
  state->opted = std::vector<detail::ModuleState::Opted>(info.kernels.size());
  if (!state->library->handle) {
    std::string &log = state->library->log;
    detail::JitOptions jit(log, options.maxRegisters);
    driver::Status status = on.api.cuModuleLoadDataEx(
        &state->handle, image, jit.count, jit.names, jit.values);
    if (status != driver::success) {
      state->handle = nullptr;
      Error error = on.fail(status, "cuModuleLoadDataEx");
      appendDetail(error, explainTarget(device, info));
      appendDetail(error, detail::trimmedLog(log));
      return error;
    }
  } else if (!info.kernels.empty()) {
    auto first = state->function(info.kernels.front());
    if (!first) {
      Error error = first.error();
      appendDetail(error, explainTarget(device, info));
      return error;
    }
  }
  if (Result<void> found = findReport(state); !found)
    return found.error();
  Module module(state);
  if (options.onLoad)
    if (Result<void> done = options.onLoad(module); !done)
      return done.error();
  state->onUnload = options.onUnload;
  return module;
}

} // namespace

// Loading -------------------------------------------------------------------

Result<Module> Device::load(const std::string &ptx,
                            const LoadOptions &options) const {
  Result<ModuleInfo> info = infoOf(ptx, "the PTX");
  if (!info)
    return info.error();
  return loadImage(ptx.c_str(), std::move(*info), options);
}

Result<Module> Device::loadFile(const std::string &path,
                                const LoadOptions &options) const {
  Result<std::string> code = readFile(path);
  if (!code)
    return code.error();
  Result<ModuleInfo> info = infoOf(*code, path);
  if (!info)
    return info.error();
  return loadImage(code->c_str(), std::move(*info), options);
}

Result<Module> Device::loadImage(const void *image, ModuleInfo info,
                                 const LoadOptions &options) const {
  // The context, which the driver compiles for.
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  std::string linked;
  if (!options.link.empty()) {
    Result<std::string> cubin =
        detail::linkCode(*state_, static_cast<const char *>(image), options);
    if (!cubin)
      return cubin.error();
    linked = std::move(*cubin);
    image = linked.data();
  }
  auto library = makeLibrary(state_->driver, this, image, std::move(info),
                             options.maxRegisters);
  if (!library)
    return library.error();
  return makeModule(*this, std::move(*library), image, options);
}

Result<Library> Driver::load(const std::string &ptx) const {
  Result<ModuleInfo> info = infoOf(ptx, "the PTX");
  if (!info)
    return info.error();
  auto library = makeLibrary(state_, nullptr, ptx.c_str(), std::move(*info), 0);
  if (!library)
    return library.error();
  if (!(*library)->handle)
    (*library)->image = ptx;
  return Library(std::move(*library));
}

Result<Library> Driver::loadFile(const std::string &path) const {
  Result<std::string> code = readFile(path);
  if (!code)
    return code.error();
  Result<Library> library = load(*code);
  if (!library && library.error().name == "ValueError")
    return Error::make("ValueError", path + ": " + library.error().text);
  return library;
}

Library::Library(std::shared_ptr<detail::LibraryState> state)
    : state_(std::move(state)) {}

const ModuleInfo &Library::info() const { return state_->info; }

// One module a device, because what is opted into belongs to the function.
Result<Module> Library::on(const Device &device) const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  auto &modules = state_->modules;
  for (std::size_t i = modules.size(); i-- > 0;) {
    std::shared_ptr<detail::ModuleState> module = modules[i].lock();
    if (module && module->device == device.state())
      return Module(std::move(module));
    if (!module)
      modules.erase(modules.begin() + static_cast<std::ptrdiff_t>(i));
  }
  Result<Module> made =
      makeModule(device, state_, state_->image.c_str(), LoadOptions());
  if (made)
    modules.push_back(made->state());
  return made;
}

// Module --------------------------------------------------------------------

Module::Module(std::shared_ptr<detail::ModuleState> state)
    : state_(std::move(state)) {}

const ModuleInfo &Module::info() const { return *state_->info; }

Result<Kernel> Module::kernel(const std::string &name) const {
  const KernelInfo *found = nullptr;
  std::string known;
  for (const KernelInfo &kernel : state_->info->kernels) {
    known += (known.empty() ? "`" : ", `") + kernel.name + "`";
    if (kernel.entry == name)
      found = &kernel;
  }
  for (const KernelInfo &kernel : state_->info->kernels)
    if (!found && kernel.name == name)
      found = &kernel;
  if (!found) {
    return Error::make("NotFound", "the module has no kernel `" + name +
                                       "`; it has " +
                                       (known.empty() ? "none" : known));
  }
  if (Result<void> entered = state_->device->enter(); !entered)
    return entered.error();
  Result<driver::FunctionHandle> function = state_->function(*found);
  if (!function)
    return function.error();
  auto kernel =
      std::make_shared<detail::KernelState>(state_, *found, *function);
  for (const KernelInfo &info : state_->info->kernels) {
    if (info.variantOf != found->entry)
      continue;
    Result<driver::FunctionHandle> variant = state_->function(info);
    if (!variant)
      return variant.error();
    kernel->variants.push_back(
        std::make_unique<detail::KernelState>(state_, info, *variant));
  }
  return Kernel(std::move(kernel));
}

Result<void> Module::preload() const {
  for (const KernelInfo &info : state_->info->kernels) {
    Result<Kernel> found = kernel(info.entry);
    if (!found)
      return found.error();
    if (Result<void> loaded = found->preload(); !loaded)
      return loaded;
  }
  return {};
}

Result<std::pair<std::uint64_t, std::size_t>>
Module::global(const std::string &name) const {
  if (Result<void> entered = state_->device->enter(); !entered)
    return entered.error();
  auto found = state_->global(name);
  if (!found)
    return found.error();
  return std::pair<std::uint64_t, std::size_t>(found->first, found->second);
}

Result<Buffer> Module::globalBuffer(const std::string &name) const {
  auto found = global(name);
  if (!found)
    return found.error();
  return Device(state_->device).wrapMemory(found->first, found->second, state_);
}

Result<void *> Module::handle() const {
  if (!state_->library->handle)
    return static_cast<void *>(state_->handle);
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::ModuleHandle handle = nullptr;
  driver::Status status =
      device.api.cuLibraryGetModule(&handle, state_->library->handle);
  if (status != driver::success)
    return device.fail(status, "cuLibraryGetModule");
  return static_cast<void *>(handle);
}

} // namespace pyk2ptx
