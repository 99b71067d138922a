import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Json } from '../../kernel/json/json.ts'
import { toStorable } from '../../kernel/validation/storable.ts'
import { selectResumedPlanRuns } from '../../plans/rows/plan-runs.ts'
import type { OperationSelector } from '../model/operations-of.ts'
import type { OperationKind } from './vault-journal.ts'

export type OperationRow = {
  id: string
  kind: OperationKind
  userId: string
  userName: string | null
  runId: string | null
  isOneOfRun: boolean
  planRunId: string | null
  stepId: string | null
  note: string | null
  output: Json
  isTrash: boolean
  undoneById: string | null
  createdAt: Date
}

/** Created if the path before is null; deleted if the path after is null. */
export type ChangeRow = {
  seq: bigint
  operationId: string
  fileId: string
  isFolder: boolean
  fileCreatedAt: Date
  pathBefore: string | null
  pathAfter: string | null
  etagBefore: string | null
  etagAfter: string | null
  sizeBefore: number
  sizeAfter: number
  isUndoable: boolean
}

/** For a plan run, includes those it resumed. */
export async function findOperations(
  db: Database | Tx,
  organisationId: string,
  of: OperationSelector,
): Promise<OperationRow[]> {
  const which =
    'runId' in of
      ? sql`o."runId" = ${toStorable(of.runId)}`
      : 'planRunId' in of
        ? sql`o."planRunId" in ${selectResumedPlanRuns(toStorable(of.planRunId))}`
        : sql`o."id" = any(${of.operationIds.map(toStorable)})`
  return db.$queryRaw<OperationRow[]>`
    select ${OPERATION} where o."organisationId" = ${organisationId} and ${which} order by o."id" desc`
}

export async function listOperations(
  db: Database,
  { organisationId, before, take }: { organisationId: string; before: string | null; take: number },
): Promise<OperationRow[]> {
  const start = before === null ? null : toStorable(before)
  return db.$queryRaw<OperationRow[]>`
    select ${OPERATION} where o."organisationId" = ${organisationId}
    and (${start}::text is null or o."id" < ${start}) order by o."id" desc limit ${take}`
}

export async function listTrashed(
  db: Database | Tx,
  organisationId: string,
  take: number,
): Promise<OperationRow[]> {
  return db.$queryRaw<OperationRow[]>`
    select ${OPERATION} where o."organisationId" = ${organisationId} and o."isTrash" and o."undoneById" is null
    and exists (select 1 from "VaultChange" c where c."operationId" = o."id" and c."isUndoable")
    order by o."id" desc limit ${take}`
}

const OPERATION = sql`
  o."id", o."kind", o."userId", u."name" as "userName", o."runId", o."planRunId", o."stepId", o."note", o."output",
  o."isTrash", o."undoneById", o."createdAt",
  exists (select 1 from "VaultOperation" s where s."runId" = o."runId" and s."id" <> o."id") as "isOneOfRun"
  from "VaultOperation" o left join "User" u on u."id" = o."userId"`

export async function listChanges(
  db: Database | Tx,
  operationIds: readonly string[],
  take?: number,
): Promise<ChangeRow[]> {
  const rows = await db.vaultChange.findMany({
    where: { operationId: { in: [...operationIds] } },
    orderBy: { seq: 'asc' },
    take,
  })
  return rows.map(toChange)
}

/** The main path is what was moved, else a file, else the innermost folder. */
export async function summariseChanges(
  db: Database,
  operationIds: readonly string[],
): Promise<{ operationId: string; count: number; path: string }[]> {
  return db.$queryRaw<{ operationId: string; count: number; path: string }[]>`
    select "operationId",
      coalesce(nullif(count(*) filter (where not "isMade"), 0), 1)::int as "count",
      (array_agg("path" order by not "isMoved", "isMade", case when "isMade" then -length("path") end, "seq"))[1]
        as "path"
    from (
      select *, coalesce("pathAfter", "pathBefore") as "path",
        "pathBefore" <> "pathAfter" is true as "isMoved",
        "isFolder" and "pathBefore" is null as "isMade"
      from "VaultChange"
    ) as change where "operationId" = any(${[...operationIds]}) group by 1`
}

export async function findLaterChange(
  db: Tx,
  { fileId, seq, except }: { fileId: string; seq: bigint; except: readonly string[] },
): Promise<ChangeRow | null> {
  const row = await db.vaultChange.findFirst({
    where: { fileId, seq: { gt: seq }, operationId: { notIn: [...except] } },
    orderBy: { seq: 'desc' },
  })
  return row && toChange(row)
}

/** Includes other names of the file, and anything else at this path. */
export async function listChangesOf(
  db: Database,
  wanted: {
    organisationId: string
    fileId: string | null
    path: string
    before: bigint | null
    take: number
  },
): Promise<ChangeRow[]> {
  const { organisationId, fileId, path, before, take } = wanted
  const rows = await db.vaultChange.findMany({
    where: {
      organisationId,
      ...(before !== null && { seq: { lt: before } }),
      OR: [...(fileId ? [{ fileId }] : []), { pathBefore: path }, { pathAfter: path }],
    },
    orderBy: { seq: 'desc' },
    take,
  })
  return rows.map(toChange)
}

/** Marks operations that these had undone as done again. */
export async function markUndone(
  tx: Tx,
  { operationIds, undoneById }: { operationIds: readonly string[]; undoneById: string },
): Promise<void> {
  const ids = [...operationIds]
  await tx.vaultOperation.updateMany({ where: { undoneById: { in: ids } }, data: { undoneById: null } })
  await tx.vaultOperation.updateMany({ where: { id: { in: ids } }, data: { undoneById } })
}

type RawChange = Omit<ChangeRow, 'sizeBefore' | 'sizeAfter'> & { sizeBefore: bigint; sizeAfter: bigint }

function toChange({ sizeBefore, sizeAfter, ...row }: RawChange): ChangeRow {
  return { ...row, sizeBefore: Number(sizeBefore), sizeAfter: Number(sizeAfter) }
}
