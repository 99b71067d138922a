import type { Context } from '../../context/context.ts'
import { restoreFieldNames } from '../../contracts/document/tool-fields.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { type PreparedInput, prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import { isCheapToCheck } from '../../json-schema/limits/check-cost.ts'
import { AppError, type Issue, OUTAGE_RETRY_AFTER } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { toJson } from '../../kernel/json/to-json.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { runInThread } from '../../kernel/threads/run-in-thread.ts'
import {
  JAVASCRIPT_LIMITS,
  type Outcome,
  type SandboxJob,
  type SandboxLimits,
} from '../../sandbox/sandbox.ts'
import { NOT_AVAILABLE } from '../finish/judge-outcome.ts'
import type { InputMigrationStep, Migration, MigrationSteps, Runnable } from '../resolve/runnable.ts'
import { isUnreviewed } from '../resolve/runnable.ts'
import type { RunMigration } from '../views/run-view.ts'

export type RunInput = {
  value: Json
  coercions: Coercion[]
  migration?: RunMigration
  /** True to record a dry run. */
  dryRun?: boolean
}

export const MAX_ARGS_BYTES = 1024 * 1024

/**
 * Returns the arguments as JSON; absent ones become an empty object. Throws INVALID_INPUT if they are not JSON or too
 * large.
 */
export function parseArgs(args: unknown): Json {
  const { value, issue } = toJson(args === undefined ? {} : args)
  if (issue) throw new AppError('INVALID_INPUT', { issues: [issue] })
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_ARGS_BYTES) {
    const message = 'The input is larger than 1 MiB.'
    throw new AppError('INVALID_INPUT', { message, suggestedAction: 'Send less data.' })
  }
  return value
}

/**
 * Prepares the input as in docs/spec/contracts.md §2. Throws INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues,
 * INVALID_INPUT if a migration fails, TOOL_NOT_AVAILABLE if the sandbox is down, and RATE_LIMIT_EXCEEDED for too many
 * migrations.
 */
export async function prepareRunInput(
  ctx: Pick<Context, 'sandbox'> & Partial<Pick<Context, 'viewer'>>,
  runnable: Runnable,
  schema: JsonSchema,
  options: { args: unknown; dryRun?: boolean },
): Promise<RunInput> {
  const { before } = runnable.migration ?? {}
  const sent = restoreFieldNames(parseArgs(options.args), before ? [schema, before] : [schema])
  const isForThisVersion = await acceptsAsIs(runnable, schema, sent)
  const migrated = isForThisVersion ? null : await migrate(ctx, runnable, sent)
  const { value, coercions, issues, onlyMissing } = await prepare(runnable, schema, migrated?.input ?? sent)
  if (migrated && issues.length > 0)
    throw migrationError(runnable, {
      failureReason: CONTRACT_MISMATCH,
      step: runnable.migration?.steps.at(-1),
      issues,
    })
  if (issues.length > 0)
    throw new AppError(onlyMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT', { issues })
  const dryRun = options.dryRun || (runnable.tool !== undefined && isObject(value) && value.dryRun === true)
  if (!migrated) return { value, coercions, dryRun }
  const { from, to, via } = migrated
  return { value, coercions, dryRun, migration: { from, to, ...(via.length > 0 && { via }), input: sent } }
}

/** Returns whether no migration is needed. Input that both majors accept counts as the older. */
async function acceptsAsIs(runnable: Runnable, schema: JsonSchema, sent: Json): Promise<boolean> {
  const { migration } = runnable
  if (!migration?.before) return false
  const fits = async (contract: JsonSchema) => (await prepare(runnable, contract, sent)).issues.length === 0
  return (await fits(schema)) && !(await fits(migration.before))
}

/** Longer inputs are prepared in a thread: repairing 50,000 values takes most of a second. */
const MAX_INLINE_CHARS = 32 * 1024

/** Prepares in a worker thread if it may take long. */
async function prepare(
  { organisation }: Pick<Runnable, 'organisation'>,
  schema: JsonSchema,
  input: Json,
): Promise<PreparedInput> {
  const isShort = JSON.stringify(input).length <= MAX_INLINE_CHARS
  if (isShort && isCheapToCheck(schema, input)) return prepareInput(schema, input)
  const owner = organisation.id
  return runInThread<typeof prepareInput>('prepare-input', [schema, input], { owner })
}

/** Limit per organisation and process: migrations run before a run has its slot. */
export const MAX_CONCURRENT_MIGRATIONS = 8
const runningMigrations = oncePerProcess('running migrations', () => new Map<string, number>())

async function migrate(
  ctx: Pick<Context, 'sandbox'> & Partial<Pick<Context, 'viewer'>>,
  runnable: Runnable,
  input: Json,
) {
  const { migration, publisher, name: skill, versionNumber: version, organisation } = runnable
  if (!migration) return null
  const count = runningMigrations.get(organisation.id) ?? 0
  if (count >= MAX_CONCURRENT_MIGRATIONS)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `Your organisation already has ${count} input migrations running, which is the limit.`,
      retryAfter: 2,
    })
  runningMigrations.set(organisation.id, count + 1)
  const { isPublisherOrganisation } = runnable
  const caller = { organisation: organisation.id, person: ctx.viewer?.userId, isPublisherOrganisation }
  const { from, steps } = migration
  const call = { steps, publisher, caller, skill, input }
  const migrated = await migrateInSteps(ctx, call).finally(() => releaseMigrationSlot(organisation.id))
  const via = steps.slice(0, -1).map(({ to }) => to)
  if (migrated.failureReason === undefined) return { input: migrated.input, from, to: version, via }
  if (migrated.isDown)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: migrated.failureReason,
      suggestedAction: migrated.suggestedAction,
      retryAfter: migrated.retryAfter,
    })
  throw migrationError(runnable, migrated)
}

