#!/usr/bin/env bash
# demo.sh BUILD_DIR [--device=auto|gpu|cpu]: every sample, compiled to PTX, run,
# and compared with what NumPy says. BUILD_DIR holds bin/pyk2ptx.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if (($# == 0)); then
  echo "usage: samples/demo.sh BUILD_DIR [--device=auto|gpu|cpu]" >&2
  exit 2
fi
python=$("$here/../tools/find_tool.sh" python || type -P python3)
exec "$python" "$here/check.py" "$@"
