// The driver's declarations of our own against those of cuda.h, where there is
// one: every row of driver_api.def has its symbol and as many parameters of the
// same sizes, the structs have the same size, the constants the same value.
#include <gtest/gtest.h>

#ifdef PYK2PTX_CUDA_H
#include <cuda.h>

#include <cudaProfiler.h>

#include "driver_api.h"
#include "pyk2ptx/buffer.h"

#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#endif

namespace {

#ifndef PYK2PTX_CUDA_H

TEST(CudaH, DeclaresWhatTheRuntimeCalls) {
  GTEST_SKIP() << "no cuda.h was found when this was built";
}

#else

using namespace pyk2ptx::driver;

template <typename A, typename B> constexpr bool alike() {
  if constexpr (std::is_void_v<A> || std::is_void_v<B>)
    return std::is_void_v<A> == std::is_void_v<B>;
  else
    return sizeof(A) == sizeof(B) &&
           std::is_pointer_v<A> == std::is_pointer_v<B>;
}

template <typename A, typename B> struct Alike : std::false_type {};
template <typename RA, typename... A, typename RB, typename... B>
struct Alike<RA(A...), RB(B...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return alike<RA, RB>() && (alike<A, B>() && ...);
  }();
};

// `name` is cuda.h's macro, which stands for the symbol.
#define TEXT_OF(word) #word
#define SYMBOL_OF(name) TEXT_OF(name)
#define DRIVER_CALL(name, symbol, parameters)                                  \
  static_assert(Alike<Status parameters,                                       \
                      std::remove_pointer_t<decltype(&::name)>>::value,        \
                "cuda.h declares " #name " otherwise");
#define DRIVER_CALL_BEFORE(until, name, symbol, parameters)
#include "driver_api.def"
#undef DRIVER_CALL

TEST(CudaH, DeclaresWhatTheRuntimeCalls) {
  // CUDA 12.8's has the same signature, and older drivers the other alone.
  const std::string sameEitherWay = "cuEventElapsedTime";
#define DRIVER_CALL(name, symbol, parameters)                                  \
  if (symbol != sameEitherWay) {                                               \
    EXPECT_STREQ(SYMBOL_OF(name), symbol);                                     \
  }
#define DRIVER_CALL_BEFORE(until, name, symbol, parameters)
#include "driver_api.def"
#undef DRIVER_CALL
}

static_assert(sizeof(DeviceUuid) == sizeof(CUuuid));
static_assert(sizeof(IpcBytes) == sizeof(CUipcMemHandle));
static_assert(sizeof(IpcBytes) == sizeof(CUipcEventHandle));
static_assert(sizeof(MemoryLocation) == sizeof(CUmemLocation));
static_assert(sizeof(LaunchAttributeValue) == sizeof(CUlaunchAttributeValue));
static_assert(sizeof(LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(LaunchAttribute, value) ==
              offsetof(CUlaunchAttribute, value));
static_assert(sizeof(LaunchParams) == sizeof(CUlaunchConfig));
static_assert(offsetof(LaunchParams, stream) ==
              offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(LaunchParams, attributes) ==
              offsetof(CUlaunchConfig, attrs));
static_assert(sizeof(KernelNodeParams) == sizeof(CUDA_KERNEL_NODE_PARAMS));
static_assert(sizeof(CopyParams) == sizeof(CUDA_MEMCPY3D));
static_assert(offsetof(CopyParams, bytes) ==
              offsetof(CUDA_MEMCPY3D, WidthInBytes));
static_assert(offsetof(CopySide, device) == offsetof(CUDA_MEMCPY3D, srcDevice));
static_assert(offsetof(CopySide, height) == offsetof(CUDA_MEMCPY3D, srcHeight));
static_assert(sizeof(MemsetNodeParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
static_assert(sizeof(HostNodeParams) == sizeof(CUDA_HOST_NODE_PARAMS));
static_assert(sizeof(GraphUpdateResult) == sizeof(CUgraphExecUpdateResultInfo));

TEST(CudaH, HasTheConstants) {
  const std::tuple<long, long> pairs[] = {
      {notReady, CUDA_ERROR_NOT_READY},
      {peerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED},
      {peerAccessNotEnabled, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED},
      {functionMaxDynamicShared,
       CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES},
      {functionRegisters, CU_FUNC_ATTRIBUTE_NUM_REGS},
      {functionLargeClusters,
       CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED},
      {static_cast<long>(LaunchAttributeId::Cooperative),
       CU_LAUNCH_ATTRIBUTE_COOPERATIVE},
      {static_cast<long>(LaunchAttributeId::Cluster),
       CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION},
      {static_cast<long>(pyk2ptx::MemoryAdvice::SetReadMostly),
       CU_MEM_ADVISE_SET_READ_MOSTLY},
      {static_cast<long>(pyk2ptx::MemoryAdvice::UnsetReadMostly),
       CU_MEM_ADVISE_UNSET_READ_MOSTLY},
      {static_cast<long>(pyk2ptx::MemoryAdvice::SetPreferredLocation),
       CU_MEM_ADVISE_SET_PREFERRED_LOCATION},
      {static_cast<long>(pyk2ptx::MemoryAdvice::UnsetPreferredLocation),
       CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION},
      {static_cast<long>(pyk2ptx::MemoryAdvice::SetAccessedBy),
       CU_MEM_ADVISE_SET_ACCESSED_BY},
      {static_cast<long>(pyk2ptx::MemoryAdvice::UnsetAccessedBy),
       CU_MEM_ADVISE_UNSET_ACCESSED_BY},
      {static_cast<long>(pyk2ptx::MemoryPlace::Kind::Device),
       CU_MEM_LOCATION_TYPE_DEVICE},
      {static_cast<long>(pyk2ptx::MemoryPlace::Kind::Host),
       CU_MEM_LOCATION_TYPE_HOST},
      {static_cast<long>(pyk2ptx::MemoryPlace::Kind::HostNode),
       CU_MEM_LOCATION_TYPE_HOST_NUMA},
      {jitMaxRegisters, CU_JIT_MAX_REGISTERS},
      {jitErrorLog, CU_JIT_ERROR_LOG_BUFFER},
      {jitErrorLogBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES},
      {eventBlocking, CU_EVENT_BLOCKING_SYNC},
      {eventDisableTiming, CU_EVENT_DISABLE_TIMING},
      {eventInterprocess, CU_EVENT_INTERPROCESS},
      {streamNonBlocking, CU_STREAM_NON_BLOCKING},
      {attachGlobal, CU_MEM_ATTACH_GLOBAL},
      {attachHost, CU_MEM_ATTACH_HOST},
      {attachSingle, CU_MEM_ATTACH_SINGLE},
      {ipcLazyPeerAccess, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS},
      {hostPortable, CU_MEMHOSTALLOC_PORTABLE},
      {hostMapped, CU_MEMHOSTALLOC_DEVICEMAP},
      {hostWriteCombined, CU_MEMHOSTALLOC_WRITECOMBINED},
      {hostPortable, CU_MEMHOSTREGISTER_PORTABLE},
      {hostMapped, CU_MEMHOSTREGISTER_DEVICEMAP},
      {memoryHost, CU_MEMORYTYPE_HOST},
      {memoryDevice, CU_MEMORYTYPE_DEVICE},
      {pointerMemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE},
      {pointerIsManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED},
      {pointerDeviceOrdinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL},
      {pointerRangeStart, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR},
      {pointerRangeSize, CU_POINTER_ATTRIBUTE_RANGE_SIZE},
      {poolReleaseThreshold, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD},
      {poolReserved, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT},
      {poolUsed, CU_MEMPOOL_ATTR_USED_MEM_CURRENT},
      {poolUsedHigh, CU_MEMPOOL_ATTR_USED_MEM_HIGH}};
  int row = 0;
  for (const auto &[mine, theirs] : pairs)
    EXPECT_EQ(mine, theirs) << "row " << row++;
}

TEST(CudaH, HasTheAttributes) {
#define DEVICE_ATTRIBUTE(number, name)                                         \
  EXPECT_EQ(static_cast<int>(CU_DEVICE_ATTRIBUTE_##name), number);
#include "device_attributes.def"
#undef DEVICE_ATTRIBUTE
}

TEST(CudaH, HasTheErrors) {
#define DRIVER_ERROR(code, name, text, kind)                                   \
  EXPECT_EQ(static_cast<int>(name), code);
#include "driver_errors.def"
#undef DRIVER_ERROR
}

#endif

} // namespace
