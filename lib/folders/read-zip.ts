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
  if (bytes.length > limits.archiveBytes)
    return refused('', `is larger than ${megabytes(limits.archiveBytes)}`)
  const listed = listEntries(bytes, limits.files)
  if (listed.whyNot !== undefined) return refused('', listed.whyNot)
  const entries = listed.entries.filter(({ isFolder }) => !isFolder)
  const whyNot = entries.map((entry) => [entry.path, whyNotFile(entry)] as const).find(([, why]) => why)
  if (whyNot) return refused(whyNot[0], String(whyNot[1]))
  const twice = entries.find(({ path }, index) => entries.findIndex((each) => each.path === path) !== index)
  if (twice) return refused(twice.path, 'is in the archive twice')
  if (sum(entries) > limits.totalBytes) return tooMuch(limits)
  return unpack(bytes, entries, limits)
}

function whyNotFile({ path, isLink, isEncrypted, method, isText }: ZipEntry): string | undefined {
  if (!isText) return 'has a name that is no UTF-8'
  if (isLink) return 'is a link; a skill folder has files only'
  if (isEncrypted) return 'is encrypted'
  if (method !== STORED && method !== DEFLATED)
    return `is packed by a method (${method}) that is not read here`
  return whyOutside(path)
}

const STORED = 0
const DEFLATED = 8

function unpack(bytes: Uint8Array, entries: ZipEntry[], limits: FolderLimits): ReadZip {
  const files: FolderFile[] = []
  let left = limits.totalBytes
  for (const entry of entries) {
    const packed = bytes.subarray(entry.start, entry.start + entry.packedBytes)
    const most = Math.min(left, entry.sizeBytes)
    const unpacked = entry.method === STORED ? packed : inflateWithin(packed, most).bytes
    if (unpacked?.length !== entry.sizeBytes) {
      return refused(entry.path, 'is damaged: it is not as large as the archive says')
    }
    left -= unpacked.length
    files.push({ path: entry.path, bytes: unpacked })
  }
  return { files }
}

function sum(entries: ZipEntry[]): number {
  return entries.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
}

function tooMuch({ totalBytes }: FolderLimits): ReadZip {
  return refused('', `unpacks to more than ${megabytes(totalBytes)}`)
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

function refused(path: string, why: string): ReadZip {
  const message = path === '' ? `The archive ${why}.` : `${path} ${why}.`
  return { issues: [{ path: '', keyword: 'zip', message }] }
}
