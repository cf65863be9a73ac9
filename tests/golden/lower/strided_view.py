# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(float32[:, :])")
def view(a):
    a[:, 1][2] = 1

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @view(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, i64 noundef range(i64 0, 281474976710657) %2, i64 noundef %3, i64 noundef %4) #0 {
# entry:
#   %a = alloca { ptr addrspace(1), i64, i64, i64, i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %5 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } poison, ptr addrspace(1) %0, 0
#   %6 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %5, i64 %1, 1
#   %7 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %6, i64 %2, 2
#   %8 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %7, i64 %3, 3
#   %9 = insertvalue { ptr addrspace(1), i64, i64, i64, i64 } %8, i64 %4, 4
#   store { ptr addrspace(1), i64, i64, i64, i64 } %9, ptr %a, align 8
#   %a1 = load { ptr addrspace(1), i64, i64, i64, i64 }, ptr %a, align 8
#   %10 = extractvalue { ptr addrspace(1), i64, i64, i64, i64 } %a1, 1
#   %11 = extractvalue { ptr addrspace(1), i64, i64, i64, i64 } %a1, 3
#   %12 = mul i64 %11, 1
#   %13 = mul i64 0, %11
#   %14 = add i64 0, %13
#   %15 = extractvalue { ptr addrspace(1), i64, i64, i64, i64 } %a1, 2
#   %16 = extractvalue { ptr addrspace(1), i64, i64, i64, i64 } %a1, 4
#   %17 = mul i64 1, %16
#   %18 = add i64 %14, %17
#   %19 = extractvalue { ptr addrspace(1), i64, i64, i64, i64 } %a1, 0
#   %20 = getelementptr i8, ptr addrspace(1) %19, i64 %18
#   %21 = insertvalue { ptr addrspace(1), i64, i64 } poison, ptr addrspace(1) %20, 0
#   %22 = insertvalue { ptr addrspace(1), i64, i64 } %21, i64 %10, 1
#   %23 = insertvalue { ptr addrspace(1), i64, i64 } %22, i64 %12, 2
#   %24 = extractvalue { ptr addrspace(1), i64, i64 } %23, 1
#   %25 = extractvalue { ptr addrspace(1), i64, i64 } %23, 0
#   %26 = extractvalue { ptr addrspace(1), i64, i64 } %23, 2
#   %27 = mul nsw i64 2, %26
#   %28 = getelementptr inbounds i8, ptr addrspace(1) %25, i64 %27
#   store float 1.000000e+00, ptr addrspace(1) %28, align 4
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
