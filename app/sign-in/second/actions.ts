'use server'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { beginAuthentication } from '#lib/auth/second-factor/passkeys.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { setSealedCookie } from '#lib/protocols/session/cookies/sealed-cookie.ts'
import { findPendingUser } from '#lib/protocols/session/cookies/second-step.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { signInByCredentials } from '#lib/protocols/session/next-auth/sign-in.ts'

export async function signInWithCode(
  next: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const { code } = formFields(form)
  const result = await actionResult(() => signInByCredentials('code', { code }, safeNext(next)))
  if (!result.ok) return result.error
  redirect(result.data)
}

/** Without a pending sign-in, any passkey of this site is accepted. */
export async function beginPasskeySignIn(): Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>> {
  return actionResult(async (ctx) => {
    const pending = await findPendingUser()
    const site = { origin: publicOrigin(await headers()) }
    const options = await beginAuthentication(ctx.db, site, pending?.id)
    await setSealedCookie('guildhall-challenge', { challenge: options.challenge, sub: pending?.id ?? '' })
    return options
  })
}

export async function finishPasskeySignIn(next: unknown, response: unknown): Promise<ActionResult<void>> {
  const credentials = { response: JSON.stringify(response) }
  const result = await actionResult(() => signInByCredentials('passkey', credentials, safeNext(next)))
  if (!result.ok) return result
  redirect(result.data)
}
