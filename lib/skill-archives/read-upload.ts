import type { Issue } from '../errors.ts'
import type { FolderFile } from '../zip/read-zip.ts'
import { readZip } from '../zip/read-zip.ts'
import { type ReadFolder, readFolder } from './read-folder.ts'

/** Runs in a thread; takes a zip archive or files. */
export function readSkillUpload(
  content: Uint8Array | readonly FolderFile[],
  directory: string | undefined,
): ReadFolder | { issues: Issue[] } {
  const unpacked = content instanceof Uint8Array ? readZip(content) : { files: content }
  return unpacked.files ? readFolder(unpacked.files, directory) : { issues: unpacked.issues }
}
