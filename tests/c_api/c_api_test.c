/* The C API from C, on the fake driver that PYK2PTX_LIBCUDA names. */
#include <pyk2ptx.h>

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

static void testLaunch(Pyk2ptxDevice *device) {
  Pyk2ptxModule *module = NULL;
  Pyk2ptxKernel *kernel = NULL;
  Pyk2ptxBuffer *buffer = NULL;
  Pyk2ptxStream *stream = NULL;
  Pyk2ptxEvent *start = NULL, *end = NULL;
  Pyk2ptxLaunch launch = {{4, 1, 1}, {256, 1, 1}, 0, 0};
  Pyk2ptxArgument args[2];
  float values[4] = {1, 2, 3, 4}, back[4] = {0}, elapsed = -1;

  EXPECT(pyk2ptxModuleLoad(device, ptx, sizeof(ptx) - 1, &module) ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxKernelGet(module, "saxpy", &kernel) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelArgumentCount(kernel) == 2);
  EXPECT(pyk2ptxBufferCreate(device, sizeof(values), &buffer) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferSize(buffer) == sizeof(values));
  EXPECT(pyk2ptxBufferAddress(buffer) != 0);
  EXPECT(pyk2ptxBufferUpload(buffer, values, sizeof(values), 0) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferDownload(buffer, back, sizeof(back), 0) == PYK2PTX_OK);
  EXPECT(memcmp(values, back, sizeof(back)) == 0);
  EXPECT(pyk2ptxStreamCreate(device, &stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventCreate(device, &start) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventCreate(device, &end) == PYK2PTX_OK);

  args[0] = pyk2ptxFloat(2.0);
  args[1] = pyk2ptxVector(pyk2ptxBufferAddress(buffer), "float32", 4, 4);
  EXPECT(pyk2ptxEventRecord(start, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelLaunch(kernel, stream, &launch, args, 2) == PYK2PTX_OK);
  EXPECT(pyk2ptxKernelLaunch(kernel, NULL, &launch, args, 2) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventRecord(end, stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventSynchronize(end) == PYK2PTX_OK);
  EXPECT(pyk2ptxEventElapsed(start, end, &elapsed) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(stream) == PYK2PTX_OK);
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
  EXPECT(pyk2ptxKernelGet(module, "nothing", &kernel) == PYK2PTX_NOT_FOUND);
  EXPECT(strstr(pyk2ptxLastError(), "`saxpy`") != NULL);

  pyk2ptxEventDestroy(end);
  pyk2ptxEventDestroy(start);
  pyk2ptxStreamDestroy(stream);
  pyk2ptxBufferDestroy(buffer);
  /* Its kernel lives on. */
  pyk2ptxModuleDestroy(module);
  pyk2ptxKernelDestroy(kernel);
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
  pyk2ptxDeviceClose(device);
  if (failures == 0)
    puts("the C API works");
  return failures != 0;
}
