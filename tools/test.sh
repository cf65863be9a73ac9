#!/usr/bin/env bash
# Every test: sets the machine up, checks format and layers, builds and tests
# with gcc, then with clang's sanitizers, fuzzes for PYK2PTX_FUZZ_SECONDS (90)
# and runs clang-tidy. Goes on after a failure; the last line counts ctest's
# tests and the steps that are none.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
jobs=${PYK2PTX_JOBS:-$(nproc)}
passed=0
failed=0
skipped=0
broken=()

# step NAME COMMAND...: runs it, tells its time, counts it; its status.
step() {
  local name=$1 start=$SECONDS status=0
  shift
  echo "=== $name"
  if "$@"; then
    passed=$((passed + 1))
  else
    status=1
    failed=$((failed + 1))
    broken+=("$name")
    echo "=== $name FAILED"
  fi
  echo "=== $name: $((SECONDS - start)) s"
  return "$status"
}

# What a build that failed would have run says nothing: its messages are what
# is to be read.
not_run() {
  local name
  for name; do
    echo "=== $name NOT RUN: its build failed"
    failed=$((failed + 1))
    broken+=("$name (not run)")
  done
}

build() { cmake --preset "$1" >"/tmp/pyk2ptx-cmake-$$" 2>&1 ||
  { cat "/tmp/pyk2ptx-cmake-$$"; return 1; }
  rm -f "/tmp/pyk2ptx-cmake-$$"
  cmake --build --preset "$1" -j "$jobs"
}

# ctest's tests count one by one, instead of the step.
run_ctest() {
  local log status
  log=$(mktemp)
  ctest --preset "$1" -j "$jobs" 2>&1 | tee "$log"
  status=$?
  local total=0 bad=0 left_out
  read -r bad total < <(sed -nE \
    's/.* ([0-9]+) tests? failed out of ([0-9]+)/\1 \2/p' "$log")
  left_out=$(grep -c '\*\*\*Skipped' "$log")
  rm -f "$log"
  # What each test counted for itself.
  local folder=build
  if [[ $1 != dev ]]; then folder=build/$1; fi
  grep -hE '^([0-9]+ passed, |\| [a-z]|conformance on |\[  PASSED  \]|SKIPPED|PART: |=+ .*passed)' \
    "$folder/Testing/Temporary/LastTest.log" 2>/dev/null
  if ((${total:-0} == 0)); then return 1; fi
  passed=$((passed + total - bad - left_out))
  failed=$((failed + bad))
  skipped=$((skipped + left_out))
  if ((bad)); then
    broken+=("ctest $1")
  elif ((status)); then
    return 1
  fi
  passed=$((passed - 1)) # step adds it again
}

fuzz() {
  local seconds=${PYK2PTX_FUZZ_SECONDS:-90} seeds=()
  local folder
  for folder in tests/golden samples; do
    if [[ -d $folder ]]; then seeds+=("$folder"); fi
  done
  mkdir -p build/asan/corpus build/asan/crashes
  build/asan/bin/pyk2ptx_fuzz -max_total_time="$seconds" -timeout=120 \
    -rss_limit_mb=4096 -max_len=8192 -verbosity=0 -print_final_stats=1 \
    -close_fd_mask=1 -artifact_prefix=build/asan/crashes/ \
    build/asan/corpus "${seeds[@]}" 2>&1 | tail -n 60
}

# It has one process, and clang-tidy has many: side by side no processor waits.
# It has 90 seconds, not 60, as it then shares the processors.
fuzzer=
start_fuzz() {
  fuzz_log=$(mktemp)
  fuzz >"$fuzz_log" 2>&1 &
  fuzzer=$!
}
end_fuzz() {
  local status=0
  wait "$fuzzer" || status=$?
  cat "$fuzz_log"
  rm -f "$fuzz_log"
  return "$status"
}

step setup tools/setup.sh
PATH=$PWD/.deps/venv/bin:$PATH
step format tools/format.sh --check
step layers tools/check_layers.py
if step "build dev" build dev; then
  step "ctest dev" run_ctest dev
else
  not_run "ctest dev"
fi
if step "build asan" build asan; then
  step "ctest asan" run_ctest asan
  start_fuzz
else
  not_run "ctest asan" fuzz
fi
step tidy tools/tidy.py --jobs "$jobs"
if [[ $fuzzer ]]; then step "fuzz, beside tidy" end_fuzz; fi

if ((${#broken[@]})); then
  printf 'FAILED: %s\n' "${broken[@]}"
fi
echo "all steps: $SECONDS s"
if ((skipped)); then echo "SKIPPED: $skipped of ctest's tests"; fi
echo "$passed passed, $failed failed"
((failed == 0))
