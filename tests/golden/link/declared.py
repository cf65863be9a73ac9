# golden: --emit=ir --passes=-inline-functions
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

# === --emit=ir --passes=-inline-functions
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
# define ptx_kernel void @k(ptr addrspace(1) noundef align 4 %0, i64 noundef range(i64 0, 281474976710657) %1, ptr addrspace(1) noundef align 8 %2, i64 noundef range(i64 0, 281474976710657) %3, i64 noundef range(i64 0, 281474976710657) %4) #1 {
# entry:
#   %x = alloca { ptr addrspace(1), i64 }, align 8
#   %y = alloca { ptr addrspace(1), i64, i64 }, align 8
#   %through.x = alloca float, align 4
#   %through = alloca float, align 4
#   %result = alloca float, align 4
#   %result4 = alloca float, align 4
#   %result8 = alloca double, align 8
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
#   store float %13, ptr %through.x, align 4
#   %through.x2 = load float, ptr %through.x, align 4
#   %14 = call i32 @scale(ptr %result, float %through.x2, i64 2) #0
#   %15 = load float, ptr %result, align 4
#   store float %15, ptr %through, align 4
#   %through3 = load float, ptr %through, align 4
#   %x5 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %16 = extractvalue { ptr addrspace(1), i64 } %x5, 1
#   %17 = extractvalue { ptr addrspace(1), i64 } %x5, 0
#   %18 = getelementptr inbounds float, ptr addrspace(1) %17, i64 2
#   %19 = load float, ptr addrspace(1) %18, align 4
#   %20 = call i32 @scale(ptr %result4, float %19, i64 3) #0
#   %21 = load float, ptr %result4, align 4
#   %22 = fadd float %through3, %21
#   %x6 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %23 = extractvalue { ptr addrspace(1), i64 } %x6, 1
#   %24 = extractvalue { ptr addrspace(1), i64 } %x6, 0
#   %25 = getelementptr inbounds float, ptr addrspace(1) %24, i64 0
#   store float %22, ptr addrspace(1) %25, align 4
#   %26 = call signext i8 @narrow(i8 signext 3, i8 zeroext 1) #0
#   %27 = sitofp i8 %26 to float
#   %x7 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %28 = extractvalue { ptr addrspace(1), i64 } %x7, 1
#   %29 = extractvalue { ptr addrspace(1), i64 } %x7, 0
#   %30 = getelementptr inbounds float, ptr addrspace(1) %29, i64 1
#   store float %27, ptr addrspace(1) %30, align 4
#   %y9 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %31 = extractvalue { ptr addrspace(1), i64, i64 } %y9, 1
#   %32 = extractvalue { ptr addrspace(1), i64, i64 } %y9, 2
#   %33 = mul i64 8, %32
#   %34 = mul i64 0, %33
#   %35 = add i64 0, %34
#   %36 = extractvalue { ptr addrspace(1), i64, i64 } %y9, 2
#   %37 = add i64 %35, 0
#   %38 = extractvalue { ptr addrspace(1), i64, i64 } %y9, 0
#   %39 = getelementptr i8, ptr addrspace(1) %38, i64 %37
#   %40 = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) %39, 0
#   %41 = insertvalue { ptr addrspace(1), i64 } %40, i64 %36, 1
#   %42 = extractvalue { ptr addrspace(1), i64 } %41, 0
#   %43 = insertvalue { ptr addrspace(1), i64, i64 } poison, ptr addrspace(1) %42, 0
#   %44 = extractvalue { ptr addrspace(1), i64 } %41, 1
#   %45 = insertvalue { ptr addrspace(1), i64, i64 } %43, i64 %44, 1
#   %46 = insertvalue { ptr addrspace(1), i64, i64 } %45, i64 8, 2
#   %47 = extractvalue { ptr addrspace(1), i64, i64 } %46, 0
#   %48 = addrspacecast ptr addrspace(1) %47 to ptr
#   %49 = extractvalue { ptr addrspace(1), i64, i64 } %46, 1
#   %50 = mul i64 1, %49
#   %51 = extractvalue { ptr addrspace(1), i64, i64 } %46, 1
#   %52 = extractvalue { ptr addrspace(1), i64, i64 } %46, 2
#   %y10 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %53 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 0
#   %54 = addrspacecast ptr addrspace(1) %53 to ptr
#   %55 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 1
#   %56 = mul i64 1, %55
#   %57 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 2
#   %58 = mul i64 %56, %57
#   %59 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 1
#   %60 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 2
#   %61 = extractvalue { ptr addrspace(1), i64, i64 } %y10, 2
#   %62 = mul i64 8, %61
#   %63 = call i32 @total(ptr %result8, ptr null, ptr null, i64 %50, i64 8, ptr %48, i64 %51, i64 %52, ptr null, ptr null, i64 %58, i64 8, ptr %54, i64 %59, i64 %60, i64 %62, i64 8) #0
#   %64 = load double, ptr %result8, align 8
#   %65 = fptrunc double %64 to float
#   %x11 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %66 = extractvalue { ptr addrspace(1), i64 } %x11, 1
#   %67 = extractvalue { ptr addrspace(1), i64 } %x11, 0
#   %68 = getelementptr inbounds float, ptr addrspace(1) %67, i64 2
#   store float %65, ptr addrspace(1) %68, align 4
#   %x12 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %69 = extractvalue { ptr addrspace(1), i64 } %x12, 0
#   %70 = addrspacecast ptr addrspace(1) %69 to ptr
#   %71 = call i32 @raw(ptr %70, i32 7) #0
#   %72 = sext i32 %71 to i64
#   %x13 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %73 = extractvalue { ptr addrspace(1), i64 } %x13, 0
#   %74 = addrspacecast ptr addrspace(1) %73 to ptr
#   %75 = call i32 @raw(ptr %74, i32 8) #0
#   %76 = sext i32 %75 to i64
#   %77 = add nsw i64 %72, %76
#   %78 = sitofp i64 %77 to float
#   %x14 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %79 = extractvalue { ptr addrspace(1), i64 } %x14, 1
#   %80 = extractvalue { ptr addrspace(1), i64 } %x14, 0
#   %81 = getelementptr inbounds float, ptr addrspace(1) %80, i64 3
#   store float %78, ptr addrspace(1) %81, align 4
#   %y15 = load { ptr addrspace(1), i64, i64 }, ptr %y, align 8
#   %82 = extractvalue { ptr addrspace(1), i64, i64 } %y15, 0
#   %83 = addrspacecast ptr addrspace(1) %82 to ptr
#   call void @nothing(ptr %83) #0
#   %84 = call i32 @seven() #0
#   %85 = sitofp i32 %84 to float
#   %x16 = load { ptr addrspace(1), i64 }, ptr %x, align 8
#   %86 = extractvalue { ptr addrspace(1), i64 } %x16, 1
#   %87 = extractvalue { ptr addrspace(1), i64 } %x16, 0
#   %88 = getelementptr inbounds float, ptr addrspace(1) %87, i64 4
#   store float %85, ptr addrspace(1) %88, align 4
#   ret void
# }
#
# attributes #0 = { convergent nounwind }
# attributes #1 = { convergent nounwind "target-cpu"="sm_75" "target-features"="+ptx63" }
