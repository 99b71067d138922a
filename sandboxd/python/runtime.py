"""The `runtime` of a skill, a builtin and a module. The host sets `config` and `context` before it is executed."""

import base64
import io
import json
import urllib.parse

import _guildhall
from pyodide.ffi import run_sync, to_js


def log(*values):
    """Writes a line to the run's log."""
    _guildhall.log(" ".join(str(value) for value in values))


def progress(fraction, note=""):
    """Reports progress as a fraction from 0 to 1, with an optional note."""
    _guildhall.progress(float(fraction), str(note))


def emit(part):
    """Delivers a part of the output at once. Parts must satisfy the `stream` schema of the skill."""
    _guildhall.emit(_to_json(part, "emit(part) must get", "emit(part) got"))  # noqa: F821


class _Secrets:
    def get(self, name, default=None):
        """Returns a placeholder, or `default` if unset. Requests to the secret's hosts send its value instead."""
        value = config.get(name)  # noqa: F821
        return value if isinstance(value, str) and value.startswith("sbxsec_") else default


secrets = _Secrets()


class CallError(RuntimeError):
    """Raised if a host call is refused or a called skill fails. `code` is from the error table."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.recoverable = error.get("recoverable")
        self.suggested_action = error.get("suggested_action")
        self.retry_after = error.get("retry_after")
        self.limit = error.get("limit")
        self.details = error.get("details", [])


def _call_host(method, params):
    text = json.dumps({"method": method, "params": params}, allow_nan=False)
    return _read_reply(run_sync(_guildhall.ask(text)))


def _call_for_part(method, params, part=b""):
    """Takes and returns bytes of a blob beside the values."""
    text = json.dumps({"method": method, "params": params}, allow_nan=False, separators=(",", ":"))
    reply = run_sync(_guildhall.askForPart(text, to_js(part)))
    return _read_reply(reply.text), reply.bytes.to_bytes()


def _read_reply(text):
    reply = json.loads(text)
    if "error" in reply:
        # The class has the same name as in the SDK: NotFoundError, PolicyError …
        raise type(reply["error"]["name"], (CallError,), {})(reply["error"])
    return reply["value"]


def call_skill(name, args=None):
    """Runs another skill, declared in permissions.skills, and returns its output."""
    return _call_host("callSkill", {"name": name, "args": {} if args is None else args})


class _Tools:
    """Calls tools declared in permissions.tools, as in runtime.tools.util.slugifyTitle({"title": "…"})."""

    def __init__(self, path=()):
        self._path = path

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _Tools((*self._path, name))

    def __call__(self, args=None):
        return _call_host("callTool", {"name": ".".join(self._path), "args": {} if args is None else args})


tools = _Tools()


class Response:
    """What `fetch` returns. Its body is read once: whole, or part by part."""

    def __init__(self, response):
        self._response = response
        self.status = response.status
        self.ok = response.ok
        self.url = response.url
        self.headers = {name: value for name, value in response.headers}

    def bytes(self):
        return run_sync(self._response.arrayBuffer()).to_bytes()

    def text(self):
        return self.bytes().decode()

    def json(self):
        return json.loads(self.bytes())

    def iter_bytes(self):
        """Yields the parts of the body as they arrive."""
        if self._response.body is None:
            return
        reader = self._response.body.getReader()
        try:
            while not (part := run_sync(reader.read())).done:
                yield part.value.to_bytes()
        finally:
            run_sync(reader.cancel())


def fetch(
    url, method="GET", headers=None, body=None, *, json=None, form=None, files=None, attempts=1, retry_unsafe=False
):
    """Sends a request to a declared host and returns its Response.

    `body` is text or bytes, `json` a value that is sent as JSON, `form` the fields of a form. With `files`, a dict of
    {field: (name, bytes, type)}, the form is sent as multipart/form-data. With `attempts` above 1, a request that fails for a
    passing reason is sent again, which needs an idempotent method or `retry_unsafe`.
    """
    if sum(each is not None for each in (body, json)) + bool(form is not None or files is not None) > 1:
        raise TypeError("fetch() takes one of body, json, and form with files")
    headers = dict(headers or {})
    if json is not None:
        body = _to_json(json, "fetch(json=) must get", "fetch(json=) got")  # noqa: F821
        _set_default(headers, "content-type", "application/json")
    elif files is not None:
        body = _multipart(form or {}, files)
    elif form is not None:
        body = urllib.parse.urlencode(form, doseq=True)
        _set_default(headers, "content-type", "application/x-www-form-urlencoded")
    init = {"method": method, "headers": headers}
    if body is not None:
        init["body"] = to_js(body)
    options = {"attempts": attempts, "retryUnsafe": retry_unsafe}
    return Response(run_sync(_guildhall.fetch(url, _to_object(init), _to_object(options))))


def _set_default(headers, name, value):
    if not any(each.lower() == name for each in headers):
        headers[name] = value


def _multipart(form, files):
    import js

    body = js.FormData.new()
    for name, value in form.items():
        for each in value if isinstance(value, (list, tuple)) else [value]:
            body.append(name, str(each))
    for name, (file_name, content, *kind) in files.items():
        blob = js.Blob.new(to_js([content]), _to_object({"type": kind[0] if kind else "application/octet-stream"}))
        body.append(name, blob, file_name)
    return body


def _to_object(fields):
    import js

    return to_js(fields, dict_converter=js.Object.fromEntries)


# A part is in memory several times on its way.
_PART_BYTES = 2 * 1024 * 1024


class _BlobSource(io.RawIOBase):
    def __init__(self, id):
        self._id = id
        self._at = 0
        self._size = _call_for_part("readBlob", {"id": id, "start": 0, "end": 0})[0]["sizeBytes"]

    def readable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=io.SEEK_SET):
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        if base + offset < 0:
            raise ValueError("The position in a blob cannot be negative.")
        self._at = base + offset
        return self._at

    def readinto(self, buffer):
        end = min(self._at + min(len(buffer), _PART_BYTES), self._size)
        if end <= self._at:
            return 0
        _, part = _call_for_part("readBlob", {"id": self._id, "start": self._at, "end": end})
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)


class _BlobTarget(io.RawIOBase):
    def __init__(self, kind):
        self.id = None
        self._upload = _call_host("openBlob", {"kind": kind})["upload"]

    def writable(self):
        return True

    def write(self, data):
        if self._upload is None:
            return len(data)
        part = bytes(data[:_PART_BYTES])
        _call_for_part("appendBlob", {"upload": self._upload}, part)
        return len(part)

    def discard(self):
        """Ends the upload; what is still buffered is not written anywhere."""
        _call_host("abortBlob", {"upload": self._upload})
        self._upload = None

    def close(self):
        upload, self._upload = self._upload, None
        try:
            if upload is not None:
                self.id = _call_host("closeBlob", {"upload": upload})["id"]
        finally:
            super().close()


class _BlobFile(io.BufferedWriter):
    @property
    def id(self):
        return self.raw.id

    def __exit__(self, kind, error, trace):
        if kind is None:
            return super().__exit__(kind, error, trace)
        self.raw.discard()
        self.close()
        return None


class _Blobs:
    def read_bytes(self, id, start=None, end=None):
        """Returns the bytes of an input blob or of one that the run wrote."""
        byte_range = {key: value for key, value in (("start", start), ("end", end)) if value is not None}
        return base64.b64decode(_call_host("readBlob", {"id": id, **byte_range})["base64"])

    def read_text(self, id):
        return self.read_bytes(id).decode()

    def open(self, id):
        """Returns a blob as a binary file, which is read part by part and can be sought in."""
        return io.BufferedReader(_BlobSource(id), _PART_BYTES)

    def create(self, kind="application/octet-stream"):
        """Returns a binary file to write; its `id` is that of the blob once it is closed. An exception in its `with` discards it."""
        return _BlobFile(_BlobTarget(kind), _PART_BYTES)

    def write_text(self, content, kind="text/plain"):
        """Stores text as an output blob of the run and returns its id."""
        return _call_host("writeBlob", {"text": content, "kind": kind})["id"]

    def write_bytes(self, content, kind="application/octet-stream"):
        return _call_host("writeBlob", {"base64": base64.b64encode(content).decode(), "kind": kind})["id"]


blobs = _Blobs()
