"""``import nvmath`` where there is none: its ``device`` is pyk2ptx.device."""

from .. import device as device

__version__ = "0+pyk2ptx"
