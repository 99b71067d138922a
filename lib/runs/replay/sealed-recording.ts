/**
 * Recordings as they are stored: encrypted, since responses may contain personal data. The row of a small one has it whole. A
 * larger one is in the content store, encrypted with a key of its own, and its row has that key, encrypted with the master
 * key: so rotating the master key never touches contents, and a recording whose row is deleted can never be read again.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sealBlobContent } from '../../blobs/rows/blob-rows.ts'
import { type UploadedFile, withUploadedFiles } from '../../blobs/skill-files/store-skill-files.ts'
import { readWholeContent } from '../../blobs/storage/content-store.ts'
import { findMasterKey, masterKey } from '../../config/master-key.ts'
import { type SealedLocation, seal, unseal } from '../../config/sealing.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

/** Rows with more would make reading and rewriting the table slow. */
const MAX_IN_ROW_BYTES = 1024 * 1024

export type SealedRecording = {
  sealed: Uint8Array<ArrayBuffer>
  keyId: string
  sizeBytes: number
  /** What belongs into the content store; null if `sealed` is the whole recording. */
  body: Uint8Array | null
}

export function sealRecording(location: SealedLocation, text: string): SealedRecording {
  const master = masterKey()
  const keyId = master.id
  const sizeBytes = Buffer.byteLength(text)
  if (sizeBytes <= MAX_IN_ROW_BYTES)
    return { sealed: seal(master, location, text), keyId, sizeBytes, body: null }
  const own = { id: 'recording', key: randomBytes(32) }
  const sealed = seal(master, location, own.key.toString('base64'))
  return { sealed, keyId, sizeBytes, body: seal(own, location, text) }
}

/** Uploads the body, and passes it to `save`, which references it. Deletes it if `save` did not. Throws what `save` throws. */
export function withUploadedBody<Result>(
  db: Database,
  { body }: Pick<SealedRecording, 'body'>,
  save: (uploaded: UploadedFile | undefined) => Promise<Result>,
): Promise<Result> {
  const files = body ? [{ sha256: createHash('sha256').update(body).digest('hex'), bytes: body }] : []
  return withUploadedFiles(db, { files }, ([uploaded]) => save(uploaded))
}

/** Makes uploaded content referable, and returns its id; null without one. Throws if the sweep has deleted it. */
export async function keepUploaded(tx: Tx, uploaded: UploadedFile | undefined): Promise<string | null> {
  if (!uploaded) return null
  const contentId = await sealBlobContent(tx, uploaded)
  if (!contentId) throw new Error(`Content ${uploaded.id} was deleted by the sweep before it was referenced.`)
  return contentId
}

type StoredRecording = {
  sealed: Uint8Array
  keyId: string
  content: { id: string; store: string; sizeBytes: bigint } | null
}

/** Returns null if the server does not have its key. Throws if the content store does not have its content. */
export async function unsealRecording(
  location: SealedLocation,
  { sealed, keyId, content }: StoredRecording,
): Promise<string | null> {
  const master = findMasterKey(keyId)
  const text = master ? unseal(master, location, sealed) : null
  if (text === null || !content) return text
  const own = { id: 'recording', key: Buffer.from(text, 'base64') }
  return unseal(own, location, await readWholeContent(content))
}
