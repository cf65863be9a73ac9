// Python objects -> arguments of a launch.
//
// This is on the path of every launch, so what programs pass is told apart by
// type alone: Python's numbers, our arrays, NumPy's arrays by the buffer
// protocol, NumPy's scalars by a table of their types, and other libraries'
// arrays (foreign.h). Everything else is Python's to convert: a hook answers
// with one of the above.
#include "arguments.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace pyk2ptx::python {

namespace {

// What the package registers when it is imported, and with NumPy.
PyTypeObject *ndarrayType = nullptr;
PyObject *argumentHook = nullptr;

std::unordered_map<PyTypeObject *, std::uint16_t> &scalarTypes() {
  static auto *types = new std::unordered_map<PyTypeObject *, std::uint16_t>();
  return *types;
}

// A key's codes. Python's own numbers have one letter, typed ones a number
// behind it.
constexpr char keyInt = 'i', keyUnsigned = 'u', keyFloat = 'f', keyBool = 'b',
               keyComplex = 'c', keyNone = 'n', keyScalar = 's', keyArray = 'a',
               keyTuple = '(', keyEnd = ')', keyClass = 'o', keyConstant = 'k',
               keyPlace = 'p', keyMember = 'm';

constexpr int deepestTuple = 16;

void appendNumber(std::string &key, const void *number, std::size_t size) {
  key.append(static_cast<const char *>(number), size);
}

} // namespace

ArgumentReader::~ArgumentReader() {
  for (Py_buffer &buffer : buffers_)
    PyBuffer_Release(&buffer);
}

void ArgumentReader::add(const Argument &argument) {
  if (overflow_.capacity() == 0 && count_ < inlineCount) {
    new (inline_ + count_++ * sizeof(Argument)) Argument(argument);
    return;
  }
  if (overflow_.empty() && count_ != 0) {
    const auto *few = reinterpret_cast<const Argument *>(inline_);
    overflow_.reserve(4 * inlineCount);
    overflow_.assign(few, few + count_);
  }
  overflow_.push_back(argument);
  ++count_;
}

void ArgumentReader::addNumber(std::uint16_t type, const Argument &argument) {
  key_ += keyScalar;
  appendNumber(key_, &type, sizeof(type));
  add(argument);
}

void ArgumentReader::addArray(const ReadArray &array) {
  key_ += keyArray;
  appendNumber(key_, &array.type, sizeof(array.type));
  key_ += static_cast<char>(array.view.ndim);
  key_ += array.layout;
  add(array.view);
}

ArgumentReader::Answer ArgumentReader::addStream(void *stream) {
  if (streams_.add(stream))
    return Answer::Read;
  PyErr_SetString(PyExc_ValueError,
                  "the arguments are written in too many different streams");
  return Answer::Failed;
}

ArgumentReader::Answer ArgumentReader::readInt(PyObject *object) {
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (value == -1 && overflow == 0 && PyErr_Occurred())
    return Answer::Failed;
  if (overflow == 0) {
    key_ += keyInt;
    add(Argument(static_cast<std::int64_t>(value)));
    return Answer::Read;
  }
  unsigned long long large =
      overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
  if (overflow < 0 || (PyErr_Occurred() != nullptr)) {
    PyErr_SetString(PyExc_OverflowError, "an int argument has at most 64 bits");
    return Answer::Failed;
  }
  key_ += keyUnsigned;
  add(Argument(static_cast<std::uint64_t>(large)));
  return Answer::Read;
}

