'use server'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import * as recentAuth from '#lib/auth/recent-auth.ts'
import { beginAuthentication, finishAuthentication } from '#lib/auth/second-factor/passkeys.ts'
import { verifyCode } from '#lib/auth/second-factor/totp.ts'
import { requireViewer } from '#lib/context/context.ts'
import { AppError, type PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { type ActionResult, actionResult } from '#lib/protocols/http/responses/action-result.ts'
import {
  clearSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from '#lib/protocols/session/cookies/sealed-cookie.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

const DONE = `${paths.security}?confirmed=1`

/** With what the person can confirm that it is them in a dialog, without leaving the page. */
export async function readReauthMeans(): Promise<ActionResult<recentAuth.ReauthMeans>> {
  return actionResult((ctx) => recentAuth.getReauthMeans(ctx.db, requireViewer(ctx).userId))
}

export async function confirmByPassword(form: unknown): Promise<ActionResult<void>> {
  return provePassword(form)
}

export async function confirmByCode(form: unknown): Promise<ActionResult<void>> {
  return proveCode(form)
}

export async function beginPasskeyReauth(): Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>> {
  return actionResult(async (ctx) => {
    const options = await beginAuthentication(ctx.db, await site(), requireViewer(ctx).userId)
    await setSealedCookie('guildhall-challenge', { challenge: options.challenge })
    return options
  })
}

export async function confirmByPasskey(response: unknown): Promise<ActionResult<void>> {
  return provePasskey(response)
}

// The forms of the page work before scripts have loaded, and then go on to Security.

export async function reauthenticateByPassword(_before: unknown, form: unknown): Promise<PublicError | null> {
  const result = await provePassword(form)
  return result.ok ? redirect(DONE) : result.error
}

export async function reauthenticateByCode(_before: unknown, form: unknown): Promise<PublicError | null> {
  const result = await proveCode(form)
  return result.ok ? redirect(DONE) : result.error
}

export async function finishPasskeyReauth(response: unknown): Promise<ActionResult<void>> {
  const result = await provePasskey(response)
  return result.ok ? redirect(DONE) : result
}

function provePassword(form: unknown): Promise<ActionResult<void>> {
  const { password = '' } = formFields(form)
  return actionResult((ctx) => recentAuth.reauthenticateByPassword(ctx, password))
}

function proveCode(form: unknown): Promise<ActionResult<void>> {
  const { code = '' } = formFields(form)
  return actionResult(async (ctx) => {
    const { userId } = requireViewer(ctx)
    await verifyCode(ctx.db, userId, code, { trusted: ctx.sessionId ?? userId })
    await recentAuth.recordReauthentication(ctx)
  })
}

function provePasskey(response: unknown): Promise<ActionResult<void>> {
  return actionResult(async (ctx) => {
    const challenge = (await readSealedCookie('guildhall-challenge'))?.challenge
    await clearSealedCookie('guildhall-challenge')
    if (typeof challenge !== 'string')
      throw new AppError('CONFLICT', { message: 'Confirming your identity took too long. Try again.' })
    const { userId } = requireViewer(ctx)
    await finishAuthentication(ctx.db, await site(), { challenge, given: response, userId })
    await recentAuth.recordReauthentication(ctx)
  })
}

async function site() {
  return { origin: publicOrigin(await headers()) }
}
