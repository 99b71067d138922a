"""What a skill finds as `runtime`: a builtin, and a module to import. `config` and `context` are put in before."""

import base64
import json

import _guildhall
from pyodide.ffi import run_sync


def log(*values):
    """Writes a line to the run's log."""
    _guildhall.log(" ".join(str(value) for value in values))


def progress(fraction, note=""):
    """Tells how far the run is, 0 to 1."""
    _guildhall.progress(float(fraction), str(note))


class _Secrets:
    def get(self, name, default=None):
        """A placeholder: the value is put in on the way to the hosts that the secret is for."""
        value = config.get(name)  # noqa: F821
        return value if isinstance(value, str) and value.startswith("sbxsec_") else default


secrets = _Secrets()


class CallError(RuntimeError):
    """What Guildhall refuses, or how a skill that was called failed: `code` is one of the table."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.recoverable = error.get("recoverable")
        self.suggested_action = error.get("suggested_action")
        self.details = error.get("details", [])


def _ask(method, params):
    text = json.dumps({"method": method, "params": params}, allow_nan=False)
    reply = json.loads(run_sync(_guildhall.ask(text)))
    if "error" in reply:
        # Named as the SDK names it: NotFoundError, PolicyError …
        raise type(reply["error"]["name"], (CallError,), {})(reply["error"])
    return reply["value"]


def call_skill(name, args=None):
    """Runs another skill, declared in permissions.skills, and returns what it returned."""
    return _ask("callSkill", {"name": name, "args": {} if args is None else args})


class _Tools:
    """runtime.tools.util.slugifyTitle({"title": "…"}): tools declared in permissions.tools."""

    def __init__(self, path=()):
        self._path = path

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _Tools((*self._path, name))

    def __call__(self, args=None):
        return _ask("callTool", {"name": ".".join(self._path), "args": {} if args is None else args})


tools = _Tools()


class _Blobs:
    def read_bytes(self, id, start=None, end=None):
        """The bytes of a blob that the run was given, or wrote."""
        place = {key: value for key, value in (("start", start), ("end", end)) if value is not None}
        return base64.b64decode(_ask("readBlob", {"id": id, **place})["base64"])

    def read_text(self, id):
        return self.read_bytes(id).decode()

    def write_text(self, content, kind="text/plain"):
        """Keeps text as a blob and returns its id; the run lists it among its output blobs."""
        return _ask("writeBlob", {"text": content, "kind": kind})["id"]

    def write_bytes(self, content, kind="application/octet-stream"):
        return _ask("writeBlob", {"base64": base64.b64encode(content).decode(), "kind": kind})["id"]


blobs = _Blobs()
