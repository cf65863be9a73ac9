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
    exec.nodes.push_back(
        std::make_shared<Node>(Node{node->run, node->launch, node.get()}));
}

/// What a graph's kernel node does.
int kernelRun(const KernelNodeParams &params, std::function<int()> &run,
              std::shared_ptr<FakeLaunch> &kept) {
  auto *function = reinterpret_cast<Function *>(params.function);
  unsigned geometry[] = {params.grid[0],    params.grid[1],  params.grid[2],
                         params.block[0],   params.block[1], params.block[2],
                         params.sharedBytes};
  if (int status = judge(*function, geometry))
    return status;
  auto launch = std::make_shared<FakeLaunch>(
      describe(*function, geometry, nullptr, params.params, params.extra));
  // What it was added as stays.
  if (kept) {
    if (kept->cooperative && launch->isBlock)
      return 1;
    launch->cooperative = kept->cooperative;
    std::memcpy(launch->cluster, kept->cluster, sizeof(launch->cluster));
  }
  kept = launch;
  run = [function, launch] {
    if (int status = judgeCluster(*function, launch->grid, launch->cluster))
      return status;
    perform(*function, *launch);
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
  return advise(address, 0, location.type, location.id);
}

int cuMemAdvise_v2(DeviceAddress address, std::size_t, int advice,
                   MemoryLocation location) {
  ENTER("cuMemAdvise");
  return advise(address, advice, location.type, location.id);
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
  LOCK;
  int status = enterUncaptured("cuLibraryLoadData");
  if (status)
    return status;
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

// Launches ------------------------------------------------------------------

int cuLaunchKernelEx(const LaunchParams *params, FunctionHandle handle,
                     void **pointers, void **extra) {
  ENTER("cuLaunchKernelEx");
  if (int status = judgeContext(params->stream))
    return status;
  auto *function = reinterpret_cast<Function *>(handle);
  unsigned geometry[] = {params->grid[0],    params->grid[1],  params->grid[2],
                         params->block[0],   params->block[1], params->block[2],
                         params->sharedBytes};
  if (int status = judge(*function, geometry))
    return status;
  FakeLaunch launch =
      describe(*function, geometry, params->stream, pointers, extra);
  for (unsigned i = 0; i < params->count; ++i) {
    const LaunchAttribute &attribute = params->attributes[i];
    if (attribute.id == LaunchAttributeId::Cooperative)
      launch.cooperative = attribute.value.cooperative != 0;
    else
      std::memcpy(launch.cluster, attribute.value.cluster, 12);
  }
  if (int status = judgeCluster(*function, launch.grid, launch.cluster))
    return status;
  return queue(params->stream, [function, launch] {
    perform(*function, launch);
    return 0;
  });
}

int cuOccupancyMaxPotentialClusterSize(int *size, FunctionHandle function,
                                       const LaunchParams *) {
  ENTER("cuOccupancyMaxPotentialClusterSize");
  *size = reinterpret_cast<Function *>(function)->largeClusters ? 16 : 8;
  return 0;
}

int cuOccupancyMaxActiveClusters(int *clusters, FunctionHandle,
                                 const LaunchParams *params) {
  ENTER("cuOccupancyMaxActiveClusters");
  unsigned blocks = 1;
  if (params->count)
    for (unsigned extent : params->attributes->value.cluster)
      blocks *= extent;
  *clusters = static_cast<int>(132 / blocks);
  return 0;
}

// Graphs --------------------------------------------------------------------

int cuGraphAddKernelNode_v2(GraphNodeHandle *node, GraphHandle graph,
                            const GraphNodeHandle *dependencies,
                            std::size_t count, const KernelNodeParams *params) {
  ENTER("cuGraphAddKernelNode");
  std::function<int()> run;
  std::shared_ptr<FakeLaunch> launch;
  if (int status = kernelRun(*params, run, launch))
    return status;
  int status = addNode(node, graph, dependencies, count, std::move(run));
  if (!status)
    reinterpret_cast<Node *>(*node)->launch = std::move(launch);
  return status;
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
  for (auto &node : reinterpret_cast<Graph *>(exec)->nodes)
    if (reinterpret_cast<GraphNodeHandle>(node->original) == handle)
      return kernelRun(*params, node->run, node->launch);
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
