/** A key belongs to one organisation and acts as its creator; only its hash is stored. */

import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import type { AuditAction } from '../audit/model/audit-terms.ts'
import {
  accessibleOrganisationIds,
  type Context,
  requirePerson,
  requireViewer,
  type Viewer,
} from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { formatMicros, formatMicrosOrNull, startOfDay } from '../kernel/money.ts'
import { isSlug, parseSkillName } from '../kernel/names/skill-name.ts'
import { DAY_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { nameField } from '../kernel/validation/text-fields.ts'
import { OptionalAmount } from '../money/model/optional-amount.ts'
import { listSpendingByKey } from '../money/rows/ledger.ts'
import { findCurrentSkillName, findSkillSetByName } from '../publishing/rows/former-names.ts'
import { findVisibleSkillSet, hasSkill } from '../publishing/rows/published-versions.ts'
import { isOwnSkillSetName } from '../publishing/rows/skill-sets.ts'
import { findBuiltInSkill } from '../tools/builtin-skills/built-in-skills.ts'
import { findToolset } from '../toolsets/rows/toolsets.ts'
import { isBudgeted } from './model/key-budget.ts'
import { ADMIN_SCOPES, KEY_PREFIX, KEY_SCOPES, type KeyScope } from './model/key-scopes.ts'
import { bindApiKey, insertApiKey, isMintedKey, listApiKeys, revokeApiKey } from './rows/api-keys.ts'

const MAX_LIFETIME_DAYS = 3_650
const MAX_SKILL_SETS = 50
const MAX_RUNS = 1_000_000
export const SKILL_SET_NAME = /^[a-z0-9_]{1,64}\.[a-z0-9_]{1,64}$/
// The list shows as many characters of a key: enough to recognise it, too few to help guess the rest.
export const SHOWN_CHARS = KEY_PREFIX.length + 6

const keyFields = z.object({
  name: nameField,
  scopes: z
    .array(z.enum(KEY_SCOPES), 'Choose what the key may do.')
    .min(1, 'Choose what the key may do.')
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  /** Null if the key never expires. */
  expiresInDays: z.int().min(1).max(MAX_LIFETIME_DAYS).nullable(),
  dailyCap: OptionalAmount,
  /** Of one call. */
  maxPrice: OptionalAmount,
  /** A person confirms calls that cost more. */
  confirmAbove: OptionalAmount,
  total: OptionalAmount,
  maxRuns: z.int('Enter a whole number.').min(1).max(MAX_RUNS).nullable().default(null),
  skillSets: z
    .array(z.string().trim().regex(SKILL_SET_NAME, 'Enter SkillSets as publisher.skillset.'))
    .max(MAX_SKILL_SETS, `Enter at most ${MAX_SKILL_SETS} SkillSets.`)
    .default([])
    .transform((names) => [...new Set(names)].toSorted()),
  toolset: z.string().trim().max(64).nullable().default(null),
})

/** Returns true if the key could change data, or run everything without a cap; false for invalid fields. */
export function isFarReachingKey(given: unknown): boolean {
  const { data: key } = keyFields.safeParse(given)
  return key !== undefined && isFarReaching(key)
}

type Reach = {
  scopes: readonly string[]
  dailyCap: bigint | null
  total?: bigint | null
  toolset: string | null
  skillSets?: readonly string[]
}

/** Judges the key of a connected app as `isFarReachingKey` judges one that a person creates. */
export function isFarReaching({ scopes, dailyCap, total = null, toolset, skillSets = [] }: Reach): boolean {
  const isLimited = dailyCap !== null || total !== null || skillSets.length > 0 || toolset !== null
  return scopes.some((scope) => scope !== 'read' && (scope !== 'run' || !isLimited))
}

export type NewKey = {
  key: string
  name: string
  expiresAtMs: number | null
}

/**
 * Throws UNAUTHENTICATED, INVALID_INPUT by field, also for unknown SkillSets and toolsets, and POLICY_DENIED if a plain
 * member requests `publish` or `admin`.
 */
export async function createKey(ctx: Context, given: unknown): Promise<NewKey> {
  const viewer = requireViewer(ctx)
  const { name, scopes, expiresInDays, skillSets: wanted, toolset, ...budget } = parseFields(keyFields, given)
  const beyond = scopes.find((scope) => ADMIN_SCOPES.includes(scope))
  if (beyond && viewer.organisationRole === 'MEMBER') {
    throw new AppError('POLICY_DENIED', {
      message: `Only owners and admins can create a key with the scope “${beyond}”.`,
    })
  }

  const skillSets = await requireKnownSkillSets(ctx, wanted)
  const toolsetId = toolset === null ? null : await requireToolset(ctx, toolset)
  const { token: key, tokenHash: hash } = makeSecretToken(KEY_PREFIX)
  const expiresAt = expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS)
  const { organisationId, userId } = viewer
  await ctx.db.$transaction(async (tx) => {
    const limits = {
      ...{ expiresAt, skillSets, toolsetId },
      dailyCapMicros: budget.dailyCap,
      maxPriceMicros: budget.maxPrice,
      confirmAboveMicros: budget.confirmAbove,
      totalCapMicros: budget.total,
      maxRuns: budget.maxRuns,
    }
    const made = { organisationId, userId, name, prefix: key.slice(0, SHOWN_CHARS), hash, scopes, ...limits }
    await recordKeyAudit(tx, viewer, 'key.create', { id: await insertApiKey(tx, made), name, scopes })
  })
  return { key, name, expiresAtMs: expiresAt?.getTime() ?? null }
}

