#!/usr/bin/env bash
# pack_scaling.sh [BUILD_DIR]: packs what tools/gpu/scaling.sh needs on a machine of
# several GPUs that cannot build and has no MPI: .gpu/scaling.tar.xz with the solver
# of samples/jacobi, its kernel and MPICH, which PyPI has as a wheel that runs from
# any folder. NCCL is the other machine's. Needs a finished build, and NCCL to link.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build}")
work=$build/scaling
mpi=$work/mpi
python=$(tools/find_tool.sh python || type -P python3)
if [[ ! -x $mpi/bin/mpiexec ]]; then
  # The wheel has them as a prefix does: bin, include, lib.
  rm -rf "$mpi"
  "$python" -m pip install --quiet --no-deps --ignore-installed --prefix "$mpi" mpich
fi
cmake --install "$build" --prefix "$work/prefix" >/dev/null
PATH=$mpi/bin:$PATH cmake -S samples/jacobi -B "$work/jacobi" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix" -DMPI_HOME="$mpi"
cmake --build "$work/jacobi"
if [[ ! -x $work/jacobi/jacobi_mpi ]]; then
  echo "pack_scaling.sh: jacobi_mpi was not built; CMake says above what is missing" >&2
  exit 1
fi
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
mkdir -p "$staging/mpi/bin" .gpu
strip -o "$staging/jacobi_mpi" "$work/jacobi/jacobi_mpi"
find "$work/jacobi" -name jacobi.ptx -exec cp {} "$staging" \;
cp -r "$mpi/lib" "$staging/mpi"
cp "$mpi"/bin/{mpiexec.hydra,hydra_pmi_proxy} "$staging/mpi/bin"
XZ_OPT=-T0 tar -cJf .gpu/scaling.tar.xz -C "$staging" .
ls -lh .gpu/scaling.tar.xz
