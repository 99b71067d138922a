/** API keys, by the hash of what was shown once. Floor 1. */
import type { KeyScope } from '../contract/market/key-scopes.ts'
import type { Database, Tx } from './client.ts'

export type NewKey = {
  organisationId: string
  userId: string
  name: string
  prefix: string
  hash: string
  scopes: KeyScope[]
  expiresAt: Date | null
  /** "publisher.skillset" of those it may run; empty for all. */
  skillSets?: string[]
  /** The most it may spend in a day (UTC); null for no cap of its own. */
  dailyCapMicros?: bigint | null
}

export async function insertApiKey(tx: Tx, key: NewKey): Promise<string> {
  const { id } = await tx.apiKey.create({ data: key, select: { id: true } })
  return id
}

export type KeyRow = {
  id: string
  name: string
  prefix: string
  scopes: KeyScope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  skillSets: string[]
  dailyCapMicros: bigint | null
  user: { id: string; name: string }
}

/** The keys of an organisation that were not revoked, newest first; only of `userId` when given. */
export async function listApiKeys(db: Database, organisationId: string, userId?: string): Promise<KeyRow[]> {
  const rows = await db.apiKey.findMany({
    where: { organisationId, revokedAt: null, ...(userId && { userId }) },
    select: {
      id: true,
      name: true,
      prefix: true,
      scopes: true,
      createdAt: true,
      expiresAt: true,
      lastUsedAt: true,
      skillSets: true,
      dailyCapMicros: true,
      user: { select: { id: true, name: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  // Every key was written by `insertApiKey`, which takes scopes and nothing else.
  return rows.map((row) => ({ ...row, scopes: row.scopes as KeyScope[] }))
}

export type PresentedKey = {
  id: string
  organisationId: string
  userId: string
  scopes: KeyScope[]
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  skillSets: string[]
  dailyCapMicros: bigint | null
}

const PRESENTED = {
  id: true,
  organisationId: true,
  userId: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  skillSets: true,
  dailyCapMicros: true,
} as const

/** A key by its id, revoked and expired ones too: for a run that was put off with it. */
export async function findApiKeyById(db: Database, id: string): Promise<PresentedKey | null> {
  const row = await db.apiKey.findUnique({ where: { id }, select: PRESENTED })
  return row && { ...row, scopes: row.scopes as KeyScope[] }
}

/** Whether a key that was presented still opens anything. */
export async function isLiveApiKey(db: Database, id: string): Promise<boolean> {
  const now = new Date()
  const isLive = { id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  return (await db.apiKey.count({ where: isLive })) > 0
}

/** Remembers that a key was used. */
export async function touchApiKey(db: Database, id: string, at: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: at } })
}

/** Revokes one key; only of `userId` when given. Returns its name, null when there is no such live key. */
export async function revokeApiKey(
  tx: Tx,
  key: { id: string; organisationId: string; userId?: string; at: Date },
): Promise<string | null> {
  const { id, organisationId, userId, at } = key
  const [row] = await tx.apiKey.updateManyAndReturn({
    where: { id, organisationId, revokedAt: null, ...(userId && { userId }) },
    data: { revokedAt: at },
    select: { name: true },
  })
  return row?.name ?? null
}

/** Revokes every key the person has for the organisation; only those with `scope` when given. */
export async function revokeApiKeysOf(
  tx: Tx,
  maker: { organisationId: string; userId: string; at: Date },
  scope?: KeyScope,
): Promise<void> {
  const { organisationId, userId, at } = maker
  await tx.apiKey.updateMany({
    where: { organisationId, userId, revokedAt: null, ...(scope && { scopes: { has: scope } }) },
    data: { revokedAt: at },
  })
}
