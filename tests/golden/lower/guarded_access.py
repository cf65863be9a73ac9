# golden: --emit=llvm
# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int64)")
def copy(x, y, i):
    y[i] = x[i]

# === --emit=llvm
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @copy(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, ptr addrspace(1) noundef align 4 %2, i64 noundef range(i64 0, 281474976710657) %3, i64 noundef %4) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %y = alloca { ptr addrspace(1), i64 }, align 8
#   %i = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %5 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %6 = insertvalue { ptr addrspace(1), i64 } %5, i64 %1, 1
#   store { ptr addrspace(1), i64 } %6, ptr %x, align 8
#   %7 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %2, 0
#   %8 = insertvalue { ptr addrspace(1), i64 } %7, i64 %3, 1
#   store { ptr addrspace(1), i64 } %8, ptr %y, align 8
#   store i64 %4, ptr %i, align 8
#   %x1 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %9 = extractvalue { ptr addrspace(1), i64 } %x1, 1
#   %i2 = load i64, ptr %i, align 8
#   %10 = add i64 %i2, %9
#   %11 = icmp slt i64 %i2, 0
#   %12 = select i1 %11, i64 %10, i64 %i2
#   %13 = icmp ult i64 %12, %9
#   br i1 %13, label %inside, label %guard.end
#
# inside:                                           ; preds = %start
#   %14 = extractvalue { ptr addrspace(1), i64 } %x1, 0
#   %15 = getelementptr inbounds float, ptr addrspace(1) %14, i64 %12
#   %16 = load float, ptr addrspace(1) %15, align 4
#   br label %guard.end
#
# guard.end:                                        ; preds = %inside, %start
#   %17 = phi float [ 0.000000e+00, %start ], [ %16, %inside ]
#   %y3 = load { ptr addrspace(1), i64 }, ptr %y, align 8
#   %18 = extractvalue { ptr addrspace(1), i64 } %y3, 1
#   %i4 = load i64, ptr %i, align 8
#   %19 = add i64 %i4, %18
#   %20 = icmp slt i64 %i4, 0
#   %21 = select i1 %20, i64 %19, i64 %i4
#   %22 = icmp ult i64 %21, %18
#   br i1 %22, label %inside5, label %guard.end6
#
# inside5:                                          ; preds = %guard.end
#   %23 = extractvalue { ptr addrspace(1), i64 } %y3, 0
#   %24 = getelementptr inbounds float, ptr addrspace(1) %23, i64 %21
#   store float %17, ptr addrspace(1) %24, align 4
#   br label %guard.end6
#
# guard.end6:                                       ; preds = %inside5, %guard.end
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @copy(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, ptr addrspace(1) noundef align 4 %2, i64 noundef range(i64 0, 281474976710657) %3, i64 noundef %4) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %y = alloca { ptr addrspace(1), i64 }, align 8
#   %i = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %5 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %6 = insertvalue { ptr addrspace(1), i64 } %5, i64 %1, 1
#   store { ptr addrspace(1), i64 } %6, ptr %x, align 8
#   %7 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %2, 0
#   %8 = insertvalue { ptr addrspace(1), i64 } %7, i64 %3, 1
#   store { ptr addrspace(1), i64 } %8, ptr %y, align 8
#   store i64 %4, ptr %i, align 8
#   %x1 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %9 = extractvalue { ptr addrspace(1), i64 } %x1, 1
#   %i2 = load i64, ptr %i, align 8
#   %10 = add i64 %i2, %9
#   %11 = icmp slt i64 %i2, 0
#   %12 = select i1 %11, i64 %10, i64 %i2
#   %13 = extractvalue { ptr addrspace(1), i64 } %x1, 0
#   %14 = getelementptr inbounds float, ptr addrspace(1) %13, i64 %12
#   %15 = load float, ptr addrspace(1) %14, align 4
#   %y3 = load { ptr addrspace(1), i64 }, ptr %y, align 8
#   %16 = extractvalue { ptr addrspace(1), i64 } %y3, 1
#   %i4 = load i64, ptr %i, align 8
#   %17 = add i64 %i4, %16
#   %18 = icmp slt i64 %i4, 0
#   %19 = select i1 %18, i64 %17, i64 %i4
#   %20 = extractvalue { ptr addrspace(1), i64 } %y3, 0
#   %21 = getelementptr inbounds float, ptr addrspace(1) %20, i64 %19
#   store float %15, ptr addrspace(1) %21, align 4
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
