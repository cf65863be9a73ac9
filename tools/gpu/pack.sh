#!/usr/bin/env bash
# pack.sh [BUILD_DIR]: packs what tools/gpu/test.sh and bench.sh need on a
# machine that has a GPU but cannot build: .gpu/pyk2ptx.tar.xz with the release
# build's programs (LLVM inside, stripped) and libdevice beside them. Sources
# travel with the tree. Builds the release preset unless BUILD_DIR has it.
set -euo pipefail
cd "$(dirname "$0")/../.."
release=${1:-build/release}
if (($# == 0)); then
  cmake --preset release >/dev/null
  cmake --build --preset release -j "${PYK2PTX_JOBS:-$(nproc)}" \
    --target pyk2ptx launch_bench vector_add_host c_host cuda_graph jacobi_peer \
    pyk2ptx_jit_bench pyk2ptx_python
  # Where libpng, MPI and NCCL were found.
  for program in picture jacobi_mpi; do
    cmake --build --preset release --target "$program" ||
      echo "pack.sh: $program is left out"
  done
fi
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
mkdir -p "$staging/bin" .gpu
programs=(pyk2ptx launch_bench vector_add_host c_host cuda_graph jacobi_peer
  pyk2ptx_jit_bench)
for program in picture jacobi_mpi; do
  if [[ -f $release/bin/$program ]]; then programs+=("$program"); fi
done
for program in "${programs[@]}"; do
  strip -o "$staging/bin/$program" "$release/bin/$program"
done
cp "$(tools/find_tool.sh libdevice)" "$staging/bin/libdevice.10.bc"
mkdir "$staging/python"
cp -rL "$release/python/pyk2ptx" "$staging/python/"
strip "$staging/python/pyk2ptx/_core.abi3.so"
XZ_OPT=-T0 tar -cJf .gpu/pyk2ptx.tar.xz -C "$staging" bin python
ls -lh "$staging/bin" .gpu
limit=$((64 << 20))
if (($(stat -c %s .gpu/pyk2ptx.tar.xz) > limit)); then
  echo "pack.sh: more than $limit bytes" >&2
  exit 1
fi
