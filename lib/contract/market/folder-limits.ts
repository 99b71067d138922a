/** How much a skill folder may be, as it is sent. Ground; also in the browser. */

export type FolderLimits = {
  /** Of a zip archive. */
  archiveBytes: number
  /** Of all files together, unpacked. */
  totalBytes: number
  files: number
}

/** A SkillSet document ends at 1 MiB; the rest is room for litter and for pictures that turn out too large. */
export const FOLDER_LIMITS: FolderLimits = {
  archiveBytes: 8 * 1024 * 1024,
  totalBytes: 16 * 1024 * 1024,
  files: 500,
}
