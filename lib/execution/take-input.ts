/**
 * What a caller sent, into what the handler gets: migrated, filled with defaults, coerced, validated.
 *
 * Floor 3. What fails here was never executed and is not charged. Source: specification "Contracts" §2, steps 3–6.
 */
import type { Context } from '../context.ts'
import type { Json, JsonSchema } from '../contract/json/json.ts'
import type { Coercion } from '../contract/schema/coercion.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import { AppError, type Issue } from '../errors.ts'
import { type MigrationStep, migrateThrough, UNFIT } from './migrate-through.ts'
import { parseArgs } from './parse-args.ts'
import type { Runnable } from './resolve-skill.ts'
import type { RunMigration } from './run-view.ts'

export type TakenInput = {
  value: Json
  coercions: Coercion[]
  /** Present when it was made for an older major version. */
  migration?: RunMigration
}

/**
 * Throws INVALID_INPUT or MISSING_REQUIRED_PARAM with the issues, INVALID_INPUT also when a migration fails,
 * TOOL_NOT_AVAILABLE when the box it would run in is down, and RATE_LIMIT_EXCEEDED for too many migrations at once.
 */
export async function takeInput(
  ctx: Pick<Context, 'sandbox'>,
  runnable: Runnable,
  schema: JsonSchema,
  args: unknown,
): Promise<TakenInput> {
  const sent = parseArgs(args)
  const migrated = isForThisVersion(runnable, schema, sent) ? null : await migrate(ctx, runnable, sent)
  const { value, coercions, issues, onlyMissing } = prepareInput(schema, migrated?.input ?? sent)
  if (migrated && issues.length > 0)
    throw failed(runnable, { whyNot: UNFIT, step: runnable.migration?.steps.at(-1), issues })
  if (issues.length > 0)
    throw new AppError(onlyMissing ? 'MISSING_REQUIRED_PARAM' : 'INVALID_INPUT', { issues })
  if (!migrated) return { value, coercions }
  const { from, to, via } = migrated
  return { value, coercions, migration: { from, to, ...(via.length > 0 && { via }), input: sent } }
}

/**
 * Whoever follows an older major may have read the contract of the newer: what the newer takes and the older does
 * not needs no migration. What both take is for the older, which is what its caller said.
 */
function isForThisVersion({ migration }: Runnable, schema: JsonSchema, sent: Json): boolean {
  if (!migration?.before) return false
  return fits(schema, sent) && !fits(migration.before, sent)
}

function fits(schema: JsonSchema, input: Json): boolean {
  return prepareInput(schema, input).issues.length === 0
}

/** Migrations that one organisation may have under way in this process: they run before a run has its place in line. */
export const MIGRATIONS_AT_ONCE = 8
const underWay = new Map<string, number>()

async function migrate(ctx: Pick<Context, 'sandbox'>, runnable: Runnable, input: Json) {
  const { migration, publisher, name: skill, versionNumber: version, organisation } = runnable
  if (!migration) return null
  const count = underWay.get(organisation.id) ?? 0
  if (count >= MIGRATIONS_AT_ONCE)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: `${count} inputs of your organisation are being migrated already.`,
      retryAfter: 2,
    })
  underWay.set(organisation.id, count + 1)
  const caller = { organisation: organisation.id, isUnreviewed: runnable.isUnreviewed }
  const { from, steps } = migration
  const wanted = { steps, publisher, caller, skill, input }
  const migrated = await migrateThrough(ctx, wanted).finally(() => leave(organisation.id))
  const via = steps.slice(0, -1).map(({ to }) => to)
  if (migrated.whyNot === undefined) return { input: migrated.input, from, to: version, via }
  if (migrated.isDown)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: migrated.whyNot,
      suggestedAction: 'Try again in a moment.',
    })
  throw failed(runnable, migrated)
}

function leave(organisationId: string): void {
  const left = (underWay.get(organisationId) ?? 1) - 1
  if (left > 0) underWay.set(organisationId, left)
  else underWay.delete(organisationId)
}

type Failure = { whyNot: string; step?: MigrationStep; issues?: Issue[] }

/** Names the step that failed where there were several. */
function failed({ migration, versionNumber }: Runnable, { whyNot, step, issues }: Failure): AppError {
  const isOneOfMany = step && migration && migration.steps.length > 1
  const where = isOneOfMany ? ` at the step from ${step.from}.x to ${step.to}` : ''
  const found = issues ?? [{ path: '', message: whyNot }]
  return new AppError('INVALID_INPUT', {
    message: `The input is for version ${migration?.from}.x, and its migration to ${versionNumber} failed${where}: ${whyNot}`,
    issues: found.map((issue) => ({ keyword: 'migration', ...issue })),
    suggestedAction: `Send input for ${versionNumber} and name that version, or tell the publisher.`,
  })
}
