'use server'

import { redirect } from 'next/navigation'
import type { SignUpState } from '#components/accounts/sign-in-forms.tsx'
import { signUp as makeAccount } from '#lib/accounts/sign-in.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { giveWelcomeCredit } from '#lib/money/welcome-credit.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { rememberBrowser } from '#lib/protocols/session/cookies/known-browser.ts'
import { beginSession } from '#lib/protocols/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'

export async function signUp(_before: unknown, form: unknown): Promise<SignUpState> {
  const { name, email, password, next } = formFields(form)
  const result = await actionResult(async (ctx) => {
    const [, invitation] = /^\/join\/([^/?]+)/.exec(safeNext(next)) ?? []
    const user = await makeAccount(ctx, { name, email, password, invitation }, await callerAddress())
    await giveWelcomeCredit(ctx.db, user.id)
    await beginSession({ userId: user.id, sessionVersion: user.sessionVersion }, 'password')
    await rememberBrowser(user.email)
  })
  const wanted = safeNext(next)
  if (result.ok) redirect(wanted === paths.home ? paths.welcome : wanted)
  return { error: result.error, name: name ?? '', email: email ?? '' }
}
