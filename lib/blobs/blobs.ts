/**
 * Blobs are data too large for JSON. They belong to an organisation and do not exist for others; bytes are stored once.
 * See docs/spec/skills-protocol.md §2.
 */
import { type Context, requireViewer } from '../context/context.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { findRole } from '../organisations/rows/memberships.ts'
import { isTextualKind } from './blob-kind.ts'
import { type SampleMode, type SampleText, sampleRange, sampleText } from './blob-sample.ts'
import { type BlobView, blobUuid, isBlobWithinKey, toBlobView } from './list-blobs.ts'
import {
  type BlobRow,
  deleteBlobRow,
  deleteExpiredBlobs,
  deleteUnsealedContent,
  findLiveBlob,
  listAbandonedContent,
  releaseUnreferencedContent,
} from './rows/blob-rows.ts'
import { type ByteRange, openContentStore } from './storage/content-store.ts'
import { type NewBlob, storeBlob } from './store-blob.ts'

/**
 * Stores a blob for the viewer's organisation. Throws UNAUTHENTICATED; INVALID_INPUT for an invalid MIME type or too many
 * bytes; LIMIT_REACHED if the quota is exceeded. A refused upload leaves no bytes behind.
 */
export async function createBlob(ctx: Context, given: NewBlob): Promise<BlobView> {
  return storeBlob(ctx.db, { ...requireViewer(ctx), keyId: ctx.keyId }, given)
}

/**
 * Finds blobs of the viewer's organisations, or the key's. Throws UNAUTHENTICATED, and NOT_FOUND if it is unknown,
 * expired, or of a paid run that has not succeeded.
 */
export async function findBlob(ctx: Context, id: unknown): Promise<BlobView> {
  return toBlobView(await requireRow(ctx, id))
}

/** Finds a blob of a run's organisation, also of paid runs that have not delivered yet. */
export async function findBlobOf(db: Database, organisationId: string, id: unknown): Promise<BlobView> {
  const row = await findRow(db, id, { isForRun: true })
  if (row?.organisationId !== organisationId) throw notFound(id)
  return toBlobView(row)
}

/** Yields the bytes of a range, by default all. Throws as `findBlob`. */
export async function* openBlob(
  ctx: Context,
  id: unknown,
  range: Partial<ByteRange> = {},
): AsyncGenerator<Uint8Array> {
  yield* readRow(await requireRow(ctx, id), range)
}

export async function* openBlobOf(
  db: Database,
  organisationId: string,
  id: unknown,
  range: Partial<ByteRange> = {},
): AsyncGenerator<Uint8Array> {
  const row = await findRow(db, id, { isForRun: true })
  if (row?.organisationId !== organisationId) throw notFound(id)
  yield* readRow(row, range)
}

function readRow(row: BlobRow, { start = 0, end = row.sizeBytes }: Partial<ByteRange>) {
  const range = { start: Math.max(0, start), end: Math.min(end, row.sizeBytes) }
  return openContentStore(row.content.store).read(row.contentId, range)
}

export type BlobSample = SampleText & { kind: string; sizeBytes: number; truncated: boolean }

/** Reads up to `maxBytes` from either end, as text or, for other content, base64. Throws as `findBlob`. */
export async function sampleBlob(
  ctx: Context,
  id: unknown,
  wanted: { mode: SampleMode; maxBytes: number },
): Promise<BlobSample> {
  const row = await requireRow(ctx, id)
  const { kind, sizeBytes } = row
  const range = sampleRange(sizeBytes, wanted)
  const parts: Uint8Array[] = []
  for await (const part of readRow(row, range)) parts.push(part)
  const isCutBefore = range.start > 0
  const isCutAfter = range.end < sizeBytes
  const cut = { isText: isTextualKind(kind), isCutBefore, isCutAfter }
  return { ...sampleText(Buffer.concat(parts), cut), kind, sizeBytes, truncated: isCutBefore || isCutAfter }
}

/**
 * The next sweep deletes its bytes. Throws as `findBlob`, and POLICY_DENIED for plain members and other people's blobs.
 */
export async function deleteBlob(ctx: Context, id: unknown): Promise<void> {
  const row = await requireRow(ctx, id)
  const { userId } = requireViewer(ctx)
  const role = await findRole(ctx.db, { userId, organisationId: row.organisationId })
  if (row.createdById !== userId && role === 'MEMBER')
    throw new AppError('POLICY_DENIED', {
      message: 'Only the person who uploaded this blob and admins of the organisation can delete it.',
    })
  await deleteBlobRow(ctx.db, row.id)
}

async function requireRow(ctx: Context, id: unknown): Promise<BlobRow> {
  const { userId, organisationId: actedFor } = requireViewer(ctx)
  const row = await findRow(ctx.db, id)
  if (!row) throw notFound(id)
  const { organisationId } = row
  const isTheirs = ctx.keyId
    ? organisationId === actedFor
    : (await findRole(ctx.db, { userId, organisationId })) !== null
  if (!isTheirs || !(await isBlobWithinKey(ctx, row))) throw notFound(id)
  return row
}

async function findRow(db: Database, id: unknown, { isForRun = false } = {}): Promise<BlobRow | null> {
  const uuid = blobUuid(id)
  return uuid ? findLiveBlob(db, uuid, { now: new Date(), isForRun }) : null
}

function notFound(id: unknown): AppError {
  return new AppError('NOT_FOUND', {
    message: `The blob “${String(id).slice(0, 80)}” does not exist, has expired, or you do not have access to it.`,
    suggestedAction: 'Check the blob ID, or upload the content again.',
  })
}

/** An upload that has not finished after a day has failed. */
const UPLOAD_TIMEOUT_MS = 86_400_000

/** Per sweep, so that one does not hold up the others; the next one continues. */
const BATCH_SIZE = 100

/**
 * Deletes expired blobs, and content that no blob references any more. Several processes may sweep at once. Content is
 * released before its bytes are deleted, so that another sweep can finish an interrupted one. Returns the number of
 * expired blobs.
 */
export async function sweepBlobs({ db }: Pick<Context, 'db'>, now = new Date()): Promise<number> {
  const expired = await deleteExpiredBlobs(db, now)
  await releaseUnreferencedContent(db, BATCH_SIZE)
  const before = new Date(now.getTime() - UPLOAD_TIMEOUT_MS)
  for (const { id, store } of await listAbandonedContent(db, { before, take: BATCH_SIZE })) {
    await openContentStore(store).remove(id)
    await deleteUnsealedContent(db, id)
  }
  return expired
}
