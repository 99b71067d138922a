import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

type OwnHostRow = {
  address: string
  createdAt: Date
  organisation: { id: string; name: string }
}

export function listOwnHostRows(db: Database | Tx): Promise<OwnHostRow[]> {
  return db.ownHost.findMany({
    select: { address: true, createdAt: true, organisation: { select: { id: true, name: true } } },
    orderBy: [{ address: 'asc' }, { organisationId: 'asc' }],
  })
}

export async function listOwnAddresses(db: Database | Tx, organisationId: string): Promise<string[]> {
  const rows = await db.ownHost.findMany({
    where: { organisationId },
    select: { address: true },
    orderBy: { address: 'asc' },
  })
  return rows.map(({ address }) => address)
}

type OwnHostKey = { organisationId: string; address: string }

/** Returns false if it was there already. */
export async function insertOwnHost(tx: Tx, key: OwnHostKey): Promise<boolean> {
  return (await tx.ownHost.createMany({ data: [key], skipDuplicates: true })).count === 1
}

/** Returns false if there is none. */
export async function deleteOwnHost(tx: Tx, key: OwnHostKey): Promise<boolean> {
  return (await tx.ownHost.deleteMany({ where: key })).count === 1
}
