import type { OAuthClient, OAuthCode } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { KeyScope } from '../model/key-scopes.ts'
import { revokeDescendants } from './api-keys.ts'
import { lockFamilies } from './key-budgets.ts'

export type ClientRow = OAuthClient
export type CodeRow = Omit<OAuthCode, 'scopes'> & { scopes: KeyScope[] }

export async function insertClient(db: Database, client: Omit<ClientRow, 'createdAt'>): Promise<ClientRow> {
  return db.oAuthClient.create({ data: client })
}

/** Inserts a client, or replaces what is known of it. */
export async function saveClient(db: Database, client: Omit<ClientRow, 'createdAt'>): Promise<ClientRow> {
  return db.oAuthClient.upsert({ where: { id: client.id }, create: client, update: client })
}

export function findClient(db: Database, id: string): Promise<ClientRow | null> {
  return db.oAuthClient.findUnique({ where: { id } })
}

export async function insertCode(db: Database, code: Omit<CodeRow, 'usedAt' | 'keyId'>): Promise<void> {
  // Used codes are stored for an hour to detect a second use.
  await db.oAuthCode.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - 3_600_000) } } })
  await db.oAuthCode.create({ data: code })
}

export async function findCode(db: Database, codeHash: string): Promise<CodeRow | null> {
  return (await db.oAuthCode.findUnique({ where: { codeHash } })) as CodeRow | null
}

/** Returns null if the code was used before. */
export async function redeemCode(db: Database, codeHash: string): Promise<{ redirectUri: string } | null> {
  const [row] = await db.oAuthCode.updateManyAndReturn({
    where: { codeHash, usedAt: null },
    data: { usedAt: new Date() },
    select: { redirectUri: true },
  })
  return row ?? null
}

/** Returns false if a second use has deleted the code in the meantime. */
export async function bindCode(tx: Tx, codeHash: string, keyId: string): Promise<boolean> {
  return (await tx.oAuthCode.updateMany({ where: { codeHash }, data: { keyId } })).count === 1
}

/** Revokes the key of the code, or deletes a code that is still being exchanged. */
export async function endGrantOf(db: Database, codeHash: string): Promise<void> {
  const { count } = await db.oAuthCode.deleteMany({ where: { codeHash, keyId: null } })
  const row = count === 0 ? await findCode(db, codeHash) : null
  if (row?.keyId) await endKey(db, row.keyId)
}

export type NewToken = {
  clientId: string
  keyId: string
  accessHash: string
  accessExpiresAt: Date
  refreshHash: string
  refreshExpiresAt: Date
  /** Empty for all scopes of the key. */
  scopes: KeyScope[]
}

export async function insertToken(tx: Database | Tx, token: NewToken): Promise<void> {
  await tx.oAuthToken.create({ data: token })
}

const withKey = { client: true, key: true } as const

export async function findTokenByRefresh(db: Database, refreshHash: string) {
  const row = await db.oAuthToken.findUnique({ where: { refreshHash }, include: withKey })
  return row && { ...row, key: { ...row.key, scopes: row.key.scopes as KeyScope[] } }
}

/**
 * Invalidates the grant's other unused tokens. A used token works again for `graceMs`; after that it ends the grant and
 * this returns false.
 */
export function redeemRefreshToken(
  db: Database,
  { keyId, refreshHash }: { keyId: string; refreshHash: string },
  graceMs: number,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    // Serialises refreshes of a grant.
    await tx.$queryRaw`SELECT 1 FROM "ApiKey" WHERE "id" = ${keyId} FOR UPDATE`
    const { usedAt } = await tx.oAuthToken.findUniqueOrThrow({ where: { refreshHash } })
    const now = new Date()
    if (usedAt === null) {
      await tx.oAuthToken.updateMany({ where: { keyId, usedAt: null }, data: { usedAt: now } })
      return true
    }
    if (now.getTime() - usedAt.getTime() <= graceMs) return true
    await endLockedKey(tx, keyId)
    return false
  })
}

export function findTokenOwner(
  db: Database,
  hash: string,
): Promise<{ clientId: string; keyId: string } | null> {
  return db.oAuthToken.findFirst({
    where: { OR: [{ accessHash: hash }, { refreshHash: hash }] },
    select: { clientId: true, keyId: true },
  })
}

export function endKey(db: Database, keyId: string): Promise<void> {
  return db.$transaction((tx) => endLockedKey(tx, keyId))
}

async function endLockedKey(tx: Tx, keyId: string): Promise<void> {
  const at = new Date()
  await lockFamilies(tx, [keyId])
  await tx.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: at } })
  await revokeDescendants(tx, [keyId], at)
}

export async function deleteUnusedClients(db: Database, before: Date): Promise<void> {
  const isUnused = { createdAt: { lt: before }, tokens: { none: {} }, codes: { none: {} } }
  await db.oAuthClient.deleteMany({ where: isUnused })
}

/** A grant's newest pair is unused and stays. */
export async function deleteUsedTokens(db: Database, before: Date): Promise<void> {
  await db.oAuthToken.deleteMany({ where: { usedAt: { not: null }, refreshExpiresAt: { lt: before } } })
}

export async function deleteOpenCodesOf(tx: Tx, userId: string): Promise<void> {
  await tx.oAuthCode.deleteMany({ where: { userId, usedAt: null } })
}