// A NumPy scalar of a type that was registered.
ArgumentReader::Answer ArgumentReader::readScalar(PyObject *object,
                                                  std::uint16_t type) {
  const std::string &name = element(type).name;
  if (name == "bool") {
    int truth = PyObject_IsTrue(object);
    if (truth < 0)
      return Answer::Failed;
    addNumber(type, Argument(truth != 0));
  } else if (name[0] == 'i' || name[0] == 'u') {
    Ref number(PyNumber_Index(object));
    if (!number)
      return Answer::Failed;
    if (name[0] == 'i')
      addNumber(type, Argument(static_cast<std::int64_t>(
                          PyLong_AsLongLong(number.get()))));
    else
      addNumber(type, Argument(static_cast<std::uint64_t>(
                          PyLong_AsUnsignedLongLong(number.get()))));
  } else if (name[0] == 'c') {
    // complex128 is a subclass of complex; complex64 becomes one.
    Ref number(PyObject_CallFunctionObjArgs(
        reinterpret_cast<PyObject *>(&PyComplex_Type), object, nullptr));
    if (!number)
      return Answer::Failed;
    addNumber(type, Argument(std::complex<double>(
                        PyComplex_RealAsDouble(number.get()),
                        PyComplex_ImagAsDouble(number.get()))));
  } else {
    addNumber(type, Argument(PyFloat_AsDouble(object)));
  }
  return PyErr_Occurred() ? Answer::Failed : Answer::Read;
}

// A NumPy array: the CPU device uses it where it is.
ArgumentReader::Answer ArgumentReader::readHostArray(PyObject *object) {
  if (!device_.isCpu())
    return Answer::NeedsCopy;
  Py_buffer buffer;
  if (PyObject_GetBuffer(object, &buffer, PyBUF_RECORDS_RO) != 0) {
    // datetime64 and what else the protocol has no format for.
    PyErr_Clear();
    return readHooked(object);
  }
  buffers_.push_back(buffer);
  int type = elementOfFormat(buffer.format);
  if (type < 0 || buffer.ndim > maxRank)
    return readHooked(object);
  if (buffer.readonly)
    return Answer::NeedsCopy;
  ReadArray array;
  array.type = static_cast<std::uint16_t>(type);
  ArrayView &view = array.view;
  view.address = reinterpret_cast<std::uintptr_t>(buffer.buf);
  view.dtype = element(array.type).name;
  view.itemSize = static_cast<std::uint32_t>(buffer.itemsize);
  view.ndim = buffer.ndim;
  for (int i = 0; i < buffer.ndim; ++i) {
    view.shape[static_cast<std::size_t>(i)] = buffer.shape[i];
    view.strides[static_cast<std::size_t>(i)] = buffer.strides[i];
  }
  if (view.address % std::min(view.itemSize, 16u) != 0)
    return Answer::NeedsCopy;
  array.layout = layoutOf(view);
  addArray(array);
  return Answer::Read;
}

// An array on the GPU of another library's; nothing if it is none. Records are
// Python's.
std::optional<ArgumentReader::Answer>
ArgumentReader::readDeviceArray(PyObject *object) {
  if (const ForeignType *foreign = foreignTypeOf(object)) {
    ReadArray array;
    int ordinal = device_.gpu->ordinal();
    if (foreign->read(object, ordinal, array) &&
        foreign->addStream(ordinal, streams_)) {
      addArray(array);
      return Answer::Read;
    }
  }
  Ref dict(PyObject_GetAttr(object, names.cudaArrayInterface));
  PyErr_Clear();
  if (!dict || !PyDict_Check(dict.get()))
    return std::nullopt;
  Interface interface;
  switch (readInterface(dict.get(), interface)) {
  case InterfaceAnswer::Read:
    break;
  case InterfaceAnswer::Failed:
    return Answer::Failed;
  case InterfaceAnswer::Unknown:
    return Answer::NeedsCopy;
  }
  kept_.push_back(std::move(dict));
  addArray(interface.array);
  return interface.hasStream ? addStream(interface.stream) : Answer::Read;
}

ArgumentReader::Answer ArgumentReader::readTuple(PyObject *tuple) {
  if (++depth_ > deepestTuple) {
    PyErr_SetString(PyExc_TypeError, "tuples are nested too deeply");
    return Answer::Failed;
  }
  // A named tuple's names are part of its type: the class says which.
  key_ += keyTuple;
  if (!PyTuple_CheckExact(tuple) && PyObject_HasAttrString(tuple, "_fields")) {
    key_ += keyClass;
    auto type = reinterpret_cast<std::uintptr_t>(Py_TYPE(tuple));
    appendNumber(key_, &type, sizeof(type));
  }
  Py_ssize_t count = PyTuple_Size(tuple);
  for (Py_ssize_t i = 0; i < count; ++i)
    if (Answer answer = read(PyTuple_GetItem(tuple, i)); answer != Answer::Read)
      return answer;
  key_ += keyEnd;
  --depth_;
  return Answer::Read;
}

