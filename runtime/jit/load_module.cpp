// PTX -> module. The driver compiles PTX at each start of a process unless it
// finds it in a cache of its own, which may be off, full or not the user's.
// Where that is so the user may have the cubin that the driver's linker makes
// of the PTX kept beside the units: for this GPU, by this build of the driver.
// A refused one gives way to the PTX. It is not done unasked, because
// nvJitLink, at least, compiles what it links as relocatable code, which takes
// more registers.
#include "device_link.h"
#include "disk_cache.h"
#include "identity.h"
#include "jit_state.h"
#include "pack.h"
#include "runtime/state.h"

#include <cstdlib>

namespace pyk2ptx {

namespace {

/// Whether the driver would compile this PTX as its linker does, which knows of
/// no lines and nothing of a debugger.
bool isPlain(const JitUnit &unit) {
  std::size_t target = unit.ptx.find("\n.target ");
  std::size_t end = unit.ptx.find('\n', target + 1);
  if (target == std::string::npos || end == std::string::npos)
    return false;
  // Who tests that PTX still compiles wants no cubins.
  const char *forced = std::getenv("CUDA_FORCE_PTX_JIT");
  bool isForced = forced && *forced && *forced != '0';
  return !isForced && unit.ptx.find(".loc", end) == std::string::npos &&
         unit.ptx.substr(target, end - target).find("debug") ==
             std::string::npos;
}

std::optional<CacheKey> keyOfDriverCubin(const Device &device,
                                         const std::string &ptx) {
  const driver::Api &api = device.state()->api;
  int version = 0;
  if (api.cuDriverGetVersion(&version) != driver::success)
    return std::nullopt;
  Result<ComputeCapability> capability = device.computeCapability();
  // One version of CUDA comes with several builds of the driver.
  std::string driver =
      identityOfCode(reinterpret_cast<const void *>(api.cuDriverGetVersion));
  if (!capability || driver.empty())
    return std::nullopt;
  Packer packer;
  packer.add("driver cubin 1");
  packer.add(driver);
  packer.add(version);
  packer.add(capability->major);
  packer.add(capability->minor);
  packer.add(ptx);
  return hashOf(packer.bytes());
}

/// The driver's cubin for the context, which it makes current first.
Result<std::string> compileByDriver(const Device &device,
                                    const std::string &ptx) {
  if (Result<void> entered = device.state()->enter(); !entered)
    return entered.error();
  return detail::linkCode(*device.state(), ptx.c_str(), LoadOptions());
}

/// Nothing: it is to be loaded as PTX.
std::optional<Result<Module>> loadDriverCubin(const Device &device,
                                              const JitUnit &unit) {
  if (!unit.cacheCubins || unit.cacheFolder.empty() || !isPlain(unit))
    return std::nullopt;
  DiskCache cache(unit.cacheFolder);
  if (!cache.problem().empty())
    return std::nullopt;
  std::optional<CacheKey> key = keyOfDriverCubin(device, unit.ptx);
  if (!key)
    return std::nullopt;
  // A lost device is lost for PTX as well.
  if (std::optional<std::string> kept = cache.read(*key)) {
    Result<Module> loaded = device.loadImage(kept->c_str(), unit.info);
    if (loaded || loaded.error().sticky)
      return loaded;
  }
  Result<std::string> cubin = compileByDriver(device, unit.ptx);
  if (!cubin)
    return std::nullopt;
  Result<Module> loaded = device.loadImage(cubin->c_str(), unit.info);
  if (!loaded && !loaded.error().sticky)
    return std::nullopt;
  if (loaded)
    cache.keep(*key, *cubin);
  return loaded;
}

Result<Module> loadLinked(const Device &device, const JitUnit &unit,
                          bool isRefused) {
  DeviceLinkOptions options{unit.arch, 3, false, false};
  options.cacheFolder = unit.cacheFolder;
  options.isRefused = isRefused;
  Result<std::string> cubin = linkCubin(unit.ptx, unit.links, options);
  if (!cubin)
    return cubin.error();
  return device.loadImage(cubin->data(), unit.info);
}

} // namespace

Result<Module> loadModule(const Device &device, const JitUnit &unit) {
  if (unit.links.empty()) {
    if (std::optional<Result<Module>> loaded = loadDriverCubin(device, unit))
      return std::move(*loaded);
    return device.load(unit.ptx);
  }
  Result<Module> loaded = loadLinked(device, unit, false);
  if (!loaded && loaded.error().code != 0 && !loaded.error().sticky &&
      !unit.cacheFolder.empty())
    return loadLinked(device, unit, true);
  return loaded;
}

} // namespace pyk2ptx
