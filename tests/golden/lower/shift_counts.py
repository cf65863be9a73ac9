# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int64[::1], int64, int64)")
def shift(x, a, n):
    x[0] = a << n
    x[1] = a >> n
    x[2] = a << 3

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @shift(ptr addrspace(1) noundef align 8 %0, i64 noundef range(i64 0, 281474976710657) %1, i64 noundef %2, i64 noundef %3) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %a = alloca i64, align 8
#   %n = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %4 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %5 = insertvalue { ptr addrspace(1), i64 } %4, i64 %1, 1
#   store { ptr addrspace(1), i64 } %5, ptr %x, align 8
#   store i64 %2, ptr %a, align 8
#   store i64 %3, ptr %n, align 8
#   %a1 = load i64, ptr %a, align 8
#   %n2 = load i64, ptr %n, align 8
#   %6 = icmp ult i64 %n2, 64
#   %7 = and i64 %n2, 63
#   %8 = shl i64 %a1, %7
#   %9 = select i1 %6, i64 %8, i64 0
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %10 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %11 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %12 = getelementptr inbounds i64, ptr addrspace(1) %11, i64 0
#   store i64 %9, ptr addrspace(1) %12, align 8
#   %a4 = load i64, ptr %a, align 8
#   %n5 = load i64, ptr %n, align 8
#   %13 = icmp ult i64 %n5, 64
#   %14 = select i1 %13, i64 %n5, i64 63
#   %15 = ashr i64 %a4, %14
#   %x6 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %16 = extractvalue { ptr addrspace(1), i64 } %x6, 1
#   %17 = extractvalue { ptr addrspace(1), i64 } %x6, 0
#   %18 = getelementptr inbounds i64, ptr addrspace(1) %17, i64 1
#   store i64 %15, ptr addrspace(1) %18, align 8
#   %a7 = load i64, ptr %a, align 8
#   %19 = shl i64 %a7, 3
#   %x8 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %20 = extractvalue { ptr addrspace(1), i64 } %x8, 1
#   %21 = extractvalue { ptr addrspace(1), i64 } %x8, 0
#   %22 = getelementptr inbounds i64, ptr addrspace(1) %21, i64 2
#   store i64 %19, ptr addrspace(1) %22, align 8
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
