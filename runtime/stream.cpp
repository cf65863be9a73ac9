// Streams and events. The legacy default stream is the null handle; it is not
// owned, so every copy of it is as good as another.
#include "state.h"

namespace pyk2ptx {

namespace detail {

StreamState::~StreamState() {
  if (owned && device->enterToFree())
    (void)device->api.cuStreamDestroy(handle);
}

EventState::~EventState() {
  if (device->enterToFree())
    (void)device->api.cuEventDestroy(handle);
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

Stream Device::defaultStream() const { return wrapStream(nullptr); }

Stream Device::wrapStream(void *stream) const {
  auto state = std::make_shared<detail::StreamState>();
  state->device = state_;
  state->handle = static_cast<driver::StreamHandle>(stream);
  return Stream(std::move(state));
}

Result<Stream> Device::createStream() const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  auto state = std::make_shared<detail::StreamState>();
  state->device = state_;
  driver::Status status = state_->api.cuStreamCreate(&state->handle, 0);
  if (status != driver::success)
    return state_->fail(status, "cuStreamCreate");
  state->owned = true;
  return Stream(std::move(state));
}

// Event ---------------------------------------------------------------------

Event::Event(std::shared_ptr<detail::EventState> state)
    : state_(std::move(state)) {}

Result<Event> Device::createEvent(bool timing) const {
  if (Result<void> entered = state_->enter(); !entered)
    return entered.error();
  driver::EventHandle handle = nullptr;
  driver::Status status = state_->api.cuEventCreate(
      &handle, timing ? 0 : driver::eventDisableTiming);
  if (status != driver::success)
    return state_->fail(status, "cuEventCreate");
  auto state = std::make_shared<detail::EventState>();
  state->device = state_;
  state->handle = handle;
  return Event(std::move(state));
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
