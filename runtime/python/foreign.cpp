// Other libraries' arrays.
//
// All of them have __cuda_array_interface__: a dict that they make anew, in a
// microsecond. That is as long as a launch, so two ways go around it. A type
// with __dlpack_c_exchange_api__ (DLPack 1.3; PyTorch) has a C function that
// fills a DLTensor. CuPy's has not, but its attributes are getters in C, which
// are called here without the interpreter in between. These attributes are no
// contract, so the first array is read both ways, and a type whose answers
// differ is left to the interface.
//
// What is odd about an array (another device, gradients) is no matter of the
// fast ways: they decline, and the interface words it.
#include "foreign.h"

#include <pyk2ptx/dlpack.h>

#include <array>
#include <atomic>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace pyk2ptx::python {

bool OwnerStreams::areWaitedFor = true;

bool OwnerStreams::add(void *stream) {
  if (!areWaitedFor)
    return true;
  for (std::size_t i = 0; i < count_; ++i)
    if (streams_[i] == stream)
      return true;
  if (count_ == most)
    return false;
  streams_[count_++] = stream;
  return true;
}

// The interface --------------------------------------------------------------

namespace {

// Borrowed; null where it is missing or None.
PyObject *field(PyObject *dict, PyObject *name) {
  PyObject *value = PyDict_GetItemWithError(dict, name);
  return value == Py_None ? nullptr : value;
}

bool fillInterface(PyObject *dict, PyObject *shape, PyObject *data,
                   Interface &result) {
  ArrayView &view = result.array.view;
  const ElementType &type = element(result.array.type);
  int count = readAxes(shape, view.shape);
  Ref pointer(PySequence_GetItem(data, 0));
  if (count < 0 || !pointer)
    return false;
  std::uint64_t address = PyLong_AsUnsignedLongLong(pointer.get());
  if (PyErr_Occurred())
    return false;
  std::array<std::int64_t, maxRank> axes = view.shape;
  view = contiguousView(address, type.name, type.size,
                        {axes.data(), static_cast<std::size_t>(count)});
  if (PyObject *strides = field(dict, names.strides)) {
    if (readAxes(strides, view.strides) != count) {
      if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "as many strides as axes are needed");
      return false;
    }
    result.array.layout = layoutOf(view);
  }
  if (PyObject *stream = field(dict, names.stream)) {
    result.hasStream = true;
    result.stream = PyLong_AsVoidPtr(stream);
  }
  return PyErr_Occurred() == nullptr;
}

} // namespace

InterfaceAnswer readInterface(PyObject *dict, Interface &result) {
  PyObject *shape = field(dict, names.shape);
  PyObject *typestr = field(dict, names.typestr);
  PyObject *data = field(dict, names.data);
  bool isMasked = field(dict, names.mask) != nullptr;
  if (PyErr_Occurred())
    return InterfaceAnswer::Failed;
  if (!shape || !typestr || !data || isMasked) {
    PyErr_SetString(PyExc_TypeError,
                    isMasked
                        ? "masked arrays cannot be passed to a kernel"
                        : "__cuda_array_interface__ lacks shape, typestr or "
                          "data");
    return InterfaceAnswer::Failed;
  }
  std::string text;
  if (!toText(typestr, text))
    return InterfaceAnswer::Failed;
  int type = elementOfTypestr(text);
  if (type < 0)
    return InterfaceAnswer::Unknown;
  result.array.type = static_cast<std::uint16_t>(type);
  return fillInterface(dict, shape, data, result) ? InterfaceAnswer::Read
                                                  : InterfaceAnswer::Failed;
}

// Getters --------------------------------------------------------------------

namespace {

PyTypeObject *baseOf(PyTypeObject *type) {
  return static_cast<PyTypeObject *>(PyType_GetSlot(type, Py_tp_base));
}

/// An attribute that a type in C computes.
struct Getter {
  getter function = nullptr;
  void *closure = nullptr;

