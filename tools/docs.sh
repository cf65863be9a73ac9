#!/usr/bin/env bash
# docs.sh [BUILD_DIR]: the documents as a site, BUILD_DIR/docs/html/index.html, from
# docs/ and the repository's own texts (docs/generate.py). Needs a build with the
# Python package. Warnings are errors, links between pages are checked, and nothing
# is fetched: the pages work from a disk, the search too.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "${1:-$here/build}")
source=$build/docs/source
python=$("$here/tools/find_tool.sh" python || type -P python3)
if [[ ! -x $build/bin/pyk2ptx || ! -d $build/python/pyk2ptx ]]; then
  echo "docs.sh: $build has no pyk2ptx with its Python package; build it first" >&2
  exit 1
fi
mkdir -p "$source"
# Pages that are gone must not stay; pictures may, when they are new enough.
rm -rf "$build/docs/html"
find "$source" -type f ! -path '*/gallery/*.png' -delete
cp -r "$here"/docs/. "$source"
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 PYK2PTX_DEVICE=cpu
export MPLBACKEND=agg
"$python" "$here/docs/generate.py" "$source" "$build/bin/pyk2ptx"
"$python" -m sphinx -q -W --keep-going -b html -d "$build/docs/doctrees" \
  "$source" "$build/docs/html"
echo "docs: $build/docs/html/index.html"
