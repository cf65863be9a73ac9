// A CUDA driver without a GPU, for tests of the runtime.
//
// Memory is host memory, a stream runs its work at once, and a module is its
// PTX text: entries are found by `.entry NAME(`, globals by `.global ... NAME`.
// A launch is judged by the driver's rules, recorded, and, for two kernels
// (the sample's `vecadd`, the Python package's `copy_elements`), performed.
// Every call can be made to fail, and every object is counted. Also steered by
// the environment, for programs that know nothing of fake_cuda.h:
// PYK2PTX_FAKE_FAIL="N:STATUS" is fakeFailNth, PYK2PTX_FAKE_DEVICES is
// fakeSetDeviceCount.
//
// This file has the objects, the control functions, devices, modules and
// launches; fake_memory.cpp memory, streams and events; fake_graph.cpp graphs;
// fake_recent.cpp what came after CUDA 11.0, which the fake of an old driver
// lacks.
#include "fake_state.h"

#include <cstdio>

namespace fake {

Fake::Fake() {
  if (const char *fail = std::getenv("PYK2PTX_FAKE_FAIL")) {
    failAt = std::atoi(fail);
    const char *colon = std::strchr(fail, ':');
    failStatus = colon ? std::atoi(colon + 1) : 999;
  }
  if (const char *count = std::getenv("PYK2PTX_FAKE_DEVICES"))
    deviceCount = std::atoi(count);
}

Fake &fake() {
  static Fake *instance = new Fake;
  return *instance;
}

thread_local void *currentContext = nullptr;
char contexts[maxDevices + 1];

int currentDevice() {
  auto index = static_cast<char *>(currentContext) - contexts;
  return index >= 0 && index < maxDevices ? static_cast<int>(index) : 0;
}

bool isStickyStatus(int status) {
  return status >= 700 && status <= 719 && status != 701 && status != 704 &&
         status != 705;
}

int enter(const char *name) {
  Fake &f = fake();
  ++f.calls;
  if (f.calls == f.failAt) {
    f.failedCall = name;
    if (isStickyStatus(f.failStatus))
      f.sticky = f.failStatus;
    return f.failStatus;
  }
  return f.sticky;
}

int synchronize(const char *name, void *stream) {
  if (int status = enter(name))
    return status;
  Fake &f = fake();
  for (auto &[captured, capture] : f.captures)
    if (!stream || captured == stream) {
      capture.isInvalid = true;
      return 900;
    }
  int status = f.syncStatus;
  f.syncStatus = 0;
  if (isStickyStatus(status))
    f.sticky = status;
  return status;
}

thread_local int captureMode = 0;

int enterUncaptured(const char *name) {
  if (int status = enter(name))
    return status;
  for (auto &[stream, capture] : fake().captures)
    if (capture.mode != 2 && captureMode != 2) {
      capture.isInvalid = true;
      return 900;
    }
  return 0;
}

int queue(void *stream, std::function<int()> work) {
  Fake &f = fake();
  if (auto found = f.captures.find(stream); found != f.captures.end()) {
    if (found->second.isInvalid)
      return 901;
    found->second.graph->nodes.push_back(
        std::make_shared<Node>(Node{std::move(work), nullptr}));
    return 0;
  }
  if (!stream && !f.captures.empty()) {
    for (auto &[captured, capture] : f.captures)
      capture.isInvalid = true;
    return 906;
  }
  return work();
}

namespace {

void runVecadd(const FakeLaunch &launch) {
  struct Array {
    const float *data;
    std::int64_t extent;
  } arrays[3];
  static_assert(sizeof(arrays) == 48, "three C-contiguous arrays of rank 1");
  if (launch.paramBytes != sizeof(arrays))
    return;
  std::memcpy(arrays, launch.params, sizeof(arrays));
  std::int64_t threads = std::int64_t(launch.grid[0]) * launch.block[0];
  float *out = const_cast<float *>(arrays[2].data);
  for (std::int64_t i = 0; i < threads && i < arrays[2].extent; ++i)
    out[i] = arrays[0].data[i] + arrays[1].data[i];
}

// What the Python package copies elements with that are not contiguous. Behind
// two arrays: the extents, both strides, both starts and an element's size, all
// int64, in bytes.
void runCopyElements(const FakeLaunch &launch) {
  constexpr std::size_t arrays = 32;
  constexpr std::size_t rest = 3 * 8;
  if (launch.paramBytes < arrays + rest)
    return;
  std::size_t axes = (launch.paramBytes - arrays - rest) / 24;
  std::vector<std::int64_t> words(3 * axes + 3);
  std::memcpy(words.data(), launch.params + arrays, 8 * words.size());
  const char *from = nullptr;
  char *to = nullptr;
  std::memcpy(&from, launch.params, sizeof(from));
  std::memcpy(&to, launch.params + 16, sizeof(to));
  const std::int64_t *extents = words.data();
  const std::int64_t *last = extents + 3 * axes;
  std::int64_t count = 1;
  for (std::size_t axis = 0; axis < axes; ++axis)
    count *= extents[axis];
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t left = i;
    std::int64_t begin = last[0];
    std::int64_t end = last[1];
    for (std::size_t axis = axes; axis-- > 0; left /= extents[axis]) {
      begin += left % extents[axis] * extents[axes + axis];
      end += left % extents[axis] * extents[2 * axes + axis];
    }
    std::memcpy(to + end, from + begin, static_cast<std::size_t>(last[2]));
  }
}

std::vector<std::string> namesAfter(const std::string &text,
                                    const std::string &word) {
  std::vector<std::string> names;
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    std::size_t begin = at + word.size();
    std::size_t end = text.find_first_of("([;\n", begin);
    std::string name = text.substr(begin, end - begin);
    names.push_back(name.substr(name.rfind(' ') + 1));
  }
  return names;
}

} // namespace

