"""A Python function as the compiler takes it: text, and what its names are.

The text is what ``inspect`` finds, so kernels of files, notebooks and of ``exec``
with linecache work alike; of other ``exec`` it is what _made_by_exec kept. Names are read from the function's code, and only those
that it loads are captured, with the values that they have at this moment. A
captured function brings its own text and names; the compiler gets a list, whose
first function is the kernel.
"""

import builtins
import enum
import os
import sys
import types as pytypes

from . import _beside_numba, _core, _made_by_exec, _numpy, errors, types
from ._device.foreign import as_cuda_array
from ._device.state import cpu_is_chosen
from ._enumerations import facts_of, is_plain
from .errors import CompileError

_PYTHON_TYPES = (int, float, complex, bool)
_made_by_exec.watch()


def _unusable(why):
    return ("unusable", why)


def _integer(value, dtype=""):
    wrapped = value & (2**128 - 1)
    high = wrapped >> 64
    return ("int", wrapped & (2**64 - 1), high - 2**64 if high >> 63 else high, dtype)


def capture_constant(value):
    """What a value that needs no function is to the compiler."""
    program = object.__new__(Program)
    program.functions, program.arrays, program.is_cpu = [], [], False
    program._places, program._attributes, program._depth = {}, set(), 0
    return program._capture(value)


