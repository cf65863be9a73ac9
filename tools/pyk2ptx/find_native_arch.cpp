// The driver knows the GPU, the table of architectures what can be made for it.
#include "find_native_arch.h"

#include "compiler/target.h"

#include <pyk2ptx/runtime.h>

namespace pyk2ptx {

Result<std::string> archForDevice(const Device &device) {
  Result<ComputeCapability> capability = device.computeCapability();
  if (!capability)
    return capability.error();
  std::string arch = archOf(capability->major, capability->minor);
  if (arch.empty())
    return Error::make("NotFound", "the GPU's compute capability " +
                                       std::to_string(capability->major) + "." +
                                       std::to_string(capability->minor) +
                                       " is older than all that can be "
                                       "compiled for");
  return arch;
}

Result<std::string> findNativeArch() {
  Result<Driver> driver = initialize();
  if (!driver)
    return driver.error();
  Result<Device> device = driver->device(0);
  if (!device)
    return device.error();
  return archForDevice(*device);
}

} // namespace pyk2ptx