export type KeyView = {
  id: string
  name: string
  prefix: string
  scopes: KeyScope[]
  by: string
  isViewers: boolean
  createdAtMs: number
  expiresAtMs: number | null
  lastUsedAtMs: number | null
  isExpired: boolean
  /** "publisher.skillset" each; empty for all. */
  skillSets: string[]
  toolset: string | null
  /** Decimal USDC. Null for no cap. */
  dailyCap: string | null
  /** USDC reserved or charged since midnight UTC, without the keys minted from it. */
  spentToday: string
  /** The key that minted it; null for a key that a person created. */
  parentId: string | null
  /** "publisher.skillset.skill" each; empty for all. */
  skills: string[]
  /** Decimal USDC; null for no limit. */
  maxPrice: string | null
  confirmAbove: string | null
  total: string | null
  maxRuns: number | null
  /** Reserved or charged, and the number of calls, with those of the keys minted from it. Null for a key without a budget. */
  used: { spent: string; runs: number } | null
}

/** Returns the organisation's keys to owners and admins, and their own to others. */
export async function listKeys(ctx: Context): Promise<KeyView[]> {
  const viewer = requireViewer(ctx)
  const now = Date.now()
  const rows = await listApiKeys(ctx.db, viewer.organisationId, ownerFilterOf(viewer))
  const spent = await listSpendingByKey(ctx.db, {
    organisationId: viewer.organisationId,
    since: startOfDay(),
  })
  return rows.map(({ user, createdAt, expiresAt, lastUsedAt, toolset, ...row }) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    skillSets: row.skillSets,
    skills: row.skills,
    parentId: row.ancestorIds.at(-1) ?? null,
    maxPrice: formatMicrosOrNull(row.maxPriceMicros),
    confirmAbove: formatMicrosOrNull(row.confirmAboveMicros),
    total: formatMicrosOrNull(row.totalCapMicros),
    maxRuns: row.maxRuns,
    used: isBudgeted(row) ? { spent: formatMicros(row.spentMicros), runs: row.runCount } : null,
    toolset: toolset?.slug ?? null,
    dailyCap: formatMicrosOrNull(row.dailyCapMicros),
    spentToday: formatMicros(spent.get(row.id) ?? 0n),
    by: user.name,
    isViewers: user.id === viewer.userId,
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt?.getTime() ?? null,
    lastUsedAtMs: lastUsedAt?.getTime() ?? null,
    isExpired: expiresAt !== null && expiresAt.getTime() <= now,
  }))
}

/** Throws NOT_FOUND for a key that is not listed. */
export async function revokeKey(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { id } = parseFields(z.object({ id: z.uuid() }), given)
  const { organisationId } = viewer
  await ctx.db.$transaction(async (tx) => {
    const name = await revokeApiKey(tx, { id, organisationId, userId: ownerFilterOf(viewer), at: new Date() })
    if (name === null) throw new AppError('NOT_FOUND', { message: 'This key has already been revoked.' })
    await recordKeyAudit(tx, viewer, 'key.revoke', { id, name })
  })
}

/**
 * A null toolset unbinds the key. Throws NOT_FOUND for a key that is not listed, CONFLICT for a minted one, INVALID_INPUT for
 * an unknown toolset, POLICY_DENIED for keys.
 */
