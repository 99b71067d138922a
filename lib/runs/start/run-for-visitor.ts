/**
 * Runs a skill for a person without an account, once its contract says that this is harmless (`visitorRefusal`).
 *
 * Unlike a run it leaves no record, counts in no statistics, costs nothing and has no calls. Its input and output are
 * checked as those of a run. All visitors share a few slots, of
 * which an address has one at a time, and attempts are limited by address and in total.
 */
import pLimit from 'p-limit'
import { z } from 'zod'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { NO_CONFIG } from '../../config/unseal-config.ts'
import type { Context } from '../../context/context.ts'
import { findOwnModules } from '../../contracts/packages/own-modules.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { loadBundle } from '../../packages/load-bundle.ts'
import type { Outcome } from '../../sandbox/sandbox.ts'
import { readSetting } from '../../settings/read-settings.ts'
import { countAttempt, type RateLimitWindow } from '../../settings/rows/rate-limits.ts'
import { judgeOutcome } from '../finish/judge-outcome.ts'
import { visitorRefusal } from '../model/visitor-runs.ts'
import { resolveLimits } from '../perform/execute-in-sandbox.ts'
import { prepareRunInput } from '../prepare/prepare-run-input.ts'
import { requireRunnable } from '../prepare/require-runnable.ts'
import { resolveSkillFor, type SkillRequest } from '../resolve/resolve-skill.ts'
import { buildContract, type PublishedRunnable } from '../resolve/runnable.ts'
import type { VisitorRun } from '../views/run-view.ts'
import { readTimeZone } from './record-run.ts'

const MAX_WALL_MS = 10_000
const MAX_AT_ONCE = 4
/** Of all visitors of this process; the others wait. */
const slots = oncePerProcess('slots of visitors', () => pLimit(MAX_AT_ONCE))
/** The last run of each address, until it has ended. */
const lastRuns = oncePerProcess('last runs of visitors', () => new Map<string, Promise<void>>())

const VISITOR = { userId: '', organisationId: '', organisationName: 'a visitor' }
/** The owner of visitors' jobs in the sandbox. No organisation has this id. */
const SANDBOX_OWNER = 'visitors'

const requestShape = z.object({
  name: z.string().max(200),
  version: z.string().max(100).optional(),
  args: z.unknown().optional(),
  timeZone: z.string().max(100).optional(),
})

const SIGN_IN = 'Sign in, or create a free account, to go on.'

/** Tells whether visitors may run this version. False for a skill that does not exist or that they may not see. */
export async function canVisitorsRun({ db }: Pick<Context, 'db'>, request: SkillRequest): Promise<boolean> {
  if ((await readSetting(db, 'visitorRuns')) === 'off') return false
  const runnable = await resolveSkillFor(db, VISITOR, request).catch(ignoreAppError)
  return runnable !== undefined && refusalOf(runnable) === undefined
}

/**
 * Runs a skill once and returns the outcome, failed or not. `address` is the caller's, by which attempts are counted.
 *
 * Throws NOT_FOUND, POLICY_DENIED if the operator or the skill's contract does not allow it, RATE_LIMIT_EXCEEDED,
 * INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, and TOOL_NOT_AVAILABLE; then nothing ran.
 */
export async function runForVisitor(
  ctx: Context,
  { request, address }: { request: unknown; address: string },
): Promise<VisitorRun> {
  const { name, version, args, timeZone } = parseFields(requestShape, request)
  const runnable = await resolveForVisitor(ctx, { name, version })
  await countVisitor(ctx.db, address)
  const contract = buildContract(runnable.document, runnable.skill)
  const unseal = async () => NO_CONFIG
  const options = { args }
  const { schema } = await requireRunnable(ctx, { runnable, contract, options, unseal })
  const { value, coercions } = await prepareRunInput(ctx, runnable, schema, options)
  const outcome = await inVisitorTurn(address, () => execute(ctx, runnable, { parameters: value, timeZone }))
  const end = await judgeOutcome(outcome, { mode: 'production', contract, owner: SANDBOX_OWNER })
  if (outcome.kind === 'unavailable')
    throw new AppError('TOOL_NOT_AVAILABLE', { retryAfter: end.error?.retry_after })
  const { state, output, error, durationMs } = end
  return {
    ...{ state, mode: 'production', versionNumber: runnable.versionNumber, coercions },
    ...(output !== undefined && { output }),
    ...(error && { error }),
    ...(durationMs !== undefined && { durationMs }),
  }
}

