#!/usr/bin/env bash
# bench.sh [OPTION of run_peers.py...]: times the kernels of tools/bench, both
# sets, on this machine's GPU, compiled by nvcc and by pyk2ptx: ahead of time with
# guards and without, and as the JIT makes them; then launches, then the compiler
# itself. From the binaries of pack.sh; needs CuPy and nvcc. --set seen for one
# set; --contenders nvcc,pyk2ptx,jit,numba to have numba, too; --ncu for counters.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/unpack.sh"
exec > >(tee "$out/gpu-bench.log") 2>&1
pyk2ptx=$build/bin/pyk2ptx
export PYK2PTX_BENCH_DIR=$build/bench
nvidia-smi -L
make_manifest() {
  python3 tools/bench/make_manifest.py "$pyk2ptx" "$build/$1" --set all "${@:2}"
}
make_manifest guard || exit
make_manifest unchecked --variant pyk2ptx-unchecked --bounds=none || exit
make_manifest jit --variant jit --launch jit || exit
python3 tools/bench/run_peers.py --set all \
  --contenders nvcc,pyk2ptx,pyk2ptx-unchecked,jit,cublas \
  --manifest "$build/guard/manifest.json" \
  --manifest "$build/unchecked/manifest.json" \
  --manifest "$build/jit/manifest.json" --out "$out/kernels.json" "$@"
status=$?
if [[ -f $out/kernels.md ]]; then cat "$out/kernels.md"; fi
vecadd=$build/launch_vecadd
"$pyk2ptx" samples/vector_add_host/vecadd.py -o "$vecadd.ptx" &&
  { "$pyk2ptx" samples/vector_add_host/vecadd.py --arch=native \
    -o "$vecadd.cubin" || echo "SKIPPED: no cubin to load"; }
for image in "$vecadd.ptx" "$vecadd.cubin"; do
  if [[ -f $image ]]; then CUDA_CACHE_DISABLE=1 "$build/bin/launch_bench" "$image"; fi
done
tools/bench/compile_time.sh "$pyk2ptx"
PYK2PTX_LIBDEVICE=$build/bin/libdevice.10.bc "$build/bin/pyk2ptx_jit_bench"
PYTHONPATH=$build/python python3 tools/bench/python_launch.py
PYTHONPATH=$build/python python3 tools/bench/python_program.py
# Not of the kernels held out: who works on the optimiser does not read those.
tar -czf "$out/ptx.tar.gz" -C "$build" guard/seen unchecked/seen jit/seen
echo "all: $SECONDS s"
exit $status
