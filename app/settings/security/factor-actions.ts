'use server'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { AppError } from '#lib/errors.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as passkeys from '#lib/second-factor/passkeys.ts'
import * as totp from '#lib/second-factor/totp.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { clearSealedCookie, readSealedCookie, setSealedCookie } from '#lib/session/cookies/sealed-cookie.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { LineField } from '#lib/validation/text-fields.ts'

export async function beginTotp(): Promise<ActionResult<totp.NewTotp>> {
  return actionResult(async () => totp.beginTotp(await contextFromCookie()))
}

/** Not refreshed: the page shows recovery codes once. */
export async function confirmTotp(code: unknown): Promise<ActionResult<string[]>> {
  return actionResult(async () => totp.confirmTotp(await contextFromCookie(), parseFields(LineField, code)))
}

export async function removeTotp(): Promise<ActionResult<void>> {
  const result = await actionResult(async () => totp.removeTotp(await contextFromCookie()))
  refresh()
  return result
}

export async function beginPasskey(): Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>> {
  return actionResult(async () => {
    const options = await passkeys.beginRegistration(await contextFromCookie(), await site())
    await setSealedCookie('guildhall-challenge', { challenge: options.challenge })
    return options
  })
}

export async function finishPasskey(given: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () => {
    const challenge = (await readSealedCookie('guildhall-challenge'))?.challenge
    await clearSealedCookie('guildhall-challenge')
    if (typeof challenge !== 'string')
      throw new AppError('CONFLICT', { message: 'This took too long. Try again.' })
    await passkeys.finishRegistration(await contextFromCookie(), await site(), { challenge, given })
  })
  refresh()
  return result
}

export async function removePasskey(id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    passkeys.removePasskey(await contextFromCookie(), parseFields(LineField, id)),
  )
  refresh()
  return result
}

async function site() {
  return { origin: publicOrigin(await headers()) }
}
