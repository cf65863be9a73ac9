from collections.abc import Iterator
from typing import Any

class Device:
    # Attributes by their CU_DEVICE_ATTRIBUTE names, too: MULTIPROCESSOR_COUNT.
    id: int
    is_cpu: bool
    name: bytes
    compute_capability: tuple[int, int]
    supports_float16: bool
    supports_bfloat16: bool
    def reset(self) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, *error: Any) -> None: ...
    def __getattr__(self, name: str) -> int: ...

class _Devices:
    lst: list[Device]
    current: Any
    def __len__(self) -> int: ...
    def __getitem__(self, ordinal: int) -> Device: ...
    def __iter__(self) -> Iterator[Device]: ...

class _Runtime:
    def get_version(self) -> tuple[int, int]: ...

gpus: _Devices
runtime: _Runtime

def __getattr__(name: str) -> Any: ...