ArgumentReader::Answer ArgumentReader::readHooked(PyObject *object) {
  if (!argumentHook) {
    PyErr_SetString(PyExc_TypeError, "the argument cannot be passed");
    return Answer::Failed;
  }
  Ref answer(PyObject_CallFunctionObjArgs(
      argumentHook, object, device_.isCpu() ? Py_True : Py_False, nullptr));
  if (!answer)
    return Answer::Failed;
  if (answer.get() == Py_NotImplemented)
    return Answer::NeedsCopy;
  if (isBox<TypedNumber>(answer.get())) {
    const TypedNumber &number = unbox<TypedNumber>(answer.get());
    addNumber(number.type, Argument(number.value));
    return Answer::Read;
  }
  PyObject *converted = answer.get();
  kept_.push_back(std::move(answer));
  if (isBox<ConstantArgument>(converted)) {
    // The key of a compiled kernel keeps the object.
    key_ += keyConstant;
    auto address = reinterpret_cast<std::uintptr_t>(
        unbox<ConstantArgument>(converted).object.get());
    appendNumber(key_, &address, sizeof(address));
    return Answer::Read;
  }
  if (isBox<MemberArgument>(converted)) {
    // Of which class it is, is part of its type.
    const MemberArgument &member = unbox<MemberArgument>(converted);
    key_ += keyMember;
    auto address = reinterpret_cast<std::uintptr_t>(member.of.get());
    appendNumber(key_, &address, sizeof(address));
    return this->read(member.value.get());
  }
  if (isBox<RecordPlace>(converted)) {
    const ArrayRef &array =
        unbox<ArrayRef>(unbox<RecordPlace>(converted).array.get());
    key_ += keyPlace;
    appendNumber(key_, &array.type, sizeof(array.type));
    add(array.view);
    return Answer::Read;
  }
  if (isBox<TypedRecord>(converted)) {
    const TypedRecord &record = unbox<TypedRecord>(converted);
    addNumber(record.type,
              Argument::record(record.bytes.data(), record.bytes.size()));
    return Answer::Read;
  }
  if (++depth_ > deepestTuple) {
    PyErr_Format(PyExc_TypeError, "%R cannot be passed to a kernel", object);
    return Answer::Failed;
  }
  Answer read = this->read(converted);
  --depth_;
  return read;
}

ArgumentReader::Answer ArgumentReader::readOther(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  if (int scalar = scalarTypeOf(type); scalar >= 0)
    return readScalar(object, static_cast<std::uint16_t>(scalar));
  if (ndarrayType && PyObject_TypeCheck(object, ndarrayType))
    return readHostArray(object);
  if (PyTuple_Check(object))
    return readTuple(object);
  if (!device_.isCpu())
    if (std::optional<Answer> answer = readDeviceArray(object))
      return *answer;
  return readHooked(object);
}

ArgumentReader::Answer ArgumentReader::read(PyObject *object) {
  if (isBox<ArrayRef>(object)) {
    const ArrayRef &array = unbox<ArrayRef>(object);
    if (array.isOnGpu && device_.isCpu()) {
      PyErr_SetString(PyExc_TypeError,
                      "an array on a GPU cannot be used on the CPU device; "
                      "copy it to the host");
      return Answer::Failed;
    }
    addArray(array);
    return Answer::Read;
  }
  if (object == Py_True || object == Py_False) {
    key_ += keyBool;
    add(Argument(object == Py_True));
    return Answer::Read;
  }
  if (PyLong_CheckExact(object))
    return readInt(object);
  if (PyFloat_CheckExact(object)) {
    key_ += keyFloat;
    add(Argument(PyFloat_AsDouble(object)));
    return Answer::Read;
  }
  if (object == Py_None) {
    key_ += keyNone;
    return Answer::Read;
  }
  if (PyComplex_CheckExact(object)) {
    key_ += keyComplex;
    add(Argument(std::complex<double>(PyComplex_RealAsDouble(object),
                                      PyComplex_ImagAsDouble(object))));
    return Answer::Read;
  }
  return readOther(object);
}