  /// A new reference; null without an exception if the attribute has no value.
  Ref operator()(PyObject *object) const {
    Ref value(function(object, closure));
    if (!value)
      PyErr_Clear();
    return value;
  }
};

Getter findGetter(PyTypeObject *type, const char *name) {
  for (; type; type = baseOf(type)) {
    auto *rows = static_cast<PyGetSetDef *>(PyType_GetSlot(type, Py_tp_getset));
    for (; rows && rows->name; ++rows)
      if (std::strcmp(rows->name, name) == 0)
        return {rows->get, rows->closure};
  }
  return {};
}

bool isNamed(PyTypeObject *type, const char *module, const char *name) {
  auto *object = reinterpret_cast<PyObject *>(type);
  Ref itsModule(PyObject_GetAttrString(object, "__module__"));
  Ref itsName(PyObject_GetAttrString(object, "__name__"));
  PyErr_Clear();
  return itsModule && itsName && PyUnicode_Check(itsModule.get()) &&
         PyUnicode_Check(itsName.get()) &&
         PyUnicode_CompareWithASCIIString(itsModule.get(), module) == 0 &&
         PyUnicode_CompareWithASCIIString(itsName.get(), name) == 0;
}

// DLPack's exchange API ------------------------------------------------------

/// DLPackExchangeAPI.
struct ExchangeApi {
  std::uint32_t major;
  std::uint32_t minor;
  ExchangeApi *previous;
  void *allocate;
  void *toManaged;
  void *fromManaged;
  int (*toTensor)(void *object, void *tensor);
  int (*currentStream)(int deviceType, std::int32_t device, void **stream);
};

class ExchangeType : public ForeignType {
public:
  ExchangeType(const ExchangeApi &api, PyTypeObject *type)
      : api_(api), requiresGrad_(findGetter(type, "requires_grad")) {}

  bool read(PyObject *object, int ordinal, ReadArray &result) const override {
    if (requiresGrad_.function && requiresGrad_(object).get() != Py_False)
      return false;
    alignas(8) std::byte tensor[dltensorBytes];
    if (api_.toTensor(object, tensor) != 0) {
      PyErr_Clear();
      return false;
    }
    if (!readDltensor(tensor, ordinal, result.view))
      return false;
    // Most often the type is the last one's.
    std::uint16_t type = lastType_.load(std::memory_order_relaxed);
    if (element(type).name != result.view.dtype) {
      type = internElement(result.view.dtype, result.view.itemSize);
      lastType_.store(type, std::memory_order_relaxed);
    }
    result.type = type;
    result.view.dtype = element(type).name;
    result.layout = layoutOf(result.view);
    return true;
  }

