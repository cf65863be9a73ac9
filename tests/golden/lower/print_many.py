# golden: --emit=llvm
# CUDA's vprintf reads 32 arguments, so more of them are printed by two calls.
from numba import cuda


@cuda.jit("void(int64)")
def k(x):
    print(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x)

# === --emit=llvm
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# @pyk2ptx_text = internal unnamed_addr addrspace(1) constant [156 x i8] c"%lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld \00"
# @pyk2ptx_text1 = internal unnamed_addr addrspace(1) constant [11 x i8] c"%lld %lld\0A\00"
#
# ; Function Attrs: nounwind
# define ptx_kernel void @k(i64 noundef %0) #0 {
# entry:
#   %x = alloca i64, align 8
#   %print = alloca [31 x i64], align 8
#   %print34 = alloca [2 x i64], align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   store i64 %0, ptr %x, align 8
#   %x1 = load i64, ptr %x, align 8
#   %x2 = load i64, ptr %x, align 8
#   %x3 = load i64, ptr %x, align 8
#   %x4 = load i64, ptr %x, align 8
#   %x5 = load i64, ptr %x, align 8
#   %x6 = load i64, ptr %x, align 8
#   %x7 = load i64, ptr %x, align 8
#   %x8 = load i64, ptr %x, align 8
#   %x9 = load i64, ptr %x, align 8
#   %x10 = load i64, ptr %x, align 8
#   %x11 = load i64, ptr %x, align 8
#   %x12 = load i64, ptr %x, align 8
#   %x13 = load i64, ptr %x, align 8
#   %x14 = load i64, ptr %x, align 8
#   %x15 = load i64, ptr %x, align 8
#   %x16 = load i64, ptr %x, align 8
#   %x17 = load i64, ptr %x, align 8
#   %x18 = load i64, ptr %x, align 8
#   %x19 = load i64, ptr %x, align 8
#   %x20 = load i64, ptr %x, align 8
#   %x21 = load i64, ptr %x, align 8
#   %x22 = load i64, ptr %x, align 8
#   %x23 = load i64, ptr %x, align 8
#   %x24 = load i64, ptr %x, align 8
#   %x25 = load i64, ptr %x, align 8
#   %x26 = load i64, ptr %x, align 8
#   %x27 = load i64, ptr %x, align 8
#   %x28 = load i64, ptr %x, align 8
#   %x29 = load i64, ptr %x, align 8
#   %x30 = load i64, ptr %x, align 8
#   %x31 = load i64, ptr %x, align 8
#   %x32 = load i64, ptr %x, align 8
#   %x33 = load i64, ptr %x, align 8
#   %1 = getelementptr inbounds i64, ptr %print, i64 0
#   store i64 %x1, ptr %1, align 8
#   %2 = getelementptr inbounds i64, ptr %print, i64 1
#   store i64 %x2, ptr %2, align 8
#   %3 = getelementptr inbounds i64, ptr %print, i64 2
#   store i64 %x3, ptr %3, align 8
#   %4 = getelementptr inbounds i64, ptr %print, i64 3
#   store i64 %x4, ptr %4, align 8
#   %5 = getelementptr inbounds i64, ptr %print, i64 4
#   store i64 %x5, ptr %5, align 8
#   %6 = getelementptr inbounds i64, ptr %print, i64 5
#   store i64 %x6, ptr %6, align 8
#   %7 = getelementptr inbounds i64, ptr %print, i64 6
#   store i64 %x7, ptr %7, align 8
#   %8 = getelementptr inbounds i64, ptr %print, i64 7
#   store i64 %x8, ptr %8, align 8
#   %9 = getelementptr inbounds i64, ptr %print, i64 8
#   store i64 %x9, ptr %9, align 8
#   %10 = getelementptr inbounds i64, ptr %print, i64 9
#   store i64 %x10, ptr %10, align 8
#   %11 = getelementptr inbounds i64, ptr %print, i64 10
#   store i64 %x11, ptr %11, align 8
#   %12 = getelementptr inbounds i64, ptr %print, i64 11
#   store i64 %x12, ptr %12, align 8
#   %13 = getelementptr inbounds i64, ptr %print, i64 12
#   store i64 %x13, ptr %13, align 8
#   %14 = getelementptr inbounds i64, ptr %print, i64 13
#   store i64 %x14, ptr %14, align 8
#   %15 = getelementptr inbounds i64, ptr %print, i64 14
#   store i64 %x15, ptr %15, align 8
#   %16 = getelementptr inbounds i64, ptr %print, i64 15
#   store i64 %x16, ptr %16, align 8
#   %17 = getelementptr inbounds i64, ptr %print, i64 16
#   store i64 %x17, ptr %17, align 8
#   %18 = getelementptr inbounds i64, ptr %print, i64 17
#   store i64 %x18, ptr %18, align 8
#   %19 = getelementptr inbounds i64, ptr %print, i64 18
#   store i64 %x19, ptr %19, align 8
#   %20 = getelementptr inbounds i64, ptr %print, i64 19
#   store i64 %x20, ptr %20, align 8
#   %21 = getelementptr inbounds i64, ptr %print, i64 20
#   store i64 %x21, ptr %21, align 8
#   %22 = getelementptr inbounds i64, ptr %print, i64 21
#   store i64 %x22, ptr %22, align 8
#   %23 = getelementptr inbounds i64, ptr %print, i64 22
#   store i64 %x23, ptr %23, align 8
#   %24 = getelementptr inbounds i64, ptr %print, i64 23
#   store i64 %x24, ptr %24, align 8
#   %25 = getelementptr inbounds i64, ptr %print, i64 24
#   store i64 %x25, ptr %25, align 8
#   %26 = getelementptr inbounds i64, ptr %print, i64 25
#   store i64 %x26, ptr %26, align 8
#   %27 = getelementptr inbounds i64, ptr %print, i64 26
#   store i64 %x27, ptr %27, align 8
#   %28 = getelementptr inbounds i64, ptr %print, i64 27
#   store i64 %x28, ptr %28, align 8
#   %29 = getelementptr inbounds i64, ptr %print, i64 28
#   store i64 %x29, ptr %29, align 8
#   %30 = getelementptr inbounds i64, ptr %print, i64 29
#   store i64 %x30, ptr %30, align 8
#   %31 = getelementptr inbounds i64, ptr %print, i64 30
#   store i64 %x31, ptr %31, align 8
#   %32 = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @pyk2ptx_text to ptr), ptr %print) #1
#   %33 = getelementptr inbounds i64, ptr %print34, i64 0
#   store i64 %x32, ptr %33, align 8
#   %34 = getelementptr inbounds i64, ptr %print34, i64 1
#   store i64 %x33, ptr %34, align 8
#   %35 = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @pyk2ptx_text1 to ptr), ptr %print34) #1
#   ret void
# }
#
# declare i32 @vprintf(ptr, ptr)
#
# attributes #0 = { nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #1 = { nounwind }
