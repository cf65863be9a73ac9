// Element types and arrays.
//
// A launch must not look at strings: every element type has a number, which is
// part of the key that finds the compiled kernel. Records get theirs when
// Python first names them.
#include "arrays.h"

#include "devices.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <unordered_map>

namespace pyk2ptx::python {

namespace {

struct NamedElement {
  const char *name;
  std::uint32_t size;
  /// Of its type string, behind the byte order.
  const char *code;
};

constexpr NamedElement numbers[] = {
#define SCALAR(enumerator, dtype, ir, bits, param, npy, ...)                   \
  {dtype, bits / 8, npy},
#include <pyk2ptx/scalars.def>
};

// NumPy has no bfloat16, and gives no type string of it.
std::string typestrOf(const NamedElement &row) {
  if (row.code[0] == 'V')
    return row.name;
  return (row.size == 1 ? "|" : "<") + std::string(row.code);
}

// The elements are never moved: ArrayViews point to the names.
struct Elements {
  std::deque<ElementType> types;
  std::unordered_map<std::string_view, std::uint16_t> byName;
  std::deque<std::string> typestrs;
  std::unordered_map<std::string_view, std::uint16_t> byTypestr;

  std::uint16_t add(std::string_view name, std::uint32_t size) {
    auto code = static_cast<std::uint16_t>(types.size());
    types.push_back({std::string(name), size});
    byName.emplace(types.back().name, code);
    return code;
  }

