/* The JIT's C API from C: on the CPU device, and on the fake driver that
 * PYK2PTX_LIBCUDA names. */
/* mkdtemp */
#define _XOPEN_SOURCE 700
#include <pyk2ptx_jit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int failures = 0;

static void expect(int condition, const char *text, int line) {
  if (condition)
    return;
  fprintf(stderr, "line %d: %s; the last error is: %s\n", line, text,
          pyk2ptxLastError());
  ++failures;
}
#define EXPECT(condition) expect((condition) ? 1 : 0, #condition, __LINE__)

static const char text[] = "from pyk2ptx import cuda\n"
                           "FACTOR = 1\n"
                           "@cuda.jit\n"
                           "def saxpy(a, x, y):\n"
                           "    i = cuda.grid(1)\n"
                           "    y[i] += FACTOR * a * x[i]\n"
                           "@cuda.jit\n"
                           "def racy(x):\n"
                           "    x[0] += cuda.grid(1)\n"
                           "@cuda.jit\n"
                           "def wrong(x):\n"
                           "    x[0] = unknown\n";

static Pyk2ptxArgument vector(float *values, int64_t length) {
  return pyk2ptxVector((uint64_t)(uintptr_t)values, "float32", 4, length);
}

static void testLaunch(void) {
  Pyk2ptxJit *jit = NULL;
  Pyk2ptxLaunch launch = {{1, 1, 1}, {8, 1, 1}, 0, 0};
  Pyk2ptxArgument args[3];
  float x[4] = {1, 2, 3, 4}, y[4] = {0, 0, 0, 0};

  EXPECT(pyk2ptxJitCreate(text, "k.py", "saxpy", NULL, &jit) == PYK2PTX_OK);
  args[0] = pyk2ptxFloat(2.0);
  args[1] = vector(x, 4);
  args[2] = vector(y, 4);
  EXPECT(pyk2ptxJitPrepare(jit, NULL, "float, float32[::1], float32[::1]") ==
         PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 3) == PYK2PTX_OK);
  EXPECT(y[0] == 2 && y[3] == 8);
  EXPECT(pyk2ptxJitDefineInt(jit, "FACTOR", 10) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 3) == PYK2PTX_OK);
  EXPECT(y[3] == 88);
  EXPECT(pyk2ptxJitDefineFloat(jit, "FACTOR", 0.5) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 3) == PYK2PTX_OK);
  EXPECT(y[3] == 92);
  EXPECT(pyk2ptxJitDefineText(jit, "FACTOR", "ten") == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 3) ==
         PYK2PTX_COMPILE_ERROR);
  EXPECT(strstr(pyk2ptxLastError(), "k.py:6:") != NULL);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 2) != PYK2PTX_OK);
  pyk2ptxJitDestroy(jit);
}

static void testErrors(void) {
  Pyk2ptxJit *jit = NULL;
  Pyk2ptxJitOptions options = pyk2ptxJitDefaults();
  Pyk2ptxLaunch launch = {{1, 1, 1}, {8, 1, 1}, 0, 0};
  Pyk2ptxArgument args[1];
  float x[4] = {0, 0, 0, 0};

  EXPECT(pyk2ptxJitCreate(NULL, NULL, "k", NULL, &jit) == PYK2PTX_BAD_ARGUMENT);
  options.size = 3;
  EXPECT(pyk2ptxJitCreate(text, NULL, "k", &options, &jit) ==
         PYK2PTX_BAD_ARGUMENT);
  options.size = sizeof(options);
  options.bounds = 7;
  EXPECT(pyk2ptxJitCreate(text, NULL, "k", &options, &jit) ==
         PYK2PTX_BAD_ARGUMENT);
  options.bounds = PYK2PTX_BOUNDS_RAISE;

  args[0] = vector(x, 4);
  EXPECT(pyk2ptxJitCreate(text, NULL, "wrong", &options, &jit) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 1) ==
         PYK2PTX_COMPILE_ERROR);
  EXPECT(strstr(pyk2ptxLastError(), "<string>:12:12: error: ") != NULL);
  pyk2ptxJitDestroy(jit);

  options.checks = PYK2PTX_CHECK_RACES;
  EXPECT(pyk2ptxJitCreate(text, "k.py", "racy", &options, &jit) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 1) ==
         PYK2PTX_CHECK_FAILED);
  EXPECT(strstr(pyk2ptxJitReport(), "k.py:9:5: error: ") != NULL);
  args[0].kind = 99;
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 1) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(pyk2ptxJitReport()[0] == '\0');
  pyk2ptxJitDestroy(jit);
  pyk2ptxJitDestroy(NULL);
}

static int writeText(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  return file && fputs(content, file) >= 0 && fclose(file) == 0;
}

