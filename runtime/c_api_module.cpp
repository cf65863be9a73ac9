// The C API's libraries, modules and kernels, but for launches.
#include "c_api_internal.h"

using namespace pyk2ptx::c_api;
using pyk2ptx::Error;
using pyk2ptx::Result;

namespace {

// The host's own initialisation of a module.
void addCallbacks(const Pyk2ptxLoadOptions &from, pyk2ptx::LoadOptions &to) {
  if (auto *onLoad = from.onLoad)
    to.onLoad = [onLoad, data = from.data](
                    const pyk2ptx::Module &module) -> Result<void> {
      Result<void *> handle = module.handle();
      if (!handle)
        return handle.error();
      if (int code = onLoad(*handle, data))
        return Error::make("ValueError", "the module's onLoad returned " +
                                             std::to_string(code));
      return {};
    };
  if (auto *onUnload = from.onUnload)
    to.onUnload = [onUnload, data = from.data](void *module) {
      onUnload(module, data);
    };
}

} // namespace

Pyk2ptxStatus pyk2ptxLibraryLoad(const void *image, size_t bytes,
                                 Pyk2ptxLibrary **library) {
  if (!image || !library)
    return missing("image or library");
  Result<pyk2ptx::Driver> driver = theDriver();
  if (!driver)
    return fail(driver.error());
  return give(
      driver->load(std::string(static_cast<const char *>(image), bytes)),
      library);
}

void pyk2ptxLibraryDestroy(Pyk2ptxLibrary *library) { delete library; }

Pyk2ptxStatus pyk2ptxLibraryModule(const Pyk2ptxLibrary *library,
                                   const Pyk2ptxDevice *device,
                                   Pyk2ptxModule **module) {
  if (!library || !device || !module)
    return missing("library, device or module");
  return give(library->library.on(device->device), module, device->device);
}

Pyk2ptxStatus pyk2ptxModuleLoadWith(const Pyk2ptxDevice *device,
                                    const void *image, size_t bytes,
                                    const Pyk2ptxLoadOptions *options,
                                    Pyk2ptxModule **module) {
  if (!device || !image || !module || !options ||
      (!options->files && options->fileCount))
    return missing("device, image, options, files or module");
  pyk2ptx::LoadOptions stated;
  stated.maxRegisters = options->maxRegisters;
  for (size_t i = 0; i < options->fileCount; ++i) {
    if (!options->files[i])
      return missing("a file");
    Result<pyk2ptx::LinkInput> input =
        pyk2ptx::LinkInput::file(options->files[i]);
    if (!input)
      return fail(input.error());
    stated.link.push_back(std::move(*input));
  }
  addCallbacks(*options, stated);
  return give(device->device.load(
                  std::string(static_cast<const char *>(image), bytes), stated),
              module, device->device);
}

Pyk2ptxStatus pyk2ptxModuleLoadLinked(const Pyk2ptxDevice *device,
                                      const void *ptx, size_t bytes,
                                      const char *const *files, size_t count,
                                      unsigned maxRegisters,
                                      Pyk2ptxModule **module) {
  Pyk2ptxLoadOptions options = {};
  options.files = files;
  options.fileCount = count;
  options.maxRegisters = maxRegisters;
  return pyk2ptxModuleLoadWith(device, ptx, bytes, &options, module);
}

Pyk2ptxStatus pyk2ptxModulePreload(const Pyk2ptxModule *module) {
  return module ? done(module->module.preload()) : missing("module");
}

Pyk2ptxStatus pyk2ptxKernelPreload(const Pyk2ptxKernel *kernel,
                                   uint32_t sharedBytes) {
  return kernel ? done(kernel->kernel.preload(sharedBytes)) : missing("kernel");
}

Pyk2ptxStatus pyk2ptxModuleGlobal(const Pyk2ptxModule *module, const char *name,
                                  Pyk2ptxBuffer **buffer) {
  if (!module || !name || !buffer)
    return missing("module, name or buffer");
  return give(module->module.globalBuffer(name), buffer, module->device);
}

Pyk2ptxStatus pyk2ptxModuleHandle(const Pyk2ptxModule *module,
                                  void **cumodule) {
  if (!module || !cumodule)
    return missing("module or cumodule");
  return assign(module->module.handle(), cumodule);
}

void *pyk2ptxKernelHandle(const Pyk2ptxKernel *kernel) {
  return kernel ? kernel->kernel.handle() : nullptr;
}

Pyk2ptxStatus pyk2ptxKernelAttributes(const Pyk2ptxKernel *kernel,
                                      struct Pyk2ptxKernelAttributes *to) {
  if (!kernel || !to)
    return missing("kernel or attributes");
  Result<pyk2ptx::KernelAttributes> found = kernel->kernel.attributes();
  if (!found)
    return fail(found.error());
  to->registers = found->registers;
  to->maxThreadsPerBlock = found->maxThreadsPerBlock;
  to->staticSharedBytes = found->staticSharedBytes;
  to->localBytes = found->localBytes;
  to->constantBytes = found->constantBytes;
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxKernelMaxActiveBlocks(const Pyk2ptxKernel *kernel,
                                           uint32_t threads,
                                           uint32_t sharedBytes,
                                           uint32_t *blocks) {
  if (!kernel || !blocks)
    return missing("kernel or blocks");
  return assign(kernel->kernel.maxActiveBlocks(threads, sharedBytes), blocks);
}

Pyk2ptxStatus pyk2ptxKernelMaxCooperativeBlocks(const Pyk2ptxKernel *kernel,
                                                const uint32_t block[3],
                                                uint32_t sharedBytes,
                                                uint32_t *blocks) {
  if (!kernel || !block || !blocks)
    return missing("kernel, block or blocks");
  return assign(kernel->kernel.maxCooperativeBlocks(
                    {block[0], block[1], block[2]}, sharedBytes),
                blocks);
}

Pyk2ptxStatus pyk2ptxKernelSuggestBlock(const Pyk2ptxKernel *kernel,
                                        uint32_t sharedBytes,
                                        uint32_t maxThreads, uint32_t *block,
                                        uint32_t *minGrid) {
  if (!kernel || !block || !minGrid)
    return missing("kernel, block or minGrid");
  Result<pyk2ptx::BlockSuggestion> best =
      kernel->kernel.suggestBlock(sharedBytes, maxThreads);
  if (!best)
    return fail(best.error());
  *block = best->block;
  *minGrid = best->minGrid;
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxKernelAttribute(const Pyk2ptxKernel *kernel, int attribute,
                                     int *value) {
  if (!kernel || !value)
    return missing("kernel or value");
  return assign(kernel->kernel.attribute(attribute), value);
}

Pyk2ptxStatus pyk2ptxKernelMaxClusterSize(const Pyk2ptxKernel *kernel,
                                          const uint32_t block[3],
                                          uint32_t sharedBytes,
                                          uint32_t *blocks) {
  if (!kernel || !block || !blocks)
    return missing("kernel, block or blocks");
  return assign(kernel->kernel.maxClusterSize({block[0], block[1], block[2]},
                                              sharedBytes),
                blocks);
}

Pyk2ptxStatus pyk2ptxKernelMaxActiveClusters(const Pyk2ptxKernel *kernel,
                                             const Pyk2ptxLaunch *launch,
                                             uint32_t *clusters) {
  if (!kernel || !launch || !clusters)
    return missing("kernel, launch or clusters");
  return assign(kernel->kernel.maxActiveClusters(configOf(*launch)), clusters);
}
