// The C API's devices, streams, events and modules beyond the first version's.
#include "c_api_internal.h"

#include <cstring>

using namespace pyk2ptx::c_api;
using pyk2ptx::Result;

// ---- devices ----

Pyk2ptxStatus pyk2ptxDeviceWrapContext(void *cucontext,
                                       Pyk2ptxDevice **device) {
  if (!cucontext || !device)
    return missing("cucontext or device");
  Result<pyk2ptx::Driver> driver = theDriver();
  if (!driver)
    return fail(driver.error());
  Result<pyk2ptx::Device> wrapped = driver->wrapContext(cucontext);
  if (!wrapped)
    return fail(wrapped.error());
  *device = new Pyk2ptxDevice{std::move(*driver), std::move(*wrapped)};
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDeviceContext(const Pyk2ptxDevice *device,
                                   void **cucontext) {
  if (!device || !cucontext)
    return missing("device or cucontext");
  return assign(device->device.context(), cucontext);
}

Pyk2ptxStatus pyk2ptxDeviceAttribute(const Pyk2ptxDevice *device, int attribute,
                                     int *value) {
  if (!device || !value)
    return missing("device or value");
  return assign(device->device.attribute(attribute), value);
}

Pyk2ptxStatus pyk2ptxDeviceAttributeNamed(const Pyk2ptxDevice *device,
                                          const char *name, int *value) {
  if (!device || !name || !value)
    return missing("device, name or value");
  return assign(device->device.attribute(std::string_view(name)), value);
}

Pyk2ptxStatus pyk2ptxDeviceUuid(const Pyk2ptxDevice *device, uint8_t uuid[16]) {
  if (!device || !uuid)
    return missing("device or uuid");
  auto bytes = device->device.uuid();
  if (!bytes)
    return fail(bytes.error());
  std::memcpy(uuid, bytes->data(), bytes->size());
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDevicePciBusId(const Pyk2ptxDevice *device, char *id,
                                    size_t size) {
  if (!device || !id || size == 0)
    return missing("device or id");
  return giveText(device->device.pciBusId(), id, size);
}

Pyk2ptxStatus pyk2ptxDeviceMemory(const Pyk2ptxDevice *device, size_t *free,
                                  size_t *total) {
  if (!device || !free || !total)
    return missing("device, free or total");
  Result<pyk2ptx::MemoryInfo> info = device->device.memory();
  if (!info)
    return fail(info.error());
  *free = info->free;
  *total = info->total;
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDeviceCanAccess(const Pyk2ptxDevice *device,
                                     const Pyk2ptxDevice *other, int *can) {
  if (!device || !other || !can)
    return missing("device, other or can");
  return assign(device->device.canAccess(other->device), can);
}

Pyk2ptxStatus pyk2ptxDeviceEnablePeerAccess(const Pyk2ptxDevice *device,
                                            const Pyk2ptxDevice *other) {
  return device && other ? done(device->device.enablePeerAccess(other->device))
                         : missing("device or other");
}

Pyk2ptxStatus pyk2ptxDeviceDisablePeerAccess(const Pyk2ptxDevice *device,
                                             const Pyk2ptxDevice *other) {
  return device && other ? done(device->device.disablePeerAccess(other->device))
                         : missing("device or other");
}

Pyk2ptxStatus pyk2ptxProfilerStart(const Pyk2ptxDevice *device) {
  return device ? done(device->device.startProfiler()) : missing("device");
}

Pyk2ptxStatus pyk2ptxProfilerStop(const Pyk2ptxDevice *device) {
  return device ? done(device->device.stopProfiler()) : missing("device");
}

Pyk2ptxStatus pyk2ptxDeviceStatus(const Pyk2ptxDevice *device) {
  if (!device)
    return missing("device");
  std::optional<pyk2ptx::Error> loss = device->device.lostTo();
  return loss ? fail(*loss) : PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxDriverVersion(int *version) {
  if (!version)
    return missing("version");
  Result<pyk2ptx::Driver> driver = theDriver();
  return driver ? assign(driver->version(), version) : fail(driver.error());
}

// ---- streams and events ----

Pyk2ptxStatus pyk2ptxStreamPriorities(const Pyk2ptxDevice *device, int *least,
                                      int *greatest) {
  if (!device || !least || !greatest)
    return missing("device, least or greatest");
  Result<pyk2ptx::StreamPriorities> range = device->device.streamPriorities();
  if (!range)
    return fail(range.error());
  *least = range->least;
  *greatest = range->greatest;
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxStreamCreateWith(const Pyk2ptxDevice *device,
                                      int nonBlocking, int priority,
                                      Pyk2ptxStream **stream) {
  if (!device || !stream)
    return missing("device or stream");
  pyk2ptx::StreamOptions options;
  options.nonBlocking = nonBlocking != 0;
  options.priority = priority;
  return give(device->device.createStream(options), stream);
}

Pyk2ptxStatus pyk2ptxStreamPerThread(const Pyk2ptxDevice *device,
                                     Pyk2ptxStream **stream) {
  if (!device || !stream)
    return missing("device or stream");
  *stream = new Pyk2ptxStream{device->device.perThreadStream()};
  return PYK2PTX_OK;
}

Pyk2ptxStatus pyk2ptxStreamPriority(const Pyk2ptxStream *stream,
                                    int *priority) {
  if (!stream || !priority)
    return missing("stream or priority");
  return assign(stream->stream.priority(), priority);
}

void *pyk2ptxStreamHandle(const Pyk2ptxStream *stream) {
  return stream ? stream->stream.handle() : nullptr;
}

Pyk2ptxStatus pyk2ptxStreamIsDone(const Pyk2ptxStream *stream, int *done) {
  if (!stream || !done)
    return missing("stream or done");
  return assign(stream->stream.isDone(), done);
}

Pyk2ptxStatus pyk2ptxStreamWait(const Pyk2ptxStream *stream,
                                const Pyk2ptxEvent *event) {
  return stream && event ? done(stream->stream.wait(event->event))
                         : missing("stream or event");
}

Pyk2ptxStatus pyk2ptxStreamCallback(const Pyk2ptxStream *stream,
                                    void (*function)(void *), void *data) {
  return stream && function ? done(stream->stream.addCallback(function, data))
                            : missing("stream or function");
}

Pyk2ptxStatus pyk2ptxEventCreateWith(const Pyk2ptxDevice *device, int timing,
                                     int blocking, int interprocess,
                                     Pyk2ptxEvent **event) {
  if (!device || !event)
    return missing("device or event");
  pyk2ptx::EventOptions options;
  options.timing = timing != 0;
  options.blocking = blocking != 0;
  options.interprocess = interprocess != 0;
  return give(device->device.createEvent(options), event, device->device);
}

void *pyk2ptxEventHandle(const Pyk2ptxEvent *event) {
  return event ? event->event.handle() : nullptr;
}

Pyk2ptxStatus pyk2ptxEventIsDone(const Pyk2ptxEvent *event, int *done) {
  if (!event || !done)
    return missing("event or done");
  return assign(event->event.isDone(), done);
}
