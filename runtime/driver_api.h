// The CUDA driver as a table of functions, loaded at run time. The types are
// declared here, binary-compatible with cuda.h's, so that building needs no
// CUDA toolkit.
#ifndef PYK2PTX_RUNTIME_DRIVER_API_H
#define PYK2PTX_RUNTIME_DRIVER_API_H

#include "pyk2ptx/error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// cuda.h's opaque handles, under its own names so that a program may use both.
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct CUmod_st;
struct CUfunc_st;

namespace pyk2ptx::driver {

using Status = int;
using DeviceHandle = int;
using DeviceAddress = unsigned long long;
using ContextHandle = CUctx_st *;
using StreamHandle = CUstream_st *;
using EventHandle = CUevent_st *;
using ModuleHandle = CUmod_st *;
using FunctionHandle = CUfunc_st *;

inline constexpr Status success = 0;
inline constexpr Status notReady = 600;

// CUdevice_attribute.
inline constexpr int maxThreadsPerBlock = 1;
inline constexpr int maxBlockDimX = 2;
inline constexpr int maxGridDimX = 5;
inline constexpr int multiprocessorCount = 16;
inline constexpr int computeCapabilityMajor = 75;
inline constexpr int computeCapabilityMinor = 76;
inline constexpr int maxSharedPerBlockOptin = 97;
// CUfunction_attribute.
inline constexpr int functionMaxThreads = 0;
inline constexpr int functionStaticShared = 1;
inline constexpr int functionConstantBytes = 2;
inline constexpr int functionLocalBytes = 3;
inline constexpr int functionRegisters = 4;
inline constexpr int functionMaxDynamicShared = 8;
// CUjit_option.
inline constexpr int jitErrorLog = 5;
inline constexpr int jitErrorLogBytes = 6;
// CU_LAUNCH_PARAM_*; the list's end is null.
inline constexpr std::uintptr_t launchParamPointer = 1;
inline constexpr std::uintptr_t launchParamSize = 2;
// CUevent_flags.
inline constexpr unsigned eventDisableTiming = 2;

/// The loaded driver. The library stays loaded until the process ends: the
/// driver keeps threads of its own, which unloading would pull the code from.
struct Api {
#define DRIVER_CALL(name, symbol, parameters)                                  \
  Status(*name) parameters = nullptr;
#include "driver_api.def"
#undef DRIVER_CALL
  /// Where it was loaded from.
  std::string path;

  /// The error for a failed `call`; asks the driver for the status's name and
  /// text, and our own table where the driver knows neither.
  [[nodiscard]] Error error(Status status, const char *call) const;
};

/// Loads the driver and calls cuInit. `path` chooses the library; empty means
/// $PYK2PTX_LIBCUDA, else libcuda.so.1 where the loader finds it, or WSL's.
/// The errors are NotFound (a library or a symbol; says what was tried) and
/// cuInit's, such as CUDA_ERROR_NO_DEVICE.
[[nodiscard]] Result<std::shared_ptr<const Api>> load(const std::string &path);

} // namespace pyk2ptx::driver

#endif
