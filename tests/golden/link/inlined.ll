; float twice(float), and something that nobody calls.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@factor = internal constant float 2.0

define float @twice(float %x) #0 {
  %f = load float, ptr @factor
  %y = fmul float %x, %f
  ret float %y
}

define float @unused(float %x) {
  ret float %x
}

attributes #0 = { "target-cpu"="sm_52" }
