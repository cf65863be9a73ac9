// Streams and events. The legacy default stream is the null handle; it is not
// owned, so every copy of it is as good as another.
#include "state.h"

#include <cstring>

namespace pyk2ptx {

namespace detail {

StreamState::~StreamState() {
  if (!owned)
    return;
  // A capture that nobody ended would keep the device alive.
  Captured captured = device->finishCapture(handle);
  if (!device->enterToFree())
    return;
  driver::GraphHandle graph = nullptr;
  if (captured.found &&
      device->api.cuStreamEndCapture(handle, &graph) == driver::success)
    device->noteFreed(device->api.cuGraphDestroy(graph), "cuGraphDestroy");
  device->noteFreed(device->api.cuStreamDestroy(handle), "cuStreamDestroy");
}

EventState::~EventState() {
  if (device->enterToFree())
    device->noteFreed(device->api.cuEventDestroy(handle), "cuEventDestroy");
}

} // namespace detail

// Stream --------------------------------------------------------------------

Stream::Stream(std::shared_ptr<detail::StreamState> state)
    : state_(std::move(state)) {}

Result<void> Stream::synchronize() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  if (Result<void> done =
          device.check(device.api.cuStreamSynchronize(state_->handle),
                       "cuStreamSynchronize");
      !done)
    return done;
  return device.collectReports(state_->handle);
}

Result<bool> Stream::isDone() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::Status status = device.api.cuStreamQuery(state_->handle);
  if (status != driver::success && status != driver::notReady)
    return device.fail(status, "cuStreamQuery");
  return status == driver::success;
}

Result<void> Stream::wait(const Event &event) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  return device.check(
      device.api.cuStreamWaitEvent(
          state_->handle, static_cast<driver::EventHandle>(event.handle()), 0),
      "cuStreamWaitEvent");
}

void *Stream::handle() const { return state_->handle; }

Device deviceOf(const Stream &stream) { return Device(stream.state()->device); }

Result<int> Stream::priority() const {
  detail::DeviceState &device = *state_->device;
  int priority = 0;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::Status status =
      device.api.cuStreamGetPriority(state_->handle, &priority);
  if (status != driver::success)
    return device.fail(status, "cuStreamGetPriority");
  return priority;
}

Result<void> Stream::addCallback(void (*function)(void *), void *data) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  return device.check(
      device.api.cuLaunchHostFunc(state_->handle, function, data),
      "cuLaunchHostFunc");
}

Result<void> Stream::addCallback(std::function<void()> function) const {
  Result<bool> capturing = isCapturing();
  if (!capturing)
    return capturing.error();
  // A graph would call it at each launch; here it is gone after the first.
  if (*capturing)
    return Error::make("ValueError", "a function object cannot be captured; "
                                     "add it to the graph with addHost");
  auto *kept = new std::function<void()>(std::move(function));
  Result<void> queued = addCallback(
      [](void *data) {
        std::unique_ptr<std::function<void()>> owned(
            static_cast<std::function<void()> *>(data));
        (*owned)();
      },
      kept);
  if (!queued)
    delete kept;
  return queued;
}

Stream Device::defaultStream() const { return wrapStream(nullptr); }

Stream Device::legacyStream() const { return wrapStream(driver::legacyStream); }

Stream Device::perThreadStream() const {
  return wrapStream(driver::perThreadStream);
}

Stream Device::wrapStream(void *stream) const {
  auto state = std::make_shared<detail::StreamState>();
  state->device = state_;
  state->handle = static_cast<driver::StreamHandle>(stream);
  return Stream(std::move(state));
}

Result<Stream> Device::createStream(const StreamOptions &options) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::StreamState>();
  state->device = state_;
  driver::Status status = state_->api.cuStreamCreateWithPriority(
      &state->handle, options.nonBlocking ? driver::streamNonBlocking : 0,
      options.priority);
  if (status != driver::success)
    return state_->fail(status, "cuStreamCreateWithPriority");
  state->owned = true;
  return Stream(std::move(state));
}

Result<StreamPriorities> Device::streamPriorities() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  StreamPriorities range;
  driver::Status status =
      state_->api.cuCtxGetStreamPriorityRange(&range.least, &range.greatest);
  if (status != driver::success)
    return state_->fail(status, "cuCtxGetStreamPriorityRange");
  return range;
}

// Event ---------------------------------------------------------------------

Event::Event(std::shared_ptr<detail::EventState> state)
    : state_(std::move(state)) {}

namespace {

Event adoptEvent(const std::shared_ptr<detail::DeviceState> &device,
                 driver::EventHandle handle) {
  auto state = std::make_shared<detail::EventState>();
  state->device = device;
  state->handle = handle;
  return Event(std::move(state));
}

} // namespace

Result<Event> Device::createEvent(bool timing) const {
  EventOptions options;
  options.timing = timing;
  return createEvent(options);
}

Result<Event> Device::createEvent(const EventOptions &options) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  unsigned flags =
      (options.timing && !options.interprocess ? 0
                                               : driver::eventDisableTiming) |
      (options.blocking ? driver::eventBlocking : 0) |
      (options.interprocess ? driver::eventInterprocess : 0);
  driver::EventHandle handle = nullptr;
  driver::Status status = state_->api.cuEventCreate(&handle, flags);
  if (status != driver::success)
    return state_->fail(status, "cuEventCreate");
  return adoptEvent(state_, handle);
}

Result<Event> Device::openIpcEvent(const IpcHandle &handle) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  driver::IpcBytes bytes;
  std::memcpy(bytes.bytes, handle.bytes.data(), sizeof(bytes.bytes));
  driver::EventHandle event = nullptr;
  driver::Status status = state_->api.cuIpcOpenEventHandle(&event, bytes);
  if (status != driver::success)
    return state_->fail(status, "cuIpcOpenEventHandle");
  return adoptEvent(state_, event);
}

Result<IpcHandle> Event::ipcHandle() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::IpcBytes bytes = {};
  driver::Status status =
      device.api.cuIpcGetEventHandle(&bytes, state_->handle);
  if (status != driver::success)
    return device.fail(status, "cuIpcGetEventHandle");
  IpcHandle handle;
  std::memcpy(handle.bytes.data(), bytes.bytes, sizeof(bytes.bytes));
  return handle;
}

Result<void> Event::record(const Stream &stream) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  Result<void> done = device.check(
      device.api.cuEventRecord(state_->handle, stream.state()->handle),
      "cuEventRecord");
  if (done) {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->stream = stream.state();
  }
  return done;
}

Result<void> Event::synchronize() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered;
  Result<void> done = device.check(
      device.api.cuEventSynchronize(state_->handle), "cuEventSynchronize");
  if (!done)
    return done;
  std::shared_ptr<detail::StreamState> stream;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    stream = state_->stream;
  }
  return device.collectReports(stream ? stream->handle : nullptr);
}

Result<bool> Event::isDone() const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  driver::Status status = device.api.cuEventQuery(state_->handle);
  if (status != driver::success && status != driver::notReady)
    return device.fail(status, "cuEventQuery");
  return status == driver::success;
}

Result<float> Event::elapsedMs(const Event &start) const {
  detail::DeviceState &device = *state_->device;
  if (Result<void> entered = device.enter(); !entered)
    return entered.error();
  float milliseconds = 0;
  driver::Status status = device.api.cuEventElapsedTime(
      &milliseconds, start.state_->handle, state_->handle);
  if (status != driver::success)
    return device.fail(status, "cuEventElapsedTime");
  return milliseconds;
}

void *Event::handle() const { return state_->handle; }

} // namespace pyk2ptx
