'use server'

import type { ResetRequestState } from '#components/accounts/reset-forms.tsx'
import * as accounts from '#lib/accounts/request-reset.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'

export async function requestReset(_before: unknown, form: unknown): Promise<ResetRequestState> {
  const { email } = formFields(form)
  const result = await actionResult(async (ctx) =>
    accounts.requestReset(ctx, { email }, await callerAddress()),
  )
  return {
    error: result.ok ? null : result.error,
    sentTo: result.ok ? (email ?? '') : null,
    email: email ?? '',
  }
}
