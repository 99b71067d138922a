'use server'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { beginAuthentication, finishAuthentication } from '#lib/auth/second-factor/passkeys.ts'
import { verifyCode } from '#lib/auth/second-factor/totp.ts'
import { AppError, type PublicError } from '#lib/kernel/errors.ts'
import { safeNext } from '#lib/kernel/site/safe-next.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import { knownBrowser } from '#lib/protocols/session/cookies/known-browser.ts'
import {
  clearSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from '#lib/protocols/session/cookies/sealed-cookie.ts'
import { completeSignIn, requirePendingUser } from '#lib/protocols/session/cookies/second-step.ts'
import { callerAddress, publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export async function sendCode(next: unknown, _before: unknown, form: unknown): Promise<PublicError | null> {
  const { code = '' } = formFields(form)
  const result = await actionResult(async (ctx) => {
    const { id, email } = await requirePendingUser()
    const browser = await knownBrowser()
    const origin = browser?.knows(email) ? { trusted: browser.id } : { address: await callerAddress() }
    await verifyCode(ctx.db, id, code, origin)
    await completeSignIn(id, 'totp')
  })
  if (!result.ok) return result.error
  redirect(safeNext(next))
}

/** Without a pending sign-in, any passkey of this site is accepted. */
export async function beginPasskeySignIn(): Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>> {
  return actionResult(async (ctx) => {
    const pending = await readSealedCookie('guildhall-second')
    const { db } = ctx
    const options = await beginAuthentication(db, await site(), pending?.sub)
    await setSealedCookie('guildhall-challenge', { challenge: options.challenge, sub: pending?.sub ?? '' })
    return options
  })
}

export async function finishPasskeySignIn(next: unknown, response: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async (ctx) => {
    const sealed = await readSealedCookie('guildhall-challenge')
    await clearSealedCookie('guildhall-challenge')
    if (typeof sealed?.challenge !== 'string')
      throw new AppError('CONFLICT', { message: 'This took too long. Try again.' })
    const asked = { challenge: sealed.challenge, given: response, userId: sealed.sub || undefined }
    const userId = await finishAuthentication(ctx.db, await site(), asked)
    await completeSignIn(userId, 'passkey')
  })
  if (!result.ok) return result
  redirect(safeNext(next))
}

async function site() {
  return { origin: publicOrigin(await headers()) }
}
