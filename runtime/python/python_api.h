// Python's stable C API, and what makes it bearable: owned references, types
// that hold a C++ object, errors as exceptions.
//
// Every function that returns a PyObject * returns a new reference, or null
// with an exception set.
#ifndef PYK2PTX_PYTHON_API_H
#define PYK2PTX_PYTHON_API_H

// A free-threaded CPython has no stable ABI: there the module is for one
// version.
#include <pyconfig.h>
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <pyk2ptx/error.h>

#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace pyk2ptx::python {

/// A reference that is given back.
class Ref {
public:
  Ref() = default;
  /// Takes over a new reference.
  explicit Ref(PyObject *object) : object_(object) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Ref(const Ref &) = delete;
  Ref &operator=(const Ref &) = delete;
  ~Ref() { Py_XDECREF(object_); }

  /// A new reference to somebody else's.
  static Ref share(PyObject *object) {
    Py_XINCREF(object);
    return Ref(object);
  }

  PyObject *get() const { return object_; }
  PyObject *release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

private:
  PyObject *object_ = nullptr;
};

/// A Python object whose whole content is a T.
template <typename T> struct Box {
  PyObject_HEAD T value;
};

/// The type of Box<T>; made once, when the module is.
template <typename T> inline PyTypeObject *boxType = nullptr;

template <typename T> T &unbox(PyObject *object) {
  return reinterpret_cast<Box<T> *>(object)->value;
}

/// Whether `object` is a Box<T>.
template <typename T> bool isBox(PyObject *object) {
  return PyObject_TypeCheck(object, boxType<T>) != 0;
}

/// A new object of `type`, whose C++ part is T(args...).
template <typename T, typename... Args>
PyObject *makeBoxOf(PyTypeObject *type, Args &&...args) {
  auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
  PyObject *self = alloc(type, 0);
  if (self)
    new (&reinterpret_cast<Box<T> *>(self)->value)
        T(std::forward<Args>(args)...);
  return self;
}

template <typename T, typename... Args> PyObject *makeBox(Args &&...args) {
  return makeBoxOf<T>(boxType<T>, std::forward<Args>(args)...);
}

/// Py_tp_dealloc of types without references in their T that could be part of a
/// cycle.
template <typename T> void deallocBox(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  unbox<T>(self).~T();
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

/// The same for types with Py_TPFLAGS_HAVE_GC.
template <typename T> void deallocTrackedBox(PyObject *self) {
  PyObject_GC_UnTrack(self);
  deallocBox<T>(self);
}

/// Adds a type to the module. False with an exception set.
template <typename T>
bool addType(PyObject *module, const char *name, PyType_Spec &spec) {
  PyObject *type = PyType_FromModuleAndSpec(module, &spec, nullptr);
  if (!type)
    return false;
  boxType<T> = reinterpret_cast<PyTypeObject *>(type);
  return PyModule_AddObjectRef(module, name, type) == 0;
}

/// Other threads run while this lives.
class WithoutGil {
public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() { PyEval_RestoreThread(state_); }
  WithoutGil(const WithoutGil &) = delete;
  WithoutGil &operator=(const WithoutGil &) = delete;

private:
  PyThreadState *state_;
};

// What several threads may change is guarded by the interpreter's lock, and on
// a free-threaded CPython by these: an object's own, which is given up while
// its holder waits for something else, and one for the module's tables, under
// which no Python code may run.
#ifdef Py_GIL_DISABLED
class ObjectLock {
public:
  explicit ObjectLock(PyObject *object) {
    PyCriticalSection_Begin(&section_, object);
  }
  ~ObjectLock() { PyCriticalSection_End(&section_); }
  ObjectLock(const ObjectLock &) = delete;
  ObjectLock &operator=(const ObjectLock &) = delete;

private:
  PyCriticalSection section_;
};

class TableLock {
public:
  TableLock() { PyMutex_Lock(&mutex); }
  ~TableLock() { PyMutex_Unlock(&mutex); }
  TableLock(const TableLock &) = delete;
  TableLock &operator=(const TableLock &) = delete;

private:
  static inline PyMutex mutex = {};
};
#else
struct ObjectLock {
  explicit ObjectLock(PyObject *) {}
  ~ObjectLock() {}
};

struct TableLock {
  TableLock() {}
  ~TableLock() {}
};
#endif

/// Sets the exception that `error` is to Python: the package's errors.py makes
/// it. Returns null.
PyObject *raiseError(const Error &error);
/// None, or the error as an exception.
PyObject *noneOr(const Result<void> &result);

/// Names that are looked up at every launch, and what the package registers.
struct Names {
  PyObject *cudaArrayInterface = nullptr;
  PyObject *cudaStream = nullptr;
  PyObject *shape = nullptr;
  PyObject *typestr = nullptr;
  PyObject *data = nullptr;
  PyObject *strides = nullptr;
  PyObject *mask = nullptr;
  PyObject *stream = nullptr;
  PyObject *exchangeApi = nullptr;
};
extern Names names;

inline PyObject *toPython(std::string_view text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()),
                              "surrogateescape");
}
/// False with an exception set.
bool toText(PyObject *object, std::string &text);

// Each adds its types and functions to the module.
bool addErrors(PyObject *module);
bool addDevices(PyObject *module);
bool addArrays(PyObject *module);
bool addArguments(PyObject *module);
bool addCurrentDevice(PyObject *module);
bool addLaunch(PyObject *module);
bool addCompile(PyObject *module);
bool addOccupancy(PyObject *module);
bool addDlpack(PyObject *module);
bool addCallbacks(PyObject *module);

} // namespace pyk2ptx::python

#endif
