import type { Prisma, Run, Share } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { isStorable } from '../../kernel/validation/storable.ts'

export type ShareRow = Share

type NewShare = { id: string; runId: string; tokenHash: string; createdById: string; expiresAt: Date | null }

export function insertShare(db: Database | Tx, share: NewShare): Promise<ShareRow> {
  return db.share.create({ data: share })
}

export function listShareRows(db: Database | Tx, runId: string): Promise<ShareRow[]> {
  return db.share.findMany({ where: { runId }, orderBy: { id: 'desc' }, take: 100 })
}

export async function findShare(db: Database | Tx, id: string): Promise<ShareRow | null> {
  if (!isStorable(id)) return null
  return db.share.findUnique({ where: { id } })
}

const isLive = (now: Date) =>
  ({
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  }) satisfies Prisma.ShareWhereInput

/** Returns null for unknown, ended and expired links. */
export async function findRunByToken(
  db: Database | Tx,
  tokenHash: string,
  now = new Date(),
): Promise<Run | null> {
  const share = await db.share.findFirst({ where: { tokenHash, ...isLive(now) }, select: { run: true } })
  return share?.run ?? null
}

export async function isLiveToken(db: Database | Tx, tokenHash: string, now = new Date()): Promise<boolean> {
  return (await db.share.count({ where: { tokenHash, ...isLive(now) } })) > 0
}

const withRun = {
  run: { select: { id: true, skillName: true, inputSummary: true, createdAt: true } },
} satisfies Prisma.ShareInclude

export type ShareWithRun = Prisma.ShareGetPayload<{ include: typeof withRun }>

/** Returns the links to runs of the organisation that the person created and that are still open, newest first. */
export function listLiveShares(
  db: Database | Tx,
  { createdById, organisationId, take }: { createdById: string; organisationId: string; take: number },
  now = new Date(),
): Promise<ShareWithRun[]> {
  return db.share.findMany({
    where: { createdById, run: { organisationId }, ...isLive(now) },
    include: withRun,
    orderBy: { id: 'desc' },
    take,
  })
}

/** Revokes the links that the person created, and deletes their tokens. Returns their number. */
export async function revokeSharesOf(tx: Tx, createdById: string): Promise<number> {
  const where = { createdById, revokedAt: null }
  const revoked = await tx.share.updateManyAndReturn({
    where,
    data: { revokedAt: new Date() },
    select: { id: true },
  })
  await tx.sealedSecret.deleteMany({ where: { id: { in: revoked.map(({ id }) => id) } } })
  return revoked.length
}

export async function revokeShareRow(db: Database | Tx, id: string): Promise<void> {
  await db.share.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
}
