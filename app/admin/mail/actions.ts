'use server'

import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import * as mail from '#lib/mail/list-mails.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

export async function retryMail(id: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ refreshes: 'always' }, (ctx) => mail.retryMail(ctx, parseFields(IdField, id)))
}
