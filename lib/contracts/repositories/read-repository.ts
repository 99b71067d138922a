/** Reads the archive of a repository, as GitHub makes it: one folder around all files, and the commit as the comment. */

import type { Issue } from '../../kernel/errors.ts'
import { SKILL_ARCHIVE_LIMITS } from '../../kernel/zip/archive-limits.ts'
import { type FolderFile, openZip, readZip } from '../../kernel/zip/read-zip.ts'
import { readZipComment } from '../../kernel/zip/zip-entries.ts'
import { isSkillMarker, listSkillFolders, MAX_FOUND_SKILLS } from '../skill-folders/find-root.ts'
import { readSkillMarkdown } from '../skill-folders/front-matter.ts'
import { createLitterFilter } from '../skill-folders/litter.ts'
import { decodeText, README } from '../skill-folders/skill-file.ts'
import { type FoundLicense, findLicense, LICENSE_FILE } from './find-license.ts'

export type RepositorySkill = {
  /** The folder in the repository; "" if the repository is one skill. */
  path: string
  name: string
  /** Empty for a folder whose SKILL.md cannot be read; its import says why. */
  description: string
  license?: FoundLicense | undefined
}

type ListedRepository =
  | { skills: RepositorySkill[]; commit: string; issues?: undefined }
  | { issues: Issue[] }

/**
 * Lists the skills below `path`, in the order of their paths, with the licence that each of them states. Expensive: use a
 * worker thread.
 */
export function listRepositorySkills(archive: Uint8Array, path: string): ListedRepository {
  const commit = readZipComment(archive)
  if (!/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit))
    return repositoryIssue('The address did not return the archive of a commit.')
  const read = readZip(archive, SKILL_ARCHIVE_LIMITS, (paths) => {
    const isLitter = createLitterFilter(paths)
    return (each) => isLitter(each) || each.endsWith('/') || !isRead(each)
  })
  if (!read.files) return { issues: read.issues }
  const files = new Map(
    read.files.map(({ path: each, bytes }) => [withoutTop(each), decodeText(bytes) ?? '']),
  )
  const folders = listSkillFolders([...files.keys()]).filter((folder) => isBelow(folder, path))
  if (folders.length === 0) {
    const where = path === '' ? 'This repository' : `The folder ${path}`
    return repositoryIssue(`${where} contains no skill: no folder has a SKILL.md.`)
  }
  if (folders.length > MAX_FOUND_SKILLS)
    return repositoryIssue(
      `This repository contains ${folders.length} skills; at most ${MAX_FOUND_SKILLS} are listed. Enter the address of a folder in it.`,
    )
  return { commit, skills: folders.map((folder) => describeSkill(folder, files)) }
}

function isRead(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return isSkillMarker(name) || LICENSE_FILE.test(name) || name === 'package.json'
}

/** The archive has everything in one folder, such as `tools-1f2e3d/`. */
function withoutTop(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

function isBelow(folder: string, path: string): boolean {
  return path === '' || `${folder}/`.startsWith(`${path.replace(/\/+$/, '')}/`)
}

function describeSkill(folder: string, files: Map<string, string>): RepositorySkill {
  const readme = [...files].find(([path]) => path.toLowerCase() === `${folder}${README}`.toLowerCase())
  const { frontmatter = {} } = readme ? readSkillMarkdown(readme[1]) : {}
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const path = folder.replace(/\/$/, '')
  const stated = text(frontmatter.license)
  const license = findLicense(
    { path: readme?.[0] ?? README, license: stated || undefined },
    nearestStatements(folder, files),
  )
  return {
    path,
    name: text(frontmatter.name) || path.split('/').at(-1) || 'skill',
    description: text(frontmatter.description).slice(0, 500),
    ...(license && { license }),
  }
}

/** Licence files and package.json of the folder, then of each folder around it. */
function nearestStatements(folder: string, files: Map<string, string>): { path: string; text: string }[][] {
  const segments = folder.split('/').filter(Boolean)
  const around = segments.map((_, index) => `${segments.slice(0, segments.length - index).join('/')}/`)
  return [...around, ''].map((each) => {
    const inside = [...files].filter(
      ([path]) => path.startsWith(each) && !path.slice(each.length).includes('/'),
    )
    const licenses = inside.filter(([path]) => LICENSE_FILE.test(path.slice(each.length)))
    const manifest = inside.filter(([path]) => path === `${each}package.json`)
    return [...licenses, ...manifest].map(([path, text]) => ({ path, text }))
  })
}

/** Returns the files of one folder, with paths relative to it. Expensive: use a worker thread. */
export function unpackRepositoryFolder(
  archive: Uint8Array,
  path: string,
): { files: FolderFile[]; issues?: undefined } | { issues: Issue[]; files?: undefined } {
  const folder = path === '' ? '' : `${path}/`
  const opened = openZip(archive, SKILL_ARCHIVE_LIMITS, (paths) => {
    const isLitter = createLitterFilter(paths)
    return (each) => isLitter(each) || !withoutTop(each).startsWith(folder)
  })
  if (opened.issues) return { issues: opened.issues }
  const files: FolderFile[] = []
  for (const entry of opened.entries) {
    const bytes = opened.read(entry)
    if (!bytes) return repositoryIssue(`${withoutTop(entry.path)} is damaged.`)
    const inside = withoutTop(entry.path).slice(folder.length)
    files.push({ path: inside, bytes, ...(entry.isExecutable && { isExecutable: true }) })
  }
  return { files }
}

function repositoryIssue(message: string): { issues: Issue[] } {
  return { issues: [{ path: '', keyword: 'repository', message }] }
}
