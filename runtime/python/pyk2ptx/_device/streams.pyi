from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from .. import _core

class Stream(_core.Stream):
    handle: Any
    def auto_synchronize(self) -> AbstractContextManager[Stream]: ...
    def add_callback(
        self, callback: Callable[[Stream, int, Any], Any], arg: Any = None
    ) -> None: ...
    def async_done(self) -> Any: ...

class Event(_core.Event):
    handle: Any
    def wait(self, stream: Any = None) -> None: ...
    def query(self) -> bool: ...

def __getattr__(name: str) -> Any: ...
