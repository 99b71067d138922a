'use server'

import { actionResult } from '#lib/http/responses/action-result.ts'
import * as notices from '#lib/notices/notice-preferences.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { LineField } from '#lib/validation/text-fields.ts'

/** Needs no session: the token proves that the caller got the mail. */
export async function unsubscribe(token: unknown) {
  const result = await actionResult((ctx) => notices.unsubscribe(ctx, parseFields(LineField, token)))
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}
