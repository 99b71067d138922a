import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { sql } from '../../kernel/db/sql.ts'

const HISTORY_BYTES = sql`
  case when c."isUndoable" and c."etagBefore" is distinct from c."etagAfter" then c."sizeBefore" else 0 end`

/** Makes operations on the files impossible to undo, so that the sweep can delete their content. */
export async function deleteFileHistory(
  tx: Tx,
  organisationId: string,
  fileIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    with forgotten as (
      select c."seq", ${HISTORY_BYTES} as bytes from "VaultChange" c
      where c."organisationId" = ${organisationId} and c."fileId" = any(${[...fileIds]}) and c."isUndoable"
    ), marked as (
      update "VaultChange" set "isUndoable" = false
      where "organisationId" = ${organisationId} and "seq" in (select "seq" from forgotten)
    )
    update "Vault" set "historyBytes" = "historyBytes" - (select coalesce(sum(bytes), 0) from forgotten)
    where "organisationId" = ${organisationId}`
}

/** The caller has the vault's lock. */
export async function trimHistory(tx: Tx, organisationId: string, maxBytes: number): Promise<void> {
  await tx.$executeRaw`
    with lines as (
      select c."seq", sum(${HISTORY_BYTES}) over (order by c."seq" desc) as total from "VaultChange" c
      where c."organisationId" = ${organisationId} and c."isUndoable"
    ), marked as (
      update "VaultChange" set "isUndoable" = false
      where "organisationId" = ${organisationId} and "seq" in (select "seq" from lines where total > ${maxBytes})
    )
    update "Vault" set "historyBytes" = (select coalesce(max(total), 0) from lines where total <= ${maxBytes})
    where "organisationId" = ${organisationId}`
}

export async function listVaultsWithOldOperations(
  db: Database,
  before: Date,
  take: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ organisationId: string }[]>`
    select distinct "organisationId" from (
      select "organisationId" from "VaultOperation" where "createdAt" < ${before} order by "createdAt" limit ${take}
    ) as old`
  return rows.map(({ organisationId }) => organisationId)
}

/** The caller has the vault's lock. */
export function deleteOldOperations(
  tx: Tx,
  { organisationId, before, take }: { organisationId: string; before: Date; take: number },
): Promise<number> {
  return tx.$executeRaw`
    with old as (
      select "id" from "VaultOperation" where "organisationId" = ${organisationId} and "createdAt" < ${before}
      order by "id" limit ${take}
    ), freed as (
      select coalesce(sum(${HISTORY_BYTES}), 0) as bytes from "VaultChange" c
      where c."operationId" in (select "id" from old)
    ), counted as (
      update "Vault" set "historyBytes" = "historyBytes" - (select bytes from freed)
      where "organisationId" = ${organisationId}
    )
    delete from "VaultOperation" where "id" in (select "id" from old)`
}

/** Deletes contents untouched since `before`; checks again under the lock. */
export function deleteUnreferencedContents(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<number> {
  return db.$transaction(async (tx) => {
    const locked = await tx.$queryRaw<{ organisationId: string; etag: string }[]>`
      select "organisationId", "etag" from "VaultContent" c where c."touchedAt" < ${before} and ${UNREFERENCED}
      limit ${take} for update skip locked`
    if (locked.length === 0) return 0
    return tx.$executeRaw`
      delete from "VaultContent" c
      using json_to_recordset(${JSON.stringify(locked)}::json) as held ("organisationId" text, "etag" text)
      where c."organisationId" = held."organisationId" and c."etag" = held."etag" and ${UNREFERENCED}`
  })
}

const UNREFERENCED = sql`
  not exists (
    select 1 from "VaultFile" f where f."organisationId" = c."organisationId" and f."etag" = c."etag")
  and not exists (
    select 1 from "VaultChange" b
    where b."organisationId" = c."organisationId" and b."etagBefore" = c."etag" and b."isUndoable")
  and not exists (
    select 1 from "VaultChange" a
    where a."organisationId" = c."organisationId" and a."etagAfter" = c."etag" and a."isUndoable")`