/// That a block has, for its registers.
int mostThreadsOf(const Function &function) {
  bool isBounded = function.module->text.find("ntid ") != std::string::npos;
  return isBounded ? 1024 : fake().mostThreads;
}

int judge(const Function &function, const unsigned *geometry) {
  for (unsigned i = 0; i < 6; ++i)
    if (!geometry[i])
      return 1;
  std::uint64_t threads = std::uint64_t(geometry[3]) * geometry[4];
  if (geometry[3] > 1024 || geometry[4] > 1024 || geometry[5] > 64 ||
      threads * geometry[5] > 1024 || geometry[0] > 0x7fffffffu ||
      geometry[1] > 65535 || geometry[2] > 65535)
    return 1;
  if (geometry[6] > 48 * 1024 &&
      geometry[6] > static_cast<unsigned>(function.optedShared))
    return 1;
  auto most = static_cast<unsigned>(mostThreadsOf(function));
  return threads * geometry[5] > most ? launchOutOfResources : 0;
}

int judgeCluster(const Function &function, const unsigned *grid,
                 const unsigned *cluster) {
  unsigned blocks = cluster[0] * cluster[1] * cluster[2];
  if (!blocks)
    return 0;
  if (grid[0] % cluster[0] || grid[1] % cluster[1] || grid[2] % cluster[2])
    return 1;
  return blocks > (function.largeClusters ? 16U : 8U) ? 912 : 0;
}

int judgeContext(void *stream) {
  bool isDefault = reinterpret_cast<std::uintptr_t>(stream) <= 2;
  return !currentContext && (isDefault || fake().launchNeedsContext) ? 201 : 0;
}

namespace {

// Where pointers to parameters belong, by the PTX's head.
void readPointers(const Function &function, void **pointers,
                  FakeLaunch &launch) {
  const std::string &text = function.module->text;
  std::size_t at = text.find(" entry " + function.name + " ");
  std::size_t end = text.find("// facts ", at);
  for (int i = 0; (at = text.find("// param ", at)) < end; ++i) {
    at = text.find(" offset ", at);
    unsigned offset = 0;
    unsigned size = 0;
    if (std::sscanf(text.c_str() + at, " offset %u size %u", &offset, &size) !=
            2 ||
        offset + size > sizeof(launch.params))
      return;
    std::memcpy(launch.params + offset, pointers[i], size);
    launch.paramBytes = offset + size;
  }
}

} // namespace

