import type { Issue } from '../../kernel/errors.ts'
import { SKILL_ARCHIVE_LIMITS } from '../../kernel/zip/archive-limits.ts'
import { type FolderFile, readZip } from '../../kernel/zip/read-zip.ts'
import { createLitterFilter } from './litter.ts'
import { type ReadFolder, readFolder } from './read-folder.ts'

/** Runs in a thread; takes a zip archive or files. */
export function readSkillUpload(
  content: Uint8Array | readonly FolderFile[],
  directory: string | undefined,
): ReadFolder | { issues: Issue[] } {
  const unpacked =
    content instanceof Uint8Array
      ? readZip(content, SKILL_ARCHIVE_LIMITS, createLitterFilter)
      : { files: content }
  return unpacked.files ? readFolder(unpacked.files, directory) : { issues: unpacked.issues }
}
