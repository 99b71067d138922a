/** Unpacks a zip archive in steps for worker threads. */

import type { Issue } from '../errors.ts'
import type { ArchiveLimits } from './archive-limits.ts'
import { openZip, zipReader } from './read-zip.ts'
import type { ZipEntry } from './zip-entries.ts'

export type ListedZip =
  | { issues?: undefined; entries: ZipEntry[]; folders: string[] }
  | { issues: Issue[]; entries?: undefined; folders?: undefined }

/** `bytes` may be shared with another thread. */
export function listZip(bytes: Uint8Array, limits: ArchiveLimits): ListedZip {
  const { issues, entries, folders } = openZip(bytes.slice(), limits)
  return issues ? { issues } : { entries, folders }
}

export function unpackEntries(bytes: Uint8Array, entries: readonly ZipEntry[]): (Uint8Array | null)[] {
  return entries.map((entry) => {
    const packed = bytes.slice(entry.start, entry.start + entry.packedBytes)
    return zipReader(packed, entry.sizeBytes)({ ...entry, start: 0 })
  })
}

/** Copies bytes to memory that threads share. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
