/**
 * Blobs that code writes part by part, so that nobody holds a large file whole. Each part is stored before the next is taken. An
 * upload that is not closed leaves nothing behind.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { AppError } from '../../kernel/errors.ts'
import { limitReached } from '../../kernel/limit-reached.ts'
import { formatBytes } from '../../kernel/text/format.ts'

type StoreContent = (content: AsyncIterable<Uint8Array>, kind: string) => Promise<string>

type Upload = { parts: PassThrough; stored: Promise<string> }

const MAX_OPEN = 8

export type BlobUploads = {
  /** Returns the id of the upload. Throws INVALID_INPUT for too many at once. */
  open(kind: string, runEnded: AbortSignal): string
  /** Throws as `storeBlob`, and NOT_FOUND for an upload that is not open. */
  append(upload: string, part: Uint8Array): Promise<void>
  /** Returns the id of the blob. Throws as `append`. */
  close(upload: string): Promise<string>
  abort(upload: string): void
}

export function openBlobUploads(store: StoreContent): BlobUploads {
  const uploads = new Map<string, Upload>()

  function require(id: string): Upload {
    const upload = uploads.get(id)
    if (upload) return upload
    throw new AppError('NOT_FOUND', {
      message: 'This upload is not open. It may have ended with the process that received it.',
      suggestedAction: 'Write the blob again.',
    })
  }

  return {
    open(kind, runEnded) {
      if (uploads.size >= MAX_OPEN)
        throw new AppError('INVALID_INPUT', {
          message: `A run can write at most ${MAX_OPEN} blobs as streams at the same time.`,
          suggestedAction: 'Close one of them first.',
        })
      const id = randomUUID()
      const parts = new PassThrough({ highWaterMark: 1 })
      // It fails with the error that `stored` rejects with.
      parts.on('error', () => {})
      const stored = store(parts, kind)
      stored.catch(() => {})
      uploads.set(id, { parts, stored })
      runEnded.addEventListener('abort', () => parts.destroy(new Error('The run has ended.')), { once: true })
      return id
    },

    async append(id, part) {
      const { parts, stored } = require(id)
      try {
        await new Promise<void>((resolve, reject) => {
          parts.write(part, (error) => (error ? reject(error) : resolve()))
        })
      } catch (error) {
        uploads.delete(id)
        // The store refused, for example because a quota is used up.
        await stored
        throw error
      }
    },

    async close(id) {
      const { parts, stored } = require(id)
      uploads.delete(id)
      parts.end()
      return stored
    },

    abort(id) {
      const upload = uploads.get(id)
      uploads.delete(id)
      upload?.parts.destroy(new Error('The code ended the upload.'))
    },
  }
}

/** Returns a function that adds bytes to those of a run, and throws LIMIT_REACHED above `max`. */
export function countWritten(max: number): (bytes: number) => void {
  let written = 0
  return (bytes) => {
    written += bytes
    if (written <= max) return
    const message = `The blobs of a run can have at most ${formatBytes(max)} together.`
    throw limitReached('run_blobs', { max, message })
  }
}

export async function* countParts(
  parts: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    count(part.length)
    yield part
  }
}
