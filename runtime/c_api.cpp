// The C API: each handle holds the C++ one, each function translates a Result
// into a status and leaves the Error to the thread. Memory and graphs have
// files of their own.
#include "c_api_internal.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>

namespace pyk2ptx::c_api {

namespace {

struct LastError {
  Error error;
  std::string what;
};

LastError &lastError() {
  static thread_local LastError last;
  return last;
}

Pyk2ptxStatus statusOf(const Error &error) {
  if (error.code != 0)
    return PYK2PTX_DRIVER_ERROR;
  if (error.name == "NotFound")
    return PYK2PTX_NOT_FOUND;
  if (error.name == "OSError")
    return PYK2PTX_SYSTEM_ERROR;
  for (const char *name : {"TypeError", "ValueError", "OverflowError"})
    if (error.name == name)
      return PYK2PTX_BAD_ARGUMENT;
  return PYK2PTX_KERNEL_RAISED;
}

/// Makes the argument at `to`; false when its kind is none.
bool convert(const Pyk2ptxArgument &argument, void *to) {
  switch (argument.kind) {
  case PYK2PTX_BOOL:
    new (to) Argument(argument.value.asBool != 0);
    return true;
  case PYK2PTX_INT:
    new (to) Argument(argument.value.asInt);
    return true;
  case PYK2PTX_UINT:
    new (to) Argument(argument.value.asUint);
    return true;
  case PYK2PTX_FLOAT:
    new (to) Argument(argument.value.asFloat);
    return true;
  case PYK2PTX_COMPLEX:
    new (to) Argument(std::complex<double>(argument.value.asComplex[0],
                                           argument.value.asComplex[1]));
    return true;
  case PYK2PTX_ARRAY:
    new (to) Argument(viewOf(argument.value.asArray));
    return true;
  case PYK2PTX_RECORD:
    new (to) Argument(Argument::record(argument.value.asRecord.data,
                                       argument.value.asRecord.size));
    return true;
  }
  return false;
}
static_assert(std::is_trivially_destructible_v<Argument>,
              "nobody ends their lives");

} // namespace

// One for all handles, so that they share each device's state. It stays until
// the process ends: there is no last call.
Result<Driver> theDriver() {
  static std::mutex mutex;
  static Driver *driver = nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  if (!driver) {
    Result<Driver> loaded = initialize();
    if (!loaded)
      return loaded.error();
    driver = new Driver(std::move(*loaded));
  }
  return *driver;
}

Pyk2ptxStatus fail(const Error &error) {
  lastError() = {error, error.what()};
  return statusOf(error);
}

Pyk2ptxStatus missing(const char *what) {
  return fail(Error::make("ValueError", std::string(what) + " is NULL"));
}

Pyk2ptxStatus done(const Result<void> &result) {
  return result ? PYK2PTX_OK : fail(result.error());
}

Pyk2ptxStatus synchronized(const Result<void> &result) {
  if (result)
    return PYK2PTX_OK;
  Pyk2ptxStatus status = fail(result.error());
  return status == PYK2PTX_DRIVER_ERROR ? status : PYK2PTX_KERNEL_RAISED;
}

Pyk2ptxStatus giveText(const Result<std::string> &text, char *to,
                       std::size_t size) {
  if (!text)
    return fail(text.error());
  std::size_t length = std::min(text->size(), size - 1);
  std::memcpy(to, text->data(), length);
  to[length] = '\0';
  return PYK2PTX_OK;
}

ArrayView viewOf(const Pyk2ptxArray &array) {
  ArrayView view;
  view.address = array.address;
  view.dtype = array.dtype ? array.dtype : "";
  view.itemSize = array.itemSize;
  view.ndim = array.ndim > PYK2PTX_MAX_RANK ? -1 : array.ndim;
  for (int axis = 0; axis < view.ndim; ++axis) {
    view.shape[static_cast<std::size_t>(axis)] = array.shape[axis];
    view.strides[static_cast<std::size_t>(axis)] = array.strides[axis];
  }
  return view;
}

LaunchConfig configOf(const Pyk2ptxLaunch &launch) {
  LaunchConfig config;
  config.grid = {launch.grid[0], launch.grid[1], launch.grid[2]};
  config.block = {launch.block[0], launch.block[1], launch.block[2]};
  config.sharedBytes = launch.sharedBytes;
  bool hasClusters = (launch.cooperative & ~1) == PYK2PTX_LAUNCH_CLUSTERS;
  config.cooperative =
      hasClusters ? (launch.cooperative & 1) != 0 : launch.cooperative != 0;
  if (!hasClusters)
    return config;
  const auto &whole = reinterpret_cast<const Pyk2ptxClusterLaunch &>(launch);
  config.cluster = {whole.cluster[0], whole.cluster[1], whole.cluster[2]};
  return config;
}

Result<void> Launch::read(const Pyk2ptxLaunch &launch,
                          const Pyk2ptxArgument *arguments, std::size_t count) {
  std::byte *made = few_;
  if (count > few) {
    many_ = std::make_unique<std::byte[]>(count * sizeof(Argument));
    made = many_.get();
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!convert(arguments[i], made + i * sizeof(Argument)))
      return Error::make("TypeError", "argument " + std::to_string(i + 1) +
                                          " is of no known kind");
  arguments_ = {std::launder(reinterpret_cast<Argument *>(made)), count};
  config = configOf(launch);
  return {};
}

} // namespace pyk2ptx::c_api

