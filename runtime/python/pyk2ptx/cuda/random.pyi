from typing import Any

from .._device.arrays import DeviceNDArray

def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> DeviceNDArray: ...
def init_xoroshiro128p_states(
    states: DeviceNDArray, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None: ...

xoroshiro128p_dtype: Any
xoroshiro128p_type: Any
init_xoroshiro128p_state: Any
xoroshiro128p_jump: Any
xoroshiro128p_next: Any
xoroshiro128p_uniform_float32: Any
xoroshiro128p_uniform_float64: Any
xoroshiro128p_normal_float32: Any
xoroshiro128p_normal_float64: Any
uint64_to_unit_float32: Any
uint64_to_unit_float64: Any
