# Sourced by test.sh and bench.sh: unpacks .gpu/pyk2ptx.tar.gz, goes to the
# tree's root and sets `build` (bin/ is in it) and `out` (what is to be kept).
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
build=${PYK2PTX_GPU_DIR:-/tmp/pyk2ptx-gpu}
out=${OUT:-$build/out}
mkdir -p "$build" "$out"
if [[ ! -f .gpu/pyk2ptx.tar.gz ]]; then
  echo "no .gpu/pyk2ptx.tar.gz: run tools/gpu/pack.sh where pyk2ptx builds" >&2
  exit 3
fi
tar -xzf .gpu/pyk2ptx.tar.gz -C "$build" --no-same-owner || exit
export PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