// Keys -> types ---------------------------------------------------------------

namespace {

class KeyReader {
public:
  explicit KeyReader(const std::string &key) : key_(key) {}

  // The next argument's type: text, or a tuple of them, behind its
  // class if it has one. The end of a tuple or of the key is null without an
  // exception.
  PyObject *next() {
    if (at_ >= key_.size())
      return nullptr;
    switch (key_[at_++]) {
    case keyInt:
      return toPython("int64");
    case keyUnsigned:
      return toPython("uint64");
    case keyFloat:
      return toPython("float");
    case keyBool:
      return toPython("bool");
    case keyComplex:
      return toPython("complex");
    case keyNone:
      return toPython("none");
    case keyScalar:
      return toPython(element(number<std::uint16_t>()).name);
    case keyPlace:
      return toPython("place " + element(number<std::uint16_t>()).name);
    case keyArray:
      return arrayType();
    case keyTuple:
      return tupleType();
    case keyMember:
      return memberType();
    case keyClass:
    case keyConstant:
      return Py_NewRef(reinterpret_cast<PyObject *>(number<std::uintptr_t>()));
    default:
      return nullptr;
    }
  }

private:
  template <typename T> T number() {
    T value;
    std::memcpy(&value, key_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  // A tuple that begins with the class.
  PyObject *memberType() {
    auto *of = reinterpret_cast<PyObject *>(number<std::uintptr_t>());
    Ref value(next());
    return value ? PyTuple_Pack(2, of, value.get()) : nullptr;
  }

  PyObject *arrayType() {
    const ElementType &type = element(number<std::uint16_t>());
    int rank = static_cast<unsigned char>(key_[at_++]);
    char layout = key_[at_++];
    if (rank == 0)
      return toPython("Array(" + type.name + ", 0, 'C')");
    std::string text = type.name + "[";
    for (int axis = 0; axis < rank; ++axis) {
      bool isUnit =
          (layout == 'C' && axis == rank - 1) || (layout == 'F' && axis == 0);
      text += std::string(axis ? ", " : "") + (isUnit ? "::1" : ":");
    }
    return toPython(text + "]");
  }

  PyObject *tupleType() {
    Ref list(PyList_New(0));
    while (list) {
      Ref item(next());
      if (!item)
        break;
      if (PyList_Append(list.get(), item.get()) != 0)
        return nullptr;
    }
    return PyErr_Occurred() ? nullptr : PyList_AsTuple(list.get());
  }

  const std::string &key_;
  /// Behind the device.
  std::size_t at_ = 1;
};

// Registration
// -----------------------------------------------------------------

PyObject *setArgumentHook(PyObject *, PyObject *hook) {
  Py_INCREF(hook);
  std::swap(argumentHook, hook);
  Py_XDECREF(hook);
  Py_RETURN_NONE;
}

PyObject *setArraySync(PyObject *, PyObject *isOn) {
  OwnerStreams::areWaitedFor = PyObject_IsTrue(isOn) == 1;
  Py_RETURN_NONE;
}

PyObject *getArraySync(PyObject *, PyObject *) {
  return PyBool_FromLong(OwnerStreams::areWaitedFor);
}

PyObject *setArrayType(PyObject *, PyObject *type) {
  if (!PyType_Check(type)) {
    PyErr_SetString(PyExc_TypeError, "a type is wanted");
    return nullptr;
  }
  // Kept for ever, as NumPy is.
  ndarrayType = reinterpret_cast<PyTypeObject *>(Py_NewRef(type));
  Py_RETURN_NONE;
}

PyObject *setScalarType(PyObject *, PyObject *args) {
  PyObject *type = nullptr;
  const char *name = nullptr;
  unsigned int size = 0;
  if (!PyArg_ParseTuple(args, "OsI", &type, &name, &size))
    return nullptr;
  std::uint16_t element = internElement(name, size);
  TableLock lock;
  scalarTypes()[reinterpret_cast<PyTypeObject *>(Py_NewRef(type))] = element;
  Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"set_argument_hook", setArgumentHook, METH_O,
     "Registers what converts the arguments that C++ does not know."},
    {"set_array_interface_sync", setArraySync, METH_O,
     "Whether launches wait for the streams that arrays name."},
    {"array_interface_sync", getArraySync, METH_NOARGS, "Whether they do."},
    {"set_array_type", setArrayType, METH_O, "Registers numpy.ndarray."},
    {"set_scalar_type", setScalarType, METH_VARARGS,
     "set_scalar_type(np.float32, 'float32', 4)"},
    {nullptr, nullptr, 0, nullptr}};

PyObject *newNumber(PyTypeObject *type, PyObject *args, PyObject *) {
  const char *name = nullptr;
  unsigned int size = 0;
  long long value = 0;
  if (!PyArg_ParseTuple(args, "sIL", &name, &size, &value))
    return nullptr;
  return makeBoxOf<TypedNumber>(type,
                                TypedNumber{internElement(name, size), value});
}

PyObject *newRecord(PyTypeObject *type, PyObject *args, PyObject *) {
  const char *name = nullptr;
  const char *bytes = nullptr;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTuple(args, "sy#", &name, &bytes, &size))
    return nullptr;
  auto count = static_cast<std::uint32_t>(size);
  return makeBoxOf<TypedRecord>(
      type, TypedRecord{internElement(name, count), {bytes, count}});
}

PyObject *newPlace(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *array = nullptr;
  if (!PyArg_ParseTuple(args, "O!", boxType<ArrayRef>, &array))
    return nullptr;
  return makeBoxOf<RecordPlace>(type, RecordPlace{Ref::share(array)});
}

PyObject *newConstant(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *object = nullptr;
  if (!PyArg_ParseTuple(args, "O", &object))
    return nullptr;
  return makeBoxOf<ConstantArgument>(type,
                                     ConstantArgument{Ref::share(object)});
}

PyObject *newMember(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *of = nullptr, *value = nullptr;
  if (!PyArg_ParseTuple(args, "OO", &of, &value))
    return nullptr;
  return makeBoxOf<MemberArgument>(
      type, MemberArgument{Ref::share(of), Ref::share(value)});
}

template <typename T>
bool addArgumentType(PyObject *module, const char *name, const char *qualified,
                     newfunc make, const char *doc) {
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char *>(doc)},
      {Py_tp_new, reinterpret_cast<void *>(make)},
      {Py_tp_dealloc, reinterpret_cast<void *>(deallocBox<T>)},
      {0, nullptr}};
  PyType_Spec spec = {qualified, sizeof(Box<T>), 0, Py_TPFLAGS_DEFAULT, slots};
  return addType<T>(module, name, spec);
}

} // namespace

