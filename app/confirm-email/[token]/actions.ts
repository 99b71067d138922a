'use server'

import { redirect } from 'next/navigation'
import type { ConfirmEmailState } from '#components/accounts/email-forms.tsx'
import * as email from '#lib/accounts/confirm-email.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { signInAs } from '#lib/protocols/session/next-auth/sign-in.ts'

/**
 * Needs no session: the link may be opened on another device. The first proof of an address ends all sessions but
 * this.
 */
export async function confirmAddress(token: unknown): Promise<ConfirmEmailState> {
  const result = await actionResult(async (ctx) => {
    const confirmed = await email.confirmAddress(ctx, parseFields(LineField, token))
    if (confirmed.session) await signInAs(confirmed.session)
    return confirmed
  })
  if (!result.ok) return { error: result.error, outcome: null }
  const { outcome, passwordPath, session } = result.data
  if (passwordPath) redirect(passwordPath)
  // The new session draws the page again, which no longer finds the used link.
  if (session) redirect(paths.addressConfirmed)
  return { error: null, outcome }
}
