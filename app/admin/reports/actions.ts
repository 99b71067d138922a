'use server'

import { refresh } from 'next/cache'
import * as reports from '#lib/feedback/report-skill-set.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

export async function closeReport(id: unknown, answer: unknown): Promise<ActionResult<void>> {
  return actionResult(async () => {
    await reports.closeReport(await contextFromCookie('review'), parseFields(IdField, id), answer)
    refresh()
  })
}
