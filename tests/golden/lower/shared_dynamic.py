# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int64[::1])")
def dynamic(x):
    tile = cuda.shared.array(0, "int32")
    x[0] = tile.size

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# @__pyk2ptx_dynamic_shared = external addrspace(3) global [0 x i8], align 16
#
# ; Function Attrs: nounwind
# define ptx_kernel void @dynamic(ptr addrspace(1) noundef align 8 %0, i64 noundef range(i64 0, 281474976710657) %1) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %tile = alloca { ptr addrspace(3), i64 }, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %2 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %3 = insertvalue { ptr addrspace(1), i64 } %2, i64 %1, 1
#   store { ptr addrspace(1), i64 } %3, ptr %x, align 8
#   %4 = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
#   %5 = udiv i32 %4, 4
#   %6 = zext i32 %5 to i64
#   %7 = insertvalue { ptr addrspace(3), i64 } { ptr addrspace(3) @__pyk2ptx_dynamic_shared, i64 poison }, i64 %6, 1
#   store { ptr addrspace(3), i64 } %7, ptr %tile, align 8
#   %tile1 = load { ptr addrspace(3), i64 }, ptr %tile, align 8
#   %8 = extractvalue { ptr addrspace(3), i64 } %tile1, 1
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %9 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %10 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %11 = getelementptr inbounds i64, ptr addrspace(1) %10, i64 0
#   store i64 %8, ptr addrspace(1) %11, align 8
#   ret void
# }
#
# ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
# declare noundef i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size() #1
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
