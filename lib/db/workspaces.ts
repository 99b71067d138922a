/** What members have open, and the texts they and their tools edit together. Floor 1. */
import type { Json } from '../contract/json/json.ts'
import type { Database, Tx } from './client.ts'
import { jsonColumn } from './json-column.ts'

type Owner = { organisationId: string; userId: string }
/** `fileId` says which file it is, whatever its path becomes; leaves of old have none. */
export type StoredLeaf = { id: string; path: string; fileId?: string }
export type StoredWorkspace = { id: string; leaves: StoredLeaf[]; activeLeafId: string | null; mode: string }

const fields = { id: true, leaves: true, activeLeafId: true, mode: true } as const

/** Null when this member has never opened anything. */
export async function findWorkspace(db: Database | Tx, owner: Owner): Promise<StoredWorkspace | null> {
  const row = await db.workspace.findUnique({
    where: { organisationId_userId: { organisationId: owner.organisationId, userId: owner.userId } },
    select: fields,
  })
  // `saveWorkspace` is the only writer.
  return row && { ...row, leaves: row.leaves as StoredLeaf[] }
}

/** The workspace, made if need be, and nobody else's to change until the transaction ends. */
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
  const data = { leaves: jsonColumn(leaves as unknown as Json), activeLeafId, mode }
  await tx.workspace.update({ where: { id }, data, select: { id: true } })
}
