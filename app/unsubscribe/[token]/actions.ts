'use server'

import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import * as notices from '#lib/notices/notice-preferences.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'

/** Needs no session, because the token proves that the caller has received the mail. */
export async function unsubscribe(token: unknown) {
  const result = await actionResult((ctx) => notices.unsubscribe(ctx, parseFields(LineField, token)))
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}
