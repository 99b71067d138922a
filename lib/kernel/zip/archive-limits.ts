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

/** Returns why a path may leave its folder on some system, as the end of a sentence; undefined if it cannot. */
export function archivePathError(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'must not be absolute'
  if (path.includes('\\')) return 'must not contain backslashes'
  if (/\p{Cc}/u.test(path)) return 'must not contain control characters'
  if (path.split('/').includes('..')) return 'must not contain “..”'
  return undefined
}
