// PTX -> cubin, together with the files that define what the PTX declares.
#ifndef PYK2PTX_JIT_DEVICE_LINK_H
#define PYK2PTX_JIT_DEVICE_LINK_H

#include <pyk2ptx/error.h>

#include <string>
#include <vector>

namespace pyk2ptx {

struct DeviceLinkOptions {
  /// "sm_90a"
  std::string arch;
  int optLevel = 3;
  bool lineInfo = false;
  bool debugInfo = false;
  /// Cubins are kept in this folder (DiskCache); "" is not.
  std::string cacheFolder = {};
  /// The cubin that was kept is of no use: it is made again.
  bool isRefused = false;
};

/// Where linkCubin looks for its tools, what is there, and what else decides
/// which it finds.
[[nodiscard]] std::vector<std::string> linkToolPlaces();

/// By nvJitLink or, without it, by ptxas and nvlink; without files by ptxas
/// first, which makes better code of a whole program. `files` are told apart by
/// their suffix; a .cu is compiled by NVRTC or nvcc first. NotFound: a tool is
/// missing; ValueError: it refuses its input, with what it says. With a folder
/// for it, what the same tools made before of the same contents is not made
/// again.
[[nodiscard]] Result<std::string>
linkCubin(const std::string &ptx, const std::vector<std::string> &files,
          const DeviceLinkOptions &options);

/// A .cu file's PTX, with functions that others may call.
[[nodiscard]] Result<std::string> compileCuda(const std::string &path,
                                              const std::string &arch);

/// One image of a fatbin.
struct FatbinEntry {
  /// PTX text, else a cubin.
  bool isPtx = false;
  /// "sm_90a"
  std::string arch;
  std::string content;
};

/// The container that the driver chooses from, uncompressed.
[[nodiscard]] std::string makeFatbin(const std::vector<FatbinEntry> &entries);

} // namespace pyk2ptx

#endif