  Elements() {
    for (const NamedElement &row : numbers)
      byTypestr.emplace(typestrs.emplace_back(typestrOf(row)),
                        add(row.name, row.size));
  }
};

// Guarded by the interpreter's lock, or TableLock.
Elements &elements() {
  static auto *all = new Elements();
  return *all;
}

// "int32" for 'i' and whatever else has its size here.
const char *integerOfSize(std::size_t size, bool isSigned) {
  switch (size) {
  case 1:
    return isSigned ? "int8" : "uint8";
  case 2:
    return isSigned ? "int16" : "uint16";
  case 4:
    return isSigned ? "int32" : "uint32";
  default:
    return isSigned ? "int64" : "uint64";
  }
}

const char *nameOfFormat(char format) {
  switch (format) {
  case '?':
    return "bool";
  case 'b':
    return "int8";
  case 'B':
    return "uint8";
  case 'h':
    return "int16";
  case 'H':
    return "uint16";
  case 'i':
    return "int32";
  case 'I':
    return "uint32";
  case 'l':
    return integerOfSize(sizeof(long), true);
  case 'L':
    return integerOfSize(sizeof(long), false);
  case 'q':
    return "int64";
  case 'Q':
    return "uint64";
  case 'e':
    return "float16";
  case 'f':
    return "float32";
  case 'd':
    return "float64";
  default:
    return nullptr;
  }
}

} // namespace

std::uint16_t internElement(std::string_view name, std::uint32_t size) {
  TableLock lock;
  Elements &all = elements();
  auto found = all.byName.find(name);
  return found != all.byName.end() ? found->second : all.add(name, size);
}

const ElementType &element(std::uint16_t code) {
  TableLock lock;
  return elements().types[code];
}

int elementOfFormat(const char *format) {
  // Null stands for bytes.
  if (!format)
    return internElement("uint8", 1);
  if (*format == '<' || *format == '@' || *format == '=' || *format == '|')
    ++format;
  const char *name = nullptr;
  if (std::strcmp(format, "Zf") == 0)
    name = "complex64";
  else if (std::strcmp(format, "Zd") == 0)
    name = "complex128";
  else if (format[0] != 0 && format[1] == 0)
    name = nameOfFormat(format[0]);
  if (!name)
    return -1;
  TableLock lock;
  return elements().byName.find(name)->second;
}

int elementOfTypestr(std::string_view typestr) {
  TableLock lock;
  Elements &all = elements();
  auto found = all.byTypestr.find(typestr);
  return found != all.byTypestr.end() ? found->second : -1;
}

char layoutOf(const ArrayView &view) {
  return isContiguous(view, false) ? 'C' : isContiguous(view, true) ? 'F' : 'A';
}

bool isSound(const ArrayView &view) {
  bool isEmpty = false;
  for (int axis = 0; axis < view.ndim; ++axis) {
    std::int64_t extent = view.shape[static_cast<std::size_t>(axis)];
    if (extent < 0 || extent > maxExtent)
      return false;
    isEmpty = isEmpty || extent == 0;
  }
  // Records of 12 bytes are aligned to 4, and nothing to more than 16.
  std::uint32_t alignment = view.itemSize & (~view.itemSize + 1);
  return (view.address != 0 || isEmpty) &&
         (alignment == 0 || view.address % std::min(alignment, 16u) == 0);
}

int readAxes(PyObject *sequence, std::array<std::int64_t, maxRank> &axes) {
  Py_ssize_t count = PySequence_Size(sequence);
  if (count < 0)
    return -1;
  if (count > maxRank) {
    PyErr_SetString(PyExc_ValueError,
                    "arrays have at most 8 dimensions on the device");
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item(PySequence_GetItem(sequence, i));
    if (!item)
      return -1;
    long long value = PyLong_AsLongLong(item.get());
    if (value == -1 && PyErr_Occurred())
      return -1;
    axes[static_cast<std::size_t>(i)] = value;
  }
  return static_cast<int>(count);
}

PyObject *axesTuple(const std::array<std::int64_t, maxRank> &axes, int count) {
  Ref tuple(PyTuple_New(count));
  for (int i = 0; tuple && i < count; ++i) {
    PyObject *value = PyLong_FromLongLong(axes[static_cast<std::size_t>(i)]);
    if (!value)
      return nullptr;
    PyTuple_SetItem(tuple.get(), i, value);
  }
  return tuple.release();
}

namespace {

PyObject *newArray(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *owner = nullptr;
  unsigned long long address = 0;
  PyObject *name = nullptr;
  unsigned int itemSize = 0;
  PyObject *shape = nullptr;
  PyObject *strides = nullptr;
  int readOnly = 0;
  if (!PyArg_ParseTuple(args, "OKUIOO|p", &owner, &address, &name, &itemSize,
                        &shape, &strides, &readOnly))
    return nullptr;
  std::string text;
  if (!toText(name, text))
    return nullptr;
  ArrayRef array;
  int axes = readAxes(shape, array.view.shape);
  if (axes < 0)
    return nullptr;
  int others = readAxes(strides, array.view.strides);
  if (others < 0)
    return nullptr;
  if (axes != others) {
    PyErr_SetString(PyExc_ValueError, "as many strides as axes are needed");
    return nullptr;
  }
  array.type = internElement(text, itemSize);
  array.view.address = address;
  array.view.dtype = element(array.type).name;
  array.view.itemSize = itemSize;
  array.view.ndim = axes;
  array.layout = layoutOf(array.view);
  array.readOnly = readOnly != 0;
  array.isOnGpu = isBox<Memory>(owner) && !unbox<Memory>(owner).onHost();
  array.isSound = isSound(array.view);
  array.owner = Ref::share(owner);
  return makeBoxOf<ArrayRef>(type, std::move(array));
}

PyObject *arrayShape(PyObject *self, void *) {
  const ArrayView &view = unbox<ArrayRef>(self).view;
  return axesTuple(view.shape, view.ndim);
}

PyObject *arrayStrides(PyObject *self, void *) {
  const ArrayView &view = unbox<ArrayRef>(self).view;
  return axesTuple(view.strides, view.ndim);
}

PyObject *arrayNdim(PyObject *self, void *) {
  return PyLong_FromLong(unbox<ArrayRef>(self).view.ndim);
}

std::int64_t countElements(const ArrayView &view) {
  std::int64_t count = 1;
  for (int i = 0; i < view.ndim; ++i)
    count *= view.shape[static_cast<std::size_t>(i)];
  return count;
}

PyObject *arraySize(PyObject *self, void *) {
  return PyLong_FromLongLong(countElements(unbox<ArrayRef>(self).view));
}

PyObject *arrayBytes(PyObject *self, void *) {
  const ArrayView &view = unbox<ArrayRef>(self).view;
  return PyLong_FromLongLong(countElements(view) * view.itemSize);
}

PyObject *arrayAddress(PyObject *self, void *) {
  return PyLong_FromUnsignedLongLong(unbox<ArrayRef>(self).view.address);
}

PyObject *arrayTypeName(PyObject *self, void *) {
  return toPython(element(unbox<ArrayRef>(self).type).name);
}

PyObject *arrayItemSize(PyObject *self, void *) {
  return PyLong_FromUnsignedLong(unbox<ArrayRef>(self).view.itemSize);
}

PyObject *arrayLayout(PyObject *self, void *) {
  return toPython({&unbox<ArrayRef>(self).layout, 1});
}

PyObject *arrayReadOnly(PyObject *self, void *) {
  return PyBool_FromLong(unbox<ArrayRef>(self).readOnly);
}

PyObject *arrayOwner(PyObject *self, void *) {
  PyObject *owner = unbox<ArrayRef>(self).owner.get();
  return Py_NewRef(owner ? owner : Py_None);
}

PyGetSetDef getters[] = {
    {"shape", arrayShape, nullptr, "Elements along each axis.", nullptr},
    {"strides", arrayStrides, nullptr, "Bytes from one element to the next.",
     nullptr},
    {"ndim", arrayNdim, nullptr, "How many axes it has.", nullptr},
    {"size", arraySize, nullptr, "How many elements it has.", nullptr},
    {"nbytes", arrayBytes, nullptr, "Bytes of all elements.", nullptr},
    {"itemsize", arrayItemSize, nullptr, "Bytes of one element.", nullptr},
    {"address", arrayAddress, nullptr, "Of the first element.", nullptr},
    {"type_name", arrayTypeName, nullptr, "As signatures spell it.", nullptr},
    {"layout", arrayLayout, nullptr, "'C', 'F' or 'A'.", nullptr},
    {"readonly", arrayReadOnly, nullptr, "Whether it may not be written.",
     nullptr},
    {"owner", arrayOwner, nullptr, "What keeps the memory.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char *>("Array(owner, address, type name, itemsize, "
                                   "shape, strides, readonly=False)")},
    {Py_tp_new, reinterpret_cast<void *>(newArray)},
    {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<ArrayRef>)},
    {Py_tp_getset, getters},
    {0, nullptr}};

PyType_Spec spec = {"pyk2ptx._core.Array", sizeof(Box<ArrayRef>), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

} // namespace

bool addArrays(PyObject *module) {
  return addType<ArrayRef>(module, "Array", spec);
}

} // namespace pyk2ptx::python
