import type { Issue } from '../../kernel/errors.ts'
import { createLitterFilter } from './litter.ts'
import { README, SKILL_MANIFEST_FILE, type SkillFile } from './skill-file.ts'

type File = Pick<SkillFile, 'path' | 'bytes' | 'isExecutable'>
type Root = { files: File[]; directory?: string; issues?: undefined } | { issues: Issue[] }

export function findRoot(given: readonly File[], directory?: string): Root {
  const isLitter = createLitterFilter(given.map(({ path }) => path))
  const files = given.filter(({ path }) => !isLitter(path))
  const marks = files.filter(({ path }) => isMark(nameOf(path)))
  const folders = [...new Set(marks.map(({ path }) => folderOf(path)))].sort((a, b) => a.length - b.length)
  const [root] = folders
  if (root === undefined) return refused('This is not a skill folder: it has no SKILL.md.')
  // A skill may contain others as files; next to it they would be separate skills.
  const others = folders.filter((each) => !isIn(each, root))
  if (others.length > 0) {
    const names = folders.map((each) => each.replace(/\/$/, '')).join(', ')
    return refused(`It contains several skills (${names}). Import one folder at a time.`)
  }
  const inside = files
    .filter(({ path }) => path.startsWith(root))
    .map((file) => ({ ...file, path: normalizeReadmeName(file.path.slice(root.length)) }))
  const known = root === '' ? directory : root.split('/').at(-2)
  return { files: inside, ...(known && { directory: known }) }
}

function isMark(name: string): boolean {
  return name.toLowerCase() === README.toLowerCase() || name === SKILL_MANIFEST_FILE
}

/** The reference validator also accepts skill.md. */
function normalizeReadmeName(path: string): string {
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
