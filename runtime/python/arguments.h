// Python objects -> arguments of a launch, and the key of their types.
#ifndef PYK2PTX_PYTHON_ARGUMENTS_H
#define PYK2PTX_PYTHON_ARGUMENTS_H

#include "arrays.h"
#include "devices.h"
#include "foreign.h"

#include <new>
#include <optional>
#include <vector>

namespace pyk2ptx::python {

/// A number of a type that Python has no class for: np.datetime64, an enum's.
struct TypedNumber {
  std::uint16_t type = 0;
  std::int64_t value = 0;
};

/// A record by value.
struct TypedRecord {
  std::uint16_t type = 0;
  std::string bytes;
};

/// A record that the kernel stores to: an array of it alone.
struct RecordPlace {
  Ref array;
};

/// A member of an enumeration that is no number: its class, and the value.
struct MemberArgument {
  Ref of;
  Ref value;
};

/// What a kernel is compiled for, and is given nothing of: a device function.
struct ConstantArgument {
  Ref object;
};

/// Reads the arguments of one launch. What they refer to is kept until it ends.
class ArgumentReader {
public:
  /// `expected` arguments need no memory twice.
  ArgumentReader(const DeviceRef &device, Py_ssize_t expected)
      : device_(device) {
    auto count = static_cast<std::size_t>(expected);
    if (count > inlineCount)
      overflow_.reserve(count);
    key_.reserve(16 + 6 * count);
    key_ += static_cast<char>(device.gpu ? device.gpu->ordinal() + 1 : 0);
  }
  ArgumentReader(const ArgumentReader &) = delete;
  ArgumentReader &operator=(const ArgumentReader &) = delete;
  ~ArgumentReader();

  enum class Answer : std::uint8_t {
    Read,
    /// An exception is set.
    Failed,
    /// A host array that this device does not reach as it is: Python copies.
    NeedsCopy
  };
  Answer read(PyObject *object);

  /// The device, then one code for each argument: its kind and type, nothing of
  /// its value.
  const std::string &key() const { return key_; }
  Span<const Argument> arguments() const {
    return {overflow_.empty() ? reinterpret_cast<const Argument *>(inline_)
                              : overflow_.data(),
            count_};
  }

  const OwnerStreams &streams() const { return streams_; }

private:
  void add(const Argument &argument);
  void addNumber(std::uint16_t type, const Argument &argument);
  void addArray(const ReadArray &array);
  Answer readInt(PyObject *object);
  Answer readScalar(PyObject *object, std::uint16_t type);
  Answer readHostArray(PyObject *object);
  std::optional<Answer> readDeviceArray(PyObject *object);
  Answer addStream(void *stream);
  Answer readTuple(PyObject *tuple);
  Answer readOther(PyObject *object);
  Answer readHooked(PyObject *object);

  static constexpr std::size_t inlineCount = 16;
  const DeviceRef &device_;
  std::string key_;
  std::size_t count_ = 0;
  alignas(Argument) std::byte inline_[inlineCount * sizeof(Argument)];
  std::vector<Argument> overflow_;
  std::vector<Py_buffer> buffers_;
  std::vector<Ref> kept_;
  OwnerStreams streams_;
  int depth_ = 0;
};

/// The element type of a NumPy scalar's type, or -1.
int scalarTypeOf(PyTypeObject *type);

/// The types of a key as signatures spell them, one for each argument; a tuple
/// for a tuple, with a named tuple's class before its types. A list, or null.
PyObject *typesOfKey(const std::string &key);

} // namespace pyk2ptx::python

#endif
