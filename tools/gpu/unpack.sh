# Sourced by test.sh and bench.sh: unpacks .gpu/pyk2ptx.tar.xz, goes to the
# tree's root and sets `build` (bin/ is in it) and `out` (what is to be kept).
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
build=${PYK2PTX_GPU_DIR:-/tmp/pyk2ptx-gpu}
out=${OUT:-$build/out}
mkdir -p "$build" "$out"
if [[ ! -f .gpu/pyk2ptx.tar.xz ]]; then
  echo "no .gpu/pyk2ptx.tar.xz: run tools/gpu/pack.sh where pyk2ptx builds" >&2
  exit 3
fi
# Not every machine has xz; every Python has it.
python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' \
  .gpu/pyk2ptx.tar.xz "$build" || exit
export PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
