/** Uploads files one after the other with progress messages. Never overwrites a file. */

import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { numberedPath } from '#lib/vault/model/vault-path.ts'
import { parseResponseError, sendFile } from '../../browser/send-file.ts'
import { toast } from '../../ui/toast.ts'

const MAX_NAMES = 50

export type UploadFile = { path: string; file: File }

export async function uploadFiles(files: readonly UploadFile[], folder: string): Promise<void> {
  if (files.length === 0) return
  const toastId = toast.loading(`Uploading ${countText(files.length)}…`)
  const failures: string[] = []
  for (const [index, { path, file }] of files.entries()) {
    if (index > 0) toast.loading(`Uploading ${index + 1} of ${countText(files.length)}…`, { id: toastId })
    const count = files.length > 1 ? `${index + 1} of ${countText(files.length)}` : file.name
    const onProgress = showProgress(toastId, `Uploading ${count}`, file.size)
    const sentence = await uploadUnderFreeName(folder ? `${folder}/${path}` : path, file, onProgress).catch(
      () => 'The server cannot be reached. Try again.',
    )
    if (sentence) failures.push(`${path}: ${sentence}`)
  }
  if (failures.length === 0)
    return void toast.success(`${countText(files.length)} uploaded.`, { id: toastId })
  const done = files.length - failures.length
  toast.error(`${failures[0]}${failures.length > 1 ? ` And ${failures.length - 1} more.` : ''}`, {
    id: toastId,
    ...(done > 0 && { description: `${countText(done)} uploaded.` }),
  })
}

/** Unpacks an archive into the vault. A file whose name is taken gets another name. */
export async function importArchive(archive: File): Promise<void> {
  const toastId = toast.loading(`Importing ${archive.name}…`)
  const address = `${paths.vaultArchive('')}&collisionStrategy=create-unique`
  const onProgress = showProgress(toastId, `Importing ${archive.name}`, archive.size)
  const response = await sendFile(address, archive, { method: 'POST', onProgress }).catch(() => undefined)
  if (response?.ok) return void toast.success(`${archive.name} was imported.`, { id: toastId })
  toast.error(response ? parseResponseError(response).message : 'The server cannot be reached. Try again.', {
    id: toastId,
  })
}

/** Smaller files show no progress, because they are done before anyone reads the figure. */
const PROGRESS_MIN_BYTES = 4 * 1024 * 1024

function showProgress(
  toastId: string | number,
  label: string,
  sizeBytes: number,
): (sentBytes: number) => void {
  return (sentBytes) => {
    if (sizeBytes < PROGRESS_MIN_BYTES) return
    const percent = Math.floor((100 * Math.min(sentBytes, sizeBytes)) / sizeBytes)
    const text = percent === 100 ? 'Storing…' : `${percent}% of ${formatBytes(sizeBytes)}`
    toast.loading(`${label}: ${text}`, { id: toastId })
  }
}

async function uploadUnderFreeName(
  path: string,
  file: File,
  onProgress: (sentBytes: number) => void,
): Promise<string | undefined> {
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const name = number === 1 ? path : numberedPath(path, number)
    const headers = { 'if-none-match': '*' }
    const response = await sendFile(paths.vaultBytes(name), file, { method: 'PUT', headers, onProgress })
    if (response.ok) return undefined
    const error = parseResponseError(response)
    if (error.code !== 'CONFLICT') return error.message
  }
  return 'There are too many files with this name.'
}

function countText(count: number): string {
  return plural(count, 'file')
}

/** Call synchronously in the drop handler: the data transfer is emptied afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<UploadFile[]> {
  const found = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry) return filesIn(entry, '')
    // An image from another page has no folder entry.
    const file = item.getAsFile()
    return file ? [{ path: file.name, file }] : []
  })
  return Promise.all(found).then((files) => files.flat())
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<UploadFile[]> {
  const path = folder ? `${folder}/${entry.name}` : entry.name
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const children: FileSystemEntry[] = []
  // `readSome` returns up to 100 entries per call, and none at the end.
  for (let more = await readSome(reader); more.length > 0; more = await readSome(reader))
    children.push(...more)
  return (await Promise.all(children.map((child) => filesIn(child, path)))).flat()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function readSome(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