export async function bindKey(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  requirePerson(ctx)
  const { id, toolset } = parseFields(
    z.object({ id: z.uuid(), toolset: z.string().max(64).nullable() }),
    given,
  )
  const toolsetId = toolset === null ? null : await requireToolset(ctx, toolset)
  const { organisationId } = viewer
  await ctx.db.$transaction(async (tx) => {
    const name = await bindApiKey(tx, { id, organisationId, userId: ownerFilterOf(viewer), toolsetId })
    if (name === null) throw await bindingError(tx, { id, organisationId, userId: ownerFilterOf(viewer) })
    await recordKeyAudit(tx, viewer, 'key.bind', { id, name, toolset })
  })
}

async function bindingError(tx: Tx, key: Parameters<typeof isMintedKey>[1]): Promise<AppError> {
  return (await isMintedKey(tx, key))
    ? new AppError('CONFLICT', { message: 'A minted key has the toolset of the key it was minted from.' })
    : new AppError('NOT_FOUND', { message: 'This key has already been revoked.' })
}

/**
 * Returns the current names. Throws INVALID_INPUT for an unknown one, because the key could then run nothing. For a key,
 * unknown is also what only other organisations of its person may see.
 */
export async function requireKnownSkillSets(
  ctx: Context,
  names: readonly string[],
  path = '/skillSets',
): Promise<string[]> {
  const { userId } = requireViewer(ctx)
  const withinIds = accessibleOrganisationIds(ctx)
  const known = names.map(async (name) => {
    const [publisher = '', skillset = ''] = name.split('.')
    const ref = { publisher, skillset }
    const isKnown =
      (await findVisibleSkillSet(ctx.db, ref, userId, withinIds)) ||
      (await isOwnSkillSetName(ctx.db, { ...ref, userId, withinIds }))
    const current = isKnown && (await findSkillSetByName(ctx.db, ref))
    return current ? `${current.publisher}.${current.skillset}` : null
  })
  return requireFound('SkillSet', await Promise.all(known), { names, path })
}

/** Returns the current names of skills, as `requireKnownSkillSets` does. A skill exists if a version that the caller sees has it. */
export async function requireKnownSkills(
  ctx: Context,
  names: readonly string[],
  path: string,
): Promise<string[]> {
  const current = new Map<string, string | null>()
  // One after another, because each look-up reads documents.
  for (const name of new Set(names)) current.set(name, await findKnownSkill(ctx, name))
  return requireFound(
    'skill',
    names.map((name) => current.get(name) ?? null),
    { names, path },
  )
}

/** Returns the current name of a skill that the caller sees, or null. */
async function findKnownSkill(ctx: Context, name: string): Promise<string | null> {
  if (findBuiltInSkill(name)) return name
  const ref = parseSkillName(name)
  if (!ref) return null
  const { publisher, skillSet: skillset, skill } = ref
  const { userId } = requireViewer(ctx)
  const visible = await findVisibleSkillSet(
    ctx.db,
    { publisher, skillset },
    userId,
    accessibleOrganisationIds(ctx),
  )
  const versionIds = visible?.versions.map(({ id }) => id) ?? []
  if (!(await hasSkill(ctx.db, { versionIds, skill }))) return null
  return findCurrentSkillName(ctx.db, name)
}

type Named = { names: readonly string[]; path: string }

function requireFound(
  kind: 'SkillSet' | 'skill',
  current: readonly (string | null)[],
  { names, path }: Named,
): string[] {
  const issues = names.flatMap((name, index) =>
    current[index] === null
      ? [{ path: `${path}/${index}`, keyword: 'exists', message: `There is no ${kind} called “${name}”.` }]
      : [],
  )
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { message: issues[0]?.message, issues })
  return [...new Set(current.filter((name) => name !== null))]
}

/** Returns the toolset's id. Throws INVALID_INPUT if the organisation has none of that name. */
export async function requireToolset(ctx: Context, slug: string): Promise<string> {
  const { organisationId, organisationName } = requireViewer(ctx)
  const found = isSlug(slug) ? await findToolset(ctx.db, { organisationId, slug }) : null
  if (found) return found.id
  const message = `${organisationName} has no toolset called “${slug}”.`
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/toolset', keyword: 'exists', message }] })
}

function ownerFilterOf(viewer: Viewer): string | undefined {
  return viewer.organisationRole === 'MEMBER' ? viewer.userId : undefined
}

export function recordKeyAudit(
  tx: Tx,
  viewer: Viewer,
  action: AuditAction,
  key: { id: string; name: string; scopes?: KeyScope[]; toolset?: string | null; from?: string },
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
