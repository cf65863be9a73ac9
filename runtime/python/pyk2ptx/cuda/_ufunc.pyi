from collections.abc import Callable
from typing import Any

class CUDAUFunc:
    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any: ...
    def reduce(self, arg: Any, stream: Any = 0) -> Any: ...

class GUFunc:
    def __call__(self, *args: Any, out: Any = None, stream: Any = 0) -> Any: ...

class Reduce:
    def __init__(self, functor: Callable[[Any, Any], Any]) -> None: ...
    def __call__(
        self,
        arr: Any,
        size: int | None = None,
        res: Any = None,
        init: Any = 0,
        stream: Any = 0,
    ) -> Any: ...

def vectorize(
    ftylist_or_function: Any = (), target: str = "cuda", **_options: Any
) -> Callable[[Callable[..., Any]], CUDAUFunc]: ...
def guvectorize(
    ftylist: Any, layout: str, target: str = "cuda", **_options: Any
) -> Callable[[Callable[..., Any]], GUFunc]: ...
def __getattr__(name: str) -> Any: ...
