// Arrays on a device as Python objects, and the element types that they have.
#ifndef PYK2PTX_PYTHON_ARRAYS_H
#define PYK2PTX_PYTHON_ARRAYS_H

#include "python_api.h"

#include <pyk2ptx/argument.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace pyk2ptx::python {

/// An element type, by the number that it has in this process.
struct ElementType {
  /// As signatures spell it: "float32", "record(x: float32, n: int32)".
  std::string name;
  std::uint32_t size = 0;
};

/// The number of a type; a new one where the name is new.
std::uint16_t internElement(std::string_view name, std::uint32_t size);
const ElementType &element(std::uint16_t code);
/// By the buffer protocol's format ("f", "<i") and by NumPy's typestr ("<f4").
/// -1 for what only Python can name.
int elementOfFormat(const char *format);
int elementOfTypestr(std::string_view typestr);

/// What a launch reads of an array, ours or another library's.
struct ReadArray {
  ArrayView view;
  std::uint16_t type = 0;
  /// 'C', 'F' or 'A', by NumPy's flags.
  char layout = 'C';
};

/// The base of the package's DeviceNDArray.
struct ArrayRef : ReadArray {
  bool readOnly = false;
  /// In a GPU's memory, which the CPU device must not touch.
  bool isOnGpu = false;
  /// Of isSound.
  bool isSound = false;
  /// Keeps the memory alive; may be null.
  Ref owner;
};

/// C, else F, else A.
char layoutOf(const ArrayView &view);
/// Whether packing the array cannot fail, given that its type, rank and layout
/// are the kernel's: extents, alignment, no null pointer with elements.
bool isSound(const ArrayView &view);
/// Reads a sequence of ints into shape or strides; -1 with an exception set,
/// else how many there are.
int readAxes(PyObject *sequence, std::array<std::int64_t, maxRank> &axes);
/// And back.
PyObject *axesTuple(const std::array<std::int64_t, maxRank> &axes, int count);

} // namespace pyk2ptx::python

#endif
