"""numba.cuda.cudadrv: where programs import the errors from."""

_MODULES = "devicearray devices driver error linkable_code nvrtc nvvm".split()


def __getattr__(name):
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
