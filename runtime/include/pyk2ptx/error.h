// What can go wrong at run time, as values: Error, Result<T>, and the two pure
// functions that word a wrong launch geometry and a report from a kernel, so
// that the GPU and the CPU device say the same.
#ifndef PYK2PTX_ERROR_H
#define PYK2PTX_ERROR_H

#include "pyk2ptx/abi.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace pyk2ptx {

/// The extent of a grid or a block.
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  constexpr Dim3() = default;
  constexpr Dim3(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1)
      : x(x), y(y), z(z) {}
};

/// Why a call failed.
struct Error {
  /// The driver's status (CUresult); 0 when the error is not the driver's.
  int code = 0;
  /// "CUDA_ERROR_INVALID_VALUE"; for errors of our own a Python exception's
  /// name ("TypeError", "ValueError", "OverflowError", "IndexError", ...) or
  /// "NotFound".
  std::string name;
  /// The driver's text ("invalid argument"), or our own sentence.
  std::string text;
  /// The driver's function that failed ("cuLaunchKernel"), or empty.
  std::string call;
  /// The Python name of the kernel concerned, or empty. For an error that
  /// surfaced at a synchronisation it is the stream's last launch.
  std::string kernel;
  /// Where that kernel is written ("k.py:7"), of an error that lost the device.
  std::string source;
  /// Whether grid, block and sharedBytes are those of a launch.
  bool hasGeometry = false;
  Dim3 grid;
  Dim3 block;
  std::uint32_t sharedBytes = 0;
  /// What else is known: the JIT's log, the limit that was passed.
  std::string detail;
  /// The device's context is lost: nothing works on it until the process ends.
  bool sticky = false;
  /// This is the first, sticky error, returned again by a later call.
  bool repeated = false;

  // Not in the header: every Result would carry this code.
  Error();
  Error(const Error &other);
  Error(Error &&other) noexcept;
  Error &operator=(const Error &other);
  Error &operator=(Error &&other) noexcept;
  ~Error();

  /// An error that is not the driver's.
  [[nodiscard]] static Error make(std::string name, std::string text,
                                  std::string kernel = "");

  /// All of the above as one sentence.
  [[nodiscard]] std::string what() const;
};

#if defined(__cpp_exceptions)
/// What Result::value() throws in a program that has exceptions on.
class ErrorException : public std::runtime_error {
public:
  explicit ErrorException(Error error)
      : std::runtime_error(error.what()), error_(std::move(error)) {}
  const Error &error() const { return error_; }

private:
  Error error_;
};
#endif

namespace detail {
/// "(x,y,z)"
std::string toText(Dim3 dim);

/// Prints the error to stderr and aborts.
[[noreturn]] void abortOn(const Error &error);

#if defined(__cpp_exceptions)
[[noreturn]] inline void failValue(const Error &error) {
  throw ErrorException(error);
}
#else
[[noreturn]] static inline void failValue(const Error &error) {
  abortOn(error);
}
#endif
} // namespace detail

/// A value or the Error that took its place.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool hasValue() const { return state_.index() == 0; }
  explicit operator bool() const { return hasValue(); }

  /// The value. On an error it throws ErrorException, or where exceptions are
  /// off prints the error and aborts.
  T &value() & {
    check();
    return **this;
  }
  const T &value() const & {
    check();
    return **this;
  }
  T value() && {
    check();
    return std::move(**this);
  }

  /// The value, not checked: only after the result was tested.
  T &operator*() { return *std::get_if<0>(&state_); }
  const T &operator*() const { return *std::get_if<0>(&state_); }
  T *operator->() { return std::get_if<0>(&state_); }
  const T *operator->() const { return std::get_if<0>(&state_); }

  /// The error, not checked: only after the result was tested.
  Error &error() { return *std::get_if<1>(&state_); }
  const Error &error() const { return *std::get_if<1>(&state_); }

private:
  void check() const {
    if (!hasValue())
      detail::failValue(error());
  }

  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <> class [[nodiscard]] Result<void> {
public:
  // Not defaulted: `return {}` would clear the whole object first, at every
  // launch.
  Result() {}
  Result(Error error) : error_(std::move(error)) {}

  bool hasValue() const { return !error_; }
  explicit operator bool() const { return hasValue(); }
  /// Throws or aborts on an error, as Result<T>::value() does.
  void value() const {
    if (error_)
      detail::failValue(*error_);
  }
  Error &error() { return *error_; }
  const Error &error() const { return *error_; }

private:
  std::optional<Error> error_;
};

/// What a device accepts of a launch. The defaults are those of every GPU that
/// CUDA supports today; dynamic shared memory is limited where the limit is
/// known.
struct LaunchLimits {
  std::uint32_t threadsPerBlock = 1024;
  Dim3 block = {1024, 1024, 64};
  Dim3 grid = {2147483647, 65535, 65535};
  std::uint32_t sharedBytes = 227 * 1024;
};

/// Why a grid does not fit clusters, which are `whose`; "" if it does, or if
/// there are none.
[[nodiscard]] std::string
clusterFault(const std::uint32_t (&cluster)[3], Dim3 grid,
             const char *whose = "kernel's cluster_dims");

/// Why a kernel whose threads do the work of several (KernelInfo::coarsening)
/// cannot be launched with this block; "" if it can.
[[nodiscard]] std::string coarseningFault(const std::uint32_t (&by)[3],
                                          Dim3 block);
/// Why a kernel for blocks of so many threads (KernelInfo::threads) cannot be
/// launched with this one; "" if it can.
[[nodiscard]] std::string threadsFault(std::uint32_t threads, Dim3 block);
/// The block that a coarsened kernel is launched with in place of `block`.
[[nodiscard]] inline Dim3 launchedBlock(const std::uint32_t (&by)[3],
                                        Dim3 block) {
  return {block.x / by[0], block.y / by[1], block.z / by[2]};
}

/// The error that cuLaunchKernel gives for a geometry that `limits` does not
/// allow, in the same words (CUDA_ERROR_INVALID_VALUE, "invalid argument"), or
/// nothing. Pure.
[[nodiscard]] std::optional<Error>
checkGeometry(const std::string &kernel, Dim3 grid, Dim3 block,
              std::uint32_t sharedBytes, const LaunchLimits &limits = {});

/// The error that a kernel left in `report`, whose state must be 2. Its name is
/// the site's kind, its text says where, what and which thread:
///   k.py:9:9: IndexError: index 12 is out of bounds for axis 0 with size 10 in
///   x, block (0,0,0) thread (12,0,0)
/// Pure; any bytes in `report` are safe.
[[nodiscard]] Error reportError(const ModuleInfo &module, const Report &report,
                                const std::string &kernelName);

} // namespace pyk2ptx

#endif
