# golden: --emit=ir
# golden: --emit=llvm --bounds=none
from numba import cuda, types
from numba.types import float32, int32

scale = cuda.declare_device("scale", "float32(float32, int64)")
narrow = cuda.declare_device("narrow", "int8(int8, boolean)", abi="c")
total = cuda.declare_device("total", "float64(float64[:], float64[:, ::1])")
raw = cuda.declare_device("raw", types.int32(types.CPointer(float32), int32), abi="c")
nothing = cuda.declare_device("nothing", "void(voidptr)", abi="c", use_cooperative=True)
seven = cuda.declare_device("seven", "int32()", abi="c")


@cuda.jit(device=True)
def through(x):
    return scale(x, 2)


@cuda.jit("void(float32[::1], float64[:, ::1])")
def k(x, y):
    x[0] = through(x[1]) + scale(x[2], 3)
    x[1] = narrow(3, True)
    x[2] = total(y[0], y)
    x[3] = raw(x, 7) + raw(ffi.from_buffer(x), 8)
    nothing(y)
    x[4] = seven()

# === --emit=ir
# external scale(arg0: f32, arg1: i64) -> f32 abi numba
#
# function through__device(x: f32) -> f32
#   return scale(x, 2)
#
# external narrow(arg0: i8, arg1: bool) -> i8 abi c
#
# external total(arg0: f64[:], arg1: f64[:, ::1]) -> f64 abi numba
#
# external raw(arg0: f32[], arg1: i32) -> i32 abi c
#
# external nothing(arg0: u8[]) abi c
#
# external seven() -> i32 abi c
#
# kernel k(x: f32[::1], y: f64[:, ::1])
#   x[guard 0] = through__device(x[guard 1]) + scale(x[guard 2], 3)
#   x[guard 1] = f32(narrow(i8(3), True))
#   x[guard 2] = f32(total(f64[:](view y[guard 0, :]), y))
#   x[guard 3] = f32(i64(raw(x, i32(7))) + i64(raw(x, i32(8))))
#   nothing(y)
#   x[guard 4] = f32(seven())

