/** Where in what was sent the skill's folder is. Ground, pure. */
import type { Issue } from '../errors.ts'
import { MANIFEST, README, type SkillFile } from './skill-file.ts'

type File = Pick<SkillFile, 'path' | 'bytes'>
type Root = { files: File[]; directory?: string; issues?: undefined } | { issues: Issue[] }

// What operating systems and tools leave behind.
const LITTER =
  /(^|\/)(__MACOSX|\.git|\.svn|node_modules|__pycache__)(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/

/**
 * The files of the one skill that is in there, with paths that start at it. An archive usually holds the folder, not
 * what is in it; a folder that holds several skills is refused by their names.
 */
export function findRoot(given: readonly File[], directory?: string): Root {
  const files = given.filter(({ path }) => !LITTER.test(path))
  const marks = files.filter(({ path }) => isMark(nameOf(path)))
  const folders = [...new Set(marks.map(({ path }) => folderOf(path)))].sort((a, b) => a.length - b.length)
  const [root] = folders
  if (root === undefined) return refused('There is no SKILL.md in it, so this is no skill folder.')
  // A skill may bring others as files of its own; beside it they would be skills as well.
  const others = folders.filter((each) => !isIn(each, root))
  if (others.length > 0) {
    const names = folders.map((each) => each.replace(/\/$/, '')).join(', ')
    return refused(`It holds several skills (${names}): import one folder at a time.`)
  }
  const inside = files
    .filter(({ path }) => path.startsWith(root))
    .map(({ path, bytes }) => ({ path: usualName(path.slice(root.length)), bytes }))
  const known = root === '' ? directory : root.split('/').at(-2)
  return { files: inside, ...(known && { directory: known }) }
}

function isMark(name: string): boolean {
  return name.toLowerCase() === README.toLowerCase() || name === MANIFEST
}

/** Some write skill.md; the reference validator takes it. */
function usualName(path: string): string {
  return path.toLowerCase() === README.toLowerCase() ? README : path
}

function isIn(folder: string, root: string): boolean {
  return folder.startsWith(root)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function refused(message: string): Root {
  return { issues: [{ path: '', keyword: 'folder', message }] }
}
