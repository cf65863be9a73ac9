# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(float64[::1])")
def k(x):
    x[0] = cuda.shfl_xor_sync(0xFFFFFFFF, x[0], 1)

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: convergent nounwind
# define ptx_kernel void @k(ptr addrspace(1) noundef align 8 %0, i64 noundef range(i64 0, 281474976710657) %1) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %2 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %3 = insertvalue { ptr addrspace(1), i64 } %2, i64 %1, 1
#   store { ptr addrspace(1), i64 } %3, ptr %x, align 8
#   %x1 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %4 = extractvalue { ptr addrspace(1), i64 } %x1, 1
#   %5 = extractvalue { ptr addrspace(1), i64 } %x1, 0
#   %6 = getelementptr inbounds double, ptr addrspace(1) %5, i64 0
#   %7 = load double, ptr addrspace(1) %6, align 8
#   %8 = bitcast double %7 to i64
#   %9 = trunc i64 %8 to i32
#   %10 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %9, i32 1, i32 31)
#   %11 = lshr i64 %8, 32
#   %12 = trunc i64 %11 to i32
#   %13 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %12, i32 1, i32 31)
#   %14 = zext i32 %10 to i64
#   %15 = zext i32 %13 to i64
#   %16 = shl i64 %15, 32
#   %17 = or i64 %14, %16
#   %18 = bitcast i64 %17 to double
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %19 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %20 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %21 = getelementptr inbounds double, ptr addrspace(1) %20, i64 0
#   store double %18, ptr addrspace(1) %21, align 8
#   ret void
# }
#
# ; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
# declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) #1
#
# attributes #0 = { convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