FakeLaunch describe(const Function &function, const unsigned *geometry,
                    void *stream, void **pointers, void **extra) {
  FakeLaunch launch = {};
  std::strncpy(launch.entry, function.name.c_str(), sizeof(launch.entry) - 1);
  std::memcpy(launch.grid, geometry, 12);
  std::memcpy(launch.block, geometry + 3, 12);
  launch.shared = geometry[6];
  launch.stream = stream;
  if (pointers)
    readPointers(function, pointers, launch);
  const void *params = nullptr;
  launch.isBlock = extra != nullptr;
  for (std::size_t i = 0; extra && extra[i]; i += 2) {
    if (reinterpret_cast<std::uintptr_t>(extra[i]) == launchParamPointer)
      params = extra[i + 1];
    if (reinterpret_cast<std::uintptr_t>(extra[i]) == launchParamSize)
      launch.paramBytes = *static_cast<std::size_t *>(extra[i + 1]);
  }
  if (params && launch.paramBytes <= sizeof(launch.params))
    std::memcpy(launch.params, params, launch.paramBytes);
  return launch;
}

void perform(const Function &function, const FakeLaunch &launch) {
  Fake &f = fake();
  if (function.name == "vecadd")
    runVecadd(launch);
  if (function.name == "copy_elements")
    runCopyElements(launch);
  auto &globals = function.module->globals;
  auto global = globals.find("__pyk2ptx_report");
  if (!f.report.empty() && global != globals.end())
    global->second = f.report;
  f.report.clear();
  f.launches.push_back(launch);
}

std::unique_ptr<Module> makeModule(const void *image, unsigned count,
                                   const int *options, void **values,
                                   int &status) {
  auto made = std::make_unique<Module>();
  made->text = static_cast<const char *>(image);
  status = 0;
  if (fake().refusesCubins && made->text.find(cubinMark) != std::string::npos) {
    status = 209;
    return nullptr;
  }
  if (made->text.find("syntax error") != std::string::npos) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == jitErrorLog)
        std::strcpy(static_cast<char *>(values[i]),
                    "ptxas application ptx input, line 7; fatal   : Parsing "
                    "error near 'syntax'\n");
    status = 218;
    return nullptr;
  }
  made->functions = namesAfter(made->text, ".entry ");
  for (const std::string &name : namesAfter(made->text, ".global "))
    made->globals[name].resize(56);
  return made;
}

int makeFunction(FunctionHandle *function, Module &module, const char *name) {
  for (const std::string &known : module.functions) {
    if (known != name)
      continue;
    Fake &f = fake();
    f.functions.push_back(
        std::make_unique<Function>(Function{&module, name, 0}));
    *function = reinterpret_cast<FunctionHandle>(f.functions.back().get());
    return 0;
  }
  return 500;
}

int findGlobal(DeviceAddress *address, std::size_t *bytes, Module &module,
               const char *name) {
  auto found = module.globals.find(name);
  if (found == module.globals.end())
    return 500;
  *address = reinterpret_cast<std::uintptr_t>(found->second.data());
  *bytes = found->second.size();
  return 0;
}

} // namespace fake

using namespace fake;

