// Loads libcuda. A machine without a driver is an ordinary machine for pyk2ptx,
// so every way to lack one has its own sentence.
#include "driver_api.h"
#include "driver_errors.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

namespace pyk2ptx::driver {

namespace {

Error notFound(std::string text) {
  return Error::make("NotFound", std::move(text));
}

std::vector<std::string> candidates(const std::string &path) {
  if (!path.empty())
    return {path};
  const char *chosen = std::getenv("PYK2PTX_LIBCUDA");
  if (chosen && *chosen)
    return {chosen};
  return {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"};
}

// What is called in place of an entry that an older driver lacks.
template <typename Function> struct Lacking;
template <typename... Parameters> struct Lacking<Status(Parameters...)> {
  static Status call(Parameters... /*parameters*/) { return lacksEntry; }
};

// The first symbol that the library must have and lacks, or null after filling
// `api`.
const char *bind(void *library, Api &api) {
#define DRIVER_CALL_SINCE(since, name, symbol, parameters)                     \
  api.name = reinterpret_cast<Status(*) parameters>(dlsym(library, symbol));   \
  if (!api.name)                                                               \
    api.name = Lacking<Status parameters>::call;
#define DRIVER_CALL(name, symbol, parameters)                                  \
  api.name = reinterpret_cast<Status(*) parameters>(dlsym(library, symbol));   \
  if (!api.name)                                                               \
    return symbol;
#include "driver_api.def"
#undef DRIVER_CALL
  api.hasLibraries = dlsym(library, "cuLibraryLoadData") != nullptr;
  api.hasMemoryLocations = dlsym(library, "cuMemAdvise_v2") != nullptr;
  api.hasFunctionLoading = dlsym(library, "cuFuncLoad") != nullptr;
  return nullptr;
}

// The CUDA version that brought `call`.
const char *sinceOf(const char *call) {
#define DRIVER_CALL(name, symbol, parameters)
#define DRIVER_CALL_SINCE(since, name, symbol, parameters)                     \
  if (std::strcmp(call, #name) == 0)                                           \
    return since;
#include "driver_api.def"
#undef DRIVER_CALL
  return "11.0";
}

} // namespace

Error Api::error(Status status, const char *call) const {
  if (status == lacksEntry) {
    Error missing = notFound("the CUDA driver " + path + " has no `" + call +
                             "`; it came with CUDA " + sinceOf(call));
    missing.call = call;
    return missing;
  }
  Error error;
  error.code = status;
  error.call = call;
  error.sticky = isSticky(status);
  const DriverErrorRow *row = findDriverError(status);
  const char *name = nullptr;
  const char *text = nullptr;
  if (cuGetErrorName(status, &name) == success && name)
    error.name = name;
  else
    error.name = row ? row->name : "CUDA_ERROR_" + std::to_string(status);
  if (cuGetErrorString(status, &text) == success && text)
    error.text = text;
  else
    error.text = row ? row->text : "the driver has no text for this status";
  error.detail = captureHint(status);
  return error;
}

Result<std::shared_ptr<const Api>> load(const std::string &path) {
  std::string tried;
  for (const std::string &candidate : candidates(path)) {
    void *library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      const char *why = dlerror();
      tried += (tried.empty() ? "" : "; ") + candidate + " (" +
               (why ? why : "no reason given") + ")";
      continue;
    }
    auto api = std::make_shared<Api>();
    api->path = candidate;
    if (const char *missing = bind(library, *api)) {
      dlclose(library);
      return notFound("the CUDA driver " + candidate + " has no `" + missing +
                      "`; it is older than CUDA 11");
    }
    if (Status status = api->cuInit(0); status != success)
      return api->error(status, "cuInit");
    return std::shared_ptr<const Api>(std::move(api));
  }
  return notFound("no CUDA driver was found; tried " + tried);
}

} // namespace pyk2ptx::driver
