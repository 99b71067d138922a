"""Calls a publisher's main(args) and returns the outcome as JSON. Every run starts from a snapshot of this module."""

import builtins
import importlib.abc
import importlib.machinery
import inspect
import json
import linecache
import random
import re
import sys
import traceback
import types

from pyodide.ffi import run_sync

FILE = "main.py"


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
    module.__dict__.update(config=job["config"], context=job["context"])
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


def to_json(result):
    try:
        text = json.dumps(result, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"main(args) must return data that JSON can represent: {error}") from None
    if re.search("[0-9]{16}", text):
        reject_inexact_integers(result)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        text = json.dumps(result, allow_nan=False)
    return text


def reject_inexact_integers(value):
    """Refuses integers that JavaScript, which reads the result, would round."""
    if isinstance(value, int) and not is_exact(value):
        raise TypeError(f"main(args) returned {value}, which has too many digits to be stored exactly: return it as text")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return
    for each in value:
        reject_inexact_integers(each)


def is_exact(number):
    try:
        return int(float(number)) == number
    except OverflowError:
        return False


def describe(error):
    """Returns the class name, the message and a traceback of the publisher's own lines."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    lines += traceback.format_exception_only(error)
    description = {
        "name": type(error).__name__,
        "message": str(error) or type(error).__name__,
        "stack": "".join(lines)[-8000:],
    }
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
    description["message"] = description["message"][:4000]
    return description
