'use server'

import type { ConfigForm } from '#lib/config/get-config-form.ts'
import { saveConfigValues } from '#lib/config/save-config-values.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { SkillSetParams } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'

export async function saveConfig(ref: unknown, changes: unknown): Promise<ActionResult<ConfigForm>> {
  return actionResult((ctx) => saveConfigValues(ctx, parseFields(SkillSetParams, ref), changes))
}
