"""``numba.cuda.core.caching``: an index and the data that it names as files, for
programs that keep what they have made of kernels. What this package compiles is kept
elsewhere (``PYK2PTX_CACHE_DIR``).
"""

import abc
import contextlib
import os
import pickle
import tempfile


class IndexDataCacheFile:
    """Values by key in a folder: one file says which file has which value.

    All are void when ``source_stamp`` is another than theirs.
    """

    def __init__(self, cache_path, filename_base, source_stamp):
        self._folder = os.fspath(cache_path)
        self._base = filename_base
        self._stamp = source_stamp
        self._index = os.path.join(self._folder, f"{filename_base}.nbi")

    def flush(self):
        """Forgets all values."""
        self._write_index({})

    def save(self, key, data):
        """Keeps a value; the same file takes the place of an older one."""
        files = self._read_index()
        if key not in files:
            used = set(files.values())
            numbers = range(1, len(used) + 2)
            names = (f"{self._base}.{number}.nbc" for number in numbers)
            files[key] = next(name for name in names if name not in used)
        self._write(os.path.join(self._folder, files[key]), data)
        self._write_index(files)

    def load(self, key):
        """The value of a key; None where there is none."""
        name = self._read_index().get(key)
        if name is None:
            return None
        try:
            with open(os.path.join(self._folder, name), "rb") as file:
                return pickle.load(file)
        except OSError:
            return None

    def _read_index(self):
        try:
            with open(self._index, "rb") as file:
                stamp, files = pickle.load(file)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return {}
        return files if stamp == self._stamp else {}

    def _write_index(self, files):
        self._write(self._index, (self._stamp, files))

    def _write(self, path, value):
        # Whole files into place: others may read at the same time.
        os.makedirs(self._folder, exist_ok=True)
        handle, made = tempfile.mkstemp(dir=self._folder)
        try:
            with open(handle, "wb") as file:
                pickle.dump(value, file, pickle.HIGHEST_PROTOCOL)
            os.replace(made, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(made)
            raise


class _CacheLocator(abc.ABC):
    """Where what is kept of a function lies."""

    def ensure_cache_path(self):
        """Makes the folder."""
        os.makedirs(self.get_cache_path(), exist_ok=True)

    @abc.abstractmethod
    def get_cache_path(self):
        """The folder."""

    @abc.abstractmethod
    def get_source_stamp(self):
        """What changes when the source does."""

    @abc.abstractmethod
    def get_disambiguator(self):
        """What tells the function from others of its name."""


class CacheImpl(abc.ABC):
    """How a value is made fit for a file, and read back."""

    @abc.abstractmethod
    def reduce(self, data):
        """What is written."""

    @abc.abstractmethod
    def rebuild(self, target_context, reduced_data):
        """The value of what was read."""

    @abc.abstractmethod
    def check_cachable(self, cres):
        """Whether it can be kept."""
