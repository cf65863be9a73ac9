// pyk2ptx doctor --fix: commands to be copied. NVIDIA's wheels have all that
// the compiler can use, without root and on every distribution, and are found
// in the environment that is active; the driver is the distribution's, and of
// use only where a GPU is.
#include "doctor_fix.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pyk2ptx {

namespace {

namespace fs = std::filesystem;

bool isSet(const char *variable) {
  const char *value = std::getenv(variable);
  return value && *value;
}

std::string firstLine(const fs::path &file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

/// Whether a display or compute device of NVIDIA's is on the PCI bus.
bool hasGpu() {
  std::error_code error;
  fs::directory_iterator devices("/sys/bus/pci/devices", error);
  if (error)
    return false;
  for (const fs::directory_entry &device : devices)
    if (firstLine(device.path() / "vendor") == "0x10de" &&
        firstLine(device.path() / "class").rfind("0x03", 0) == 0)
      return true;
  return false;
}

/// ID of /etc/os-release: "debian", "ubuntu".
std::string distribution() {
  std::ifstream stream("/etc/os-release");
  for (std::string line; std::getline(stream, line);)
    if (line.rfind("ID=", 0) == 0) {
      std::string id = line.substr(3);
      while (!id.empty() && id.front() == '"')
        id.erase(0, 1);
      while (!id.empty() && id.back() == '"')
        id.pop_back();
      return id;
    }
  return "";
}

void printDriverFix() {
  if (!hasGpu()) {
    std::puts("  # no NVIDIA GPU is in this machine, so a driver is of no use");
    return;
  }
  std::string system = distribution();
  if (system == "ubuntu")
    std::puts("  sudo ubuntu-drivers install");
  else if (system == "debian")
    std::puts(
        "  sudo apt-get install nvidia-driver  # of contrib and non-free");
  else
    std::puts("  # the driver for this system: "
              "https://www.nvidia.com/en-us/drivers/unix/");
}

} // namespace

void Fixes::need(const char *variable, const char *wheel) {
  // It names something else; to install it once more is no cure.
  if (isSet(variable))
    variables.emplace_back(variable);
  else
    wheels.emplace_back(wheel);
}

void printFixes(const Fixes &fixes) {
  if (!fixes.driver && fixes.wheels.empty() && fixes.variables.empty()) {
    std::puts("\nnothing is missing");
    return;
  }
  std::puts("\nto have what is missing:");
  for (const std::string &variable : fixes.variables)
    std::printf("  unset %s\n", variable.c_str());
  if (!fixes.wheels.empty()) {
    // Wheels are looked for where VIRTUAL_ENV says.
    if (!isSet("VIRTUAL_ENV"))
      std::puts("  python3 -m venv ~/.pyk2ptx && . ~/.pyk2ptx/bin/activate");
    std::string command = "  python3 -m pip install";
    for (const std::string &wheel : fixes.wheels)
      command += " '" + wheel + "'";
    std::puts(command.c_str());
  }
  if (fixes.driver)
    printDriverFix();
}

} // namespace pyk2ptx
