#!/usr/bin/env bash
# From a bare machine to running kernels: sets up, builds, shows the samples.
set -euo pipefail
cd "$(dirname "$0")/.."
tools/setup.sh
cmake --preset dev >/dev/null
cmake --build --preset dev -j "$(nproc)" --target pyk2ptx vector_add_host
exec samples/demo.sh "$PWD/build"
