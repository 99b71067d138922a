import { type Batch, type BatchRow, Prisma, type RunState } from '../../kernel/db/generated/client.ts'
import { errorColumn, jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { PublicError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { findRunVersion } from './run-history.ts'

const withUser = { user: { select: { name: true } } } satisfies Prisma.BatchInclude

export type BatchRecord = Prisma.BatchGetPayload<{ include: typeof withUser }>

export type { BatchRow } from '../../kernel/db/generated/client.ts'

type NewBatch = Omit<Batch, 'cancelRequestedAt' | 'createdAt' | 'endedAt' | 'total'>

export async function insertBatch(
  tx: Tx,
  batch: NewBatch,
  rows: readonly { index: number; input: Json }[],
): Promise<BatchRecord> {
  const created = await tx.batch.create({ data: { ...batch, total: rows.length }, include: withUser })
  await tx.batchRow.createMany({
    data: rows.map(({ index, input }) => ({ batchId: batch.id, index, input: jsonColumn(input) })),
  })
  return created
}

export function findBatch(db: Database | Tx, id: string): Promise<BatchRecord | null> {
  return db.batch.findUnique({ where: { id }, include: withUser })
}

export function findBatchByKey(
  db: Database | Tx,
  key: Pick<Batch, 'organisationId' | 'userId'> & { idempotencyKey: string },
): Promise<BatchRecord | null> {
  return db.batch.findUnique({ where: { organisationId_userId_idempotencyKey: key }, include: withUser })
}

type BatchFilter = {
  organisationId: string
  userId?: string
  skillNames?: readonly string[]
  from?: Date
  to?: Date
  /** The id after which, in descending order, the list goes on. */
  before?: string | undefined
  take: number
}

/** Returns batches of the organisation, newest first. */
export function listBatchRecords(
  db: Database | Tx,
  { organisationId, userId, skillNames, from, to, before, take }: BatchFilter,
): Promise<BatchRecord[]> {
  return db.batch.findMany({
    where: {
      organisationId,
      userId,
      ...(skillNames && { skillName: { in: [...skillNames] } }),
      ...((from || to) && { createdAt: { gte: from, lte: to } }),
      id: { lt: before },
    },
    include: withUser,
    orderBy: { id: 'desc' },
    take,
  })
}

export function countOpenBatches(db: Database | Tx, organisationId: string): Promise<number> {
  return db.batch.count({ where: { organisationId, endedAt: null } })
}

/** Returns the rows that have not ended, in order. */
export function listOpenRows(db: Database | Tx, batchId: string): Promise<BatchRow[]> {
  return db.batchRow.findMany({ where: { batchId, endedAt: null }, orderBy: { index: 'asc' } })
}

/** Records the run of a row, which keeps the input from then on. */
export async function setRowRun(db: Database, row: BatchRow, runId: string): Promise<void> {
  const { batchId, index } = row
  await db.batchRow.updateMany({ where: { batchId, index }, data: { runId, input: Prisma.DbNull } })
}

/** Ends a row; `error` states why it has no run. */
export async function endRow(db: Database, row: BatchRow, error?: PublicError): Promise<void> {
  const { batchId, index } = row
  await db.batchRow.updateMany({
    where: { batchId, index, endedAt: null },
    data: { endedAt: new Date(), ...(error && { error: errorColumn(error) }) },
  })
}

/** Returns false if the batch has ended already. */
export async function endBatchRecord(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx.batch.updateMany({ where: { id, endedAt: null }, data: { endedAt: new Date() } })
  return ended.count === 1
}

export async function requestBatchCancel(db: Database, id: string): Promise<void> {
  await db.batch.updateMany({
    where: { id, endedAt: null, cancelRequestedAt: null },
    data: { cancelRequestedAt: new Date() },
  })
}

/** Returns true also for a batch that was deleted. */
export async function isBatchCancelled(db: Database | Tx, id: string): Promise<boolean> {
  const row = await db.batch.findUnique({ where: { id }, select: { cancelRequestedAt: true } })
  return row === null || row.cancelRequestedAt !== null
}

export type BatchCountRow = {
  batchId: string
  state: RunState | null
  isRefused: boolean
  rows: number
  chargedMicros: bigint
}

/** Counts the rows of each batch by the state of their runs; null without a run. */
export function countBatchRows(db: Database | Tx, ids: readonly string[]): Promise<BatchCountRow[]> {
  return db.$queryRaw<BatchCountRow[]>`
    SELECT b."batchId", r."state"::text AS "state", b."error" IS NOT NULL AS "isRefused", count(*)::int AS "rows",
      COALESCE(sum(CASE WHEN r."refundedAt" IS NULL THEN COALESCE(r."capturedMicros", r."chargedMicros") END), 0)::bigint
        AS "chargedMicros"
    FROM "BatchRow" AS b LEFT JOIN "Run" AS r ON r."id" = b."runId"
    WHERE b."batchId" = ANY(${[...ids]}) GROUP BY 1, 2, 3`
}

/** Returns the id of the version that the runs of the batch use; null before the first one. */
export async function findBatchVersion(db: Database | Tx, batchId: string): Promise<string | null> {
  const row = await db.batchRow.findFirst({
    where: { batchId, runId: { not: null } },
    select: { runId: true },
    orderBy: { index: 'asc' },
  })
  return row?.runId ? findRunVersion(db, row.runId) : null
}

const resultFields = {
  id: true,
  state: true,
  inputSummary: true,
  outputSummary: true,
  error: true,
  priceMicros: true,
  holdMicros: true,
  chargedMicros: true,
  capturedMicros: true,
  refundedAt: true,
} satisfies Prisma.RunSelect

const wholeResultFields = {
  ...resultFields,
  input: true,
  output: true,
  hasOutput: true,
  purgedAt: true,
} satisfies Prisma.RunSelect

type RowsFrom = { batchId: string; from: number; take: number }

type ResultRow<Row, Run> = { row: Row; run: Run | null }

export type BatchResultRow = ResultRow<
  Omit<BatchRow, 'input'>,
  Prisma.RunGetPayload<{ select: typeof resultFields }>
>

export type WholeBatchResultRow = ResultRow<
  BatchRow,
  Prisma.RunGetPayload<{ select: typeof wholeResultFields }>
>

/** Returns rows with their runs from index `from` on, in order, without inputs and outputs, which can have megabytes. */
export async function listBatchResults(db: Database | Tx, rowsFrom: RowsFrom): Promise<BatchResultRow[]> {
  const rows = await db.batchRow.findMany({ ...toRowQuery(rowsFrom), omit: { input: true } })
  return joinRuns(rows, await db.run.findMany({ where: runsOf(rows), select: resultFields }))
}

/** Returns what `listBatchResults` returns, with the inputs and outputs. */
export async function listWholeBatchResults(
  db: Database | Tx,
  rowsFrom: RowsFrom,
): Promise<WholeBatchResultRow[]> {
  const rows = await db.batchRow.findMany(toRowQuery(rowsFrom))
  return joinRuns(rows, await db.run.findMany({ where: runsOf(rows), select: wholeResultFields }))
}

function toRowQuery({ batchId, from, take }: RowsFrom) {
  return {
    where: { batchId, index: { gte: from } },
    orderBy: { index: 'asc' },
    take,
  } satisfies Prisma.BatchRowFindManyArgs
}

type RunOfRow = { runId: string | null }

function runsOf(rows: readonly RunOfRow[]): Prisma.RunWhereInput {
  return { id: { in: rows.flatMap(({ runId }) => runId ?? []) } }
}

function joinRuns<Row extends RunOfRow, Run extends { id: string }>(
  rows: readonly Row[],
  runs: readonly Run[],
): ResultRow<Row, Run>[] {
  const byId = new Map(runs.map((run) => [run.id, run]))
  return rows.map((row) => ({ row, run: row.runId === null ? null : (byId.get(row.runId) ?? null) }))
}
