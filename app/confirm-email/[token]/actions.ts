'use server'

import type { ConfirmEmailState } from '#components/account/email-forms.tsx'
import { confirmEmail } from '#lib/accounts/confirm-email.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { LineField } from '#lib/validation/text-fields.ts'

/** Needs no session: the link may be opened on another device. */
export async function confirm(token: unknown): Promise<ConfirmEmailState> {
  const result = await actionResult((ctx) => confirmEmail(ctx, parseFields(LineField, token)))
  return result.ok ? { error: null, outcome: result.data } : { error: result.error, outcome: null }
}
