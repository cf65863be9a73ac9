"""The exceptions that pyk2ptx raises, under numba's names where it has them."""


# An installed numba's classes take the place of these two among the bases; Exception
# and Warning themselves cannot be replaced.
class _PlainError(Exception):
    pass


class _PlainWarning(Warning):
    pass


class NumbaError(_PlainError):
    """The base of what goes wrong when a kernel is compiled."""

    # numba's own would color the text.
    def __init__(self, *args):
        Exception.__init__(self, *args)
        self.msg = str(self)
        self.loc = None


class TypingError(NumbaError):
    """A kernel is wrong."""


class UnsupportedError(NumbaError):
    """A kernel uses what cannot be compiled."""


class CompileError(TypingError, UnsupportedError):
    """A kernel is wrong. Its text shows the source with carets.

    ``diagnostics`` holds the messages one by one, as tuples of severity, kind,
    text, file, line and column.
    """

    def __init__(self, text, diagnostics=()):
        super().__init__(text)
        self.diagnostics = list(diagnostics)

    def __reduce__(self):
        return (CompileError, (str(self), self.diagnostics))


class CheckError(Exception):
    """The checks of the CPU device found errors; the text is their report."""


class DeadlockError(RuntimeError):
    """Threads of a kernel wait for ever."""


class KernelRuntimeError(RuntimeError):
    """A kernel raised an exception that has no class here."""


class CudaDriverError(Exception):
    """The base of the driver's errors."""


class CudaAPIError(CudaDriverError):
    """A call of the driver failed. ``code`` is its CUresult."""

    def __init__(self, code, msg):
        super().__init__(code, msg)
        self.code = code
        self.msg = msg

    def __str__(self):
        return self.msg


class CudaSupportError(RuntimeError):
    """There is no GPU, or no driver."""


class CudaRuntimeError(RuntimeError):
    """Kept for programs that catch it."""


class LinkerError(RuntimeError):
    """What a kernel is linked with does not fit, or cannot be read."""


class NvvmError(Exception):
    """Kept for programs that catch it."""


class NvvmSupportError(ImportError):
    """Kept for programs that catch it."""


class NumbaWarning(_PlainWarning):
    """The base of warnings about kernels."""

    def __init__(self, *args):
        Warning.__init__(self, *args)


class NumbaPerformanceWarning(NumbaWarning):
    """Something is slow that need not be."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """Options that do not go together."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Something that numba no longer has."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Something that numba will not have."""


# What numba raises and programs catch, and this compiler does not tell apart: it
# raises CompileError, which is a TypingError. Children are below their parents.
_KEPT = {
    NumbaError: """LoweringError IRError DeprecationError ByteCodeSupportError
        CompilerError ConstantInferenceError InternalError NumbaRuntimeError""",
    TypingError: """UntypedAttributeError RequireLiteralValue LiteralTypingError
        NumbaValueError NumbaTypeError NumbaAttributeError NumbaAssertionError
        NumbaNotImplementedError NumbaKeyError NumbaIndexError""",
    "LoweringError": "ForbiddenConstruct",
    "IRError": "RedefinedError NotDefinedError VerificationError",
    NumbaWarning: """NumbaParallelSafetyWarning NumbaTypeSafetyWarning
        NumbaExperimentalFeatureWarning NumbaPedanticWarning NumbaDebugInfoWarning
        NumbaSystemWarning""",
    "NumbaPedanticWarning": "NumbaIRAssumptionWarning",
}
for _base in _KEPT:
    for _name in _KEPT[_base].split():
        _parent = globals()[_base] if isinstance(_base, str) else _base
        _doc = {"__doc__": "Kept for programs that catch it.", "__module__": __name__}
        globals()[_name] = type(_name, (_parent,), _doc)


_BUILTIN = {
    cls.__name__: cls
    for cls in (
        ArithmeticError,
        AssertionError,
        AttributeError,
        Exception,
        FloatingPointError,
        IndexError,
        KeyError,
        LookupError,
        MemoryError,
        NotImplementedError,
        OSError,
        OverflowError,
        RuntimeError,
        StopIteration,
        TypeError,
        ValueError,
        ZeroDivisionError,
    )
}
_OWN = {
    "CheckError": CheckError,
    "CompileError": CompileError,
    "DeadlockError": DeadlockError,
    "LinkerError": LinkerError,
    # The driver's library, or a kernel's name.
    "NotFound": CudaSupportError,
}
# Exceptions that kernels raise and programs define, by name.
_remembered = {}


def remember(cls):
    """A launch that reports an exception of this class's name raises it. Of two
    classes of one name, neither: the report does not tell which."""
    known = _remembered.get(cls.__name__, cls)
    # A notebook's cell that runs again defines its class again.
    same = known is not None and known.__module__ == cls.__module__
    _remembered[cls.__name__] = cls if same else None


def _raised(name, text):
    text = text.removeprefix(f"{name}: ")
    cls = _BUILTIN.get(name) or _remembered.get(name)
    if cls is not None:
        try:
            return cls(text)
        except TypeError:
            # It wants other arguments.
            pass
    return KernelRuntimeError(f"{name}: {text}")


# CUDA_ERROR_NO_DEVICE
_NO_DEVICE = 100


def make_exception(name, code, text):
    """The exception for one of the runtime's errors; _core calls it."""
    if code == _NO_DEVICE:
        return CudaSupportError(text)
    if code:
        return CudaAPIError(code, text)
    cls = _OWN.get(name)
    return cls(text) if cls else _raised(name, text)
