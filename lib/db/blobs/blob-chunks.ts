import { bytesPool } from '../core/run-statement.ts'

export async function insertBlobChunk(chunk: {
  contentId: string
  position: number
  bytes: Uint8Array
}): Promise<void> {
  const { contentId, position, bytes } = chunk
  await bytesPool().query('insert into "BlobChunk" ("contentId", "position", "bytes") values ($1, $2, $3)', [
    contentId,
    position,
    bytes,
  ])
}

export async function findBlobChunk(contentId: string, position: number): Promise<Uint8Array | null> {
  const { rows } = await bytesPool().query<{ bytes: Buffer }>(
    'select "bytes" from "BlobChunk" where "contentId" = $1 and "position" = $2',
    [contentId, position],
  )
  return rows[0]?.bytes ?? null
}

export async function deleteBlobChunks(contentId: string): Promise<void> {
  await bytesPool().query('delete from "BlobChunk" where "contentId" = $1', [contentId])
}
