import type { Prisma } from '../../kernel/db/generated/client.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import type { KeyScope } from '../model/key-scopes.ts'
import { lockFamilies } from './key-budgets.ts'

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
  /** The keys that it is minted from, the first one first. */
  ancestorIds?: string[]
  skills?: string[]
  maxPriceMicros?: bigint | null
  confirmAboveMicros?: bigint | null
  totalCapMicros?: bigint | null
  maxRuns?: number | null
}

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<string> {
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
  skills: string[]
  dailyCapMicros: bigint | null
  ancestorIds: string[]
  maxPriceMicros: bigint | null
  confirmAboveMicros: bigint | null
  totalCapMicros: bigint | null
  maxRuns: number | null
  spentMicros: bigint
  runCount: number
  toolset: { slug: string } | null
  user: { id: string; name: string }
}

const LISTED = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  skillSets: true,
  skills: true,
  dailyCapMicros: true,
  ancestorIds: true,
  maxPriceMicros: true,
  confirmAboveMicros: true,
  totalCapMicros: true,
  maxRuns: true,
  spentMicros: true,
  runCount: true,
  toolset: { select: { slug: true } },
  user: { select: { id: true, name: true } },
} as const

/** Programs mint keys by the thousand: a minted key is listed until it expires, one that a person created until it is revoked. */
const isListedAt = (now: Date) => ({
  revokedAt: null,
  OR: [{ ancestorIds: { isEmpty: true } }, { expiresAt: null }, { expiresAt: { gt: now } }],
})

export async function listApiKeys(db: Database, organisationId: string, userId?: string): Promise<KeyRow[]> {
  const rows = await db.apiKey.findMany({
    where: { organisationId, ...isListedAt(new Date()), ...(userId && { userId }) },
    select: LISTED,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map((row) => ({ ...row, scopes: row.scopes as KeyScope[] }))
}

/** Returns a key and those minted from it, also over several generations, without those that were revoked or have expired. */
export async function listKeyFamily(db: Database | Tx, id: string): Promise<KeyRow[]> {
  const rows = await db.apiKey.findMany({
    where: { AND: [{ OR: [{ id }, { ancestorIds: { has: id } }] }, isListedAt(new Date())] },
    select: LISTED,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return rows.map((row) => ({ ...row, scopes: row.scopes as KeyScope[] }))
}

export function countLiveDescendants(tx: Tx, id: string, now: Date): Promise<number> {
  return tx.apiKey.count({
    where: {
      ancestorIds: { has: id },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
  })
}

/** Deletes the keys minted from this one that ended before their first use: no run, plan, draft or automation names them. */
export async function deleteUnusedKeys(tx: Tx, id: string, now: Date): Promise<void> {
  const hasEnded = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] }
  await tx.apiKey.deleteMany({ where: { ancestorIds: { has: id }, lastUsedAt: null, ...hasEnded } })
}

/** Where a minted key stands, with the limits of the key that it is minted from. */
export function findKeyToMintFrom(tx: Tx, id: string) {
  return tx.apiKey.findUniqueOrThrow({
    where: { id },
    select: { ...LISTED, toolsetId: true, revokedAt: true },
  })
}

export async function findApiKeyName(db: Database, id: string): Promise<string | null> {
  return (await db.apiKey.findUnique({ where: { id }, select: { name: true } }))?.name ?? null
}

type OneKey = { id: string; organisationId: string; userId?: string; ancestorId?: string }

/** Returns the key's name, as the next two functions do; null if the key is unknown or revoked, or was minted. */
export async function bindApiKey(
  tx: Tx,
  { toolsetId, ...key }: OneKey & { toolsetId: string | null },
): Promise<string | null> {
  await lockFamilies(tx, [key.id])
  const name = await changeLiveKey(tx, { ...key, isFirst: true }, { toolsetId })
  if (name !== null)
    await tx.apiKey.updateMany({ where: { ancestorIds: { has: key.id } }, data: { toolsetId } })
  return name
}

/** Returns false also for a key that was revoked. */
export async function isMintedKey(tx: Tx, { id, organisationId, userId }: OneKey): Promise<boolean> {
  const isMinted = { NOT: { ancestorIds: { isEmpty: true } } }
  return (await tx.apiKey.count({ where: { id, organisationId, userId, revokedAt: null, ...isMinted } })) > 0
}

/** Revokes the keys that were minted from it, too. With `ancestorId`, only a key that was minted from that one. */
export async function revokeApiKey(tx: Tx, { at, ...key }: OneKey & { at: Date }): Promise<string | null> {
  return revokeWithDescendants(tx, key, at)
}

async function revokeWithDescendants(tx: Tx, key: KeyToChange, at: Date): Promise<string | null> {
  await lockFamilies(tx, [key.id])
  const name = await changeLiveKey(tx, key, { revokedAt: at })
  if (name !== null) await revokeDescendants(tx, [key.id], at)
  return name
}

/** Revokes the keys that were minted from these, also over several generations. Call after `lockFamilies`. */
export async function revokeDescendants(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.apiKey.updateMany({
    where: { ancestorIds: { hasSome: [...ids] }, revokedAt: null },
    data: { revokedAt: at },
  })
}

/** Revokes a key of this user in any organisation. */
export async function revokeKeyOfUser(
  tx: Tx,
  { at, ...key }: { id: string; userId: string; at: Date },
): Promise<string | null> {
  return revokeWithDescendants(tx, key, at)
}

type KeyToChange = {
  id: string
  organisationId?: string
  userId?: string
  ancestorId?: string
  isFirst?: true
}

async function changeLiveKey(
  tx: Tx,
  { id, organisationId, userId, ancestorId, isFirst }: KeyToChange,
  data: { toolsetId: string | null } | { revokedAt: Date },
): Promise<string | null> {
  const [row] = await tx.apiKey.updateManyAndReturn({
    where: {
      id,
      organisationId,
      userId,
      revokedAt: null,
      ...(ancestorId && { ancestorIds: { has: ancestorId } }),
      ...(isFirst && { ancestorIds: { isEmpty: true } }),
    },
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
  const key = await db.apiKey.findUnique({ where: { id }, select: { ancestorIds: true } })
  if (!key) return false
  const chain = [...key.ancestorIds, id]
  const isLive = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] }
  return (await db.apiKey.count({ where: { id: { in: chain }, ...isLive } })) === chain.length
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
  const isWanted = {
    ...{ organisationId, userId, revokedAt: null },
    ...(scopes && { scopes: { hasSome: [...scopes] } }),
  }
  const ids = await listKeyIds(tx, isWanted)
  await lockFamilies(tx, ids)
  await tx.apiKey.updateMany({ where: isWanted, data: { revokedAt: at } })
  await revokeDescendants(tx, ids, at)
}

async function listKeyIds(tx: Tx, where: Prisma.ApiKeyWhereInput): Promise<string[]> {
  const keys = await tx.apiKey.findMany({ where, select: { id: true } })
  return keys.map(({ id }) => id)
}

export async function revokeAllApiKeysOf(tx: Tx, userId: string, at: Date): Promise<number> {
  const isLive = { userId, revokedAt: null }
  await lockFamilies(tx, await listKeyIds(tx, isLive))
  const { count } = await tx.apiKey.updateMany({ where: isLive, data: { revokedAt: at } })
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