  // The default stream is no reason to wait: PyTorch's interface does not name
  // its stream at all.
  bool addStream(int ordinal, OwnerStreams &streams) const override {
    void *stream = nullptr;
    if (!api_.currentStream)
      return true;
    if (api_.currentStream(int(DlpackDevice::Cuda), ordinal, &stream) != 0) {
      PyErr_Clear();
      return false;
    }
    return !stream || streams.add(stream);
  }

private:
  const ExchangeApi &api_;
  Getter requiresGrad_;
  mutable std::atomic<std::uint16_t> lastType_ = 0;
};

// Null without an exception.
const ForeignType *makeExchangeType(PyTypeObject *type) {
  auto attribute = [](PyTypeObject *of) {
    Ref capsule(
        PyObject_GetAttr(reinterpret_cast<PyObject *>(of), names.exchangeApi));
    PyErr_Clear();
    return capsule;
  };
  Ref capsule = attribute(type);
  constexpr const char *name = "dlpack_exchange_api";
  if (!capsule || !PyCapsule_IsValid(capsule.get(), name))
    return nullptr;
  // A class derived from a library's may mean something else by its memory.
  if (PyTypeObject *base = baseOf(type);
      base && attribute(base).get() == capsule.get() &&
      !isNamed(type, "torch", "Tensor"))
    return nullptr;
  auto *api =
      static_cast<ExchangeApi *>(PyCapsule_GetPointer(capsule.get(), name));
  while (api && api->major != 1)
    api = api->previous;
  if (!api || !api->toTensor)
    return nullptr;
  Py_INCREF(reinterpret_cast<PyObject *>(type));
  Py_INCREF(capsule.get());
  return new ExchangeType(*api, type);
}

// CuPy -----------------------------------------------------------------------

class CupyType : public ForeignType {
public:
  /// Whether `array`'s type has all that is read here.
  bool find(PyObject *array) {
    PyTypeObject *type = Py_TYPE(array);
    for (const auto &[getter, name] :
         {std::pair(&data_, "data"), std::pair(&shape_, "_shape"),
          std::pair(&strides_, "_strides"), std::pair(&dtype_, "dtype"),
          std::pair(&isDense_, "_c_contiguous")}) {
      *getter = findGetter(type, name);
      if (!getter->function)
        return false;
    }
    Ref data = data_(array);
    if (!data)
      return false;
    memoryType_ = Py_TYPE(data.get());
    Py_INCREF(reinterpret_cast<PyObject *>(memoryType_));
    address_ = findGetter(memoryType_, "ptr");
    return address_.function != nullptr;
  }

  /// Whether `interface`, of the same array, says what was read of it.
  bool agrees(PyObject *array, const Interface &interface) {
    namesStream_ = interface.hasStream;
    ReadArray mine;
    OwnerStreams streams;
    if (namesStream_ && !findStream())
      return false;
    if (!read(array, 0, mine) || !addStream(0, streams))
      return false;
    const ReadArray &other = interface.array;
    if (mine.type != other.type || mine.layout != other.layout ||
        mine.view.ndim != other.view.ndim ||
        mine.view.address != other.view.address ||
        (namesStream_ && *streams.begin() != interface.stream))
      return false;
    for (std::size_t axis = 0; axis < std::size_t(mine.view.ndim); ++axis)
      if (mine.view.shape[axis] != other.view.shape[axis] ||
          mine.view.strides[axis] != other.view.strides[axis])
        return false;
    return true;
  }

