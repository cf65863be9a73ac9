// A CUDA driver without a GPU, for tests of the runtime.
//
// Memory is host memory, a stream runs its work at once, and a module is its
// PTX text: entries are found by `.entry NAME(`, globals by `.global ... NAME`.
// A launch is judged by the driver's rules, recorded, and, for the one kernel
// that the sample needs (`vecadd`), performed. Every call can be made to fail,
// and every object is counted. Also steered by the environment, for programs
// that know nothing of fake_cuda.h: PYK2PTX_FAKE_FAIL="N:STATUS" is
// fakeFailNth, PYK2PTX_FAKE_DEVICES is fakeSetDeviceCount.
#include "fake_cuda.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

// cuda.h's opaque handles: the fake's own objects, cast.
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct CUmod_st;
struct CUfunc_st;

namespace {

struct Module {
  std::string text;
  std::vector<std::string> functions;
  std::map<std::string, std::vector<unsigned char>> globals;
};

struct Function {
  Module *module;
  std::string name;
  int optedShared = 0;
};

struct Fake {
  std::recursive_mutex mutex;
  int deviceCount = 1;
  int calls = 0;
  int failAt = 0;
  int failStatus = 0;
  int syncStatus = 0;
  int sticky = 0;
  const char *failedCall = "";
  int contexts = 0;
  int leaked = 0;
  std::map<void *, std::size_t> buffers;
  std::set<void *> hosts;
  std::set<void *> streams;
  std::set<void *> events;
  std::map<void *, std::unique_ptr<Module>> modules;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<FakeLaunch> launches;
  std::vector<unsigned char> report;
  int optedShared = 0;

