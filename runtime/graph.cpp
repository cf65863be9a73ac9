// Graphs. What a graph's nodes point to must live as long as the graph and what
// was instantiated from it: modules and host functions are kept in `keeps`.
// Which modules a capture has used is noted by launches while one goes on.
#include "state.h"

#include <algorithm>

namespace pyk2ptx {

namespace detail {

GraphState::~GraphState() {
  if (handle && device->enterToFree())
    device->noteFreed(device->api.cuGraphDestroy(handle), "cuGraphDestroy");
}

void DeviceState::noteCaptured(const std::shared_ptr<ModuleState> &module,
                               const LaunchNote &note) {
  std::lock_guard<std::mutex> lock(mutex);
  captured.modules.push_back(module);
  captured.notes.push_back(note);
}

Captured DeviceState::finishCapture(driver::StreamHandle stream) {
  std::lock_guard<std::mutex> lock(mutex);
  auto mine = std::find(capturing.begin(), capturing.end(), stream);
  bool found = mine != capturing.end();
  if (found)
    capturing.erase(mine);
  captures.store(capturing.size());
  // Other captures may have used them, too.
  Captured result = captured;
  if (capturing.empty())
    captured = Captured();
  result.found = found;
  return result;
}

GraphExecState::~GraphExecState() {
  if (handle && device->enterToFree())
    device->noteFreed(device->api.cuGraphExecDestroy(handle),
                      "cuGraphExecDestroy");
}

} // namespace detail

namespace {

using Handles = std::vector<driver::GraphNodeHandle>;

Handles handlesOf(const GraphNodes &nodes) {
  Handles handles;
  for (const GraphNode &node : nodes)
    handles.push_back(static_cast<driver::GraphNodeHandle>(node.handle));
  return handles;
}

void keep(detail::GraphState &graph, std::shared_ptr<const void> what) {
  std::lock_guard<std::mutex> lock(graph.mutex);
  graph.keeps.push_back(std::move(what));
}

// Adds a node with the context entered: `add(&node, dependencies)`.
template <typename Add>
Result<GraphNode> addNode(detail::GraphState &graph, const GraphNodes &after,
                          const char *call, Add add) {
  if (Result<void> entered = graph.device->enter(); !entered)
    return entered.error();
  Handles handles = handlesOf(after);
  driver::GraphNodeHandle node = nullptr;
  driver::Status status = add(&node, handles);
  if (status != driver::success)
    return graph.device->fail(status, call);
  return GraphNode{node};
}

Result<void> checkRange(const Buffer &buffer, std::size_t bytes,
                        std::size_t offset) {
  Result<Buffer> part = buffer.slice(offset, bytes);
  return part ? Result<void>() : Result<void>(part.error());
}

driver::CopySide deviceSide(const Buffer &buffer, std::size_t offset) {
  driver::CopySide side;
  side.memoryType = driver::memoryDevice;
  side.device = buffer.address() + offset;
  return side;
}

driver::CopySide hostSide(const void *data) {
  driver::CopySide side;
  side.memoryType = driver::memoryHost;
  side.host = const_cast<void *>(data);
  return side;
}

Result<GraphNode> addCopyNode(detail::GraphState &graph,
                              const GraphNodes &after, driver::CopySide from,
                              driver::CopySide to, std::size_t bytes) {
  detail::DeviceState &device = *graph.device;
  driver::CopyParams params;
  params.from = from;
  params.to = to;
  params.bytes = bytes;
  return addNode(graph, after, "cuGraphAddMemcpyNode",
                 [&](driver::GraphNodeHandle *node, const Handles &handles) {
                   return device.api.cuGraphAddMemcpyNode(
                       node, graph.handle, handles.data(), handles.size(),
                       &params, device.context());
                 });
}

/// A kernel node's parameters; they point into themselves.
class KernelNode {
public:
  KernelNode(const detail::KernelState &kernel, const LaunchConfig &config)
      : kernel_(&kernel), config_(config) {}
  KernelNode(const KernelNode &) = delete;
  KernelNode &operator=(const KernelNode &) = delete;

