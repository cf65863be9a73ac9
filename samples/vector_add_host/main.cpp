// Launches the kernel of vecadd.py, compiled ahead of time, from C++:
//
//   pyk2ptx vecadd.py -o vecadd.ptx
//   vector_add_host vecadd.ptx
//
// It adds two vectors whose length is no multiple of the block size (the kernel
// has no test for that; the compiler's guard has), then launches wrongly on
// purpose, shows the error, and launches again to show that nothing broke.
// Exit status: 0 all right, 1 something was wrong, 77 there is no GPU.
#include <pyk2ptx/runtime.h>

#include <cstdio>
#include <vector>

namespace {

constexpr std::int64_t length = (std::int64_t(1) << 24) + 11;
constexpr std::uint32_t threads = 256;

std::uint32_t blocksOf(std::uint32_t threadsPerBlock) {
  return static_cast<std::uint32_t>((length + threadsPerBlock - 1) /
                                    threadsPerBlock);
}

// Floats in [-1, 1) with all bits of their fraction in use.
std::vector<float> randomFloats(std::uint64_t seed) {
  std::vector<float> values(static_cast<std::size_t>(length));
  for (float &value : values) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    value =
        static_cast<float>(static_cast<std::int64_t>(seed) >> 32) * 0x1p-31f;
  }
  return values;
}

struct Vectors {
  std::vector<float> a, b;
  pyk2ptx::Buffer deviceA, deviceB, deviceC;
};

pyk2ptx::Result<Vectors> makeVectors(const pyk2ptx::Device &device) {
  constexpr std::size_t bytes = length * sizeof(float);
  auto a = device.allocate(bytes);
  if (!a)
    return a.error();
  auto b = device.allocate(bytes);
  if (!b)
    return b.error();
  auto c = device.allocate(bytes);
  if (!c)
    return c.error();
  Vectors vectors{randomFloats(1), randomFloats(2), *a, *b, *c};
  if (auto done = a->upload(vectors.a.data(), bytes); !done)
    return done.error();
  if (auto done = b->upload(vectors.b.data(), bytes); !done)
    return done.error();
  return vectors;
}

pyk2ptx::Result<void> launch(const pyk2ptx::Device &device,
                             const pyk2ptx::Kernel &vecadd,
                             const Vectors &vectors,
                             std::uint32_t threadsPerBlock) {
  using pyk2ptx::arrayView;
  return vecadd.launch(device.defaultStream(), blocksOf(threadsPerBlock),
                       threadsPerBlock, 0,
                       arrayView(vectors.deviceA.as<float>(), {length}),
                       arrayView(vectors.deviceB.as<float>(), {length}),
                       arrayView(vectors.deviceC.as<float>(), {length}));
}

// Clears C, adds, and counts the elements that are not exactly the sum.
pyk2ptx::Result<std::size_t> addAndCheck(const pyk2ptx::Device &device,
                                         const pyk2ptx::Kernel &vecadd,
                                         const Vectors &vectors) {
  if (auto done = vectors.deviceC.fill(0xff); !done)
    return done.error();
  if (auto done = launch(device, vecadd, vectors, threads); !done)
    return done.error();
  if (auto done = device.synchronize(); !done)
    return done.error();
  std::vector<float> c(vectors.a.size());
  if (auto done = vectors.deviceC.download(c.data(), c.size() * sizeof(float));
      !done)
    return done.error();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < c.size(); ++i)
    wrong += !(c[i] == vectors.a[i] + vectors.b[i]);
  return wrong;
}

int fail(const pyk2ptx::Error &error) {
  std::printf("FAILED: %s\n", error.what().c_str());
  return 1;
}

int run(const pyk2ptx::Device &device, const char *path) {
  auto module = device.loadFile(path);
  if (!module)
    return fail(module.error());
  auto vecadd = module->kernel("vecadd");
  if (!vecadd)
    return fail(vecadd.error());
  auto vectors = makeVectors(device);
  if (!vectors)
    return fail(vectors.error());
  for (const char *round : {"first launch", "launch after the error"}) {
    auto wrong = addAndCheck(device, *vecadd, *vectors);
    if (!wrong)
      return fail(wrong.error());
    std::printf("%s: %lld sums, %zu wrong\n", round,
                static_cast<long long>(length), *wrong);
    if (*wrong)
      return 1;
    // No GPU runs 2048 threads a block.
    auto refused = launch(device, *vecadd, *vectors, 2048);
    if (refused) {
      std::printf("FAILED: a block of 2048 threads was accepted\n");
      return 1;
    }
    std::printf("as expected: %s\n", refused.error().what().c_str());
    if (refused.error().name != "CUDA_ERROR_INVALID_VALUE")
      return 1;
  }
  std::printf("OK\n");
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s vecadd.ptx\n", argv[0]);
    return 1;
  }
  auto driver = pyk2ptx::initialize();
  if (!driver) {
    std::printf("SKIPPED: no GPU: %s\n", driver.error().what().c_str());
    return 77;
  }
  auto device = driver->device(0);
  if (!device)
    return fail(device.error());
  auto name = device->name();
  if (!name)
    return fail(name.error());
  std::printf("on %s\n", name->c_str());
  return run(*device, argv[1]);
}
