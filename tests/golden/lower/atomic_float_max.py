# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    cuda.atomic.nanmax(x, 0, 1)

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @k(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1) #0 {
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
#   %6 = getelementptr inbounds float, ptr addrspace(1) %5, i64 0
#   %7 = load atomic i32, ptr addrspace(1) %6 syncscope("device") monotonic, align 4
#   br label %atomic.test
#
# atomic.test:                                      ; preds = %atomic.try, %start
#   %8 = phi i32 [ %7, %start ], [ %13, %atomic.try ]
#   %9 = bitcast i32 %8 to float
#   %10 = fcmp ult float %9, 1.000000e+00
#   %11 = and i1 %10, true
#   br i1 %11, label %atomic.try, label %atomic.done
#
# atomic.try:                                       ; preds = %atomic.test
#   %12 = cmpxchg ptr addrspace(1) %6, i32 %8, i32 1065353216 syncscope("device") monotonic monotonic, align 4
#   %13 = extractvalue { i32, i1 } %12, 0
#   %14 = extractvalue { i32, i1 } %12, 1
#   br i1 %14, label %atomic.done, label %atomic.test
#
# atomic.done:                                      ; preds = %atomic.try, %atomic.test
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
