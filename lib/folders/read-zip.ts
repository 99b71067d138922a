/**
 * A zip archive as files, or the reason why it is none of ours. Ground, for servers.
 *
 * Everything is decided before it costs anything: the list at the end of the archive (its central directory) says
 * how many files there are, what they are called and how large they become; only then is a file inflated, with a
 * budget that holds whatever the list claimed. Links, absolute paths, `..`, encrypted and overlapping files are
 * refused by name.
 * Source: PKWARE APPNOTE 6.3.10 §4.3 to §4.5; specification "Skills Protocol", Skill folder.
 */
import { FOLDER_LIMITS, type FolderLimits } from '../contract/market/folder-limits.ts'
import type { Issue } from '../errors.ts'
import { inflateWithin } from './inflate-within.ts'
import type { FolderFile } from './read-folder.ts'
import { whyOutside } from './skill-path.ts'
import { listEntries, type ZipEntry } from './zip-entries.ts'

export type ReadZip = { files: FolderFile[]; issues?: undefined } | { files?: undefined; issues: Issue[] }

export function readZip(bytes: Uint8Array, limits: FolderLimits = FOLDER_LIMITS): ReadZip {
  const { issues, entries, read } = openZip(bytes, limits)
  if (issues) return { issues }
  const files: FolderFile[] = []
  for (const entry of entries) {
    const unpacked = read(entry)
    if (!unpacked) return refused(entry.path, DAMAGED)
    files.push({ path: entry.path, bytes: unpacked })
  }
  return { files }
}

export const DAMAGED = 'is damaged: it is not as large as the archive says'

export type OpenedZip =
  | {
      issues?: undefined
      /** The files, none of them refused. */
      entries: ZipEntry[]
      /** Without "/" at the end. */
      folders: string[]
      /** Unpacks one; null for one that is damaged. All together never give more than `limits.totalBytes`. */
      read: (entry: ZipEntry) => Uint8Array | null
    }
  | { issues: Issue[]; entries?: undefined; folders?: undefined; read?: undefined }

/** The same, for whoever takes one file at a time. */
export function openZip(bytes: Uint8Array, limits: FolderLimits): OpenedZip {
  if (bytes.length > limits.archiveBytes)
    return refused('', `is larger than ${megabytes(limits.archiveBytes)}`)
  const listed = listEntries(bytes, limits.files)
  if (listed.whyNot !== undefined) return refused('', listed.whyNot)
  const entries = listed.entries.filter(({ isFolder }) => !isFolder)
  const whyNot = entries.map((entry) => [entry.path, whyNotFile(entry)] as const).find(([, why]) => why)
  if (whyNot) return refused(whyNot[0], String(whyNot[1]))
  const seen = new Set<string>()
  const twice = entries.find(({ path }) => seen.size === seen.add(path).size)
  if (twice) return refused(twice.path, 'is in the archive twice')
  if (sum(entries) > limits.totalBytes) return refused('', tooMuch(limits))
  const folders = listed.entries
    .filter(({ isFolder }) => isFolder)
    .map(({ path }) => path.replace(/\/+$/, ''))
  return { entries, folders, read: reader(bytes, limits) }
}

function whyNotFile({ path, isLink, isEncrypted, method, isText }: ZipEntry): string | undefined {
  if (!isText) return 'has a name that is no UTF-8'
  if (isLink) return 'is a link; only files are taken'
  if (isEncrypted) return 'is encrypted'
  if (method !== STORED && method !== DEFLATED)
    return `is packed by a method (${method}) that is not read here`
  return whyOutside(path)
}

const STORED = 0
const DEFLATED = 8

function reader(bytes: Uint8Array, limits: FolderLimits): (entry: ZipEntry) => Uint8Array | null {
  let left = limits.totalBytes
  return ({ start, packedBytes, sizeBytes, method }) => {
    const packed = bytes.subarray(start, start + packedBytes)
    const unpacked = method === STORED ? packed : inflateWithin(packed, Math.min(left, sizeBytes)).bytes
    if (unpacked?.length !== sizeBytes || sizeBytes > left) return null
    left -= sizeBytes
    return unpacked
  }
}

function sum(entries: ZipEntry[]): number {
  return entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
}

function tooMuch({ totalBytes }: FolderLimits): string {
  return `unpacks to more than ${megabytes(totalBytes)}`
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

function refused(path: string, why: string): { issues: Issue[] } {
  const message = path === '' ? `The archive ${why}.` : `${path} ${why}.`
  return { issues: [{ path: '', keyword: 'zip', message }] }
}
