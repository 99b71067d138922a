/** Who is to be told of something, as user ids. Floor 1. */
import type { Database, Tx } from './client.ts'

export async function listAdminIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

export async function listMemberIds(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.membership.findMany({ where: { organisationId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
}

/** Owners and admins of these organisations, who may change what is installed there; each once. */
export async function listCaretakerIds(
  db: Database | Tx,
  organisationIds: readonly string[],
): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: { role: { in: ['OWNER', 'ADMIN'] }, organisationId: { in: [...organisationIds] } },
    distinct: ['userId'],
    select: { userId: true },
  })
  return rows.map(({ userId }) => userId)
}
