# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(boolean[::1], boolean)")
def flags(b, flag):
    b[0] = b[1] and flag

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @flags(ptr addrspace(1) noundef align 1 %0, i64 noundef range(i64 0, 281474976710657) %1, i8 noundef %2) #0 {
# entry:
#   %b = alloca { ptr addrspace(1), i64 }, align 8
#   %flag = alloca i1, align 1
#   br label %start
#
# start:                                            ; preds = %entry
#   %3 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %4 = insertvalue { ptr addrspace(1), i64 } %3, i64 %1, 1
#   store { ptr addrspace(1), i64 } %4, ptr %b, align 8
#   %5 = icmp ne i8 %2, 0
#   store i1 %5, ptr %flag, align 1
#   %b1 = load { ptr addrspace(1), i64 }, ptr %b, align 8
#   %6 = extractvalue { ptr addrspace(1), i64 } %b1, 1
#   %7 = extractvalue { ptr addrspace(1), i64 } %b1, 0
#   %8 = getelementptr inbounds i8, ptr addrspace(1) %7, i64 1
#   %9 = load i8, ptr addrspace(1) %8, align 1
#   %10 = icmp ne i8 %9, 0
#   br i1 %10, label %logical.right, label %logical.end
#
# logical.right:                                    ; preds = %start
#   %flag2 = load i1, ptr %flag, align 1
#   br label %logical.end
#
# logical.end:                                      ; preds = %logical.right, %start
#   %11 = phi i1 [ false, %start ], [ %flag2, %logical.right ]
#   %b3 = load { ptr addrspace(1), i64 }, ptr %b, align 8
#   %12 = extractvalue { ptr addrspace(1), i64 } %b3, 1
#   %13 = extractvalue { ptr addrspace(1), i64 } %b3, 0
#   %14 = getelementptr inbounds i8, ptr addrspace(1) %13, i64 0
#   %15 = zext i1 %11 to i8
#   store i8 %15, ptr addrspace(1) %14, align 1
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
