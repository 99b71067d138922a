'use server'

import { actionResult } from '#lib/http/responses/action-result.ts'
import * as notices from '#lib/notices/unsubscribe.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { LineField } from '#lib/validation/text-fields.ts'

/** The token proves that the caller got the mail. */
export async function unsubscribe(token: unknown) {
  const result = await actionResult(async () =>
    notices.unsubscribe(await contextFromCookie(), parseFields(LineField, token)),
  )
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}
