// What tests ask of the fake driver (tests/runtime/fake) beside CUDA's API.
#ifndef PYK2PTX_TESTS_UNIT_JIT_FAKE_DRIVER_H
#define PYK2PTX_TESTS_UNIT_JIT_FAKE_DRIVER_H

#include <dlfcn.h>

template <typename Function>
Function *symbolOf(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function *>(dlsym(handle, name));
}

template <typename Function> Function *control(const char *name) {
  return symbolOf<Function>(PYK2PTX_FAKE_CUDA, name);
}

#endif
