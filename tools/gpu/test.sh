#!/usr/bin/env bash
# The tests that need a GPU, from the binaries of pack.sh: doctor, the samples,
# the execution tests on both devices, compute-sanitizer. Goes on after a
# failure; the last line counts. Takes less than 9 minutes: a GPU begins about
# five processes a second, however many wait.
set -uo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/unpack.sh"
exec > >(tee "$out/gpu-test.log") 2>&1
pyk2ptx=$build/bin/pyk2ptx
passed=() failed=() skipped=()

step() {
  local name=$1 start=$SECONDS status
  shift
  echo "=== $name"
  timeout 380 "$@"
  status=$?
  case $status in
  0) passed+=("$name") ;;
  77) skipped+=("$name") ;;
  *) failed+=("$name") ;;
  esac
  echo "=== $name: status $status, $((SECONDS - start)) s"
}

execution_tests() {
  local workers=()
  if python3 -c 'import xdist' 2>/dev/null; then workers=(-n 14); fi
  # A kernel that hangs fails by itself, before the step's time is over.
  PYK2PTX=$pyk2ptx PYK2PTX_TEST_DEVICES=gpu,cpu PYK2PTX_TEST_TIMEOUT=40 timeout 370 \
    python3 -m pytest -q --tb=short -p no:cacheprovider -p no:benchmark \
    "${workers[@]}" tests/run
}

# The Python package on the GPU; its tests of the fake driver skip themselves.
python_tests() {
  PYTHONPATH=$build/python PYK2PTX_DEVICE=gpu \
    PYK2PTX_LIBDEVICE=$build/bin/libdevice.10.bc timeout 190 \
    python3 -m pytest -q --tb=short -p no:cacheprovider -p no:benchmark \
    tests/python
}

# Random kernels on the GPU; a process for each job runs many of them. What fails
# is kept as it is: where a kernel hangs, each step of making it small may, too.
random_kernels() {
  python3 -c 'import numpy' || return 77
  timeout 150 python3 tests/random/random_kernels.py \
    --program "$pyk2ptx" --device gpu --seeds "${RANDOM_SEEDS:-0-1999}" \
    --seconds "${RANDOM_SECONDS:-60}" --jobs "${RANDOM_JOBS:-12}" --ways 3 \
    --timeout 10 --no-shrink \
    --keep "$out/random"
}

# sanitize TOOL WORDS...: pyk2ptx run under one of compute-sanitizer's tools.
sanitize() {
  local tool=$1 log
  shift
  log=$(timeout 60 compute-sanitizer --tool "$tool" --error-exitcode 99 \
    "$pyk2ptx" run --device=gpu "$@" 2>&1)
  local status=$?
  echo "$tool: $*: status $status"
  if [[ $log == *"Device not supported"* ]]; then return 77; fi
  if ((status)); then tail -n 12 <<<"$log"; fi
  return $status
}

# Clean where it should be clean and, so that this says something, not clean
# where the bounds checks are off.
sanitizer() {
  if ! type -P compute-sanitizer >/dev/null; then return 77; fi
  local bad=0 tool
  local two=samples/plus_half/plus_half.py::cudakernel1
  local tiled=(samples/matmul/matmul.py::matmul_tiled --grid 3,5 --block 16,16
    'random(float32,67x129,1)' 'random(float32,129x35,2)'
    'zeros(float32,67x35)')
  local segments=(
    samples/segmented_reduction/segmented_reduction.py --grid 20 --block 256
    'ones(float32,81920)' 'zeros(float32,20)')
  echo "expected to be found:"
  sanitize memcheck "$two" --bounds=none --grid 4096 --block 1024 \
    'zeros(float32,2)'
  case $? in
  0) bad=1 ;;
  77) return 77 ;;
  esac
  echo "expected to be clean:"
  sanitize memcheck "$two" --grid 4096 --block 1024 'zeros(float32,2)' || bad=1
  sanitize memcheck samples/vecadd/vecadd.py --grid 4000 --block 256 \
    'ones(float64,1000003)' 'ones(float64,1000003)' 'zeros(float64,1000003)' ||
    bad=1
  sanitize memcheck samples/matmul/matmul.py::matmul --grid 3,5 --block 16,16 \
    "${tiled[@]:5}" || bad=1
  for tool in memcheck racecheck synccheck initcheck; do
    sanitize "$tool" "${tiled[@]}" || bad=1
    sanitize "$tool" "${segments[@]}" || bad=1
  done
  return $bad
}
# `timeout` runs programs; functions reach it through bash.
export -f execution_tests python_tests random_kernels sanitizer sanitize
export pyk2ptx build out

nvidia-smi -L
step doctor "$pyk2ptx" doctor
step "samples on the GPU" samples/demo.sh "$build" --device=gpu
step "samples on the CPU device" samples/demo.sh "$build" --device=cpu
step "execution tests" bash -c execution_tests
step "Python package" bash -c python_tests
step "random kernels" bash -c random_kernels
step compute-sanitizer bash -c sanitizer

for name in "${failed[@]}"; do echo "FAILED: $name"; done
for name in "${skipped[@]}"; do echo "SKIPPED: $name"; done
echo "all steps: $SECONDS s"
echo "${#passed[@]} passed, ${#skipped[@]} skipped, ${#failed[@]} failed"
((${#failed[@]} == 0))
