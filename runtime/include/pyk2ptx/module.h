// Loaded code and its kernels. Part of runtime.h.
#ifndef PYK2PTX_MODULE_H
#define PYK2PTX_MODULE_H

#include "pyk2ptx/argument.h"
#include "pyk2ptx/buffer.h"

#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace detail {
struct ModuleState;
struct KernelState;
struct LibraryState;
} // namespace detail

class Device;

/// Everything about a launch but its arguments.
struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  /// Dynamic shared memory. More than 48 KiB is opted into by itself.
  std::uint32_t sharedBytes = 0;
  /// All blocks run at once, so that the grid can synchronise. A kernel whose
  /// threads do so is launched like this by itself.
  bool cooperative = false;
  /// Blocks of a cluster; all 0: as the kernel was compiled. A kernel that has
  /// cluster_dims takes no others. More than 8 are opted into by itself.
  Dim3 cluster = {0, 0, 0};
};

/// What the driver says of a compiled kernel.
struct KernelAttributes {
  int registers = 0;
  int maxThreadsPerBlock = 0;
  int staticSharedBytes = 0;
  int localBytes = 0;
  int constantBytes = 0;
};

/// What a kernel's machine code for `arch` needs for each thread, as generated
/// headers state it.
struct CodeFacts {
  const char *arch;
  std::uint32_t registers;
  /// Local memory: arrays and spilled registers.
  std::uint32_t localBytes;
};

/// A block size that keeps the device busiest, and the grid that fills it.
struct BlockSuggestion {
  std::uint32_t block = 0;
  std::uint32_t minGrid = 0;
};

/// One kernel of a Module.
class Kernel {
public:
  explicit Kernel(std::shared_ptr<detail::KernelState> state);

  [[nodiscard]] const KernelInfo &info() const;
  [[nodiscard]] Result<KernelAttributes> attributes() const;
  /// A CUfunction_attribute by its number.
  [[nodiscard]] Result<int> attribute(int attribute) const;
  /// The most blocks of that size that the device runs at once: the largest
  /// grid of a cooperative launch.
  [[nodiscard]] Result<std::uint32_t>
  maxCooperativeBlocks(Dim3 block, std::uint32_t sharedBytes) const;
  /// How many blocks of that size a multiprocessor runs at once.
  [[nodiscard]] Result<std::uint32_t>
  maxActiveBlocks(std::uint32_t threadsPerBlock,
                  std::uint32_t sharedBytes) const;
  /// The most blocks that a cluster can have with that block and that memory,
  /// and how many clusters of `config` the device runs at once.
  [[nodiscard]] Result<std::uint32_t>
  maxClusterSize(Dim3 block, std::uint32_t sharedBytes) const;
  [[nodiscard]] Result<std::uint32_t>
  maxActiveClusters(const LaunchConfig &config) const;
  /// The best block of at most `maxThreads` threads (0: as the kernel allows).
  [[nodiscard]] Result<BlockSuggestion>
  suggestBlock(std::uint32_t sharedBytes = 0,
               std::uint32_t maxThreads = 0) const;
  /// Does now what the first launch would do: loads the code onto the device,
  /// and opts into `sharedBytes` of dynamic shared memory.
  [[nodiscard]] Result<void> preload(std::uint32_t sharedBytes = 0) const;
  /// The CUfunction.
  [[nodiscard]] void *handle() const;

  /// Checks and converts `args` (C++ scalars, std::complex, ArrayView,
  /// Argument) as packArguments does, and queues the launch on `stream`.
  template <typename... Args>
  [[nodiscard]] Result<void> launch(const Stream &stream, Dim3 grid, Dim3 block,
                                    std::uint32_t sharedBytes,
                                    const Args &...args) const {
    LaunchConfig config{grid, block, sharedBytes};
    if constexpr (sizeof...(args) == 0) {
      return launchArguments(stream, config, {});
    } else {
      const Argument arguments[] = {Argument(args)...};
      return launchArguments(stream, config, arguments);
    }
  }

  [[nodiscard]] Result<void>
  launchArguments(const Stream &stream, const LaunchConfig &config,
                  Span<const Argument> arguments) const;

  /// Queues the launch with a parameter block made by packArguments, or
  /// elsewhere by the ABI; it is read before the call returns. Allocates
  /// nothing and waits for nothing. The geometry is the driver's to judge; its
  /// error names the kernel and the geometry.
  [[nodiscard]] Result<void> launchPacked(const Stream &stream,
                                          const LaunchConfig &config,
                                          Span<const std::byte> block) const;
  [[nodiscard]] Result<void> launchPacked(const Stream &stream, Dim3 grid,
                                          Dim3 block, std::uint32_t sharedBytes,
                                          Span<const std::byte> params) const {
    return launchPacked(stream, LaunchConfig{grid, block, sharedBytes}, params);
  }

  [[nodiscard]] const std::shared_ptr<detail::KernelState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::KernelState> state_;
};

/// Loaded PTX, or an image made from it, on one device.
class Module {
public:
  explicit Module(std::shared_ptr<detail::ModuleState> state);

  /// What the PTX's head states.
  [[nodiscard]] const ModuleInfo &info() const;
  /// The kernel of this entry name or, first signature first, Python name.
  /// NotFound lists what there is.
  [[nodiscard]] Result<Kernel> kernel(const std::string &name) const;
  /// Kernel::preload of every kernel: no launch then compiles, loads or
  /// allocates, and all can be captured.
  [[nodiscard]] Result<void> preload() const;
  /// A module variable's address and size.
  [[nodiscard]] Result<std::pair<std::uint64_t, std::size_t>>
  global(const std::string &name) const;
  /// The variable as memory to upload to and download from; it keeps the module
  /// alive.
  [[nodiscard]] Result<Buffer> globalBuffer(const std::string &name) const;
  /// The CUmodule, for libraries that initialise one (NVSHMEM).
  [[nodiscard]] Result<void *> handle() const;
  [[nodiscard]] const std::shared_ptr<detail::ModuleState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::ModuleState> state_;
};

/// Something linked to a module's code when it is loaded.
struct LinkInput {
  enum class Kind : std::uint8_t { Cubin, Ptx, Fatbin, Object, Library };
  Kind kind = Kind::Ptx;
  /// A file's path; or what messages call the `data`.
  std::string name;
  /// The code itself; when it is empty the file is read.
  std::string data;

  /// A file whose kind its ending says: .cubin, .ptx, .fatbin, .o, .a.
  [[nodiscard]] static Result<LinkInput> file(const std::string &path);
};

struct LoadOptions {
  /// Definitions of what the kernels declare and do not define.
  std::vector<LinkInput> link;
  /// At most so many registers a thread; 0 leaves it to the driver.
  unsigned maxRegisters = 0;
  /// Called when the module has been loaded, before load returns; an error
  /// unloads it and is load's.
  std::function<Result<void>(const Module &)> onLoad;
  /// Called with the CUmodule before it is unloaded.
  std::function<void(void *module)> onUnload;
};

/// Code that is loaded once, for whichever device it is then used on. With a
/// driver older than CUDA 12.0 it is loaded once a device.
class Library {
public:
  explicit Library(std::shared_ptr<detail::LibraryState> state);

  [[nodiscard]] const ModuleInfo &info() const;
  /// The module on `device`: the same one as long as somebody keeps it.
  [[nodiscard]] Result<Module> on(const Device &device) const;

private:
  std::shared_ptr<detail::LibraryState> state_;
};

} // namespace pyk2ptx

#endif
