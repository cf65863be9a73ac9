// What a kernel costs at run time before it runs: compiling it, taking it from
// disk, finding it again. The median and the least of the times, in
// microseconds:
//
//   ninja -C build-release pyk2ptx_jit_bench &&
//   build-release/bin/pyk2ptx_jit_bench
#include "runtime/jit/device_link.h"

#include <pyk2ptx/jit.h>
#include <pyk2ptx/runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using namespace pyk2ptx;

namespace {

void show(const char *name, int rounds, int often,
          const std::function<void()> &work) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    auto begin = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::micro> took =
        std::chrono::steady_clock::now() - begin;
    times.push_back(took.count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%-40s %10.4g %10.4g\n", name, times[times.size() / 2] / often,
              times.front() / often);
}

CapturedProgram programOf(const char *text, const char *types) {
  CapturedProgram program;
  CapturedFunction &function = program.functions.emplace_back();
  function.text = text;
  function.names["cuda"] = CapturedValue::library("cuda");
  function.names["math"] = CapturedValue::library("math");
  program.types = types;
  return program;
}

constexpr const char *vecadd = "def vecadd(a, b, c):\n"
                               "    i = cuda.grid(1)\n"
                               "    if i < c.size:\n"
                               "        c[i] = a[i] + b[i]\n";
constexpr const char *sines = "def sines(a, b, c):\n"
                              "    i = cuda.grid(1)\n"
                              "    if i < c.size:\n"
                              "        c[i] = math.sin(a[i]) + b[i]\n";
constexpr const char *quotients = "def quotients(a, b, c):\n"
                                  "    i = cuda.grid(1)\n"
                                  "    if i < c.size:\n"
                                  "        c[i] = math.sqrt(a[i]) / b[i]\n";
constexpr const char *types = "float32[::1], float32[::1], float32[::1]";

void showCompile(const char *name, const char *text, const char *arch) {
  CapturedProgram program = programOf(text, types);
  std::shared_ptr<const JitUnit> unit = compileProgram(program, arch);
  if (!unit->valid) {
    std::printf("%-40s %s\n", name, unit->report.text.c_str());
    return;
  }
  std::vector<PhaseTime> least = unit->times;
  show(name, 30, 1, [&] {
    unit = compileProgram(program, arch);
    for (std::size_t i = 0; i < least.size(); ++i)
      least[i].milliseconds =
          std::min(least[i].milliseconds, unit->times[i].milliseconds);
  });
  for (const PhaseTime &time : least)
    std::printf("    least: %-40s %10.4g\n", time.phase.c_str(),
                1000 * time.milliseconds);
}

void showDisk() {
  char folder[] = "/tmp/pyk2ptx-bench-XXXXXX";
  JitSettings settings;
  settings.cacheFolder = mkdtemp(folder);
  for (const char *arch : {"sm_90", "cpu"})
    for (const char *text : {vecadd, sines}) {
      CapturedProgram program = programOf(text, types);
      (void)compileCached(program, arch, settings);
      std::string name = std::string("taken from disk, ") + arch;
      show(name.c_str(), 300, 1, [&] {
        if (!compileCached(program, arch, settings)->fromDisk)
          std::abort();
      });
    }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

/// Loading PTX, and the cubin that the driver's linker made of it; the
/// registers of both tell whether that linker compiles as well.
void showDriver(JitSettings settings) {
  Result<Device> device = Device::get();
  if (!device)
    return;
  Result<std::string> arch = JitDevice(*device).arch();
  settings.cacheCubins = true;
  for (const char *text : {vecadd, sines, quotients}) {
    auto unit = arch ? compileCached(programOf(text, types), *arch, settings)
                     : std::make_shared<const JitUnit>();
    Result<Module> module = device->load(unit->ptx);
    Result<JitKernel> linked = JitKernel::load(*device, unit);
    if (!module || !linked)
      continue;
    show("PTX loaded by the driver", 20, 1,
         [&] { (void)device->load(unit->ptx); });
    show("its cubin, from disk, loaded", 20, 1,
         [&] { (void)JitKernel::load(*device, unit); });
    auto registers = [](const Kernel &kernel) {
      Result<KernelAttributes> attributes = kernel.attributes();
      return attributes ? attributes->registers : 0;
    };
    std::printf("    registers: %d of PTX, %d of the cubin\n",
                registers(module->kernel(linked->info().entry).value()),
                registers(*linked->gpu()));
  }
}

/// Machine code by NVIDIA's tools, and by the driver where there is a GPU:
/// made, and taken from disk.
void showMachineCode() {
  char folder[] = "/tmp/pyk2ptx-bench-XXXXXX";
  JitSettings settings;
  settings.cacheFolder = mkdtemp(folder);
  for (const char *text : {vecadd, sines}) {
    auto unit = compileCached(programOf(text, types), "sm_90", settings);
    DeviceLinkOptions options;
    options.arch = "sm_90";
    auto link = [&] {
      Result<std::string> cubin = linkCubin(unit->ptx, {}, options);
      if (!cubin)
        std::printf("%s\n", cubin.error().what().c_str());
      return cubin.hasValue();
    };
    if (!unit->valid || !link())
      continue;
    show("cubin made by ptxas or nvJitLink", 20, 1, [&] { (void)link(); });
    options.cacheFolder = settings.cacheFolder;
    (void)link();
    show("the same from disk", 300, 1, [&] { (void)link(); });
  }
  showDriver(settings);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

void showMemory() {
  JitFunction function(programOf(vecadd, ""));
  JitDevice device = JitDevice::cpu(1);
  float x[4] = {};
  Argument arguments[] = {arrayView(x, {4}), arrayView(x, {4}),
                          arrayView(x, {4})};
  constexpr int often = 1000;
  show("found again in memory", 1000, often, [&] {
    for (int i = 0; i < often; ++i)
      (void)function.specialize(device, arguments);
  });
}

} // namespace

int main() {
  showCompile("vecadd for sm_90", vecadd, "sm_90");
  showCompile("the same with math.sin (libdevice)", sines, "sm_90");
  showCompile("vecadd for the CPU device", vecadd, "cpu");
  showCompile("the same with math.sin (libdevice)", sines, "cpu");
  showDisk();
  showMachineCode();
  showMemory();
  return 0;
}
