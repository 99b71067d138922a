/**
 * Answers that come packed from a host that holds a secret: they are unpacked here, or what they echo of it would pass
 * unseen. Such a host was asked not to pack; not all listen.
 */
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

// RFC 9110 §8.4.1; deflate is zlib's format by the book.
const UNPACKERS: Record<string, () => Transform> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  zstd: zlib.createZstdDecompress,
}

/** More layers than this are nobody's honest answer. */
const MOST_LAYERS = 2

/** What to send the body through, in this order; undefined for a packing that cannot be undone here. */
export function unpackersFor(contentEncoding: string | undefined): Transform[] | undefined {
  const layers = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
  // Packed last is unpacked first.
  const makers = layers
    .reverse()
    .map((each) => (Object.hasOwn(UNPACKERS, each) ? UNPACKERS[each] : undefined))
  if (makers.length > MOST_LAYERS || !makers.every((make) => make !== undefined)) return undefined
  return makers.map((make) => make())
}
