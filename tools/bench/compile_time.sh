#!/usr/bin/env bash
# compile_time.sh [PYK2PTX [OPTION...]]: time and memory of whole compilations,
# by the release build unless another program is named (see compile_time.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
if (($# == 0)); then
  cmake --preset release >/dev/null
  cmake --build --preset release --target pyk2ptx
  set -- build/release/bin/pyk2ptx
fi
python=$(tools/find_tool.sh python || type -P python3)
exec "$python" tools/bench/compile_time.py "$@"
