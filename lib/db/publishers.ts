/** Handles and who owns them. Floor 1. */
import type { Database, Tx } from './client.ts'
import type { Prisma } from './generated/client.ts'

const publisherFields = {
  id: true,
  handle: true,
  displayName: true,
  verifiedAt: true,
} satisfies Prisma.PublisherSelect

export type OwnPublisher = Prisma.PublisherGetPayload<{ select: typeof publisherFields }>

/** The handles of an organisation, the first claimed first. */
export function listOwnPublishers(db: Database | Tx, organisationId: string): Promise<OwnPublisher[]> {
  return db.publisher.findMany({
    where: { organisationId },
    select: publisherFields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

export async function isHandleTaken(db: Database | Tx, handle: string): Promise<boolean> {
  return (await db.publisher.count({ where: { handle } })) > 0
}

/** Claims a handle and returns its id, or null when somebody has it. */
export async function insertPublisher(
  tx: Tx,
  publisher: { handle: string; displayName: string; organisationId: string },
): Promise<string | null> {
  // Not `create`: a violated unique index would end the caller's transaction.
  const [made] = await tx.publisher.createManyAndReturn({
    data: [publisher],
    skipDuplicates: true,
    select: { id: true },
  })
  return made?.id ?? null
}

/** Holds the organisation until the transaction ends, so that its handles are counted by one at a time. */
export async function lockOrganisation(tx: Tx, organisationId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM "Organisation" WHERE id = ${organisationId} FOR UPDATE`
}

/** What the operator says of a publisher: the mark is an admin's to give, never the publisher's to take. */
export async function describePublisher(
  db: Database | Tx,
  handle: string,
  description: { bio: string; verifiedAt: Date | null },
): Promise<void> {
  await db.publisher.update({ where: { handle }, data: description })
}

/** Sets or takes the mark. False, having changed nothing, when it is so already. */
export async function setVerified(tx: Tx, id: string, verifiedAt: Date | null): Promise<boolean> {
  const { count } = await tx.publisher.updateMany({
    where: { id, verifiedAt: verifiedAt ? null : { not: null } },
    data: { verifiedAt },
  })
  return count === 1
}

/** The organisation that owns a handle, and its longest-standing owner; null when nobody claimed it. */
export async function findHandleOwner(
  db: Database | Tx,
  handle: string,
): Promise<{ organisationId: string; ownerEmail: string } | null> {
  const publisher = await db.publisher.findUnique({ where: { handle }, select: { organisationId: true } })
  if (!publisher) return null
  const { user } = await db.membership.findFirstOrThrow({
    where: { organisationId: publisher.organisationId, role: 'OWNER' },
    select: { user: { select: { email: true } } },
    orderBy: { createdAt: 'asc' },
  })
  return { organisationId: publisher.organisationId, ownerEmail: user.email }
}
