# . tools/env.sh: for this shell (bash, zsh), what tools/demo.sh has made. `pyk2ptx`
# is the program; `python` has the package, NumPy, and ptxas and libdevice if no
# CUDA toolkit has them; CMake finds the package.
root=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")/.." && pwd)
if [ -e "${PYK2PTX_DEPS_DIR:-$root/.deps}/venv/bin/activate" ]; then
  . "${PYK2PTX_DEPS_DIR:-$root/.deps}/venv/bin/activate"
fi
export PATH=$root/build/bin:$PATH
export PYTHONPATH=$root/build/python${PYTHONPATH:+:$PYTHONPATH}
export CMAKE_PREFIX_PATH=$root/build/install${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
if [ ! -x "$root/build/bin/pyk2ptx" ]; then
  echo "env.sh: nothing is built yet; tools/demo.sh does it" >&2
fi
unset root
