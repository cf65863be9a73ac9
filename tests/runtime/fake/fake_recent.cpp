// What drivers have since a CUDA later than 11.0: every row DRIVER_CALL_SINCE.
#include "fake_state.h"

using namespace fake;

namespace {

void *pointer(DeviceAddress address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

/// A graph's nodes for what is instantiated from it.
void copyNodes(Graph &exec, const Graph &graph) {
  exec.nodes.clear();
  for (const auto &node : graph.nodes)
    exec.nodes.push_back(std::make_shared<Node>(Node{node->run, node.get()}));
}

/// What a graph's kernel node does.
int kernelRun(const KernelNodeParams &params, std::function<int()> &run) {
  auto *function = reinterpret_cast<Function *>(params.function);
  unsigned geometry[] = {params.grid[0],    params.grid[1],  params.grid[2],
                         params.block[0],   params.block[1], params.block[2],
                         params.sharedBytes};
  if (int status = judge(*function, geometry))
    return status;
  FakeLaunch launch = describe(*function, geometry, nullptr, params.extra);
  run = [function, launch] {
    perform(*function, launch);
    return 0;
  };
  return 0;
}

} // namespace

extern "C" {

int cuDeviceGetUuid_v2(DeviceUuid *uuid, DeviceHandle device) {
  ENTER("cuDeviceGetUuid");
  for (unsigned char &byte : uuid->bytes)
    byte = static_cast<unsigned char>(device + 1);
  return 0;
}

// Memory --------------------------------------------------------------------

int cuMemPrefetchAsync_v2(DeviceAddress address, std::size_t,
                          MemoryLocation location, unsigned, StreamHandle) {
  ENTER("cuMemPrefetchAsync");
  if (location.type != 1 && location.type != 2)
    return 1;
  return fake::fake().managed.count(pointer(address)) ? 0 : 1;
}

int cuMemAllocAsync(DeviceAddress *address, std::size_t bytes,
                    StreamHandle stream) {
  ENTER("cuMemAllocAsync");
  void *memory = std::malloc(bytes);
  fake::fake().buffers[memory] = bytes;
  fake::fake().pooled[memory] = stream;
  *address = reinterpret_cast<std::uintptr_t>(memory);
  return 0;
}

int cuMemFreeAsync(DeviceAddress address, StreamHandle) {
  LOCK;
  void *memory = pointer(address);
  bool known = fake::fake().pooled.erase(memory) != 0;
  int status = release("cuMemFreeAsync", fake::fake().buffers, memory);
  if (known)
    std::free(memory);
  return known || status ? status : 1;
}

int cuDeviceGetDefaultMemPool(PoolHandle *pool, DeviceHandle) {
  ENTER("cuDeviceGetDefaultMemPool");
  *pool = reinterpret_cast<PoolHandle>(&fake::fake().pooled);
  return 0;
}

int cuMemPoolTrimTo(PoolHandle, std::size_t) {
  ENTER("cuMemPoolTrimTo");
  return 0;
}

int cuMemPoolSetAttribute(PoolHandle, int attribute, void *value) {
  ENTER("cuMemPoolSetAttribute");
  if (attribute == poolReleaseThreshold)
    std::memcpy(&fake::fake().poolThreshold, value, 8);
  return attribute == poolReleaseThreshold || attribute == poolUsedHigh ? 0 : 1;
}

int cuMemPoolGetAttribute(PoolHandle, int attribute, void *value) {
  ENTER("cuMemPoolGetAttribute");
  std::uint64_t used = 0;
  for (const auto &[memory, stream] : fake::fake().pooled)
    used += fake::fake().buffers[memory];
  if (attribute == poolReleaseThreshold)
    used = fake::fake().poolThreshold;
  std::memcpy(value, &used, 8);
  return 0;
}

// Modules -------------------------------------------------------------------

int cuLibraryLoadData(LibraryHandle *library, const void *image, int *options,
                      void **values, unsigned count, int *, void **, unsigned) {
  ENTER("cuLibraryLoadData");
  int status = 0;
  auto made = makeModule(image, count, options, values, status);
  if (!made)
    return status;
  *library = reinterpret_cast<LibraryHandle>(made.get());
  fake::fake().libraries[*library] = std::move(made);
  return 0;
}

int cuLibraryUnload(LibraryHandle library) {
  LOCK;
  return release("cuLibraryUnload", fake::fake().libraries, library);
}

int cuLibraryGetKernel(KernelHandle *kernel, LibraryHandle library,
                       const char *name) {
  ENTER("cuLibraryGetKernel");
  auto *module = reinterpret_cast<Module *>(library);
  for (const std::string &known : module->functions)
    if (known == name) {
      auto at =
          module->kernels.try_emplace(known, LibraryKernel{module, known});
      *kernel = reinterpret_cast<KernelHandle>(&at.first->second);
      return 0;
    }
  return 500;
}

int cuKernelGetFunction(FunctionHandle *function, KernelHandle handle) {
  ENTER("cuKernelGetFunction");
  if (!currentContext)
    return 201;
  auto *kernel = reinterpret_cast<LibraryKernel *>(handle);
  if (!kernel->function)
    if (int status = makeFunction(&kernel->function, *kernel->module,
                                  kernel->name.c_str()))
      return status;
  *function = kernel->function;
  return 0;
}

int cuLibraryGetGlobal(DeviceAddress *address, std::size_t *bytes,
                       LibraryHandle library, const char *name) {
  ENTER("cuLibraryGetGlobal");
  return findGlobal(address, bytes, *reinterpret_cast<Module *>(library), name);
}

int cuLibraryGetModule(ModuleHandle *module, LibraryHandle library) {
  ENTER("cuLibraryGetModule");
  *module = reinterpret_cast<ModuleHandle>(library);
  return 0;
}

int cuFuncLoad(FunctionHandle) {
  ENTER("cuFuncLoad");
  ++fake::fake().loadedFunctions;
  return 0;
}

// Graphs --------------------------------------------------------------------

int cuGraphAddKernelNode_v2(GraphNodeHandle *node, GraphHandle graph,
                            const GraphNodeHandle *dependencies,
                            std::size_t count, const KernelNodeParams *params) {
  ENTER("cuGraphAddKernelNode");
  std::function<int()> run;
  if (int status = kernelRun(*params, run))
    return status;
  return addNode(node, graph, dependencies, count, std::move(run));
}

int cuGraphInstantiateWithFlags(GraphExecHandle *exec, GraphHandle graph,
                                unsigned long long) {
  ENTER("cuGraphInstantiate");
  auto made = std::make_unique<Graph>();
  copyNodes(*made, *reinterpret_cast<Graph *>(graph));
  *exec = reinterpret_cast<GraphExecHandle>(made.get());
  fake::fake().execs[*exec] = std::move(made);
  return 0;
}

int cuGraphUpload(GraphExecHandle, StreamHandle) {
  ENTER("cuGraphUpload");
  return 0;
}

int cuGraphExecKernelNodeSetParams_v2(GraphExecHandle exec,
                                      GraphNodeHandle handle,
                                      const KernelNodeParams *params) {
  ENTER("cuGraphExecKernelNodeSetParams");
  std::function<int()> run;
  if (int status = kernelRun(*params, run))
    return status;
  for (auto &node : reinterpret_cast<Graph *>(exec)->nodes)
    if (reinterpret_cast<GraphNodeHandle>(node->original) == handle) {
      node->run = std::move(run);
      return 0;
    }
  return 1;
}

int cuGraphExecUpdate_v2(GraphExecHandle exec, GraphHandle graph,
                         GraphUpdateResult *result) {
  ENTER("cuGraphExecUpdate");
  auto *mine = reinterpret_cast<Graph *>(exec);
  auto *other = reinterpret_cast<Graph *>(graph);
  if (mine->nodes.size() != other->nodes.size()) {
    result->result = 2;
    return 910;
  }
  copyNodes(*mine, *other);
  return 0;
}

} // extern "C"
