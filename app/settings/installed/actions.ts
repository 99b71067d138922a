'use server'

import { z } from 'zod'
import { deleteStoredConfig, install, uninstall, upgrade } from '#lib/installs/change-install.ts'
import {
  type PlannedChange,
  type PlannedVersion,
  previewInstallChange,
} from '#lib/installs/plan-install-change.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'

const Range = z.string().max(1_000)
const Sent = z.object({ versionId: IdField.optional(), range: Range.optional() })
const Agreed = z.object({ versionId: IdField, range: Range.optional(), consent: z.boolean() })
const Step = Agreed.extend({ fromVersionId: IdField })

/** Public endpoints: arguments are untrusted. */
export async function planStep(ref: unknown, request: unknown): Promise<ActionResult<PlannedChange>> {
  return actionResult((ctx) =>
    previewInstallChange(ctx, parseFields(SkillSetParams, ref), parseFields(Sent, request)),
  )
}

export async function installVersion(ref: unknown, agreed: unknown): Promise<ActionResult<PlannedVersion>> {
  return actionResult((ctx) => install(ctx, parseFields(SkillSetParams, ref), parseFields(Agreed, agreed)))
}

export async function changeVersion(ref: unknown, step: unknown): Promise<ActionResult<PlannedVersion>> {
  return actionResult((ctx) => upgrade(ctx, parseFields(SkillSetParams, ref), parseFields(Step, step)))
}

export async function uninstallSkillSet(ref: unknown, config: unknown): Promise<ActionResult<void>> {
  return actionResult(async (ctx) => {
    const options = { config: parseFields(z.enum(['keep', 'delete']), config) }
    await uninstall(ctx, parseFields(SkillSetParams, ref), options)
  })
}

export async function discardStoredConfig(ref: unknown): Promise<ActionResult<void>> {
  return actionResult((ctx) => deleteStoredConfig(ctx, parseFields(SkillSetParams, ref)))
}
