/* The C API from C, on the fake driver that PYK2PTX_LIBCUDA names. */
#include <pyk2ptx.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int condition, const char *text, int line) {
  if (condition)
    return;
  fprintf(stderr, "line %d: %s; the last error is: %s\n", line, text,
          pyk2ptxLastError());
  ++failures;
}
#define EXPECT(condition) expect((condition) ? 1 : 0, #condition, __LINE__)

static const char ptx[] =
    "// pyk2ptx abi 1\n"
    "// target sm_75 ptx 6.3\n"
    "// kernel saxpy entry saxpy source k.py:7\n"
    "// arg alpha scalar float32\n"
    "// arg x array float32 ndim 1 layout C\n"
    "// param alpha value f32 offset 0 size 4\n"
    "// param x ptr ptr offset 8 size 8\n"
    "// param x shape0 i64 offset 16 size 8\n"
    "// facts params 24 shared 0 dynamic no bounds guard typing python\n"
    "// end\n"
    ".version 6.3\n.target sm_75\n.address_size 64\n"
    ".visible .entry saxpy(\n)\n";

static void count(void *data) { ++*(int *)data; }

/* What a launch of the kernel needs. */
typedef struct Fixture {
  Pyk2ptxModule *module;
  Pyk2ptxKernel *kernel;
  Pyk2ptxBuffer *buffer;
  Pyk2ptxStream *stream;
  Pyk2ptxArgument args[2];
} Fixture;

static Fixture setUp(Pyk2ptxDevice *device) {
  Fixture f;
  memset(&f, 0, sizeof(f));
  EXPECT(pyk2ptxModuleLoad(device, ptx, sizeof(ptx) - 1, &f.module) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxKernelGet(f.module, "saxpy", &f.kernel) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferCreate(device, 64, &f.buffer) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamCreate(device, &f.stream) == PYK2PTX_OK);
  f.args[0] = pyk2ptxFloat(2.0);
  f.args[1] = pyk2ptxVector(pyk2ptxBufferAddress(f.buffer), "float32", 4, 16);
  return f;
}

static void tearDown(Fixture *f) {
  pyk2ptxStreamDestroy(f->stream);
  pyk2ptxBufferDestroy(f->buffer);
  /* Its kernel lives on. */
  pyk2ptxModuleDestroy(f->module);
  pyk2ptxKernelDestroy(f->kernel);
}

