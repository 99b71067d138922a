'use server'

import { redirect } from 'next/navigation'
import type { SignInState } from '#components/account/sign-in-form.tsx'
import { checkSignIn } from '#lib/accounts/check-sign-in.ts'
import { safeNext } from '#lib/contract/market/safe-next.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { callerAddress } from '#lib/session/caller-address.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { beginSession } from '#lib/session/session-cookie.ts'

/** Signs this browser in and goes on to `next`; otherwise says why not. */
export async function signIn(_before: unknown, form: FormData): Promise<SignInState> {
  const { email, password, next } = Object.fromEntries(form)
  const result = await actionResult(async () => {
    const user = await checkSignIn(await contextFromCookie(), { email, password }, await callerAddress())
    await beginSession({ userId: user.id, sessionVersion: user.sessionVersion })
  })
  if (result.ok) redirect(safeNext(next))
  return { error: result.error, email: String(email ?? '') }
}