/** Throws NOT_FOUND, and POLICY_DENIED if the operator or the skill's contract does not allow visitors to run it. */
export async function resolveForVisitor(
  { db }: Pick<Context, 'db'>,
  request: SkillRequest,
): Promise<PublishedRunnable> {
  if ((await readSetting(db, 'visitorRuns')) === 'off') throw refused('Visitors cannot run skills here.')
  const runnable = await resolveSkillFor(db, VISITOR, request)
  const refusal = refusalOf(runnable)
  if (refusal) throw refused(refusal)
  return { ...runnable, organisation: { ...runnable.organisation, id: SANDBOX_OWNER } }
}

/** Code that no admin has approved runs only for people who can be held to account. */
function refusalOf(runnable: PublishedRunnable): string | undefined {
  const { skill, document: skillSet, isApproved } = runnable
  return isApproved ? visitorRefusal({ skill, skillSet }) : 'This version has not been reviewed.'
}

function refused(message: string): AppError {
  return new AppError('POLICY_DENIED', { message, suggestedAction: SIGN_IN })
}

/** The address is counted first, so that one address cannot use up what all visitors have. */
async function countVisitor(db: Context['db'], address: string): Promise<void> {
  const own = await countAttempt(db, RATE_LIMITS.visitorRunByAddress, address)
  if (own > 0)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `Without an account, you can run skills ${RATE_LIMITS.visitorRunByAddress.points} times an hour.`,
      suggestedAction: SIGN_IN,
      retryAfter: own,
    })
  await countAllVisitors(db, RATE_LIMITS.visitorRuns)
}

/** Counts a request for the options of a field. Throws RATE_LIMIT_EXCEEDED. */
export async function countVisitorChoices(db: Context['db'], address: string): Promise<void> {
  const own = await countAttempt(db, RATE_LIMITS.visitorChoicesByAddress, address)
  if (own > 0) throw new AppError('RATE_LIMIT_EXCEEDED', { suggestedAction: SIGN_IN, retryAfter: own })
  await countAllVisitors(db, RATE_LIMITS.visitorChoices)
}

async function countAllVisitors(db: Context['db'], window: RateLimitWindow): Promise<void> {
  const all = await countAttempt(db, window, 'all')
  if (all > 0)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many visitors are running skills right now.',
      suggestedAction: SIGN_IN,
      retryAfter: all,
    })
}

/** Runs of one address wait for each other, so that it cannot hold all slots. */
export async function inVisitorTurn<Value>(address: string, run: () => Promise<Value>): Promise<Value> {
  const own = (lastRuns.get(address) ?? Promise.resolve()).then(() => slots(run))
  const ended = own.then(
    () => {},
    () => {},
  )
  lastRuns.set(address, ended)
  try {
    return await own
  } finally {
    if (lastRuns.get(address) === ended) lastRuns.delete(address)
  }
}

type Call = { parameters: Json; timeZone?: string | undefined }

/** Without `onCall`, the sandbox refuses every call of the code. */
async function execute(
  ctx: Context,
  runnable: PublishedRunnable,
  { parameters, timeZone }: Call,
): Promise<Outcome> {
  const { skill, publisher, document } = runnable
  const runtime = skill.runtime ?? 'javascript'
  const limits = resolveLimits(runtime, skill.limits, { callersMs: MAX_WALL_MS })
  const runId = crypto.randomUUID()
  const packages = await loadBundle(ctx.db, { document, skill, ownerId: runnable.ownerId })
  return ctx.sandbox.execute({
    ...(packages && { packages }),
    runId,
    publisher,
    organisation: SANDBOX_OWNER,
    isApproved: true,
    isUnreviewed: false,
    runtime,
    definition: skill.definition ?? '',
    ...(runtime === 'python' && { modules: findOwnModules(skill) }),
    parameters,
    config: {},
    context: {
      runId,
      organizationId: SANDBOX_OWNER,
      organizationName: VISITOR.organisationName,
      timezone: readTimeZone(timeZone),
      skill: runnable.name,
      version: runnable.versionNumber,
      dryRun: false,
      deadline: Date.now() + limits.wallMs,
    },
    limits,
    network: [],
    hasSecrets: false,
    secrets: [],
  })
}
