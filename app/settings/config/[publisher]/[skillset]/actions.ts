'use server'

import type { ConfigForm } from '#lib/config/get-config-form.ts'
import { saveConfigValues } from '#lib/config/save-config-values.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { SkillSetPlace } from '#lib/contract/market/sent-text.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

/** Saves what was changed in the config form. A public endpoint: both arguments are whatever was sent. */
export async function saveConfig(ref: unknown, changes: unknown): Promise<ActionResult<ConfigForm>> {
  return actionResult(async () =>
    saveConfigValues(await contextFromCookie(), parseWith(SkillSetPlace, ref), changes),
  )
}
