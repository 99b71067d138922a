'use server'

import { redirect } from 'next/navigation'
import { resetPassword } from '#lib/accounts/reset-password.ts'
import { revokeSession } from '#lib/accounts/sign-in.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { clearSessionCookies } from '#lib/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/session/network/caller-address.ts'
import { paths } from '#lib/site/paths.ts'

export async function reset(token: unknown, _before: unknown, form: unknown): Promise<PublicError | null> {
  const given = { token, password: formFields(form).password }
  const result = await actionResult(async (ctx) => {
    const done = await resetPassword(ctx, given, await callerAddress())
    // The signed-in account may be another one.
    await revokeSession(ctx)
    return done
  })
  if (!result.ok) return result.error
  await clearSessionCookies()
  redirect(`${paths.signIn()}?reset=${result.data.revokedKeys > 0 ? 'keys' : 'done'}`)
}