class Program:
    """The functions that one kernel needs, in the compiler's order.

    ``arrays`` are the device arrays among what they captured: the code has their
    addresses.
    """

    def __init__(self, kernel, is_cpu=False):
        self.functions = []
        self.arrays = []
        self.is_cpu = is_cpu
        self._places = {}
        self._attributes = set()
        self._depth = 0
        frozen = getattr(kernel, "_frozen", None)
        if frozen is None:
            self.add(kernel)
        else:
            self.functions = list(frozen)

    def copy(self):
        """The same, to which constants may be added."""
        other = object.__new__(Program)
        other.__dict__.update(self.__dict__)
        other.functions = list(self.functions)
        other.arrays = list(self.arrays)
        other._places = dict(self._places)
        return other

    def constant(self, value):
        """What an argument is that has a value when compiling: a function, a type."""
        captured = self._capture(value)
        is_member = isinstance(value, enum.Enum) and captured[0] == "namespace"
        kinds = ("function", "library", "external", "type")
        if captured[0] not in kinds and not is_member:
            why = captured[1] if captured[0] == "unusable" else "it is no function"
            raise TypeError(f"{value!r} cannot be an argument of a kernel: {why}")
        return captured

    def add(self, function):
        """The place of a function, which is added if it is new."""
        py_func = getattr(function, "py_func", None)
        # What was pickled has none.
        key = id(function if py_func is None else py_func)
        if key in self._places:
            return self._places[key]
        frozen = getattr(function, "_frozen", None)
        if frozen is not None:
            return self._add_frozen(key, frozen)
        place = len(self.functions)
        self._places[key] = place
        self.functions.append(None)
        try:
            self.functions[place] = self._read(function)
        except BaseException:
            # Nor what it alone calls.
            del self.functions[place:]
            self._places = {key: at for key, at in self._places.items() if at < place}
            raise
        return place

    def _add_frozen(self, key, frozen):
        """A function that was pickled, with those that it calls, behind the others."""
        place = self._places[key] = len(self.functions)

        def moved(value):
            if value[0] == "function":
                return ("function", value[1] + place)
            if value[0] in ("tuple", "namespace"):
                return (value[0], [moved(part) for part in value[1]], *value[2:])
            return value

        for form, text, file, line, name, names, *rest in frozen:
            names = {key: moved(value) for key, value in names.items()}
            self.functions.append((form, text, file, line, name, names, *rest))
        return place

    def _read(self, function):
        py_func = getattr(function, "py_func", function)
        stamp = getattr(function, "_stamp", None)
        form, text, file, line = source_of(py_func, stamp)
        options = getattr(function, "_options", None)
        names = {}
        before, self._attributes = self._attributes, set()
        loaded = _loaded_names(py_func.__code__, self._attributes)
        text, defaults = _bind_defaults(py_func, text)
        for name, value in (*_values(py_func, loaded), *defaults.items()):
            names[name] = self._capture(value)
        self._attributes = before
        # A recursive device function is a closure of itself, or a global.
        return (
            form,
            text,
            file,
            line,
            "" if form == "lambda" else py_func.__name__,
            names,
            getattr(options, "typing", None) or "",
            getattr(function, "_device_signatures", ()),
            tuple(getattr(options, "link", ())),
            getattr(options, "cluster", (0, 0, 0)),
        )

    def _capture(self, value):
        """One value as _core.compile takes it."""
        self._depth += 1
        try:
            if self._depth > 20:
                return _unusable("it is nested too deeply")
            return self._capture_value(value)
        except (OSError, TypeError, CompileError) as error:
            return _unusable(str(error).splitlines()[0])
        finally:
            self._depth -= 1

    def _capture_value(self, value):
        if value is None:
            return ("none",)
        if value is Ellipsis or value is NotImplemented:
            return _unusable("it is no value of a kernel")
        if isinstance(value, enum.Enum):
            return self._capture_member(value)
        if isinstance(value, bool):
            return ("bool", int(value), 0, "")
        if type(value) is int or (
            isinstance(value, int) and not hasattr(value, "dtype")
        ):
            return _integer(int(value))
        if type(value) is float:
            return ("float", value, 0.0, "")
        if type(value) is complex:
            return ("complex", value.real, value.imag, "")
        if isinstance(value, str):
            return ("string", str(value))
        if isinstance(value, (tuple, list)):
            names = list(getattr(value, "_fields", ()))
            parts = [self._capture(item) for item in value]
            return ("tuple", parts, names, "list" if isinstance(value, list) else "")
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return ("slice", [self._capture(part) for part in parts], [])
        return self._capture_object(value)

    def _capture_member(self, member):
        if not is_plain(type(member)):
            return self._capture(member.value)
        facts = facts_of(type(member))
        if facts.problem:
            return _unusable(facts.problem)
        parts = [
            self._capture(member.value),
            ("type", facts.type) if facts.type else ("none",),
            ("none",) if facts.flags is None else _integer(facts.flags),
        ]
        # A combination of flags has no name, or one that is made of theirs.
        name = member.name if member.name in type(member).__members__ else ""
        return ("namespace", parts, [name, "", ""], f"member of {facts.place}")

    def _capture_object(self, value):
        value = _beside_numba.own(value)
        if isinstance(value, (types.Type, types.Signature)):
            return ("type", repr(value))
        library = _library_name(value)
        if library:
            return ("library", library)
        primitive = getattr(value, "_coop", None)
        if isinstance(primitive, tuple):
            maker, args, keywords = primitive
            parts = [self._capture(part) for part in (*args, *keywords.values())]
            return ("namespace", parts, [""] * len(args) + list(keywords), maker)
        made = getattr(value, "_device_object", None)
        if isinstance(made, tuple):
            return made
        declared = getattr(value, "_external", None)
        if declared is not None and not callable(declared):
            return ("external", *declared)
        if hasattr(value, "py_func") or isinstance(value, pytypes.FunctionType):
            return ("function", self.add(value))
        if isinstance(value, type) and issubclass(value, BaseException):
            # `raise` takes its name, which is all that a launch reports of it.
            errors.remember(value)
            return _unusable("it is an exception")
        if "numpy" in sys.modules:
            captured = _capture_numpy(value)
            if captured:
                return captured
        is_plain = isinstance(value, pytypes.SimpleNamespace)
        if is_plain or hasattr(value, "__dataclass_fields__"):
            return self._namespace(value)
        if isinstance(value, (pytypes.ModuleType, type)):
            return self._namespace(value)
        if is_struct_class(type(value)):
            names = list(value._field_spec)
            parts = [self._capture(getattr(value, name)) for name in names]
            return ("tuple", parts, names, "")
        if hasattr(type(value), "__cuda_array_interface__"):
            return self._capture_array(value)
        return _unusable(f"it is an object of type {type(value).__name__}")

    def _capture_array(self, value):
        """An array on a device: the kernel has its address."""
        is_own = cpu_is_chosen() and isinstance(value, _core.Array)
        if self.is_cpu and not is_own:
            return _unusable("it is an array on a GPU")
        array = as_cuda_array(value)
        if not array.is_c_contiguous():
            return _unusable("its elements do not lie in C order; pass it instead")
        if array.readonly:
            return _unusable("it is read-only; pass it instead")
        self.arrays.append(array)
        return ("device array", array.type_name, array.shape, array.address)

    def _namespace(self, value):
        """A module, a class, a dataclass's object: of it, what the function asks of
        anything."""
        names = [
            name
            for name in sorted(self._attributes)
            if not name.startswith("__") and hasattr(value, name)
        ]
        members = list(getattr(value, "__members__", ()))
        is_enumeration = isinstance(value, enum.EnumMeta)
        if is_enumeration and len(members) == len(value):
            # All of them: it may be asked for its length, or by a name.
            captured = [self._capture(member) for member in value]
            mark = "enumeration" if is_plain(value) else "enumeration of values"
            return ("namespace", captured, members, mark)
        members = [self._capture(getattr(value, name)) for name in names]
        for name, made in self._instances_of(value):
            names.append(name)
            members.append(made)
        return ("namespace", members, names)

    def _instances_of(self, value):
        """What kernels have to know of a class to make its instances: a named tuple's
        fields; a dataclass's, with their types and defaults."""
        if not isinstance(value, type):
            return
        name = ("string", value.__name__)
        if issubclass(value, tuple) and hasattr(value, "_fields"):
            fields = [("string", field) for field in value._fields]
            yield "__named_tuple__", ("tuple", [name, *fields], [])
        elif is_struct_class(value):
            fields = [
                ("tuple", [("string", field), self._capture(kind)], [])
                for field, kind in value._field_spec.items()
            ]
            yield "__dataclass__", ("tuple", [name, *fields], [])
        elif hasattr(value, "__dataclass_fields__"):
            # Here, so that nobody else pays for it.
            import dataclasses
            import typing

            fields = []
            try:
                types_of = typing.get_type_hints(value)
            except NameError:
                # A text that says what only the place of the class knows.
                types_of = {}
            for field in dataclasses.fields(value):
                kind = types_of.get(field.name, field.type)
                parts = [("string", field.name), self._capture(kind)]
                default = self._capture(field.default)
                if default[0] != "unusable":
                    parts.append(default)
                fields.append(("tuple", parts, []))
            yield "__dataclass__", ("tuple", [name, *fields], [])


