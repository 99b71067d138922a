import type {
  ConnectAttempt,
  IntegrationConnection,
  PendingRevocation,
} from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'

export type ConnectionRow = IntegrationConnection

export function listConnectionRows(
  db: Database | Tx,
  organisationId: string,
  slugs?: readonly string[],
): Promise<ConnectionRow[]> {
  return db.integrationConnection.findMany({
    where: { organisationId, ...(slugs && { providerSlug: { in: [...slugs] } }) },
    orderBy: { providerSlug: 'asc' },
  })
}

export function findConnectionRow(db: Database | Tx, id: string): Promise<ConnectionRow | null> {
  return db.integrationConnection.findUnique({ where: { id } })
}

export function listConnectionsOf(db: Database | Tx, providerSlug: string): Promise<ConnectionRow[]> {
  return db.integrationConnection.findMany({ where: { providerSlug } })
}

export type NewConnection = Pick<
  ConnectionRow,
  | 'id'
  | 'organisationId'
  | 'providerSlug'
  | 'label'
  | 'hint'
  | 'scopes'
  | 'expiresAt'
  | 'canRefresh'
  | 'connectedById'
>

export async function insertConnection(tx: Tx, connection: NewConnection): Promise<void> {
  await tx.integrationConnection.create({ data: connection })
}

export async function deleteConnection(
  tx: Tx,
  { id, organisationId, providerSlug }: Pick<ConnectionRow, 'id' | 'organisationId' | 'providerSlug'>,
  { withUses }: { withUses: boolean },
): Promise<boolean> {
  const { count } = await tx.integrationConnection.deleteMany({ where: { id } })
  await tx.sealedSecret.deleteMany({ where: { id } })
  if (withUses) await tx.integrationUse.deleteMany({ where: { organisationId, providerSlug } })
  return count === 1
}

/** Returns true for the one caller that may refresh the token. */
export async function leaseRefresh(db: Database, id: string, until: Date): Promise<boolean> {
  const { count } = await db.integrationConnection.updateMany({
    where: { id, OR: [{ refreshingUntil: null }, { refreshingUntil: { lt: new Date() } }] },
    data: { refreshingUntil: until },
  })
  return count === 1
}

type AfterRefresh = Partial<Pick<ConnectionRow, 'expiresAt' | 'scopes' | 'canRefresh' | 'brokenAt'>>

export async function endRefresh(db: Database | Tx, id: string, after: AfterRefresh): Promise<boolean> {
  const data = { ...after, refreshingUntil: null }
  return (await db.integrationConnection.updateMany({ where: { id }, data })).count === 1
}

/** Causes the tokens to be renewed before their next use. */
export async function expireTokens(db: Database, ids: readonly string[]): Promise<void> {
  await db.integrationConnection.updateMany({
    where: { id: { in: [...ids] }, canRefresh: true },
    data: { expiresAt: new Date() },
  })
}

/** Marks connections that cannot be renewed. Returns the newly marked ones. */
export async function markRejected(tx: Tx, ids: readonly string[]): Promise<ConnectionRow[]> {
  return tx.integrationConnection.updateManyAndReturn({
    where: { id: { in: [...ids] }, canRefresh: false, rejectedAt: null },
    data: { rejectedAt: new Date() },
  })
}

export async function markAccepted(db: Database, ids: readonly string[]): Promise<void> {
  await db.integrationConnection.updateMany({
    where: { id: { in: [...ids] }, rejectedAt: { not: null } },
    data: { rejectedAt: null },
  })
}

export type UseKey = { organisationId: string; skillSetId: string; providerSlug: string }

export async function allowUse(tx: Tx, use: UseKey & { allowedById: string }): Promise<void> {
  await tx.integrationUse.createMany({ data: [use], skipDuplicates: true })
}

export async function deleteUse(tx: Tx, use: UseKey): Promise<boolean> {
  return (await tx.integrationUse.deleteMany({ where: use })).count === 1
}

export async function listAllowedProviders(
  db: Database | Tx,
  where: Omit<UseKey, 'providerSlug'>,
): Promise<string[]> {
  const rows = await db.integrationUse.findMany({ where, select: { providerSlug: true } })
  return rows.map(({ providerSlug }) => providerSlug)
}

export function listUses(db: Database, organisationId: string) {
  return db.integrationUse.findMany({
    where: { organisationId },
    select: {
      providerSlug: true,
      skillSet: { select: { id: true, slug: true, name: true, publisher: { select: { handle: true } } } },
    },
    orderBy: { allowedAt: 'asc' },
  })
}

export async function insertConnectAttempt(db: Database, attempt: ConnectAttempt): Promise<void> {
  await db.connectAttempt.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  await db.connectAttempt.create({ data: attempt })
}

/** Returns null for an unknown, used or expired attempt. */
export async function takeConnectAttempt(
  db: Database | Tx,
  stateHash: string,
): Promise<ConnectAttempt | null> {
  const attempt = await db.connectAttempt.findUnique({ where: { stateHash } })
  if (!attempt || (await db.connectAttempt.deleteMany({ where: { stateHash } })).count === 0) return null
  return attempt.expiresAt > new Date() ? attempt : null
}

/** Insert its secret first. */
export async function insertRevocation(
  tx: Tx,
  revocation: Pick<PendingRevocation, 'id' | 'providerSlug' | 'dueAt'>,
): Promise<void> {
  await tx.pendingRevocation.create({ data: revocation })
}

export function listDueRevocations(db: Database, now: Date, take: number): Promise<PendingRevocation[]> {
  return db.pendingRevocation.findMany({ where: { dueAt: { lte: now } }, orderBy: { dueAt: 'asc' }, take })
}

/** Returns true for one of several concurrent callers. */
export async function claimRevocation(
  db: Database,
  { id, attempts }: Pick<PendingRevocation, 'id' | 'attempts'>,
  dueAt: Date,
): Promise<boolean> {
  const where = { id, attempts }
  const { count } = await db.pendingRevocation.updateMany({ where, data: { attempts: attempts + 1, dueAt } })
  return count === 1
}

/** Deletes the credential too. */
export async function deleteRevocation(db: Database | Tx, id: string): Promise<void> {
  await db.sealedSecret.deleteMany({ where: { id } })
}

/** Deletes the credentials too. */
export async function deleteRevocationsOf(tx: Tx, providerSlug: string): Promise<void> {
  await tx.sealedSecret.deleteMany({ where: { revocation: { providerSlug } } })
}
