'use server'

import { redirect } from 'next/navigation'
import type { SignInState } from '#components/account/sign-in-forms.tsx'
import { checkSignIn } from '#lib/accounts/sign-in.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { knownBrowser, rememberBrowser } from '#lib/session/cookies/known-browser.ts'
import { beginSession } from '#lib/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/session/network/caller-address.ts'
import { safeNext } from '#lib/site/safe-next.ts'

export async function signIn(_before: unknown, form: unknown): Promise<SignInState> {
  const { email, password, next } = formFields(form)
  const result = await actionResult(async () => {
    const origin = { address: await callerAddress(), browser: await knownBrowser() }
    const user = await checkSignIn(await contextFromCookie(), { email, password }, origin)
    await beginSession({ userId: user.id, sessionVersion: user.sessionVersion }, 'password')
    await rememberBrowser(user.email)
  })
  if (result.ok) redirect(safeNext(next))
  return { error: result.error, email: email ?? '' }
}
