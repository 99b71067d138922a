import createClient from 'openapi-fetch'
import type { paths } from '../openapi-types.ts'
import type { Called, Server } from './called.ts'

/** The client's types call bytes a string, and by default it serialises every body as JSON. */
const asBytes = (bytes: Uint8Array<ArrayBuffer>) => ({
  body: bytes as unknown as string,
  bodySerializer: () => bytes,
  headers: { 'content-type': 'application/octet-stream' },
})

export async function call({ origin, key, bytes, path, text }: Server): Promise<Called> {
  const client = createClient<paths>({ baseUrl: origin, headers: { authorization: `Bearer ${key}` } })
  const run = '/api/skills/clients.words.count/runs'
  const blob = await client.PUT('/api/blobs', { ...asBytes(bytes), params: { query: { kind: 'image/png' } } })
  // @ts-expect-error The contract has a required field.
  void (() => client.POST(run, { body: {} }))
  const { data: ran } = await client.POST(run, { body: { args: { text } } })
  if (ran?.status !== 'completed') throw new Error('The run has not completed.')
  const words: number = ran.output.words
  const found = await client.GET('/api/runs/{id}', { params: { path: { id: ran.run_id } } })
  const list = await client.GET('/api/blobs')
  const file = await client.PUT('/api/vault/file', { ...asBytes(bytes), params: { query: { path } } })
  return {
    blobId: blob.data?.blob_id,
    words,
    foundStatus: found.data?.status,
    listed: list.data?.blobs.map(({ blob_id }) => blob_id),
    fileStatus: file.response.status,
  }
}
