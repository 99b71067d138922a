'use server'

import { redirect } from 'next/navigation'
import type { SignUpState } from '#components/account/sign-in-forms.tsx'
import { signUp as makeAccount } from '#lib/accounts/sign-in.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { rememberBrowser } from '#lib/session/cookies/known-browser.ts'
import { beginSession } from '#lib/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/session/network/caller-address.ts'
import { safeNext } from '#lib/site/safe-next.ts'

export async function signUp(_before: unknown, form: unknown): Promise<SignUpState> {
  const { name, email, password, next } = formFields(form)
  const result = await actionResult(async () => {
    const user = await makeAccount(
      await contextFromCookie(),
      { name, email, password },
      await callerAddress(),
    )
    await beginSession({ userId: user.id, sessionVersion: user.sessionVersion })
    await rememberBrowser(user.email)
  })
  if (result.ok) redirect(safeNext(next))
  return { error: result.error, name: name ?? '', email: email ?? '' }
}
