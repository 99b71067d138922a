'use server'

import { redirect } from 'next/navigation'
import type { SignUpState } from '#components/account/sign-in-forms.tsx'
import { signUp as makeAccount } from '#lib/accounts/sign-in.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { giveWelcomeCredit } from '#lib/ledger/welcome-credit.ts'
import { rememberBrowser } from '#lib/session/cookies/known-browser.ts'
import { beginSession } from '#lib/session/cookies/session-cookie.ts'
import { callerAddress } from '#lib/session/network/caller-address.ts'
import { paths } from '#lib/site/paths.ts'
import { safeNext } from '#lib/site/safe-next.ts'

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
