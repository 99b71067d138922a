'use server'

import * as reports from '#lib/catalog/feedback/report-skill-set.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function closeReport(id: unknown, answer: unknown): Promise<ActionResult<void>> {
  return performAction({ channel: 'review', refreshes: true }, (ctx) =>
    reports.closeReport(ctx, parseFields(IdField, id), answer),
  )
}
