"""The texts of functions that ``exec`` and ``eval`` make.

Python forgets them: a function of ``exec(text)`` says that it is of "<string>", which
is no file. But it tells of every text that it compiles (the audit event "compile"), so
those without a file are kept here, the newest of them. A text is a function's only if
compiling it makes the function's code again, so what has the same name is not taken
for it.
"""

import __future__

import collections
import sys
import types

_MOST_TEXTS = 1024
_LONGEST = 1 << 20
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag

_texts = collections.deque(maxlen=_MOST_TEXTS)
_is_looking = False


def _is_no_file(name):
    return isinstance(name, str) and name.startswith("<") and name.endswith(">")


def _hook(event, args):
    if event != "compile" or _is_looking:
        return
    text, file = args
    if isinstance(file, bytes):
        file = file.decode(errors="replace")
    # The text may be a tree, or none; an exception from here would be compile's.
    if not isinstance(text, (str, bytes)) or not _is_no_file(file):
        return
    if len(text) > _LONGEST:
        return
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    if "def " in text or "lambda" in text:
        _texts.append((file, text))


def watch():
    """From now on texts are kept."""
    if not getattr(sys, "_pyk2ptx_watches", False):
        sys._pyk2ptx_watches = True
        sys.addaudithook(_hook)


def text_of(code):
    """The whole text that a function's code was compiled from, or None."""
    global _is_looking
    if not _is_no_file(code.co_filename):
        return None
    seen = set()
    _is_looking = True
    try:
        for file, text in reversed(list(_texts)):
            if file != code.co_filename or text in seen:
                continue
            seen.add(text)
            if code.co_name.strip("<>") not in text:
                continue
            flags = code.co_flags & _FUTURE
            try:
                made = compile(text, file, "exec", flags, dont_inherit=True)
            except (SyntaxError, ValueError):
                continue
            if _holds(made, code):
                return text
    finally:
        _is_looking = False
    return None


def _holds(made, code):
    return made == code or any(
        _holds(each, code)
        for each in made.co_consts
        if isinstance(each, types.CodeType)
    )