function releaseMigrationSlot(organisationId: string): void {
  const left = (runningMigrations.get(organisationId) ?? 1) - 1
  if (left > 0) runningMigrations.set(organisationId, left)
  else runningMigrations.delete(organisationId)
}

type Failure = { failureReason: string; step?: InputMigrationStep; issues?: Issue[] }

function migrationError(
  { migration, versionNumber }: Runnable,
  { failureReason, step, issues }: Failure,
): AppError {
  const isOneOfMany = step && migration && migration.steps.length > 1
  const where = isOneOfMany ? ` at the step from ${step.from}.x to ${step.to}` : ''
  const found = issues ?? [{ path: '', message: failureReason }]
  return new AppError('INVALID_INPUT', {
    message: `The input is for version ${migration?.from}.x, but its migration to ${versionNumber} failed${where}: ${failureReason}`,
    issues: found.map((issue) => ({ keyword: 'migration', ...issue })),
    suggestedAction: `Send input for ${versionNumber} and specify that version, or contact the publisher.`,
  })
}

type Wanted = Omit<MigrationCall, 'migration' | 'version'> & { steps: MigrationSteps }

type SteppedMigrationResult =
  | { input: JsonObject; failureReason?: undefined }
  | {
      failureReason: string
      isDown: boolean
      suggestedAction?: string
      retryAfter?: number
      step: InputMigrationStep
      issues?: Issue[]
    }

/** Validates each result but the last, which the caller validates. Never throws because of a publisher's function. */
async function migrateInSteps(
  ctx: Pick<Context, 'sandbox'>,
  { steps, input, ...whose }: Wanted,
): Promise<SteppedMigrationResult> {
  const [step, ...rest] = steps
  const migrated = await migrateInput(ctx, { ...whose, migration: step, version: step.to, input })
  if (migrated.failureReason !== undefined) return { ...migrated, step }
  const [next, ...others] = rest
  if (!next) return migrated
  const { issues } = prepareInput(step.takes, migrated.input)
  if (issues.length > 0) return { failureReason: CONTRACT_MISMATCH, isDown: false, step, issues }
  return migrateInSteps(ctx, { ...whose, steps: [next, ...others], input: migrated.input })
}

const CONTRACT_MISMATCH = 'its result does not match the contract'

/**
 * Migrations run in the sandbox, without config, network or logs; their output is validated like a caller's input.
 * See docs/spec/contracts.md §6.
 */

const MIGRATION_LIMITS: SandboxLimits = {
  ...JAVASCRIPT_LIMITS,
  wallMs: 2_000,
  cpuMs: 500,
  outputBytes: 1024 * 1024,
  logBytes: 1024,
  logLines: 1,
}

type MigrationCall = {
  migration: Migration
  publisher: string
  caller?: Pick<SandboxJob, 'organisation' | 'person'> & { isPublisherOrganisation: boolean }
  skill: string
  version: string
  input: Json
}

type MigrationResult =
  | { input: JsonObject; failureReason?: undefined }
  /** With `isDown` the migration did not run. */
  | { failureReason: string; isDown: boolean; suggestedAction?: string; retryAfter?: number }

/**
 * Runs one migration in the sandbox. Returns the new input, not yet validated, or why there is none; never throws
 * because of the publisher's function.
 */
export async function migrateInput(
  { sandbox }: Pick<Context, 'sandbox'>,
  { migration, publisher, caller, skill, version, input }: MigrationCall,
  signal?: AbortSignal,
): Promise<MigrationResult> {
  const { organisation = publisher, person, isPublisherOrganisation = true } = caller ?? {}
  const { isApproved = false } = migration
  const outcome = await sandbox.execute(
    {
      runId: 'migration',
      publisher,
      organisation,
      person,
      isApproved,
      isUnreviewed: isUnreviewed({ isApproved, isPublisherOrganisation }),
      runtime: 'javascript',
      definition: migration.definition + DISPATCH,
      parameters: input,
      config: {},
      hasSecrets: false,
      secrets: [],
      context: { skill, from: migration.from, to: version },
      limits: MIGRATION_LIMITS,
      network: [],
    },
    signal && { signal },
  )
  if (outcome.kind === 'unavailable') return { isDown: true, ...unavailable(outcome) }
  if (outcome.kind === 'returned' && isObject(outcome.value)) return { input: outcome.value }
  return { failureReason: describeFailure(outcome), isDown: false }
}

function unavailable({ reason }: Extract<Outcome, { kind: 'unavailable' }>) {
  const { message, suggested_action: suggestedAction } = reason === 'unjailed' ? NOT_AVAILABLE.unjailed : DOWN
  return {
    failureReason: message,
    suggestedAction,
    ...(reason !== 'unjailed' && { retryAfter: OUTAGE_RETRY_AFTER }),
  }
}

const DOWN = {
  message: 'The sandbox is not available right now, so the input could not be migrated.',
  suggested_action: 'Try again in a moment.',
}

// A new line after the publisher's code, so that line numbers match and a trailing comment ends.
const DISPATCH = `
;export default async ({ parameters, context: { skill, from, to } }) => {
  const made = await migrate(parameters, { skill, from, to })
  if (made === undefined) throw new TypeError('migrate returned nothing')
  return made
}
`

function describeFailure(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'threw':
      return outcome.error.message
    case 'limit':
      return `it exceeded a limit (${outcome.limit})`
    case 'returned':
      return 'migrate must return an object'
    default:
      return 'it was cancelled'
  }
}