extern "C" {

// Control -------------------------------------------------------------------

void fakeReset() {
  LOCK;
  Fake &f = fake::fake();
  f.deviceCount = 1;
  f.calls = f.failAt = f.failStatus = f.syncStatus = f.sticky = 0;
  f.leaked = 0;
  f.failedCall = "";
  f.launches.clear();
  f.report.clear();
  f.optedShared = f.loadedFunctions = f.linkCount = 0;
  f.refusesCubins = false;
  f.driverVersion = 13000;
  f.poolThreshold = 0;
  f.limits[0] = 1024;
  f.limits[1] = 1 << 20;
  f.limits[2] = 8 << 20;
  f.launchNeedsContext = false;
  f.mostThreads = 1024;
  currentContext = nullptr;
  f.peers.clear();
  if (f.modules.empty() && f.libraries.empty())
    f.functions.clear();
}

void fakeFailNth(int n, int status) {
  LOCK;
  fake::fake().failAt = fake::fake().calls + n;
  fake::fake().failStatus = status;
}

void fakeFailNextSynchronize(int status) {
  LOCK;
  fake::fake().syncStatus = status;
}

void fakeSetDeviceCount(int count) {
  LOCK;
  fake::fake().deviceCount = count;
}

void fakeSetReport(const void *report) {
  LOCK;
  auto *bytes = static_cast<const unsigned char *>(report);
  fake::fake().report.assign(bytes, bytes + 56);
}

int fakeCallCount() {
  LOCK;
  return fake::fake().calls;
}

const char *fakeFailedCall() {
  LOCK;
  return fake::fake().failedCall;
}

int fakeLiveObjects() {
  LOCK;
  Fake &f = fake::fake();
  return f.contexts + static_cast<int>(f.buffers.size() + f.hosts.size() +
                                       f.registered.size() + f.mapped.size() +
                                       f.streams.size() + f.events.size() +
                                       f.modules.size() + f.libraries.size() +
                                       f.links.size() + f.graphs.size() +
                                       f.execs.size() + f.captures.size());
}

int fakeLeakedObjects() {
  LOCK;
  return fake::fake().leaked;
}

int fakeLaunchCount() {
  LOCK;
  return static_cast<int>(fake::fake().launches.size());
}

const FakeLaunch *fakeLastLaunch() {
  LOCK;
  return fake::fake().launches.empty() ? nullptr
                                       : &fake::fake().launches.back();
}

int fakeLoadedFunctions() {
  LOCK;
  return fake::fake().loadedFunctions;
}

int fakeLinkCount() {
  LOCK;
  return fake::fake().linkCount;
}

void fakeRefuseCubins(bool refuses) {
  LOCK;
  fake::fake().refusesCubins = refuses;
}

void fakeSetDriverVersion(int version) {
  LOCK;
  fake::fake().driverVersion = version;
}

void fakeSetMostThreads(int threads) {
  LOCK;
  fake::fake().mostThreads = threads;
}

void fakeSetLaunchNeedsContext(bool needs) {
  LOCK;
  fake::fake().launchNeedsContext = needs;
}

void fakeLastAdvice(int to[3]) {
  LOCK;
  std::memcpy(to, fake::fake().lastAdvice, sizeof(fake::fake().lastAdvice));
}

void *fakeForeignContext() { return &contexts[maxDevices]; }

int fakeOptedShared() {
  LOCK;
  return fake::fake().optedShared;
}

// Statuses ------------------------------------------------------------------

int cuGetErrorName(int status, const char **name) {
  switch (status) {
  case 1:
    *name = "CUDA_ERROR_INVALID_VALUE";
    return 0;
  case 2:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return 0;
  case 100:
    *name = "CUDA_ERROR_NO_DEVICE";
    return 0;
  case 218:
    *name = "CUDA_ERROR_INVALID_PTX";
    return 0;
  case 700:
    *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return 0;
  default:
    *name = nullptr;
    return 1;
  }
}

int cuGetErrorString(int status, const char **text) {
  *text = status == 1 ? "invalid argument" : nullptr;
  return status == 1 ? 0 : 1;
}

// Driver and devices --------------------------------------------------------

int cuInit(unsigned) {
  ENTER("cuInit");
  return fake::fake().deviceCount ? 0 : 100;
}

int cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion");
  *version = fake::fake().driverVersion;
  return 0;
}

int cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  *count = fake::fake().deviceCount;
  return 0;
}

int cuDeviceGet(int *device, int ordinal) {
  ENTER("cuDeviceGet");
  *device = ordinal;
  return 0;
}

int cuDeviceGetName(char *name, int bytes, int) {
  ENTER("cuDeviceGetName");
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(bytes));
  return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  ENTER("cuDeviceGetAttribute");
  static const std::map<int, int> values = {
      {1, 1024},       {2, 1024},  {3, 1024},  {4, 64},
      {5, 0x7fffffff}, {6, 65535}, {7, 65535}, {10, 32},
      {16, 132},       {75, 9},    {76, 0},    {97, 227 * 1024}};
  auto found = values.find(attribute);
  *value = found == values.end() ? 0 : found->second;
  return 0;
}

int cuDeviceGetPCIBusId(char *id, int bytes, int device) {
  ENTER("cuDeviceGetPCIBusId");
  std::strncpy(id, device ? "0000:02:00.0" : "0000:01:00.0",
               static_cast<std::size_t>(bytes));
  return 0;
}

// Contexts ------------------------------------------------------------------

