// The first GPU, and what the JIT would compile for it.
#include "find_native_arch.h"

#include <pyk2ptx/jit.h>

namespace pyk2ptx {

Result<std::string> findNativeArch() {
  Result<Driver> driver = initialize();
  if (!driver)
    return driver.error();
  Result<Device> device = driver->device(0);
  if (!device)
    return device.error();
  return JitDevice(*device).arch();
}

} // namespace pyk2ptx
