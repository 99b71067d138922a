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

/** Owners and admins of every organisation that has one of these versions installed. */
export async function listInstallerIds(db: Database | Tx, versionIds: readonly string[]): Promise<string[]> {
  const rows = await db.membership.findMany({
    where: {
      role: { in: ['OWNER', 'ADMIN'] },
      organisation: { installs: { some: { versionId: { in: [...versionIds] } } } },
    },
    distinct: ['userId'],
    select: { userId: true },
  })
  return rows.map(({ userId }) => userId)
}
