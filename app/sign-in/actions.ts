'use server'

import { redirect } from 'next/navigation'
import type { SignInState } from '#components/accounts/sign-in-forms.tsx'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { signInByCredentials } from '#lib/protocols/session/next-auth/sign-in.ts'

export async function signIn(_before: unknown, form: unknown): Promise<SignInState> {
  const { email, password, next } = formFields(form)
  const result = await actionResult(() =>
    signInByCredentials('credentials', { email, password }, safeNext(next)),
  )
  if (result.ok) redirect(result.data)
  return { error: result.error, email: email ?? '' }
}
