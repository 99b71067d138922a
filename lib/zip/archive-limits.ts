/** Limits of an uploaded skill folder. */

export type ArchiveLimits = {
  archiveBytes: number
  totalBytes: number
  files: number
}

/** A skill has at most 500 files, 10 MB in total; the rest allows for its code, its manifest and ignored files. */
export const SKILL_ARCHIVE_LIMITS: ArchiveLimits = {
  archiveBytes: 11 * 1024 * 1024,
  totalBytes: 16 * 1024 * 1024,
  files: 512,
}
