# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def loop(x, n):
    for i in range(0, n, 2):
        x[i] = i

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @loop(ptr addrspace(1) noundef align 8 %0, i64 noundef range(i64 0, 281474976710657) %1, i64 noundef %2) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %n = alloca i64, align 8
#   %i = alloca i64, align 8
#   %counter = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %3 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %4 = insertvalue { ptr addrspace(1), i64 } %3, i64 %1, 1
#   store { ptr addrspace(1), i64 } %4, ptr %x, align 8
#   store i64 %2, ptr %n, align 8
#   %n1 = load i64, ptr %n, align 8
#   store i64 0, ptr %counter, align 8
#   br label %for.test
#
# for.test:                                         ; preds = %start
#   %5 = load i64, ptr %counter, align 8
#   %6 = icmp slt i64 %5, %n1
#   %7 = icmp sgt i64 %5, %n1
#   %8 = select i1 true, i1 %6, i1 %7
#   br i1 %8, label %for.body, label %for.end
#
# for.body:                                         ; preds = %for.next, %for.test
#   %9 = load i64, ptr %counter, align 8
#   store i64 %9, ptr %i, align 8
#   %i2 = load i64, ptr %i, align 8
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %10 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %i4 = load i64, ptr %i, align 8
#   %11 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %12 = getelementptr inbounds i64, ptr addrspace(1) %11, i64 %i4
#   store i64 %i2, ptr addrspace(1) %12, align 8
#   br label %for.next
#
# for.end:                                          ; preds = %for.next, %for.test
#   ret void
#
# for.next:                                         ; preds = %for.body
#   %13 = load i64, ptr %counter, align 8
#   %14 = sub i64 %n1, %13
#   %15 = sub i64 %13, %n1
#   %16 = select i1 true, i64 %14, i64 %15
#   %17 = add i64 %13, 2
#   store i64 %17, ptr %counter, align 8
#   %18 = icmp ugt i64 %16, 2
#   br i1 %18, label %for.body, label %for.end
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
