/**
 * The central directory is validated before anything is inflated, which has its own budget, in case the
 * directory lies. Links, absolute paths, `..`, encrypted and overlapping files are refused. See PKWARE
 * APPNOTE 6.3.10 §4.3 to §4.5.
 */

import { crc32 } from 'node:zlib'
import { Inflate } from 'fflate'
import type { Issue } from '../errors.ts'
import { type ArchiveLimits, archivePathError, SKILL_ARCHIVE_LIMITS } from './archive-limits.ts'
import { listZipEntries, type ZipEntry } from './zip-entries.ts'

export type FolderFile = { path: string; bytes: Uint8Array; isExecutable?: boolean }

type ReadZip = { files: FolderFile[]; issues?: undefined } | { files?: undefined; issues: Issue[] }

/** Returns which of the paths are not read. They count towards no limit, and may be links. */
type ChooseIgnored = (paths: readonly string[]) => (path: string) => boolean

export function readZip(
  bytes: Uint8Array,
  limits: ArchiveLimits = SKILL_ARCHIVE_LIMITS,
  ignored?: ChooseIgnored,
): ReadZip {
  const { issues, entries, read } = openZip(bytes, limits, ignored)
  if (issues) return { issues }
  const files: FolderFile[] = []
  for (const entry of entries) {
    const unpacked = read(entry)
    if (!unpacked) return refused(entry.path, DAMAGED)
    files.push({
      path: entry.path,
      bytes: unpacked,
      ...(entry.isExecutable && { isExecutable: true }),
    })
  }
  return { files }
}

export const DAMAGED = 'is damaged: its size or checksum does not match the archive'

type OpenedZip =
  | {
      issues?: undefined
      entries: ZipEntry[]
      folders: string[]
      /** Returns null for a damaged file. The total is limited to `limits.totalBytes`. */
      read: (entry: ZipEntry) => Uint8Array | null
    }
  | { issues: Issue[]; entries?: undefined; folders?: undefined; read?: undefined }

/** The most that the directory of an archive without Zip64 can list. */
const MAX_LISTED = 0xffff

export function openZip(bytes: Uint8Array, limits: ArchiveLimits, chooseIgnored?: ChooseIgnored): OpenedZip {
  if (bytes.length > limits.archiveBytes)
    return refused('', `is larger than ${megabytes(limits.archiveBytes)}`)
  const listed = listZipEntries(bytes, chooseIgnored ? MAX_LISTED : limits.files)
  if (listed.error !== undefined) return refused('', listed.error)
  const isIgnored = chooseIgnored?.(listed.entries.map(({ path }) => path))
  const kept = listed.entries.filter(({ path }) => !isIgnored?.(path))
  if (kept.length > limits.files)
    return refused('', `contains ${kept.length} files; the limit is ${limits.files}`)
  const entries = kept.filter(({ isFolder }) => !isFolder)
  const refusedEntry = entries.map((entry) => [entry.path, entryError(entry)] as const).find(([, why]) => why)
  if (refusedEntry) return refused(refusedEntry[0], String(refusedEntry[1]))
  const seen = new Set<string>()
  const twice = entries.find(({ path }) => seen.size === seen.add(path).size)
  if (twice) return refused(twice.path, 'is in the archive twice')
  if (sum(entries) > limits.totalBytes) return refused('', tooMuch(limits))
  const folders = kept.filter(({ isFolder }) => isFolder).map(({ path }) => path.replace(/\/+$/, ''))
  return { entries, folders, read: zipReader(bytes, limits.totalBytes) }
}

function entryError({ path, isLink, isEncrypted, method, isText }: ZipEntry): string | undefined {
  if (!isText) return 'has a name that is not UTF-8'
  if (isLink) return 'is a link; only files are accepted'
  if (isEncrypted) return 'is encrypted'
  if (method !== STORED && method !== DEFLATED) return `uses an unsupported compression method (${method})`
  return archivePathError(path)
}

const STORED = 0
const DEFLATED = 8

/** Unpacks one entry at a time, at most `totalBytes` in total. */
export function zipReader(bytes: Uint8Array, totalBytes: number): (entry: ZipEntry) => Uint8Array | null {
  let left = totalBytes
  return (entry) => {
    const { start, packedBytes, sizeBytes, method } = entry
    const packed = bytes.subarray(start, start + packedBytes)
    const unpacked = method === STORED ? packed : inflateWithin(packed, Math.min(left, sizeBytes)).bytes
    if (!unpacked || sizeBytes > left || !isIntact(unpacked, entry)) return null
    left -= sizeBytes
    return unpacked
  }
}

function sum(entries: ZipEntry[]): number {
  return entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
}

function tooMuch({ totalBytes }: ArchiveLimits): string {
  return `unpacks to more than ${megabytes(totalBytes)}`
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

function refused(path: string, reason: string): { issues: Issue[] } {
  const message = path === '' ? `The archive ${reason}.` : `${path} ${reason}.`
  return { issues: [{ path: '', keyword: 'zip', message }] }
}

/** Damaged data may inflate without an error. */
function isIntact(unpacked: Uint8Array, { sizeBytes, checksum }: ZipEntry): boolean {
  return unpacked.length === sizeBytes && crc32(unpacked) === checksum
}

/** Inflates data within a budget (RFC 1951), in small pieces, so that a zip bomb cannot exhaust memory. */
const PIECE_BYTES = 1024

/** Returns no `bytes` if the data is damaged or exceeds `maxBytes`; `seenBytes` counts the output so far. */
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
