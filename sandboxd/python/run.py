"""Calls a publisher's main(args) and returns the outcome as JSON. Every run starts from a snapshot of this module."""

import builtins
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import importlib.abc
import importlib.machinery
import inspect
import json
import linecache
import math
import os
import pathlib
import random
import re
import sys
import traceback
import types
import uuid

from pyodide.ffi import run_sync

FILE = "main.py"
CODE = "/code"
PACKAGES = "/site-packages"


def prepare(runtime_source):
    """Prepares everything that does not depend on the job."""
    global runtime_code
    runtime_code = compile(runtime_source, "runtime.py", "exec")


def call_main(source, job_text):
    """Returns '{"returned": "<JSON text>"}' or '{"threw": {name, message, stack, ...}}'."""
    # The snapshot contains the generator's state: without this, every run would draw the same numbers.
    random.seed()
    job = json.loads(job_text)
    install_runtime(job)
    sys.meta_path.append(SkillFinder(job["skills"]))
    # The skill's own modules come first, as those beside a script do, and packages cannot replace the standard library.
    if os.path.isdir(CODE):
        sys.path.insert(0, CODE)
    if os.path.isdir(PACKAGES):
        sys.path.append(PACKAGES)
    # Tracebacks read the source lines from this cache.
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    try:
        result = find_main(source, job.get("entrypoint") or "main")(job["parameters"])
        if inspect.isawaitable(result):
            result = run_sync(result)
        return json.dumps({"returned": to_json(result)})
    except BaseException as error:  # SystemExit and KeyboardInterrupt end a run too
        return json.dumps({"threw": describe(error)})


def install_runtime(job):
    module = types.ModuleType("runtime")
    module.__dict__.update(config=job["config"], context=job["context"], _to_json=to_json)
    exec(runtime_code, module.__dict__)
    sys.modules["runtime"] = module
    builtins.runtime = module


class SkillFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports `skills.publisher.skillset.skill`: a bundled module, or a stub whose main(args) is a host call."""

    def __init__(self, skills):
        self.skills = {"skills." + skill["name"]: skill for skill in skills}

    def find_spec(self, fullname, path=None, target=None):
        is_package = fullname == "skills" or any(name.startswith(fullname + ".") for name in self.skills)
        if is_package or fullname in self.skills:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=is_package)
        return None

    def exec_module(self, module):
        skill = self.skills.get(module.__name__)
        if skill is None:
            return
        if skill.get("module") is None:
            name = skill["name"]
            module.main = lambda args=None: builtins.runtime.call_skill(name, args)
            return
        file = f"/skills/{skill['name']}/code/main.py"
        module.__file__ = file
        linecache.cache[file] = (len(skill["module"]), None, skill["module"].splitlines(True), file)
        exec(compile(skill["module"], file, "exec"), module.__dict__)


def find_main(source, name):
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    module.__dict__["__file__"] = FILE
    exec(compile(source, FILE, "exec"), module.__dict__)
    main = module.__dict__.get(name)
    if not callable(main):
        raise NameError(f"{name}(args) function not found")
    return main


def to_json(result, must="main(args) must return", did="main(args) returned"):
    try:
        text = json.dumps(result, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        reason = find_misfit(result) or str(error)
        raise TypeError(f"{must} data that JSON can represent: {reason}") from None
    if re.search("[0-9]{16}", text):
        reject_inexact_integers(result, did)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        text = json.dumps(result, allow_nan=False)
    return text


def find_misfit(value, at="", above=()):
    """Returns where the first value is that JSON cannot represent, what it is, and what to do. None if there is none."""
    place = at or "the result"
    if isinstance(value, float) and not math.isfinite(value):
        return f"{place} is {value}"
    if value is None or isinstance(value, (str, int, float)):
        return None
    if any(value is each for each in above):
        return f"{place} is a circular reference"
    if len(above) >= MAX_DEPTH:
        return f"{place} is nested more than {MAX_DEPTH} levels deep"
    if isinstance(value, (list, tuple)):
        pairs = enumerate(value)
    elif isinstance(value, dict):
        for key in value:
            if not (key is None or isinstance(key, (str, int, float))):
                return f"{place} has {name_of(key)} as a key (use text)"
        pairs = value.items()
    else:
        hint = hint_for(value)
        return f"{place} is {name_of(value)}" + (f" ({hint})" if hint else "")
    for key, each in pairs:
        segment = str(key).replace("~", "~0").replace("/", "~1")
        found = find_misfit(each, f"{at}/{segment}", (*above, value))
        if found:
            return found
    return None


MAX_DEPTH = 200


def name_of(value):
    name = value.__name__ if isinstance(value, type) else type(value).__name__
    kind = "the class " if isinstance(value, type) else "an " if name[:1] in "aeioAEIO" else "a "
    return kind + name


def hint_for(value):
    """Returns how to convert the value, by its type; classes of the publisher may extend one of these."""
    for types_, hint in HINTS:
        if isinstance(value, types_):
            return hint
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return "use dataclasses.asdict"
    if inspect.isawaitable(value) or inspect.isasyncgen(value):
        return "await it"
    if isinstance(value, (collections.abc.Iterator, collections.abc.Iterable)):
        return "use list"
    if isinstance(value, (type, types.ModuleType)) or callable(value):
        return None
    return "use str, or a dict of its fields"


HINTS = [
    ((set, frozenset), "use sorted or list"),
    (decimal.Decimal, "use str or float"),
    (fractions.Fraction, "use str or float"),
    (complex, "use its real and imag"),
    ((datetime.datetime, datetime.date, datetime.time), "use isoformat"),
    (datetime.timedelta, "use total_seconds"),
    ((bytes, bytearray, memoryview), "decode it, or use base64"),
    ((uuid.UUID, pathlib.PurePath, datetime.tzinfo), "use str"),
    (enum.Enum, "use its value"),
    (BaseException, "raise it, or return its message"),
]


def reject_inexact_integers(value, did):
    """Refuses integers that JavaScript, which reads the result, would round."""
    if isinstance(value, int) and not is_exact(value):
        raise TypeError(f"{did} {value}, which has too many digits to be stored exactly: return it as text")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return
    for each in value:
        reject_inexact_integers(each, did)


def is_exact(number):
    try:
        return int(float(number)) == number
    except OverflowError:
        return False


def describe(error):
    """Returns the class name, the message, a traceback of the publisher's own lines, and what led to the error."""
    description = summarise(error)
    related = related_to(error)
    if related:
        description["related"] = related
    code, recoverable = getattr(error, "code", None), getattr(error, "recoverable", None)
    action, wait = getattr(error, "suggested_action", None), getattr(error, "retry_after", None)
    if isinstance(code, str):
        description["code"] = code[:64]
    if isinstance(recoverable, bool):
        description["recoverable"] = recoverable
    if isinstance(action, str):
        description["suggestedAction"] = action[:500]
    if type(wait) in (int, float) and abs(wait) < 1e9:
        description["retryAfter"] = wait
    field = getattr(error, "field", None)
    if isinstance(field, str):
        description["field"] = field[:200]
    return description


def summarise(error):
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if is_own(frame.filename)]
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    lines += traceback.format_exception_only(error)
    return {
        "name": type(error).__name__,
        "message": (str(error) or type(error).__name__)[:4000],
        "stack": "".join(lines)[-8000:],
    }


def is_own(filename):
    return filename == FILE or filename.startswith(CODE + "/")


MAX_RELATED = 10


def related_to(error):
    """Lists notes, causes, contexts and the exceptions of groups; their kinds are RELATIONS in lib/sandbox/read-frames.ts."""
    related, seen = [], {id(error)}

    def add_all(owner):
        for note in getattr(owner, "__notes__", ()):
            if len(related) < MAX_RELATED:
                related.append({"kind": "note", "message": str(note)[:4000]})
        for kind, other in directly_related(owner):
            if len(related) >= MAX_RELATED:
                return
            if id(other) not in seen:
                seen.add(id(other))
                related.append({"kind": kind, **summarise(other)})
                add_all(other)

    add_all(error)
    return related


def directly_related(error):
    if error.__cause__ is not None:
        yield "cause", error.__cause__
    elif error.__context__ is not None and not error.__suppress_context__:
        yield "context", error.__context__
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield "error", each
