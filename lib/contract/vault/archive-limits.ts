/** What a zip archive of a vault may hold: what goes out is written as it is sent, what comes in is in memory while it is read. Ground, data. */
import { sizeWords } from '../market/size-words.ts'

const MEGABYTE = 1024 * 1024

/** Beyond either an archive is of another format (Zip64), which is not written here. Source: PKWARE APPNOTE 6.3.10, §4.4. */
export const EXPORT_LIMITS = { totalBytes: 4 * 1024 * MEGABYTE - 64 * MEGABYTE, entries: 65_535 }

/** An archive is in memory while it is read, and so is the file that is being unpacked. */
export const IMPORT_LIMITS = { archiveBytes: 64 * MEGABYTE, totalBytes: 512 * MEGABYTE, files: 10_000 }

const count = (number: number) => number.toLocaleString('en')

export const EXPORT_WORDS = `up to ${sizeWords(EXPORT_LIMITS.totalBytes)} and ${count(EXPORT_LIMITS.entries)} files and folders`
export const IMPORT_WORDS = `up to ${sizeWords(IMPORT_LIMITS.archiveBytes)}, ${sizeWords(IMPORT_LIMITS.totalBytes)} unpacked, and ${count(IMPORT_LIMITS.files)} files`
