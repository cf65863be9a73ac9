// The fake driver's graphs: lists of nodes that run in the order in which they
// were added, which every dependency allows.
#include "fake_state.h"

using namespace fake;

namespace {

Graph *graphOf(GraphHandle handle) { return reinterpret_cast<Graph *>(handle); }

void *pointer(DeviceAddress address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

int runAll(const Graph &graph) {
  for (const auto &node : graph.nodes)
    if (int status = node->run())
      return status;
  return 0;
}

void *sideOf(const CopySide &side) {
  return side.memoryType == memoryHost ? side.host : pointer(side.device);
}

} // namespace

int fake::addNode(GraphNodeHandle *node, GraphHandle handle,
                  const GraphNodeHandle *dependencies, std::size_t count,
                  std::function<int()> run) {
  Graph &graph = *graphOf(handle);
  for (std::size_t i = 0; i < count; ++i) {
    bool isMine = false;
    for (const auto &known : graph.nodes)
      isMine |=
          reinterpret_cast<GraphNodeHandle>(known.get()) == dependencies[i];
    if (!isMine)
      return 1;
  }
  graph.nodes.push_back(std::make_shared<Node>(Node{std::move(run), nullptr}));
  *node = reinterpret_cast<GraphNodeHandle>(graph.nodes.back().get());
  return 0;
}

extern "C" {

int cuStreamBeginCapture_v2(StreamHandle stream, int mode) {
  ENTER("cuStreamBeginCapture");
  // The legacy default stream cannot be captured.
  if (!stream)
    return 900;
  Capture &capture = fake::fake().captures[stream];
  if (capture.graph)
    return 1;
  capture.graph = std::make_unique<Graph>();
  capture.mode = mode;
  return 0;
}

int cuStreamEndCapture(StreamHandle stream, GraphHandle *graph) {
  LOCK;
  int status = enter("cuStreamEndCapture");
  auto &captures = fake::fake().captures;
  auto found = captures.find(stream);
  if (found == captures.end())
    return status ? status : 903;
  // However it ends, it ends.
  Capture capture = std::move(found->second);
  captures.erase(found);
  if (status || capture.isInvalid)
    return status ? status : 901;
  *graph = reinterpret_cast<GraphHandle>(capture.graph.get());
  fake::fake().graphs[*graph] = std::move(capture.graph);
  return 0;
}

int cuStreamIsCapturing(StreamHandle stream, int *status) {
  ENTER("cuStreamIsCapturing");
  auto found = fake::fake().captures.find(stream);
  *status = found == fake::fake().captures.end() ? 0
            : found->second.isInvalid            ? 2
                                                 : 1;
  return 0;
}

int cuThreadExchangeStreamCaptureMode(int *mode) {
  ENTER("cuThreadExchangeStreamCaptureMode");
  std::swap(*mode, captureMode);
  return 0;
}

int cuGraphCreate(GraphHandle *graph, unsigned) {
  ENTER("cuGraphCreate");
  auto made = std::make_unique<Graph>();
  *graph = reinterpret_cast<GraphHandle>(made.get());
  fake::fake().graphs[*graph] = std::move(made);
  return 0;
}

int cuGraphDestroy(GraphHandle graph) {
  LOCK;
  return release("cuGraphDestroy", fake::fake().graphs, graph);
}

int cuGraphGetNodes(GraphHandle graph, GraphNodeHandle *, std::size_t *count) {
  ENTER("cuGraphGetNodes");
  *count = graphOf(graph)->nodes.size();
  return 0;
}

int cuGraphKernelNodeSetAttribute(GraphNodeHandle handle, LaunchAttributeId id,
                                  const LaunchAttributeValue *value) {
  ENTER("cuGraphKernelNodeSetAttribute");
  auto *node = reinterpret_cast<Node *>(handle);
  if (!node->launch)
    return 1;
  // A cooperative kernel takes no block.
  if (id == LaunchAttributeId::Cooperative && node->launch->isBlock)
    return 1;
  if (id == LaunchAttributeId::Cooperative)
    node->launch->cooperative = value->cooperative != 0;
  else
    std::memcpy(node->launch->cluster, value->cluster, 12);
  return 0;
}

int cuGraphKernelNodeGetAttribute(GraphNodeHandle handle, LaunchAttributeId id,
                                  LaunchAttributeValue *value) {
  ENTER("cuGraphKernelNodeGetAttribute");
  auto *node = reinterpret_cast<Node *>(handle);
  if (!node->launch)
    return 1;
  if (id == LaunchAttributeId::Cooperative)
    value->cooperative = node->launch->cooperative;
  else
    std::memcpy(value->cluster, node->launch->cluster, 12);
  return 0;
}

int cuGraphDestroyNode(GraphNodeHandle handle) {
  ENTER("cuGraphDestroyNode");
  for (auto &[known, graph] : fake::fake().graphs)
    for (auto node = graph->nodes.begin(); node != graph->nodes.end(); ++node)
      if (reinterpret_cast<GraphNodeHandle>(node->get()) == handle) {
        graph->nodes.erase(node);
        return 0;
      }
  return 1;
}

int cuGraphAddMemcpyNode(GraphNodeHandle *node, GraphHandle graph,
                         const GraphNodeHandle *dependencies, std::size_t count,
                         const CopyParams *params, ContextHandle) {
  ENTER("cuGraphAddMemcpyNode");
  void *to = sideOf(params->to);
  const void *from = sideOf(params->from);
  std::size_t bytes = params->bytes * params->height * params->depth;
  return addNode(node, graph, dependencies, count, [=] {
    std::memcpy(to, from, bytes);
    return 0;
  });
}

int cuGraphAddMemsetNode(GraphNodeHandle *node, GraphHandle graph,
                         const GraphNodeHandle *dependencies, std::size_t count,
                         const MemsetNodeParams *params, ContextHandle) {
  ENTER("cuGraphAddMemsetNode");
  MemsetNodeParams copy = *params;
  if (copy.elementSize != 1 || copy.height != 1)
    return 1;
  return addNode(node, graph, dependencies, count, [=] {
    std::memset(pointer(copy.to), static_cast<int>(copy.value), copy.width);
    return 0;
  });
}

int cuGraphAddHostNode(GraphNodeHandle *node, GraphHandle graph,
                       const GraphNodeHandle *dependencies, std::size_t count,
                       const HostNodeParams *params) {
  ENTER("cuGraphAddHostNode");
  HostNodeParams copy = *params;
  return addNode(node, graph, dependencies, count, [=] {
    copy.function(copy.data);
    return 0;
  });
}

int cuGraphAddEmptyNode(GraphNodeHandle *node, GraphHandle graph,
                        const GraphNodeHandle *dependencies,
                        std::size_t count) {
  ENTER("cuGraphAddEmptyNode");
  return addNode(node, graph, dependencies, count, [] { return 0; });
}

int cuGraphAddChildGraphNode(GraphNodeHandle *node, GraphHandle graph,
                             const GraphNodeHandle *dependencies,
                             std::size_t count, GraphHandle child) {
  ENTER("cuGraphAddChildGraphNode");
  Graph copy = *graphOf(child);
  return addNode(node, graph, dependencies, count,
                 [copy] { return runAll(copy); });
}

int cuGraphLaunch(GraphExecHandle exec, StreamHandle stream) {
  ENTER("cuGraphLaunch");
  Graph copy = *reinterpret_cast<Graph *>(exec);
  return queue(stream, [copy] { return runAll(copy); });
}

int cuGraphExecDestroy(GraphExecHandle exec) {
  LOCK;
  return release("cuGraphExecDestroy", fake::fake().execs, exec);
}

} // extern "C"
