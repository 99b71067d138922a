/**
 * The run of an instruction skill with a price is a purchase of its text: it executes no code, and its end gives the
 * organisation access. See docs/spec/execution.md §5.
 */
import { coveredVersions, isPricedInstruction } from '../../contracts/document/instruction-text.ts'
import { parseMajor } from '../../contracts/versions/version-number.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import { skillNamePath } from '../../kernel/site/paths.ts'
import { findPurchaseRunId, type PurchaseKey } from '../../money/rows/skill-purchases.ts'
import type { Runnable, RunOptions } from '../resolve/runnable.ts'
import { findRun } from '../rows/run-history.ts'
import type { RunRow } from '../rows/runs.ts'

/** A purchase takes no arguments. */
export const PURCHASE_INPUT: JsonSchema = { type: 'object', additionalProperties: false }

/** Returns what a run of this skill buys; undefined for a skill whose runs buy nothing. */
export function purchaseKeyOf(runnable: Runnable): PurchaseKey | undefined {
  const { skill, skillSetId, mode, organisation, versionNumber } = runnable
  if (!isPricedInstruction(skill) || skillSetId === null || mode !== 'production') return undefined
  const major = parseMajor(versionNumber)
  return { organisationId: organisation.id, skillSetId, skillSlug: skill.slug, major }
}

/** Returns the run that has bought the skill’s text for the organisation, or is about to; null if none has. */
export async function findPurchaseRun(db: Database, runnable: Runnable): Promise<RunRow | null> {
  const key = purchaseKeyOf(runnable)
  const runId = key && (await findPurchaseRunId(db, key))
  return runId ? findRun(db, runId) : null
}

/**
 * Throws PRECONDITION_FAILED for instructions that have no price or are free for the caller, and for a run that another run
 * starts: code must not buy in its caller’s name.
 */
export function requirePurchasable(runnable: Runnable, { parent }: Pick<RunOptions, 'parent'>): void {
  const { name, isPublisherOrganisation, isPublisherAdmin } = runnable
  const refuse = (message: string, suggestedAction?: string) => {
    throw new AppError('PRECONDITION_FAILED', { message, ...(suggestedAction && { suggestedAction }) })
  }
  if (!purchaseKeyOf(runnable)) refuse(`${name} is an instruction skill and cannot be run.`)
  if (isPublisherOrganisation || isPublisherAdmin)
    refuse(`${name} is yours: you can read its instructions without buying them.`)
  if (parent)
    refuse(
      `${name} is an instruction skill. A skill cannot buy it for its caller.`,
      `Buy it on its page (${skillNamePath(name)}), then call again.`,
    )
}

/** The output of a purchase. */
export function describePurchase({ name, versionNumber }: Runnable): Json {
  const covers = coveredVersions(versionNumber)
  return {
    message: `You bought the instructions of ${name}. All versions ${covers} are included.`,
    skill: name,
    version: versionNumber,
    covers,
  }
}
