'use server'

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { headers } from 'next/headers'
import * as passkeys from '#lib/auth/second-factor/passkeys.ts'
import * as totp from '#lib/auth/second-factor/totp.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { LineField } from '#lib/kernel/validation/text-fields.ts'
import {
  type ActionResult,
  actionResult,
  performAction,
} from '#lib/protocols/http/responses/action-result.ts'
import {
  clearSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from '#lib/protocols/session/cookies/sealed-cookie.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export async function beginTotp(): Promise<ActionResult<totp.NewTotp>> {
  return actionResult((ctx) => totp.beginTotp(ctx))
}

/** Does not refresh the page, which shows the recovery codes only once. */
export async function confirmTotp(code: unknown): Promise<ActionResult<string[]>> {
  return actionResult((ctx) => totp.confirmTotp(ctx, parseFields(LineField, code)))
}

export async function removeTotp(): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) => totp.removeTotp(ctx))
}

export async function beginPasskey(): Promise<ActionResult<PublicKeyCredentialCreationOptionsJSON>> {
  return actionResult(async (ctx) => {
    const options = await passkeys.beginRegistration(ctx, await site())
    await setSealedCookie('guildhall-challenge', { challenge: options.challenge })
    return options
  })
}

export async function finishPasskey(request: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, async (ctx) => {
    const challenge = (await readSealedCookie('guildhall-challenge'))?.challenge
    await clearSealedCookie('guildhall-challenge')
    if (typeof challenge !== 'string')
      throw new AppError('CONFLICT', { message: 'Adding the passkey took too long. Try again.' })
    await passkeys.finishRegistration(ctx, await site(), { challenge, given: request })
  })
}

export async function removePasskey(id: unknown): Promise<ActionResult<void>> {
  return performAction({ refreshes: 'always' }, (ctx) =>
    passkeys.removePasskey(ctx, parseFields(LineField, id)),
  )
}

async function site() {
  return { origin: publicOrigin(await headers()) }
}
