"""A program as users write it, for a type checker."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

import pyk2ptx
from pyk2ptx import cuda, float32, from_dtype, guvectorize, types, vectorize, void
from pyk2ptx.cuda import random
from pyk2ptx.errors import CompileError, CudaAPIError


@cuda.jit(device=True)
def square(x: float) -> float:
    return x * x


@cuda.jit(void(float32[:], float32[::1]), fastmath=True)
def kernel(a: npt.NDArray[np.float32], out: npt.NDArray[np.float32]) -> None:
    i = cuda.grid(1)
    if i < a.size:
        out[i] = square(a[i]) + math.sqrt(a[i])


@cuda.jit
def lazy(a: npt.NDArray[np.float64], n: int = 3) -> None:
    tile = cuda.shared.array(16, types.float64)
    tile[cuda.threadIdx.x] = a[0]
    cuda.syncthreads()
    cuda.atomic.add(a, 0, tile[0] * n)


@vectorize(["float32(float32, float32)"], target="cuda")
def add(x: float, y: float) -> float:
    return x + y


@guvectorize(["void(float64[:], float64[:])"], "(n)->()")
def total(row: npt.NDArray[np.float64], out: npt.NDArray[np.float64]) -> None:
    out[0] = row.sum()


def main() -> float:
    a = np.ones(64, np.float32)
    stream = cuda.stream()
    d_a = cuda.to_device(a, stream=stream)
    d_out = cuda.device_array_like(d_a)
    kernel[2, 32, stream](d_a, d_out)
    kernel.forall(64)(d_a, d_out)
    stream.synchronize()
    host: npt.NDArray[np.float32] = d_out.copy_to_host()
    lazy[1, 16](np.zeros(4), n=2)
    lazy.configure((1, 1), (4, 4))(np.zeros(4))
    states = random.create_xoroshiro128p_states(4, seed=1)
    print(states.shape, cuda.get_current_device().name, cuda.gpus.current)
    ptx, result = cuda.compile(square, float32(float32), abi_info={"abi_name": "sq"})
    print(len(ptx), result.name, from_dtype(a.dtype), kernel.signatures)
    registers = kernel.get_regs_per_thread()
    print(registers, kernel.stats.cache_hits, cuda.explain(lazy), lazy.overloads)
    start, end = cuda.event(), cuda.event()
    start.record(stream)
    end.record(stream)
    end.synchronize()
    print(cuda.event_elapsed_time(start, end))
    linked = cuda.CUSource("", name="a.cu")
    print(cuda.declare_device("one", "int32()", link=linked))
    print(pyk2ptx.as_numba(), add(a, a).sum(), total(np.ones((2, 2))))
    reduced = cuda.reduce(lambda p, q: p + q)(a)
    try:
        cuda.check(lazy)[1, 2](np.zeros(1))
    except (CompileError, CudaAPIError, cuda.CheckError) as error:
        print(error)
    return float(host[0]) + float(reduced)


if __name__ == "__main__":
    main()
