# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], float32, float64)")
def truncate(x, a, b):
    x[0] = a
    x[1] = int(b)

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @truncate(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, float noundef %2, double noundef %3) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %a = alloca float, align 4
#   %b = alloca double, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %4 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %5 = insertvalue { ptr addrspace(1), i64 } %4, i64 %1, 1
#   store { ptr addrspace(1), i64 } %5, ptr %x, align 8
#   store float %2, ptr %a, align 4
#   store double %3, ptr %b, align 8
#   %a1 = load float, ptr %a, align 4
#   %6 = call i64 @llvm.fptosi.sat.i64.f32(float %a1)
#   %7 = trunc i64 %6 to i32
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %8 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %9 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %10 = getelementptr inbounds i32, ptr addrspace(1) %9, i64 0
#   store i32 %7, ptr addrspace(1) %10, align 4
#   %b3 = load double, ptr %b, align 8
#   %11 = call i64 @llvm.fptosi.sat.i64.f64(double %b3)
#   %12 = trunc i64 %11 to i32
#   %x4 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %13 = extractvalue { ptr addrspace(1), i64 } %x4, 1
#   %14 = extractvalue { ptr addrspace(1), i64 } %x4, 0
#   %15 = getelementptr inbounds i32, ptr addrspace(1) %14, i64 1
#   store i32 %12, ptr addrspace(1) %15, align 4
#   ret void
# }
#
# ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
# declare i64 @llvm.fptosi.sat.i64.f32(float) #1
#
# ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
# declare i64 @llvm.fptosi.sat.i64.f64(double) #1
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
