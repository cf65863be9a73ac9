// The C API's graphs.
#include "c_api_internal.h"

using namespace pyk2ptx::c_api;
using pyk2ptx::Result;

namespace {

pyk2ptx::GraphNodes nodesOf(Pyk2ptxAfter after) {
  pyk2ptx::GraphNodes nodes;
  for (size_t i = 0; i < after.count; ++i)
    nodes.push_back({after.nodes[i]});
  return nodes;
}

Pyk2ptxStatus giveNode(const Result<pyk2ptx::GraphNode> &added,
                       Pyk2ptxGraphNode *node) {
  if (!added)
    return fail(added.error());
  // Whoever never names the node again need not take it.
  if (node)
    *node = added->handle;
  return PYK2PTX_OK;
}

bool isWhole(const Pyk2ptxGraph *graph, Pyk2ptxAfter after) {
  return graph && (after.nodes || !after.count);
}

} // namespace

// ---- capture ----

Pyk2ptxStatus pyk2ptxStreamBeginCapture(const Pyk2ptxStream *stream,
                                        Pyk2ptxCaptureMode mode) {
  if (!stream)
    return missing("stream");
  return done(
      stream->stream.beginCapture(static_cast<pyk2ptx::CaptureMode>(mode)));
}

Pyk2ptxStatus pyk2ptxStreamEndCapture(const Pyk2ptxStream *stream,
                                      Pyk2ptxGraph **graph) {
  if (!stream || !graph)
    return missing("stream or graph");
  return give(stream->stream.endCapture(), graph,
              pyk2ptx::deviceOf(stream->stream));
}

Pyk2ptxStatus pyk2ptxStreamIsCapturing(const Pyk2ptxStream *stream,
                                       int *capturing) {
  if (!stream || !capturing)
    return missing("stream or capturing");
  return assign(stream->stream.isCapturing(), capturing);
}

// ---- graphs ----

Pyk2ptxStatus pyk2ptxGraphCreate(const Pyk2ptxDevice *device,
                                 Pyk2ptxGraph **graph) {
  if (!device || !graph)
    return missing("device or graph");
  return give(device->device.createGraph(), graph, device->device);
}

void pyk2ptxGraphDestroy(Pyk2ptxGraph *graph) { delete graph; }

Pyk2ptxStatus pyk2ptxGraphAddKernel(const Pyk2ptxGraph *graph,
                                    Pyk2ptxAfter after,
                                    const Pyk2ptxKernel *kernel,
                                    const Pyk2ptxLaunch *launch,
                                    const Pyk2ptxArgument *arguments,
                                    size_t count, Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !kernel || !launch || (!arguments && count))
    return missing("graph, after, kernel, launch or arguments");
  Launch stated;
  if (Result<void> read = stated.read(*launch, arguments, count); !read)
    return fail(read.error());
  return giveNode(graph->graph.addKernelArguments(nodesOf(after),
                                                  kernel->kernel, stated.config,
                                                  stated.arguments()),
                  node);
}

Pyk2ptxStatus pyk2ptxGraphAddUpload(const Pyk2ptxGraph *graph,
                                    Pyk2ptxAfter after, const Pyk2ptxBuffer *to,
                                    const void *from, size_t bytes,
                                    size_t offset, Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !to || !from)
    return missing("graph, after, to or from");
  return giveNode(
      graph->graph.addUpload(nodesOf(after), to->buffer, from, bytes, offset),
      node);
}

Pyk2ptxStatus pyk2ptxGraphAddDownload(const Pyk2ptxGraph *graph,
                                      Pyk2ptxAfter after, void *to,
                                      const Pyk2ptxBuffer *from, size_t bytes,
                                      size_t offset, Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !to || !from)
    return missing("graph, after, to or from");
  return giveNode(
      graph->graph.addDownload(nodesOf(after), to, from->buffer, bytes, offset),
      node);
}

