import { type Context, isLimitedKey, isRunWithinKey, requireViewer } from '../context/context.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { DAY_MS } from '../kernel/time.ts'
import { listRunsWithBlob } from '../runs/rows/run-history.ts'
import { limitOf } from '../settings/read-settings.ts'
import { type BlobRow, listLiveBlobs, sumBlobBytes } from './rows/blob-rows.ts'

const PAGE = 100

export type BlobView = {
  id: string
  kind: string
  name: string | null
  sizeBytes: number
  sha256: string
  createdAtMs: number
  expiresAtMs: number
}

export type BlobPage = {
  blobs: (BlobView & { canDelete: boolean })[]
  nextCursor: string | null
}

/** Whether the caller's key may read the blob: a limited key reads its own uploads, and blobs of runs that it may read. */
export async function isBlobWithinKey(
  ctx: Context,
  { id, keyId, organisationId }: Pick<BlobRow, 'id' | 'keyId' | 'organisationId'>,
): Promise<boolean> {
  if (!isLimitedKey(ctx) || (keyId !== null && keyId === ctx.keyId)) return true
  const runs = await listRunsWithBlob(ctx.db, { organisationId, blobId: `blob:${id}` })
  return runs.some((run) => isRunWithinKey(ctx, run))
}

/**
 * Returns the newest first, for a limited key only those that it may read: then a page may be short, or empty, and still
 * have a next one. Throws UNAUTHENTICATED, and INVALID_INPUT for an invalid cursor.
 */
export async function listBlobs(ctx: Context, cursor: string | null): Promise<BlobPage> {
  const { organisationId, organisationRole, userId } = requireViewer(ctx)
  const before = cursor === null ? undefined : blobUuid(cursor)
  if (before === null) throw badCursor()
  const rows = await listLiveBlobs(ctx.db, { organisationId, now: new Date(), before, take: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  const isShown = await Promise.all(page.map((row) => isBlobWithinKey(ctx, row)))
  const blobs = page
    .filter((_, index) => isShown[index])
    .map((row) => {
      const canDelete = row.createdById === userId || organisationRole !== 'MEMBER'
      return { ...toBlobView(row), canDelete }
    })
  const last = page.at(-1)
  return { blobs, nextCursor: rows.length > PAGE && last ? toBlobView(last).id : null }
}

type BlobQuota = {
  usedBytes: number
  quotaBytes: number
  retentionDays: number
  organisationName: string
}

export async function getBlobQuota(ctx: Context): Promise<BlobQuota> {
  const { organisationId, organisationName } = requireViewer(ctx)
  const { quotaBytes, retentionMs } = await blobLimits(ctx.db, organisationId)
  const usedBytes = await sumBlobBytes(ctx.db, organisationId, new Date())
  return { usedBytes, quotaBytes, retentionDays: retentionMs / 86_400_000, organisationName }
}

function badCursor(): AppError {
  const message = 'Invalid cursor. Send next_cursor from the previous page unchanged, or omit the cursor.'
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/cursor', keyword: 'format', message }] })
}

export type BlobLimits = {
  maxBytes: number
  quotaBytes: number
  retentionMs: number
}

const MEGABYTE = 1024 * 1024

export async function blobLimits(db: Database | Tx, organisationId: string): Promise<BlobLimits> {
  return {
    maxBytes: (await limitOf(db, 'blobSize', organisationId)) * MEGABYTE,
    quotaBytes: (await limitOf(db, 'blobQuota', organisationId)) * MEGABYTE,
    retentionMs: (await limitOf(db, 'blobDays')) * DAY_MS,
  }
}

const ID = /^(?:blob:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Accepts "blob:…" and the bare id. Returns null for anything else. */
export function blobUuid(id: unknown): string | null {
  return ID.exec(String(id))?.[1] ?? null
}

export function toBlobView({ id, kind, name, sizeBytes, content, createdAt, expiresAt }: BlobRow): BlobView {
  const times = { createdAtMs: createdAt.getTime(), expiresAtMs: expiresAt.getTime() }
  return { id: `blob:${id}`, kind, name, sizeBytes, sha256: content.sha256, ...times }
}
