'use server'

import type { ConfigForm } from '#lib/config/get-config-form.ts'
import { saveConfigValues } from '#lib/config/save-config-values.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { SkillSetParams } from '#lib/validation/text-fields.ts'

export async function saveConfig(ref: unknown, changes: unknown): Promise<ActionResult<ConfigForm>> {
  return actionResult((ctx) => saveConfigValues(ctx, parseFields(SkillSetParams, ref), changes))
}
