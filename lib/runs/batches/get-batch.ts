import { type Context, isLimitedKey, isRunWithinKey, requireViewer } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError, type PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { formatMicros } from '../../kernel/money.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { findRole } from '../../organisations/rows/memberships.ts'
import { isEnded } from '../model/run-states.ts'
import {
  type BatchCountRow,
  type BatchRecord,
  type BatchResultRow,
  countBatchRows,
  findBatch,
  listBatchRecords,
  listBatchResults,
  requestBatchCancel,
  type WholeBatchResultRow,
} from '../rows/batches.ts'
import { computeCost } from '../views/show-run.ts'
import { findSkillTitles } from '../views/skill-titles.ts'
import type { BatchResult, BatchView, WholeBatchResult } from './batch-view.ts'

const MAX_LISTED_BATCHES = 100
/** Rows that a page shows; the download has all. */
const MAX_SHOWN_ROWS = 200

/** Returns the latest batches of the viewer's organisation, newest first. Throws UNAUTHENTICATED. */
export async function listBatches(ctx: Context): Promise<BatchView[]> {
  const { organisationId } = requireViewer(ctx)
  return viewBatches(ctx.db, await listBatchRecords(ctx.db, { organisationId, take: MAX_LISTED_BATCHES }))
}

export type BatchPage = { batch: BatchView; rows: BatchResult[]; canManage: boolean }

/** Returns a batch with its first rows. Throws as `findOwnBatch`. */
export async function getBatchPage(ctx: Context, id: unknown): Promise<BatchPage> {
  const { record, canManage } = await findOwnBatch(ctx, id)
  const found = await listBatchResults(ctx.db, { batchId: record.id, from: 0, take: MAX_SHOWN_ROWS })
  return { batch: await viewBatch(ctx.db, record), rows: found.map(showResult), canManage }
}

/** Throws as `findOwnBatch`. */
export async function getBatch(ctx: Context, id: unknown): Promise<BatchView> {
  return viewBatch(ctx.db, (await findOwnBatch(ctx, id)).record)
}

/**
 * Stops a batch: no other run starts, and those that go on are cancelled. Leaves an ended batch as it is. Throws as
 * `findOwnBatch`, and POLICY_DENIED for members who did not start it.
 */
export async function cancelBatch(ctx: Context, id: unknown): Promise<BatchView> {
  const { record, canManage } = await findOwnBatch(ctx, id)
  if (!canManage)
    throw new AppError('POLICY_DENIED', {
      message: 'Only the person who started this batch and admins of the organisation can do this.',
    })
  await requestBatchCancel(ctx.db, record.id)
  return getBatch(ctx, id)
}

/**
 * Finds a batch for any member of its organisation; for a key only within its organisation and limits. Throws
 * UNAUTHENTICATED, NOT_FOUND.
 */
export async function findOwnBatch(
  ctx: Context,
  id: unknown,
): Promise<{ record: BatchRecord; canManage: boolean }> {
  const { userId, organisationId } = requireViewer(ctx)
  const record = typeof id === 'string' && isStorable(id) ? await findBatch(ctx.db, id) : null
  const isBeyondKey =
    record !== null &&
    ctx.keyId !== undefined &&
    (record.organisationId !== organisationId || (isLimitedKey(ctx) && !isRunWithinKey(ctx, record)))
  const role =
    record && !isBeyondKey && (await findRole(ctx.db, { userId, organisationId: record.organisationId }))
  if (!record || !role)
    throw new AppError('NOT_FOUND', {
      message: 'This batch does not exist, or you do not have access to it.',
    })
  return { record, canManage: record.userId === userId || role !== 'MEMBER' }
}

export async function viewBatch(db: Database, record: BatchRecord): Promise<BatchView> {
  const [view] = await viewBatches(db, [record])
  return view!
}

export async function viewBatches(db: Database, records: readonly BatchRecord[]): Promise<BatchView[]> {
  const counted = await countBatchRows(
    db,
    records.map(({ id }) => id),
  )
  const titles = await findSkillTitles(db, [...new Set(records.map(({ skillName }) => skillName))])
  return records.map((record) => {
    const { id, skillName, versionNumber, total, priceMicros, createdAt, endedAt, cancelRequestedAt } = record
    const rows = counted.filter(({ batchId }) => batchId === id)
    return {
      id,
      skillName,
      skillTitle: titles.get(skillName) ?? skillName,
      versionNumber,
      userName: record.user.name,
      state: endedAt
        ? cancelRequestedAt
          ? 'cancelled'
          : 'ended'
        : cancelRequestedAt
          ? 'cancelling'
          : 'running',
      total,
      counts: countByOutcome(rows),
      charged: formatMicros(rows.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n)),
      maxTotal: formatMicros(priceMicros * BigInt(total)),
      createdAtMs: createdAt.getTime(),
      endedAtMs: endedAt?.getTime() ?? null,
    }
  })
}

function countByOutcome(rows: readonly BatchCountRow[]): BatchView['counts'] {
  const counts = { waiting: 0, open: 0, succeeded: 0, failed: 0, cancelled: 0, refused: 0 }
  for (const row of rows) counts[outcomeOf(row)] += row.rows
  return counts
}

function outcomeOf({ state, isRefused }: BatchCountRow): keyof BatchView['counts'] {
  if (state === null) return isRefused ? 'refused' : 'waiting'
  if (!isEnded(state)) return 'open'
  if (state === 'succeeded' || state === 'partial') return 'succeeded'
  return state === 'cancelled' ? 'cancelled' : 'failed'
}

function showResult({ row, run }: BatchResultRow): BatchResult {
  const error = (run?.error ?? row.error) as PublicError | null
  const charged = run ? computeCost(run).charged : undefined
  return {
    row: row.index + 1,
    state: run ? run.state : row.error === null ? 'waiting' : 'refused',
    ...(row.runId !== null && { runId: row.runId }),
    ...(run?.inputSummary && { title: run.inputSummary }),
    ...(run?.outputSummary && { result: run.outputSummary }),
    ...(error && { error }),
    ...(charged !== undefined && { charged }),
  }
}

export function showWholeResult(found: WholeBatchResultRow): WholeBatchResult {
  const { row, run } = found
  const isGone = run !== null && run.purgedAt !== null
  const input = isGone ? undefined : ((run ? run.input : row.input) as Json | undefined)
  return {
    ...showResult(found),
    ...(input !== undefined && input !== null && { input }),
    ...(run?.hasOutput && { output: run.output as Json }),
  }
}
