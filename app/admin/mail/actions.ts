'use server'

import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import * as mail from '#lib/notices/mail/list-mails.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function retryMail(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => mail.retryMail(ctx, parseFields(IdField, id)))
}
