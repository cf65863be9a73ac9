#!/usr/bin/env bash
# Makes a bare Debian machine able to build and test pyk2ptx: packages from apt,
# sources and a Python environment in .deps (or $PYK2PTX_DEPS_DIR). Does nothing,
# quickly, where everything is there already.
set -euo pipefail
cd "$(dirname "$0")/.."
deps=${PYK2PTX_DEPS_DIR:-$PWD/.deps}
tmp=$deps/tmp
mkdir -p "$deps"
trap 'rm -rf "$tmp"' EXIT

packages=(
  g++ cmake make ninja-build ccache mold llvm-22-dev clang-22 lld-22
  libclang-rt-22-dev clang-format-22 clang-tidy-22 libgtest-dev libgmock-dev
  libbenchmark-dev libzstd-dev zlib1g-dev libpng-dev hyperfine
  python3 python3-dev python3-venv
)
missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == \
    installed ]] || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "setup: installing ${missing[*]}"
  sudo=()
  if ((EUID != 0)); then
    if ! type -P sudo >/dev/null; then
      echo "setup: neither root nor sudo: as root, apt-get install ${missing[*]}" >&2
      exit 1
    fi
    sudo=(sudo)
  fi
  "${sudo[@]}" apt-get update -q
  unknown=()
  for package in "${missing[@]}"; do
    [[ $(apt-cache policy "$package") == *Candidate:\ [0-9]* ]] ||
      unknown+=("$package")
  done
  if ((${#unknown[@]})); then
    echo "setup: apt knows no ${unknown[*]}" >&2
    echo "setup: Debian 12 has LLVM 22 in bookworm-security; its line for /etc/apt/sources.list:
deb http://deb.debian.org/debian-security bookworm-security main
(for other releases of Debian and Ubuntu: https://apt.llvm.org)" >&2
    exit 1
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

venv=$deps/venv
python=$venv/bin/python
pip() { "$python" -m pip --disable-pip-version-check "$@"; }

# A stamp holds what it was made from, so that a changed list is installed.
stamp() { [[ -f $deps/$1.stamp && $(<"$deps/$1.stamp") == "$2" ]]; }

want='setuptools>=68 wheel numpy>=2 pytest hypothesis ruff mypy'
if ! stamp venv "$want" || ! "$python" -c '' 2>/dev/null; then
  echo "setup: Python environment in $venv"
  # The interpreter that users have in PATH, unless it has no venv module.
  python3 -m venv --clear "$venv" || /usr/bin/python3 -m venv --clear "$venv"
  read -ra wanted <<<"$want"
  pip install -q "${wanted[@]}"
  echo "$want" >"$deps/venv.stamp"
fi

# --no-build-isolation: pip prepares the sdists' metadata even when it only
# downloads them, with the setuptools installed above.
fetch() {
  pip download -q --no-deps --no-build-isolation --require-hashes \
    --no-binary tree-sitter,tree-sitter-python -d "$tmp" -r "$1"
}

want=$(cat tools/requirements-grammar.txt tools/requirements-scanner.txt |
  sha256sum)
if ! stamp grammar "$want"; then
  echo "setup: tree-sitter and its Python grammar in $deps"
  rm -rf "$tmp" "$deps/tree-sitter" "$deps/tree-sitter-python"
  mkdir -p "$tmp"
  fetch tools/requirements-grammar.txt
  fetch tools/requirements-scanner.txt
  for archive in "$tmp"/*.tar.gz; do
    tar -xzf "$archive" -C "$tmp" --no-same-owner
  done
  mv "$tmp/tree_sitter-0.26.1/tree_sitter/core" "$deps/tree-sitter"
  mv "$tmp/tree_sitter_python-0.25.0" "$deps/tree-sitter-python"
  mv "$tmp/tree_sitter_python-0.23.6/src/scanner.c" \
    "$deps/tree-sitter-python/src/"
  echo "$want" >"$deps/grammar.stamp"
fi

# numba-cuda's own tests, which tests/conformance runs: read, never imported.
want=$(cat tests/conformance/requirements.txt tests/conformance/numba_cuda.txt |
  sha256sum)
if ! stamp conformance "$want" || ! "$python" -c 'import filecheck' 2>/dev/null; then
  echo "setup: numba-cuda's tests in $deps"
  rm -rf "$tmp" "$deps/numba-cuda"
  mkdir -p "$tmp"
  pip install -q -r tests/conformance/requirements.txt
  # The same file, whatever Python there is.
  pip download -q --no-deps --require-hashes --only-binary :all: \
    --python-version 3.11 --platform manylinux_2_28_x86_64 -d "$tmp" \
    -r tests/conformance/numba_cuda.txt
  "$python" -m zipfile -e "$tmp"/numba_cuda-*.whl "$deps/numba-cuda"
  echo "$want" >"$deps/conformance.stamp"
fi

# What the documents are made with (tools/docs.sh), the gallery's pictures, and what
# runs the notebooks, samples/ci and samples/clusters (but for Ray, 260 MB).
want=$(sha256sum <tools/requirements-docs.txt)
if ! stamp docs "$want" || ! "$python" -c 'import sphinx, matplotlib, ipykernel, pre_commit, distributed' \
  2>/dev/null; then
  echo "setup: Sphinx, matplotlib, nbclient, pre-commit and Dask in $venv"
  pip install -q -r tools/requirements-docs.txt
  echo "$want" >"$deps/docs.stamp"
fi

# ptxas checks the PTX that the tests produce and libdevice has the math
# functions; both come with the CUDA toolkit or, without a GPU, as wheels.
export PYK2PTX_DEPS_DIR=$deps
if ! tools/find_tool.sh ptxas >/dev/null ||
  ! tools/find_tool.sh libdevice >/dev/null; then
  echo "setup: ptxas and libdevice in $venv"
  pip install -q 'nvidia-cuda-nvcc==13.0.*' 'nvidia-nvvm==13.0.*'
fi

for tool in ptxas libdevice python; do
  echo "setup: $tool is $(tools/find_tool.sh $tool || echo missing)"
done
