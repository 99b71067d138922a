/**
 * Reads the central directory, the only trusted list. Entries that share bytes are refused, because zip bombs
 * do that. See PKWARE APPNOTE 6.3.10 §4.3.7, §4.3.12, §4.3.16.
 */

export type ZipEntry = {
  path: string
  isText: boolean
  isFolder: boolean
  isLink: boolean
  isExecutable: boolean
  isEncrypted: boolean
  method: number
  /** CRC-32 of the unpacked bytes. */
  checksum: number
  start: number
  packedBytes: number
  sizeBytes: number
}

type Listed = { entries: ZipEntry[]; error?: undefined } | { error: string }

const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const LISTED = 0x02014b50
const LISTED_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
/** The marker for Zip64, which exceeds our limits. */
const IN_ZIP64 = 0xffffffff

const DAMAGED = 'is not a zip archive or is damaged'

export function listZipEntries(bytes: Uint8Array, maxEntries: number): Listed {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return { error: DAMAGED }
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) return { error: `contains ${count} files; the limit is ${maxEntries}` }
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (at + LISTED_BYTES > end || view.getUint32(at, true) !== LISTED) return { error: DAMAGED }
    const entry = readEntry(view, bytes, at)
    if (entry === undefined) return { error: DAMAGED }
    entries.push(entry)
    at +=
      LISTED_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
  return areApart(entries) ? { entries } : { error: 'contains files with overlapping bytes' }
}

/** Returns the comment of the archive; "" without one, and for bytes that are no archive. */
export function readZipComment(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  return end === undefined ? '' : (nameIn(bytes.subarray(end + END_BYTES)) ?? '')
}

/** Searches backwards, because a comment may follow the record. */
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
  const stored = nameIn(bytes.subarray(at + LISTED_BYTES, at + LISTED_BYTES + nameBytes))
  const name = stored && fromWindows(stored, view.getUint8(at + 5))
  return {
    path: name ?? 'A file',
    isText: name !== null,
    isFolder: name?.endsWith('/') ?? false,
    isLink: isLink(attributes),
    isExecutable: ((attributes >>> 16) & 0o111) !== 0,
    // Bit 0 is encryption, bit 6 strong encryption.
    isEncrypted: (flags & 0x41) !== 0,
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    start,
    packedBytes,
    sizeBytes,
  }
}

/** Values of “version made by” (§4.4.2) for which a backslash separates folders. */
const WINDOWS_HOSTS = [0, 10, 11, 14]

/** Windows PowerShell 5.1 writes backslashes, against §4.4.17.1. On Unix they are part of a name, and are refused. */
function fromWindows(name: string, host: number): string {
  return WINDOWS_HOSTS.includes(host) ? name.replaceAll('\\', '/') : name
}

/** On Unix, the upper 16 bits are a mode. */
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
