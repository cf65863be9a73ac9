# golden: --emit=llvm
from numba import cuda


@cuda.jit("void(boolean, int8, uint16, float32, float64, UniTuple(int64, 2), float32[::1], int32[::1, :], float64[:])")
def every(a, b, c, d, e, f, g, h, i):
    pass

# === --emit=llvm
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @every(i8 noundef %0, i8 noundef %1, i16 noundef %2, float noundef %3, double noundef %4, i64 noundef %5, i64 noundef %6, ptr addrspace(1) noundef align 4 %7, i64 noundef range(i64 0, 281474976710657) %8, ptr addrspace(1) noundef align 4 %9, i64 noundef range(i64 0, 281474976710657) %10, i64 noundef range(i64 0, 281474976710657) %11, i64 noundef %12, i64 noundef %13, ptr addrspace(1) noundef align 8 %14, i64 noundef range(i64 0, 281474976710657) %15, i64 noundef %16) #0 {
# entry:
#   %a = alloca i1, align 1
#   %b = alloca i8, align 1
#   %c = alloca i16, align 2
#   %d = alloca float, align 4
#   %e = alloca double, align 8
#   %f = alloca { i64, i64 }, align 8
#   %g = alloca { ptr addrspace(1), i64 }, align 8
#   %h = alloca { ptr addrspace(1), i64, i64, i64, i64 }, align 8
#   %i = alloca { ptr addrspace(1), i64, i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %17 = icmp ne i8 %0, 0
#   store i1 %17, ptr %a, align 1
#   store i8 %1, ptr %b, align 1
#   store i16 %2, ptr %c, align 2
#   store float %3, ptr %d, align 4
#   store double %4, ptr %e, align 8
#   %18 = insertvalue { i64, i64 } poison, i64 %5, 0
#   %19 = insertvalue { i64, i64 } %18, i64 %6, 1
#   store { i64, i64 } %19, ptr %f, align 8
#   %20 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %7, 0
#   %21 = insertvalue { ptr addrspace(1), i64 } %20, i64 %8, 1
#   store { ptr addrspace(1), i64 } %21, ptr %g, align 8
#   %22 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } poison, ptr addrspace(1) %9, 0
#   %23 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %22, i64 %10, 1
#   %24 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %23, i64 %11, 2
#   %25 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %24, i64 %12, 3
#   %26 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %25, i64 %13, 4
#   store { ptr addrspace(1), i64, i64, i64, i64 } %26, ptr %h, align 8
#   %27 = insertvalue { ptr addrspace(1), i64, i64 } poison, ptr addrspace(1) %14, 0
#   %28 = insertvalue { ptr addrspace(1), i64, i64 } %27, i64 %15, 1
#   %29 = insertvalue { ptr addrspace(1), i64, i64 } %28, i64 %16, 2
#   store { ptr addrspace(1), i64, i64 } %29, ptr %i, align 8
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
