'use server'

import { redirect } from 'next/navigation'
import type { ResetState } from '#components/accounts/reset-forms.tsx'
import * as passwords from '#lib/accounts/reset-password.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'
import { signOutHere } from '#lib/protocols/session/next-auth/sign-in.ts'

/** Sets a new password, with which the person then signs in. If second factors stay, the form shows them first. */
export async function resetPassword(token: unknown, _before: unknown, form: unknown): Promise<ResetState> {
  const fields = { token, password: formFields(form).password }
  const result = await actionResult(async (ctx) => {
    const outcome = await passwords.resetPassword(ctx, fields, await callerAddress())
    // The signed-in account may be another one.
    await signOutHere()
    return outcome
  })
  if (!result.ok) return result.error
  const { revokedKeys, factors } = result.data
  if (factors.length > 0) return { factors }
  redirect(`${paths.signIn()}?reset=${revokedKeys > 0 ? 'keys' : 'done'}`)
}
