// A .cu file of link= becomes PTX by NVRTC, in this process, or by nvcc where
// only that is found. Its functions stay visible: they are compiled to be
// linked.
#include "cuda_tools.h"
#include "device_link.h"

#include <cstring>
#include <filesystem>

namespace pyk2ptx {

namespace {

/// The functions of libnvrtc.
struct RuntimeCompiler {
  using Program = void *;
  int (*create)(Program *, const char *, const char *, int, const char *const *,
                const char *const *);
  int (*destroy)(Program *);
  int (*compile)(Program, int, const char *const *);
  int (*ptxSize)(Program, std::size_t *);
  int (*ptx)(Program, char *);
  int (*logSize)(Program, std::size_t *);
  int (*log)(Program, char *);
  /// Where it was found; its toolkit's headers are near.
  std::string path;

  static Result<RuntimeCompiler> load() {
    static const std::vector<std::string> names = {
        "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    Result<CudaLibrary> library =
        CudaLibrary::load("NVRTC", "PYK2PTX_NVRTC", names);
    if (!library)
      return library.error();
    RuntimeCompiler compiler{};
    compiler.path = library->path();
    library->take(compiler.create, "nvrtcCreateProgram");
    library->take(compiler.destroy, "nvrtcDestroyProgram");
    library->take(compiler.compile, "nvrtcCompileProgram");
    library->take(compiler.ptxSize, "nvrtcGetPTXSize");
    library->take(compiler.ptx, "nvrtcGetPTX");
    library->take(compiler.logSize, "nvrtcGetProgramLogSize");
    library->take(compiler.log, "nvrtcGetProgramLog");
    if (Result<void> complete = library->complete(); !complete)
      return complete.error();
    return compiler;
  }
};

std::string folderOf(const std::filesystem::path &path) {
  std::filesystem::path folder = path.parent_path();
  return folder.empty() ? "." : folder.string();
}

/// "compute_90a" of "sm_90a"
std::string virtualArch(const std::string &arch) {
  return "compute_" + arch.substr(arch.find('_') + 1);
}

Result<std::string> compileByLibrary(const RuntimeCompiler &compiler,
                                     const std::string &source,
                                     const std::string &path,
                                     const std::string &arch) {
  RuntimeCompiler::Program program = nullptr;
  if (compiler.create(&program, source.c_str(), path.c_str(), 0, nullptr,
                      nullptr) != 0)
    return Error::make("ValueError", "NVRTC does not take " + path);
  std::vector<std::string> flags = {"--gpu-architecture=" + virtualArch(arch),
                                    "--relocatable-device-code=true",
                                    "-I" + folderOf(path)};
  for (const char *include : {"/../include", "/../../include"})
    flags.push_back("-I" + folderOf(compiler.path) + include);
  flags.push_back("-I/usr/local/cuda/include");
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  int status =
      compiler.compile(program, static_cast<int>(words.size()), words.data());
  std::string text;
  std::size_t size = 0;
  bool read = status == 0 ? compiler.ptxSize(program, &size) == 0
                          : compiler.logSize(program, &size) == 0;
  if (read && size > 0) {
    text.resize(size);
    (void)(status == 0 ? compiler.ptx(program, text.data())
                       : compiler.log(program, text.data()));
    text.resize(std::strlen(text.c_str()));
  }
  (void)compiler.destroy(&program);
  if (status == 0 && !text.empty())
    return text;
  return Error::make("ValueError", "NVRTC refuses " + path + ": " + text);
}

Result<std::string> compileByProgram(const std::string &path,
                                     const std::string &arch) {
  Result<std::string> nvcc = findProgram("nvcc", "PYK2PTX_NVCC");
  if (!nvcc)
    return nvcc.error();
  TemporaryFolder folder;
  std::string output = folder.reserve("compiled.ptx");
  if (Result<void> run =
          runProgram({*nvcc, "-ptx", "-rdc=true", "-arch=" + virtualArch(arch),
                      path, "-o", output});
      !run)
    return run.error();
  return readWholeFile(output);
}

} // namespace

Result<std::string> compileCuda(const std::string &path,
                                const std::string &arch) {
  Result<std::string> source = readWholeFile(path);
  if (!source)
    return source.error();
  Result<RuntimeCompiler> compiler = RuntimeCompiler::load();
  if (compiler)
    return compileByLibrary(*compiler, *source, path, arch);
  Result<std::string> compiled = compileByProgram(path, arch);
  if (!compiled && compiled.error().name == "NotFound")
    compiled.error().text =
        compiler.error().text + "; and " + compiled.error().text;
  return compiled;
}

} // namespace pyk2ptx
