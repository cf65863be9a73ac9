"""Callbacks of streams, called one after the other by a thread of their own.

The thread ends when none is left; a program's end waits for it. A device that was
lost calls nothing any more: its callbacks are told by their events' errors.
"""

import itertools
import os
import threading
import warnings

from .. import _core

_SECONDS_BETWEEN_LOOKS = 0.2

_numbers = itertools.count(1)
_lock = threading.Lock()
_waiting = {}
_thread = None


def add(stream, event, callback):
    """Calls ``callback(status)`` when the stream has run what is queued so far."""
    global _thread
    number = next(_numbers)
    with _lock:
        _waiting[number] = (event, callback)
        try:
            _core.note_when_reached(stream, number)
        except BaseException:
            del _waiting[number]
            raise
        if _thread is None:
            _thread = threading.Thread(target=_serve, name="pyk2ptx callbacks")
            _thread.start()


def _forget():
    """In a forked process, where the thread is not, nor what it waited for."""
    global _lock, _thread
    _lock = threading.Lock()
    _thread = None
    _waiting.clear()


os.register_at_fork(after_in_child=_forget)


def _serve():
    global _thread
    while True:
        with _lock:
            if not _waiting:
                _thread = None
                return
        number = _core.next_reached(_SECONDS_BETWEEN_LOOKS)
        if number is None:
            _look_for_errors()
        else:
            _call(number, 0)


def _look_for_errors():
    with _lock:
        waiting = list(_waiting.items())
    for number, (event, _) in waiting:
        try:
            event.query()
        except Exception as error:
            _call(number, getattr(error, "code", 1))


def _call(number, status):
    with _lock:
        _, callback = _waiting.pop(number, (None, None))
    if callback is None:
        return
    try:
        callback(status)
    except Exception as error:
        warnings.warn(f"Exception in stream callback: {error}", stacklevel=2)
