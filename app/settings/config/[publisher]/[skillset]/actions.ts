'use server'

import { z } from 'zod'
import type { ConfigForm } from '#lib/config/get-config-form.ts'
import { saveConfigValues } from '#lib/config/save-config-values.ts'
import { parseWith } from '#lib/contract/json/parse-with.ts'
import { type ActionResult, actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

const Id = z.string().max(64)
const Ref = z.object({ publisher: Id, skillset: Id })

/** Saves what was changed in the config form. A public endpoint: both arguments are whatever was sent. */
export async function saveConfig(ref: unknown, changes: unknown): Promise<ActionResult<ConfigForm>> {
  return actionResult(async () => saveConfigValues(await contextFromCookie(), parseWith(Ref, ref), changes))
}
