'use server'

import * as reports from '#lib/catalog/feedback/report-skill-set.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, actionResultWith } from '#lib/protocols/http/responses/action-result.ts'

export async function closeReport(id: unknown, answer: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ channel: 'review', refreshes: true }, (ctx) =>
    reports.closeReport(ctx, parseFields(IdField, id), answer),
  )
}
