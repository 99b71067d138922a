/** A chosen folder as one archive: what is sent is the same whichever way it was chosen. */
import { FOLDER_LIMITS } from '#lib/contract/market/folder-limits.ts'

/** Why these files are not sent at all; undefined when they may be. Said before anything is read. */
export function whyNotSend(files: readonly File[]): string | undefined {
  const { files: most, totalBytes } = FOLDER_LIMITS
  if (files.length === 0) return 'There are no files in this folder.'
  if (files.length > most) return `This folder holds ${files.length} files; at most ${most} can be sent.`
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return size > totalBytes ? `This folder is larger than ${totalBytes / 1024 / 1024} MB.` : undefined
}

/** The folder's files under their paths in it, as a zip archive. */
export async function packFolder(files: readonly File[]): Promise<Blob> {
  // Only who chooses a folder waits for the packer.
  const { zipSync } = await import('fflate')
  const entries = await Promise.all(
    files.map(async (file) => [pathOf(file), new Uint8Array(await file.arrayBuffer())] as const),
  )
  return new Blob([zipSync(Object.fromEntries(entries)).slice()], { type: 'application/zip' })
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name
}