def is_struct_class(value):
    """Whether it is a class that gpu_struct made, be it coop's or cuda.compute's."""
    return isinstance(value, type) and isinstance(
        getattr(value, "_field_spec", None), dict
    )


def _capture_numpy(value):
    np = _numpy.numpy()
    if isinstance(value, np.ndarray):
        if not value.dtype.names and value.dtype.kind not in "biufc":
            return _unusable(f"it is an array of NumPy's type {value.dtype}")
        array = np.ascontiguousarray(value)
        return ("array", _numpy.type_name(array.dtype), value.shape, array.tobytes())
    if isinstance(value, np.dtype):
        return ("type", _numpy.type_name(value))
    if isinstance(value, np.generic):
        name = value.dtype.name
        if value.dtype.kind == "b":
            return ("bool", int(value), 0, name)
        if value.dtype.kind in "iu":
            return _integer(int(value), name)
        if value.dtype.kind == "f":
            return ("float", float(value), 0.0, name)
        if value.dtype.kind == "c":
            return ("complex", float(value.real), float(value.imag), name)
        return _unusable(f"it is a NumPy scalar of type {name}")
    return None


def _library_name(value):
    """The dotted name of what the compiler knows by itself; None for others."""
    name = getattr(value, "_library", None)
    if isinstance(name, str):
        return name
    if isinstance(value, pytypes.ModuleType):
        root = value.__name__.partition(".")[0]
        known = root in ("math", "cmath", "operator", "numpy", "pyk2ptx", "numba")
        return value.__name__ if known else None
    if value in _PYTHON_TYPES if isinstance(value, type) else False:
        return value.__name__
    module = getattr(value, "__module__", None)
    plain = getattr(value, "__qualname__", getattr(value, "__name__", ""))
    if module == "builtins" or isinstance(value, pytypes.BuiltinFunctionType):
        owner = module or getattr(getattr(value, "__self__", None), "__name__", "")
        if owner == "builtins" and getattr(builtins, plain, None) is value:
            return plain
        owner = {"_operator": "operator"}.get(owner, owner)
        if owner in ("math", "cmath", "operator"):
            return f"{owner}.{plain}"
    return _numpy_name(value, module) or _beside_numba.name_of(value)


