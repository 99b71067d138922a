import type { Removal } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { RemovalKind } from '../model/removal-kinds.ts'

type NewRemoval = {
  kind: RemovalKind
  /** "guildhall.text_tools 1.0.0" */
  subject: string
  reason: string
  by: 'admin' | 'publisher' | 'site'
}

/** Adds to the public log, which the database never changes. Call it only for what everyone could see. */
export async function insertRemoval(tx: Tx, removal: NewRemoval): Promise<void> {
  await tx.removal.createMany({ data: [removal] })
}

/** Returns entries before the id, the newest first. */
export function listRemovalRows(
  db: Database,
  { after, take }: { after?: string; take: number },
): Promise<Removal[]> {
  return db.removal.findMany({
    where: after === undefined ? {} : { id: { lt: after } },
    orderBy: { id: 'desc' },
    take,
  })
}
