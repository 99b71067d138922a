import type { Run, Share } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

export type ShareRow = Share

export function insertShare(
  db: Database | Tx,
  share: { runId: string; tokenHash: string; createdById: string },
): Promise<ShareRow> {
  return db.share.create({ data: share })
}

export function listShareRows(db: Database | Tx, runId: string): Promise<ShareRow[]> {
  return db.share.findMany({ where: { runId }, orderBy: { id: 'desc' }, take: 100 })
}

export async function findShare(db: Database | Tx, id: string): Promise<ShareRow | null> {
  if (!isStorable(id)) return null
  return db.share.findUnique({ where: { id } })
}

/** Returns null for unknown and revoked links. */
export async function findRunByToken(db: Database | Tx, tokenHash: string): Promise<Run | null> {
  const share = await db.share.findFirst({ where: { tokenHash, revokedAt: null }, select: { run: true } })
  return share?.run ?? null
}

/** Revokes the links that the person created. Returns their number. */
export async function revokeSharesOf(tx: Tx, createdById: string): Promise<number> {
  const where = { createdById, revokedAt: null }
  return (await tx.share.updateMany({ where, data: { revokedAt: new Date() } })).count
}

export async function revokeShareRow(db: Database | Tx, id: string): Promise<void> {
  await db.share.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
}