static void testLaunch(Pyk2ptxDevice *device) {
  Fixture f = setUp(device);
  Pyk2ptxKernel *kernel = f.kernel;
  Pyk2ptxArgument *args = f.args;
  Pyk2ptxEvent *start = NULL, *end = NULL;
  Pyk2ptxLaunch launch = {{4, 1, 1}, {256, 1, 1}, 0, 0};
  float values[4] = {1, 2, 3, 4}, back[4] = {0}, elapsed = -1;

  EXPECT(pyk2ptxKernelArgumentCount(kernel) == 2);
  EXPECT(pyk2ptxBufferSize(f.buffer) == 64);
  EXPECT(pyk2ptxBufferAddress(f.buffer) != 0);
  EXPECT(pyk2ptxBufferUpload(f.buffer, values, sizeof(values), 0) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxBufferDownload(f.buffer, back, sizeof(back), 0) == PYK2PTX_OK);
  EXPECT(memcmp(values, back, sizeof(back)) == 0);
  EXPECT(pyk2ptxEventCreate(device, &start) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventCreate(device, &end) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventRecord(start, f.stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelLaunch(kernel, f.stream, &launch, args, 2) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelLaunch(kernel, NULL, &launch, args, 2) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventRecord(end, f.stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventSynchronize(end) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventElapsed(start, end, &elapsed) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(f.stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxDeviceSynchronize(device) == PYK2PTX_OK);

  /* Wrong arguments reach no driver. */
  EXPECT(pyk2ptxKernelLaunch(kernel, NULL, &launch, args, 1) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(strcmp(pyk2ptxLastErrorName(), "TypeError") == 0);
  EXPECT(strstr(pyk2ptxLastError(), "saxpy") != NULL);
  EXPECT(pyk2ptxLastDriverStatus() == 0 && !pyk2ptxLastErrorIsSticky());
  args[1].value.asArray.dtype = "float64";
  EXPECT(pyk2ptxKernelLaunch(kernel, NULL, &launch, args, 2) ==
         PYK2PTX_BAD_ARGUMENT);
  args[1].kind = 99;
  EXPECT(pyk2ptxKernelLaunch(kernel, NULL, &launch, args, 2) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxKernelGet(f.module, "nothing", &kernel) == PYK2PTX_NOT_FOUND);
  EXPECT(strstr(pyk2ptxLastError(), "`saxpy`") != NULL);
  EXPECT(strcmp(pyk2ptxLastErrorKernel(), "") == 0);
  launch.block[0] = 4096;
  f.args[1] = pyk2ptxVector(pyk2ptxBufferAddress(f.buffer), "float32", 4, 16);
  EXPECT(pyk2ptxKernelLaunch(f.kernel, NULL, &launch, args, 2) ==
         PYK2PTX_DRIVER_ERROR);
  EXPECT(strcmp(pyk2ptxLastErrorKernel(), "saxpy") == 0);
  launch.block[0] = 0;
  EXPECT(pyk2ptxLastErrorLaunch(&launch) == 1 && launch.block[0] == 4096);
  EXPECT(pyk2ptxDeviceStatus(device) == PYK2PTX_OK);

  pyk2ptxEventDestroy(end);
  pyk2ptxEventDestroy(start);
  tearDown(&f);
}

static int onLoad(void *module, void *data) {
  *(void **)data = module;
  return 0;
}
static int refuse(void *module, void *data) {
  (void)module;
  (void)data;
  return 5;
}
static void onUnload(void *module, void *data) {
  if (*(void **)data == module)
    *(void **)data = NULL;
}

static void testModules(Pyk2ptxDevice *device) {
  Pyk2ptxModule *module = NULL;
  Pyk2ptxLoadOptions options;
  void *loaded = NULL;
  memset(&options, 0, sizeof(options));
  options.maxRegisters = 32;
  options.onLoad = onLoad;
  options.onUnload = onUnload;
  options.data = &loaded;
  EXPECT(pyk2ptxModuleLoadWith(device, ptx, sizeof(ptx) - 1, &options,
                               &module) == PYK2PTX_OK);
  EXPECT(loaded != NULL);
  pyk2ptxModuleDestroy(module);
  EXPECT(loaded == NULL);
  options.onLoad = refuse;
  EXPECT(pyk2ptxModuleLoadWith(device, ptx, sizeof(ptx) - 1, &options,
                               &module) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(strstr(pyk2ptxLastError(), "onLoad returned 5") != NULL);
}

static void testClusters(Pyk2ptxDevice *device) {
  Fixture f = setUp(device);
  Pyk2ptxClusterLaunch clusters = {
      {{4, 1, 1}, {32, 1, 1}, 0, PYK2PTX_LAUNCH_CLUSTERS}, {2, 1, 1}};
  const uint32_t block[3] = {32, 1, 1};
  Pyk2ptxAfter none = {NULL, 0};
  Pyk2ptxGraph *graph = NULL;
  Pyk2ptxGraphNode node = NULL;
  uint32_t most = 0;
  int value = 0, major = 0, minor = 0;
  EXPECT(pyk2ptxKernelAttribute(f.kernel, 4, &value) == PYK2PTX_OK && value);
  EXPECT(pyk2ptxDriverVersion(&value) == PYK2PTX_OK && value >= 11000);
  EXPECT(pyk2ptxStreamPriority(f.stream, &value) == PYK2PTX_OK && value <= 0);
  EXPECT(pyk2ptxDeviceCapability(device, &major, &minor) == PYK2PTX_OK);
  if (major >= 9) {
    EXPECT(pyk2ptxKernelLaunch(f.kernel, f.stream, &clusters.launch, f.args,
                               2) == PYK2PTX_OK);
    EXPECT(pyk2ptxKernelMaxClusterSize(f.kernel, block, 0, &most) ==
               PYK2PTX_OK &&
           most >= 8);
    EXPECT(pyk2ptxKernelMaxActiveClusters(f.kernel, &clusters.launch, &most) ==
               PYK2PTX_OK &&
           most > 0);
    EXPECT(pyk2ptxGraphCreate(device, &graph) == PYK2PTX_OK);
    clusters.launch.cooperative |= 1;
    EXPECT(pyk2ptxGraphAddKernel(graph, none, f.kernel, &clusters.launch,
                                 f.args, 2, &node) == PYK2PTX_OK);
    pyk2ptxGraphDestroy(graph);
  }
  clusters.cluster[0] = 3;
  EXPECT(pyk2ptxKernelLaunch(f.kernel, f.stream, &clusters.launch, f.args, 2) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(strstr(pyk2ptxLastError(), "launch's cluster (3,1,1)") != NULL);
  tearDown(&f);
}

/* The last of all: on the fake driver, the device is lost. */
static void testLoss(Pyk2ptxDevice *device) {
  Fixture f = setUp(device);
  Pyk2ptxLaunch launch = {{7, 1, 1}, {32, 1, 1}, 0, 0}, last;
  Pyk2ptxBuffer *buffer = NULL;
  Pyk2ptxLibrary *library = NULL;
  void (*failNextSynchronize)(int) = NULL;
  const char *path = getenv("PYK2PTX_LIBCUDA");
  void *driver = path ? dlopen(path, RTLD_NOW) : NULL;
  void *found = driver ? dlsym(driver, "fakeFailNextSynchronize") : NULL;
  if (found) {
    memcpy(&failNextSynchronize, &found, sizeof(found));
    EXPECT(pyk2ptxKernelLaunch(f.kernel, f.stream, &launch, f.args, 2) ==
           PYK2PTX_OK);
    failNextSynchronize(700);
    EXPECT(pyk2ptxStreamSynchronize(f.stream) == PYK2PTX_DRIVER_ERROR);
    EXPECT(pyk2ptxLastErrorIsSticky() && !pyk2ptxLastErrorIsRepeated());
    EXPECT(pyk2ptxBufferCreate(device, 8, &buffer) == PYK2PTX_DRIVER_ERROR);
    EXPECT(pyk2ptxLastErrorIsRepeated());
    EXPECT(pyk2ptxLibraryLoad(ptx, sizeof(ptx) - 1, &library) ==
           PYK2PTX_DRIVER_ERROR);
    EXPECT(pyk2ptxLastDriverStatus() == 700 && pyk2ptxLastErrorIsRepeated());
    EXPECT(strcmp(pyk2ptxLastErrorKernel(), "saxpy") == 0);
    EXPECT(strcmp(pyk2ptxLastErrorSource(), "k.py:7") == 0);
    EXPECT(pyk2ptxLastErrorLaunch(&last) && last.grid[0] == 7);
    EXPECT(pyk2ptxDeviceStatus(device) == PYK2PTX_DRIVER_ERROR);
    EXPECT(strstr(pyk2ptxLastError(), "last launch: kernel saxpy of k.py:7"));
  }
  tearDown(&f);
}

static void testErrors(Pyk2ptxDevice *device) {
  Pyk2ptxModule *module = NULL;
  Pyk2ptxBuffer *buffer = NULL;
  EXPECT(pyk2ptxModuleLoadFile(device, "/no/such/file.ptx", &module) ==
         PYK2PTX_SYSTEM_ERROR);
  EXPECT(pyk2ptxModuleLoad(device, "text", 4, &module) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(module == NULL);
  EXPECT(pyk2ptxBufferCreate(device, (size_t)1 << 60, &buffer) != PYK2PTX_OK ||
         buffer != NULL);
  pyk2ptxBufferDestroy(buffer);
  EXPECT(pyk2ptxBufferCreate(NULL, 4, &buffer) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxKernelLaunch(NULL, NULL, NULL, NULL, 0) ==
         PYK2PTX_BAD_ARGUMENT);
  pyk2ptxBufferDestroy(NULL);
  pyk2ptxKernelDestroy(NULL);
}

static void testMemory(Pyk2ptxDevice *device) {
  Pyk2ptxBuffer *plain = NULL, *managed = NULL, *pooled = NULL, *view = NULL,
                *slice = NULL, *opened = NULL, *imported = NULL,
                *forHost = NULL;
  Pyk2ptxStream *stream = NULL;
  Pyk2ptxPlace here = {PYK2PTX_PLACE_DEVICE, 0};
  Pyk2ptxHostBuffer *host = NULL, *pinned = NULL;
  Pyk2ptxIpcHandle handle;
  Pyk2ptxPointerInfo info;
  Pyk2ptxArray array = {0, "float32", 4, 1, {16}, {4}}, back;
  static char mine[64];
  char text[9] = {0};
  uint64_t address = 0, reserved = 0, used = 0;
  size_t freeBytes = 0, total = 0;
  void *tensor = NULL;
  int readOnly = -1;
  EXPECT(pyk2ptxDeviceMemory(device, &freeBytes, &total) == PYK2PTX_OK);
  EXPECT(total >= freeBytes);
  EXPECT(pyk2ptxBufferCreate(device, 64, &plain) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferCreateManaged(device, 64, &managed) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferPrefetch(managed, NULL, 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferAdvise(managed, PYK2PTX_SET_PREFERRED_LOCATION, here) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxBufferPrefetchTo(managed, NULL, here) == PYK2PTX_OK);
  here.kind = 4;
  EXPECT(pyk2ptxBufferAdvise(managed, PYK2PTX_SET_READ_MOSTLY, here) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxBufferCreateManagedForHost(device, 8, &forHost) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamCreate(device, &stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferAttach(forHost, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(stream) == PYK2PTX_OK);
  pyk2ptxBufferDestroy(forHost);
  pyk2ptxStreamDestroy(stream);
  EXPECT(pyk2ptxBufferCreateAsync(device, NULL, 64, &pooled) == PYK2PTX_OK);
  EXPECT(pyk2ptxPoolUsage(device, &reserved, &used) == PYK2PTX_OK);
  EXPECT(used >= 64);
  EXPECT(pyk2ptxPoolUsedHigh(device, &used) == PYK2PTX_OK);
  EXPECT(pyk2ptxPoolResetUsedHigh(device) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferFreeOn(pooled, NULL) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferFreeOn(plain, NULL) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxPoolSetReleaseThreshold(device, 1 << 20) == PYK2PTX_OK);
  EXPECT(pyk2ptxPoolReleaseThreshold(device, &used) == PYK2PTX_OK &&
         used == 1 << 20);
  EXPECT(pyk2ptxPoolTrim(device, 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferWrap(device, pyk2ptxBufferAddress(plain), 64, &view) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxBufferSlice(view, 8, 8, &slice) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferSlice(view, 60, 8, &slice) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxBufferFillAsync(pooled, NULL, 'p') == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferUploadAsync(slice, NULL, "abcdefgh", 8, 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferCopyAsync(pooled, 2, plain, 9, 3, NULL) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferDownloadAsync(pooled, NULL, text, 8, 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxDeviceSynchronize(device) == PYK2PTX_OK);
  EXPECT(strcmp(text, "ppbcdppp") == 0);
  EXPECT(pyk2ptxPointerInfo(device, pyk2ptxBufferAddress(managed), &info) ==
             PYK2PTX_OK &&
         info.kind == PYK2PTX_POINTER_MANAGED);
  EXPECT(pyk2ptxHostBufferCreate(device, 64, PYK2PTX_HOST_MAPPED, &host) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxHostBufferData(host) != NULL);
  EXPECT(pyk2ptxHostBufferAddress(host, &address) == PYK2PTX_OK && address);
  EXPECT(pyk2ptxHostBufferRegister(device, mine, 64, 0, &pinned) == PYK2PTX_OK);
  array.address = pyk2ptxBufferAddress(plain);
  EXPECT(pyk2ptxDlpackExport(plain, &array, 1, &tensor) == PYK2PTX_OK);
  EXPECT(pyk2ptxDlpackImport(device, tensor, 1, &imported, &back, &readOnly) ==
         PYK2PTX_OK);
  EXPECT(back.address == array.address && back.shape[0] == 16 &&
         strcmp(back.dtype, "float32") == 0 && readOnly == 0);
  EXPECT(pyk2ptxBufferIpcHandle(plain, &handle) == PYK2PTX_OK);
  /* The driver forbids this within one process; the fake does not. */
  if (pyk2ptxBufferOpenIpc(device, &handle, &opened) == PYK2PTX_OK)
    EXPECT(pyk2ptxBufferSize(opened) == 64);
  pyk2ptxBufferDestroy(opened);
  pyk2ptxBufferDestroy(imported);
  pyk2ptxHostBufferDestroy(pinned);
  pyk2ptxHostBufferDestroy(host);
  pyk2ptxBufferDestroy(slice);
  pyk2ptxBufferDestroy(view);
  pyk2ptxBufferDestroy(pooled);
  pyk2ptxBufferDestroy(managed);
  pyk2ptxBufferDestroy(plain);
}

static void testDevice(Pyk2ptxDevice *device) {
  Pyk2ptxDevice *same = NULL;
  Pyk2ptxStream *stream = NULL, *mine = NULL;
  Pyk2ptxEvent *event = NULL, *opened = NULL;
  Pyk2ptxIpcHandle handle;
  uint8_t uuid[16] = {0};
  char id[32];
  void *context = NULL;
  int value = 0, least = -1, greatest = 1, yes = 0, called = 0;
  EXPECT(pyk2ptxDeviceContext(device, &context) == PYK2PTX_OK && context);
  EXPECT(pyk2ptxDeviceWrapContext(context, &same) == PYK2PTX_OK);
  EXPECT(pyk2ptxDeviceAttribute(device, 10, &value) == PYK2PTX_OK &&
         value == 32);
  EXPECT(pyk2ptxDeviceAttributeNamed(device, "WARP_SIZE", &value) ==
             PYK2PTX_OK &&
         value == 32);
  EXPECT(pyk2ptxDeviceAttributeNamed(device, "WARP", &value) ==
         PYK2PTX_NOT_FOUND);
  EXPECT(pyk2ptxDeviceUuid(device, uuid) == PYK2PTX_OK);
  EXPECT(pyk2ptxDevicePciBusId(device, id, sizeof(id)) == PYK2PTX_OK);
  EXPECT(strchr(id, ':') != NULL);
  EXPECT(pyk2ptxDeviceCanAccess(device, device, &yes) == PYK2PTX_OK && !yes);
  EXPECT(pyk2ptxDeviceEnablePeerAccess(device, device) == PYK2PTX_DRIVER_ERROR);
  EXPECT(pyk2ptxDeviceDisablePeerAccess(device, NULL) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxProfilerStart(device) == PYK2PTX_OK);
  EXPECT(pyk2ptxProfilerStop(device) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamPriorities(device, &least, &greatest) == PYK2PTX_OK &&
         greatest <= least);
  EXPECT(pyk2ptxStreamCreateWith(device, 1, greatest, &stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamHandle(stream) != NULL);
  EXPECT(pyk2ptxStreamPerThread(device, &mine) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventCreateWith(device, 0, 1, 1, &event) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventHandle(event) != NULL);
  EXPECT(pyk2ptxStreamCallback(stream, count, &called) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventRecord(event, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamWait(mine, event) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(stream) == PYK2PTX_OK && called == 1);
  EXPECT(pyk2ptxStreamIsDone(stream, &yes) == PYK2PTX_OK && yes);
  EXPECT(pyk2ptxEventIsDone(event, &yes) == PYK2PTX_OK && yes);
  EXPECT(pyk2ptxEventIpcHandle(event, &handle) == PYK2PTX_OK);
  if (pyk2ptxEventOpenIpc(device, &handle, &opened) == PYK2PTX_OK)
    pyk2ptxEventDestroy(opened);
  pyk2ptxEventDestroy(event);
  pyk2ptxStreamDestroy(mine);
  pyk2ptxStreamDestroy(stream);
  pyk2ptxDeviceClose(same);
}

static void testKernels(Pyk2ptxDevice *device) {
  Fixture f = setUp(device);
  Pyk2ptxLibrary *library = NULL;
  Pyk2ptxModule *module = NULL, *linked = NULL;
  Pyk2ptxKernel *kernel = f.kernel;
  Pyk2ptxBuffer *global = NULL;
  Pyk2ptxKernelAttributes attributes;
  const char *files[] = {"helper.o"};
  const uint32_t block[3] = {256, 1, 1};
  uint32_t blocks = 0, threads = 0;
  void *handle = NULL;
  EXPECT(pyk2ptxLibraryLoad(ptx, sizeof(ptx) - 1, &library) == PYK2PTX_OK);
  EXPECT(pyk2ptxLibraryModule(library, device, &module) == PYK2PTX_OK);
  EXPECT(pyk2ptxModuleLoadLinked(device, ptx, sizeof(ptx) - 1, files, 1, 32,
                                 &linked) == PYK2PTX_OK);
  files[0] = "helper.c";
  EXPECT(pyk2ptxModuleLoadLinked(device, ptx, sizeof(ptx) - 1, files, 1, 0,
                                 &linked) == PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxModulePreload(module) == PYK2PTX_OK);
  EXPECT(pyk2ptxModuleHandle(module, &handle) == PYK2PTX_OK && handle);
  EXPECT(pyk2ptxModuleGlobal(module, "none", &global) == PYK2PTX_DRIVER_ERROR);
  EXPECT(pyk2ptxKernelHandle(kernel) != NULL);
  EXPECT(pyk2ptxKernelPreload(kernel, 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelAttributes(kernel, &attributes) == PYK2PTX_OK &&
         attributes.maxThreadsPerBlock >= 32);
  EXPECT(pyk2ptxKernelMaxActiveBlocks(kernel, 256, 0, &blocks) == PYK2PTX_OK &&
         blocks > 0);
  EXPECT(pyk2ptxKernelMaxCooperativeBlocks(kernel, block, 0, &blocks) ==
             PYK2PTX_OK &&
         blocks > 0);
  EXPECT(pyk2ptxKernelSuggestBlock(kernel, 0, 128, &threads, &blocks) ==
             PYK2PTX_OK &&
         threads <= 128);
  pyk2ptxModuleDestroy(linked);
  pyk2ptxModuleDestroy(module);
  pyk2ptxLibraryDestroy(library);
  tearDown(&f);
}

static void testGraph(Pyk2ptxDevice *device) {
  Fixture f = setUp(device);
  Pyk2ptxKernel *kernel = f.kernel;
  Pyk2ptxStream *stream = f.stream;
  Pyk2ptxBuffer *buffer = f.buffer;
  Pyk2ptxArgument *args = f.args;
  Pyk2ptxGraph *graph = NULL, *captured = NULL;
  Pyk2ptxGraphExec *exec = NULL;
  Pyk2ptxGraphNode nodes[8] = {NULL};
  Pyk2ptxAfter none = {NULL, 0}, after = {nodes, 1};
  Pyk2ptxLaunch launch = {{1, 1, 1}, {16, 1, 1}, 0, 0};
  static float host[16] = {1, 2, 3};
  size_t nodeCount = 0;
  int capturing = 0, called = 0;
  EXPECT(pyk2ptxStreamBeginCapture(stream, PYK2PTX_CAPTURE_THREAD_LOCAL) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxKernelLaunch(kernel, stream, &launch, args, 2) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamIsCapturing(stream, &capturing) == PYK2PTX_OK &&
         capturing);
  EXPECT(pyk2ptxStreamEndCapture(stream, &captured) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamEndCapture(stream, &graph) == PYK2PTX_DRIVER_ERROR);
  EXPECT(strcmp(pyk2ptxLastErrorName(),
                "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED") == 0 ||
         pyk2ptxLastDriverStatus() != 0);

  EXPECT(pyk2ptxGraphCreate(device, &graph) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddUpload(graph, none, buffer, host, sizeof(host), 0,
                               nodes) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddKernel(graph, after, kernel, &launch, args, 2,
                               nodes + 1) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddKernel(graph, after, kernel, &launch, args, 1, NULL) ==
         PYK2PTX_BAD_ARGUMENT);
  after.count = 2;
  EXPECT(pyk2ptxGraphAddFill(graph, after, buffer, 0, 4, 4, nodes + 2) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddCopy(graph, after, buffer, 8, buffer, 0, 4,
                             nodes + 3) == PYK2PTX_OK);
  after.count = 4;
  EXPECT(pyk2ptxGraphAddEmpty(graph, after, nodes + 4) == PYK2PTX_OK);
  after.count = 5;
  EXPECT(pyk2ptxGraphAddDownload(graph, after, host, buffer, sizeof(host), 0,
                                 nodes + 5) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddHost(graph, after, count, &called, NULL) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphAddGraph(graph, none, captured, NULL) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphNodeCount(graph, &nodeCount) == PYK2PTX_OK &&
         nodeCount == 8);
  EXPECT(pyk2ptxGraphInstantiate(graph, &exec) == PYK2PTX_OK);
  args[0] = pyk2ptxFloat(3.0);
  EXPECT(pyk2ptxGraphExecSetKernel(exec, nodes[1], kernel, &launch, args, 2) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxGraphExecUpload(exec, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxGraphExecLaunch(exec, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(stream) == PYK2PTX_OK);
  EXPECT(called == 1 && host[1] == 0);
  EXPECT(pyk2ptxGraphExecUpdate(exec, graph) == PYK2PTX_OK);
  pyk2ptxGraphExecDestroy(exec);
  pyk2ptxGraphDestroy(graph);
  pyk2ptxGraphDestroy(captured);
  tearDown(&f);
}

int main(void) {
  Pyk2ptxDevice *device = NULL;
  int count = 0, major = 0, minor = -1;
  char name[8];
  EXPECT(pyk2ptxApiVersion() == PYK2PTX_API_VERSION);
  EXPECT(pyk2ptxAbiVersion() == 1);
  EXPECT(strcmp(pyk2ptxLastError(), "") == 0);
  EXPECT(pyk2ptxDeviceCount(&count) == PYK2PTX_OK && count > 0);
  EXPECT(pyk2ptxDeviceOpen(1000, &device) != PYK2PTX_OK && device == NULL);
  EXPECT(pyk2ptxDeviceOpen(0, &device) == PYK2PTX_OK);
  if (!device)
    return 1;
  EXPECT(pyk2ptxDeviceName(device, name, sizeof(name)) == PYK2PTX_OK);
  EXPECT(strlen(name) < sizeof(name));
  EXPECT(pyk2ptxDeviceCapability(device, &major, &minor) == PYK2PTX_OK);
  EXPECT(major > 0 && minor >= 0);
  testLaunch(device);
  testErrors(device);
  testMemory(device);
  testDevice(device);
  testModules(device);
  testKernels(device);
  testGraph(device);
  testClusters(device);
  testLoss(device);
  pyk2ptxDeviceClose(device);
  if (failures == 0)
    puts("the C API works");
  return failures != 0;
}
