/**
 * API keys: what an agent or a program carries instead of a session. Floor 3.
 *
 * A key belongs to one organisation and acts as its maker. It is shown once; only its hash is kept.
 */
import { z } from 'zod'
import { recordAudit } from '../audit/audit.ts'
import { type Context, requireViewer, type Viewer } from '../context.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { KEY_PREFIX, KEY_SCOPES, type KeyScope } from '../contract/market/key-scopes.ts'
import { nameField } from '../contract/market/name-field.ts'
import { DailyCap } from '../contract/money/daily-cap.ts'
import { amountOf, startOfDay } from '../contract/money/money.ts'
import { insertApiKey, listApiKeys, revokeApiKey } from '../db/api-keys.ts'
import type { Tx } from '../db/client.ts'
import { makeSecretToken } from '../db/secret-token.ts'
import { listSpentByKey } from '../db/spending.ts'
import { AppError } from '../errors.ts'

const DAY_MS = 86_400_000
const MAX_LIFETIME_DAYS = 3_650
const MAX_SKILL_SETS = 50
const SKILL_SET_NAME = /^[a-z0-9_]{1,64}\.[a-z0-9_]{1,64}$/
// Enough to recognise a key by, far too little to guess the rest.
const SHOWN_CHARS = KEY_PREFIX.length + 6

const keyFields = z.object({
  name: nameField,
  scopes: z
    .array(z.enum(KEY_SCOPES), 'Choose what the key may do.')
    .min(1, 'Choose what the key may do.')
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  /** Null for a key that does not expire. */
  expiresInDays: z.int().min(1).max(MAX_LIFETIME_DAYS).nullable(),
  dailyCap: DailyCap,
  /** Those it may run, as "publisher.skillset"; none for all. */
  skillSets: z
    .array(z.string().trim().regex(SKILL_SET_NAME, 'Name SkillSets as publisher.skillset.'))
    .max(MAX_SKILL_SETS, `Name at most ${MAX_SKILL_SETS} SkillSets.`)
    .default([])
    .transform((names) => [...new Set(names)].toSorted()),
})

export type NewKey = {
  /** The key itself: shown now and never again. */
  key: string
  name: string
  expiresAtMs: number | null
}

/**
 * Makes a key for the organisation the viewer acts for.
 *
 * Throws UNAUTHENTICATED, INVALID_INPUT by field, and POLICY_DENIED when a plain member asks for `admin`.
 */
export async function createKey(ctx: Context, given: unknown): Promise<NewKey> {
  const viewer = requireViewer(ctx)
  const { name, scopes, expiresInDays, dailyCap: dailyCapMicros, skillSets } = parseWith(keyFields, given)
  if (scopes.includes('admin') && viewer.organisationRole === 'MEMBER') {
    throw new AppError('POLICY_DENIED', {
      message: 'Only owners and admins can make a key with the scope “admin”, which is reserved.',
    })
  }

  const { token: key, tokenHash: hash } = makeSecretToken(KEY_PREFIX)
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS)
  const { organisationId, userId } = viewer
  await ctx.db.$transaction(async (tx) => {
    const limits = { expiresAt, dailyCapMicros, skillSets }
    const made = { organisationId, userId, name, prefix: key.slice(0, SHOWN_CHARS), hash, scopes, ...limits }
    await record(tx, viewer, 'key.create', { id: await insertApiKey(tx, made), name, scopes })
  })
  return { key, name, expiresAtMs: expiresAt?.getTime() ?? null }
}

export type KeyView = {
  id: string
  name: string
  /** Its first characters. */
  prefix: string
  scopes: KeyScope[]
  by: string
  isViewers: boolean
  createdAtMs: number
  expiresAtMs: number | null
  lastUsedAtMs: number | null
  isExpired: boolean
  /** "publisher.skillset" of those it may run; empty for all. */
  skillSets: string[]
  /** Decimal USDC; null for no cap of its own. */
  dailyCap: string | null
  /** Put aside or charged since midnight UTC. */
  spentToday: string
}

/** The keys the viewer may revoke: every key of the organisation for owners and admins, else one's own. */
export async function listKeys(ctx: Context): Promise<KeyView[]> {
  const viewer = requireViewer(ctx)
  const now = Date.now()
  const rows = await listApiKeys(ctx.db, viewer.organisationId, onlyOwn(viewer))
  const spent = await listSpentByKey(ctx.db, { organisationId: viewer.organisationId, since: startOfDay() })
  return rows.map(({ user, createdAt, expiresAt, lastUsedAt, dailyCapMicros, ...row }) => ({
    ...row,
    dailyCap: dailyCapMicros === null ? null : amountOf(dailyCapMicros),
    spentToday: amountOf(spent.get(row.id) ?? 0n),
    by: user.name,
    isViewers: user.id === viewer.userId,
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt?.getTime() ?? null,
    lastUsedAtMs: lastUsedAt?.getTime() ?? null,
    isExpired: expiresAt !== null && expiresAt.getTime() <= now,
  }))
}

/** Ends a key at once. Throws NOT_FOUND for one that `listKeys` would not show. */
export async function revokeKey(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { id } = parseWith(z.object({ id: z.uuid() }), given)
  const { organisationId } = viewer
  await ctx.db.$transaction(async (tx) => {
    const name = await revokeApiKey(tx, { id, organisationId, userId: onlyOwn(viewer), at: new Date() })
    if (name === null) throw new AppError('NOT_FOUND', { message: 'This key was revoked already.' })
    await record(tx, viewer, 'key.revoke', { id, name })
  })
}

function onlyOwn(viewer: Viewer): string | undefined {
  return viewer.organisationRole === 'MEMBER' ? viewer.userId : undefined
}

function record(
  tx: Tx,
  viewer: Viewer,
  action: string,
  key: { id: string; name: string; scopes?: KeyScope[] },
) {
  const { id, name, ...data } = key
  return recordAudit(tx, {
    actor: viewer,
    action,
    subjectType: 'key',
    subjectId: id,
    subject: name,
    data: { organisation: viewer.organisationName, ...data },
  })
}
