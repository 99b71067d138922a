'use server'

import { z } from 'zod'
import * as installs from '#lib/installs/change-install.ts'
import * as changes from '#lib/installs/plan-install-change.ts'
import { takeVersion as take } from '#lib/installs/take-version.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'

const Reason = z.string().max(100_000)
const Range = z.string().max(1_000)
const Sent = z.object({ versionId: IdField.optional(), range: Range.optional() })
const Agreed = z.object({ versionId: IdField, range: Range.optional(), consent: z.boolean() })
const Step = Agreed.extend({ fromVersionId: IdField })

/** Public endpoints: arguments are untrusted. */
export async function previewInstallChange(
  ref: unknown,
  request: unknown,
): Promise<ActionResult<changes.PlannedChange>> {
  return actionResult((ctx) =>
    changes.previewInstallChange(ctx, parseFields(SkillSetParams, ref), parseFields(Sent, request)),
  )
}

export async function installSkillSet(
  ref: unknown,
  agreed: unknown,
): Promise<ActionResult<changes.PlannedVersion>> {
  return actionResult((ctx) =>
    installs.install(ctx, parseFields(SkillSetParams, ref), parseFields(Agreed, agreed)),
  )
}

export async function upgradeSkillSet(
  ref: unknown,
  step: unknown,
): Promise<ActionResult<changes.PlannedVersion>> {
  return actionResult((ctx) =>
    installs.upgrade(ctx, parseFields(SkillSetParams, ref), parseFields(Step, step)),
  )
}

/** Gives the organisation a version before its age or a rollout does. */
export async function takeVersion(
  ref: unknown,
  versionId: unknown,
  reason: unknown,
): Promise<ActionResult<string>> {
  return performAction({ refreshes: true }, (ctx) =>
    take(ctx, parseFields(SkillSetParams, ref), {
      versionId: parseFields(IdField, versionId),
      reason: parseFields(Reason, reason),
    }),
  )
}

export async function uninstallSkillSet(ref: unknown, config: unknown): Promise<ActionResult<void>> {
  return actionResult(async (ctx) => {
    const options = { config: parseFields(z.enum(['keep', 'delete']), config) }
    await installs.uninstall(ctx, parseFields(SkillSetParams, ref), options)
  })
}

export async function deleteStoredConfig(ref: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => installs.deleteStoredConfig(ctx, parseFields(SkillSetParams, ref)))
}
