// Streams and events, what queues work on a device and marks moments in it.
// Part of runtime.h.
#ifndef PYK2PTX_STREAM_H
#define PYK2PTX_STREAM_H

#include "pyk2ptx/error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace pyk2ptx {

namespace detail {
struct StreamState;
struct EventState;
} // namespace detail

class Event;
class Graph;

struct StreamOptions {
  /// Not ordered with the legacy default stream.
  bool nonBlocking = false;
  /// Lower numbers run first; Device::streamPriorities has the range.
  int priority = 0;
};

/// What other calls may do while a stream is captured: with Global no thread of
/// the process, with ThreadLocal not this thread, may make a call that a
/// capture forbids (allocating plainly, waiting); with Relaxed every thread
/// may.
enum class CaptureMode : std::uint8_t { Global, ThreadLocal, Relaxed };

/// A queue of work on a device. Work of one stream runs in order.
class Stream {
public:
  explicit Stream(std::shared_ptr<detail::StreamState> state);

  /// Waits for all work queued so far. Returns what went wrong in it: the
  /// driver's error, or what a kernel reported (IndexError, ...), after which
  /// the device stays usable.
  [[nodiscard]] Result<void> synchronize() const;
  /// Whether all work queued so far has run. Reads no reports.
  [[nodiscard]] Result<bool> isDone() const;
  /// Lets later work wait for `event`.
  [[nodiscard]] Result<void> wait(const Event &event) const;
  [[nodiscard]] Result<int> priority() const;

  /// Calls `function` on a thread of the driver's once the work queued so far
  /// has run; it must not call CUDA, nor throw. Not while capturing: there
  /// Graph::addHost, or the second form, whose data the caller keeps. Once the
  /// device is lost the driver calls nothing more.
  [[nodiscard]] Result<void> addCallback(std::function<void()> function) const;
  [[nodiscard]] Result<void> addCallback(void (*function)(void *),
                                         void *data) const;

  /// From here to endCapture work queued on the stream is not run but becomes
  /// a graph. The graph keeps the modules of captured launches alive, not the
  /// buffers.
  [[nodiscard]] Result<void>
  beginCapture(CaptureMode mode = CaptureMode::ThreadLocal) const;
  /// Ends the capture, an invalidated one too (which is an error).
  [[nodiscard]] Result<Graph> endCapture() const;
  [[nodiscard]] Result<bool> isCapturing() const;

  /// The CUstream.
  [[nodiscard]] void *handle() const;
  [[nodiscard]] const std::shared_ptr<detail::StreamState> &state() const {
    return state_;
  }

private:
  std::shared_ptr<detail::StreamState> state_;
};

/// Something of this process's that another may open: bytes to be sent there.
struct IpcHandle {
  std::array<char, 64> bytes = {};
  /// Of memory: where in the driver's allocation it starts, and its size.
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct EventOptions {
  /// Whether elapsedMs may be asked.
  bool timing = true;
  /// Waiting for it gives the processor away.
  bool blocking = false;
  /// ipcHandle() may be asked; then without timing.
  bool interprocess = false;
};

/// A moment in a stream.
class Event {
public:
  explicit Event(std::shared_ptr<detail::EventState> state);

  /// Marks the moment when the work queued so far has run.
  [[nodiscard]] Result<void> record(const Stream &stream) const;
  /// Waits for the recorded moment; reads reports as Stream::synchronize does.
  [[nodiscard]] Result<void> synchronize() const;
  /// Whether the recorded moment has come. Reads no reports.
  [[nodiscard]] Result<bool> isDone() const;
  /// Milliseconds from `start` to this event; both must have been reached.
  [[nodiscard]] Result<float> elapsedMs(const Event &start) const;
  /// For Device::openIpcEvent in another process.
  [[nodiscard]] Result<IpcHandle> ipcHandle() const;

  /// The CUevent.
  [[nodiscard]] void *handle() const;

private:
  std::shared_ptr<detail::EventState> state_;
};

} // namespace pyk2ptx

#endif
