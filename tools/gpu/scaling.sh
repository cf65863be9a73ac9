#!/usr/bin/env bash
# scaling.sh [OPTION of samples/jacobi/scaling.py...]: times the solver of samples/jacobi
# on 1 to all GPUs of this machine, a process each, from what pack_scaling.sh packed;
# $OUT/scaling.json and a table. NCCL is PyTorch's, or the system's.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=${PYK2PTX_GPU_DIR:-/tmp/pyk2ptx-gpu}/scaling
out=${OUT:-$work}
rm -rf "$work/run"
mkdir -p "$work/run" "$out"
# Not every machine has xz; every Python has it.
python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' \
  .gpu/scaling.tar.xz "$work/run"
nccl=$(python3 -c 'import nvidia.nccl as n; print(list(n.__path__)[0] + "/lib")' 2>/dev/null || true)
export LD_LIBRARY_PATH=$nccl:$work/run/mpi/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
# Messages of one host need no network, nor its name.
export FI_PROVIDER=${FI_PROVIDER-shm} UCX_TLS=${UCX_TLS-self,posix,sysv,tcp}
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 || true)
gpus=$(nvidia-smi -L 2>/dev/null | wc -l || true)
nvidia-smi topo -m 2>/dev/null || true
export NCCL_DEBUG=${NCCL_DEBUG-VERSION}
python3 samples/jacobi/scaling.py --program "$work/run/jacobi_mpi" \
  --ptx "$work/run/jacobi.ptx" --gpus "${gpus}" --machine "$gpus x $name" \
  --mpiexec "$work/run/mpi/bin/mpiexec.hydra -launcher fork -hosts localhost" \
  --out "$out/scaling.json" "$@" | tee "$out/scaling.md"
