"""Calls a publisher's main(args) and says how it went, as JSON. Loaded anew for every run."""

import builtins
import inspect
import json
import linecache
import random
import sys
import traceback
import types

FILE = "main.py"


async def call_main(runtime_source, source, job_text):
    """Returns '{"returned": "<JSON text>"}' or '{"threw": {name, message, stack, ...}}'."""
    # The snapshot holds one state of the generator: without this, every run would draw the same numbers.
    random.seed()
    job = json.loads(job_text)
    install_runtime(runtime_source, job)
    # Tracebacks quote the publisher's lines from here.
    linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)
    try:
        result = find_main(source)(job["parameters"])
        if inspect.isawaitable(result):
            result = await result
        return json.dumps({"returned": to_json(result)})
    except BaseException as error:  # SystemExit and KeyboardInterrupt end a run too
        return json.dumps({"threw": describe(error)})


def install_runtime(source, job):
    module = types.ModuleType("runtime")
    module.__dict__.update(config=job["config"], context=job["context"])
    exec(compile(source, "runtime.py", "exec"), module.__dict__)
    sys.modules["runtime"] = module
    builtins.runtime = module


def find_main(source):
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    module.__dict__["__file__"] = FILE
    exec(compile(source, FILE, "exec"), module.__dict__)
    main = module.__dict__.get("main")
    if not callable(main):
        raise NameError("main(args) function not found")
    return main


def to_json(result):
    try:
        text = json.dumps(result, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"main(args) has to return data that JSON can hold: {error}") from None
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        text = json.dumps(result, allow_nan=False)
    return text


def describe(error):
    """The class's name, the message, and a traceback of the publisher's own lines."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    lines += traceback.format_exception_only(error)
    said = {
        "name": type(error).__name__,
        "message": str(error) or type(error).__name__,
        "stack": "".join(lines)[-8000:],
    }
    code, recoverable = getattr(error, "code", None), getattr(error, "recoverable", None)
    action = getattr(error, "suggested_action", None)
    if isinstance(code, str):
        said["code"] = code[:64]
    if isinstance(recoverable, bool):
        said["recoverable"] = recoverable
    if isinstance(action, str):
        said["suggestedAction"] = action[:500]
    said["message"] = said["message"][:4000]
    return said
