// pyk2ptx doctor: what was found on this machine, and what each missing thing
// costs. Nothing here is needed to compile kernels but libdevice, and that only
// for the math functions.
#include "commands.h"
#include "compiler/backend/libdevice.h"
#include "compiler/target/target.h"
#include "doctor_fix.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/source.h"
#include "runtime/jit/cuda_tools.h"
#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/run/device.h"

#include <pyk2ptx/compile.h>
#include <pyk2ptx/runtime.h>

#include <cstdio>
#include <string_view>

namespace pyk2ptx {

namespace {

void printRow(const char *what, const std::string &found) {
  std::printf("%-10s %s\n", what, found.c_str());
}

void printMissing(const char *what, const std::string &why, const char *cost) {
  printRow(what, "not found: " + why);
  printRow("", std::string("without it: ") + cost);
}

/// Whether `text` compiles; `error` is the first message if not.
bool compiles(const char *text, std::string &error) {
  Source source("doctor.py", text);
  Diagnostics diagnostics;
  if (compile({&source}, {}, {Product::Ptx}, diagnostics))
    return true;
  error = diagnostics.all().empty() ? "no message" : diagnostics.all()[0].text;
  return false;
}

bool checkCompiler() {
  std::string error;
  bool works = compiles("from numba import cuda\n"
                        "@cuda.jit('(float32[::1],)')\n"
                        "def k(x):\n"
                        "    x[cuda.grid(1)] = 1\n",
                        error);
  printRow("compiler", works ? "compiles kernels to PTX" : "fails: " + error);
  return works;
}

bool checkLibdevice(Fixes &fixes) {
  const char *cost =
      "kernels that call math functions (sin, exp, pow, ...) cannot be "
      "compiled for GPUs; the CPU device does not need it";
  LibdeviceSearch search = findLibdevice("");
  if (search.path.empty()) {
    printMissing("libdevice", "tried", cost);
    for (const std::string &path : search.tried)
      printRow("", "  " + path);
    fixes.need("PYK2PTX_LIBDEVICE", "nvidia-nvvm==13.0.*");
    return false;
  }
  std::string error;
  bool works = compiles("import math\n"
                        "from numba import cuda\n"
                        "@cuda.jit('(float32[::1],)')\n"
                        "def k(x):\n"
                        "    x[0] = math.sin(x[0])\n",
                        error);
  printRow("libdevice", works ? search.path : "unusable: " + error);
  if (!works) {
    printRow("", std::string("without it: ") + cost);
    fixes.need("PYK2PTX_LIBDEVICE", "nvidia-nvvm==13.0.*");
  }
  return works;
}

void printDevice(const Driver &driver, int ordinal) {
  std::string label = "GPU " + std::to_string(ordinal);
  Result<Device> device = driver.device(ordinal);
  if (!device)
    return printRow(label.c_str(), device.error().what());
  Result<std::string> name = device->name();
  Result<ComputeCapability> capability = device->computeCapability();
  if (!name || !capability)
    return printRow(label.c_str(),
                    name ? capability.error().what() : name.error().what());
  std::string arch = archOf(capability->major, capability->minor);
  printRow(label.c_str(), *name + ", compute capability " +
                              std::to_string(capability->major) + "." +
                              std::to_string(capability->minor) +
                              (arch.empty() ? " (too old to compile for)"
                                            : " (--arch=" + arch + ")"));
}

void checkDriver(Fixes &fixes) {
  Result<Driver> driver = initialize();
  fixes.driver = !driver;
  if (!driver)
    return printMissing("driver", driver.error().text,
                        "kernels run on the CPU device, slower; compiling is "
                        "not affected");
  Result<int> version = driver->version();
  std::string text = driver->path();
  if (version)
    text += ", CUDA " + std::to_string(*version / 1000) + "." +
            std::to_string(*version % 1000 / 10);
  printRow("driver", text);
  for (int i = 0; i < driver->deviceCount(); ++i)
    printDevice(*driver, i);
}

void checkAssemblers(Fixes &fixes) {
  constexpr const char *cost =
      "no cubins and fatbins, and no linking, if nvJitLink is missing too; PTX "
      "is loaded by the driver itself";
  Result<std::string> ptxas = findProgram("ptxas", "PYK2PTX_PTXAS");
  if (ptxas)
    printRow("ptxas", *ptxas);
  else {
    printMissing("ptxas", "neither in PATH nor in a CUDA toolkit", cost);
    fixes.need("PYK2PTX_PTXAS", "nvidia-cuda-nvcc==13.0.*");
  }
  Result<CudaLibrary> linker = CudaLibrary::load(
      "nvJitLink", "PYK2PTX_NVJITLINK",
      {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"});
  if (linker)
    printRow("nvJitLink", linker->path());
  else {
    printMissing("nvJitLink", "no libnvJitLink.so.13 or .12",
                 "ptxas makes cubins in its place, in a process of its own");
    fixes.need("PYK2PTX_NVJITLINK", "nvidia-nvjitlink==13.0.*");
  }
}

} // namespace

int doctorCommand(int argc, const char *const *argv) {
  std::string_view first = argc > 0 ? argv[0] : "";
  bool fix = argc == 1 && first == "--fix";
  if (argc > 0 && !fix) {
    bool help = argc == 1 && (first == "--help" || first == "-h");
    std::fputs(
        "usage: pyk2ptx doctor [--fix]\n\nShows what was found on this "
        "machine, "
        "and what each missing thing costs.\nWith --fix also the "
        "commands that install it, which are not run.\nExit status: 0 when "
        "kernels can be compiled to PTX, math functions too; else 3.\n",
        help ? stdout : stderr);
    return help ? statusDone : statusUsage;
  }
  bool works = checkCompiler();
  Fixes fixes;
  works &= checkLibdevice(fixes);
  checkDriver(fixes);
  checkAssemblers(fixes);
  if (fix)
    printFixes(fixes);
  return works ? statusDone : statusEnvironment;
}

} // namespace pyk2ptx
