# golden: --emit=llvm --bounds=none
from numba import cuda


@cuda.jit("void(int64[::1], int64, int64)")
def divide(x, a, b):
    x[0] = a // b
    x[1] = a % b

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @divide(ptr addrspace(1) noundef align 8 %0, i64 noundef range(i64 0, 281474976710657) %1, i64 noundef %2, i64 noundef %3) #0 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %a = alloca i64, align 8
#   %b = alloca i64, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %4 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %5 = insertvalue { ptr addrspace(1), i64 } %4, i64 %1, 1
#   store { ptr addrspace(1), i64 } %5, ptr %x, align 8
#   store i64 %2, ptr %a, align 8
#   store i64 %3, ptr %b, align 8
#   %a1 = load i64, ptr %a, align 8
#   %b2 = load i64, ptr %b, align 8
#   %6 = icmp eq i64 %b2, 0
#   %7 = select i1 %6, i64 1, i64 %b2
#   %8 = icmp eq i64 %b2, -1
#   %9 = select i1 %8, i64 1, i64 %7
#   %10 = sdiv i64 %a1, %9
#   %11 = mul i64 %10, %9
#   %12 = sub i64 %a1, %11
#   %13 = icmp ne i64 %12, 0
#   %14 = xor i64 %12, %9
#   %15 = icmp slt i64 %14, 0
#   %16 = and i1 %13, %15
#   %17 = zext i1 %16 to i64
#   %18 = sub i64 %10, %17
#   %19 = sub i64 0, %a1
#   %20 = select i1 %8, i64 %19, i64 %18
#   %21 = select i1 %6, i64 0, i64 %20
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %22 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %23 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %24 = getelementptr inbounds i64, ptr addrspace(1) %23, i64 0
#   store i64 %21, ptr addrspace(1) %24, align 8
#   %a4 = load i64, ptr %a, align 8
#   %b5 = load i64, ptr %b, align 8
#   %25 = icmp eq i64 %b5, 0
#   %26 = select i1 %25, i64 1, i64 %b5
#   %27 = icmp eq i64 %b5, -1
#   %28 = select i1 %27, i64 1, i64 %26
#   %29 = sdiv i64 %a4, %28
#   %30 = mul i64 %29, %28
#   %31 = sub i64 %a4, %30
#   %32 = icmp ne i64 %31, 0
#   %33 = xor i64 %31, %28
#   %34 = icmp slt i64 %33, 0
#   %35 = and i1 %32, %34
#   %36 = add i64 %31, %28
#   %37 = select i1 %35, i64 %36, i64 %31
#   %38 = select i1 %27, i64 0, i64 %37
#   %39 = select i1 %25, i64 0, i64 %38
#   %x6 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %40 = extractvalue { ptr addrspace(1), i64 } %x6, 1
#   %41 = extractvalue { ptr addrspace(1), i64 } %x6, 0
#   %42 = getelementptr inbounds i64, ptr addrspace(1) %41, i64 1
#   store i64 %39, ptr addrspace(1) %42, align 8
#   ret void
# }
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
