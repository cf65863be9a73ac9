from typing import Any

class ForAll:
    ntasks: int
    thread_per_block: int
    stream: Any
    sharedmem: int
    def __call__(self, *args: Any, **kwargs: Any) -> None: ...

def __getattr__(name: str) -> Any: ...
