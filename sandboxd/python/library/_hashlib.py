"""The part of OpenSSL's module that Python's own hashlib lacks. hashlib and hmac look for it under this name.

The algorithms are JavaScript (hashes.js), because scrypt in Python would take minutes.
"""

from _operator import _compare_digest as compare_digest  # noqa: F401, hmac takes it from here
from _sha2 import sha256 as openssl_sha256  # noqa: F401, hmac asks for its type

__all__ = ["new", "pbkdf2_hmac", "scrypt"]

# Digest size and block size in bytes.
_SIZES = {
    "blake2b512": (64, 128),
    "blake2s256": (32, 64),
    "md5-sha1": (36, 64),
    "ripemd160": (20, 64),
    "sha512_224": (28, 128),
    "sha512_256": (32, 128),
}
_ALIASES = {"ripemd": "ripemd160", "rmd160": "ripemd160"}

openssl_md_meth_names = frozenset(_SIZES)

# OpenSSL's default. More takes `maxmem`.
_SCRYPT_MAXMEM = 32 * 1024 * 1024
_MAX_LENGTH = 2**31 - 1


class UnsupportedDigestmodError(ValueError):
    """Lets hmac use its own implementation."""


def hmac_new(key, msg=b"", digestmod=None):
    raise UnsupportedDigestmodError


def hmac_digest(key, msg, digest):
    raise UnsupportedDigestmodError


def new(name, data=b"", *, usedforsecurity=True, string=None):
    """Returns a hash object. Raises ValueError for the algorithms that hashlib has itself."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, not {type(name).__name__}")
    return HASH(_canonical(name), data if string is None else string)


class HASH:
    def __init__(self, name, data=b"", _state=None):
        if name not in _SIZES:
            raise ValueError(f"unsupported hash type {name}")
        self.name = name
        self.digest_size, self.block_size = _SIZES[name]
        self._state = _state if _state is not None else _js().create(name)
        if data:
            self.update(data)

    def update(self, data, /):
        self._state.update(_to_js(data))

    def digest(self):
        return self._state.digest().to_bytes()

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return HASH(self.name, _state=self._state.copy())

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object>"


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """PKCS #5, RFC 8018."""
    if not isinstance(hash_name, str):
        raise TypeError(f"hash_name must be a string, not {type(hash_name).__name__}")
    _check_whole("iterations", iterations)
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    if iterations > _MAX_LENGTH:
        raise OverflowError("iteration value is too great.")
    name = _canonical(hash_name)
    size = _js().digestSize(name)
    if not size:
        raise ValueError(f"unsupported hash type {hash_name}")
    length = size if dklen is None else dklen
    _check_whole("dklen", length)
    if length < 1:
        raise ValueError("key length must be greater than 0.")
    if length > _MAX_LENGTH:
        raise OverflowError("key length is too great.")
    return _js().pbkdf2(name, _to_js(password), _to_js(salt), iterations, length).to_bytes()


def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64):
    """RFC 7914."""
    for name, value in (("n", n), ("r", r), ("p", p), ("maxmem", maxmem), ("dklen", dklen)):
        _check_whole(name, value)
    if n < 2 or n & (n - 1):
        raise ValueError("n must be a power of 2.")
    if r < 1 or p < 1 or r * p >= 2**30:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    if maxmem < 0 or maxmem > _MAX_LENGTH:
        raise ValueError(f"maxmem must be positive and smaller than {_MAX_LENGTH}")
    if dklen < 1 or dklen > _MAX_LENGTH:
        raise ValueError(f"dklen must be greater than 0 and smaller than {_MAX_LENGTH}")
    needed = 128 * r * (n + p + 2)
    if needed > (maxmem or _SCRYPT_MAXMEM):
        raise ValueError(f"memory limit exceeded: this needs maxmem={needed} or more")
    return _js().scrypt(_to_js(password), _to_js(salt), n, r, p, dklen).to_bytes()


def _canonical(name):
    lower = name.lower()
    lower = _ALIASES.get(lower, lower)
    return lower if lower in _SIZES else lower.replace("-", "_").replace("sha_", "sha")


def _check_whole(name, value):
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")


def _to_js(data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    from pyodide.ffi import to_js

    with memoryview(data) as view:
        # A copy, because the memory of Python may move while JavaScript works.
        return to_js(view.tobytes())


def _js():
    # Imported late, because the snapshot of Python's memory cannot contain JavaScript objects.
    import _guildhall_hashes

    return _guildhall_hashes
