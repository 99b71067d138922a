/** What a draft's skills cost its publisher to try: their own price is never charged, that of the skills they call is. */
import { describeTestConfig } from '../../config/test-config.ts'
import type { Context } from '../../context/context.ts'
import { requireViewer } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { isCheckedByDryRun, permissionLines } from '../../contracts/permissions/permission-lines.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { formatMicros, parseMicros } from '../../kernel/money.ts'
import { parseMaxPrice, priceCalls } from '../../runs/prepare/price-run.ts'
import { createCallContext, createRunContext } from '../../runs/resolve/create-run-context.ts'
import { findSibling, resolveSkill, type SkillRequest } from '../../runs/resolve/resolve-skill.ts'
import type { Runnable } from '../../runs/resolve/runnable.ts'
import { resolveDraft } from '../../runs/start/start-draft-run.ts'
import type { OwnSkillSet } from '../rows/skill-sets.ts'

export type ExamplesOffer = {
  examples: number
  /** How many of them are dry runs. */
  dryRuns: number
  /** The most that all of them can cost together, in USDC. */
  maxPrice: string
  /** Sentences such as "Connects to api.example.com." */
  effects: string[]
}

export const NO_EXAMPLES: ExamplesOffer = { examples: 0, dryRuns: 0, maxPrice: '0', effects: [] }

/**
 * Returns what running the document's examples would do and cost; the studio shows it before it runs them. Throws as
 * `priceDraftCalls`.
 */
export async function offerExamples(
  ctx: Context,
  { id: skillSetId, publisher: { organisationId } }: OwnSkillSet,
  document: SkillSetDocument,
): Promise<ExamplesOffer> {
  const skills = document.skills.filter(({ examples }) => examples?.length)
  const prices = await priceDraftCalls(ctx, skillSetId, document as Json)
  const micros = skills.reduce(
    (sum, { slug, examples = [] }) => sum + parseMicros(prices[slug] ?? '0') * BigInt(examples.length),
    0n,
  )
  const { fields } = await describeTestConfig(ctx.db, { skillSetId, organisationId, document })
  const set = fields.filter((field) => field.set && !field.isUnusable).map(({ definition }) => definition.key)
  const secrets = document.permissions?.secrets?.filter(({ key }) => set.includes(key))
  const permissions = { ...document.permissions, ...(secrets && { secrets }) }
  const lines = permissionLines({ ...document, permissions, skills })
  const count = (counted: typeof skills) =>
    counted.reduce((sum, { examples = [] }) => sum + examples.length, 0)
  return {
    examples: count(skills),
    dryRuns: count(skills.filter((skill) => isCheckedByDryRun(document, skill))),
    maxPrice: formatMicros(micros),
    // The price of the draft itself is not charged.
    effects: lines.filter(({ kind }) => kind !== 'price').map(({ sentence }) => sentence),
  }
}

/** Throws PAYMENT_REQUIRED if the examples may cost more than the publisher was shown, and INVALID_INPUT if `shown` is no amount. */
export function requireShownPrice({ maxPrice }: ExamplesOffer, shown: string): void {
  if (parseMicros(maxPrice) <= parseMaxPrice(shown)) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `The examples may now cost ${maxPrice} USDC, more than the ${shown} USDC that you were shown.`,
    suggestedAction: 'Check the new price, then run the checks again.',
  })
}

/**
 * Returns the most that the skills called by each skill of a draft can cost per run, in USDC by slug. Skills that call
 * nothing paid are left out. Throws UNAUTHENTICATED, and NOT_FOUND for other people's drafts.
 */
export async function priceDraftCalls(
  ctx: Context,
  skillSetId: string,
  document: Json,
): Promise<Record<string, string>> {
  const slugs = listCallingSlugs(document)
  const [first] = slugs
  if (first === undefined) return {}
  const runnable = await resolveDraft(ctx, { skillSetId, document, skillSlug: first })
  const { userId } = requireViewer(ctx)
  const owner = { userId, organisationId: runnable.organisation.id, keyId: ctx.keyId ?? null }
  const acting = await createRunContext(ctx, owner, { channel: ctx.channel })
  const calls = createCallContext({ acting, runnable })
  const resolve = resolveOnce(calls)
  const skillSetName = runnable.name.slice(0, runnable.name.lastIndexOf('.'))
  const prices = await Promise.all(
    slugs.map(async (slug): Promise<[string, bigint]> => {
      const skill = findSibling(runnable, `${skillSetName}.${slug}`)
      return [slug, skill ? await priceCalls(skill, resolve) : 0n]
    }),
  )
  return Object.fromEntries(
    prices.filter(([, micros]) => micros > 0n).map(([slug, micros]) => [slug, formatMicros(micros)]),
  )
}

/** Resolves each called skill once, because all skills of a draft declare the same calls. */
function resolveOnce(ctx: Context): (request: SkillRequest) => Promise<Runnable> {
  const resolved = new Map<string, Promise<Runnable | undefined>>()
  return async (request) => {
    const key = JSON.stringify(request)
    const found = resolved.get(key) ?? resolveSkill(ctx, request).catch(ignoreAppError)
    resolved.set(key, found)
    const runnable = await found
    if (!runnable) throw new AppError('NOT_FOUND')
    return runnable
  }
}

/** Returns the slugs of all skills if the SkillSet may call skills, else none. */
function listCallingSlugs(document: Json): string[] {
  const { permissions, skills } = isObject(document) ? document : {}
  const called = isObject(permissions) ? permissions.skills : undefined
  if (!Array.isArray(called) || called.length === 0 || !Array.isArray(skills)) return []
  const slugs = skills.filter(isObject).map(({ slug }) => slug)
  return [...new Set(slugs.filter((slug): slug is string => typeof slug === 'string'))]
}
