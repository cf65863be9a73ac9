// Words for what went wrong.
//
// Nothing here calls the driver: an error is worded from its fields alone, so
// the CPU device says what the GPU would have said, and tests need no GPU.
#include "pyk2ptx/error.h"
#include "driver_errors.h"

#include <cstdio>
#include <cstdlib>

namespace pyk2ptx {

namespace {

constexpr bool Sticky = true;
constexpr bool Plain = false;

constexpr DriverErrorRow driverErrors[] = {
#define DRIVER_ERROR(code, name, text, kind) {code, #name, text, kind},
#include "driver_errors.def"
#undef DRIVER_ERROR
};

using detail::toText;

// What about the geometry is not allowed, or nothing at all.
std::string geometryFault(Dim3 grid, Dim3 block, std::uint32_t sharedBytes,
                          const LaunchLimits &limits) {
  if (!grid.x || !grid.y || !grid.z)
    return "a grid's dimensions must not be 0";
  if (!block.x || !block.y || !block.z)
    return "a block's dimensions must not be 0";
  // Three 32-bit factors may overflow 64 bits; two cannot.
  std::uint64_t threads = std::uint64_t(block.x) * block.y;
  if (threads <= limits.threadsPerBlock)
    threads *= block.z;
  if (threads > limits.threadsPerBlock)
    return std::to_string(threads) + " threads a block, at most " +
           std::to_string(limits.threadsPerBlock) + " are allowed";
  if (block.x > limits.block.x || block.y > limits.block.y ||
      block.z > limits.block.z)
    return "a block is at most " + toText(limits.block);
  if (grid.x > limits.grid.x || grid.y > limits.grid.y ||
      grid.z > limits.grid.z)
    return "a grid is at most " + toText(limits.grid);
  if (sharedBytes > limits.sharedBytes)
    return "at most " + std::to_string(limits.sharedBytes) +
           " bytes of shared memory are available";
  return "";
}

} // namespace

const DriverErrorRow *findDriverError(int code) {
  for (const DriverErrorRow &row : driverErrors)
    if (row.code == code)
      return &row;
  return nullptr;
}

bool isSticky(int code) {
  const DriverErrorRow *row = findDriverError(code);
  return row && row->sticky;
}

Error::Error() = default;
Error::Error(const Error &other) = default;
Error::Error(Error &&other) noexcept = default;
Error &Error::operator=(const Error &other) = default;
Error &Error::operator=(Error &&other) noexcept = default;
Error::~Error() = default;

Error Error::make(std::string name, std::string text, std::string kernel) {
  Error error;
  error.name = std::move(name);
  error.text = std::move(text);
  error.kernel = std::move(kernel);
  return error;
}

const char *captureHint(int code) {
  switch (code) {
  case 900:
    return "a stream is being captured: nothing may wait for it, allocate or "
           "free plainly, or use the default stream until the capture ends";
  case 901:
    return "the call that broke the capture failed before this one; end the "
           "capture and begin it again";
  case 904:
    return "another stream that joined the capture must be joined again: let "
           "the captured stream wait for an event recorded there last";
  case 905:
    return "the event was recorded before the capture began";
  case 906:
    return "upload, download and fill run on the default stream; use their "
           "Async forms, or a non-blocking stream";
  case 907:
    return "wait for the graph's launch, not for an event recorded in its "
           "capture";
  case 908:
    return "a capture that is not relaxed ends in the thread that began it";
  case 910:
    return "an update keeps the graph's nodes and edges, and the kernels' "
           "functions; instantiate the graph anew";
  default:
    return "";
  }
}

std::string Error::what() const {
  std::string out;
  if (repeated)
    out = "an earlier error has lost the device: ";
  // A report's text names its kind itself, after the place.
  if (text.find(name) == std::string::npos)
    out += name + ": ";
  out += text;
  std::string where = call;
  // What lost the device may be any work before the call that noticed it.
  const char *join = sticky ? ", last launch: kernel " : " of kernel ";
  if (!kernel.empty())
    where += (where.empty() ? "kernel " : join) + kernel;
  if (!source.empty())
    where += " of " + source;
  if (hasGeometry)
    where += ", grid " + toText(grid) + ", block " + toText(block) + ", " +
             std::to_string(sharedBytes) + " bytes of dynamic shared memory";
  if (!where.empty())
    out += " (" + where + ")";
  if (!detail.empty())
    out += "; " + detail;
  return out;
}

std::string detail::toText(Dim3 dim) {
  return "(" + std::to_string(dim.x) + "," + std::to_string(dim.y) + "," +
         std::to_string(dim.z) + ")";
}

void detail::abortOn(const Error &error) {
  std::fprintf(stderr, "pyk2ptx: %s\n", error.what().c_str());
  std::abort();
}

std::string coarseningFault(const std::uint32_t (&by)[3], Dim3 block) {
  if (block.x % by[0] == 0 && block.y % by[1] == 0 && block.z % by[2] == 0)
    return "";
  return "the kernel was compiled for blocks of another shape";
}

std::string threadsFault(std::uint32_t threads, Dim3 block) {
  std::uint64_t launched = std::uint64_t(block.x) * block.y * block.z;
  if (threads == 0 || launched == threads)
    return "";
  return "the kernel is for blocks of " + std::to_string(threads) +
         " threads, and the launch has blocks of " + std::to_string(launched);
}

std::string clusterFault(const std::uint32_t (&cluster)[3], Dim3 grid,
                         const char *whose) {
  if (!cluster[0] || (grid.x % cluster[0] == 0 && grid.y % cluster[1] == 0 &&
                      grid.z % cluster[2] == 0))
    return "";
  return "the grid " + toText(grid) + " is no multiple of the " + whose + " " +
         toText({cluster[0], cluster[1], cluster[2]});
}

std::optional<Error> checkGeometry(const std::string &kernel, Dim3 grid,
                                   Dim3 block, std::uint32_t sharedBytes,
                                   const LaunchLimits &limits) {
  std::string fault = geometryFault(grid, block, sharedBytes, limits);
  if (fault.empty())
    return std::nullopt;
  const DriverErrorRow &row = *findDriverError(1);
  Error error;
  error.code = row.code;
  error.name = row.name;
  error.text = row.text;
  error.call = "cuLaunchKernel";
  error.kernel = kernel;
  error.hasGeometry = true;
  error.grid = grid;
  error.block = block;
  error.sharedBytes = sharedBytes;
  error.detail = fault;
  return error;
}

Error reportError(const ModuleInfo &module, const Report &report,
                  const std::string &kernelName) {
  Error error;
  error.kernel = kernelName;
  std::string thread =
      "block " + toText({report.block[0], report.block[1], report.block[2]}) +
      " thread " +
      toText({report.thread[0], report.thread[1], report.thread[2]});
  if (report.site >= module.sites.size()) {
    error.name = "RuntimeError";
    error.text = "RuntimeError: the kernel reported an error at site " +
                 std::to_string(report.site) + ", which the module lacks, " +
                 thread;
    return error;
  }
  const ReportSite &site = module.sites[report.site];
  error.name = site.kind;
  error.text = site.source + ": " + site.kind;
  if (site.kind == "IndexError" && report.extent >= 0) {
    error.text += ": index " + std::to_string(report.index) +
                  " is out of bounds for axis " + std::to_string(report.axis) +
                  " with size " + std::to_string(report.extent);
    if (!site.text.empty())
      error.text += " in " + site.text;
  } else if (!site.text.empty()) {
    error.text += ": " + site.text;
  }
  error.text += ", " + thread;
  return error;
}

} // namespace pyk2ptx
