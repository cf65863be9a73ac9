// How many blocks of a kernel a GPU runs at once, and which block keeps it
// busiest: what forall takes, and what a Context tells.
#include "compiled.h"

namespace pyk2ptx::python {

namespace {

// The kernel's GPU side of `object`; null for one of the CPU device, or with an
// exception set.
const Kernel *gpuKernel(PyObject *object) {
  if (isBox<KernelRef>(object))
    return unbox<KernelRef>(object).kernel.gpu();
  PyErr_SetString(PyExc_TypeError, "a compiled kernel is wanted");
  return nullptr;
}

PyObject *suggestBlock(PyObject *, PyObject *args) {
  PyObject *object = nullptr;
  unsigned int shared = 0;
  unsigned int limit = 0;
  if (!PyArg_ParseTuple(args, "O|II", &object, &shared, &limit))
    return nullptr;
  const Kernel *kernel = gpuKernel(object);
  if (PyErr_Occurred())
    return nullptr;
  if (!kernel)
    Py_RETURN_NONE;
  Result<BlockSuggestion> best = kernel->suggestBlock(shared, limit);
  if (!best)
    return raiseError(best.error());
  return Py_BuildValue("(II)", best->minGrid, best->block);
}

PyObject *maxActiveBlocks(PyObject *, PyObject *args) {
  PyObject *object = nullptr;
  unsigned int threads = 0;
  unsigned int shared = 0;
  if (!PyArg_ParseTuple(args, "OI|I", &object, &threads, &shared))
    return nullptr;
  const Kernel *kernel = gpuKernel(object);
  if (PyErr_Occurred())
    return nullptr;
  // The CPU device runs a block after the other.
  if (!kernel)
    return PyLong_FromLong(1);
  Result<std::uint32_t> count = kernel->maxActiveBlocks(threads, shared);
  return count ? PyLong_FromUnsignedLong(*count) : raiseError(count.error());
}

PyMethodDef functions[] = {
    {"suggest_block", suggestBlock, METH_VARARGS,
     "suggest_block(kernel, shared=0, limit=0): (grid that fills the GPU, "
     "block), or None on the CPU device."},
    {"max_active_blocks", maxActiveBlocks, METH_VARARGS,
     "max_active_blocks(kernel, threads, shared=0): at once on one "
     "multiprocessor."},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

bool addOccupancy(PyObject *module) {
  return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace pyk2ptx::python
