import { formatBytes } from '../../kernel/text/format.ts'

const MEGABYTE = 1024 * 1024

/** Larger archives need Zip64 (PKWARE APPNOTE 6.3.10, §4.4). */
export const EXPORT_LIMITS = { totalBytes: 4 * 1024 * MEGABYTE - 64 * MEGABYTE, entries: 65_535 }

/** The largest file in an archive: memory holds the archive and the file being unpacked. */
export const IMPORT_LIMITS = { archiveBytes: 64 * MEGABYTE, totalBytes: 512 * MEGABYTE, files: 10_000 }

const count = (number: number) => number.toLocaleString('en')

export const EXPORT_LIMITS_LABEL = `up to ${formatBytes(EXPORT_LIMITS.totalBytes)} and ${count(EXPORT_LIMITS.entries)} files and folders`
export const IMPORT_LIMITS_LABEL = `up to ${formatBytes(IMPORT_LIMITS.archiveBytes)}, ${formatBytes(IMPORT_LIMITS.totalBytes)} unpacked, and ${count(IMPORT_LIMITS.files)} files`

export const COLLISION_STRATEGIES = ['error', 'create-unique', 'overwrite'] as const

export type CollisionStrategy = (typeof COLLISION_STRATEGIES)[number]
