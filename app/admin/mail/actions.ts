'use server'

import { refresh } from 'next/cache'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as mail from '#lib/mail/list-mails.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

export async function retryMail(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    mail.retryMail(await contextFromCookie(), parseFields(IdField, id)),
  )
  refresh()
  return result
}
