// Work recorded once and launched many times as one (CUDA graphs). A graph is
// captured from a stream, or built node by node:
//
//   auto graph = device.createGraph().value();
//   auto copied = graph.addUpload({}, x, host, bytes).value();
//   auto scaled = graph.addKernel({copied}, scale, grid, block, 0,
//                                 2.0f, view).value();
//   auto run = graph.instantiate().value();
//   run.launch(stream).value();
//   run.setKernel(scaled, scale, grid, block, 0, 3.0f, view).value();
//
// A graph keeps the modules of its kernels, and the functions of its host
// nodes, alive; not buffers, which the caller keeps while it may be launched.
#ifndef PYK2PTX_GRAPH_H
#define PYK2PTX_GRAPH_H

#include "pyk2ptx/module.h"

#include <functional>
#include <vector>

namespace pyk2ptx {

namespace detail {
struct GraphState;
struct GraphExecState;
} // namespace detail

/// One piece of work of a Graph, for as long as that exists.
struct GraphNode {
  /// The CUgraphNode.
  void *handle = nullptr;
};

/// Nodes that must have run before another.
using GraphNodes = std::vector<GraphNode>;

/// A graph made ready to run. Launches of one run one after the other.
class GraphExec {
public:
  explicit GraphExec(std::shared_ptr<detail::GraphExecState> state);

  /// Queues it on `stream`.
  [[nodiscard]] Result<void> launch(const Stream &stream) const;
  /// Does now, in the stream's order, what the first launch would do.
  [[nodiscard]] Result<void> upload(const Stream &stream) const;
  /// Gives a kernel's node another geometry or other arguments from the next
  /// launch on. The kernel must be the node's, which stays cooperative and
  /// keeps its clusters if it was added so, and cannot become it.
  template <typename... Args>
  [[nodiscard]] Result<void>
  setKernel(GraphNode node, const Kernel &kernel, Dim3 grid, Dim3 block,
            std::uint32_t sharedBytes, const Args &...args) const {
    LaunchConfig config{grid, block, sharedBytes};
    if constexpr (sizeof...(args) == 0) {
      return setKernelArguments(node, kernel, config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return setKernelArguments(node, kernel, config, arguments);
    }
  }
  [[nodiscard]] Result<void>
  setKernelArguments(GraphNode node, const Kernel &kernel,
                     const LaunchConfig &config,
                     Span<const Argument> arguments) const;
  /// Takes over all parameters of a graph of the same shape.
  [[nodiscard]] Result<void> update(const Graph &graph) const;
  /// The CUgraphExec.
  [[nodiscard]] void *handle() const;

private:
  std::shared_ptr<detail::GraphExecState> state_;
};

class Graph {
public:
  explicit Graph(std::shared_ptr<detail::GraphState> state);

  /// A kernel with its arguments, checked as Kernel::launch checks them;
  /// cooperative, or with clusters, as LaunchConfig says.
  template <typename... Args>
  [[nodiscard]] Result<GraphNode>
  addKernel(const GraphNodes &after, const Kernel &kernel, Dim3 grid,
            Dim3 block, std::uint32_t sharedBytes, const Args &...args) const {
    LaunchConfig config{grid, block, sharedBytes};
    if constexpr (sizeof...(args) == 0) {
      return addKernelArguments(after, kernel, config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return addKernelArguments(after, kernel, config, arguments);
    }
  }
  [[nodiscard]] Result<GraphNode>
  addKernelArguments(const GraphNodes &after, const Kernel &kernel,
                     const LaunchConfig &config,
                     Span<const Argument> arguments) const;
  /// Copies, as Buffer's; the host memory is read or written at each launch.
  [[nodiscard]] Result<GraphNode> addUpload(const GraphNodes &after,
                                            const Buffer &to, const void *from,
                                            std::size_t bytes,
                                            std::size_t offset = 0) const;
  [[nodiscard]] Result<GraphNode> addDownload(const GraphNodes &after, void *to,
                                              const Buffer &from,
                                              std::size_t bytes,
                                              std::size_t offset = 0) const;
  [[nodiscard]] Result<GraphNode> addCopy(const GraphNodes &after,
                                          const Buffer &to, const Buffer &from,
                                          std::size_t bytes,
                                          std::size_t offset = 0,
                                          std::size_t fromOffset = 0) const;
  [[nodiscard]] Result<GraphNode> addFill(const GraphNodes &after,
                                          const Buffer &buffer,
                                          std::uint8_t value, std::size_t bytes,
                                          std::size_t offset = 0) const;
  /// A call on a thread of the driver's, at each launch; it must not call CUDA,
  /// nor throw.
  [[nodiscard]] Result<GraphNode> addHost(const GraphNodes &after,
                                          std::function<void()> function) const;
  [[nodiscard]] Result<GraphNode>
  addHost(const GraphNodes &after, void (*function)(void *), void *data) const;
  /// Nothing, to wait for several nodes by one.
  [[nodiscard]] Result<GraphNode> addEmpty(const GraphNodes &after) const;
  /// A copy of another graph.
  [[nodiscard]] Result<GraphNode> addGraph(const GraphNodes &after,
                                           const Graph &graph) const;
  [[nodiscard]] Result<std::size_t> nodeCount() const;
  /// Makes it ready to run; later changes of the graph do not change that.
  [[nodiscard]] Result<GraphExec> instantiate() const;
  /// The CUgraph.
  [[nodiscard]] void *handle() const;
  [[nodiscard]] const std::shared_ptr<detail::GraphState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::GraphState> state_;
};

} // namespace pyk2ptx

#endif