  Fake() {
    if (const char *fail = std::getenv("PYK2PTX_FAKE_FAIL")) {
      failAt = std::atoi(fail);
      const char *colon = std::strchr(fail, ':');
      failStatus = colon ? std::atoi(colon + 1) : 999;
    }
    if (const char *count = std::getenv("PYK2PTX_FAKE_DEVICES"))
      deviceCount = std::atoi(count);
  }
};

Fake &fake() {
  static Fake *instance = new Fake;
  return *instance;
}

thread_local void *currentContext = nullptr;
char theContext;

CUctx_st *contextOf(void *context) {
  return reinterpret_cast<CUctx_st *>(context);
}

bool isStickyStatus(int status) {
  return status >= 700 && status <= 719 && status != 701;
}

// Counts a call and says how it ends before it does anything.
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

int synchronize(const char *name) {
  if (int status = enter(name))
    return status;
  Fake &f = fake();
  int status = f.syncStatus;
  f.syncStatus = 0;
  if (isStickyStatus(status))
    f.sticky = status;
  return status;
}

// A freeing call frees even when it fails: the status is then an earlier one.
template <typename Set> int release(const char *name, Set &set, void *object) {
  int status = enter(name);
  if (!set.erase(object) && !status)
    return 400;
  return status;
}

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

int launch(const char *name, CUfunc_st *function, const unsigned *geometry,
           void *stream, const unsigned char *params, std::size_t paramBytes) {
  if (int status = enter(name))
    return status;
  Fake &f = fake();
  auto *fn = reinterpret_cast<Function *>(function);
  FakeLaunch launch = {};
  for (unsigned i = 0; i < 6; ++i)
    if (!geometry[i])
      return 1;
  std::uint64_t threads = std::uint64_t(geometry[3]) * geometry[4];
  if (geometry[3] > 1024 || geometry[4] > 1024 || geometry[5] > 64 ||
      threads * geometry[5] > 1024 || geometry[0] > 0x7fffffffu ||
      geometry[1] > 65535 || geometry[2] > 65535)
    return 1;
  if (geometry[6] > 48 * 1024 &&
      geometry[6] > static_cast<unsigned>(fn->optedShared))
    return 1;
  if (paramBytes > sizeof(launch.params))
    return 1;
  std::strncpy(launch.entry, fn->name.c_str(), sizeof(launch.entry) - 1);
  std::memcpy(launch.grid, geometry, 12);
  std::memcpy(launch.block, geometry + 3, 12);
  launch.shared = geometry[6];
  launch.stream = stream;
  launch.paramBytes = paramBytes;
  launch.cooperative = !params;
  if (params && paramBytes)
    std::memcpy(launch.params, params, paramBytes);
  if (fn->name == "vecadd")
    runVecadd(launch);
  auto global = fn->module->globals.find("__pyk2ptx_report");
  if (!f.report.empty() && global != fn->module->globals.end())
    global->second = f.report;
  f.report.clear();
  f.launches.push_back(launch);
  return 0;
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

#define LOCK std::lock_guard<std::recursive_mutex> lock(fake().mutex)
#define ENTER(name)                                                            \
  LOCK;                                                                        \
  if (int status = enter(name))                                                \
  return status

extern "C" {

// Control -------------------------------------------------------------------

void fakeReset() {
  LOCK;
  Fake &f = fake();
  f.deviceCount = 1;
  f.calls = f.failAt = f.failStatus = f.syncStatus = f.sticky = 0;
  f.leaked = 0;
  f.failedCall = "";
  f.launches.clear();
  f.report.clear();
  f.optedShared = 0;
  if (f.modules.empty())
    f.functions.clear();
}

void fakeFailNth(int n, int status) {
  LOCK;
  fake().failAt = fake().calls + n;
  fake().failStatus = status;
}

void fakeFailNextSynchronize(int status) {
  LOCK;
  fake().syncStatus = status;
}

void fakeSetDeviceCount(int count) {
  LOCK;
  fake().deviceCount = count;
}

void fakeSetReport(const void *report) {
  LOCK;
  auto *bytes = static_cast<const unsigned char *>(report);
  fake().report.assign(bytes, bytes + 56);
}

int fakeCallCount() {
  LOCK;
  return fake().calls;
}

const char *fakeFailedCall() {
  LOCK;
  return fake().failedCall;
}

int fakeLiveObjects() {
  LOCK;
  Fake &f = fake();
  return f.contexts +
         static_cast<int>(f.buffers.size() + f.hosts.size() + f.streams.size() +
                          f.events.size() + f.modules.size());
}

int fakeLeakedObjects() {
  LOCK;
  return fake().leaked;
}

int fakeLaunchCount() {
  LOCK;
  return static_cast<int>(fake().launches.size());
}

const FakeLaunch *fakeLastLaunch() {
  LOCK;
  return fake().launches.empty() ? nullptr : &fake().launches.back();
}

int fakeOptedShared() {
  LOCK;
  return fake().optedShared;
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
  return fake().deviceCount ? 0 : 100;
}

int cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion");
  *version = 13000;
  return 0;
}

int cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  *count = fake().deviceCount;
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

int cuDeviceTotalMem_v2(std::size_t *bytes, int) {
  ENTER("cuDeviceTotalMem");
  *bytes = std::size_t(1) << 30;
  return 0;
}

// Contexts ------------------------------------------------------------------

int cuDevicePrimaryCtxRetain(CUctx_st **context, int) {
  ENTER("cuDevicePrimaryCtxRetain");
  ++fake().contexts;
  *context = contextOf(&theContext);
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int) {
  LOCK;
  int status = enter("cuDevicePrimaryCtxRelease");
  Fake &f = fake();
  // The last release destroys the context with all that is in it.
  if (--f.contexts == 0) {
    f.leaked += fakeLiveObjects();
    for (void *memory : f.hosts)
      std::free(memory);
    for (auto &[address, size] : f.buffers)
      std::free(address);
    f.buffers.clear();
    f.hosts.clear();
    f.streams.clear();
    f.events.clear();
    f.modules.clear();
  }
  return status;
}

int cuCtxGetCurrent(CUctx_st **context) {
  ENTER("cuCtxGetCurrent");
  *context = contextOf(currentContext);
  return 0;
}

int cuCtxSetCurrent(CUctx_st *context) {
  ENTER("cuCtxSetCurrent");
  currentContext = context;
  return 0;
}

int cuCtxSynchronize() {
  LOCK;
  return synchronize("cuCtxSynchronize");
}

// Memory --------------------------------------------------------------------

int cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  ENTER("cuMemGetInfo");
  *free = *total = std::size_t(1) << 30;
  return 0;
}

int cuMemAlloc_v2(unsigned long long *address, std::size_t bytes) {
  ENTER("cuMemAlloc");
  if (!currentContext)
    return 201;
  if (!bytes)
    return 1;
  if (bytes > std::size_t(1) << 30)
    return 2;
  void *memory = std::malloc(bytes);
  fake().buffers[memory] = bytes;
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return 0;
}

int cuMemFree_v2(unsigned long long address) {
  LOCK;
  void *memory = reinterpret_cast<void *>(address);
  bool known = fake().buffers.count(memory) != 0;
  int status = release("cuMemFree", fake().buffers, memory);
  if (known)
    std::free(memory);
  return status;
}

int cuMemHostAlloc(void **memory, std::size_t bytes, unsigned) {
  ENTER("cuMemHostAlloc");
  *memory = std::malloc(bytes);
  fake().hosts.insert(*memory);
  return 0;
}

int cuMemFreeHost(void *memory) {
  LOCK;
  int status = release("cuMemFreeHost", fake().hosts, memory);
  std::free(memory);
  return status;
}

int cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from,
                         std::size_t bytes, CUstream_st *) {
  ENTER("cuMemcpyHtoDAsync");
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return 0;
}

int cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, std::size_t bytes,
                         CUstream_st *) {
  ENTER("cuMemcpyDtoHAsync");
  std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
  return 0;
}

int cuMemsetD8Async(unsigned long long to, unsigned char value,
                    std::size_t bytes, CUstream_st *) {
  ENTER("cuMemsetD8Async");
  std::memset(reinterpret_cast<void *>(to), value, bytes);
  return 0;
}

// Streams and events --------------------------------------------------------

int cuStreamCreate(CUstream_st **stream, unsigned) {
  ENTER("cuStreamCreate");
  static std::uintptr_t next = 0x1000;
  *stream = reinterpret_cast<CUstream_st *>(next += 16);
  fake().streams.insert(*stream);
  return 0;
}

int cuStreamDestroy_v2(CUstream_st *stream) {
  LOCK;
  return release("cuStreamDestroy", fake().streams, stream);
}

int cuStreamSynchronize(CUstream_st *) {
  LOCK;
  return synchronize("cuStreamSynchronize");
}

int cuStreamQuery(CUstream_st *) {
  ENTER("cuStreamQuery");
  return 0;
}

int cuStreamWaitEvent(CUstream_st *, CUevent_st *, unsigned) {
  ENTER("cuStreamWaitEvent");
  return 0;
}

int cuEventCreate(CUevent_st **event, unsigned) {
  ENTER("cuEventCreate");
  static std::uintptr_t next = 0x8000000;
  *event = reinterpret_cast<CUevent_st *>(next += 16);
  fake().events.insert(*event);
  return 0;
}

int cuEventDestroy_v2(CUevent_st *event) {
  LOCK;
  return release("cuEventDestroy", fake().events, event);
}

int cuEventRecord(CUevent_st *, CUstream_st *) {
  ENTER("cuEventRecord");
  return 0;
}

int cuEventSynchronize(CUevent_st *) {
  LOCK;
  return synchronize("cuEventSynchronize");
}

int cuEventElapsedTime(float *milliseconds, CUevent_st *, CUevent_st *) {
  ENTER("cuEventElapsedTime");
  *milliseconds = 1.5f;
  return 0;
}

// Modules and kernels -------------------------------------------------------

int cuModuleLoadDataEx(CUmod_st **module, const void *image, unsigned count,
                       int *options, void **values) {
  ENTER("cuModuleLoadDataEx");
  auto made = std::make_unique<Module>();
  made->text = static_cast<const char *>(image);
  if (made->text.find("syntax error") != std::string::npos) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == 5)
        std::strcpy(static_cast<char *>(values[i]),
                    "ptxas application ptx input, line 7; fatal   : Parsing "
                    "error near 'syntax'\n");
    return 218;
  }
  made->functions = namesAfter(made->text, ".entry ");
  for (const std::string &name : namesAfter(made->text, ".global "))
    made->globals[name].resize(56);
  *module = reinterpret_cast<CUmod_st *>(made.get());
  fake().modules[*module] = std::move(made);
  return 0;
}

