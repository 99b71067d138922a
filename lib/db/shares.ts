/** Read-only links to runs. Only the hash of a link's token is kept. Floor 1. */
import { isStorable } from '../contract/json/storable.ts'
import type { Database, Tx } from './client.ts'
import type { Run, Share } from './generated/client.ts'

export type ShareRow = Share

export function insertShare(
  db: Database | Tx,
  share: { runId: string; tokenHash: string; createdById: string },
): Promise<ShareRow> {
  return db.share.create({ data: share })
}

/** The links of a run, newest first, revoked ones too. */
export function listShareRows(db: Database | Tx, runId: string): Promise<ShareRow[]> {
  return db.share.findMany({ where: { runId }, orderBy: { id: 'desc' }, take: 100 })
}

export async function findShare(db: Database | Tx, id: string): Promise<ShareRow | null> {
  if (!isStorable(id)) return null
  return db.share.findUnique({ where: { id } })
}

/** The run a token opens; null for unknown and revoked ones. */
export async function findRunByToken(db: Database | Tx, tokenHash: string): Promise<Run | null> {
  const share = await db.share.findFirst({ where: { tokenHash, revokedAt: null }, select: { run: true } })
  return share?.run ?? null
}

/** Revoking twice changes nothing. */
export async function revokeShareRow(db: Database | Tx, id: string): Promise<void> {
  await db.share.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
}
