// Cubins on disk, by what they were made of and by whom.
#ifndef PYK2PTX_JIT_CUBIN_CACHE_H
#define PYK2PTX_JIT_CUBIN_CACHE_H

#include "device_link.h"
#include "disk_cache.h"

#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A tool's file, as it was when it was loaded or is run.
struct CubinMaker {
  std::string path;
  std::string identity;
};

struct MadeCubin {
  std::string cubin;
  std::vector<CubinMaker> makers;
};

/// A program, which is read again each time.
[[nodiscard]] CubinMaker makerByProgram(const std::string &path);
/// A library: of a file that was replaced the process has the old one.
[[nodiscard]] CubinMaker makerByLibrary(const std::string &path);

/// A hash of all that a cubin of NVIDIA's tools depends on but the tools' own
/// files: `inputs` are the options and the contents, and what is added to them
/// is where tools are looked for, and this build. Nothing where the build is
/// not known.
[[nodiscard]] std::optional<CacheKey> keyOfCubin(const std::string &inputs);

/// What was kept for `key`, if the files that made it are as they were; else
/// what `make` makes, kept unless one of its makers or of `files` has changed
/// meanwhile. `isRefused`: what was kept is made again.
[[nodiscard]] Result<std::string>
keepCubin(const std::string &folder, const CacheKey &key, bool isRefused,
          const std::vector<std::string> &files,
          const std::function<Result<MadeCubin>()> &make);

} // namespace pyk2ptx

#endif