  Result<void> prepare(Span<const Argument> arguments) {
    Result<std::vector<std::byte>> packed =
        packArguments(*kernel_->info, arguments);
    if (!packed)
      return packed.error();
    block_ = std::move(*packed);
    Result<const detail::KernelState *> chosen =
        kernel_->kernelFor(config_, block_);
    if (!chosen)
      return chosen.error();
    kernel_ = *chosen;
    if (Result<void> ready = detail::prepareNode(*kernel_, config_); !ready)
      return ready;
    // Not as a block, which a cooperative node refuses.
    pointers_.emplace(*kernel_->info, block_);
    return {};
  }

  driver::KernelNodeParams params() {
    driver::KernelNodeParams params;
    params.function = kernel_->handle;
    const Dim3 dims[] = {
        config_.grid, launchedBlock(kernel_->info->coarsening, config_.block)};
    unsigned *const to[] = {params.grid, params.block};
    for (int i = 0; i < 2; ++i) {
      to[i][0] = dims[i].x;
      to[i][1] = dims[i].y;
      to[i][2] = dims[i].z;
    }
    params.sharedBytes = config_.sharedBytes;
    params.params = pointers_->get();
    return params;
  }

private:
  /// Once it is prepared the one that the node runs.
  const detail::KernelState *kernel_;
  LaunchConfig config_;
  std::vector<std::byte> block_;
  std::optional<detail::ParamPointers> pointers_;
};

// What cuGraphAddKernelNode's parameters cannot say of a launch.
std::vector<driver::LaunchAttribute>
attributesOf(const detail::KernelState &kernel, const LaunchConfig &config) {
  std::vector<driver::LaunchAttribute> attributes;
  if (kernel.isCooperative(config))
    attributes.emplace_back().setCooperative();
  if (detail::asksForCluster(kernel, config))
    attributes.emplace_back().setCluster(config.cluster);
  return attributes;
}

// A node that could not be made what was asked for is taken out again.
Result<void> setAttributes(const detail::KernelState &kernel,
                           const LaunchConfig &config,
                           driver::GraphNodeHandle node) {
  detail::DeviceState &device = *kernel.module->device;
  for (const driver::LaunchAttribute &attribute :
       attributesOf(kernel, config)) {
    driver::Status status = device.api.cuGraphKernelNodeSetAttribute(
        node, attribute.id, &attribute.value);
    if (status == driver::success)
      continue;
    Error error = detail::launchError(kernel, config, status,
                                      "cuGraphKernelNodeSetAttribute");
    device.noteFreed(device.api.cuGraphDestroyNode(node), "cuGraphDestroyNode");
    return error;
  }
  return {};
}

// An executable graph's node keeps what it was added as; nothing may ask for
// something else.
Result<void> checkAttributes(const detail::KernelState &kernel,
                             const LaunchConfig &config,
                             driver::GraphNodeHandle node) {
  detail::DeviceState &device = *kernel.module->device;
  for (const driver::LaunchAttribute &wanted : attributesOf(kernel, config)) {
    driver::LaunchAttributeValue has;
    driver::Status status =
        device.api.cuGraphKernelNodeGetAttribute(node, wanted.id, &has);
    if (status != driver::success)
      return detail::launchError(kernel, config, status,
                                 "cuGraphKernelNodeGetAttribute");
    bool isCluster = wanted.id == driver::LaunchAttributeId::Cluster;
    bool same = isCluster ? std::equal(has.cluster, has.cluster + 3,
                                       wanted.value.cluster)
                          : has.cooperative != 0;
    if (!same)
      return Error::make(
          "ValueError",
          isCluster
              ? "the graph's node has other clusters; add a node with these"
              : "the graph's node is no cooperative launch; add one that is",
          kernel.info->name);
  }
  return {};
}

Result<void> checkDevice(const detail::DeviceState &mine,
                         const std::shared_ptr<detail::DeviceState> &other,
                         const char *what) {
  if (other.get() == &mine)
    return {};
  return Error::make("ValueError", std::string("the ") + what +
                                       " is another device's than the graph");
}

} // namespace

// Capture -------------------------------------------------------------------

Result<void> Stream::beginCapture(CaptureMode mode) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  driver::Status status =
      device.api.cuStreamBeginCapture(state_->handle, static_cast<int>(mode));
  if (status != driver::success)
    return device.failWith(status, "cuStreamBeginCapture",
                           state_->handle ? ""
                                          : "the legacy default stream cannot "
                                            "be captured; create a stream");
  std::lock_guard<std::mutex> lock(device.mutex);
  device.capturing.push_back(state_->handle);
  device.captures.store(device.capturing.size());
  return {};
}

