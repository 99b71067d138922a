/**
 * The options of a field that another skill of the same SkillSet computes: `"x-choices": "slug"` in its schema.
 *
 * Unlike a run it is free, leaves no record, and has no accounts, vault or calls of other skills. It has the settings of its
 * caller, as far as they are set, with secrets as in a run. It takes a slot of its organisation, and its input and output
 * are checked.
 */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { buildDraftConfig } from '../../config/test-config.ts'
import { NO_CONFIG, type UnsealedConfig, unsealConfig } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import {
  findChoicesHelper,
  isChoicesHelper,
  listChoicesHelpers,
} from '../../contracts/document/choices-helper.ts'
import { findOwnModules } from '../../contracts/packages/own-modules.ts'
import { AppError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { redact, redactText } from '../../kernel/redaction/redact.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { JsonValueField } from '../../kernel/validation/text-fields.ts'
import { loadBundle } from '../../packages/load-bundle.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { judgeOutcome } from '../finish/judge-outcome.ts'
import { resolveLimits, selectSandboxSecrets } from '../perform/execute-in-sandbox.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { requireRunnable } from '../prepare/require-runnable.ts'
import { inSpareSlot } from '../queue/slots.ts'
import { resolveSkill } from '../resolve/resolve-skill.ts'
import { buildContract, isUnreviewed, type Runnable } from '../resolve/runnable.ts'
import { countVisitorChoices, inVisitorTurn, resolveForVisitor } from './run-for-visitor.ts'
import { resolveDraft } from './start-draft-run.ts'

export type ListedChoice = { value: Json; label?: string; description?: string }

const MAX_WALL_MS = 5_000
const CACHED_MS = 60_000
const WINDOW = { name: 'choices', points: 60, seconds: 60 }

const requestShape = z.object({
  skillName: z.string().max(200),
  version: z.string().max(100).optional(),
  helper: z.string().max(100),
  /** The content of the form so far. */
  input: JsonValueField,
})

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()])
const outputShape = z.object({
  options: z
    .array(
      z.union([
        scalar.transform((value) => ({ value })),
        z.object({
          value: scalar,
          label: z.string().max(200).optional(),
          description: z.string().max(500).optional(),
        }),
      ]),
    )
    .max(1_000),
})

/** The limit of all cached lists together, in characters of JSON: one list may have a million. */
const MAX_CACHED_CHARS = 8_000_000

export const choicesCache = () =>
  new LRUCache<string, ListedChoice[]>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: (choices) => JSON.stringify(choices).length,
    ttl: CACHED_MS,
  })

const cache = choicesCache()

/**
 * Throws NOT_FOUND if the caller may not run the skill or none of its fields names `helper`, INVALID_INPUT or
 * MISSING_REQUIRED_PARAM with the fields that the helper needs first, RATE_LIMIT_EXCEEDED, TOOL_NOT_AVAILABLE, and
 * SKILL_ERROR with what went wrong in it. People without an account get the options of skills that they may run, else
 * POLICY_DENIED; they are counted by `address`.
 */
export async function listChoices(
  ctx: Context,
  request: unknown,
  { address = 'unknown' }: { address?: string } = {},
): Promise<ListedChoice[]> {
  const { skillName, version, helper, input } = parseFields(requestShape, request)
  const ref = { name: skillName, version }
  if (!ctx.viewer) {
    const asking = await resolveForVisitor(ctx, ref)
    await countVisitorChoices(ctx.db, address)
    return listFor(ctx, asking, {
      ...{ helper, input, config: NO_CONFIG, countedAs: `visitor ${address}` },
      inTurn: (work) => inVisitorTurn(address, work),
    })
  }
  const asking = await resolveSkill(ctx, ref)
  const { skillSetId, organisation, document } = asking
  const config = skillSetId ? await unsealConfig(ctx.db, organisation, { skillSetId, document }) : NO_CONFIG
  return listFor(ctx, asking, { helper, input, config, ...memberOf(ctx, asking) })
}

type DraftChoicesRequest = {
  skillSetId: string
  document: Json
  skillSlug: string
  helper: string
  input: Json
}

/** Lists choices of a draft, with the errors of a test run. */
export async function listDraftChoices(ctx: Context, request: DraftChoicesRequest): Promise<ListedChoice[]> {
  const draft = await resolveDraft(ctx, request)
  const config = await buildDraftConfig(ctx.db, draft, {})
  return listFor(ctx, draft, { ...request, config, ...memberOf(ctx, draft) })
}

type Asked = {
  helper: string
  input: Json
  config: UnsealedConfig
  /** Whose attempts are counted. */
  countedAs: string
  /** Waits for a slot. */
  inTurn: (work: () => Promise<ListedChoice[]>) => Promise<ListedChoice[]>
}

