/** Reads skill folders on this machine and sends them to a site. Needs no database, so that it is part of /cli.tgz too. */
import fs from 'node:fs'
import path from 'node:path'
import { listSkillFolders, MAX_FOUND_SKILLS } from '#lib/contracts/skill-folders/find-root.ts'
import { isLitter, VENV_MARK } from '#lib/contracts/skill-folders/litter.ts'
import { leaveOutSecretFiles } from '#lib/contracts/skill-folders/secret-files.ts'
import { detectMediaType, type SkillFile } from '#lib/contracts/skill-folders/skill-file.ts'
import { writeZip } from '#lib/contracts/skill-folders/write-zip.ts'
import { AppError, type Issue } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { SKILL_ARCHIVE_LIMITS } from '#lib/kernel/zip/archive-limits.ts'
import type { CliCommand, CommandInput, CommandResult } from '../cli-command.ts'
import { requestJsonFromSite } from '../remote-site/request-from-site.ts'

export const IMPORT_OPTIONS = {
  publisher: 'the handle to publish it under',
  into: 'the SkillSet to add the skill to (default: a new one)',
  license: 'the SPDX licence of skills of a repository that state none',
}

export const IMPORT_LISTS: NonNullable<CliCommand['lists']> = {
  skill: 'a skill of the repository, by name or folder; can be given several times',
}

export const IMPORT_FLAGS = {
  all: 'import all skills of the repository',
  programs: 'make the programs in scripts/ of an Agent Skill callable skills, too',
}

/** Imports a folder or an archive, or each skill folder of a folder of several, one after the other. */
export async function importFolders(
  source: string,
  importOne: (folder: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const folders = findSkillFolders(source)
  if (folders.length <= 1) return importOne(folders[0] ?? source)
  const imported: CommandResult[] = []
  for (const folder of folders) imported.push(await importOne(folder).catch(failedImport(folder)))
  return {
    text: imported.map(({ text }) => text).join('\n'),
    json: { skills: imported.map(({ json }) => json) },
    isFailure: imported.some(({ isFailure }) => isFailure),
  }
}

/**
 * Returns the skill folders in a folder, such as those of a repository: each that has a SKILL.md or skill.toml, without those
 * inside another. Returns [] for a file, and for a folder without skills. Throws INVALID_INPUT for too many.
 */
function findSkillFolders(source: string): string[] {
  if (!fs.statSync(source, { throwIfNoEntry: false })?.isDirectory()) return []
  const root = fs.realpathSync(source)
  const files = listFiles(root, root).map(({ parentPath, name }) =>
    pathInside(root, path.join(parentPath, name)),
  )
  const folders = listSkillFolders(files)
  if (folders.length > MAX_FOUND_SKILLS)
    throw invalidInput(
      `${source} contains ${folders.length} skills; at most ${MAX_FOUND_SKILLS} are imported at once.`,
    )
  return folders.map((folder) => path.resolve(root, folder))
}

/** One skill that cannot be imported does not stop the others. */
function failedImport(folder: string): (error: Error) => CommandResult {
  return (error) => {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    return {
      text: `${path.basename(folder)} was not imported: ${message}`,
      json: { folder: path.basename(folder), error: { code, message } },
      isFailure: true,
    }
  }
}

type ToSite = {
  site: string
  key?: string | undefined
  options: CommandInput['options']
  callPrograms: boolean
}

/** Sends one folder or archive to the site, with the key that `login` stored unless one is given. */
export async function importAtSite(
  source: string,
  { site, key, options: { publisher: handle, into }, callPrograms }: ToSite,
): Promise<CommandResult> {
  const { files, directory, findings } = readFolderFiles(source)
  const query = new URLSearchParams({
    ...(handle && { handle }),
    ...(into && { into }),
    ...(directory && { directory }),
    ...(callPrograms && { programs: 'true' }),
  })
  const content = Array.isArray(files) ? writeZip(directory ?? 'skill', files) : files
  const init = { method: 'POST', body: Buffer.from(content as Uint8Array) }
  const made = await requestJsonFromSite<Imported>(site, `${paths.skillFolders}?${query}`, init, key)
  return formatImported({ ...made, findings: [...findings, ...made.findings] }, site)
}

type Imported = {
  skill_set_id: string
  name: string
  programs: string[]
  replaced: boolean
  findings: Issue[]
}

export function formatImported(
  { skill_set_id, name, programs, replaced, findings }: Imported,
  site: string,
): CommandResult {
  const url = new URL(paths.publishSkillSet(skill_set_id), site).href
  const done = replaced ? `${name} was replaced in its draft` : `${name} is in its draft`
  return {
    text: [`${done}: ${url}`, ...findings.map(({ message }) => `  - ${message}`)].join('\n'),
    json: { name, skill_set_id, programs, replaced, findings, url },
  }
}

type SkillFolder =
  | { files: SkillFile[]; directory: string; findings: Issue[] }
  | { files: Uint8Array; directory?: undefined; findings: Issue[] }

/**
 * Leaves out litter before it counts anything, and files that hold secrets, so that they never leave this machine.
 * Throws NOT_FOUND or INVALID_INPUT with the path. Refuses symbolic links, which could lead outside.
 */
export function readFolderFiles(source: string): SkillFolder {
  const found = fs.statSync(source, { throwIfNoEntry: false })
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no ${source}.` })
  if (!found.isDirectory()) return { files: readBounded(source, found.size), findings: [] }
  const root = fs.realpathSync(source)
  const files = listFiles(root, root)
  if (files.length > SKILL_ARCHIVE_LIMITS.files) {
    throw invalidInput(
      `${source} contains ${files.length} files; at most ${SKILL_ARCHIVE_LIMITS.files} are read.`,
    )
  }
  let left = SKILL_ARCHIVE_LIMITS.totalBytes
  const read = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    const inside = pathInside(root, file)
    if (!entry.isFile())
      throw invalidInput(`${inside} is a symbolic link. A skill folder can only contain files.`)
    const { size, mode } = fs.statSync(file)
    left -= size
    if (left < 0)
      throw invalidInput(`${source} is larger than ${SKILL_ARCHIVE_LIMITS.totalBytes / 1024 / 1024} MB.`)
    const bytes = fs.readFileSync(file)
    const isExecutable = (mode & 0o111) !== 0
    return {
      path: inside,
      bytes,
      kind: detectMediaType(inside, bytes),
      ...(isExecutable && { isExecutable }),
    }
  })
  return { ...leaveOutSecretFiles(read), directory: path.basename(root) }
}

function pathInside(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}

/** Does not enter folders of litter, which may hold a hundred thousand files. */
function listFiles(root: string, folder: string): fs.Dirent[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === VENV_MARK) && folder !== root) return []
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (isLitter(pathInside(root, file))) return []
    return entry.isDirectory() ? listFiles(root, file) : [entry]
  })
}

function readBounded(file: string, size: number): Uint8Array {
  if (size > SKILL_ARCHIVE_LIMITS.archiveBytes) {
    throw invalidInput(`${file} is larger than ${SKILL_ARCHIVE_LIMITS.archiveBytes / 1024 / 1024} MB.`)
  }
  return fs.readFileSync(file)
}

function invalidInput(message: string): AppError {
  return new AppError('INVALID_INPUT', { message })
}