def _numpy_name(value, module):
    np = sys.modules.get("numpy")
    if np is None:
        return None
    if isinstance(value, np.ufunc) or (module or "").partition(".")[0] == "numpy":
        name = getattr(value, "__name__", "")
        if name and getattr(np, name, None) is value:
            return f"numpy.{name}"
    return None


def _loaded_names(code, attributes):
    """Names that code reads from outside; `attributes` gets those it asks for."""
    # Where nothing is compiled nobody pays for it.
    import dis

    loaded = set(code.co_freevars)
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            loaded.add(instruction.argval)
        elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
            attributes.add(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, pytypes.CodeType):
            loaded |= _loaded_names(constant, attributes)
    return loaded


def _bind_defaults(py_func, text):
    """The text with a name for each default that is no literal, and the names'
    values: a default is what it was when the function was defined, and its names
    may mean something else by now."""
    # Where nothing is compiled nobody pays for it.
    import ast

    if not py_func.__defaults__ and not py_func.__kwdefaults__:
        return text, {}
    block = "if True:\n" if text[:1].isspace() else ""
    tree = ast.parse(block + text)
    kinds = (ast.FunctionDef, ast.Lambda)
    args = next(node for node in ast.walk(tree) if isinstance(node, kinds)).args
    pairs = list(zip(args.defaults, py_func.__defaults__ or ()))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults):
        if default is not None:
            pairs.append((default, py_func.__kwdefaults__[arg.arg]))
    lines = [line.encode() for line in (block + text).splitlines(True)]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    encoded, values = b"".join(lines), {}
    for i, (default, value) in reversed(list(enumerate(pairs))):
        operand = getattr(default, "operand", default)
        if isinstance(operand, ast.Constant):
            continue
        begin = starts[default.lineno - 1] + default.col_offset
        end = starts[default.end_lineno - 1] + default.end_col_offset
        name = f"_default_{i}"
        # As many lines as before.
        breaks = b"\n" * encoded[begin:end].count(b"\n")
        encoded = encoded[:begin] + name.encode() + breaks + encoded[end:]
        values[name] = value
    return encoded.decode()[len(block) :], values


def _values(py_func, names):
    """Each name with what it is now: a closure's variable, a global."""
    cells = dict(zip(py_func.__code__.co_freevars, py_func.__closure__ or ()))
    for name in sorted(names):
        if name in cells:
            try:
                yield name, cells[name].cell_contents
            except ValueError:
                pass
        elif name in py_func.__globals__:
            yield name, py_func.__globals__[name]


def stamp_of(py_func):
    """What tells whether a function's file is edited; None where there is none."""
    try:
        status = os.stat(py_func.__code__.co_filename)
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size)


