#!/usr/bin/env bash
# Formats every C++ file in place, the Python package with its tests, and the
# prelude; with --check only says what is not formatted.
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
python=(runtime/python tests/python tests/docs frontend/prelude tests/prelude)
"$ruff" format --quiet "${python_mode[@]}" "${python[@]}" || status=1
"$ruff" check --quiet "${python[@]}" || status=1
exit $status