using namespace pyk2ptx::c_api;
using pyk2ptx::Error;
using pyk2ptx::Result;

int pyk2ptxApiVersion() { return PYK2PTX_API_VERSION; }
int pyk2ptxAbiVersion() { return pyk2ptx::abiVersion; }

const char *pyk2ptxLastError() { return lastError().what.c_str(); }
const char *pyk2ptxLastErrorName() { return lastError().error.name.c_str(); }
int pyk2ptxLastDriverStatus() { return lastError().error.code; }
const char *pyk2ptxLastErrorKernel() {
  return lastError().error.kernel.c_str();
}
const char *pyk2ptxLastErrorSource() {
  return lastError().error.source.c_str();
}
int pyk2ptxLastErrorIsRepeated() { return lastError().error.repeated ? 1 : 0; }
int pyk2ptxLastErrorLaunch(Pyk2ptxLaunch *launch) {
  const Error &error = lastError().error;
  if (!launch || !error.hasGeometry)
    return 0;
  *launch = {{error.grid.x, error.grid.y, error.grid.z},
             {error.block.x, error.block.y, error.block.z},
             error.sharedBytes,
             0};
  return 1;
}
int pyk2ptxLastErrorIsSticky() { return lastError().error.sticky ? 1 : 0; }

// ---- devices ----

