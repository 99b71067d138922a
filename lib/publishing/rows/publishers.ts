import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { findHandleHolder, lockPublisherNames } from './former-names.ts'

const publisherFields = {
  id: true,
  handle: true,
  displayName: true,
  verifiedAt: true,
} satisfies Prisma.PublisherSelect

export type OwnPublisher = Prisma.PublisherGetPayload<{ select: typeof publisherFields }>

export function listOwnPublishers(db: Database | Tx, organisationId: string): Promise<OwnPublisher[]> {
  return db.publisher.findMany({
    where: { organisationId },
    select: publisherFields,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** A former handle counts as taken. */
export async function isHandleTaken(db: Database | Tx, handle: string): Promise<boolean> {
  return (await findHandleHolder(db, handle)) !== null
}

/** Returns the id; null if the handle is taken. */
export async function insertPublisher(
  tx: Tx,
  publisher: { handle: string; displayName: string; organisationId: string },
): Promise<string | null> {
  await lockPublisherNames(tx)
  if (await isHandleTaken(tx, publisher.handle)) return null
  // A violated unique index would abort the caller's transaction, so duplicates are skipped.
  const [created] = await tx.publisher.createManyAndReturn({
    data: [publisher],
    skipDuplicates: true,
    select: { id: true },
  })
  return created?.id ?? null
}

export async function updatePublisherProfile(
  db: Database | Tx,
  handle: string,
  description: { bio: string; verifiedAt: Date | null },
): Promise<void> {
  await db.publisher.update({ where: { handle }, data: description })
}

/** Returns false if the publisher is verified, or unverified, already, or has another display name. */
export async function setPublisherVerified(
  tx: Tx,
  { id, displayName }: { id: string; displayName: string },
  verifiedAt: Date | null,
): Promise<boolean> {
  const { count } = await tx.publisher.updateMany({
    where: { id, displayName, verifiedAt: verifiedAt ? null : { not: null } },
    data: { verifiedAt },
  })
  return count === 1
}

/** Returns the organisation of a current or former handle with its first owner; null for an unknown handle. */
export async function findHandleOwner(
  db: Database | Tx,
  handle: string,
): Promise<{ handle: string; organisationId: string; ownerEmail: string } | null> {
  const select = { publisher: { select: { handle: true, organisationId: true } } }
  const publisher = (await db.publisherName.findUnique({ where: { handle }, select }))?.publisher
  if (!publisher) return null
  const { user } = await db.membership.findFirstOrThrow({
    where: { organisationId: publisher.organisationId, role: 'OWNER' },
    select: { user: { select: { email: true } } },
    orderBy: { createdAt: 'asc' },
  })
  return { ...publisher, ownerEmail: user.email }
}

/** Returns the handles and display names of verified publishers, leaving out those of the organisation `except`. */
export async function listVerifiedNames(
  db: Database | Tx,
  { except }: { except?: string | undefined },
): Promise<string[]> {
  const rows = await db.publisher.findMany({
    where: { verifiedAt: { not: null }, ...(except && { organisationId: { not: except } }) },
    select: { handle: true, displayName: true },
  })
  return rows.flatMap(({ handle, displayName }) => [handle, displayName])
}
