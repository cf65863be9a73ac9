# golden: --emit=llvm
from numba import cuda


@cuda.jit(device=True)
def add(a, b):
    cuda.syncthreads()
    return a + b, a

@cuda.jit("void(int64, float32)")
def call(n, x):
    y, z = add(n, x)

# === --emit=llvm
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: alwaysinline convergent nounwind
# define internal { float, i64 } @add__device(i64 %0, float %1) #0 {
# entry:
#   %a = alloca i64, align 8
#   %b = alloca float, align 4
#   br label %start
#
# start:                                            ; preds = %entry
#   store i64 %0, ptr %a, align 8
#   store float %1, ptr %b, align 4
#   call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
#   %a1 = load i64, ptr %a, align 8
#   %2 = sitofp i64 %a1 to float
#   %b2 = load float, ptr %b, align 4
#   %3 = fadd float %2, %b2
#   %a3 = load i64, ptr %a, align 8
#   %4 = insertvalue { float, i64 } poison, float %3, 0
#   %5 = insertvalue { float, i64 } %4, i64 %a3, 1
#   ret { float, i64 } %5
# }
#
# ; Function Attrs: convergent nounwind
# define ptx_kernel void @call(i64 noundef %0, float noundef %1) #1 {
# entry:
#   %n = alloca i64, align 8
#   %x = alloca float, align 4
#   %"%2" = alloca { float, i64 }, align 8
#   %y = alloca float, align 4
#   %z = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   store i64 %0, ptr %n, align 8
#   store float %1, ptr %x, align 4
#   %n1 = load i64, ptr %n, align 8
#   %x2 = load float, ptr %x, align 4
#   %2 = call { float, i64 } @add__device(i64 %n1, float %x2)
#   store { float, i64 } %2, ptr %"%2", align 8
#   %"%23" = load { float, i64 }, ptr %"%2", align 8
#   %3 = extractvalue { float, i64 } %"%23", 0
#   store float %3, ptr %y, align 4
#   %"%24" = load { float, i64 }, ptr %"%2", align 8
#   %4 = extractvalue { float, i64 } %"%24", 1
#   store i64 %4, ptr %z, align 8
#   ret void
# }
#
# ; Function Attrs: convergent nocallback nounwind
# declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #2
#
# attributes #0 = { alwaysinline convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #2 = { convergent nocallback nounwind }
