/** What an organisation keeps, a page at a time, and how much more it may. Floor 3. */
import { type Context, requireViewer } from '../context.ts'
import { listLiveBlobs, sumBlobBytes } from '../db/blobs.ts'
import { AppError } from '../errors.ts'
import { blobLimits } from './blob-limits.ts'
import { type BlobView, blobUuid, toBlobView } from './blob-view.ts'

const PAGE = 100

export type BlobPage = {
  blobs: (BlobView & { canDelete: boolean })[]
  nextCursor: string | null
}

/**
 * What the organisation that the viewer acts for has, newest first. `cursor` is what the page before ended with.
 * Throws UNAUTHENTICATED, and INVALID_INPUT for a cursor that no page ends with.
 */
export async function listBlobs(ctx: Context, cursor: string | null): Promise<BlobPage> {
  const { organisationId, organisationRole, userId } = requireViewer(ctx)
  const before = cursor === null ? undefined : blobUuid(cursor)
  if (before === null) throw badCursor()
  const rows = await listLiveBlobs(ctx.db, { organisationId, now: new Date(), before, take: PAGE + 1 })
  const blobs = rows.slice(0, PAGE).map((row) => {
    const canDelete = row.createdById === userId || organisationRole !== 'MEMBER'
    return { ...toBlobView(row), canDelete }
  })
  return { blobs, nextCursor: rows.length > PAGE ? (blobs.at(-1)?.id ?? null) : null }
}

export type BlobRoom = { usedBytes: number; quotaBytes: number; keptDays: number; organisationName: string }

/** How much of its quota the organisation has used. Throws UNAUTHENTICATED. */
export async function getBlobRoom(ctx: Context): Promise<BlobRoom> {
  const { organisationId, organisationName } = requireViewer(ctx)
  const { quotaBytes, keptMs } = blobLimits()
  const usedBytes = await sumBlobBytes(ctx.db, organisationId, new Date())
  return { usedBytes, quotaBytes, keptDays: keptMs / 86_400_000, organisationName }
}

function badCursor(): AppError {
  const message = 'This is no cursor: send next_cursor of the page before as it came, or none.'
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/cursor', keyword: 'format', message }] })
}
