// Arrays on a GPU that another library owns, as arguments of a launch.
#ifndef PYK2PTX_PYTHON_FOREIGN_H
#define PYK2PTX_PYTHON_FOREIGN_H

#include "arrays.h"

namespace pyk2ptx::python {

/// Streams in which somebody may still write an argument (CUstream), each once.
class OwnerStreams {
public:
  /// NUMBA_CUDA_ARRAY_INTERFACE_SYNC: if not, no stream is added.
  static bool areWaitedFor;
  /// False if there is no room for another.
  bool add(void *stream);
  void *const *begin() const { return streams_; }
  void *const *end() const { return streams_ + count_; }
  bool empty() const { return count_ == 0; }

private:
  static constexpr std::size_t most = 16;
  void *streams_[most] = {};
  std::size_t count_ = 0;
};

/// How a type's arrays are read without Python code. Lives for ever.
class ForeignType {
public:
  virtual ~ForeignType() = default;
  /// False, with no exception set: this one is for the slow way, which also
  /// says what is wrong with it.
  virtual bool read(PyObject *array, int ordinal, ReadArray &result) const = 0;
  /// Adds the stream that such arrays are written in now, if they have one.
  /// False as above.
  virtual bool addStream(int ordinal, OwnerStreams &streams) const = 0;
};

/// Null for a type that has none, or `array` does not yet tell.
const ForeignType *foreignTypeOf(PyObject *array);

/// What __cuda_array_interface__ says.
struct Interface {
  ReadArray array;
  void *stream = nullptr;
  bool hasStream = false;
};
enum class InterfaceAnswer : std::uint8_t {
  Read,
  /// An exception is set.
  Failed,
  /// Elements that only Python can name.
  Unknown
};
InterfaceAnswer readInterface(PyObject *dict, Interface &result);

} // namespace pyk2ptx::python

#endif
