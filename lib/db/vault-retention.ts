/** What a vault forgets: old operations, history beyond what is kept of it, and content that nothing means. Floor 1. */
import type { Database, Tx } from './client.ts'
import { Prisma } from './generated/client.ts'

/** What is kept of a line only so that it can be undone. */
const HISTORY_BYTES = Prisma.sql`
  case when c."isKept" and c."etagBefore" is distinct from c."etagAfter" then c."sizeBefore" else 0 end`

/** From now on nothing brings back what these files were, and their content may be swept. */
export async function forgetFiles(tx: Tx, organisationId: string, fileIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    with forgotten as (
      select c."seq", ${HISTORY_BYTES} as bytes from "VaultChange" c
      where c."organisationId" = ${organisationId} and c."fileId" = any(${[...fileIds]}) and c."isKept"
    ), marked as (
      update "VaultChange" set "isKept" = false
      where "organisationId" = ${organisationId} and "seq" in (select "seq" from forgotten)
    )
    update "Vault" set "historyBytes" = "historyBytes" - (select coalesce(sum(bytes), 0) from forgotten)
    where "organisationId" = ${organisationId}`
}

/** Forgets the oldest lines until no more than `mostBytes` are kept of history; the vault has to be held. */
export async function trimHistory(tx: Tx, organisationId: string, mostBytes: number): Promise<void> {
  await tx.$executeRaw`
    with lines as (
      select c."seq", sum(${HISTORY_BYTES}) over (order by c."seq" desc) as total from "VaultChange" c
      where c."organisationId" = ${organisationId} and c."isKept"
    ), marked as (
      update "VaultChange" set "isKept" = false
      where "organisationId" = ${organisationId} and "seq" in (select "seq" from lines where total > ${mostBytes})
    )
    update "Vault" set "historyBytes" = (select coalesce(max(total), 0) from lines where total <= ${mostBytes})
    where "organisationId" = ${organisationId}`
}

/** Some of the organisations that have operations of before `before`. */
export async function listVaultsWithOld(db: Database, before: Date, take: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ organisationId: string }[]>`
    select distinct "organisationId" from (
      select "organisationId" from "VaultOperation" where "createdAt" < ${before} order by "createdAt" limit ${take}
    ) as old`
  return rows.map(({ organisationId }) => organisationId)
}

/** Forgets operations of before `before`, some at a time; the vault has to be held. Returns how many. */
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
    ), told as (
      update "Vault" set "historyBytes" = "historyBytes" - (select bytes from freed)
      where "organisationId" = ${organisationId}
    )
    delete from "VaultOperation" where "id" in (select "id" from old)`
}

/**
 * Forgets content that no file and no line means, and that nobody has touched since `before`. Returns how much of it
 * there was. Held first and asked again then: somebody may have begun to mean it between the question and the lock.
 */
export function deleteLooseContents(
  db: Database,
  { before, take }: { before: Date; take: number },
): Promise<number> {
  return db.$transaction(async (tx) => {
    const held = await tx.$queryRaw<{ organisationId: string; etag: string }[]>`
      select "organisationId", "etag" from "VaultContent" c where c."touchedAt" < ${before} and ${NOBODY_MEANS_IT}
      limit ${take} for update skip locked`
    if (held.length === 0) return 0
    return tx.$executeRaw`
      delete from "VaultContent" c
      using json_to_recordset(${JSON.stringify(held)}::json) as held ("organisationId" text, "etag" text)
      where c."organisationId" = held."organisationId" and c."etag" = held."etag" and ${NOBODY_MEANS_IT}`
  })
}

const NOBODY_MEANS_IT = Prisma.sql`
  not exists (
    select 1 from "VaultFile" f where f."organisationId" = c."organisationId" and f."etag" = c."etag")
  and not exists (
    select 1 from "VaultChange" b
    where b."organisationId" = c."organisationId" and b."etagBefore" = c."etag" and b."isKept")
  and not exists (
    select 1 from "VaultChange" a
    where a."organisationId" = c."organisationId" and a."etagAfter" = c."etag" and a."isKept")`
