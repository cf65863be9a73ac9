#!/usr/bin/env bash
# find_tool.sh ptxas|nvdisasm|libdevice|python: prints the path, or fails.
# Order: PYK2PTX_<NAME>, PATH, CUDA_HOME, /usr/local/cuda, .deps/venv.
deps=${PYK2PTX_DEPS_DIR:-$(dirname "$0")/../.deps}
override=PYK2PTX_${1^^}
if [[ -n ${!override} ]]; then
  echo "${!override}"
  exit
fi
shopt -s nullglob
wheels=("$deps"/venv/lib/python*/site-packages/nvidia/*)
roots=(${CUDA_HOME:+"$CUDA_HOME"} /usr/local/cuda "${wheels[@]}")
case $1 in
python)
  paths=("$deps/venv/bin/python")
  ;;
libdevice)
  paths=("${roots[@]/%//nvvm/libdevice/libdevice.10.bc}")
  ;;
*)
  type -P "$1" && exit
  paths=("${roots[@]/%//bin/$1}")
  ;;
esac
for path in "${paths[@]}"; do
  if [[ -f $path ]]; then
    realpath -s "$path"
    exit
  fi
done
exit 1
