/**
 * Content on its way in: counted, hashed and kept piece by piece, and forgotten when it may not stay. Floor 3.
 *
 * For services that act for somebody who may be gone; doors call `createBlob` (blobs.ts).
 */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { parseBlobKind } from '../contract/market/blob-kind.ts'
import { sizeWords } from '../contract/market/size-words.ts'
import {
  deleteUnsealedContent,
  insertBlob,
  insertBlobContent,
  lockBlobsOf,
  sealBlobContent,
  sumBlobBytes,
} from '../db/blobs.ts'
import type { Database } from '../db/client.ts'
import { AppError, tooLarge } from '../errors.ts'
import { type ContentStore, storeForNew } from '../files/content-store.ts'
import { type BlobLimits, blobLimits } from './blob-limits.ts'
import type { BlobView } from './blob-view.ts'

export type NewBlob = {
  content: Uint8Array | AsyncIterable<Uint8Array>
  /** A MIME type, as it was sent. */
  kind: unknown
  /** The file's name, when it was one. */
  name?: string
}

/** For whom content is kept: a Viewer is one, and so is a run. */
export type BlobOwner = { organisationId: string; userId: string }

/** Keeps content for an organisation. Throws as `createBlob` (blobs.ts) does, but asks nobody who they are. */
export async function keepBlob(
  db: Database,
  owner: BlobOwner,
  given: NewBlob,
  limits: BlobLimits = blobLimits(),
): Promise<BlobView> {
  const { kind } = parseBlobKind(given.kind)
  const room = limits.quotaBytes - (await sumBlobBytes(db, owner.organisationId, new Date()))
  const store = storeForNew()
  const contentId = randomUUIDv7()
  await insertBlobContent(db, { id: contentId, store: store.name })
  try {
    const tally = { hash: createHash('sha256'), sizeBytes: 0 }
    await store.write(contentId, measure(given.content, tally, { ...limits, room }))
    const { sizeBytes } = tally
    const arrived = { id: contentId, sha256: tally.hash.digest('hex'), sizeBytes }
    const blob = { kind, name: nameOf(given.name), sizeBytes }
    return await record(db, { owner, arrived, blob, limits, store })
  } catch (thrown) {
    // What cannot be forgotten now is found by the sweep.
    await forget(db, store, contentId).catch(() => {})
    throw thrown
  }
}

type Tally = { hash: ReturnType<typeof createHash>; sizeBytes: number }

/** Counts and hashes what passes, and stops what is too much before it is kept. */
async function* measure(
  content: NewBlob['content'],
  tally: Tally,
  limits: BlobLimits & { room: number },
): AsyncGenerator<Uint8Array> {
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    tally.sizeBytes += part.length
    const { maxBytes, room, quotaBytes } = limits
    if (tally.sizeBytes > maxBytes) throw tooLarge(`A blob can be at most ${sizeWords(maxBytes)}.`, maxBytes)
    if (tally.sizeBytes > room) throw overQuota(quotaBytes)
    tally.hash.update(part)
    yield part
  }
}

type Arrival = {
  owner: BlobOwner
  arrived: { id: string; sha256: string; sizeBytes: number }
  blob: { kind: string; name?: string; sizeBytes: number }
  limits: BlobLimits
  store: ContentStore
}

async function record(db: Database, { owner, arrived, blob, limits, store }: Arrival): Promise<BlobView> {
  const id = randomUUIDv7()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + limits.keptMs)
  const { organisationId, userId: createdById } = owner
  const contentId = await db.$transaction(async (tx) => {
    await lockBlobsOf(tx, organisationId)
    // Others of the organisation may have brought theirs since this one began.
    if ((await sumBlobBytes(tx, organisationId, now)) + blob.sizeBytes > limits.quotaBytes)
      throw overQuota(limits.quotaBytes)
    const meant = await sealBlobContent(tx, arrived)
    if (!meant) throw new Error(`Content ${arrived.id} took so long that it was swept.`)
    await insertBlob(tx, {
      id,
      organisationId,
      contentId: meant,
      createdById,
      createdAt: now,
      expiresAt,
      ...blob,
    })
    return meant
  })
  if (contentId !== arrived.id) await forget(db, store, arrived.id)
  const { kind, name = null, sizeBytes } = blob
  const times = { createdAtMs: now.getTime(), expiresAtMs: expiresAt.getTime() }
  return { id: `blob:${id}`, kind, name, sizeBytes, sha256: arrived.sha256, ...times }
}

/** The bytes first: as long as the row is there, the sweep knows of what is left of them. */
async function forget(db: Database, store: ContentStore, contentId: string): Promise<void> {
  await store.remove(contentId)
  await deleteUnsealedContent(db, contentId)
}

function overQuota(quotaBytes: number): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: `Your organisation can keep ${sizeWords(quotaBytes)} of blobs, and this would be more.`,
    suggestedAction: 'Delete blobs that are not needed any more, or send less.',
  })
}

/** As a header and a file system can take it; nothing else is made of it. */
function nameOf(given: string | undefined): string | undefined {
  const name = given
    // What turns the reading direction around makes "gpj.exe" look like "exe.jpg".
    ?.replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')
    .toWellFormed()
    .trim()
    .slice(0, 200)
  return name || undefined
}
