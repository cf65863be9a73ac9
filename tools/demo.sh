#!/usr/bin/env bash
# From a bare machine to running kernels: sets up, builds the program, the Python
# package and what C++ programs need, and shows the samples.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh
cmake --preset dev >/dev/null
cmake --build --preset dev -j "$(nproc)" \
  --target pyk2ptx vector_add_host pyk2ptx_python
cmake --install build --prefix build/install >/dev/null
samples/demo.sh "$PWD/build"
echo "for this shell to find what was built: . tools/env.sh"
