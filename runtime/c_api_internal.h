// What the parts of the C API share: the handles, and how a Result becomes a
// status.
#ifndef PYK2PTX_RUNTIME_C_API_INTERNAL_H
#define PYK2PTX_RUNTIME_C_API_INTERNAL_H

#include "pyk2ptx.h"
#include "pyk2ptx/runtime.h"

#include <memory>

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
  pyk2ptx::Device device;
};
struct Pyk2ptxHostBuffer {
  pyk2ptx::HostBuffer buffer;
};
struct Pyk2ptxLibrary {
  pyk2ptx::Library library;
};
struct Pyk2ptxModule {
  pyk2ptx::Module module;
  pyk2ptx::Device device;
};
struct Pyk2ptxKernel {
  pyk2ptx::Kernel kernel;
  pyk2ptx::Device device;
  /// Made once, not at each launch.
  pyk2ptx::Stream defaultStream = device.defaultStream();
};
struct Pyk2ptxGraph {
  pyk2ptx::Graph graph;
  pyk2ptx::Device device;
};
struct Pyk2ptxGraphExec {
  pyk2ptx::GraphExec exec;
  pyk2ptx::Device device;
};

namespace pyk2ptx::c_api {

/// The process's driver, loaded when the first call needs it.
Result<Driver> theDriver();

/// Leaves the error to the thread.
Pyk2ptxStatus fail(const Error &error);
Pyk2ptxStatus missing(const char *what);
Pyk2ptxStatus done(const Result<void> &result);
/// What a kernel raised is no bad argument, whatever its name.
Pyk2ptxStatus synchronized(const Result<void> &result);

/// Gives the caller a handle, or the error.
template <typename Handle, typename Value, typename... Rest>
Pyk2ptxStatus give(Result<Value> value, Handle **handle, Rest &&...rest) {
  if (!value)
    return fail(value.error());
  *handle = new Handle{std::move(*value), std::forward<Rest>(rest)...};
  return PYK2PTX_OK;
}

/// Gives the caller a plain value, or the error.
template <typename Value, typename To>
Pyk2ptxStatus assign(const Result<Value> &value, To *to) {
  if (!value)
    return fail(value.error());
  *to = static_cast<To>(*value);
  return PYK2PTX_OK;
}

/// Writes text as far as it fits.
Pyk2ptxStatus giveText(const Result<std::string> &text, char *to,
                       std::size_t size);

/// The stream that a NULL means, too.
template <typename Handle>
Stream streamOf(const Pyk2ptxStream *stream, const Handle *of) {
  return stream ? stream->stream : of->device.defaultStream();
}

ArrayView viewOf(const Pyk2ptxArray &array);

/// A launch as C states it. As in C++, an ordinary one allocates nothing.
class Launch {
public:
  Launch() = default;
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;
  Result<void> read(const Pyk2ptxLaunch &launch,
                    const Pyk2ptxArgument *arguments, std::size_t count);
  [[nodiscard]] Span<const Argument> arguments() const { return arguments_; }

  LaunchConfig config;

private:
  static constexpr std::size_t few = 16;
  alignas(Argument) std::byte few_[few * sizeof(Argument)];
  std::unique_ptr<std::byte[]> many_;
  Span<const Argument> arguments_;
};
/// Its geometry alone.
LaunchConfig configOf(const Pyk2ptxLaunch &launch);

} // namespace pyk2ptx::c_api

#endif
