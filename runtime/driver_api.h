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
struct CUlib_st;
struct CUkern_st;
struct CUlinkState_st;
struct CUmemPoolHandle_st;
struct CUgraph_st;
struct CUgraphNode_st;
struct CUgraphExec_st;

namespace pyk2ptx::driver {

using Status = int;
using DeviceHandle = int;
using DeviceAddress = unsigned long long;
using ContextHandle = CUctx_st *;
using StreamHandle = CUstream_st *;
using EventHandle = CUevent_st *;
using ModuleHandle = CUmod_st *;
using FunctionHandle = CUfunc_st *;
using LibraryHandle = CUlib_st *;
using KernelHandle = CUkern_st *;
using LinkHandle = CUlinkState_st *;
using PoolHandle = CUmemPoolHandle_st *;
using GraphHandle = CUgraph_st *;
using GraphNodeHandle = CUgraphNode_st *;
using GraphExecHandle = CUgraphExec_st *;
using HostFunction = void (*)(void *);
using SharedOfBlock = std::size_t (*)(int);

/// CUuuid.
struct DeviceUuid {
  unsigned char bytes[16];
};
/// CUipcMemHandle and CUipcEventHandle.
struct IpcBytes {
  char bytes[64];
};
/// CUmemLocation; type 1 is a device, 2 the host, 3 a node of the host's.
struct MemoryLocation {
  int type;
  int id;
};
/// CUlaunchAttributeID.
enum class LaunchAttributeId : int { Ignore = 0, Cooperative = 2, Cluster = 4 };
/// CUlaunchAttributeValue.
union LaunchAttributeValue {
  std::uint64_t words[8] = {};
  int cooperative;
  unsigned cluster[3];
};
/// CUlaunchAttribute.
struct LaunchAttribute {
  LaunchAttributeId id = LaunchAttributeId::Ignore;
  LaunchAttributeValue value;

  void setCooperative() {
    id = LaunchAttributeId::Cooperative;
    value.cooperative = 1;
  }
  void setCluster(Dim3 cluster) {
    id = LaunchAttributeId::Cluster;
    value.cluster[0] = cluster.x;
    value.cluster[1] = cluster.y;
    value.cluster[2] = cluster.z;
  }
};
/// CUlaunchConfig.
struct LaunchParams {
  LaunchParams(Dim3 grid, Dim3 block, unsigned sharedBytes)
      : grid{grid.x, grid.y, grid.z}, block{block.x, block.y, block.z},
        sharedBytes(sharedBytes) {}

  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  StreamHandle stream = nullptr;
  LaunchAttribute *attributes = nullptr;
  unsigned count = 0;
};
/// CUDA_KERNEL_NODE_PARAMS_v2.
struct KernelNodeParams {
  FunctionHandle function = nullptr;
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned sharedBytes = 0;
  void **params = nullptr;
  void **extra = nullptr;
  KernelHandle kernel = nullptr;
  ContextHandle context = nullptr;
};
/// One side of CUDA_MEMCPY3D_v2.
struct CopySide {
  std::size_t x = 0, y = 0, z = 0, lod = 0;
  int memoryType = 0;
  void *host = nullptr;
  DeviceAddress device = 0;
  void *array = nullptr;
  void *reserved = nullptr;
  std::size_t pitch = 0, height = 0;
};
/// CUDA_MEMCPY3D_v2.
struct CopyParams {
  CopySide from, to;
  std::size_t bytes = 0, height = 1, depth = 1;
};
/// CUDA_MEMSET_NODE_PARAMS.
struct MemsetNodeParams {
  DeviceAddress to = 0;
  std::size_t pitch = 0;
  unsigned value = 0;
  unsigned elementSize = 1;
  std::size_t width = 0;
  std::size_t height = 1;
};
/// CUDA_HOST_NODE_PARAMS.
struct HostNodeParams {
  HostFunction function = nullptr;
  void *data = nullptr;
};
/// CUgraphExecUpdateResultInfo.
struct GraphUpdateResult {
  int result = 0;
  GraphNodeHandle node = nullptr;
  GraphNodeHandle from = nullptr;
};

inline constexpr Status success = 0;
inline constexpr Status notReady = 600;
inline constexpr Status launchOutOfResources = 701;
inline constexpr Status peerAccessAlreadyEnabled = 704;
inline constexpr Status peerAccessNotEnabled = 705;
/// What an entry that the driver lacks returns; none of the driver's own.
inline constexpr Status lacksEntry = -1;

// Handles that mean a stream.
inline const auto legacyStream = reinterpret_cast<StreamHandle>(1);
inline const auto perThreadStream = reinterpret_cast<StreamHandle>(2);

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
inline constexpr int functionLargeClusters = 14;
// CUjit_option.
inline constexpr int jitMaxRegisters = 0;
inline constexpr int jitErrorLog = 5;
inline constexpr int jitErrorLogBytes = 6;
// CU_LAUNCH_PARAM_*; the list's end is null.
inline constexpr std::uintptr_t launchParamPointer = 1;
inline constexpr std::uintptr_t launchParamSize = 2;
// CUevent_flags and CUstream_flags.
inline constexpr unsigned eventBlocking = 1;
inline constexpr unsigned eventDisableTiming = 2;
inline constexpr unsigned eventInterprocess = 4;
inline constexpr unsigned streamNonBlocking = 1;
// CUmemAttach_flags, CUipcMem_flags.
inline constexpr unsigned attachGlobal = 1;
inline constexpr unsigned attachHost = 2;
inline constexpr unsigned attachSingle = 4;
inline constexpr unsigned ipcLazyPeerAccess = 1;
// CU_MEMHOSTALLOC_*; of these CU_MEMHOSTREGISTER_* has the first two.
inline constexpr unsigned hostPortable = 1;
inline constexpr unsigned hostMapped = 2;
inline constexpr unsigned hostWriteCombined = 4;
// CUmemorytype.
inline constexpr int memoryHost = 1;
inline constexpr int memoryDevice = 2;
inline constexpr int memoryUnified = 4;
// CUpointer_attribute.
inline constexpr int pointerContext = 1;
inline constexpr int pointerMemoryType = 2;
inline constexpr int pointerIsManaged = 8;
inline constexpr int pointerDeviceOrdinal = 9;
inline constexpr int pointerRangeStart = 11;
inline constexpr int pointerRangeSize = 12;
// CUmemPool_attribute.
inline constexpr int poolReleaseThreshold = 4;
inline constexpr int poolReserved = 5;
inline constexpr int poolReservedHigh = 6;
inline constexpr int poolUsed = 7;
inline constexpr int poolUsedHigh = 8;

/// The loaded driver. An entry that it lacks returns lacksEntry. The library
/// stays loaded until the process ends: the driver keeps threads of its own,
/// which unloading would pull the code from.
struct Api {
#define DRIVER_CALL(name, symbol, parameters)                                  \
  Status(*name) parameters = nullptr;
#include "driver_api.def"
#undef DRIVER_CALL
  /// Where it was loaded from.
  std::string path;
  /// Whether modules can be loaded once for all contexts (CUDA 12.0).
  bool hasLibraries = false;
  /// Whether a function can be told to load (CUDA 12.4).
  bool hasFunctionLoading = false;
  /// Whether managed memory can be told of places (CUDA 12.2).
  bool hasMemoryLocations = false;

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
