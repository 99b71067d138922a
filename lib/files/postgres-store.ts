/** Content in the database itself, in pieces. Floor 1. */
import { deleteBlobChunks, findBlobChunk, insertBlobChunk } from '../db/blob-chunks.ts'
import type { ByteRange, ContentStore } from './content-store.ts'
import { inPieces } from './in-pieces.ts'

/** Big enough that a gigabyte is few queries, small enough that a hundred readers at once are no burden. */
const PIECE_BYTES = 512 * 1024

export function postgresStore(): ContentStore {
  return {
    name: 'postgres',
    async write(contentId, content) {
      let position = 0
      for await (const bytes of inPieces(content, PIECE_BYTES)) {
        await insertBlobChunk({ contentId, position, bytes })
        position += 1
      }
    },
    read: (contentId, range) => readPieces(contentId, range),
    remove: (contentId) => deleteBlobChunks(contentId),
  }
}

async function* readPieces(contentId: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let position = Math.floor(start / PIECE_BYTES); position * PIECE_BYTES < end; position += 1) {
    const piece = await findBlobChunk(contentId, position)
    if (!piece) throw new Error(`Piece ${position} of content ${contentId} is gone.`)
    const from = position * PIECE_BYTES
    yield piece.subarray(Math.max(0, start - from), Math.min(piece.length, end - from))
  }
}
