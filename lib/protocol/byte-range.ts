/** Which part of some bytes a request asks for. Floor 4, pure. Source: RFC 9110 §14.1.2 and §14.2. */

/** From `start` up to and without `end`. */
export type AskedRange = { start: number; end: number } | 'all' | 'unsatisfiable'

const ONE = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * Reads a Range header. What is no range, another unit, or several ranges at once is answered with everything, as the
 * standard allows.
 */
export function askedRange(header: string | null, sizeBytes: number): AskedRange {
  const [, first = '', last = ''] = ONE.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'all'
  if (first === '') {
    const taken = Math.min(Number(last), sizeBytes)
    return taken === 0 ? 'unsatisfiable' : { start: sizeBytes - taken, end: sizeBytes }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) }
}
