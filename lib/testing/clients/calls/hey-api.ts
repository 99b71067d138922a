import { client } from '../hey-api/client.gen.ts'
import { clientsWordsCount, createBlob, getRun, listBlobs, writeVaultFile } from '../hey-api/index.ts'
import type { Called, Server } from './called.ts'

export async function call({ key, bytes, path, text }: Server): Promise<Called> {
  client.setConfig({ auth: key, throwOnError: true })
  const blob = await createBlob({ body: new Blob([bytes]), query: { kind: 'image/png' }, throwOnError: true })
  // @ts-expect-error The contract has a required field.
  void ((): Parameters<typeof clientsWordsCount>[0] => ({ body: {} }))
  const { data: run } = await clientsWordsCount({ body: { args: { text } }, throwOnError: true })
  if (run.status !== 'completed') throw new Error('The run goes on.')
  const words: number = run.output.words
  const found = await getRun({ path: { id: run.run_id }, throwOnError: true })
  const { data: list } = await listBlobs({ throwOnError: true })
  const file = await writeVaultFile({ body: new Blob([bytes]), query: { path }, throwOnError: true })
  return {
    blobId: blob.data.blob_id,
    words,
    foundStatus: found.data.status,
    listed: list.blobs.map(({ blob_id }) => blob_id),
    fileStatus: file.response.status,
  }
}
