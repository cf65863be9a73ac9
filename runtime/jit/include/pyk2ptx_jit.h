/* clang-format off */
/* Kernels compiled at run time, for C: what <pyk2ptx/jit.h> is for C++. It goes
 * with pyk2ptx.h, whose devices, streams, arguments and errors it uses.
 *
 *   Pyk2ptxJit *saxpy;
 *   if (pyk2ptxJitCreate(text, "saxpy.py", "saxpy", NULL, &saxpy))
 *     return fail(pyk2ptxLastError());
 *   Pyk2ptxArgument args[] = {pyk2ptxFloat(2.0), pyk2ptxVector(x, "float32", 4, n)};
 *   if (pyk2ptxJitLaunch(saxpy, device, NULL, &launch, args, 2)) ...
 *
 * A NULL device is the CPU device: addresses are the host's, and a launch
 * returns when the grid has run. */
/* clang-format on */
#ifndef PYK2PTX_JIT_C_API_H
#define PYK2PTX_JIT_C_API_H

/* C's spelling of constants: they have no scope. */
/* NOLINTBEGIN(readability-identifier-naming) */

#include "pyk2ptx.h"

#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows when functions are added; those that exist keep their meaning. */
#define PYK2PTX_JIT_API_VERSION 2
/* PYK2PTX_JIT_API_VERSION of the library. */
int pyk2ptxJitApiVersion(void);

/* What the functions below return besides a Pyk2ptxStatus. */
enum {
  /* pyk2ptxLastError() is all that the compiler says. */
  PYK2PTX_COMPILE_ERROR = 64,
  /* The checks found errors: pyk2ptxJitReport() is all of it. */
  PYK2PTX_CHECK_FAILED = 65
};

enum { PYK2PTX_BOUNDS_GUARD, PYK2PTX_BOUNDS_RAISE, PYK2PTX_BOUNDS_NONE };

/* What the CPU device watches, added up. */
enum {
  PYK2PTX_CHECK_BOUNDS = 1,
  PYK2PTX_CHECK_RACES = 2,
  PYK2PTX_CHECK_BARRIERS = 4,
  PYK2PTX_CHECK_UNINIT = 8
};

/* How a kernel is compiled: `size` is the structure's, which later versions
 * append to; 0 everywhere else is what is usual. */
typedef struct Pyk2ptxJitOptions {
  size_t size;
  /* One of PYK2PTX_BOUNDS_... */
  int32_t bounds;
  /* Assertions exist and what a kernel raises is reported. */
  int32_t debug;
  int32_t lineInfo;
  int32_t fastMath;
  /* The kernel's arrays do not overlap: the caller's promise. */
  int32_t noAlias;
  /* numba's rules for types in place of Python's. */
  int32_t numbaTyping;
  /* 0: not limited, not given. */
  uint32_t maxRegisters, maxThreads, minBlocks;
  /* PYK2PTX_CHECK_...; for the CPU device. */
  uint32_t checks;
  /* Nothing is kept on disk. */
  int32_t noCache;
  /* NULL: PYK2PTX_CACHE_DIR, or the user's folder of caches. */
  const char *cacheFolder;
  /* Path of libdevice.10.bc; NULL searches. */
  const char *libdevice;
  /* Since version 2: where project files that the text imports are looked for,
   * before the folder of its file. */
  const char *const *importFolders;
  size_t importFolderCount;
} Pyk2ptxJitOptions;

static inline Pyk2ptxJitOptions pyk2ptxJitDefaults(void) {
  Pyk2ptxJitOptions options;
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  return options;
}

typedef struct Pyk2ptxJit Pyk2ptxJit;
typedef struct Pyk2ptxUnit Pyk2ptxUnit;

/* The kernel `name` of a Python text. `file` is what messages call it; NULL:
 * "<string>". Nothing is compiled yet. NULL options are the usual ones. */
int pyk2ptxJitCreate(const char *text, const char *file, const char *name,
                     const Pyk2ptxJitOptions *options, Pyk2ptxJit **jit);
/* Since version 2: the kernel `name` of a file, which is read here. What it
 * imports is looked for beside it too, and read when it is compiled. */
int pyk2ptxJitCreateFromFile(const char *path, const char *name,
                             const Pyk2ptxJitOptions *options,
                             Pyk2ptxJit **jit);
void pyk2ptxJitDestroy(Pyk2ptxJit *jit);

/* Values for global names of the text, in place of what it says itself. What
 * was compiled before stays as it was for launches that have begun. */
int pyk2ptxJitDefineInt(Pyk2ptxJit *jit, const char *name, int64_t value);
int pyk2ptxJitDefineFloat(Pyk2ptxJit *jit, const char *name, double value);
int pyk2ptxJitDefineText(Pyk2ptxJit *jit, const char *name, const char *value);

/* Compiles the kernel for types in numba's spelling, "float, float32[::1]", so
 * that no launch has to; a NULL device is the CPU device. */
int pyk2ptxJitPrepare(Pyk2ptxJit *jit, const Pyk2ptxDevice *device,
                      const char *types);
/* Launches the kernel for such arguments; the first time it is compiled. */
int pyk2ptxJitLaunch(Pyk2ptxJit *jit, const Pyk2ptxDevice *device,
                     const Pyk2ptxStream *stream, const Pyk2ptxLaunch *launch,
                     const Pyk2ptxArgument *arguments, size_t count);
/* After PYK2PTX_CHECK_FAILED in this thread: what was found, else "". */
const char *pyk2ptxJitReport(void);

/* Compiles without a device: `arch` is "sm_90", or "cpu". */
int pyk2ptxJitCompile(Pyk2ptxJit *jit, const char *arch, const char *types,
                      Pyk2ptxUnit **unit);
void pyk2ptxUnitDestroy(Pyk2ptxUnit *unit);
/* "" for the CPU device. */
const char *pyk2ptxUnitPtx(const Pyk2ptxUnit *unit);
/* Warnings. */
const char *pyk2ptxUnitReport(const Pyk2ptxUnit *unit);
/* Whether it comes from the cache on disk. */
int pyk2ptxUnitIsFromDisk(const Pyk2ptxUnit *unit);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif
