'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { liftRestriction } from '#lib/review/decide/restrict.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

/** Public endpoint: arguments are untrusted. */
export async function lift(id: unknown, reason: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    const ctx = await contextOfPresent('review')
    await liftRestriction(ctx, parseFields(IdField, id), reason)
    refresh()
  })
}
