from numba import cuda, float16, float32
from nvmath.device import Matmul, copy, copy_fragment, make_tensor

SIDE = 128
INNER = 32
STAGES = 3

MM = Matmul(
    size=(SIDE, SIDE, INNER),
    precision=(float16, float16, float32),
    arrangement=("row_major", "row_major", "row_major"),
    block_size=128,
)
of_a = MM.suggest_layout_smem_a()
of_b = MM.suggest_layout_smem_b()
STAGE = of_a.cosize + of_b.cosize


@cuda.jit(device=True)
def stage_a(memory, number):
    first = number % STAGES * STAGE
    return make_tensor(memory[first : first + of_a.cosize], of_a)


@cuda.jit(device=True)
def stage_b(memory, number):
    first = number % STAGES * STAGE + of_a.cosize
    return make_tensor(memory[first : first + of_b.cosize], of_b)


@cuda.jit(device=True)
def load(memory, a, b, number, row, column):
    inner = number * INNER
    of_rows = make_tensor(a[row : row + SIDE, inner : inner + INNER], MM.get_layout_gmem_a())
    of_columns = make_tensor(b[inner : inner + INNER, column : column + SIDE], MM.get_layout_gmem_b())
    copy(of_rows, stage_a(memory, number), alignment=16)
    copy(of_columns, stage_b(memory, number), alignment=16)


@cuda.jit("void(float16[:, ::1], float16[:, ::1], float16[:, ::1])", launch_bounds=(128, 2))
def mm_f16(a, b, c):
    memory = cuda.shared.array(STAGES * STAGE, float16, alignment=16)
    row = cuda.blockIdx.y * SIDE
    column = cuda.blockIdx.x * SIDE
    tiles = a.shape[1] // INNER
    total = MM.suggest_accumulator()
    for number in range(STAGES - 1):
        if number < tiles:
            load(memory, a, b, number, row, column)
        cuda.cp_async_commit_group()
    for number in range(tiles):
        # The tile is there, and nobody reads the one before any more.
        cuda.cp_async_wait_group(STAGES - 2)
        cuda.syncthreads()
        if number + STAGES - 1 < tiles:
            load(memory, a, b, number + STAGES - 1, row, column)
        cuda.cp_async_commit_group()
        MM.execute(stage_a(memory, number), stage_b(memory, number), total)
    of_tile = c[row : row + SIDE, column : column + SIDE]
    copy_fragment(total, make_tensor(of_tile, MM.get_layout_gmem_c()))