  bool read(PyObject *object, int, ReadArray &result) const override {
    Ref data = data_(object);
    if (!data || Py_TYPE(data.get()) != memoryType_)
      return false;
    Ref address = address_(data.get());
    Ref dtype = dtype_(object);
    Ref shape = shape_(object);
    Ref isDense = isDense_(object);
    if (!address || !dtype || !shape || !isDense)
      return false;
    int type = elementOf(dtype.get());
    ArrayView &view = result.view;
    int count = type < 0 ? -1 : readAxes(shape.get(), view.shape);
    view.address = PyLong_AsUnsignedLongLong(address.get());
    if (count < 0 || PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    const ElementType &elementType = element(static_cast<std::uint16_t>(type));
    result.type = static_cast<std::uint16_t>(type);
    view.dtype = elementType.name;
    view.itemSize = elementType.size;
    view.ndim = count;
    return readStrides(object, isDense.get() == Py_True, result);
  }

  bool addStream(int, OwnerStreams &streams) const override {
    if (!namesStream_)
      return true;
    std::intptr_t stream = currentStream_();
    if (PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    // As its interface has it, the default stream is the legacy one.
    return streams.add(reinterpret_cast<void *>(stream ? stream : 1));
  }

private:
  bool readStrides(PyObject *object, bool isDense, ReadArray &result) const {
    ArrayView &view = result.view;
    result.layout = 'C';
    if (isDense) {
      std::uint64_t stride = view.itemSize;
      for (auto axis = std::size_t(view.ndim); axis-- > 0;) {
        view.strides[axis] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(view.shape[axis]);
      }
      return true;
    }
    Ref strides = strides_(object);
    if (!strides || readAxes(strides.get(), view.strides) != view.ndim) {
      PyErr_Clear();
      return false;
    }
    result.layout = layoutOf(view);
    return true;
  }

  // CuPy's stream of this thread: a function in C that its modules share.
  bool findStream() {
    Ref module(PyImport_ImportModule("cupy.cuda.stream"));
    Ref table(module ? PyObject_GetAttrString(module.get(), "__pyx_capi__")
                     : nullptr);
    Ref capsule(
        table ? PyMapping_GetItemString(table.get(), "get_current_stream_ptr")
              : nullptr);
    constexpr const char *signature = "intptr_t (void)";
    if (capsule && PyCapsule_IsValid(capsule.get(), signature))
      currentStream_ = reinterpret_cast<std::intptr_t (*)()>(
          PyCapsule_GetPointer(capsule.get(), signature));
    PyErr_Clear();
    return currentStream_ != nullptr;
  }

  // A dtype that is one of NumPy's own is always the same object.
  int elementOf(PyObject *dtype) const {
    {
      TableLock lock;
      for (const auto &[known, type] : dtypes_)
        if (known == dtype)
          return type;
    }
    Ref typestr(PyObject_GetAttrString(dtype, "str"));
    std::string text;
    if (!typestr || !toText(typestr.get(), text)) {
      PyErr_Clear();
      return -1;
    }
    int type = elementOfTypestr(text);
    TableLock lock;
    if (type >= 0 && dtypes_.size() < mostDtypes)
      dtypes_.emplace_back(Py_NewRef(dtype), type);
    return type;
  }

  static constexpr std::size_t mostDtypes = 32;
  Getter data_, shape_, strides_, dtype_, isDense_, address_;
  PyTypeObject *memoryType_ = nullptr;
  bool namesStream_ = false;
  std::intptr_t (*currentStream_)() = nullptr;
  /// Guarded by TableLock; what they refer to is kept.
  mutable std::vector<std::pair<PyObject *, int>> dtypes_;
};

// Null without an exception. `isCertain` is false where another array of the
// type may tell more.
const ForeignType *makeCupyType(PyObject *array, bool &isCertain) {
  Ref dict(PyObject_GetAttr(array, names.cudaArrayInterface));
  Interface interface;
  isCertain = dict && PyDict_Check(dict.get()) &&
              readInterface(dict.get(), interface) == InterfaceAnswer::Read &&
              interface.array.view.address != 0;
  PyErr_Clear();
  if (!isCertain)
    return nullptr;
  auto *type = new CupyType();
  if (type->find(array) && type->agrees(array, interface)) {
    Py_INCREF(reinterpret_cast<PyObject *>(Py_TYPE(array)));
    return type;
  }
  delete type;
  return nullptr;
}

// By type; those with a way are kept alive. Guarded by TableLock.
std::unordered_map<PyTypeObject *, const ForeignType *> &foreignTypes() {
  static auto *types =
      new std::unordered_map<PyTypeObject *, const ForeignType *>();
  return *types;
}

constexpr std::size_t mostTypes = 256;

} // namespace

const ForeignType *foreignTypeOf(PyObject *array) {
  PyTypeObject *type = Py_TYPE(array);
  {
    TableLock lock;
    auto found = foreignTypes().find(type);
    if (found != foreignTypes().end())
      return found->second;
    // Those without a way are looked at again.
    if (foreignTypes().size() >= mostTypes)
      std::erase_if(foreignTypes(), [](auto &row) { return !row.second; });
  }
  bool isCertain = true;
  const ForeignType *made = makeExchangeType(type);
  if (!made && isNamed(type, "cupy", "ndarray"))
    made = makeCupyType(array, isCertain);
  if (!isCertain)
    return nullptr;
  TableLock lock;
  // Another thread's is as good.
  return foreignTypes().emplace(type, made).first->second;
}

} // namespace pyk2ptx::python
