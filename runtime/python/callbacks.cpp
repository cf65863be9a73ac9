// stream.add_callback: Python is told when a stream has come to a place.
//
// The driver calls a function on a thread of its own, while work behind it
// waits. Were that function to wait for the interpreter's lock, and the lock's
// holder for the GPU, neither would go on. So it only notes what was reached; a
// Python thread waits for notes (pyk2ptx/cuda/_callbacks.py).
#include "devices.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace pyk2ptx::python {

namespace {

struct Reached {
  std::mutex mutex;
  std::condition_variable change;
  std::deque<std::uint64_t> numbers;
};

Reached &reached() {
  static auto *all = new Reached();
  return *all;
}

PyObject *noteWhenReached(PyObject *, PyObject *args) {
  PyObject *object = nullptr;
  unsigned long long number = 0;
  if (!PyArg_ParseTuple(args, "O!K", boxType<StreamRef>, &object, &number))
    return nullptr;
  const StreamRef &stream = unbox<StreamRef>(object);
  auto note = [number] {
    Reached &all = reached();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.numbers.push_back(number);
    all.change.notify_all();
  };
  if (!stream.gpu) {
    note();
    Py_RETURN_NONE;
  }
  return noneOr(stream.gpu->addCallback(note));
}

PyObject *nextReached(PyObject *, PyObject *args) {
  double seconds = 0;
  if (!PyArg_ParseTuple(args, "d", &seconds))
    return nullptr;
  std::optional<std::uint64_t> number;
  {
    WithoutGil others;
    Reached &all = reached();
    std::unique_lock<std::mutex> lock(all.mutex);
    all.change.wait_for(lock, std::chrono::duration<double>(seconds),
                        [&all] { return !all.numbers.empty(); });
    if (!all.numbers.empty()) {
      number = all.numbers.front();
      all.numbers.pop_front();
    }
  }
  if (!number)
    Py_RETURN_NONE;
  return PyLong_FromUnsignedLongLong(*number);
}

PyMethodDef functions[] = {
    {"note_when_reached", noteWhenReached, METH_VARARGS,
     "note_when_reached(stream, number): next_reached gives the number once "
     "the "
     "work queued so far has run."},
    {"next_reached", nextReached, METH_VARARGS,
     "next_reached(seconds): waits for a number; None when there is none."},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

bool addCallbacks(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