Result<Graph> Stream::endCapture() const {
  constexpr driver::Status wrongThread = 908;
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  auto graph = std::make_shared<detail::GraphState>();
  graph->device = state_->device;
  driver::Status status =
      device.api.cuStreamEndCapture(state_->handle, &graph->handle);
  if (status != wrongThread) {
    detail::Captured captured = device.finishCapture(state_->handle);
    graph->keeps = std::move(captured.modules);
    graph->notes = std::move(captured.notes);
  }
  if (status == driver::success)
    return Graph(std::move(graph));
  graph->handle = nullptr;
  return device.fail(status, "cuStreamEndCapture");
}

Result<bool> Stream::isCapturing() const {
  detail::DeviceState &device = *state_->device;
  int capture = 0;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::Status status =
      device.api.cuStreamIsCapturing(state_->handle, &capture);
  if (status != driver::success)
    return device.fail(status, "cuStreamIsCapturing");
  return capture != 0;
}

// Graph ---------------------------------------------------------------------

Graph::Graph(std::shared_ptr<detail::GraphState> state)
    : state_(std::move(state)) {}

void *Graph::handle() const { return state_->handle; }

Result<Graph> Device::createGraph() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto graph = std::make_shared<detail::GraphState>();
  graph->device = state_;
  driver::Status status = state_->api.cuGraphCreate(&graph->handle, 0);
  if (status == driver::success)
    return Graph(std::move(graph));
  graph->handle = nullptr;
  return state_->fail(status, "cuGraphCreate");
}

Result<GraphNode>
Graph::addKernelArguments(const GraphNodes &after, const Kernel &kernel,
                          const LaunchConfig &config,
                          Span<const Argument> arguments) const {
  const detail::KernelState &state = *kernel.state();
  detail::DeviceState &device = *state_->device;
  if (Result<void> same = checkDevice(device, state.module->device, "kernel");
      !same)
    return same.error();
  KernelNode node(state, config);
  if (Result<void> ready = node.prepare(arguments); !ready)
    return ready.error();
  driver::KernelNodeParams params = node.params();
  Handles handles = handlesOf(after);
  driver::GraphNodeHandle added = nullptr;
  driver::Status status = device.api.cuGraphAddKernelNode(
      &added, state_->handle, handles.data(), handles.size(), &params);
  if (status != driver::success)
    return detail::launchError(state, config, status, "cuGraphAddKernelNode");
  if (Result<void> set = setAttributes(state, config, added); !set)
    return set.error();
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->keeps.push_back(state.module);
    state_->notes.push_back({&state.name, config});
  }
  if (state.module->report)
    state.module->noteLaunch(*state.info);
  return GraphNode{added};
}

Result<GraphNode> Graph::addUpload(const GraphNodes &after, const Buffer &to,
                                   const void *from, std::size_t bytes,
                                   std::size_t offset) const {
  if (Result<void> inside = checkRange(to, bytes, offset); !inside)
    return inside.error();
  return addCopyNode(*state_, after, hostSide(from), deviceSide(to, offset),
                     bytes);
}

