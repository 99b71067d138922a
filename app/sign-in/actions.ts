'use server'

import { redirect } from 'next/navigation'
import type { SignInState } from '#components/accounts/sign-in-forms.tsx'
import { checkSignIn } from '#lib/accounts/sign-in.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { knownBrowser, rememberBrowser } from '#lib/protocols/session/cookies/known-browser.ts'
import { beginSecondStep } from '#lib/protocols/session/cookies/second-step.ts'
import { beginSession } from '#lib/protocols/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'

export async function signIn(_before: unknown, form: unknown): Promise<SignInState> {
  const { email, password, next } = formFields(form)
  const result = await actionResult(async (ctx) => {
    const origin = { address: await callerAddress(), browser: await knownBrowser() }
    const user = await checkSignIn(ctx, { email, password }, origin)
    const { id: userId, sessionVersion } = user
    if (await beginSecondStep({ id: userId, sessionVersion })) return paths.secondStep(safeNext(next))
    await beginSession({ userId, sessionVersion }, 'password')
    await rememberBrowser(user.email)
    return safeNext(next)
  })
  if (result.ok) redirect(result.data)
  return { error: result.error, email: email ?? '' }
}
