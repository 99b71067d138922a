import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { KeyScope } from '../model/key-scopes.ts'

type NewApiKey = {
  organisationId: string
  userId: string
  name: string
  prefix: string
  hash: string
  scopes: KeyScope[]
  expiresAt: Date | null
  /** "publisher.skillset" names; the key can call all SkillSets if empty. */
  skillSets?: string[]
  /** The cap per UTC day; null for none. */
  dailyCapMicros?: bigint | null
  toolsetId?: string | null
}

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<string> {
  const { id } = await tx.apiKey.create({ data: key, select: { id: true } })
  return id
}

type KeyRow = {
  id: string
  name: string
  prefix: string
  scopes: KeyScope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  skillSets: string[]
  dailyCapMicros: bigint | null
  toolset: { slug: string } | null
  user: { id: string; name: string }
}

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
      toolset: { select: { slug: true } },
      user: { select: { id: true, name: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map((row) => ({ ...row, scopes: row.scopes as KeyScope[] }))
}

export async function findApiKeyName(db: Database, id: string): Promise<string | null> {
  return (await db.apiKey.findUnique({ where: { id }, select: { name: true } }))?.name ?? null
}

type OneKey = { id: string; organisationId: string; userId?: string }

/** Returns the key's name, as the next two functions do; null if the key is unknown or revoked. */
export async function bindApiKey(
  tx: Tx,
  { toolsetId, ...key }: OneKey & { toolsetId: string | null },
): Promise<string | null> {
  return changeLiveKey(tx, key, { toolsetId })
}

export async function revokeApiKey(tx: Tx, { at, ...key }: OneKey & { at: Date }): Promise<string | null> {
  return changeLiveKey(tx, key, { revokedAt: at })
}

/** Revokes a key of this user in any organisation. */
export async function revokeKeyOfUser(
  tx: Tx,
  { at, ...key }: { id: string; userId: string; at: Date },
): Promise<string | null> {
  return changeLiveKey(tx, key, { revokedAt: at })
}

async function changeLiveKey(
  tx: Tx,
  { id, organisationId, userId }: { id: string; organisationId?: string; userId?: string },
  data: { toolsetId: string | null } | { revokedAt: Date },
): Promise<string | null> {
  const [row] = await tx.apiKey.updateManyAndReturn({
    where: { id, organisationId, userId, revokedAt: null },
    data,
    select: { name: true },
  })
  return row?.name ?? null
}

export async function unbindRevokedKeys(tx: Tx, toolsetId: string): Promise<number> {
  await tx.apiKey.updateMany({ where: { toolsetId, revokedAt: { not: null } }, data: { toolsetId: null } })
  return tx.apiKey.count({ where: { toolsetId } })
}

export async function isLiveApiKey(db: Database, id: string): Promise<boolean> {
  const now = new Date()
  const isLive = { id, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  return (await db.apiKey.count({ where: isLive })) > 0
}

export async function touchApiKey(db: Database, id: string, at: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: at } })
}

export async function revokeApiKeysOf(
  tx: Tx,
  maker: { organisationId: string; userId: string; at: Date },
  scopes?: readonly KeyScope[],
): Promise<void> {
  const { organisationId, userId, at } = maker
  await tx.apiKey.updateMany({
    where: { organisationId, userId, revokedAt: null, ...(scopes && { scopes: { hasSome: [...scopes] } }) },
    data: { revokedAt: at },
  })
}

export async function revokeAllApiKeysOf(tx: Tx, userId: string, at: Date): Promise<number> {
  const { count } = await tx.apiKey.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: at },
  })
  return count
}

const ownFields = {
  id: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
  organisation: { select: { name: true } },
  tokens: { select: { client: { select: { website: true } } }, take: 1 },
} satisfies Prisma.ApiKeySelect

export function listKeysOfUser(
  db: Database,
  userId: string,
): Promise<Prisma.ApiKeyGetPayload<{ select: typeof ownFields }>[]> {
  return db.apiKey.findMany({
    where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    select: ownFields,
    orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: 200,
  })
}
