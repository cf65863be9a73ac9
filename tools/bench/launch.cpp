// What a launch costs: the runtime's, typed, with three arrays, against the
// driver's cuLaunchKernel with the same parameters, in one run; how both grow
// with threads that launch on streams of their own; and what loading costs.
//
//   launch_bench vecadd.ptx [vecadd.cubin]
//
// Times are the processor's until the launch is queued. The two kinds take
// turns in batches, which the queue has room for, and the median batch counts.
// On the fake driver (PYK2PTX_LIBCUDA) it shows the runtime's own part. Exit
// status: 77 without a GPU.
#include <pyk2ptx/runtime.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using LaunchKernel = int (*)(void *, unsigned, unsigned, unsigned, unsigned,
                             unsigned, unsigned, unsigned, void *, void **,
                             void **);

constexpr int batch = 400;
constexpr int rounds = 101;
constexpr std::int64_t length = 256;

double nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The kernel with its arrays, launched in either way.
struct Work {
  Work(const pyk2ptx::Device &device, const pyk2ptx::Kernel &vecadd,
       void *library)
      : kernel(vecadd),
        raw(reinterpret_cast<LaunchKernel>(dlsym(library, "cuLaunchKernel"))),
        a(device.allocate(length * sizeof(float)).value()),
        b(device.allocate(length * sizeof(float)).value()),
        c(device.allocate(length * sizeof(float)).value()) {}

  void launch(const pyk2ptx::Stream &stream) const {
    using pyk2ptx::arrayView;
    kernel
        .launch(stream, 1, 256, 0, arrayView(a.as<float>(), {length}),
                arrayView(b.as<float>(), {length}),
                arrayView(c.as<float>(), {length}))
        .value();
  }

  // What nvcc's host code does: an array of pointers to the parameters.
  void launchRaw(void *stream) const {
    std::uint64_t parameters[] = {a.address(), length,      b.address(),
                                  length,      c.address(), length};
    void *pointers[6];
    for (int i = 0; i < 6; ++i)
      pointers[i] = &parameters[i];
    int status =
        raw(kernel.handle(), 1, 1, 1, 256, 1, 1, 0, stream, pointers, nullptr);
    if (status != 0)
      std::printf("cuLaunchKernel: status %d\n", status);
  }

  pyk2ptx::Kernel kernel;
  LaunchKernel raw;
  pyk2ptx::Buffer a, b, c;
};

template <typename Launch> double timeBatch(Launch launch) {
  Clock::time_point start = Clock::now();
  for (int i = 0; i < batch; ++i)
    launch();
  return nanoseconds(Clock::now() - start) / batch;
}

void compare(const pyk2ptx::Device &device, const Work &work) {
  pyk2ptx::StreamOptions options;
  options.nonBlocking = true;
  pyk2ptx::Stream stream = device.createStream(options).value();
  std::vector<double> ours;
  std::vector<double> raws;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    stream.synchronize().value();
    // Who comes first takes turns, too.
    double first = 0;
    auto launchOurs = [&] { work.launch(stream); };
    auto launchRaw = [&] { work.launchRaw(stream.handle()); };
    if (round % 2)
      first = timeBatch(launchOurs);
    double raw = timeBatch(launchRaw);
    double own = round % 2 ? first : timeBatch(launchOurs);
    ours.push_back(own);
    raws.push_back(raw);
    ratios.push_back(own / raw);
  }
  stream.synchronize().value();
  std::printf("launch, three arrays: %.0f ns; cuLaunchKernel: %.0f ns; "
              "ratio %.3f (of medians), %.3f (median of rounds)\n",
              median(ours), median(raws), median(ours) / median(raws),
              median(ratios));
}

/// Launches a second by `count` threads, each on a stream of its own.
template <typename Launch>
double rateOf(const pyk2ptx::Device &device, int count, Launch launch) {
  pyk2ptx::StreamOptions options;
  options.nonBlocking = true;
  std::vector<pyk2ptx::Stream> streams;
  for (int i = 0; i < count; ++i)
    streams.push_back(device.createStream(options).value());
  std::atomic<int> ready = 0;
  std::atomic<bool> go = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      launch(streams[std::size_t(i)]);
      ++ready;
      while (!go)
        std::this_thread::yield();
      for (int n = 0; n < 20 * batch; ++n)
        launch(streams[std::size_t(i)]);
    });
  while (ready < count)
    std::this_thread::yield();
  Clock::time_point start = Clock::now();
  go = true;
  for (std::thread &thread : threads)
    thread.join();
  double seconds = nanoseconds(Clock::now() - start) * 1e-9;
  device.synchronize().value();
  return count * 20 * batch / seconds;
}

void scale(const pyk2ptx::Device &device, const Work &work) {
  for (int count : {1, 2, 4, 8}) {
    double ours = rateOf(device, count, [&](const pyk2ptx::Stream &stream) {
      work.launch(stream);
    });
    double raw = rateOf(device, count, [&](const pyk2ptx::Stream &stream) {
      work.launchRaw(stream.handle());
    });
    std::printf("%d threads on %d streams: %.2f million launches/s; "
                "cuLaunchKernel: %.2f\n",
                count, count, ours * 1e-6, raw * 1e-6);
  }
}

void load(const pyk2ptx::Device &device, const char *path) {
  std::vector<double> times;
  for (int i = 0; i < 15; ++i) {
    Clock::time_point start = Clock::now();
    pyk2ptx::Module module = device.loadFile(path).value();
    module.preload().value();
    times.push_back(nanoseconds(Clock::now() - start) * 1e-6);
  }
  std::printf("loading %s: first %.2f ms, then %.2f ms\n", path, times[0],
              median({times.begin() + 1, times.end()}));
}

int run(const pyk2ptx::Driver &driver, int argc, char **argv) {
  pyk2ptx::Device device = driver.device(0).value();
  std::printf("on %s\n", device.name().value().c_str());
  for (int i = 1; i < argc; ++i)
    load(device, argv[i]);
  pyk2ptx::Module module = device.loadFile(argv[1]).value();
  void *library = dlopen(driver.path().c_str(), RTLD_NOW);
  Work work(device, module.kernel("vecadd").value(), library);
  compare(device, work);
  scale(device, work);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s vecadd.ptx [vecadd.cubin]\n", argv[0]);
    return 1;
  }
  auto driver = pyk2ptx::initialize();
  if (!driver) {
    std::printf("SKIPPED: no GPU: %s\n", driver.error().what().c_str());
    return 77;
  }
  try {
    return run(*driver, argc, argv);
  } catch (const pyk2ptx::ErrorException &error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}
