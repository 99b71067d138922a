/**
 * Packed bytes, unpacked within a budget. Ground, for servers. Source: RFC 1951.
 *
 * A little at a time: of a bomb no more is unpacked than one piece of it holds.
 */
import { Inflate } from 'fflate'

const PIECE_BYTES = 1024

/** Without `bytes` for what is damaged, or more than `most`; `seenBytes` came out until that was known. */
export function inflateWithin(packed: Uint8Array, most: number): { bytes?: Uint8Array; seenBytes: number } {
  const parts: Uint8Array[] = []
  let seenBytes = 0
  const stream = new Inflate((part) => {
    seenBytes += part.length
    if (seenBytes > most) throw new RangeError('more than there is room for')
    parts.push(part)
  })
  try {
    for (let start = 0; start < packed.length; start += PIECE_BYTES) {
      const end = start + PIECE_BYTES
      stream.push(packed.subarray(start, end), end >= packed.length)
    }
  } catch {
    return { seenBytes }
  }
  return { bytes: Buffer.concat(parts), seenBytes }
}
