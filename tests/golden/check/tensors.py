# golden: --emit=ir --passes=-inline-functions
# Tensors are arrays with a layout; what is done with them is expanded for it.
import numpy as np
from numba import cuda
from nvmath.device import Matmul, clear, copy, copy_wait, make_tensor

MM = Matmul(
    size=(2, 3, 4),
    precision=np.float32,
    arrangement=("row_major", "col_major", "row_major"),
    block_size=2,
)


@cuda.jit("void(float32[::1], float32[:, :], int64)")
def k(x, y, ld):
    layout = MM.suggest_layout_smem_a()
    a = make_tensor(cuda.shared.array(layout.cosize, np.float32, alignment=16), layout)
    copy(make_tensor(x, MM.get_layout_gmem_a(ld)), a)
    copy_wait()
    total = MM.suggest_accumulator()
    if not total.is_predicated():
        row, column = total.map_fragment_index(0)
        y[row, column] = total.get_results()[0] + a.layout.size
    clear(total)

# === --emit=ir --passes=-inline-functions
# function __pyk2ptx_check(value: bool) -> bool
#   if not value
#     raise ValueError("the array of `make_tensor` is shorter than its layout") reported
#   return value
#
# function __pyk2ptx_check_1(value: bool) -> bool
#   if not value
#     raise ValueError("the array of `make_tensor` begins at no multiple of 16 bytes, which its layout asks for: cuda.shared.array(..., alignment=16)") reported
#   return value
#
# function __pyk2ptx_check_2(value: bool) -> bool
#   if not value
#     raise ValueError("the leading dimension of a layout is less than its lines are long") reported
#   return value
#
# function __pyk2ptx_check_3(value: bool) -> bool
#   if not value
#     raise ValueError("the array of `make_tensor` is shorter than its layout") reported
#   return value
#
# function tensor_leading__device(layout: none, array: f32[:, ::1] as Tensor(a, float32, (2,4), global)#(8,0,4,0,float32,(2,4),a,global,2,4,1,4,2,0,4,1,1,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> i64
#   return array.shape[1]
#
# function tensor_is_in_pieces__device(layout: none, array: f32[:, ::1] as Tensor(a, float32, (2,4), global)#(8,0,4,0,float32,(2,4),a,global,2,4,1,4,2,0,4,1,1,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> bool
#   return matrix.is_aligned(array) and tensor_leading__device(False, array) % 4 == 0
#
# function tensor_rank__device(layout: none) -> i64
#   rank: i64 = i64(cuda.threadIdx.x)
#   threads: i64 = i64(cuda.blockDim.x)
#   if threads < 2
#     raise ValueError("")
#   return rank
#
# function tensor_leading__device_1(layout: none, array: shared f32[:, ::1] as Tensor(a, float32, (2,4), shared)#(8,8,16,32,float32,(2,4),a,shared,2,4,1,4,2,4,4,1,8,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> i64
#   return 4
#
# function tensor_in_line__device_1(layout: none, line: i64, along: i64, ld: i64) -> i64
#   return line * ld + along
#
# function tensor_place__device(layout: none, row: i64, column: i64, ld: i64) -> i64
#   return tensor_in_line__device_1(False, row, column, ld)
#
# function tensor_in_line__device_2(layout: none, line: i64, along: i64, ld: i64) -> i64
#   return line * ld + along
#
# function tensor_place__device_1(layout: none, row: i64, column: i64, ld: i64) -> i64
#   return tensor_in_line__device_2(False, row, column, ld)
#
# function tensor_copy_elements__device(src: f32[:, ::1] as Tensor(a, float32, (2,4), global)#(8,0,4,0,float32,(2,4),a,global,2,4,1,4,2,0,4,1,1,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1), dst: shared f32[:, ::1] as Tensor(a, float32, (2,4), shared)#(8,8,16,32,float32,(2,4),a,shared,2,4,1,4,2,4,4,1,8,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> i64
#   rank: i64 = tensor_rank__device(False)
#   s_ld: i64 = tensor_leading__device(False, src)
#   d_ld: i64 = tensor_leading__device_1(False, dst)
#   source: f32[::1] = recast f32[::1] src shape (src.size)
#   target: shared f32[::1] = recast shared f32[::1] dst shape (dst.size)
#   if rank < 2
#     for number: i64 in range(rank, 8, 2)
#       row: i64 = number // 4
#       column: i64 = number % 4
#       value: f32 = source[tensor_place__device(False, row, column, s_ld)]
#       target[tensor_place__device_1(False, row, column, d_ld)] = value
#   return 0
#
# function tensor_copy__device(src: f32[:, ::1] as Tensor(a, float32, (2,4), global)#(8,0,4,0,float32,(2,4),a,global,2,4,1,4,2,0,4,1,1,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1), dst: shared f32[:, ::1] as Tensor(a, float32, (2,4), shared)#(8,8,16,32,float32,(2,4),a,shared,2,4,1,4,2,4,4,1,8,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1), alignment: none)
#   cuda.coop._called(i32(1), i32(2))
#   if tensor_is_in_pieces__device(False, src)
#     tensor_copy_elements__device(src, dst)
#   else
#     tensor_copy_elements__device(src, dst)
#   return
#
# function tensor_wait_none__device() -> i64
#   return 0
#
# function tensor_copy_wait__device()
#   tensor_wait_none__device()
#   cuda.syncthreads()
#   return
#
# function tensor_accumulator__device(layout: none, made: local f32[::1]) -> local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1)
#   made: local f32[::1] = made
#   i: i64 = 0
#   made[0] = f32(0.0)
#   i = 1
#   made[1] = f32(0.0)
#   i = 2
#   made[2] = f32(0.0)
#   i = 3
#   made[3] = f32(0.0)
#   return recast local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1) made shape (made.size)
#
# function tensor_method_is_predicated__device(tensor: local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> bool
#   return True
#
# function tensor_rank__device_1(layout: none) -> i64
#   rank: i64 = i64(cuda.threadIdx.x)
#   threads: i64 = i64(cuda.blockDim.x)
#   if threads < 2
#     raise ValueError("")
#   return rank
#
# function tensor_element_row__device(layout: none, e: none) -> i64
#   parts: i64 = 1
#   return 0
#
# function tensor_row__device(layout: none, rank: i64, r: i64) -> i64
#   return rank // 2 + r * 1
#
# function tensor_element_column__device(layout: none, e: none) -> i64
#   columns: i64 = 1
#   parts: i64 = 1
#   return 0
#
# function tensor_column__device(layout: none, rank: i64, c: i64) -> i64
#   return rank % 2 + c * 2
#
# function tensor_method_map_fragment_index__device(tensor: local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1), index: none) -> (i64, i64)
#   rank: i64 = tensor_rank__device_1(False)
#   return (tensor_row__device(False, rank, tensor_element_row__device(False, False)), tensor_column__device(False, rank, tensor_element_column__device(False, False)))
#
# function tensor_method_get_results__device(tensor: local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1)) -> local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1)
#   return tensor
#
# function tensor_clear__device(arr: local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1))
#   i: i64 = 0
#   arr[0] = f32(0.0)
#   i = 1
#   arr[1] = f32(0.0)
#   i = 2
#   arr[2] = f32(0.0)
#   i = 3
#   arr[3] = f32(0.0)
#   return
#
# kernel k(x: f32[::1], y: f32[:, :], ld: i64)
#   shared @a: f32[8] aligned 16
#   local @made.1: f32[4]
#   a: shared f32[:, ::1] as Tensor(a, float32, (2,4), shared)#(8,8,16,32,float32,(2,4),a,shared,2,4,1,4,2,4,4,1,8,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1) = let %3: shared f32[::1] = @a in recast shared f32[:, ::1] as Tensor(a, float32, (2,4), shared)#(8,8,16,32,float32,(2,4),a,shared,2,4,1,4,2,4,4,1,8,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1) %3 shape (2, 4) guard (__pyk2ptx_check(%3.size >= 8) and __pyk2ptx_check_1(matrix.is_aligned(%3)))
#   tensor_copy__device(recast f32[:, ::1] as Tensor(a, float32, (2,4), global)#(8,0,4,0,float32,(2,4),a,global,2,4,1,4,2,0,4,1,1,0,,4,8,1,1,0,0,0,2,3,4,fma,float32,1,2,2,2,1,2,1) x shape (2, ld) guard (__pyk2ptx_check_2(ld >= 4) and __pyk2ptx_check_3(x.size >= ld * 1 + 4)), a, False)
#   tensor_copy_wait__device()
#   total: local f32[::1] as Tensor(c, float32, (2,3), registers)#(4,4,16,16,float32,(2,3),c,registers,2,3,1,3,2,3,4,1,1,0,,4,8,1,1,0,0,1,2,3,4,fma,float32,1,2,2,2,1,2,1) = tensor_accumulator__device(False, @made.1)
#   if not tensor_method_is_predicated__device(total)
#     %6: (i64, i64) = tensor_method_map_fragment_index__device(total, False)
#     row: i64 = %6.0
#     column: i64 = %6.1
#     y[guard wrap(row), guard wrap(column)] = tensor_method_get_results__device(total)[guard 0] + f32(8.0)
#   tensor_clear__device(total)
