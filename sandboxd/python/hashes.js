/** What `_hashlib.py` takes from JavaScript: the algorithms of OpenSSL that Python itself lacks, and its slow functions. */
import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js'

const ALGORITHMS = {
  blake2b512: blake2b,
  blake2s256: blake2s,
  md5,
  ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  sha512_224,
  sha512_256,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
}

/** Returns an object with `update`, `digest` and `copy`; a digest does not end it. */
function wrap(states) {
  return {
    update(bytes) {
      for (const state of states) state.update(bytes)
    },
    digest() {
      const parts = states.map((state) => state.clone().digest())
      return Uint8Array.fromHex(parts.map((part) => part.toHex()).join(''))
    },
    copy: () => wrap(states.map((state) => state.clone())),
  }
}

export const hashes = {
  create(name) {
    // One name for two hashes: TLS before version 1.2 signs both.
    if (name === 'md5-sha1') return wrap([md5.create(), sha1.create()])
    return wrap([ALGORITHMS[name].create()])
  },
  /** Returns 0 for an unknown algorithm. */
  digestSize: (name) => (Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name].outputLen : 0),
  pbkdf2: (name, password, salt, iterations, length) =>
    pbkdf2(ALGORITHMS[name], password, salt, { c: iterations, dkLen: length }),
  scrypt: (password, salt, n, r, p, length) =>
    // Without a limit of its own: Python has checked the memory.
    scrypt(password, salt, { N: n, r, p, dkLen: length, maxmem: 2 ** 31 }),
}
