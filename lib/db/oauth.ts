/**
 * Programs that people let in, the codes they are given and the tokens these become. Floor 1.
 *
 * A code serves once: its use is one conditional UPDATE, so of two that use one the second is answered false. Of a grant
 * one refresh token is alive at a time, but for those that were asked for at the same moment.
 */
import type { KeyScope } from '../contract/market/key-scopes.ts'
import type { Database, Tx } from './client.ts'
import type { OAuthClient, OAuthCode } from './generated/client.ts'

export type ClientRow = OAuthClient
export type CodeRow = Omit<OAuthCode, 'scopes'> & { scopes: KeyScope[] }

export async function insertClient(db: Database, client: Omit<ClientRow, 'createdAt'>): Promise<ClientRow> {
  return db.oAuthClient.create({ data: client })
}

export function findClient(db: Database, id: string): Promise<ClientRow | null> {
  return db.oAuthClient.findUnique({ where: { id } })
}

export async function insertCode(db: Database, code: Omit<CodeRow, 'usedAt' | 'keyId'>): Promise<void> {
  // Those that nobody fetched are of no use to anybody; an hour keeps the used ones for telling a second use.
  await db.oAuthCode.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - 3_600_000) } } })
  await db.oAuthCode.create({ data: code })
}

export async function findCode(db: Database, codeHash: string): Promise<CodeRow | null> {
  return (await db.oAuthCode.findUnique({ where: { codeHash } })) as CodeRow | null
}

/** The code as it was made; null when it was used before. */
export async function spendCode(db: Database, codeHash: string): Promise<{ redirectUri: string } | null> {
  const [row] = await db.oAuthCode.updateManyAndReturn({
    where: { codeHash, usedAt: null },
    data: { usedAt: new Date() },
    select: { redirectUri: true },
  })
  return row ?? null
}

/** Remembers which key a code became. False when it is gone: somebody used it a second time meanwhile. */
export async function bindCode(tx: Tx, codeHash: string, keyId: string): Promise<boolean> {
  return (await tx.oAuthCode.updateMany({ where: { codeHash }, data: { keyId } })).count === 1
}

/** Ends what a code that was used twice has become; one that is only becoming a key goes, and then becomes none. */
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
  /** What the access token may, of what the key may; empty for all of it. */
  scopes: KeyScope[]
}

export async function insertToken(tx: Database | Tx, token: NewToken): Promise<void> {
  await tx.oAuthToken.create({ data: token })
}

const withKey = { client: true, key: true } as const

/** The pair this refresh token belongs to, used or not; null when there never was one. */
export async function findTokenByRefresh(db: Database, refreshHash: string) {
  const row = await db.oAuthToken.findUnique({ where: { refreshHash }, include: withKey })
  return row && { ...row, key: { ...row.key, scopes: row.key.scopes as KeyScope[] } }
}

/**
 * Uses a refresh token: with it every other one of the grant that is still unused counts as used from now on. One that
 * was used before passes for `graceMs` after that; then it ends the grant, and false is answered.
 */
export function spendRefreshToken(
  db: Database,
  { keyId, refreshHash }: { keyId: string; refreshHash: string },
  graceMs: number,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    // One refresh of a grant at a time; what is read after this is what the one before left.
    await tx.$queryRaw`SELECT 1 FROM "ApiKey" WHERE "id" = ${keyId} FOR UPDATE`
    const { usedAt } = await tx.oAuthToken.findUniqueOrThrow({ where: { refreshHash } })
    const now = new Date()
    if (usedAt === null) {
      await tx.oAuthToken.updateMany({ where: { keyId, usedAt: null }, data: { usedAt: now } })
      return true
    }
    if (now.getTime() - usedAt.getTime() <= graceMs) return true
    await endKey(tx, keyId)
    return false
  })
}

/** Whose an access or refresh token is, and the key it opens; null when there is no such token. */
export function findTokenOwner(
  db: Database,
  hash: string,
): Promise<{ clientId: string; keyId: string } | null> {
  return db.oAuthToken.findFirst({
    where: { OR: [{ accessHash: hash }, { refreshHash: hash }] },
    select: { clientId: true, keyId: true },
  })
}

/** Ends a key, whoever made it, and with it every token that opens it. */
export async function endKey(db: Database | Tx, keyId: string): Promise<void> {
  await db.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: new Date() } })
}

/** Programs older than `before` that nobody was asked for since, and nobody has let in. */
export async function deleteUnusedClients(db: Database, before: Date): Promise<void> {
  const isUnused = { createdAt: { lt: before }, tokens: { none: {} }, codes: { none: {} } }
  await db.oAuthClient.deleteMany({ where: isUnused })
}

/** Pairs that were exchanged for others, and would have ended before `before`; the newest of a grant stays. */
export async function deleteSpentTokens(db: Database, before: Date): Promise<void> {
  await db.oAuthToken.deleteMany({ where: { usedAt: { not: null }, refreshExpiresAt: { lt: before } } })
}
