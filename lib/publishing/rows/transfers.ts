import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type TransferOutcome = 'accepted' | 'declined' | 'cancelled'

const organisation = { select: { id: true, name: true } } as const
const publisher = { select: { id: true, handle: true, displayName: true, organisationId: true } } as const

const fields = {
  id: true,
  publisher,
  skillSet: { select: { id: true, slug: true, name: true, publisher } },
  fromOrganisation: organisation,
  toOrganisation: organisation,
  requestedById: true,
  requestedByName: true,
  createdAt: true,
  expiresAt: true,
  outcome: true,
} satisfies Prisma.TransferSelect

export type TransferRow = Prisma.TransferGetPayload<{ select: typeof fields }>

type Subject = { publisherId: string } | { skillSetId: string }

/** Returns null if there is an open offer; closes an expired one first. */
export async function insertTransfer(
  tx: Tx,
  offer: Subject & {
    fromOrganisationId: string
    toOrganisationId: string
    requestedById: string
    requestedByName: string
    expiresAt: Date
  },
): Promise<string | null> {
  const subject =
    'publisherId' in offer ? { publisherId: offer.publisherId } : { skillSetId: offer.skillSetId }
  await tx.transfer.updateMany({
    where: { ...subject, outcome: null, expiresAt: { lte: new Date() } },
    data: { outcome: 'cancelled' },
  })
  if (await tx.transfer.count({ where: { ...subject, outcome: null } })) return null
  return (await tx.transfer.create({ data: offer, select: { id: true } })).id
}

export function findTransfer(db: Database | Tx, id: string): Promise<TransferRow | null> {
  return db.transfer.findUnique({ where: { id }, select: fields })
}

const open = (at: Date) => ({ outcome: null, expiresAt: { gt: at } })

export function listOpenTransfers(db: Database | Tx, organisationId: string): Promise<TransferRow[]> {
  return db.transfer.findMany({
    where: {
      ...open(new Date()),
      OR: [{ toOrganisationId: organisationId }, { fromOrganisationId: organisationId }],
    },
    select: fields,
    orderBy: { createdAt: 'asc' },
  })
}

export function findOpenTransfer(db: Database | Tx, subject: Subject): Promise<TransferRow | null> {
  return db.transfer.findFirst({ where: { ...subject, ...open(new Date()) }, select: fields })
}

/** Returns false for an ended or expired offer. */
export async function endTransfer(
  tx: Tx,
  id: string,
  { outcome, userId }: { outcome: TransferOutcome; userId: string },
): Promise<boolean> {
  const at = new Date()
  const { count } = await tx.transfer.updateMany({
    where: { id, ...open(at) },
    data: { outcome, decidedById: userId, decidedAt: at },
  })
  return count === 1
}

export async function endTransfersOf(tx: Tx, organisationId: string, at: Date): Promise<void> {
  await tx.transfer.updateMany({
    where: {
      outcome: null,
      OR: [{ toOrganisationId: organisationId }, { fromOrganisationId: organisationId }],
    },
    data: { outcome: 'cancelled', decidedAt: at },
  })
}

/** An admin verifies the new owner again. */
export async function changePublisherOwner(tx: Tx, id: string, organisationId: string): Promise<void> {
  await tx.publisher.update({ where: { id }, data: { organisationId, verifiedAt: null } })
}

/** Callers shared details with the former owner only. */
export async function endSharedFailures(tx: Tx, skillSetIds: readonly string[]): Promise<void> {
  await tx.run.updateMany({
    where: {
      skillSetId: { in: [...skillSetIds] },
      state: { in: ['failed', 'timed_out'] },
      mode: 'production',
      parentRunId: null,
      detailsSharedAt: { not: null },
    },
    data: { detailsSharedAt: null, detailsSharedById: null },
  })
}

export type MovedSkillSet = {
  id: string
  slug: string
  name: string
  versions: number
  ratings: number
  installs: number
}

export async function listMovedSkillSets(
  db: Database | Tx,
  where: { publisherId: string } | { id: string },
): Promise<MovedSkillSet[]> {
  const rows = await db.skillSet.findMany({
    where,
    select: {
      id: true,
      slug: true,
      name: true,
      _count: { select: { versions: true, ratings: true, installs: true } },
    },
    orderBy: { slug: 'asc' },
  })
  return rows.map(({ _count, ...row }) => ({ ...row, ..._count }))
}

export async function listInstallers(tx: Tx, skillSetIds: readonly string[]): Promise<string[]> {
  const rows = await tx.install.findMany({
    where: { skillSetId: { in: [...skillSetIds] } },
    distinct: ['organisationId'],
    select: { organisationId: true },
  })
  return rows.map(({ organisationId }) => organisationId)
}

/** `named` is a publisher's current or former handle, or the organisation's id. */
export async function findReceiver(
  db: Database | Tx,
  named: string,
): Promise<{ id: string; name: string } | null> {
  return db.organisation.findFirst({
    where: { OR: [{ id: named }, { publisher: { some: { names: { some: { handle: named } } } } }] },
    select: { id: true, name: true },
  })
}