Pyk2ptxStatus pyk2ptxDeviceCount(int *count) {
  if (!count)
    return missing("count");
  Result<pyk2ptx::Driver> driver = theDriver();
  if (!driver)
    return fail(driver.error());
  *count = driver->deviceCount();
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDeviceOpen(int ordinal, Pyk2ptxDevice **device) {
  if (!device)
    return missing("device");
  Result<pyk2ptx::Driver> driver = theDriver();
  if (!driver)
    return fail(driver.error());
  Result<pyk2ptx::Device> opened = driver->device(ordinal);
  if (!opened)
    return fail(opened.error());
  *device = new Pyk2ptxDevice{std::move(*driver), std::move(*opened)};
  return PYK2PTX_OK;
}

void pyk2ptxDeviceClose(Pyk2ptxDevice *device) { delete device; }

Pyk2ptxStatus pyk2ptxDeviceName(const Pyk2ptxDevice *device, char *name,
                                size_t size) {
  if (!device || !name || size == 0)
    return missing("device or name");
  return giveText(device->device.name(), name, size);
}

Pyk2ptxStatus pyk2ptxDeviceCapability(const Pyk2ptxDevice *device, int *major,
                                      int *minor) {
  if (!device || !major || !minor)
    return missing("device, major or minor");
  Result<pyk2ptx::ComputeCapability> capability =
      device->device.computeCapability();
  if (!capability)
    return fail(capability.error());
  *major = capability->major;
  *minor = capability->minor;
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDeviceSynchronize(const Pyk2ptxDevice *device) {
  return device ? synchronized(device->device.synchronize())
                : missing("device");
}

// ---- streams and events ----

Pyk2ptxStatus pyk2ptxStreamCreate(const Pyk2ptxDevice *device,
                                  Pyk2ptxStream **stream) {
  if (!device || !stream)
    return missing("device or stream");
  return give(device->device.createStream(), stream);
}

Pyk2ptxStatus pyk2ptxStreamWrap(const Pyk2ptxDevice *device, void *custream,
                                Pyk2ptxStream **stream) {
  if (!device || !stream)
    return missing("device or stream");
  *stream = new Pyk2ptxStream{device->device.wrapStream(custream)};
  return PYK2PTX_OK;
}

void pyk2ptxStreamDestroy(Pyk2ptxStream *stream) { delete stream; }

Pyk2ptxStatus pyk2ptxStreamSynchronize(const Pyk2ptxStream *stream) {
  return stream ? synchronized(stream->stream.synchronize())
                : missing("stream");
}

Pyk2ptxStatus pyk2ptxEventCreate(const Pyk2ptxDevice *device,
                                 Pyk2ptxEvent **event) {
  if (!device || !event)
    return missing("device or event");
  return give(device->device.createEvent(), event, device->device);
}

void pyk2ptxEventDestroy(Pyk2ptxEvent *event) { delete event; }

Pyk2ptxStatus pyk2ptxEventRecord(const Pyk2ptxEvent *event,
                                 const Pyk2ptxStream *stream) {
  if (!event)
    return missing("event");
  return done(event->event.record(streamOf(stream, event)));
}

Pyk2ptxStatus pyk2ptxEventSynchronize(const Pyk2ptxEvent *event) {
  return event ? synchronized(event->event.synchronize()) : missing("event");
}

Pyk2ptxStatus pyk2ptxEventElapsed(const Pyk2ptxEvent *start,
                                  const Pyk2ptxEvent *end,
                                  float *milliseconds) {
  if (!start || !end || !milliseconds)
    return missing("start, end or milliseconds");
  return assign(end->event.elapsedMs(start->event), milliseconds);
}

// ---- device memory ----

Pyk2ptxStatus pyk2ptxBufferCreate(const Pyk2ptxDevice *device, size_t bytes,
                                  Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocate(bytes), buffer, device->device);
}

void pyk2ptxBufferDestroy(Pyk2ptxBuffer *buffer) { delete buffer; }

uint64_t pyk2ptxBufferAddress(const Pyk2ptxBuffer *buffer) {
  return buffer ? buffer->buffer.address() : 0;
}

size_t pyk2ptxBufferSize(const Pyk2ptxBuffer *buffer) {
  return buffer ? buffer->buffer.size() : 0;
}

Pyk2ptxStatus pyk2ptxBufferUpload(const Pyk2ptxBuffer *buffer, const void *from,
                                  size_t bytes, size_t offset) {
  if (!buffer || (!from && bytes))
    return missing("buffer or from");
  return done(buffer->buffer.upload(from, bytes, offset));
}

Pyk2ptxStatus pyk2ptxBufferDownload(const Pyk2ptxBuffer *buffer, void *to,
                                    size_t bytes, size_t offset) {
  if (!buffer || (!to && bytes))
    return missing("buffer or to");
  return done(buffer->buffer.download(to, bytes, offset));
}

Pyk2ptxStatus pyk2ptxBufferFill(const Pyk2ptxBuffer *buffer, uint8_t value) {
  return buffer ? done(buffer->buffer.fill(value)) : missing("buffer");
}

// ---- modules and kernels ----

Pyk2ptxStatus pyk2ptxModuleLoad(const Pyk2ptxDevice *device, const void *image,
                                size_t bytes, Pyk2ptxModule **module) {
  if (!device || !image || !module)
    return missing("device, image or module");
  return give(
      device->device.load(std::string(static_cast<const char *>(image), bytes)),
      module, device->device);
}

Pyk2ptxStatus pyk2ptxModuleLoadFile(const Pyk2ptxDevice *device,
                                    const char *path, Pyk2ptxModule **module) {
  if (!device || !path || !module)
    return missing("device, path or module");
  return give(device->device.loadFile(path), module, device->device);
}

void pyk2ptxModuleDestroy(Pyk2ptxModule *module) { delete module; }

Pyk2ptxStatus pyk2ptxKernelGet(const Pyk2ptxModule *module, const char *name,
                               Pyk2ptxKernel **kernel) {
  if (!module || !name || !kernel)
    return missing("module, name or kernel");
  return give(module->module.kernel(name), kernel, module->device);
}

void pyk2ptxKernelDestroy(Pyk2ptxKernel *kernel) { delete kernel; }

size_t pyk2ptxKernelArgumentCount(const Pyk2ptxKernel *kernel) {
  return kernel ? kernel->kernel.info().args.size() : 0;
}

Pyk2ptxStatus pyk2ptxKernelLaunch(const Pyk2ptxKernel *kernel,
                                  const Pyk2ptxStream *stream,
                                  const Pyk2ptxLaunch *launch,
                                  const Pyk2ptxArgument *arguments,
                                  size_t count) {
  if (!kernel || !launch || (!arguments && count))
    return missing("kernel, launch or arguments");
  Launch stated;
  if (Result<void> read = stated.read(*launch, arguments, count); !read)
    return fail(read.error());
  return done(kernel->kernel.launchArguments(
      stream ? stream->stream : kernel->defaultStream, stated.config,
      stated.arguments()));
}
