#!/usr/bin/env bash
# Formats every C++ file in place, and the Python package with its tests; with
# --check only says what is not formatted.
cd "$(dirname "$0")/.." || exit
mode=(-i)
python_mode=()
if [[ ${1-} == --check ]]; then
  mode=(--dry-run -Werror)
  python_mode=(--check --diff)
fi
status=0
find frontend compiler runtime tools tests samples bench \
  \( -name '*.cpp' -o -name '*.h' \) -print0 2>/dev/null |
  xargs -0r clang-format-22 "${mode[@]}" || status=1
ruff=ruff
if [[ -x .deps/venv/bin/ruff ]]; then ruff=.deps/venv/bin/ruff; fi
"$ruff" format --quiet "${python_mode[@]}" runtime/python tests/python || status=1
"$ruff" check --quiet runtime/python tests/python || status=1
exit $status
