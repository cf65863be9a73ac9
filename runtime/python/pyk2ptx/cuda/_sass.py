"""Machine code as text, by NVIDIA's tools."""

import os
import re
import shutil
import subprocess
import tempfile

_FOLDERS = ("/usr/local/cuda/bin", "/opt/cuda/bin")


def find_tool(name):
    """A program of the CUDA toolkit: PYK2PTX_NAME, in the path, CUDA_HOME, or where
    toolkits lie; None."""
    stated = os.environ.get(f"PYK2PTX_{name.upper()}")
    home = os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")
    folders = ([os.path.join(home, "bin")] if home else []) + list(_FOLDERS)
    return (
        stated
        or shutil.which(name)
        or shutil.which(name, path=os.pathsep.join(folders))
    )


def disassemble(cubin, as_graph=False):
    """The text of a cubin by nvdisasm, or by cuobjdump where there is only that."""
    tool = find_tool("nvdisasm")
    flags = ["-cfg"] if as_graph else []
    if not tool and not as_graph:
        tool, flags = find_tool("cuobjdump"), ["-sass"]
    if not tool:
        raise RuntimeError(
            "nvdisasm was not found; it is part of the CUDA toolkit, and "
            "PYK2PTX_NVDISASM names its file"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.cubin")
        with open(path, "wb") as file:
            file.write(cubin)
        done = subprocess.run([tool, *flags, path], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{tool}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def resources(ptx, arch):
    """What ptxas says of the kernels of PTX: {entry: (registers, bytes spilled)}.

    None where there is no ptxas, or it refuses the PTX.
    """
    tool = find_tool("ptxas")
    if not tool:
        return None
    done = subprocess.run(
        [tool, "-v", f"--gpu-name={arch}", "-", "-o", os.devnull],
        input=ptx,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        return None
    found, entry, spilled = {}, None, 0
    for line in done.stderr.splitlines():
        if match := re.search(r"Compiling entry function '([^']+)'", line):
            entry = match[1]
        elif match := re.search(r"(\d+) bytes spill stores", line):
            spilled = int(match[1])
        elif (match := re.search(r"Used (\d+) registers", line)) and entry:
            found[entry] = (int(match[1]), spilled)
    return found