def _still_makes(code):
    """Whether the file, as it is now, has the same function at the same lines."""
    # Where no file changes nobody pays for it.
    import linecache

    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename))
    try:
        found = [compile(text, code.co_filename, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return False
    while found:
        each = found.pop()
        if each == code:
            return True
        found += [inner for inner in each.co_consts if isinstance(inner, type(code))]
    return False


def source_of(py_func, stamp=None):
    """(form, text, file, first line) of a function.

    CompileError when there is no text (the function was typed at a prompt, or made
    by ``exec`` before this package was imported), and when the file is not what it
    was at `stamp` and the text at its place makes another function.
    """
    # Where nothing is compiled nobody pays for it.
    import inspect

    code = py_func.__code__
    place = f"{_shown_file(code.co_filename)}:{code.co_firstlineno}"
    is_old = stamp is not None and stamp_of(py_func) not in (stamp, None)
    if is_old and not _still_makes(code):
        raise CompileError(
            f"{place}: error: the file was changed after `{py_func.__name__}` was made "
            "of it; reload the module"
        )
    try:
        made_of = _made_by_exec.text_of(code)
        if code.co_name == "<lambda>":
            return _lambda_source(code, made_of)
        if made_of is None:
            lines, first = inspect.getsourcelines(py_func)
        else:
            first = code.co_firstlineno
            lines = inspect.getblock(made_of.splitlines(True)[first - 1 :])
    except (OSError, TypeError, SyntaxError) as error:
        raise CompileError(
            f"{place}: error: the source of `{py_func.__name__}` is not to be found; a "
            "kernel's text must be in a file, in a notebook or in linecache, or be "
            "given to exec after pyk2ptx is imported"
        ) from error
    text = "".join(lines)
    return "function", text, _shown_file(code.co_filename), max(first, 1)


def _lambda_source(code, made_of):
    """The same of a lambda, which is not the only one of its line: the one that
    stands where the code says that its instructions are."""
    # Where nothing is compiled nobody pays for it.
    import ast
    import linecache

    linecache.checkcache(code.co_filename)
    lines = (
        linecache.getlines(code.co_filename)
        if made_of is None
        else made_of.splitlines(True)
    )
    if not lines:
        raise OSError("no text")
    text = "".join(lines)
    places = [
        (line, column)
        for line, _, column, end in code.co_positions()
        # The first instructions have no place of their own.
        if line is not None and column is not None and (column, end) != (0, 0)
    ]
    found = None
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Lambda) or node.lineno != code.co_firstlineno:
            continue
        body = node.body
        begin = (body.lineno, body.col_offset)
        end = (body.end_lineno, body.end_col_offset)
        # Python 3.12 keeps no place for `lambda: 1`; any that returns it serves.
        is_constant = isinstance(body, ast.Constant) and body.value in code.co_consts
        if places:
            fits = all(begin <= place <= end for place in places)
        else:
            fits = is_constant
        if fits:
            found = node
    if found is None:
        raise OSError("no such lambda")
    segment = ast.get_source_segment(text, found)
    # At its column, so that messages name it; in brackets, as it may have lines.
    line = lines[found.lineno - 1].encode()[: found.col_offset].decode()
    padding = " " * (len(line) - 1) + "(" if line else ""
    closing = ")" if line else ""
    file = _shown_file(code.co_filename)
    return "lambda", f"{padding}{segment}{closing}\n", file, found.lineno


def _cell_of(path):
    """What IPython calls the cell that it gave this name of a file: "In[3]"."""
    ipython = sys.modules.get("IPython")
    compiler = getattr(ipython and ipython.get_ipython(), "compile", None)
    # Of IPython 8 and later.
    name = getattr(compiler, "format_code_name", None)
    cell = name and name(path)
    return cell[1] if cell else None


def _shown_file(path):
    """A path as messages show it: relative where that is shorter, and a notebook's
    cell for the file that is none."""
    cell = _cell_of(path)
    if cell:
        return cell
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return path
    return relative if os.path.exists(path) and not relative.startswith("..") else path
