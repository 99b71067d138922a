import { clientsWordsCount, createBlob, getRun, listBlobs, writeVaultFile } from '../orval.ts'
import type { Called, Server } from './called.ts'

export async function call({ key, bytes, path, text }: Server): Promise<Called> {
  const options = { headers: { authorization: `Bearer ${key}` } }
  const blob = await createBlob(new Blob([bytes]), { kind: 'image/png' }, options)
  if (blob.status !== 201) throw new Error('The blob was refused.')
  // @ts-expect-error The contract has a required field.
  void (() => clientsWordsCount({}))
  const run = await clientsWordsCount({ args: { text } }, options)
  if (run.status !== 200) throw new Error('The run has not completed.')
  const words: number = run.data.output.words
  const found = await getRun(run.data.run_id, options)
  if (found.status !== 200) throw new Error('The run was not found.')
  const list = await listBlobs(undefined, options)
  if (list.status !== 200) throw new Error('The list was refused.')
  const file = await writeVaultFile(new Blob([bytes]), { path }, options)
  return {
    blobId: blob.data.blob_id,
    words,
    foundStatus: found.data.status,
    listed: list.data.blobs.map(({ blob_id }) => blob_id),
    fileStatus: file.status,
  }
}
