// pyk2ptx doctor: what was found on this machine, and what each missing thing
// costs. Nothing here is needed to compile kernels but libdevice, and that only
// for the math functions.
#include "commands.h"
#include "compiler/libdevice.h"
#include "exit_status.h"
#include "frontend/diagnostics.h"
#include "frontend/source.h"
#include "run_device.h"

#include <pyk2ptx/compile.h>
#include <pyk2ptx/runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>
#include <unistd.h>

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

bool checkLibdevice() {
  const char *cost =
      "kernels that call math functions (sin, exp, pow, ...) cannot be "
      "compiled for GPUs; the CPU device does not need it";
  LibdeviceSearch search = findLibdevice("");
  if (search.path.empty()) {
    printMissing("libdevice", "tried", cost);
    for (const std::string &path : search.tried)
      printRow("", "  " + path);
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
  if (!works)
    printRow("", std::string("without it: ") + cost);
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

void checkDriver() {
  Result<Driver> driver = initialize();
  if (!driver)
    return printMissing("driver", driver.error().what(),
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

std::string findPtxas() {
  const char *value = std::getenv("PATH");
  std::string path = value ? value : "";
  path += ":/usr/local/cuda/bin";
  for (std::size_t begin = 0; begin < path.size();) {
    std::size_t end = std::min(path.find(':', begin), path.size());
    std::string file = path.substr(begin, end - begin) + "/ptxas";
    if (end > begin && access(file.c_str(), X_OK) == 0)
      return file;
    begin = end + 1;
  }
  return "";
}

void checkAssemblers() {
  constexpr const char *cost =
      "nothing that works today: PTX is loaded by the driver itself";
  std::string ptxas = findPtxas();
  if (ptxas.empty())
    printMissing("ptxas", "neither in PATH nor in /usr/local/cuda/bin", cost);
  else
    printRow("ptxas", ptxas);
  for (const char *name :
       {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"})
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL)) {
      // It stays loaded: it keeps memory that unloading would lose.
      printRow("nvJitLink", name);
      return;
    }
  printMissing("nvJitLink", "the loader has no libnvJitLink.so.13 or .12",
               cost);
}

} // namespace

int doctorCommand(int argc, const char *const *argv) {
  if (argc > 0) {
    std::string_view first = argv[0];
    bool help = argc == 1 && (first == "--help" || first == "-h");
    std::fputs("usage: pyk2ptx doctor\n\nShows what was found on this machine, "
               "and what each missing thing costs.\nExit status: 0 when "
               "kernels can be compiled to PTX, math functions too; else 3.\n",
               help ? stdout : stderr);
    return help ? statusDone : statusUsage;
  }
  bool works = checkCompiler();
  works &= checkLibdevice();
  checkDriver();
  checkAssemblers();
  return works ? statusDone : statusEnvironment;
}

} // namespace pyk2ptx
