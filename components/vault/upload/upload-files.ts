/** Uploads files one after the other with progress messages. Never overwrites a file. */

import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { numberedPath } from '#lib/vault/model/vault-path.ts'
import { errorIn, sendFile } from '../../browser/send-file.ts'
import { toast } from '../../ui/toast.ts'

const MAX_NAMES = 50

export type GivenFile = { path: string; file: File }

export async function uploadFiles(files: readonly GivenFile[], folder: string): Promise<void> {
  if (files.length === 0) return
  const shown = toast.loading(`Uploading ${countText(files.length)}…`)
  const failures: string[] = []
  for (const [at, { path, file }] of files.entries()) {
    if (at > 0) toast.loading(`Uploading ${at + 1} of ${countText(files.length)}…`, { id: shown })
    const count = files.length > 1 ? `${at + 1} of ${countText(files.length)}` : file.name
    const onProgress = showProgress(shown, `Uploading ${count}`, file.size)
    const sentence = await put(folder ? `${folder}/${path}` : path, file, onProgress).catch(
      () => 'The server cannot be reached. Try again.',
    )
    if (sentence) failures.push(`${path}: ${sentence}`)
  }
  if (failures.length === 0) return void toast.success(`${countText(files.length)} uploaded.`, { id: shown })
  const done = files.length - failures.length
  toast.error(`${failures[0]}${failures.length > 1 ? ` And ${failures.length - 1} more.` : ''}`, {
    id: shown,
    ...(done > 0 && { description: `${countText(done)} uploaded.` }),
  })
}

/** Unpacks an archive into the vault; name conflicts get another name. */
export async function importArchive(archive: File): Promise<void> {
  const shown = toast.loading(`Importing ${archive.name}…`)
  const address = `${paths.vaultArchive('')}&collisionStrategy=create-unique`
  const onProgress = showProgress(shown, `Importing ${archive.name}`, archive.size)
  const response = await sendFile(address, archive, { method: 'POST', onProgress }).catch(() => undefined)
  if (response?.ok) return void toast.success(`${archive.name} was imported.`, { id: shown })
  toast.error(response ? errorIn(response).message : 'The server cannot be reached. Try again.', {
    id: shown,
  })
}

/** Smaller files are done before anyone reads the figure. */
const SHOWN_FROM_BYTES = 4 * 1024 * 1024

function showProgress(shown: string | number, what: string, sizeBytes: number): (sentBytes: number) => void {
  return (sentBytes) => {
    if (sizeBytes < SHOWN_FROM_BYTES) return
    const percent = Math.floor((100 * Math.min(sentBytes, sizeBytes)) / sizeBytes)
    const text = percent === 100 ? 'Storing…' : `${percent}% of ${formatBytes(sizeBytes)}`
    toast.loading(`${what}: ${text}`, { id: shown })
  }
}

async function put(
  path: string,
  file: File,
  onProgress: (sentBytes: number) => void,
): Promise<string | undefined> {
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const name = number === 1 ? path : numberedPath(path, number)
    const headers = { 'if-none-match': '*' }
    const response = await sendFile(paths.vaultBytes(name), file, { method: 'PUT', headers, onProgress })
    if (response.ok) return undefined
    const error = errorIn(response)
    if (error.code !== 'CONFLICT') return error.message
  }
  return 'There are too many files with this name.'
}

function countText(count: number): string {
  return plural(count, 'file')
}

/** Call synchronously in the drop handler: the data transfer is emptied afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<GivenFile[]> {
  const found = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry) return filesIn(entry, '')
    // An image from another page has no folder entry.
    const file = item.getAsFile()
    return file ? [{ path: file.name, file }] : []
  })
  return Promise.all(found).then((files) => files.flat())
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<GivenFile[]> {
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
