"""Code of other compilers as objects: what ``link=`` takes besides files' names.

The compiler links files, and tells them apart by their suffix. So code in memory
is written to a folder of this process's, under a name that its bytes make.
"""

import os
import weakref


class LinkableCode:
    """Code to link with a kernel.

    ``data`` is bytes, text, or a file object. ``setup_callback`` is called with the
    loaded kernel (``.handle``, the CUfunction) when the code is on a device, and
    ``teardown_callback`` with it when the kernel is forgotten.
    """

    kind = ""
    default_name = "<unnamed-linkable-code>"

    def __init__(self, data, name=None, setup_callback=None, teardown_callback=None):
        for callback in (setup_callback, teardown_callback):
            if callback is not None and not callable(callback):
                raise TypeError("the callback is no function")
        data = data.read() if hasattr(data, "read") else data
        self.data = data.encode() if isinstance(data, str) else bytes(data)
        self.name = name or self.default_name
        self.setup_callback = setup_callback
        self.teardown_callback = teardown_callback

    def __reduce__(self):
        return (type(self), (self.data, self.name))


class PTXSource(LinkableCode):
    """PTX's text."""

    kind = "ptx"


class CUSource(LinkableCode):
    """CUDA C++'s text; NVRTC or nvcc compiles it."""

    kind = "cu"


class Fatbin(LinkableCode):
    """A fatbin of ELF entries."""

    kind = "fatbin"


class Cubin(LinkableCode):
    """Machine code that can be linked."""

    kind = "cubin"


class Archive(LinkableCode):
    """An archive of objects."""

    kind = "a"


class Object(LinkableCode):
    """An object file of the host, with device code in it."""

    kind = "o"


class LTOIR(LinkableCode):
    """nvcc's intermediate code (-dlto)."""

    kind = "ltoir"


_folder = None


def file_of(code):
    """The file of what ``link=`` has: a path, or an object."""
    global _folder
    if not isinstance(code, LinkableCode):
        return os.fspath(code)
    # Programs without such code need none of these.
    import atexit
    import hashlib
    import shutil
    import tempfile

    if _folder is None:
        _folder = tempfile.mkdtemp(prefix="pyk2ptx-")
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    name = hashlib.sha256(code.data).hexdigest()[:32]
    path = os.path.join(_folder, f"{name}.{code.kind}")
    if not os.path.exists(path):
        partial = f"{path}.{os.getpid()}"
        with open(partial, "wb") as file:
            file.write(code.data)
        os.replace(partial, path)
    return path


def call_setup(codes, overload):
    """Calls the callbacks of the code that was loaded with a kernel."""
    for code in codes:
        if getattr(code, "setup_callback", None):
            code.setup_callback(LoadedModule(overload.handle))
        if getattr(code, "teardown_callback", None):
            module = LoadedModule(overload.handle)
            weakref.finalize(overload, code.teardown_callback, module)


class LoadedModule:
    """What the callbacks get: ``handle`` is the kernel's CUfunction, of which
    cuFuncGetModule knows the module; 0 on the CPU device."""

    def __init__(self, handle):
        self.handle = handle
