'use server'

import { redirect } from 'next/navigation'
import type { SignUpState } from '#components/accounts/sign-in-forms.tsx'
import { signUp as makeAccount } from '#lib/accounts/sign-in.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { grantWelcomeCredit } from '#lib/money/welcome-credit.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { callerAddress } from '#lib/protocols/session/network/caller-address.ts'
import { signInAs } from '#lib/protocols/session/next-auth/sign-in.ts'

export async function signUp(_before: unknown, form: unknown): Promise<SignUpState> {
  const { name, email, password, next } = formFields(form)
  const nextPath = safeNext(next)
  const result = await actionResult(async (ctx) => {
    const [, invitation] = /^\/join\/([^/?]+)/.exec(nextPath) ?? []
    const user = await makeAccount(ctx, { name, email, password, invitation }, await callerAddress())
    await grantWelcomeCredit(ctx.db, user.id)
    return signInAs({ ...user, method: 'password' }, nextPath === paths.home ? paths.welcome : nextPath)
  })
  if (result.ok) redirect(result.data)
  return { error: result.error, name: name ?? '', email: email ?? '' }
}
