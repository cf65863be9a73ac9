# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(float32[::1])")
def shared(x):
    tile = cuda.shared.array((4, 8), "float32")
    tile[1, cuda.threadIdx.x] = x[0]
    cuda.syncthreads()
    x[0] = tile[3, 7]

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# @shared_shared = internal addrspace(3) global [32 x float] poison, align 16
#
# ; Function Attrs: convergent nounwind
# define ptx_kernel void @shared(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %tile = alloca { ptr addrspace(3), i64, i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %2 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %3 = insertvalue { ptr addrspace(1), i64 } %2, i64 %1, 1
#   store { ptr addrspace(1), i64 } %3, ptr %x, align 8
#   store { ptr addrspace(3), i64, i64 } { ptr addrspace(3) @shared_shared, i64 4, i64 8 }, ptr %tile, align 8
#   %x1 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %4 = extractvalue { ptr addrspace(1), i64 } %x1, 1
#   %5 = extractvalue { ptr addrspace(1), i64 } %x1, 0
#   %6 = getelementptr inbounds float, ptr addrspace(1) %5, i64 0
#   %7 = load float, ptr addrspace(1) %6, align 4
#   %tile2 = load { ptr addrspace(3), i64, i64 }, ptr %tile, align 8
#   %8 = extractvalue { ptr addrspace(3), i64, i64 } %tile2, 1
#   %9 = extractvalue { ptr addrspace(3), i64, i64 } %tile2, 2
#   %10 = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
#   %11 = zext nneg i32 %10 to i64
#   %12 = extractvalue { ptr addrspace(3), i64, i64 } %tile2, 0
#   %13 = extractvalue { ptr addrspace(3), i64, i64 } %tile2, 2
#   %14 = mul nsw i64 1, %13
#   %15 = add nsw i64 %14, %11
#   %16 = getelementptr inbounds float, ptr addrspace(3) %12, i64 %15
#   store float %7, ptr addrspace(3) %16, align 4
#   call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
#   %tile3 = load { ptr addrspace(3), i64, i64 }, ptr %tile, align 8
#   %17 = extractvalue { ptr addrspace(3), i64, i64 } %tile3, 1
#   %18 = extractvalue { ptr addrspace(3), i64, i64 } %tile3, 2
#   %19 = extractvalue { ptr addrspace(3), i64, i64 } %tile3, 0
#   %20 = extractvalue { ptr addrspace(3), i64, i64 } %tile3, 2
#   %21 = mul nsw i64 3, %20
#   %22 = add nsw i64 %21, 7
#   %23 = getelementptr inbounds float, ptr addrspace(3) %19, i64 %22
#   %24 = load float, ptr addrspace(3) %23, align 4
#   %x4 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %25 = extractvalue { ptr addrspace(1), i64 } %x4, 1
#   %26 = extractvalue { ptr addrspace(1), i64 } %x4, 0
#   %27 = getelementptr inbounds float, ptr addrspace(1) %26, i64 0
#   store float %24, ptr addrspace(1) %27, align 4
#   ret void
# }
#
# ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
# declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #1
#
# ; Function Attrs: convergent nocallback nounwind
# declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2
#
# attributes #0 = { convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
# attributes #2 = { convergent nocallback nounwind }
