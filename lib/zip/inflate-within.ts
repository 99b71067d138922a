/** Inflates data within a budget (RFC 1951), in small pieces, so that a zip bomb cannot exhaust memory. */
import { Inflate } from 'fflate'

const PIECE_BYTES = 1024

/** Without `bytes` if the data is damaged or exceeds `most`; `seenBytes` counts the output up to then. */
export function inflateWithin(
  packed: Uint8Array,
  maxBytes: number,
): { bytes?: Uint8Array; seenBytes: number } {
  const parts: Uint8Array[] = []
  let seenBytes = 0
  const stream = new Inflate((part) => {
    seenBytes += part.length
    if (seenBytes > maxBytes) throw new RangeError('the inflated data exceeds the limit')
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
