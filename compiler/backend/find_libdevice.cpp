// libdevice.10.bc has no fixed place: a CUDA toolkit has it, but so have
// NVIDIA's Python wheels, conda and Debian, each elsewhere. The search goes
// from what the user named to what the machine happens to have, and remembers
// where it looked, because "not found" alone helps nobody.
#include "libdevice.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace pyk2ptx {

namespace {

namespace fs = std::filesystem;

constexpr const char *fileName = "libdevice.10.bc";
constexpr const char *inToolkit = "/nvvm/libdevice/libdevice.10.bc";

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Beside this program; "" where the system does not tell.
std::string ownFile() {
  std::error_code problem;
  fs::path program = fs::canonical("/proc/self/exe", problem);
  return problem ? "" : program.parent_path() / fileName;
}

/// VIRTUAL_ENV/lib/python3*/site-packages/nvidia/*/nvvm/libdevice
std::vector<std::string> wheelFiles(const std::string &venv) {
  std::vector<std::string> pythons;
  std::error_code problem;
  for (fs::directory_iterator entry(venv + "/lib", problem), end;
       !problem && entry != end; entry.increment(problem))
    if (std::string name = entry->path().filename();
        name.starts_with("python3"))
      pythons.push_back(std::move(name));
  // The newest first: 3.12 before 3.9.
  std::sort(pythons.begin(), pythons.end(),
            [](const std::string &a, const std::string &b) {
              return a.size() != b.size() ? a.size() > b.size() : a > b;
            });
  std::vector<std::string> files;
  for (const std::string &python : pythons)
    for (const char *wheel : {"cu13", "cuda_nvcc"})
      files.push_back(venv + "/lib/" + python + "/site-packages/nvidia/" +
                      wheel + inToolkit);
  return files;
}

/// The folder above the one of the ptxas that PATH finds.
std::string toolkitOfPtxas() {
  std::string path = environment("PATH");
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = std::min(path.find(':', begin), path.size());
    std::string file = path.substr(begin, end - begin) + "/ptxas";
    std::error_code problem;
    fs::path resolved = fs::canonical(file, problem);
    if (!problem && access(file.c_str(), X_OK) == 0)
      return resolved.parent_path().parent_path();
    begin = end + 1;
  }
  return "";
}

std::vector<std::string> candidates() {
  std::vector<std::string> files;
  if (std::string own = ownFile(); !own.empty())
    files.push_back(std::move(own));
  for (const char *name : {"CUDA_PATH", "CUDA_HOME"})
    if (std::string root = environment(name); !root.empty())
      files.push_back(root + inToolkit);
  if (std::string venv = environment("VIRTUAL_ENV"); !venv.empty())
    for (std::string &file : wheelFiles(venv))
      files.push_back(std::move(file));
  if (std::string conda = environment("CONDA_PREFIX"); !conda.empty())
    files.push_back(conda + inToolkit);
  if (std::string toolkit = toolkitOfPtxas(); !toolkit.empty())
    files.push_back(toolkit + inToolkit);
  files.push_back(std::string("/usr/local/cuda") + inToolkit);
  files.push_back(std::string("/usr/lib/nvidia-cuda-toolkit/libdevice/") +
                  fileName);
  return files;
}

} // namespace

LibdeviceSearch findLibdevice(const std::string &given) {
  LibdeviceSearch search;
  search.path = given.empty() ? environment("PYK2PTX_LIBDEVICE") : given;
  if (!search.path.empty()) {
    search.tried = {search.path};
    return search;
  }
  for (std::string &file : candidates()) {
    search.tried.push_back(file);
    if (access(file.c_str(), R_OK) != 0)
      continue;
    search.path = std::move(file);
    break;
  }
  return search;
}

} // namespace pyk2ptx
