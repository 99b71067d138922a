/**
 * The blobs of one run: those it was given, and those it makes. Floor 3.
 *
 * A run reads what it was handed and nothing else of its organisation: the blobs named with the call, those named in
 * the arguments by whoever called, what it wrote itself, and what the skills it called gave back.
 */
import { findBlobOf, openBlobOf } from '../blobs/blobs.ts'
import { keepBlob } from '../blobs/keep-blob.ts'
import type { Context } from '../context.ts'
import { RUN_LIMITS } from '../contract/document/skill-limits.ts'
import type { Json } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import type { OpenedRun } from './open-run.ts'

const BLOB_BYTES = RUN_LIMITS.blobBytes

export type BlobRange = { start?: number; end?: number }

export type RunBlobs = {
  /** Throws NOT_FOUND for what the run was not given, INVALID_INPUT for more than BLOB_BYTES at once. */
  read(id: string, range?: BlobRange): Promise<Buffer>
  /** Returns the new blob's id. Throws as `keepBlob` does. */
  write(content: Uint8Array, kind: string): Promise<string>
  /** From now on these may be read too. */
  give(ids: readonly string[]): void
  /** Those of `ids` that the run may read. */
  among(ids: readonly string[]): string[]
  written: string[]
}

export function openRunBlobs(
  db: Context['db'],
  { row, parent, parameters, inputBlobs = [] }: OpenedRun,
): RunBlobs {
  const { organisationId, userId } = row
  // A skill's arguments for another skill were written by code, and code may guess.
  const readable = new Set([...inputBlobs, ...(parent ? [] : blobsNamedIn(parameters))])
  const written: string[] = []

  return {
    written,
    give: (ids) => {
      for (const id of ids) readable.add(id)
    },
    among: (ids) => ids.filter((id) => readable.has(id)),

    async read(id, { start = 0, end }: BlobRange = {}) {
      if (!readable.has(id))
        throw new AppError('NOT_FOUND', {
          message: `This run was not given a blob “${id.slice(0, 80)}”.`,
          suggestedAction: 'Name the blob in the arguments, or with the call.',
        })
      const { sizeBytes } = await findBlobOf(db, organisationId, id)
      const range = { start, end: Math.min(end ?? sizeBytes, sizeBytes) }
      if (range.end - range.start > BLOB_BYTES)
        throw new AppError('INVALID_INPUT', {
          message: `The blob has ${sizeBytes} bytes, and ${BLOB_BYTES} can be read at once.`,
          suggestedAction: 'Read it in parts: give start and end.',
        })
      const parts: Uint8Array[] = []
      for await (const part of openBlobOf(db, organisationId, id, range)) parts.push(part)
      return Buffer.concat(parts)
    },

    async write(content, kind) {
      const { id } = await keepBlob(db, { organisationId, userId }, { content, kind })
      readable.add(id)
      written.push(id)
      return id
    },
  }
}

const BLOB_ID = /"(blob:[0-9a-f-]{36})"/g

/** The ids that stand in `value` as whole strings. */
export function blobsNamedIn(value: Json): string[] {
  return [...new Set([...JSON.stringify(value).matchAll(BLOB_ID)].map(([, id = '']) => id))]
}
