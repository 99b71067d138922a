/** A key mints narrower keys, which a program hands to the programs that it starts. See docs/spec/skills-protocol.md §1. */
import { z } from 'zod'
import { type Context, isWithinKey, requireViewer, type Viewer } from '../context/context.ts'
import type { Tx } from '../kernel/db/prisma-client.ts'
import { makeSecretToken } from '../kernel/db/secret-token.ts'
import { AppError, type Issue } from '../kernel/errors.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { formatMicros, formatMicrosOrNull, parseAmount } from '../kernel/money.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { nameField } from '../kernel/validation/text-fields.ts'
import { enforceRateLimit, RATE_LIMITS } from './enforce-rate-limit.ts'
import {
  recordKeyAudit,
  requireKnownSkillSets,
  requireKnownSkills,
  SHOWN_CHARS,
  SKILL_SET_NAME,
} from './manage-api-keys.ts'
import { MAX_GENERATIONS, MAX_MINTED_KEYS } from './model/key-budget.ts'
import { KEY_PREFIX, KEY_SCOPES, type KeyScope } from './model/key-scopes.ts'
import type { MintedKey } from './model/minted-key.ts'
import {
  countLiveDescendants,
  deleteUnusedKeys,
  findKeyToMintFrom,
  insertApiKey,
  type KeyRow,
  listKeyFamily,
  revokeApiKey,
} from './rows/api-keys.ts'
import { lockBudgets } from './rows/key-budgets.ts'

const DEFAULT_SECONDS = 86_400
const MAX_SECONDS = 90 * 86_400
const MAX_NAMES = 50
const SKILL_NAME = /^[a-z0-9_]{1,64}(?:\.[A-Za-z0-9_]{1,64}){1,2}$/

const Amount = z
  .string()
  .max(40)
  .nullish()
  .transform((text, context) => {
    if (text == null) return undefined
    const micros = parseAmount(text)
    if (micros !== null) return micros
    context.addIssue({ code: 'custom', message: 'must be an amount in USDC such as "0.50"' })
    return z.NEVER
  })

/** What is left out is as the minting key has it; the name is needed, so that people recognise the key. */
export const MintFields = z.strictObject({
  name: nameField,
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1)
    .optional()
    .transform((scopes) => scopes && KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  skill_sets: z
    .array(z.string().regex(SKILL_SET_NAME, 'must be publisher.skillset'))
    .max(MAX_NAMES)
    .default([]),
  skills: z
    .array(z.string().regex(SKILL_NAME, 'must be the full name of a skill'))
    .max(MAX_NAMES)
    .default([]),
  max_price: Amount,
  confirm_above: Amount,
  total: Amount,
  daily_cap: Amount,
  max_runs: z.int().min(1).max(1_000_000).nullish(),
  expires_in_seconds: z.int().min(1).max(MAX_SECONDS).optional(),
})

type Wanted = z.infer<typeof MintFields>

/**
 * Mints a key that can do at most what the key of the call can. Its secret is in this answer only.
 *
 * Throws POLICY_DENIED for people, who create keys in the settings, and with an issue for each field that is wider than the
 * minting key; INVALID_INPUT by field; LIMIT_REACHED for too many keys or generations; RATE_LIMIT_EXCEEDED for too many keys in a day.
 */