int scalarTypeOf(PyTypeObject *type) {
  TableLock lock;
  auto found = scalarTypes().find(type);
  return found == scalarTypes().end() ? -1 : found->second;
}

PyObject *typesOfKey(const std::string &key) {
  KeyReader reader(key);
  Ref list(PyList_New(0));
  while (list) {
    Ref item(reader.next());
    if (!item)
      break;
    if (PyList_Append(list.get(), item.get()) != 0)
      return nullptr;
  }
  return PyErr_Occurred() ? nullptr : list.release();
}

bool addArguments(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0 &&
         addArgumentType<TypedNumber>(module, "TypedNumber",
                                      "pyk2ptx._core.TypedNumber", newNumber,
                                      "TypedNumber(type, size, int)") &&
         addArgumentType<TypedRecord>(module, "TypedRecord",
                                      "pyk2ptx._core.TypedRecord", newRecord,
                                      "TypedRecord(type, bytes)") &&
         addArgumentType<RecordPlace>(
             module, "RecordPlace", "pyk2ptx._core.RecordPlace", newPlace,
             "RecordPlace(array of one record): what is stored stays") &&
         addArgumentType<MemberArgument>(
             module, "MemberArgument", "pyk2ptx._core.MemberArgument",
             newMember, "MemberArgument(class, value): of an enumeration") &&
         addArgumentType<ConstantArgument>(
             module, "ConstantArgument", "pyk2ptx._core.ConstantArgument",
             newConstant, "ConstantArgument(object): known when compiling");
}

} // namespace pyk2ptx::python