function memberOf(ctx: Context, { organisation }: Runnable): Pick<Asked, 'countedAs' | 'inTurn'> {
  return {
    countedAs: requireViewer(ctx).userId,
    inTurn: (work) => inSpareSlot(ctx.db, organisation.id, work),
  }
}

async function listFor(
  ctx: Context,
  asking: Runnable,
  { helper, input, config: whole, countedAs, inTurn }: Asked,
): Promise<ListedChoice[]> {
  const runnable = buildHelper(asking, helper)
  const contract = buildContract(runnable.document, runnable.skill)
  const options = { args: knownFields(contract.parameters, input) }
  // A helper that needs an unset setting fails, and the others work before anything is set.
  const config = { ...whole, missing: [] }
  const unseal = async () => config
  const { schema } = await requireRunnable(ctx, { runnable, contract, options, unseal })
  const { value } = await prepareRunInput(ctx, runnable, schema, options)
  // A draft has no version, so its code is part of the key.
  const { versionId, skillSetId, skill, document, organisation } = runnable
  const code = versionId ?? JSON.stringify([skillSetId, skill, document.permissions])
  const key = digestOf([code, helper, organisation.id, value, settingsOf(config)])
  const cached = cache.get(key)
  if (cached) return cached
  const waitSeconds = await countAttempt(ctx.db, WINDOW, countedAs)
  if (waitSeconds > 0) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter: waitSeconds })
  const choices = await inTurn(() => compute(ctx, runnable, { parameters: value, config }))
  cache.set(key, choices)
  return choices
}

function buildHelper(asking: Runnable, slug: string): Runnable {
  const { parameters } = buildContract(asking.document, asking.skill)
  const skill = findChoicesHelper(asking.document, slug)
  if (!skill || !isChoicesHelper(skill) || !listChoicesHelpers(parameters ?? {}).includes(slug))
    throw new AppError('NOT_FOUND', { message: `${asking.name} has no options called “${slug}”.` })
  const name = [...asking.name.split('.').slice(0, 2), slug].join('.')
  return { ...asking, name, skill, migration: undefined }
}

/** Returns the fields of the form that the helper declares. */
function knownFields(parameters: Json | undefined, input: Json): Json {
  const declared = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {}
  const entries = Object.entries(isObject(input) ? input : {})
  return Object.fromEntries(entries.filter(([name]) => Object.hasOwn(declared, name)))
}

/** Returns the values themselves, because placeholders differ for each call. They are only part of a digest. */
function settingsOf({ config, secrets }: UnsealedConfig): Json {
  return { ...config, ...Object.fromEntries(secrets.map(({ key, value }) => [key, value])) }
}

type HelperInput = { parameters: Json; config: UnsealedConfig }

async function compute(
  ctx: Context,
  runnable: Runnable,
  { parameters, config: { config, secrets } }: HelperInput,
): Promise<ListedChoice[]> {
  const { skill, organisation, publisher, document } = runnable
  const runtime = skill.runtime ?? 'javascript'
  const limits = resolveLimits(runtime, { ...skill.limits, lane: 'quick' }, { callersMs: MAX_WALL_MS })
  const runId = crypto.randomUUID()
  const packages = await loadBundle(ctx.db, { document, skill, ownerId: runnable.ownerId })
  const outcome = await ctx.sandbox.execute({
    ...(packages && { packages }),
    runId,
    publisher,
    organisation: organisation.id,
    person: ctx.viewer?.userId,
    isApproved: runnable.isApproved,
    isUnreviewed: isUnreviewed(runnable),
    runtime,
    definition: skill.definition ?? '',
    ...(runtime === 'python' && { modules: findOwnModules(skill) }),
    parameters,
    config,
    context: {
      runId,
      organizationId: organisation.id,
      organizationName: organisation.name,
      timezone: 'UTC',
      skill: runnable.name,
      version: runnable.versionNumber,
      dryRun: false,
      deadline: Date.now() + limits.wallMs,
    },
    limits,
    network: document.permissions?.network ?? [],
    hasSecrets: secrets.length > 0,
    secrets: selectSandboxSecrets(secrets, document.permissions, config),
  })
  const contract = buildContract(document, skill)
  const { output, error } = await judgeOutcome(outcome, {
    mode: 'production',
    contract,
    owner: organisation.id,
  })
  if (outcome.kind === 'unavailable')
    throw new AppError('TOOL_NOT_AVAILABLE', { message: error?.message, retryAfter: error?.retry_after })
  const { data } = outputShape.safeParse(output === undefined ? undefined : redact(output, secrets))
  if (!data)
    throw new AppError('SKILL_ERROR', {
      message: outcome.kind === 'returned' ? NO_OPTIONS : error && redactText(error.message, secrets),
    })
  return data.options
}

const NO_OPTIONS = 'It did not return a list of options.'
