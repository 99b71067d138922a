/**
 * Input for a major further back, through one migration after the other.
 *
 * Floor 3. What a step makes has to be an input of the version it leads to, or the next step would be asked about
 * something its publisher never meant; it is handed on as it was made, as a caller of that version would send it.
 * Source: specification "Contracts" §2 step 3, and §6, Migrations.
 */
import type { Context } from '../context.ts'
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { prepareInput } from '../contract/values/prepare-input.ts'
import type { Issue } from '../errors.ts'
import { type Migration, type MigrationCall, migrateInput } from './migrate-input.ts'

/** One migration, the version that ships it, and what that version takes. */
export type MigrationStep = Migration & { to: string; takes: JsonSchema }

/** One after the other; there is at least one. */
export type MigrationSteps = readonly [MigrationStep, ...MigrationStep[]]

type Wanted = Omit<MigrationCall, 'migration' | 'version'> & { steps: MigrationSteps }

export type MigratedThrough =
  | { input: JsonObject; whyNot?: undefined }
  /** Where it stopped, and what was wrong with what that step made. */
  | { whyNot: string; isDown: boolean; step: MigrationStep; issues?: Issue[] }

/** What the last step makes is for the caller to check. Never throws for what the functions do. */
export async function migrateThrough(
  ctx: Pick<Context, 'sandbox'>,
  { steps, input, ...whose }: Wanted,
): Promise<MigratedThrough> {
  const [step, ...rest] = steps
  const migrated = await migrateInput(ctx, { ...whose, migration: step, version: step.to, input })
  if (migrated.whyNot !== undefined) return { ...migrated, step }
  const [next, ...others] = rest
  if (!next) return migrated
  const { issues } = prepareInput(step.takes, migrated.input)
  if (issues.length > 0) return { whyNot: UNFIT, isDown: false, step, issues }
  return migrateThrough(ctx, { ...whose, steps: [next, ...others], input: migrated.input })
}

/** Said also of what the last step made. */
export const UNFIT = 'what it made does not match the contract'
