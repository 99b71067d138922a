import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { type AppError, tooLarge } from '../kernel/errors.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { paths } from '../kernel/site/paths.ts'
import { formatBytes } from '../kernel/text/format.ts'
import { parseBlobKind } from './blob-kind.ts'
import { type BlobLimits, type BlobView, blobLimits } from './list-blobs.ts'
import { requireStorageRoom, storageQuota } from './quotas/storage-limits.ts'
import { insertBlob, insertBlobContent, sealBlobContent, sumBlobBytes } from './rows/blob-rows.ts'
import { lockStorageOfPerson, sumStored } from './rows/storage-entries.ts'
import { deleteUnsealed } from './storage/content-batches.ts'
import { type ContentStore, defaultContentStore } from './storage/content-store.ts'

export type NewBlob = {
  content: Uint8Array | AsyncIterable<Uint8Array>
  kind: unknown
  name?: string
}

/** The caller, or the run that writes the blob. */
type BlobOwner = {
  organisationId: string
  userId: string
  keyId?: string | undefined
  runId?: string
}

/**
 * Stores a blob for a caller who is authenticated already, such as a run. Throws as `createBlob`; what was written of a
 * refused blob is deleted.
 */
export async function storeBlob(
  db: Database,
  owner: BlobOwner,
  given: NewBlob,
  fixedLimits?: BlobLimits,
): Promise<BlobView> {
  const { kind } = parseBlobKind(given.kind)
  const limits = fixedLimits ?? (await blobLimits(db, owner.organisationId))
  const room = limits.quotaBytes - (await sumBlobBytes(db, owner.organisationId, new Date()))
  await requireRoomOfPerson(db, owner.organisationId, { limits, moreBytes: 0 })
  const store = defaultContentStore()
  const contentId = randomUUIDv7()
  await insertBlobContent(db, { id: contentId, store: store.name })
  try {
    const tally = { hash: createHash('sha256'), sizeBytes: 0 }
    await store.write(contentId, measure(given.content, tally, { ...limits, room }))
    const { sizeBytes } = tally
    const received = { id: contentId, sha256: tally.hash.digest('hex'), sizeBytes }
    const blob = { kind, name: cleanName(given.name), sizeBytes }
    return await record(db, { owner, received, blob, limits, store })
  } catch (thrown) {
    await deleteUnsealed(db, store, [contentId]).catch(() => {})
    throw thrown
  }
}

type Tally = { hash: ReturnType<typeof createHash>; sizeBytes: number }

/** Passes the content on, and throws before more is stored than a limit allows. */
async function* measure(
  content: NewBlob['content'],
  tally: Tally,
  limits: BlobLimits & { room: number },
): AsyncGenerator<Uint8Array> {
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    tally.sizeBytes += part.length
    const { maxBytes, room, quotaBytes } = limits
    if (tally.sizeBytes > maxBytes)
      throw tooLarge(`A blob can be at most ${formatBytes(maxBytes)}.`, maxBytes)
    if (tally.sizeBytes > room) throw overQuota(quotaBytes)
    tally.hash.update(part)
    yield part
  }
}

type ReceivedBlob = {
  owner: BlobOwner
  received: { id: string; sha256: string; sizeBytes: number }
  blob: { kind: string; name?: string; sizeBytes: number }
  limits: BlobLimits
  store: ContentStore
}

async function record(
  db: Database,
  { owner, received, blob, limits, store }: ReceivedBlob,
): Promise<BlobView> {
  const id = randomUUIDv7()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + limits.retentionMs)
  const { organisationId, userId: createdById, keyId = null, runId = null } = owner
  const contentId = await db.$transaction(async (tx) => {
    await lockStorageOfPerson(tx, organisationId, 'blobs')
    // Uploads at the same time may have used the room that there was at the start.
    if ((await sumBlobBytes(tx, organisationId, now)) + blob.sizeBytes > limits.quotaBytes)
      throw overQuota(limits.quotaBytes)
    await requireRoomOfPerson(tx, organisationId, { limits, moreBytes: blob.sizeBytes })
    const sealedId = await sealBlobContent(tx, received)
    if (!sealedId)
      throw new Error(`Content ${received.id} was deleted by the sweep before its upload finished.`)
    await insertBlob(tx, {
      id,
      organisationId,
      contentId: sealedId,
      createdById,
      keyId,
      runId,
      createdAt: now,
      expiresAt,
      ...blob,
    })
    return sealedId
  })
  if (contentId !== received.id) await deleteUnsealed(db, store, [received.id])
  const { kind, name = null, sizeBytes } = blob
  const times = { createdAtMs: now.getTime(), expiresAtMs: expiresAt.getTime() }
  return { id: `blob:${id}`, kind, name, sizeBytes, sha256: received.sha256, ...times }
}

/** The organisation's own quota is checked above, without expired blobs. */
async function requireRoomOfPerson(
  db: Database | Tx,
  organisationId: string,
  { limits: { quotaBytes }, moreBytes }: { limits: BlobLimits; moreBytes: number },
): Promise<void> {
  const { personFactor, except } = await storageQuota(db, 'blobQuota', organisationId)
  const used = await sumStored(db, { organisationId, except }, 'blobs')
  requireStorageRoom(used, moreBytes, { quotaBytes, personFactor, what: 'blob_storage', isPersonOnly: true })
}

function overQuota(quotaBytes: number): AppError {
  return limitReached('blob_storage', {
    max: quotaBytes,
    message: `This upload would exceed your organisation’s ${formatBytes(quotaBytes)} limit for blobs.`,
    href: paths.storage,
  })
}

/** Removes characters that headers or file systems do not allow, and those that hide an extension. */
function cleanName(given: string | undefined): string | undefined {
  const name = given
    // Bidirectional controls make "gpj.exe" look like "exe.jpg".
    ?.replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}/\\]/gu, '_')
    .toWellFormed()
    .trim()
    .slice(0, 200)
  return name || undefined
}
