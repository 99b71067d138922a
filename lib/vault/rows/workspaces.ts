import { jsonColumn } from '../../kernel/db/json-column.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { Json } from '../../kernel/json/json.ts'

type Owner = { organisationId: string; userId: string }
/** A tab. Those stored before files were remembered have no `fileId`. */
export type StoredLeaf = { id: string; path: string; fileId?: string }
export type StoredWorkspace = { id: string; leaves: StoredLeaf[]; activeLeafId: string | null; mode: string }

const fields = { id: true, leaves: true, activeLeafId: true, mode: true } as const

export async function findWorkspace(db: Database | Tx, owner: Owner): Promise<StoredWorkspace | null> {
  const row = await db.workspace.findUnique({
    where: { organisationId_userId: { organisationId: owner.organisationId, userId: owner.userId } },
    select: fields,
  })
  return row && { ...row, leaves: row.leaves as StoredLeaf[] }
}

export async function lockWorkspace(tx: Tx, { organisationId, userId }: Owner): Promise<StoredWorkspace> {
  await tx.workspace.createMany({ data: [{ organisationId, userId }], skipDuplicates: true })
  await tx.$queryRaw`
    SELECT 1 FROM "Workspace" WHERE "organisationId" = ${organisationId} AND "userId" = ${userId} FOR UPDATE`
  return (await findWorkspace(tx, { organisationId, userId }))!
}

export async function saveWorkspace(
  tx: Tx,
  { id, leaves, activeLeafId, mode }: StoredWorkspace,
): Promise<void> {
  const data = { leaves: jsonColumn(leaves as Json), activeLeafId, mode }
  await tx.workspace.update({ where: { id }, data, select: { id: true } })
}

type OpenPage = Owner & { showsVault: boolean }

export async function touchOpenPage(
  db: Database,
  id: string,
  { organisationId, userId, showsVault }: OpenPage,
): Promise<void> {
  const page = { organisationId, userId, showsVault, seenAt: new Date() }
  await db.openPage.upsert({ where: { id }, create: { id, ...page }, update: page })
}

/** Deletes a page that was closed, and pages unseen for so long that their server must have died. */
export async function deleteOpenPage(db: Database, id: string, unseenSince: Date): Promise<void> {
  await db.openPage.deleteMany({ where: { OR: [{ id }, { seenAt: { lt: unseenSince } }] } })
}

export async function hasVaultPage(
  db: Database,
  { organisationId, userId }: Owner,
  since: Date,
): Promise<boolean> {
  const page = await db.openPage.findFirst({
    where: { organisationId, userId, showsVault: true, seenAt: { gte: since } },
    select: { id: true },
  })
  return page !== null
}

/** Returns null if no page was seen since `since`. A page gets a new id whenever it comes to the front. */
export async function findFocusedPage(db: Database, owner: Owner, since: Date): Promise<string | null> {
  const { organisationId, userId } = owner
  const page = await db.openPage.findFirst({
    where: { organisationId, userId, seenAt: { gte: since } },
    orderBy: { focusedAt: 'desc' },
    select: { id: true },
  })
  return page?.id ?? null
}

const MAX_NAMES = 20

/** Returns the names of other members whose Vault page, seen since `since`, has this file in front. */
export async function listNamesAt(
  db: Database,
  { organisationId, userId }: Owner,
  { path, since }: { path: string; since: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT person."name" FROM "Workspace" AS space JOIN "User" AS person ON person."id" = space."userId"
    WHERE space."organisationId" = ${organisationId} AND space."userId" <> ${userId}
      AND EXISTS (SELECT FROM json_array_elements(space."leaves") AS leaf
        WHERE leaf->>'id' = space."activeLeafId" AND leaf->>'path' = ${path})
      AND EXISTS (SELECT FROM "OpenPage" AS page WHERE page."userId" = space."userId"
        AND page."organisationId" = space."organisationId" AND page."showsVault" AND page."seenAt" >= ${since})
    ORDER BY person."name" LIMIT ${MAX_NAMES}`
  return rows.map(({ name }) => name)
}

/** Counts the other Vault pages of a person that were seen since `since`. */
export function countOtherPages(
  db: Database,
  { organisationId, userId }: Owner,
  { pageId, since }: { pageId: string; since: Date },
): Promise<number> {
  return db.openPage.count({
    where: { organisationId, userId, showsVault: true, seenAt: { gte: since }, id: { not: pageId } },
  })
}
