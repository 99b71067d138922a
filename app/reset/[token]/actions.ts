'use server'

import { redirect } from 'next/navigation'
import { resetPassword } from '#lib/accounts/reset-password.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { PublicError } from '#lib/errors.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { callerAddress } from '#lib/session/caller-address.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { endSession } from '#lib/session/session-cookie.ts'

/** Sets the password the link is for, then asks to sign in with it. */
export async function reset(token: unknown, _before: unknown, form: FormData): Promise<PublicError | null> {
  const given = { token, password: form.get('password') }
  const result = await actionResult(async () =>
    resetPassword(await contextFromCookie(), given, await callerAddress()),
  )
  if (!result.ok) return result.error
  await endSession()
  redirect(`${paths.signIn()}?reset=done`)
}