/* A file that imports another of its folder, and one of a folder given. */
static void testFile(void) {
  Pyk2ptxJit *jit = NULL;
  Pyk2ptxJitOptions options = pyk2ptxJitDefaults();
  Pyk2ptxLaunch launch = {{1, 1, 1}, {1, 1, 1}, 0, 0};
  Pyk2ptxArgument args[1];
  const char *folders[1];
  float x[1] = {1};
  char folder[] = "/tmp/pyk2ptx-c-XXXXXX";
  char whole[64], beside[64], inner[64], other[64];

  EXPECT(mkdtemp(folder) != NULL);
  sprintf(whole, "%s/main.py", folder);
  sprintf(beside, "%s/beside.py", folder);
  sprintf(inner, "%s/inner", folder);
  sprintf(other, "%s/inner/other.py", folder);
  EXPECT(mkdir(inner, 0700) == 0);
  EXPECT(writeText(whole, "from numba import cuda\n"
                         "from beside import N\nfrom other import M\n"
                         "@cuda.jit\ndef k(x):\n    x[0] += 10 * N + M\n"));
  EXPECT(writeText(beside, "N = 3\n"));
  EXPECT(writeText(other, "M = 4\n"));
  args[0] = vector(x, 1);
  options.noCache = 1;
  EXPECT(pyk2ptxJitCreateFromFile(whole, "k", &options, &jit) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 1) ==
         PYK2PTX_COMPILE_ERROR);
  EXPECT(strstr(pyk2ptxLastError(), "cannot import `other`") != NULL);
  pyk2ptxJitDestroy(jit);
  folders[0] = inner;
  options.importFolders = folders;
  options.importFolderCount = 1;
  EXPECT(pyk2ptxJitCreateFromFile(whole, "k", &options, &jit) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, NULL, NULL, &launch, args, 1) == PYK2PTX_OK);
  EXPECT(x[0] == 35);
  pyk2ptxJitDestroy(jit);
  folders[0] = NULL;
  EXPECT(pyk2ptxJitCreateFromFile(whole, "k", &options, &jit) ==
         PYK2PTX_BAD_ARGUMENT);
  EXPECT(remove(whole) == 0 && remove(beside) == 0 && remove(other) == 0 &&
         remove(inner) == 0 && remove(folder) == 0);
  EXPECT(pyk2ptxJitCreateFromFile(whole, "k", NULL, &jit) != PYK2PTX_OK);
  EXPECT(strstr(pyk2ptxLastError(), "cannot read") != NULL);
}

static void testUnit(void) {
  Pyk2ptxJit *jit = NULL;
  Pyk2ptxUnit *unit = NULL;
  Pyk2ptxJitOptions options = pyk2ptxJitDefaults();

  options.noCache = 1;
  EXPECT(pyk2ptxJitCreate(text, "k.py", "racy", &options, &jit) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitCompile(jit, "sm_90", "int64[::1]", &unit) == PYK2PTX_OK);
  EXPECT(strstr(pyk2ptxUnitPtx(unit), ".target sm_90") != NULL);
  EXPECT(pyk2ptxUnitReport(unit)[0] == '\0');
  EXPECT(!pyk2ptxUnitIsFromDisk(unit));
  pyk2ptxUnitDestroy(unit);
  pyk2ptxUnitDestroy(NULL);
  EXPECT(pyk2ptxJitCompile(jit, "sm_1", "int64[::1]", &unit) ==
         PYK2PTX_COMPILE_ERROR);
  pyk2ptxJitDestroy(jit);
}

static void testGpu(void) {
  Pyk2ptxDevice *device = NULL;
  Pyk2ptxStream *stream = NULL;
  Pyk2ptxBuffer *buffer = NULL;
  Pyk2ptxJit *jit = NULL;
  Pyk2ptxJitOptions options = pyk2ptxJitDefaults();
  Pyk2ptxLaunch launch = {{1, 1, 1}, {8, 1, 1}, 0, 0};
  Pyk2ptxArgument args[1];

  options.noCache = 1;
  EXPECT(pyk2ptxDeviceOpen(0, &device) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamCreate(device, &stream) == PYK2PTX_OK);
  EXPECT(pyk2ptxBufferCreate(device, 16, &buffer) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitCreate(text, "k.py", "racy", &options, &jit) == PYK2PTX_OK);
  args[0] = pyk2ptxVector(pyk2ptxBufferAddress(buffer), "float32", 4, 4);
  EXPECT(pyk2ptxJitLaunch(jit, device, stream, &launch, args, 1) == PYK2PTX_OK);
  EXPECT(pyk2ptxJitLaunch(jit, device, NULL, &launch, args, 1) == PYK2PTX_OK);
  EXPECT(pyk2ptxStreamSynchronize(stream) == PYK2PTX_OK);
  pyk2ptxJitDestroy(jit);
  pyk2ptxBufferDestroy(buffer);
  pyk2ptxStreamDestroy(stream);
  pyk2ptxDeviceClose(device);
}

int main(void) {
  EXPECT(pyk2ptxJitApiVersion() == PYK2PTX_JIT_API_VERSION);
  testLaunch();
  testErrors();
  testFile();
  testUnit();
  testGpu();
  if (failures)
    return 1;
  puts("the JIT's C API works");
  return 0;
}