Result<GraphNode> Graph::addDownload(const GraphNodes &after, void *to,
                                     const Buffer &from, std::size_t bytes,
                                     std::size_t offset) const {
  if (Result<void> inside = checkRange(from, bytes, offset); !inside)
    return inside.error();
  return addCopyNode(*state_, after, deviceSide(from, offset), hostSide(to),
                     bytes);
}

Result<GraphNode> Graph::addCopy(const GraphNodes &after, const Buffer &to,
                                 const Buffer &from, std::size_t bytes,
                                 std::size_t offset,
                                 std::size_t fromOffset) const {
  if (Result<void> inside = checkRange(to, bytes, offset); !inside)
    return inside.error();
  if (Result<void> inside = checkRange(from, bytes, fromOffset); !inside)
    return inside.error();
  return addCopyNode(*state_, after, deviceSide(from, fromOffset),
                     deviceSide(to, offset), bytes);
}

Result<GraphNode> Graph::addFill(const GraphNodes &after, const Buffer &buffer,
                                 std::uint8_t value, std::size_t bytes,
                                 std::size_t offset) const {
  if (Result<void> inside = checkRange(buffer, bytes, offset); !inside)
    return inside.error();
  detail::DeviceState &device = *state_->device;
  driver::MemsetNodeParams params;
  params.to = buffer.address() + offset;
  params.value = value;
  params.width = bytes;
  return addNode(*state_, after, "cuGraphAddMemsetNode",
                 [&](driver::GraphNodeHandle *node, const Handles &handles) {
                   return device.api.cuGraphAddMemsetNode(
                       node, state_->handle, handles.data(), handles.size(),
                       &params, device.context());
                 });
}

Result<GraphNode> Graph::addHost(const GraphNodes &after,
                                 void (*function)(void *), void *data) const {
  driver::HostNodeParams params;
  params.function = function;
  params.data = data;
  return addNode(*state_, after, "cuGraphAddHostNode",
                 [&](driver::GraphNodeHandle *node, const Handles &handles) {
                   return state_->device->api.cuGraphAddHostNode(
                       node, state_->handle, handles.data(), handles.size(),
                       &params);
                 });
}

Result<GraphNode> Graph::addHost(const GraphNodes &after,
                                 std::function<void()> function) const {
  auto kept = std::make_shared<std::function<void()>>(std::move(function));
  Result<GraphNode> node = addHost(
      after,
      [](void *data) { (*static_cast<std::function<void()> *>(data))(); },
      kept.get());
  if (node)
    keep(*state_, std::move(kept));
  return node;
}

Result<GraphNode> Graph::addEmpty(const GraphNodes &after) const {
  return addNode(*state_, after, "cuGraphAddEmptyNode",
                 [&](driver::GraphNodeHandle *node, const Handles &handles) {
                   return state_->device->api.cuGraphAddEmptyNode(
                       node, state_->handle, handles.data(), handles.size());
                 });
}

Result<GraphNode> Graph::addGraph(const GraphNodes &after,
                                  const Graph &graph) const {
  Result<GraphNode> node =
      addNode(*state_, after, "cuGraphAddChildGraphNode",
              [&](driver::GraphNodeHandle *added, const Handles &handles) {
                return state_->device->api.cuGraphAddChildGraphNode(
                    added, state_->handle, handles.data(), handles.size(),
                    graph.state_->handle);
              });
  // The driver copies the nodes, not what they point to.
  if (!node || graph.state_ == state_)
    return node;
  detail::GraphNotes notes;
  {
    std::lock_guard<std::mutex> lock(graph.state_->mutex);
    notes = graph.state_->notes;
  }
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->keeps.push_back(graph.state_);
  state_->notes.insert(state_->notes.end(), notes.begin(), notes.end());
  return node;
}