int cuDevicePrimaryCtxRetain(ContextHandle *context, int device) {
  ENTER("cuDevicePrimaryCtxRetain");
  ++fake::fake().contexts;
  *context = reinterpret_cast<ContextHandle>(&contexts[device]);
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int) {
  LOCK;
  int status = enter("cuDevicePrimaryCtxRelease");
  Fake &f = fake::fake();
  // The last release destroys the context with all that is in it.
  if (--f.contexts == 0) {
    f.leaked += fakeLiveObjects() - static_cast<int>(f.libraries.size());
    for (void *memory : f.hosts)
      std::free(memory);
    for (auto &[address, size] : f.buffers)
      std::free(address);
    f.buffers.clear();
    f.managed.clear();
    f.pooled.clear();
    f.mapped.clear();
    f.hosts.clear();
    f.registered.clear();
    f.streams.clear();
    f.events.clear();
    f.modules.clear();
    f.links.clear();
    f.graphs.clear();
    f.execs.clear();
    f.captures.clear();
    // Belongs to no context; but nobody frees it in a lost one.
    if (f.sticky)
      f.libraries.clear();
  }
  return status;
}

int cuCtxGetCurrent(ContextHandle *context) {
  ENTER("cuCtxGetCurrent");
  *context = static_cast<ContextHandle>(currentContext);
  return 0;
}

int cuCtxGetLimit(std::size_t *bytes, int limit) {
  ENTER("cuCtxGetLimit");
  if (limit < 0 || limit > 2)
    return 1;
  *bytes = fake::fake().limits[limit];
  return 0;
}

int cuCtxSetLimit(int limit, std::size_t bytes) {
  ENTER("cuCtxSetLimit");
  if (limit < 0 || limit > 2)
    return 1;
  // Rounded up, as the driver does.
  fake::fake().limits[limit] = (bytes + 15) / 16 * 16;
  return 0;
}

int cuCtxSetCurrent(ContextHandle context) {
  ENTER("cuCtxSetCurrent");
  currentContext = context;
  return 0;
}

int cuCtxGetDevice(DeviceHandle *device) {
  ENTER("cuCtxGetDevice");
  *device = currentDevice();
  return currentContext ? 0 : 201;
}

int cuCtxSynchronize() {
  LOCK;
  return synchronize("cuCtxSynchronize", nullptr);
}

int cuDeviceCanAccessPeer(int *can, int device, int peer) {
  ENTER("cuDeviceCanAccessPeer");
  *can = device != peer;
  return 0;
}

int cuCtxEnablePeerAccess(ContextHandle peer, unsigned) {
  ENTER("cuCtxEnablePeerAccess");
  if (peer == currentContext)
    return 101;
  return fake::fake().peers.insert({currentDevice(), peer}).second ? 0 : 704;
}

int cuCtxDisablePeerAccess(ContextHandle peer) {
  ENTER("cuCtxDisablePeerAccess");
  return fake::fake().peers.erase({currentDevice(), peer}) ? 0 : 705;
}

int cuProfilerStart() {
  ENTER("cuProfilerStart");
  return 0;
}

int cuProfilerStop() {
  ENTER("cuProfilerStop");
  return 0;
}

// Modules and kernels -------------------------------------------------------

int cuModuleLoadDataEx(ModuleHandle *module, const void *image, unsigned count,
                       int *options, void **values) {
  LOCK;
  int status = enterUncaptured("cuModuleLoadDataEx");
  if (status)
    return status;
  auto made = makeModule(image, count, options, values, status);
  if (!made)
    return status;
  *module = reinterpret_cast<ModuleHandle>(made.get());
  fake::fake().modules[*module] = std::move(made);
  return 0;
}

int cuModuleUnload(ModuleHandle module) {
  LOCK;
  return release("cuModuleUnload", fake::fake().modules, module);
}

int cuModuleGetFunction(FunctionHandle *function, ModuleHandle module,
                        const char *name) {
  ENTER("cuModuleGetFunction");
  return makeFunction(function, *reinterpret_cast<Module *>(module), name);
}

int cuModuleGetGlobal_v2(DeviceAddress *address, std::size_t *bytes,
                         ModuleHandle module, const char *name) {
  ENTER("cuModuleGetGlobal");
  return findGlobal(address, bytes, *reinterpret_cast<Module *>(module), name);
}

// Linking is putting the texts one behind the other; a file is one line that
// names it. Both are refused where they have "syntax error" in them.
int cuLinkCreate_v2(unsigned count, int *options, void **values,
                    LinkHandle *state) {
  ENTER("cuLinkCreate");
  auto link = std::make_unique<Link>();
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == jitErrorLog)
      link->log = static_cast<char *>(values[i]);
  *state = reinterpret_cast<LinkHandle>(link.get());
  fake::fake().links[*state] = std::move(link);
  return 0;
}

