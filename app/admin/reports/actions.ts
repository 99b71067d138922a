'use server'

import * as reports from '#lib/feedback/report-skill-set.ts'
import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

export async function closeReport(id: unknown, answer: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ channel: 'review', refreshes: true }, (ctx) =>
    reports.closeReport(ctx, parseFields(IdField, id), answer),
  )
}