int cuModuleUnload(CUmod_st *module) {
  LOCK;
  return release("cuModuleUnload", fake().modules, module);
}

int cuModuleGetFunction(CUfunc_st **function, CUmod_st *module,
                        const char *name) {
  ENTER("cuModuleGetFunction");
  auto *from = reinterpret_cast<Module *>(module);
  for (const std::string &known : from->functions) {
    if (known != name)
      continue;
    fake().functions.push_back(
        std::make_unique<Function>(Function{from, name, 0}));
    *function = reinterpret_cast<CUfunc_st *>(fake().functions.back().get());
    return 0;
  }
  return 500;
}

int cuModuleGetGlobal_v2(unsigned long long *address, std::size_t *bytes,
                         CUmod_st *module, const char *name) {
  ENTER("cuModuleGetGlobal");
  auto &globals = reinterpret_cast<Module *>(module)->globals;
  auto found = globals.find(name);
  if (found == globals.end())
    return 500;
  *address = reinterpret_cast<std::uintptr_t>(found->second.data());
  *bytes = found->second.size();
  return 0;
}

int cuFuncGetAttribute(int *value, int attribute, CUfunc_st *) {
  ENTER("cuFuncGetAttribute");
  constexpr int values[] = {1024, 0, 0, 0, 16, 63, 90};
  *value = attribute < 7 ? values[attribute] : 0;
  return 0;
}

// As if blocks needed nothing but threads.
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunc_st *,
                                                int threads, std::size_t) {
  ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = threads > 0 ? 2048 / threads : 0;
  return 0;
}

int cuFuncSetAttribute(CUfunc_st *function, int attribute, int value) {
  ENTER("cuFuncSetAttribute");
  if (attribute != 8 || value > 227 * 1024)
    return 1;
  reinterpret_cast<Function *>(function)->optedShared = value;
  fake().optedShared = value;
  return 0;
}

int cuLaunchKernel(CUfunc_st *function, unsigned gx, unsigned gy, unsigned gz,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   CUstream_st *stream, void **, void **extra) {
  LOCK;
  unsigned geometry[] = {gx, gy, gz, bx, by, bz, shared};
  static const unsigned char none = 0;
  const unsigned char *params = &none;
  std::size_t bytes = 0;
  for (std::size_t i = 0; extra && extra[i]; i += 2) {
    if (reinterpret_cast<std::uintptr_t>(extra[i]) == 1)
      params = static_cast<const unsigned char *>(extra[i + 1]);
    if (reinterpret_cast<std::uintptr_t>(extra[i]) == 2)
      bytes = *static_cast<std::size_t *>(extra[i + 1]);
  }
  return launch("cuLaunchKernel", function, geometry, stream, params, bytes);
}

int cuLaunchCooperativeKernel(CUfunc_st *function, unsigned gx, unsigned gy,
                              unsigned gz, unsigned bx, unsigned by,
                              unsigned bz, unsigned shared, CUstream_st *stream,
                              void **params) {
  LOCK;
  unsigned geometry[] = {gx, gy, gz, bx, by, bz, shared};
  std::uint64_t blocks = std::uint64_t(gx) * gy * gz;
  std::uint64_t threads = std::uint64_t(bx) * by * bz;
  bool isTooLarge = threads && blocks > 2048 / threads * 132;
  if (isTooLarge) {
    int entered = enter("cuLaunchCooperativeKernel");
    return entered ? entered : 720;
  }
  int status = launch("cuLaunchCooperativeKernel", function, geometry, stream,
                      nullptr, 0);
  // Without the layout only the first parameter's word can be kept.
  if (!status && params)
    std::memcpy(fake().launches.back().params, params[0], 8);
  return status;
}

} // extern "C"
