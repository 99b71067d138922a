/** Files that were dropped on the page, those in folders with the folders they were in. */

export type GivenFile = { path: string; file: File }

/** Must be called in the turn of the drop: what was dropped is gone after it. */
export function droppedFiles(transfer: DataTransfer): Promise<GivenFile[]> {
  const found = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry()
    if (entry) return filesIn(entry, '')
    // A picture out of another page is a file that is in no folder.
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
  // It gives a hundred at a time, and none when that was all.
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
