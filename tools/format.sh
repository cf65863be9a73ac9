#!/usr/bin/env bash
# Formats every C++ file in place; with --check only says what is not formatted.
cd "$(dirname "$0")/.." || exit
mode=(-i)
if [[ ${1-} == --check ]]; then mode=(--dry-run -Werror); fi
find frontend compiler runtime tools tests samples bench \
  \( -name '*.cpp' -o -name '*.h' \) -print0 2>/dev/null |
  xargs -0r clang-format-22 "${mode[@]}"
