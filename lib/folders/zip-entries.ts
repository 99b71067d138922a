/**
 * The list at the end of a zip archive. Ground, pure.
 *
 * Only the list is believed: what stands before each file is looked at for where its bytes begin, and nothing else.
 * Two files that share bytes are refused, since that is how a small archive becomes a large one.
 * Source: PKWARE APPNOTE 6.3.10 §4.3.7, §4.3.12, §4.3.16.
 */

export type ZipEntry = {
  path: string
  /** False when the name is no UTF-8. */
  isText: boolean
  isFolder: boolean
  isLink: boolean
  isEncrypted: boolean
  method: number
  /** Where its packed bytes begin. */
  start: number
  packedBytes: number
  sizeBytes: number
}

type Listed = { entries: ZipEntry[]; whyNot?: undefined } | { whyNot: string }

const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const LISTED = 0x02014b50
const LISTED_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
/** A number that stands in another, longer place: such archives are larger than any of ours. */
const IN_ZIP64 = 0xffffffff

const DAMAGED = 'is no zip archive, or a damaged one'

export function listEntries(bytes: Uint8Array, most: number): Listed {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return { whyNot: DAMAGED }
  const count = view.getUint16(end + 10, true)
  if (count > most) return { whyNot: `holds ${count} files; at most ${most} are read` }
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + LISTED_BYTES > end || view.getUint32(at, true) !== LISTED) return { whyNot: DAMAGED }
    const entry = readEntry(view, bytes, at)
    if (entry === undefined) return { whyNot: DAMAGED }
    entries.push(entry)
    at +=
      LISTED_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
  return areApart(entries) ? { entries } : { whyNot: 'holds files that share their bytes' }
}

/** From the back: a comment of any length may follow it. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at -= 1) {
    if (view.getUint32(at, true) === END) return at
  }
  return undefined
}

function readEntry(view: DataView, bytes: Uint8Array, at: number): ZipEntry | undefined {
  const flags = view.getUint16(at + 8, true)
  const packedBytes = view.getUint32(at + 20, true)
  const sizeBytes = view.getUint32(at + 24, true)
  const nameBytes = view.getUint16(at + 28, true)
  const attributes = view.getUint32(at + 38, true)
  const local = view.getUint32(at + 42, true)
  if ([packedBytes, sizeBytes, local].includes(IN_ZIP64)) return undefined
  if (local + LOCAL_BYTES > bytes.length || view.getUint32(local, true) !== LOCAL) return undefined
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packedBytes > bytes.length) return undefined
  const name = nameIn(bytes.subarray(at + LISTED_BYTES, at + LISTED_BYTES + nameBytes))
  return {
    path: name ?? 'A file',
    isText: name !== null,
    isFolder: name?.endsWith('/') ?? false,
    isLink: isLink(attributes),
    // Bit 0, and bit 6 for strong encryption.
    isEncrypted: (flags & 0x41) !== 0,
    method: view.getUint16(at + 10, true),
    start,
    packedBytes,
    sizeBytes,
  }
}

/** The upper half is a Unix mode, where the archive comes from such a system. */
function isLink(attributes: number): boolean {
  const kind = (attributes >>> 16) & 0o170000
  return kind !== 0 && kind !== 0o100000 && kind !== 0o040000
}

function nameIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function areApart(entries: ZipEntry[]): boolean {
  const inOrder = entries.filter(({ packedBytes }) => packedBytes > 0).sort((a, b) => a.start - b.start)
  return inOrder.every(({ start, packedBytes }, index) => {
    const next = inOrder[index + 1]
    return next === undefined || start + packedBytes <= next.start
  })
}
