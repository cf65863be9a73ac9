// Launches as CUDA graphs, with the launcher that pyk2ptx generates from
// vecadd.py: once captured from a stream, once built node by node, and then
// launched again with other arguments.
//
// Exit status: 0 all right, 1 something was wrong, 77 there is no GPU.
#include "../run_on_gpu.h"
#include "vecadd.h"

#include <pyk2ptx/runtime.h>

#include <cstdio>
#include <vector>

namespace {

constexpr std::int64_t length = 100003;
constexpr std::size_t bytes = length * sizeof(float);
constexpr std::uint32_t threads = 256;
constexpr std::uint32_t blocks = (length + threads - 1) / threads;

using Vector = pyk2ptx::Array<float, 1>;

struct Vectors {
  explicit Vectors(const pyk2ptx::Device &device)
      : a(device.allocate(bytes).value()), b(device.allocate(bytes).value()),
        c(device.allocate(bytes).value()) {}
  static Vector of(const pyk2ptx::Buffer &buffer) {
    return Vector(buffer.as<float>(), {length});
  }
  pyk2ptx::Buffer a, b, c;
};

bool isAll(const std::vector<float> &values, float expected, const char *what) {
  std::size_t wrong = 0;
  for (float value : values)
    wrong += value != expected;
  std::printf("%s: %zu of %lld wrong\n", what, wrong,
              static_cast<long long>(length));
  return wrong == 0;
}

// c = a + a, four times in a row: one launch of a graph of four kernels.
bool captured(const pyk2ptx::Stream &stream, const vecadd::vecadd &add,
              const Vectors &vectors) {
  std::vector<float> host(length, 1.0F);
  vectors.a.upload(host.data(), bytes).value();
  stream.beginCapture().value();
  for (int i = 0; i < 4; ++i) {
    add.launch(stream, blocks, threads, Vectors::of(vectors.a),
               Vectors::of(vectors.a), Vectors::of(vectors.c))
        .value();
    vectors.a.copyFromAsync(stream, vectors.c, bytes).value();
  }
  pyk2ptx::GraphExec exec = stream.endCapture().value().instantiate().value();
  exec.launch(stream).value();
  stream.synchronize().value();
  vectors.c.download(host.data(), bytes).value();
  return isAll(host, 16.0F, "captured");
}

// Upload, add, download: explicit nodes; the sum's arguments are then others.
bool built(const pyk2ptx::Device &device, const pyk2ptx::Stream &stream,
           const vecadd::vecadd &add, const Vectors &vectors) {
  std::vector<float> in(length, 3.0F);
  std::vector<float> out(length);
  pyk2ptx::Graph graph = device.createGraph().value();
  pyk2ptx::GraphNode up =
      graph.addUpload({}, vectors.a, in.data(), bytes).value();
  pyk2ptx::GraphNode zero = graph.addFill({}, vectors.b, 0, bytes).value();
  pyk2ptx::GraphNode sum =
      add.addTo(graph, {up, zero}, blocks, threads, Vectors::of(vectors.a),
                Vectors::of(vectors.b), Vectors::of(vectors.c))
          .value();
  (void)graph.addDownload({sum}, out.data(), vectors.c, bytes).value();
  pyk2ptx::GraphExec exec = graph.instantiate().value();
  exec.launch(stream).value();
  stream.synchronize().value();
  bool ok = isAll(out, 3.0F, "built");
  add.setIn(exec, sum, blocks, threads, Vectors::of(vectors.a),
            Vectors::of(vectors.a), Vectors::of(vectors.c))
      .value();
  exec.launch(stream).value();
  stream.synchronize().value();
  return isAll(out, 6.0F, "with other arguments") && ok;
}

int run(const pyk2ptx::Device &device) {
  pyk2ptx::Module module = vecadd::load(device).value();
  // So that nothing is left to do while a stream is captured.
  module.preload().value();
  auto add = vecadd::vecadd::from(module).value();
  pyk2ptx::Stream stream = device.createStream().value();
  Vectors vectors(device);
  bool ok = captured(stream, add, vectors);
  ok &= built(device, stream, add, vectors);
  std::printf(ok ? "OK\n" : "FAILED\n");
  return ok ? 0 : 1;
}

} // namespace

int main() {
  return runOnGpu([](const pyk2ptx::Driver &driver) {
    pyk2ptx::Device device = driver.device(0).value();
    std::printf("on %s\n", device.name().value().c_str());
    return run(device);
  });
}
