/** Paths that stay inside a skill's folder, on every system. Ground, pure. */

/** Why a path could mean a place outside the folder, as the end of a sentence; undefined when it cannot. */
export function whyOutside(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'must not be absolute'
  if (path.includes('\\')) return 'must not contain backslashes'
  if (/\p{Cc}/u.test(path)) return 'must not contain control characters'
  if (path.split('/').includes('..')) return 'must not contain “..”'
  return undefined
}
