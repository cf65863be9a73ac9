// What the C API's handles are, and what its parts share: the runtime's and the
// JIT's (jit/jit_c_api.cpp).
#ifndef PYK2PTX_RUNTIME_C_API_H
#define PYK2PTX_RUNTIME_C_API_H

#include "pyk2ptx.h"
#include "pyk2ptx/runtime.h"

#include <cstddef>
#include <vector>

struct Pyk2ptxDevice {
  pyk2ptx::Driver driver;
  pyk2ptx::Device device;
};
struct Pyk2ptxStream {
  pyk2ptx::Stream stream;
};
struct Pyk2ptxEvent {
  pyk2ptx::Event event;
  pyk2ptx::Device device;
};
struct Pyk2ptxBuffer {
  pyk2ptx::Buffer buffer;
};
struct Pyk2ptxModule {
  pyk2ptx::Module module;
  pyk2ptx::Device device;
};
struct Pyk2ptxKernel {
  pyk2ptx::Kernel kernel;
  pyk2ptx::Device device;
};

namespace pyk2ptx::capi {

/// Leaves the error to the thread; its status.
Pyk2ptxStatus fail(const Error &error);
/// An argument that must not be NULL is.
Pyk2ptxStatus missing(const char *what);

/// TypeError names the one that is of no known kind.
[[nodiscard]] Result<std::vector<Argument>>
convert(const Pyk2ptxArgument *arguments, std::size_t count);

[[nodiscard]] LaunchConfig configOf(const Pyk2ptxLaunch &launch);

} // namespace pyk2ptx::capi

#endif
