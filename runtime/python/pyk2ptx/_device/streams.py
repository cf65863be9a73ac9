"""Streams and events: queues of a device's work, and moments in them."""

import contextlib
import os

from .. import _core
from . import callbacks


class Stream(_core.Stream):
    """A queue of work. On the CPU device all work is done when it is queued."""

    @property
    def handle(self):
        """The CUstream."""
        return self.ptr

    def __int__(self):
        return self.ptr

    def __bool__(self):
        return bool(self.ptr)

    @contextlib.contextmanager
    def auto_synchronize(self):
        """Waits for the stream when the block ends."""
        yield self
        self.synchronize()

    def add_callback(self, callback, arg=None):
        """Calls ``callback(stream, status, arg)`` when the work queued so far has
        run, from another thread. Later work does not wait for it. ``status`` is
        0, or the CUresult that lost the device."""
        if self.device.is_cpu:
            callback(self, 0, arg)
            return
        event = Event(self.device, False)
        event.record(self)
        callbacks.add(self, event, lambda status: callback(self, status, arg))

    def async_done(self):
        """An awaitable: the stream, when the work queued so far has run."""
        # Programs that await nothing start faster without it.
        import asyncio

        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def finish(_stream, status, _arg):
            def resolve():
                if future.done():
                    return
                if status == 0:
                    future.set_result(self)
                else:
                    future.set_exception(RuntimeError(f"CUDA error {status}"))

            loop.call_soon_threadsafe(resolve)

        self.add_callback(finish)
        return future

    def __repr__(self):
        return f"<CUDA stream {self.ptr:#x}>" if self.ptr else "<Default CUDA stream>"


class Event(_core.Event):
    """A moment in a stream."""

    @property
    def handle(self):
        """The CUevent."""
        return self.ptr

    def record(self, stream=0):
        """The moment when what the stream has queued so far has run."""
        super().record(_as_stream(stream))

    def wait(self, stream=None):
        """Lets the stream's later work wait for this moment."""
        _as_stream(stream).wait(self)


def _as_stream(stream):
    """A Stream of what a launch takes as one."""
    if isinstance(stream, _core.Stream):
        return stream
    device = _core.current_device()
    if hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    return Stream(device, int(stream or 0))


def stream():
    """A new stream."""
    return Stream(_core.current_device())


def default_stream():
    """The default stream: the legacy one, or with
    NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM=1 the thread's."""
    choice = os.environ.get("NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM", "0")
    return Stream(_core.current_device(), 0 if choice in ("", "0") else 2)


def legacy_default_stream():
    """CUDA's legacy default stream."""
    return Stream(_core.current_device(), 1)


def per_thread_default_stream():
    """CUDA's per-thread default stream."""
    return Stream(_core.current_device(), 2)


def external_stream(ptr):
    """A stream made elsewhere, by its CUstream."""
    return Stream(_core.current_device(), int(ptr))


def event(timing=True):
    """A new event; with ``timing`` its moment can be subtracted."""
    return Event(_core.current_device(), timing)


def event_elapsed_time(start, end):
    """Milliseconds from one event to another."""
    return start.elapsed_time(end)
