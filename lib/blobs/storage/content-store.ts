/** Where bytes are kept. A store knows ids only; the services of this folder know owners, types and retention. */

import { deleteBlobChunks, findBlobChunk, insertBlobChunk } from '../rows/blob-rows.ts'
import { s3Settings, s3Store } from './s3-store.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

/** From `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number }

export type ContentStore = {
  name: StoreName
  write(id: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws if the store no longer has all of these bytes. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  remove(id: string): Promise<void>
}

type StoreName = 'postgres' | 's3'

export function defaultContentStore(): ContentStore {
  return s3Settings() ? openContentStore('s3') : openContentStore('postgres')
}

/**
 * Opens the store in which content was written, which need not be the one for new content. Throws if it is not
 * configured.
 */
export function openContentStore(name: string): ContentStore {
  if (name === 'postgres') return postgresStore()
  const settings = name === 's3' ? s3Settings() : null
  if (!settings) throw new Error(`Content is in the store “${name}”, which is not configured.`)
  return s3Store(settings)
}

/** Returns all bytes of a content. Throws if its store no longer has them. */
export async function readWholeContent({
  id,
  store,
  sizeBytes,
}: {
  id: string
  store: string
  sizeBytes: bigint | number
}): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of openContentStore(store).read(id, { start: 0, end: Number(sizeBytes) }))
    parts.push(part)
  return Buffer.concat(parts)
}

/** A compromise: 2,000 queries per gigabyte, and half a megabyte of memory per transfer. */
const CHUNK_BYTES = 512 * 1024

export function postgresStore(): ContentStore {
  return {
    name: 'postgres',
    async write(contentId, content) {
      let position = 0
      for await (const bytes of splitIntoChunks(content, CHUNK_BYTES)) {
        await insertBlobChunk({ contentId, position, bytes })
        position += 1
      }
    },
    read: (contentId, range) => readChunks(contentId, range),
    remove: (contentId) => deleteBlobChunks(contentId),
  }
}

async function* readChunks(contentId: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let position = Math.floor(start / CHUNK_BYTES); position * CHUNK_BYTES < end; position += 1) {
    const piece = await findBlobChunk(contentId, position)
    if (!piece) throw new Error(`Chunk ${position} of content ${contentId} is missing.`)
    const from = position * CHUNK_BYTES
    yield piece.subarray(Math.max(0, start - from), Math.min(piece.length, end - from))
  }
}