export async function mintKey(ctx: Context, given: unknown): Promise<MintedKey & { key: string }> {
  const viewer = requireViewer(ctx)
  const { keyId, keyGrant } = ctx
  if (!keyId || !keyGrant)
    throw new AppError('POLICY_DENIED', {
      message: 'Only an API key can mint a key. People create keys under Settings → API keys.',
    })
  const wanted = parseFields(MintFields, given)
  const chain = [...(keyGrant.ancestors ?? []).map(({ id }) => id), keyId]
  const firstId = chain[0] ?? keyId
  await enforceRateLimit(ctx.db, RATE_LIMITS.mintByFirstKey, firstId)
  const skillSets = (await requireKnownSkillSets(ctx, wanted.skill_sets, '/skill_sets')).toSorted()
  const skills = (await requireKnownSkills(ctx, wanted.skills, '/skills')).toSorted()
  const { token: key, tokenHash: hash } = makeSecretToken(KEY_PREFIX)
  const now = new Date()
  const minted = await ctx.db.$transaction(async (tx) => {
    // Two keys that are minted at once must not exceed the number of keys, nor outlive a key that is revoked meanwhile.
    const rows = await lockBudgets(tx, chain)
    const parent = await findKeyToMintFrom(tx, keyId)
    if (rows.some(({ revokedAt }) => revokedAt)) throw new AppError('UNAUTHENTICATED')
    await deleteUnusedKeys(tx, firstId, now)
    await requireRoom(tx, chain, now)
    const issues = listWider(ctx, { ...wanted, skill_sets: skillSets, skills }, { ...parent, now })
    if (issues.length > 0)
      throw new AppError('POLICY_DENIED', {
        message: `A minted key can never do more than the key that mints it: ${issues[0]?.path.slice(1)} ${issues[0]?.message}.`,
        issues,
        suggestedAction: 'Ask for less, or leave the field out.',
      })
    const { organisationId, userId } = viewer
    const id = await insertApiKey(tx, {
      ...{ organisationId, userId, name: wanted.name, prefix: key.slice(0, SHOWN_CHARS), hash },
      scopes: wanted.scopes ?? defaultScopes(keyGrant.scopes),
      expiresAt: chooseEnd(wanted.expires_in_seconds, keyGrant.expiresAt ?? null, now),
      skillSets: skillSets.length > 0 ? skillSets : parent.skillSets,
      skills: skills.length > 0 ? skills : parent.skills,
      maxPriceMicros: wanted.max_price ?? parent.maxPriceMicros,
      confirmAboveMicros: wanted.confirm_above ?? parent.confirmAboveMicros,
      totalCapMicros: wanted.total ?? parent.totalCapMicros,
      dailyCapMicros: wanted.daily_cap ?? parent.dailyCapMicros,
      maxRuns: wanted.max_runs ?? parent.maxRuns,
      toolsetId: parent.toolsetId,
      ancestorIds: chain,
    })
    await recordKeyAudit(tx, viewer, 'key.mint', { id, name: wanted.name, from: parent.name })
    return (await listKeyFamily(tx, id))[0]
  })
  if (!minted) throw new AppError('NOT_FOUND')
  return { ...toMintedKey(minted, keyId), key }
}

/** A sub-agent seldom publishes: that scope has to be named. */
function defaultScopes(scopes: readonly KeyScope[]): KeyScope[] {
  const usual = scopes.filter((scope) => scope !== 'publish' && scope !== 'admin')
  return usual.length > 0 ? usual : [...scopes]
}

function chooseEnd(seconds: number | undefined, end: Date | null, now: Date): Date {
  const wanted = new Date(now.getTime() + (seconds ?? DEFAULT_SECONDS) * 1000)
  return end !== null && end < wanted ? end : wanted
}

async function requireRoom(tx: Tx, chain: readonly string[], now: Date): Promise<void> {
  if (chain.length >= MAX_GENERATIONS)
    throw limitReached('key_generations', {
      max: MAX_GENERATIONS,
      used: chain.length,
      message: `${MAX_GENERATIONS} keys can be minted one from another, and this one is the last.`,
    })
  const used = await countLiveDescendants(tx, chain[0] ?? '', now)
  if (used < MAX_MINTED_KEYS) return
  throw limitReached('minted_keys', {
    max: MAX_MINTED_KEYS,
    used,
    message: `${used} keys that were minted from the first key of this chain are valid, the maximum.`,
  })
}

type Parent = Awaited<ReturnType<typeof findKeyToMintFrom>> & { now: Date }

