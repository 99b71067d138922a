'use server'

import { redirect } from 'next/navigation'
import type { SignUpState } from '#components/account/sign-up-form.tsx'
import { signUp as makeAccount } from '#lib/accounts/sign-up.ts'
import { safeNext } from '#lib/contract/market/safe-next.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { callerAddress } from '#lib/session/caller-address.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { beginSession } from '#lib/session/session-cookie.ts'

/** Makes an account, signs this browser in and goes on to `next`; otherwise says why not. */
export async function signUp(_before: unknown, form: FormData): Promise<SignUpState> {
  const { name, email, password, next } = Object.fromEntries(form)
  const result = await actionResult(async () => {
    const user = await makeAccount(
      await contextFromCookie(),
      { name, email, password },
      await callerAddress(),
    )
    await beginSession({ userId: user.id, sessionVersion: user.sessionVersion })
  })
  if (result.ok) redirect(safeNext(next))
  return { error: result.error, name: String(name ?? ''), email: String(email ?? '') }
}
