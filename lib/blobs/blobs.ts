/**
 * Blobs: content too big for JSON, with an id to speak of it by. Floor 3.
 *
 * A blob belongs to an organisation; to everybody else there is no such blob. The bytes stream through in bounded
 * pieces in both directions, and are kept once however many blobs mean them.
 * Source: specification "Skills protocol", create_blob, read_blob; PUT and GET /api/blobs.
 */
import { type Context, requireViewer } from '../context.ts'
import { isTextualKind } from '../contract/market/blob-kind.ts'
import { type BlobRow, deleteBlob as deleteBlobRow, findLiveBlob } from '../db/blobs.ts'
import type { Database } from '../db/client.ts'
import { findRole } from '../db/member-role.ts'
import { AppError } from '../errors.ts'
import { type ByteRange, contentStore } from '../files/content-store.ts'
import { type BlobView, blobUuid, toBlobView } from './blob-view.ts'
import { keepBlob, type NewBlob } from './keep-blob.ts'
import { type SampleMode, type SampleText, sampleRange, sampleText } from './sample.ts'

/**
 * Keeps content for the organisation the viewer acts for.
 *
 * Throws UNAUTHENTICATED; INVALID_INPUT for a kind that is no MIME type and, by size, for more than one blob may have;
 * PRECONDITION_FAILED when the organisation's quota does not hold it. What was written until then is forgotten.
 */
export async function createBlob(ctx: Context, given: NewBlob): Promise<BlobView> {
  return keepBlob(ctx.db, requireViewer(ctx), given)
}

/**
 * A blob of an organisation that the viewer belongs to, whichever they act for at the moment; with a key, only of the
 * key's. Throws UNAUTHENTICATED, and NOT_FOUND for those of others, expired ones and what is no id.
 */
export async function findBlob(ctx: Context, id: unknown): Promise<BlobView> {
  return toBlobView(await requireRow(ctx, id))
}

/** The same for a run: only blobs of its own organisation. */
export async function findBlobOf(db: Database, organisationId: string, id: unknown): Promise<BlobView> {
  const row = await findRow(db, id)
  if (row?.organisationId !== organisationId) throw notFound(id)
  return toBlobView(row)
}

/** The bytes from `start` up to and without `end`; all of them without either. Throws as `findBlob` does. */
export async function* openBlob(
  ctx: Context,
  id: unknown,
  range: Partial<ByteRange> = {},
): AsyncGenerator<Uint8Array> {
  yield* readRow(await requireRow(ctx, id), range)
}

/** The same for a run: only blobs of its own organisation. */
export async function* openBlobOf(
  db: Database,
  organisationId: string,
  id: unknown,
  range: Partial<ByteRange> = {},
): AsyncGenerator<Uint8Array> {
  const row = await findRow(db, id)
  if (row?.organisationId !== organisationId) throw notFound(id)
  yield* readRow(row, range)
}

function readRow(row: BlobRow, { start = 0, end = row.sizeBytes }: Partial<ByteRange>) {
  const range = { start: Math.max(0, start), end: Math.min(end, row.sizeBytes) }
  return contentStore(row.content.store).read(row.contentId, range)
}

export type BlobSample = SampleText & { kind: string; sizeBytes: number; truncated: boolean }

/**
 * What a blob looks like: so many bytes from one of its ends, never broken inside a character, in base64 when it is no
 * text. Throws as `findBlob` does.
 */
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
 * Deletes a blob; its bytes go with the next sweep, unless another blob means them. Throws as `findBlob` does, and
 * POLICY_DENIED to plain members for what others brought.
 */
export async function deleteBlob(ctx: Context, id: unknown): Promise<void> {
  const row = await requireRow(ctx, id)
  const { userId } = requireViewer(ctx)
  const role = await findRole(ctx.db, { userId, organisationId: row.organisationId })
  if (row.createdById !== userId && role === 'MEMBER')
    throw new AppError('POLICY_DENIED', {
      message: 'Only who brought this blob, and admins of the organisation, can delete it.',
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
  if (!isTheirs) throw notFound(id)
  return row
}

async function findRow(db: Database, id: unknown): Promise<BlobRow | null> {
  const uuid = blobUuid(id)
  return uuid ? findLiveBlob(db, uuid, new Date()) : null
}

function notFound(id: unknown): AppError {
  return new AppError('NOT_FOUND', {
    message: `There is no blob “${String(id).slice(0, 80)}”, it has expired, or it is not yours to read.`,
    suggestedAction: 'Check the blob’s id, or bring its content again.',
  })
}
