/** Files into the vault, one after the other, telling how it goes. Nothing that is there is written over. */
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import { numberedPath } from '#lib/contract/vault/vault-path.ts'
import type { PublicError } from '#lib/errors.ts'
import type { GivenFile } from './dropped-files.ts'

const MOST_NAMES = 50

export async function upload(files: readonly GivenFile[], folder: string): Promise<void> {
  if (files.length === 0) return
  const shown = toast.loading(`Uploading ${countText(files.length)}…`)
  const failures: string[] = []
  for (const [at, { path, file }] of files.entries()) {
    if (at > 0) toast.loading(`Uploading ${at + 1} of ${countText(files.length)}…`, { id: shown })
    const sentence = await put(folder ? `${folder}/${path}` : path, file).catch(
      () => 'The server cannot be reached just now.',
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

/** Unpacks an archive into the vault; what has the name of something that is there gets another. */
export async function importArchive(archive: File): Promise<void> {
  const shown = toast.loading(`Unpacking ${archive.name}…`)
  const address = `${paths.vaultArchive('')}&collisionStrategy=create-unique`
  const response = await fetch(address, { method: 'POST', body: archive }).catch(() => undefined)
  if (response?.ok) return void toast.success(`${archive.name} is unpacked.`, { id: shown })
  toast.error(response ? (await errorOf(response)).message : 'The server cannot be reached just now.', {
    id: shown,
  })
}

/** Returns a sentence when it did not work. */
async function put(path: string, file: File): Promise<string | undefined> {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? path : numberedPath(path, number)
    const response = await fetch(paths.vaultBytes(name), {
      method: 'PUT',
      headers: { 'if-none-match': '*' },
      body: file,
    })
    if (response.ok) return undefined
    const error = await errorOf(response)
    if (error.code !== 'CONFLICT') return error.message
  }
  return 'There are too many files of this name.'
}

async function errorOf(response: Response): Promise<Pick<PublicError, 'code' | 'message'>> {
  const body: { error?: PublicError } = await response.json().catch(() => ({}))
  return body.error ?? { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' }
}

function countText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
