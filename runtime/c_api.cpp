// The C API: each handle holds the C++ one, each function translates a Result
// into a status and leaves the Error to the thread.
#include "c_api.h"

#include <algorithm>
#include <cstring>

using pyk2ptx::Error;
using pyk2ptx::Result;
using pyk2ptx::capi::convert;
using pyk2ptx::capi::fail;
using pyk2ptx::capi::missing;

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

} // namespace

Pyk2ptxStatus pyk2ptx::capi::fail(const Error &error) {
  lastError() = {error, error.what()};
  return statusOf(error);
}

Pyk2ptxStatus pyk2ptx::capi::missing(const char *what) {
  return fail(Error::make("ValueError", std::string(what) + " is NULL"));
}

namespace {

Pyk2ptxStatus done(const Result<void> &result) {
  return result ? PYK2PTX_OK : fail(result.error());
}

/// What a kernel raised is no bad argument, whatever its name.
Pyk2ptxStatus synchronized(const Result<void> &result) {
  if (result)
    return PYK2PTX_OK;
  Pyk2ptxStatus status = fail(result.error());
  return status == PYK2PTX_DRIVER_ERROR ? status : PYK2PTX_KERNEL_RAISED;
}

/// Gives the caller a handle, or the error.
template <typename Handle, typename Value, typename... Rest>
Pyk2ptxStatus give(Result<Value> value, Handle **handle, Rest &&...rest) {
  if (!value)
    return fail(value.error());
  *handle = new Handle{std::move(*value), std::forward<Rest>(rest)...};
  return PYK2PTX_OK;
}

pyk2ptx::ArrayView viewOf(const Pyk2ptxArray &array) {
  pyk2ptx::ArrayView view;
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

/// False when its kind is none.
bool convertOne(const Pyk2ptxArgument &argument,
                std::vector<pyk2ptx::Argument> &converted) {
  switch (argument.kind) {
  case PYK2PTX_BOOL:
    converted.emplace_back(argument.value.asBool != 0);
    return true;
  case PYK2PTX_INT:
    converted.emplace_back(argument.value.asInt);
    return true;
  case PYK2PTX_UINT:
    converted.emplace_back(argument.value.asUint);
    return true;
  case PYK2PTX_FLOAT:
    converted.emplace_back(argument.value.asFloat);
    return true;
  case PYK2PTX_COMPLEX:
    converted.emplace_back(std::complex<double>(argument.value.asComplex[0],
                                                argument.value.asComplex[1]));
    return true;
  case PYK2PTX_ARRAY:
    converted.emplace_back(viewOf(argument.value.asArray));
    return true;
  case PYK2PTX_RECORD:
    converted.push_back(pyk2ptx::Argument::record(
        argument.value.asRecord.data, argument.value.asRecord.size));
    return true;
  }
  return false;
}

} // namespace

Result<std::vector<pyk2ptx::Argument>>
pyk2ptx::capi::convert(const Pyk2ptxArgument *arguments, std::size_t count) {
  std::vector<Argument> converted;
  converted.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    if (!convertOne(arguments[i], converted))
      return Error::make("TypeError", "argument " + std::to_string(i + 1) +
                                          " is of no known kind");
  return converted;
}

pyk2ptx::LaunchConfig pyk2ptx::capi::configOf(const Pyk2ptxLaunch &launch) {
  LaunchConfig config;
  config.grid = {launch.grid[0], launch.grid[1], launch.grid[2]};
  config.block = {launch.block[0], launch.block[1], launch.block[2]};
  config.sharedBytes = launch.sharedBytes;
  config.cooperative = launch.cooperative != 0;
  return config;
}

int pyk2ptxApiVersion() { return PYK2PTX_API_VERSION; }
int pyk2ptxAbiVersion() { return pyk2ptx::abiVersion; }

const char *pyk2ptxLastError() { return lastError().what.c_str(); }
const char *pyk2ptxLastErrorName() { return lastError().error.name.c_str(); }
int pyk2ptxLastDriverStatus() { return lastError().error.code; }
int pyk2ptxLastErrorIsSticky() { return lastError().error.sticky ? 1 : 0; }

// ---- devices ----

Pyk2ptxStatus pyk2ptxDeviceCount(int *count) {
  if (!count)
    return missing("count");
  Result<pyk2ptx::Driver> driver = pyk2ptx::initialize();
  if (!driver)
    return fail(driver.error());
  *count = driver->deviceCount();
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDeviceOpen(int ordinal, Pyk2ptxDevice **device) {
  if (!device)
    return missing("device");
  Result<pyk2ptx::Driver> driver = pyk2ptx::initialize();
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
  Result<std::string> text = device->device.name();
  if (!text)
    return fail(text.error());
  std::size_t length = std::min(text->size(), size - 1);
  std::memcpy(name, text->data(), length);
  name[length] = '\0';
  return PYK2PTX_OK;
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
  return done(event->event.record(stream ? stream->stream
                                         : event->device.defaultStream()));
}

Pyk2ptxStatus pyk2ptxEventSynchronize(const Pyk2ptxEvent *event) {
  return event ? synchronized(event->event.synchronize()) : missing("event");
}

Pyk2ptxStatus pyk2ptxEventElapsed(const Pyk2ptxEvent *start,
                                  const Pyk2ptxEvent *end,
                                  float *milliseconds) {
  if (!start || !end || !milliseconds)
    return missing("start, end or milliseconds");
  Result<float> elapsed = end->event.elapsedMs(start->event);
  if (!elapsed)
    return fail(elapsed.error());
  *milliseconds = *elapsed;
  return PYK2PTX_OK;
}

// ---- device memory ----

Pyk2ptxStatus pyk2ptxBufferCreate(const Pyk2ptxDevice *device, size_t bytes,
                                  Pyk2ptxBuffer **buffer) {
  if (!device || !buffer)
    return missing("device or buffer");
  return give(device->device.allocate(bytes), buffer);
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
  Result<std::vector<pyk2ptx::Argument>> converted = convert(arguments, count);
  if (!converted)
    return fail(converted.error());
  return done(kernel->kernel.launchArguments(
      stream ? stream->stream : kernel->device.defaultStream(),
      pyk2ptx::capi::configOf(*launch), *converted));
}
