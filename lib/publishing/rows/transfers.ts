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

/** Returns the id; null if there is an open offer. Closes an expired one first. */
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

const isOpenAt = (at: Date) => ({ outcome: null, expiresAt: { gt: at } })

export function listOpenTransfers(db: Database | Tx, organisationId: string): Promise<TransferRow[]> {
  return db.transfer.findMany({
    where: {
      ...isOpenAt(new Date()),
      OR: [{ toOrganisationId: organisationId }, { fromOrganisationId: organisationId }],
    },
    select: fields,
    orderBy: { createdAt: 'asc' },
  })
}

export function findOpenTransfer(db: Database | Tx, subject: Subject): Promise<TransferRow | null> {
  return db.transfer.findFirst({ where: { ...subject, ...isOpenAt(new Date()) }, select: fields })
}

/** Records how an open offer ended. Returns false for one that has ended or expired. */
export async function endTransfer(
  tx: Tx,
  id: string,
  { outcome, userId }: { outcome: TransferOutcome; userId: string },
): Promise<boolean> {
  const at = new Date()
  const { count } = await tx.transfer.updateMany({
    where: { id, ...isOpenAt(at) },
    data: { outcome, decidedById: userId, decidedAt: at },
  })
  return count === 1
}

/** Cancels all open offers to and from an organisation, which is being deleted. */
export async function endTransfersOf(tx: Tx, organisationId: string, at: Date): Promise<void> {
  await tx.transfer.updateMany({
    where: {
      outcome: null,
      OR: [{ toOrganisationId: organisationId }, { fromOrganisationId: organisationId }],
    },
    data: { outcome: 'cancelled', decidedAt: at },
  })
}

/** Removes the verified mark and the proofs, since they are about the former owner. */
export async function changePublisherOwner(tx: Tx, id: string, organisationId: string): Promise<void> {
  await tx.publisher.update({
    where: { id },
    data: { organisationId, verifiedAt: null, proofs: { deleteMany: {} } },
  })
}

/** Ends the sharing of failure details: callers shared them with the former owner only. */
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

/** Finds an organisation by a handle of one of its publishers, current or former, or by its id. Returns null if there is none. */
export async function findReceiver(
  db: Database | Tx,
  handleOrId: string,
): Promise<{ id: string; name: string } | null> {
  return db.organisation.findFirst({
    where: {
      OR: [{ id: handleOrId }, { publisher: { some: { names: { some: { handle: handleOrId } } } } }],
    },
    select: { id: true, name: true },
  })
}
