/** Each result must match the contract of the version it leads to. See docs/spec/contracts.md §6. */

import type { Context } from '../../context/context.ts'
import type { Issue } from '../../errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { prepareInput } from '../../json-schema/inputs/prepare-input.ts'
import type { InputMigrationStep, MigrationSteps } from '../resolve/runnable.ts'
import { type MigrationCall, migrateInput } from './migrate-input.ts'

type Wanted = Omit<MigrationCall, 'migration' | 'version'> & { steps: MigrationSteps }

export type SteppedMigrationResult =
  | { input: JsonObject; failureReason?: undefined }
  | {
      failureReason: string
      isDown: boolean
      suggestedAction?: string
      step: InputMigrationStep
      issues?: Issue[]
    }

/** The caller must validate the final result. Never throws because of a publisher's function. */
export async function migrateInSteps(
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

export const CONTRACT_MISMATCH = 'its result does not match the contract'
