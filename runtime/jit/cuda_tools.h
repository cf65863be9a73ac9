// NVIDIA's tools where this machine has them: libraries loaded when they are
// needed, programs run.
#ifndef PYK2PTX_JIT_CUDA_TOOLS_H
#define PYK2PTX_JIT_CUDA_TOOLS_H

#include <pyk2ptx/error.h>

#include <string>
#include <vector>

namespace pyk2ptx {

/// Where a library or a program may be, the likeliest first: what the
/// environment names (`variable`) alone, else CUDA_PATH and CUDA_HOME, the
/// nvidia wheels of VIRTUAL_ENV, CONDA_PREFIX, PATH's toolkit, /usr/local/cuda.
/// A library's bare name, which the system's loader finds, comes first.
[[nodiscard]] std::vector<std::string>
toolCandidates(const char *variable, const std::vector<std::string> &names,
               bool isLibrary);

/// A library that stays loaded.
class CudaLibrary {
public:
  /// NotFound lists what was tried.
  [[nodiscard]] static Result<CudaLibrary>
  load(const char *title, const char *variable,
       const std::vector<std::string> &names);

  [[nodiscard]] const std::string &path() const { return path_; }
  /// Where the system's loader found it.
  [[nodiscard]] std::string file() const;
  /// Sets `function` to the library's of that name, or to null; complete()
  /// tells whether all were there.
  template <typename Function>
  void take(Function *&function, const char *name) {
    function = reinterpret_cast<Function *>(address(name));
    isComplete_ = isComplete_ && function;
  }
  /// An error when some function taken was not there.
  [[nodiscard]] Result<void> complete() const;

private:
  [[nodiscard]] void *address(const char *name) const;

  void *handle_ = nullptr;
  std::string path_, title_;
  bool isComplete_ = true;
};

/// The program's path; NotFound lists what was tried.
[[nodiscard]] Result<std::string> findProgram(const char *name,
                                              const char *variable);

/// Runs a program to its end. An exit status other than 0 is an Error with what
/// it printed.
[[nodiscard]] Result<void> runProgram(const std::vector<std::string> &words);

/// A folder that is removed with all its files.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// "" when none could be made.
  [[nodiscard]] const std::string &path() const { return path_; }
  /// Where the system's loader found it.
  [[nodiscard]] std::string file() const;
  /// A file of this name in it; the path, or "" when it cannot be written.
  [[nodiscard]] std::string write(const std::string &name,
                                  const std::string &content);
  /// A path in it for somebody else to write.
  [[nodiscard]] std::string reserve(const std::string &name);

private:
  std::string path_;
  std::vector<std::string> files_;
};

[[nodiscard]] Result<std::string> readWholeFile(const std::string &path);

} // namespace pyk2ptx

#endif
