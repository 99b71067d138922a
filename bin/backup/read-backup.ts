/** Reading a backup: what it says it is, then its files one after the other. */
import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import { FORMAT, HEADING, type Heading } from './backup-format.ts'
import { readTar, type TarFile } from './tar.ts'

export type OpenBackup = { heading: Heading; files: AsyncGenerator<TarFile> }

/** Throws a sentence for people for what is no backup, or one of another format. The rest is read as it is asked for. */
export async function openBackup(file: string): Promise<OpenBackup> {
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`)
  const files = readTar(unzipped(file))
  const first = await files.next()
  if (first.done || first.value.name !== HEADING) throw new Error(`${file} is no backup of a Guildhall.`)
  const heading = readJson<Heading>(first.value)
  if (heading.format !== FORMAT)
    throw new Error(
      `${file} is a backup of format ${heading.format}, and this Guildhall reads format ${FORMAT}: restore it with Guildhall ${heading.guildhall}.`,
    )
  return { heading, files }
}

export function readJson<T>({ name, bytes }: TarFile): T {
  try {
    // Written by `write-backup.ts`, and its digest is checked before anything is kept.
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as T
  } catch (cause) {
    throw new Error(`${name} in the backup is damaged.`, { cause })
  }
}

async function* unzipped(file: string): AsyncGenerator<Uint8Array> {
  const source = fs.createReadStream(file)
  const gunzip = createGunzip()
  // An error of the one is an error of the other, whoever is listened to.
  source.once('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } catch (thrown) {
    throw new Error(problemOf(thrown as NodeJS.ErrnoException), { cause: thrown })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'Z_BUF_ERROR') return 'The file ends too early: it was cut off.'
  if (code === 'Z_DATA_ERROR' && message.includes('header')) return 'This is no backup of a Guildhall.'
  if (code?.startsWith('Z_')) return 'The file is damaged: it was changed since it was written.'
  return `The file cannot be read: ${message}`
}