Result<std::size_t> Graph::nodeCount() const {
  std::size_t count = 0;
  if (Result<void> entered = state_->device->enter(); !entered)
    return entered.error();
  driver::Status status =
      state_->device->api.cuGraphGetNodes(state_->handle, nullptr, &count);
  if (status != driver::success)
    return state_->device->fail(status, "cuGraphGetNodes");
  return count;
}

Result<GraphExec> Graph::instantiate() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  auto exec = std::make_shared<detail::GraphExecState>();
  exec->device = state_->device;
  driver::Status status =
      device.api.cuGraphInstantiate(&exec->handle, state_->handle, 0);
  if (status != driver::success) {
    exec->handle = nullptr;
    return device.fail(status, "cuGraphInstantiate");
  }
  std::lock_guard<std::mutex> lock(state_->mutex);
  exec->keeps = state_->keeps;
  exec->notes = std::make_shared<const detail::GraphNotes>(state_->notes);
  return GraphExec(std::move(exec));
}

// GraphExec -----------------------------------------------------------------

GraphExec::GraphExec(std::shared_ptr<detail::GraphExecState> state)
    : state_(std::move(state)) {}

void *GraphExec::handle() const { return state_->handle; }

Result<void> GraphExec::launch(const Stream &stream) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> same = checkDevice(device, stream.state()->device, "stream");
      !same)
    return same;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  driver::Status status =
      device.api.cuGraphLaunch(state_->handle, stream.state()->handle);
  if (status != driver::success)
    return device.fail(status, "cuGraphLaunch");
  std::shared_ptr<const detail::GraphNotes> notes;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    notes = state_->notes;
  }
  device.lastLaunch.setGraph(notes);
  return {};
}

Result<void> GraphExec::upload(const Stream &stream) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  return device.check(
      device.api.cuGraphUpload(state_->handle, stream.state()->handle),
      "cuGraphUpload");
}

Result<void>
GraphExec::setKernelArguments(GraphNode node, const Kernel &kernel,
                              const LaunchConfig &config,
                              Span<const Argument> arguments) const {
  const detail::KernelState &state = *kernel.state();
  KernelNode prepared(state, config);
  if (Result<void> ready = prepared.prepare(arguments); !ready)
    return ready;
  auto handle = static_cast<driver::GraphNodeHandle>(node.handle);
  if (Result<void> same = checkAttributes(state, config, handle); !same)
    return same;
  driver::KernelNodeParams params = prepared.params();
  driver::Status status = state_->device->api.cuGraphExecKernelNodeSetParams(
      state_->handle, handle, &params);
  if (status != driver::success)
    return detail::launchError(state, config, status,
                               "cuGraphExecKernelNodeSetParams");
  std::lock_guard<std::mutex> lock(state_->mutex);
  auto &keeps = state_->keeps;
  if (std::find(keeps.begin(), keeps.end(), state.module) == keeps.end())
    keeps.push_back(state.module);
  return {};
}

Result<void> GraphExec::update(const Graph &graph) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  driver::GraphUpdateResult result;
  driver::Status status = device.api.cuGraphExecUpdate(
      state_->handle, static_cast<driver::GraphHandle>(graph.handle()),
      &result);
  if (status != driver::success)
    return device.fail(status, "cuGraphExecUpdate");
  std::vector<std::shared_ptr<const void>> keeps;
  std::shared_ptr<const detail::GraphNotes> notes;
  {
    std::lock_guard<std::mutex> lock(graph.state()->mutex);
    keeps = graph.state()->keeps;
    notes = std::make_shared<const detail::GraphNotes>(graph.state()->notes);
  }
  // The former ones stay: work queued before may still run.
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->notes = std::move(notes);
  state_->keeps.insert(state_->keeps.end(), keeps.begin(), keeps.end());
  return {};
}

} // namespace pyk2ptx
