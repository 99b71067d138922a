import type { Issue } from '../../kernel/errors.ts'
import { createLitterFilter } from './litter.ts'
import { README, SKILL_MANIFEST_FILE, type SkillFile } from './skill-file.ts'

type File = Pick<SkillFile, 'path' | 'bytes' | 'isExecutable'>
/** The files of the skill, with paths relative to its folder, and the folder's name. */
type Root = { files: File[]; directory?: string; issues?: undefined } | { issues: Issue[] }

/**
 * Finds the folder of a skill among uploaded files: the one that has a SKILL.md or skill.toml. Leaves out litter. Returns
 * issues if there is none, or several side by side.
 */
export function findRoot(given: readonly File[], directory?: string): Root {
  const isLitter = createLitterFilter(given.map(({ path }) => path))
  const files = given.filter(({ path }) => !isLitter(path))
  const markers = files.filter(({ path }) => isSkillMarker(nameOf(path)))
  const folders = [...new Set(markers.map(({ path }) => folderOf(path)))].sort((a, b) => a.length - b.length)
  const [root] = folders
  if (root === undefined) return folderIssue('This is not a skill folder, because it has no SKILL.md.')
  // A skill may contain others as files; one beside it would be a second skill.
  const others = folders.filter((each) => !isIn(each, root))
  if (others.length > 0) {
    const names = folders.map((each) => each.replace(/\/$/, '')).join(', ')
    return folderIssue(`This folder contains several skills (${names}). Import one folder at a time.`)
  }
  const inside = files
    .filter(({ path }) => path.startsWith(root))
    .map((file) => ({ ...file, path: normalizeReadmeName(file.path.slice(root.length)) }))
  const known = root === '' ? directory : root.split('/').at(-2)
  return { files: inside, ...(known && { directory: known }) }
}

/** Tells whether a file of this name makes its folder a skill. */
export function isSkillMarker(name: string): boolean {
  return name.toLowerCase() === README.toLowerCase() || name === SKILL_MANIFEST_FILE
}

/** The reference validator accepts skill.md, too. */
function normalizeReadmeName(path: string): string {
  return path.toLowerCase() === README.toLowerCase() ? README : path
}

/** More than a person chooses from. */
export const MAX_FOUND_SKILLS = 100

/** Returns the folders of these files that are skills, without those inside another: they are files of that skill. */
export function listSkillFolders(paths: readonly string[]): string[] {
  const marked = paths.filter((path) => isSkillMarker(nameOf(path))).map(folderOf)
  const folders = [...new Set(marked)].sort()
  return folders.filter((folder) => !folders.some((other) => other !== folder && isIn(folder, other)))
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

function folderIssue(message: string): Root {
  return { issues: [{ path: '', keyword: 'folder', message }] }
}