int cuLinkAddData_v2(LinkHandle state, int, void *data, std::size_t bytes,
                     const char *name, unsigned, int *, void **) {
  ENTER("cuLinkAddData");
  auto *link = reinterpret_cast<Link *>(state);
  std::string text(static_cast<const char *>(data), bytes);
  if (text.find("syntax error") != std::string::npos) {
    std::strcpy(link->log, ("ptxas " + std::string(name) +
                            ", line 1; fatal: Parsing error\n")
                               .c_str());
    return 218;
  }
  link->text += std::string(text.c_str()) + "\n";
  return 0;
}

int cuLinkAddFile_v2(LinkHandle state, int, const char *path, unsigned, int *,
                     void **) {
  ENTER("cuLinkAddFile");
  if (std::strstr(path, "missing"))
    return 301;
  reinterpret_cast<Link *>(state)->text +=
      "// linked " + std::string(path) + "\n";
  return 0;
}

int cuLinkComplete(LinkHandle state, void **cubin, std::size_t *bytes) {
  ENTER("cuLinkComplete");
  auto *link = reinterpret_cast<Link *>(state);
  if (link->text.find("undefined") != std::string::npos) {
    std::strcpy(link->log, "error   : Undefined reference to 'helper'\n");
    return 1;
  }
  ++fake::fake().linkCount;
  link->text += cubinMark;
  *cubin = link->text.data();
  *bytes = link->text.size();
  return 0;
}

int cuLinkDestroy(LinkHandle state) {
  LOCK;
  return release("cuLinkDestroy", fake::fake().links, state);
}

int cuFuncGetAttribute(int *value, int attribute, FunctionHandle handle) {
  ENTER("cuFuncGetAttribute");
  const int values[] = {mostThreadsOf(*reinterpret_cast<Function *>(handle)),
                        0,
                        0,
                        0,
                        16,
                        63,
                        90};
  *value = attribute < 7 ? values[attribute] : 0;
  return 0;
}

// As if blocks needed nothing but threads.
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, FunctionHandle,
                                                int threads, std::size_t) {
  ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = threads > 0 ? 2048 / threads : 0;
  return 0;
}

int cuFuncSetAttribute(FunctionHandle function, int attribute, int value) {
  ENTER("cuFuncSetAttribute");
  if (attribute == functionLargeClusters) {
    reinterpret_cast<Function *>(function)->largeClusters = value != 0;
    return 0;
  }
  if (attribute != 8 || value > 227 * 1024)
    return 1;
  reinterpret_cast<Function *>(function)->optedShared = value;
  fake::fake().optedShared = value;
  return 0;
}

int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, FunctionHandle,
                                     SharedOfBlock, std::size_t, int most) {
  ENTER("cuOccupancyMaxPotentialBlockSize");
  *block = most && most < 1024 ? most : 1024;
  *grid = 132 * (2048 / *block);
  return 0;
}

int cuLaunchKernel(FunctionHandle function, unsigned gx, unsigned gy,
                   unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, StreamHandle stream, void **params,
                   void **extra) {
  ENTER("cuLaunchKernel");
  if (int status = judgeContext(stream))
    return status;
  unsigned geometry[] = {gx, gy, gz, bx, by, bz, shared};
  auto *called = reinterpret_cast<Function *>(function);
  if (int status = judge(*called, geometry))
    return status;
  FakeLaunch launch = describe(*called, geometry, stream, params, extra);
  return queue(stream, [called, launch] {
    perform(*called, launch);
    return 0;
  });
}

int cuLaunchCooperativeKernel(FunctionHandle function, unsigned gx, unsigned gy,
                              unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, StreamHandle stream,
                              void **params) {
  ENTER("cuLaunchCooperativeKernel");
  if (int status = judgeContext(stream))
    return status;
  unsigned geometry[] = {gx, gy, gz, bx, by, bz, shared};
  std::uint64_t blocks = std::uint64_t(gx) * gy * gz;
  std::uint64_t threads = std::uint64_t(bx) * by * bz;
  auto *called = reinterpret_cast<Function *>(function);
  if (threads && blocks > 2048 / threads * 132)
    return 720;
  if (int status = judge(*called, geometry))
    return status;
  FakeLaunch launch = describe(*called, geometry, stream, params, nullptr);
  launch.cooperative = true;
  return queue(stream, [called, launch] {
    perform(*called, launch);
    return 0;
  });
}

} // extern "C"
