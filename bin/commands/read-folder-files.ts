/** A skill folder from the disk: its files, or the archive that holds them. */
import fs from 'node:fs'
import path from 'node:path'
import { FOLDER_LIMITS } from '#lib/contract/market/folder-limits.ts'
import { AppError } from '#lib/errors.ts'
import { kindOf, type SkillFile } from '#lib/folders/skill-file.ts'

export type FolderOnDisk =
  | { files: SkillFile[]; directory: string }
  /** A zip archive. */
  | { files: Uint8Array; directory?: undefined }

/** Throws NOT_FOUND or INVALID_INPUT, naming the place. Links are refused: they may lead anywhere. */
export function readFolderFiles(place: string): FolderOnDisk {
  const found = fs.statSync(place, { throwIfNoEntry: false })
  if (!found) throw new AppError('NOT_FOUND', { message: `There is no ${place}.` })
  if (!found.isDirectory()) return { files: readBounded(place, found.size) }
  const root = fs.realpathSync(place)
  const names = fs.readdirSync(root, { recursive: true, withFileTypes: true })
  const files = names.filter((each) => !each.isDirectory())
  if (files.length > FOLDER_LIMITS.files) {
    throw refused(`${place} holds ${files.length} files; at most ${FOLDER_LIMITS.files} are read.`)
  }
  let left = FOLDER_LIMITS.totalBytes
  const read = files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    const inside = path.relative(root, file).split(path.sep).join('/')
    if (!entry.isFile()) throw refused(`${inside} is a link; a skill folder has files only.`)
    left -= fs.statSync(file).size
    if (left < 0) throw refused(`${place} is larger than ${FOLDER_LIMITS.totalBytes / 1024 / 1024} MB.`)
    const bytes = fs.readFileSync(file)
    return { path: inside, bytes, kind: kindOf(inside, bytes) }
  })
  return { files: read, directory: path.basename(root) }
}

function readBounded(file: string, size: number): Uint8Array {
  if (size > FOLDER_LIMITS.archiveBytes) {
    throw refused(`${file} is larger than ${FOLDER_LIMITS.archiveBytes / 1024 / 1024} MB.`)
  }
  return fs.readFileSync(file)
}

function refused(message: string): AppError {
  return new AppError('INVALID_INPUT', { message })
}