# === --emit=llvm --bounds=none
# target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
# target triple = "nvptx64-nvidia-cuda"
#
# ; Function Attrs: convergent nounwind
# declare i32 @scale(ptr, float, i64) #0
#
# ; Function Attrs: alwaysinline convergent nounwind
# define internal float @through__device(float %0) #1 {
# entry:
#   %x = alloca float, align 4
#   %result = alloca float, align 4
#   br label %start
#
# start:                                            ; preds = %entry
#   store float %0, ptr %x, align 4
#   %x1 = load float, ptr %x, align 4
#   %1 = call i32 @scale(ptr %result, float %x1, i64 2) #0
#   %2 = load float, ptr %result, align 4
#   ret float %2
# }
#
# ; Function Attrs: convergent nounwind
# declare signext i8 @narrow(i8 signext, i8 zeroext) #0
#
# ; Function Attrs: convergent nounwind
# declare i32 @total(ptr, ptr, ptr, i64, i64, ptr, i64, i64, ptr, ptr, i64, i64, ptr, i64, i64, i64, i64) #0
#
# ; Function Attrs: convergent nounwind
# declare i32 @raw(ptr, i32) #0
#
# ; Function Attrs: convergent nounwind
# declare void @nothing(ptr) #0
#
# ; Function Attrs: convergent nounwind
# declare i32 @seven() #0
#
# ; Function Attrs: convergent nounwind
# define ptx_kernel void @k(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, ptr addrspace(1) noundef align 8 %2, i64 noundef range(i64 0, 281474976710657) %3, i64 noundef range(i64 0, 281474976710657) %4) #2 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %y = alloca { ptr addrspace(1), i64, i64 }, align 8
#   %result = alloca float, align 4
#   %result5 = alloca double, align 8
#   br label %start
#
# start:                                            ; preds = %entry
#   %5 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %0, 0
#   %6 = insertvalue { ptr addrspace(1), i64 } %5, i64 %1, 1
#   store { ptr addrspace(1), i64 } %6, ptr %x, align 8
#   %7 = insertvalue { ptr addrspace(1), i64, i64 } poison, ptr addrspace(1) %2, 0
#   %8 = insertvalue { ptr addrspace(1), i64, i64 } %7, i64 %3, 1
#   %9 = insertvalue { ptr addrspace(1), i64, i64 } %8, i64 %4, 2
#   store { ptr addrspace(1), i64, i64 } %9, ptr %y, align 8
#   %x1 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %10 = extractvalue { ptr addrspace(1), i64 } %x1, 1
#   %11 = extractvalue { ptr addrspace(1), i64 } %x1, 0
#   %12 = getelementptr inbounds float, ptr addrspace(1) %11, i64 1
#   %13 = load float, ptr addrspace(1) %12, align 4
#   %14 = call float @through__device(float %13)
#   %x2 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %15 = extractvalue { ptr addrspace(1), i64 } %x2, 1
#   %16 = extractvalue { ptr addrspace(1), i64 } %x2, 0
#   %17 = getelementptr inbounds float, ptr addrspace(1) %16, i64 2
#   %18 = load float, ptr addrspace(1) %17, align 4
#   %19 = call i32 @scale(ptr %result, float %18, i64 3) #0
#   %20 = load float, ptr %result, align 4
#   %21 = fadd float %14, %20
#   %x3 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %22 = extractvalue { ptr addrspace(1), i64 } %x3, 1
#   %23 = extractvalue { ptr addrspace(1), i64 } %x3, 0
#   %24 = getelementptr inbounds float, ptr addrspace(1) %23, i64 0
#   store float %21, ptr addrspace(1) %24, align 4
#   %25 = call signext i8 @narrow(i8 signext 3, i8 zeroext 1) #0
#   %26 = sitofp i8 %25 to float
#   %x4 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %27 = extractvalue { ptr addrspace(1), i64 } %x4, 1
#   %28 = extractvalue { ptr addrspace(1), i64 } %x4, 0
#   %29 = getelementptr inbounds float, ptr addrspace(1) %28, i64 1
#   store float %26, ptr addrspace(1) %29, align 4
#   %y6 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %30 = extractvalue { ptr addrspace(1), i64, i64 } %y6, 1
#   %31 = extractvalue { ptr addrspace(1), i64, i64 } %y6, 2
#   %32 = mul i64 8, %31
#   %33 = mul i64 0, %32
#   %34 = add i64 0, %33
#   %35 = extractvalue { ptr addrspace(1), i64, i64 } %y6, 2
#   %36 = sub nsw i64 %35, 1
#   %37 = select i1 false, i64 %36, i64 %35
#   %38 = select i1 false, i64 %37, i64 0
#   %39 = select i1 false, i64 0, i64 %37
#   %40 = sub nsw i64 %38, %39
#   %41 = sub nsw i64 %39, %38
#   %42 = select i1 false, i64 %40, i64 %41
#   %43 = icmp sle i64 %42, 0
#   %44 = select i1 %43, i64 0, i64 %42
#   %45 = select i1 %43, i64 0, i64 %38
#   %46 = mul i64 %45, 8
#   %47 = add i64 %34, %46
#   %48 = extractvalue { ptr addrspace(1), i64, i64 } %y6, 0
#   %49 = getelementptr i8, ptr addrspace(1) %48, i64 %47
#   %50 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %49, 0
#   %51 = insertvalue { ptr addrspace(1), i64 } %50, i64 %44, 1
#   %52 = extractvalue { ptr addrspace(1), i64 } %51, 0
#   %53 = insertvalue { ptr addrspace(1), i64, i64 } poison, ptr addrspace(1) %52, 0
#   %54 = extractvalue { ptr addrspace(1), i64 } %51, 1
#   %55 = insertvalue { ptr addrspace(1), i64, i64 } %53, i64 %54, 1
#   %56 = insertvalue { ptr addrspace(1), i64, i64 } %55, i64 8, 2
#   %57 = extractvalue { ptr addrspace(1), i64, i64 } %56, 0
#   %58 = addrspacecast ptr addrspace(1) %57 to ptr
#   %59 = extractvalue { ptr addrspace(1), i64, i64 } %56, 1
#   %60 = mul i64 1, %59
#   %61 = extractvalue { ptr addrspace(1), i64, i64 } %56, 1
#   %62 = extractvalue { ptr addrspace(1), i64, i64 } %56, 2
#   %y7 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %63 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 0
#   %64 = addrspacecast ptr addrspace(1) %63 to ptr
#   %65 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 1
#   %66 = mul i64 1, %65
#   %67 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 2
#   %68 = mul i64 %66, %67
#   %69 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 1
#   %70 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 2
#   %71 = extractvalue { ptr addrspace(1), i64, i64 } %y7, 2
#   %72 = mul i64 8, %71
#   %73 = call i32 @total(ptr %result5, ptr null, ptr null, i64 %60, i64 8, ptr %58, i64 %61, i64 %62, ptr null, ptr null, i64 %68, i64 8, ptr %64, i64 %69, i64 %70, i64 %72, i64 8) #0
#   %74 = load double, ptr %result5, align 8
#   %75 = fptrunc double %74 to float
#   %x8 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %76 = extractvalue { ptr addrspace(1), i64 } %x8, 1
#   %77 = extractvalue { ptr addrspace(1), i64 } %x8, 0
#   %78 = getelementptr inbounds float, ptr addrspace(1) %77, i64 2
#   store float %75, ptr addrspace(1) %78, align 4
#   %x9 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %79 = extractvalue { ptr addrspace(1), i64 } %x9, 0
#   %80 = addrspacecast ptr addrspace(1) %79 to ptr
#   %81 = call i32 @raw(ptr %80, i32 7) #0
#   %82 = sext i32 %81 to i64
#   %x10 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %83 = extractvalue { ptr addrspace(1), i64 } %x10, 0
#   %84 = addrspacecast ptr addrspace(1) %83 to ptr
#   %85 = call i32 @raw(ptr %84, i32 8) #0
#   %86 = sext i32 %85 to i64
#   %87 = add nsw i64 %82, %86
#   %88 = sitofp i64 %87 to float
#   %x11 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %89 = extractvalue { ptr addrspace(1), i64 } %x11, 1
#   %90 = extractvalue { ptr addrspace(1), i64 } %x11, 0
#   %91 = getelementptr inbounds float, ptr addrspace(1) %90, i64 3
#   store float %88, ptr addrspace(1) %91, align 4
#   %y12 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %92 = extractvalue { ptr addrspace(1), i64, i64 } %y12, 0
#   %93 = addrspacecast ptr addrspace(1) %92 to ptr
#   call void @nothing(ptr %93) #0
#   %94 = call i32 @seven() #0
#   %95 = sitofp i32 %94 to float
#   %x13 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %96 = extractvalue { ptr addrspace(1), i64 } %x13, 1
#   %97 = extractvalue { ptr addrspace(1), i64 } %x13, 0
#   %98 = getelementptr inbounds float, ptr addrspace(1) %97, i64 4
#   store float %95, ptr addrspace(1) %98, align 4
#   ret void
# }
#
# attributes #0 = { convergent nounwind }
# attributes #1 = { alwaysinline convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
# attributes #2 = { convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