Pyk2ptxStatus pyk2ptxGraphAddCopy(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  const Pyk2ptxBuffer *to, size_t offset,
                                  const Pyk2ptxBuffer *from, size_t fromOffset,
                                  size_t bytes, Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !to || !from)
    return missing("graph, after, to or from");
  return giveNode(graph->graph.addCopy(nodesOf(after), to->buffer, from->buffer,
                                       bytes, offset, fromOffset),
                  node);
}

Pyk2ptxStatus pyk2ptxGraphAddFill(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  const Pyk2ptxBuffer *buffer, uint8_t value,
                                  size_t bytes, size_t offset,
                                  Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !buffer)
    return missing("graph, after or buffer");
  return giveNode(graph->graph.addFill(nodesOf(after), buffer->buffer, value,
                                       bytes, offset),
                  node);
}

Pyk2ptxStatus pyk2ptxGraphAddHost(const Pyk2ptxGraph *graph, Pyk2ptxAfter after,
                                  void (*function)(void *), void *data,
                                  Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !function)
    return missing("graph, after or function");
  return giveNode(graph->graph.addHost(nodesOf(after), function, data), node);
}

Pyk2ptxStatus pyk2ptxGraphAddEmpty(const Pyk2ptxGraph *graph,
                                   Pyk2ptxAfter after, Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after))
    return missing("graph or after");
  return giveNode(graph->graph.addEmpty(nodesOf(after)), node);
}

Pyk2ptxStatus pyk2ptxGraphAddGraph(const Pyk2ptxGraph *graph,
                                   Pyk2ptxAfter after,
                                   const Pyk2ptxGraph *child,
                                   Pyk2ptxGraphNode *node) {
  if (!isWhole(graph, after) || !child)
    return missing("graph, after or child");
  return giveNode(graph->graph.addGraph(nodesOf(after), child->graph), node);
}

Pyk2ptxStatus pyk2ptxGraphNodeCount(const Pyk2ptxGraph *graph, size_t *count) {
  if (!graph || !count)
    return missing("graph or count");
  return assign(graph->graph.nodeCount(), count);
}

Pyk2ptxStatus pyk2ptxGraphInstantiate(const Pyk2ptxGraph *graph,
                                      Pyk2ptxGraphExec **exec) {
  if (!graph || !exec)
    return missing("graph or exec");
  return give(graph->graph.instantiate(), exec, graph->device);
}

void pyk2ptxGraphExecDestroy(Pyk2ptxGraphExec *exec) { delete exec; }

Pyk2ptxStatus pyk2ptxGraphExecLaunch(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxStream *stream) {
  return exec ? done(exec->exec.launch(streamOf(stream, exec)))
              : missing("exec");
}

Pyk2ptxStatus pyk2ptxGraphExecUpload(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxStream *stream) {
  return exec ? done(exec->exec.upload(streamOf(stream, exec)))
              : missing("exec");
}

Pyk2ptxStatus pyk2ptxGraphExecSetKernel(const Pyk2ptxGraphExec *exec,
                                        Pyk2ptxGraphNode node,
                                        const Pyk2ptxKernel *kernel,
                                        const Pyk2ptxLaunch *launch,
                                        const Pyk2ptxArgument *arguments,
                                        size_t count) {
  if (!exec || !node || !kernel || !launch || (!arguments && count))
    return missing("exec, node, kernel, launch or arguments");
  Launch stated;
  if (Result<void> read = stated.read(*launch, arguments, count); !read)
    return fail(read.error());
  return done(exec->exec.setKernelArguments({node}, kernel->kernel,
                                            stated.config, stated.arguments()));
}

Pyk2ptxStatus pyk2ptxGraphExecUpdate(const Pyk2ptxGraphExec *exec,
                                     const Pyk2ptxGraph *graph) {
  return exec && graph ? done(exec->exec.update(graph->graph))
                       : missing("exec or graph");
}
