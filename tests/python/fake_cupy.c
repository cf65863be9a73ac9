/* What the package reads of CuPy's arrays: attributes that are getters in C. */
#include <pyconfig.h>
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <stddef.h>
#include <stdint.h>

typedef struct {
  PyObject_HEAD PyObject *pointer;
} Memory;

typedef struct {
  PyObject_HEAD PyObject *data, *shape, *strides, *dtype, *dense;
} Array;

static PyTypeObject *memoryType;
static Py_ssize_t stream;

static PyObject *memoryPointer(PyObject *self, void *unused) {
  (void)unused;
  return Py_NewRef(((Memory *)self)->pointer);
}

static PyGetSetDef memoryGetters[] = {{"ptr", memoryPointer, NULL, NULL, NULL},
                                      {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot memorySlots[] = {{Py_tp_getset, memoryGetters}, {0, NULL}};
static PyType_Spec memorySpec = {"_fake_cupy.Memory", sizeof(Memory), 0,
                                 Py_TPFLAGS_DEFAULT, memorySlots};

static PyObject *makeArray(PyTypeObject *type, PyObject *args,
                           PyObject *named) {
  (void)named;
  PyObject *pointer, *shape, *strides, *dtype, *dense;
  if (!PyArg_ParseTuple(args, "OOOOO", &pointer, &shape, &strides, &dtype,
                        &dense))
    return NULL;
  Array *self = (Array *)PyType_GenericAlloc(type, 0);
  Memory *memory = (Memory *)PyType_GenericAlloc(memoryType, 0);
  memory->pointer = Py_NewRef(pointer);
  self->data = (PyObject *)memory;
  self->shape = Py_NewRef(shape);
  self->strides = Py_NewRef(strides);
  self->dtype = Py_NewRef(dtype);
  self->dense = Py_NewRef(dense);
  return (PyObject *)self;
}

static PyObject *member(PyObject *self, void *offset) {
  return Py_NewRef(*(PyObject **)((char *)self + (size_t)offset));
}

#define GETTER(name, field)                                                    \
  {name, member, NULL, NULL, (void *)offsetof(Array, field)}
static PyGetSetDef arrayGetters[] = {
    GETTER("data", data),           GETTER("_shape", shape),
    GETTER("_strides", strides),    GETTER("dtype", dtype),
    GETTER("_c_contiguous", dense), {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot arraySlots[] = {
    {Py_tp_new, (void *)makeArray}, {Py_tp_getset, arrayGetters}, {0, NULL}};
static PyType_Spec arraySpec = {"_fake_cupy.base", sizeof(Array), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                arraySlots};

static intptr_t currentStream(void) { return stream; }

static PyObject *getStream(PyObject *self, PyObject *unused) {
  (void)self, (void)unused;
  return PyLong_FromSsize_t(stream);
}

static PyObject *setStream(PyObject *self, PyObject *value) {
  (void)self;
  stream = PyLong_AsSsize_t(value);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"stream", getStream, METH_NOARGS, NULL},
                                  {"set_stream", setStream, METH_O, NULL},
                                  {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "_fake_cupy",
                                        NULL,
                                        -1,
                                        functions,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL};

PyMODINIT_FUNC PyInit__fake_cupy(void) {
  PyObject *module = PyModule_Create(&definition);
  memoryType = (PyTypeObject *)PyType_FromSpec(&memorySpec);
  PyModule_AddObjectRef(module, "base", PyType_FromSpec(&arraySpec));
  PyModule_AddObjectRef(
      module, "stream_capsule",
      PyCapsule_New((void *)currentStream, "intptr_t (void)", NULL));
  return module;
}
