// Integrates a formula that its user types, on the GPU or without one on the
// CPU device: the kernel is made when the formula is known.
//
//   jit_host                               4 / (1 + x*x) from 0 to 1: pi
//   jit_host "math.sin(x)" 0 3.14159265
//
// Exit status: 0 all right, 1 the formula or something else was wrong.
#include <pyk2ptx/jit.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t blocks = 64, threads = 128;
constexpr std::int64_t points = 1 << 20;

// The midpoint rule: each thread sums its share of the points.
std::string kernelText(const std::string &formula) {
  return R"(
from pyk2ptx import cuda
import math
POINTS = 0
@cuda.jit(device=True)
def f(x):
    return )" +
         formula + R"(

@cuda.jit
def integrate(low, step, sums):
    i = cuda.grid(1)
    total = 0.0
    for k in range(i, POINTS, cuda.gridsize(1)):
        total += f(low + (k + 0.5) * step)
    sums[i] = total * step
)";
}

pyk2ptx::JitFunction makeKernel(const std::string &formula) {
  pyk2ptx::CapturedFunction file;
  file.form = pyk2ptx::CapturedFunction::Form::File;
  file.file = "formula.py";
  file.name = "integrate";
  file.text = kernelText(formula);
  // Known to the compiler, which a parameter would not be.
  file.names["POINTS"] = pyk2ptx::CapturedValue::integer(points);
  pyk2ptx::CapturedProgram program;
  program.functions.push_back(file);
  return pyk2ptx::JitFunction(program);
}

/// Launches on `device`, whose memory `sums` is.
pyk2ptx::Result<void> launch(const pyk2ptx::JitFunction &kernel,
                             const pyk2ptx::JitDevice &device, double low,
                             double high, double *sums) {
  return kernel.launch(device, {blocks, threads}, low,
                       (high - low) / static_cast<double>(points),
                       pyk2ptx::arrayView(sums, {blocks * threads}));
}

pyk2ptx::Result<double> sumOnGpu(const pyk2ptx::JitFunction &kernel,
                                 const pyk2ptx::Device &gpu, double low,
                                 double high) {
  std::vector<double> sums(std::size_t(blocks) * threads);
  auto buffer = gpu.allocate(sums.size() * sizeof(double));
  if (!buffer)
    return buffer.error();
  if (auto done = launch(kernel, gpu, low, high, buffer->as<double>()); !done)
    return done.error();
  if (auto done = buffer->download(sums.data(), buffer->size()); !done)
    return done.error();
  double total = 0;
  for (double sum : sums)
    total += sum;
  return total;
}

pyk2ptx::Result<double> sumOnCpu(const pyk2ptx::JitFunction &kernel, double low,
                                 double high) {
  std::vector<double> sums(std::size_t(blocks) * threads);
  if (auto done =
          launch(kernel, pyk2ptx::JitDevice::cpu(), low, high, sums.data());
      !done)
    return done.error();
  double total = 0;
  for (double sum : sums)
    total += sum;
  return total;
}

} // namespace

int main(int argc, char **argv) {
  std::string formula = argc > 1 ? argv[1] : "4 / (1 + x * x)";
  double low = argc > 2 ? std::strtod(argv[2], nullptr) : 0;
  double high = argc > 3 ? std::strtod(argv[3], nullptr) : 1;
  pyk2ptx::JitFunction kernel = makeKernel(formula);
  auto gpu = pyk2ptx::Device::get(0);
  auto total =
      gpu ? sumOnGpu(kernel, *gpu, low, high) : sumOnCpu(kernel, low, high);
  if (!total) {
    std::printf("%s\n", total.error().what().c_str());
    return 1;
  }
  std::printf("on %s: the integral of %s from %g to %g = %.14f\n",
              gpu ? "the GPU" : "the CPU device", formula.c_str(), low, high,
              *total);
  return 0;
}
