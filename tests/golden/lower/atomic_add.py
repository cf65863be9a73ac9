# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], float64[::1])")
def count(n, x):
    cuda.atomic.add(n, 0, 1)
    x[1] = cuda.atomic.add(x, 0, 0.5)

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @count(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, ptr addrspace(1) noundef align 8 %2, i64 noundef range(i64 0, 281474976710657) %3) #0 {
# entry:
#   %n = alloca { ptr addrspace(1), i64 }, align 8
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %4 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %5 = insertvalue { ptr addrspace(1), i64 } %4, i64 %1, 1
#   store { ptr addrspace(1), i64 } %5, ptr %n, align 8
#   %6 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %2, 0
#   %7 = insertvalue { ptr addrspace(1), i64 } %6, i64 %3, 1
#   store { ptr addrspace(1), i64 } %7, ptr %x, align 8
#   %n1 = load { ptr addrspace(1), i64 }, ptr %n, align 8
#   %8 = extractvalue { ptr addrspace(1), i64 } %n1, 1
#   %9 = extractvalue { ptr addrspace(1), i64 } %n1, 0
#   %10 = getelementptr inbounds i32, ptr addrspace(1) %9, i64 0
#   %11 = atomicrmw add ptr addrspace(1) %10, i32 1 syncscope("device") monotonic, align 4
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %12 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %13 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %14 = getelementptr inbounds double, ptr addrspace(1) %13, i64 0
#   %15 = atomicrmw fadd ptr addrspace(1) %14, double 5.000000e-01 syncscope("device") monotonic, align 8
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %16 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %17 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %18 = getelementptr inbounds double, ptr addrspace(1) %17, i64 1
#   store double %15, ptr addrspace(1) %18, align 8
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
