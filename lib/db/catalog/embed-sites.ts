import type { Database, Tx } from '../core/prisma-client.ts'
import { findSkillSetByName } from './former-names.ts'
import type { SkillSetRef } from './published-versions.ts'

/** None for unknown names. */
export async function findEmbedSites(db: Database | Tx, ref: SkillSetRef): Promise<string[]> {
  const found = await findSkillSetByName(db, ref)
  const row =
    found && (await db.skillSet.findUnique({ where: { id: found.id }, select: { embedSites: true } }))
  return row?.embedSites ?? []
}

export async function storeEmbedSites(tx: Tx, ids: readonly string[], embedSites: string[]): Promise<void> {
  await tx.skillSet.updateMany({ where: { id: { in: [...ids] } }, data: { embedSites } })
}
