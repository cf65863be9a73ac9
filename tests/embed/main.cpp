// A program that embeds kernels by their generated header. With a GPU (or a
// fake driver, which computes nothing: FAKE=1) it launches them.
#include "kernels.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

static_assert(kernels::abiVersion == 1);
static_assert(kernels::saxpy::parameterBytes == 40);
static_assert(kernels::saxpy::staticSharedBytes == 0);
static_assert(!kernels::saxpy::usesDynamicShared);
static_assert(kernels::reversed_block::usesDynamicShared);
static_assert(!kernels::saxpy::isCooperative);
static_assert(kernels::saxpy::cluster[0] == 0);
// Machine code states what it needs.
#ifdef HAS_CODE
static_assert(kernels::saxpy::code.size() > 0);
static_assert(kernels::saxpy::code[0].registers > 3);
static_assert(kernels::saxpy::code[0].localBytes == 0);
static_assert(kernels::saxpy::code[0].arch[0] == 's');
#else
static_assert(kernels::saxpy::code.empty());
#endif
static_assert(kernels::ptxIsa[0] >= '6');
static_assert(kernels::architectures[0][0] == 's');

static int fail(const char *what, const pyk2ptx::Error &error) {
  std::fprintf(stderr, "%s: %s\n", what, error.what().c_str());
  return 1;
}

static pyk2ptx::Result<pyk2ptx::Module>
loadKernels(const pyk2ptx::Device &device) {
#ifdef KERNEL_FILE
  return kernels::load(device, KERNEL_FILE);
#else
  return kernels::load(device);
#endif
}

using Vector = pyk2ptx::Array<float, 1>;

// saxpy as a graph's node, launched with a factor of 0 and then of 2.
static pyk2ptx::Result<void> launchGraph(const pyk2ptx::Device &device,
                                         const kernels::saxpy &saxpy,
                                         const Vector &x, const Vector &y) {
  pyk2ptx::Result<pyk2ptx::Graph> graph = device.createGraph();
  if (!graph)
    return graph.error();
  pyk2ptx::Result<pyk2ptx::GraphNode> node =
      saxpy.addTo(*graph, {}, 4, 256, 0.0F, x, y);
  if (!node)
    return node.error();
  pyk2ptx::Result<pyk2ptx::GraphExec> exec = graph->instantiate();
  if (!exec)
    return exec.error();
  pyk2ptx::Stream stream = device.defaultStream();
  if (pyk2ptx::Result<void> done = exec->launch(stream); !done)
    return done;
  if (auto set = saxpy.setIn(*exec, *node, 4, 256, 2.0F, x, y); !set)
    return set;
  return exec->launch(stream);
}

int main() {
  pyk2ptx::Result<pyk2ptx::Device> device = pyk2ptx::Device::get(0);
  if (!device) {
    std::fprintf(stderr, "%s\n", device.error().what().c_str());
    return 77;
  }
  pyk2ptx::Result<pyk2ptx::Module> module = loadKernels(*device);
  if (!module)
    return fail("load", module.error());
  auto saxpy = kernels::saxpy::from(*module);
  auto layouts = kernels::layouts::from(*module);
  auto reversed = kernels::reversed_block::from(*module);
  if (!saxpy || !layouts || !reversed)
    return 1;
  constexpr std::int64_t n = 1000;
  std::vector<float> host(n, 3.0F);
  pyk2ptx::Result<pyk2ptx::Buffer> x = device->allocate(n * sizeof(float));
  pyk2ptx::Result<pyk2ptx::Buffer> y = device->allocate(n * sizeof(float));
  if (!x || !y)
    return 1;
  if (!x->upload(host.data(), n * sizeof(float)) || !y->fill(0))
    return 1;
  pyk2ptx::Stream stream = device->defaultStream();
  Vector ofX(x->as<float>(), {n});
  Vector ofY(y->as<float>(), {n});
  pyk2ptx::Result<void> done = saxpy->launch(stream, 4, 256, 2.0F, ofX, ofY);
  if (!done)
    return fail("saxpy", done.error());
  if (done = launchGraph(*device, *saxpy, ofX, ofY); !done)
    return fail("saxpy in a graph", done.error());
  pyk2ptx::Array<std::int32_t, 1, pyk2ptx::Order::Any> any =
      pyk2ptx::Array<std::int32_t, 1>(x->as<std::int32_t>(), {4});
  done = layouts->launch(stream, 1, 4,
                         pyk2ptx::Array<float, 2>(y->as<float>(), {1, 4}),
                         pyk2ptx::Array<double, 2, pyk2ptx::Order::Fortran>(
                             x->as<double>(), {4, 1}),
                         any, false);
  if (!done)
    return fail("layouts", done.error());
  done = reversed->launch(
      stream, 1, 8, 8 * sizeof(std::int64_t),
      pyk2ptx::Array<std::int64_t, 1>(x->as<std::int64_t>(), {8}));
  if (!done)
    return fail("reversed_block", done.error());
  // What no type says is checked when it is launched.
  pyk2ptx::Result<void> refused =
      saxpy->launch(stream, 4, 256, 2.0F, Vector(x->as<float>(), {-1}),
                    Vector(y->as<float>(), {n}));
  if (refused)
    return 1;
  if (pyk2ptx::Result<void> synchronized = device->synchronize(); !synchronized)
    return fail("synchronize", synchronized.error());
  std::vector<float> result(n);
  if (!y->download(result.data(), n * sizeof(float)))
    return 1;
  if (std::getenv("FAKE") == nullptr)
    for (float value : result)
      if (value != 12.0F)
        return 1;
  std::puts("embedded kernels ran");
  return 0;
}
