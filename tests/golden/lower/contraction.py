# golden: --emit=llvm --bounds=none
# golden: --emit=llvm --bounds=none --fmad=false
from numba import cuda


@cuda.jit("void(float32[::1], float32)")
def axpy(x, a):
    x[0] = a * x[1] + x[2]
    x[1] = x[3] - a * x[4]

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @axpy(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, float noundef %2) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %a = alloca float, align 4
#   br label %start
#
# start:                                            ; preds = %entry
#   %3 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %4 = insertvalue { ptr addrspace(1), i64 } %3, i64 %1, 1
#   store { ptr addrspace(1), i64 } %4, ptr %x, align 8
#   store float %2, ptr %a, align 4
#   %a1 = load float, ptr %a, align 4
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %5 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %6 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %7 = getelementptr inbounds float, ptr addrspace(1) %6, i64 1
#   %8 = load float, ptr addrspace(1) %7, align 4
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %9 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %10 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %11 = getelementptr inbounds float, ptr addrspace(1) %10, i64 2
#   %12 = load float, ptr addrspace(1) %11, align 4
#   %13 = call float @llvm.fma.f32(float %a1, float %8, float %12)
#   %x4 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %14 = extractvalue { ptr addrspace(1), i64 } %x4, 1
#   %15 = extractvalue { ptr addrspace(1), i64 } %x4, 0
#   %16 = getelementptr inbounds float, ptr addrspace(1) %15, i64 0
#   store float %13, ptr addrspace(1) %16, align 4
#   %a5 = load float, ptr %a, align 4
#   %17 = fneg float %a5
#   %x6 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %18 = extractvalue { ptr addrspace(1), i64 } %x6, 1
#   %19 = extractvalue { ptr addrspace(1), i64 } %x6, 0
#   %20 = getelementptr inbounds float, ptr addrspace(1) %19, i64 4
#   %21 = load float, ptr addrspace(1) %20, align 4
#   %x7 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %22 = extractvalue { ptr addrspace(1), i64 } %x7, 1
#   %23 = extractvalue { ptr addrspace(1), i64 } %x7, 0
#   %24 = getelementptr inbounds float, ptr addrspace(1) %23, i64 3
#   %25 = load float, ptr addrspace(1) %24, align 4
#   %26 = call float @llvm.fma.f32(float %17, float %21, float %25)
#   %x8 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %27 = extractvalue { ptr addrspace(1), i64 } %x8, 1
#   %28 = extractvalue { ptr addrspace(1), i64 } %x8, 0
#   %29 = getelementptr inbounds float, ptr addrspace(1) %28, i64 1
#   store float %26, ptr addrspace(1) %29, align 4
#   ret void
# }
#
# ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
# declare float @llvm.fma.f32(float, float, float) #1
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

# === --emit=llvm --bounds=none --fmad=false
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @axpy(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, float noundef %2) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %a = alloca float, align 4
#   br label %start
#
# start:                                            ; preds = %entry
#   %3 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %4 = insertvalue { ptr addrspace(1), i64 } %3, i64 %1, 1
#   store { ptr addrspace(1), i64 } %4, ptr %x, align 8
#   store float %2, ptr %a, align 4
#   %a1 = load float, ptr %a, align 4
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %5 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %6 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %7 = getelementptr inbounds float, ptr addrspace(1) %6, i64 1
#   %8 = load float, ptr addrspace(1) %7, align 4
#   %9 = fmul float %a1, %8
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %10 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %11 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %12 = getelementptr inbounds float, ptr addrspace(1) %11, i64 2
#   %13 = load float, ptr addrspace(1) %12, align 4
#   %14 = fadd float %9, %13
#   %x4 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %15 = extractvalue { ptr addrspace(1), i64 } %x4, 1
#   %16 = extractvalue { ptr addrspace(1), i64 } %x4, 0
#   %17 = getelementptr inbounds float, ptr addrspace(1) %16, i64 0
#   store float %14, ptr addrspace(1) %17, align 4
#   %x5 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %18 = extractvalue { ptr addrspace(1), i64 } %x5, 1
#   %19 = extractvalue { ptr addrspace(1), i64 } %x5, 0
#   %20 = getelementptr inbounds float, ptr addrspace(1) %19, i64 3
#   %21 = load float, ptr addrspace(1) %20, align 4
#   %a6 = load float, ptr %a, align 4
#   %x7 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %22 = extractvalue { ptr addrspace(1), i64 } %x7, 1
#   %23 = extractvalue { ptr addrspace(1), i64 } %x7, 0
#   %24 = getelementptr inbounds float, ptr addrspace(1) %23, i64 4
#   %25 = load float, ptr addrspace(1) %24, align 4
#   %26 = fmul float %a6, %25
#   %27 = fsub float %21, %26
#   %x8 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %28 = extractvalue { ptr addrspace(1), i64 } %x8, 1
#   %29 = extractvalue { ptr addrspace(1), i64 } %x8, 0
#   %30 = getelementptr inbounds float, ptr addrspace(1) %29, i64 1
#   store float %27, ptr addrspace(1) %30, align 4
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