/** Returns an issue for each field in which the wanted key would be wider than the one that mints it. */
function listWider(ctx: Context, wanted: Wanted, parent: Parent): Issue[] {
  const issue = (path: string, message: string): Issue => ({ path, keyword: 'narrower', message })
  const amount = (field: 'max_price' | 'confirm_above' | 'total' | 'daily_cap', most: bigint | null) => {
    const micros = wanted[field]
    const isWider = micros !== undefined && most !== null && micros > most
    return isWider ? [issue(`/${field}`, `must be at most ${formatMicros(most)} USDC`)] : []
  }
  const granted = ctx.keyGrant?.scopes ?? []
  const end = ctx.keyGrant?.expiresAt ?? null
  const seconds = wanted.expires_in_seconds
  const isLater =
    seconds !== undefined && end !== null && parent.now.getTime() + seconds * 1000 > end.getTime()
  return [
    ...(wanted.scopes ?? [])
      .filter((scope) => !granted.includes(scope))
      .map((scope) => issue('/scopes', `must not include “${scope}”`)),
    ...wanted.skill_sets
      .filter((name) => !isWithinKey(ctx, { skillSet: name }) && !coversSkillSet(ctx, name))
      .map((name) => issue('/skill_sets', `must not include ${name}`)),
    ...wanted.skills
      .filter((name) => !isWithinKey(ctx, { skillSet: name.slice(0, name.lastIndexOf('.')), skill: name }))
      .map((name) => issue('/skills', `must not include ${name}`)),
    ...amount('max_price', parent.maxPriceMicros),
    ...amount('confirm_above', parent.confirmAboveMicros),
    ...amount('total', parent.totalCapMicros),
    ...amount('daily_cap', parent.dailyCapMicros),
    ...(wanted.max_runs != null && parent.maxRuns !== null && wanted.max_runs > parent.maxRuns
      ? [issue('/max_runs', `must be at most ${parent.maxRuns}`)]
      : []),
    ...(isLater ? [issue('/expires_in_seconds', `must end before ${end.toISOString()}`)] : []),
  ]
}

/** A key for single skills of a SkillSet can pass on that SkillSet: the minted key is limited to the same skills. */
function coversSkillSet({ keyGrant }: Context, skillSet: string): boolean {
  const { skills = [], skillSets = [], toolset } = keyGrant ?? {}
  const names = toolset ? toolset.skillNames : skills
  const isListed = skillSets.length === 0 || skillSets.includes(skillSet)
  return isListed && names.some((name) => name.startsWith(`${skillSet}.`))
}

/** Returns the key of the call and the keys minted from it, the oldest first. Throws POLICY_DENIED for people. */
export async function listMintedKeys(ctx: Context): Promise<MintedKey[]> {
  const { keyId } = requireKey(ctx)
  return (await listKeyFamily(ctx.db, keyId)).map((row) => toMintedKey(row, keyId))
}

/** Revokes a key that was minted from the key of the call, and those minted from it. Throws NOT_FOUND for any other. */
export async function revokeMintedKey(ctx: Context, id: unknown): Promise<void> {
  const { keyId, viewer } = requireKey(ctx)
  const { organisationId } = viewer
  const isId = z.uuid().safeParse(id).success
  await ctx.db.$transaction(async (tx) => {
    const key = { id: String(id), organisationId, ancestorId: keyId, at: new Date() }
    const name = isId ? await revokeApiKey(tx, key) : null
    if (name === null)
      throw new AppError('NOT_FOUND', {
        message: 'This key was not minted from yours, or has already been revoked.',
      })
    await recordKeyAudit(tx, viewer, 'key.revoke', { id: key.id, name })
  })
}

function requireKey(ctx: Context): { keyId: string; viewer: Viewer } {
  const viewer = requireViewer(ctx)
  if (ctx.keyId) return { keyId: ctx.keyId, viewer }
  throw new AppError('POLICY_DENIED', { message: 'People see their keys under Settings → API keys.' })
}

function toMintedKey(row: KeyRow, callersId: string): MintedKey {
  return {
    id: row.id,
    parent_id: row.id === callersId ? null : (row.ancestorIds.at(-1) ?? null),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    skill_sets: row.skillSets,
    skills: row.skills,
    max_price: formatMicrosOrNull(row.maxPriceMicros),
    confirm_above: formatMicrosOrNull(row.confirmAboveMicros),
    total: formatMicrosOrNull(row.totalCapMicros),
    daily_cap: formatMicrosOrNull(row.dailyCapMicros),
    max_runs: row.maxRuns,
    spent: formatMicros(row.spentMicros),
    runs: row.runCount,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
  }
}
