/* Launches the kernel of vecadd.py, compiled ahead of time, from C:
 *
 *   pyk2ptx vecadd.py -o vecadd.ptx
 *   c_host vecadd.ptx
 *
 * Exit status: 0 all right, 1 something was wrong, 77 there is no GPU. */
#include <pyk2ptx.h>

#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1000003, THREADS = 256 };

typedef struct Vectors {
  Pyk2ptxBuffer *a, *b, *c;
} Vectors;

static int fail(const char *what) {
  printf("FAILED: %s: %s\n", what, pyk2ptxLastError());
  return 1;
}

/* Uploads a and b, adds them on a stream of its own, and takes c back. */
static int add(const Pyk2ptxDevice *device, const Pyk2ptxKernel *kernel,
               Pyk2ptxStream *stream, Vectors vectors, float *host) {
  const size_t bytes = LENGTH * sizeof(float);
  Pyk2ptxLaunch launch = {
      {(LENGTH + THREADS - 1) / THREADS, 1, 1}, {THREADS, 1, 1}, 0, 0};
  Pyk2ptxArgument arguments[3];
  Pyk2ptxBuffer *buffers[3];
  size_t i;
  (void)device;
  buffers[0] = vectors.a;
  buffers[1] = vectors.b;
  buffers[2] = vectors.c;
  for (i = 0; i < 3; ++i)
    arguments[i] =
        pyk2ptxVector(pyk2ptxBufferAddress(buffers[i]), "float32", 4, LENGTH);
  if (pyk2ptxBufferUploadAsync(vectors.a, stream, host, bytes, 0) ||
      pyk2ptxBufferUploadAsync(vectors.b, stream, host, bytes, 0))
    return fail("upload");
  if (pyk2ptxKernelLaunch(kernel, stream, &launch, arguments, 3))
    return fail("launch");
  if (pyk2ptxBufferDownloadAsync(vectors.c, stream, host, bytes, 0) ||
      pyk2ptxStreamSynchronize(stream))
    return fail("download");
  /* Two arguments where the kernel takes three. */
  if (pyk2ptxKernelLaunch(kernel, stream, &launch, arguments, 2) !=
      PYK2PTX_BAD_ARGUMENT) {
    printf("FAILED: a launch without its third argument was accepted\n");
    return 1;
  }
  printf("as expected: %s\n", pyk2ptxLastError());
  return 0;
}

static int run(const Pyk2ptxDevice *device, const char *path, float *host) {
  const size_t bytes = LENGTH * sizeof(float);
  Pyk2ptxModule *module = NULL;
  Pyk2ptxKernel *kernel = NULL;
  Pyk2ptxStream *stream = NULL;
  Vectors vectors = {NULL, NULL, NULL};
  size_t i, wrong = 0;
  int status;
  for (i = 0; i < LENGTH; ++i)
    host[i] = (float)i;
  if (pyk2ptxModuleLoadFile(device, path, &module) ||
      pyk2ptxKernelGet(module, "vecadd", &kernel) ||
      pyk2ptxStreamCreateWith(device, 1, 0, &stream) ||
      pyk2ptxBufferCreate(device, bytes, &vectors.a) ||
      pyk2ptxBufferCreate(device, bytes, &vectors.b) ||
      pyk2ptxBufferCreate(device, bytes, &vectors.c))
    status = fail("preparing");
  else
    status = add(device, kernel, stream, vectors, host);
  for (i = 0; i < LENGTH; ++i)
    wrong += host[i] != 2 * (float)i;
  if (!status)
    printf("%d sums, %lu wrong\n", LENGTH, (unsigned long)wrong);
  /* In any order, and NULL is allowed. */
  pyk2ptxBufferDestroy(vectors.a);
  pyk2ptxBufferDestroy(vectors.b);
  pyk2ptxBufferDestroy(vectors.c);
  pyk2ptxStreamDestroy(stream);
  pyk2ptxKernelDestroy(kernel);
  pyk2ptxModuleDestroy(module);
  return status || wrong != 0;
}

int main(int argc, char **argv) {
  Pyk2ptxDevice *device = NULL;
  char name[128];
  float *host;
  int status;
  if (argc != 2) {
    fprintf(stderr, "usage: %s vecadd.ptx\n", argv[0]);
    return 1;
  }
  if (pyk2ptxDeviceOpen(0, &device)) {
    printf("SKIPPED: no GPU: %s\n", pyk2ptxLastError());
    return 77;
  }
  host = malloc(LENGTH * sizeof(float));
  if (!host || pyk2ptxDeviceName(device, name, sizeof(name)))
    status = fail("the device's name");
  else {
    printf("on %s\n", name);
    status = run(device, argv[1], host);
  }
  free(host);
  pyk2ptxDeviceClose(device);
  if (!status)
    printf("OK\n");
  return status;
}
