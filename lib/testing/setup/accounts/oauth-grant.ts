import { createHash } from 'node:crypto'
import { type AuthorizationParams, answerAuthorization } from '../../../auth/oauth/authorize.ts'
import { exchangeToken } from '../../../auth/oauth/exchange-token.ts'
import { registerClient } from '../../../auth/oauth/register-client.ts'
import type { Context } from '../../../context/context.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { contextFromKey } from '../../../protocols/session/context/context-from-key.ts'
import { contextFor, freshName, makeUser, visitor } from '../../factories.ts'

export const ORIGIN = 'http://localhost:3000'
export const BACK = 'http://localhost:6274/callback'
const VERIFIER = 'a'.repeat(50)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

export async function makeClient(redirect_uris = [BACK]): Promise<string> {
  const known = await registerClient(
    visitor(),
    { redirect_uris, client_name: 'Deskpad' },
    freshName('address'),
  )
  return (known as { client_id: string }).client_id
}

export function authorizationParams(client_id: string, more: AuthorizationParams = {}): AuthorizationParams {
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  return {
    client_id,
    redirect_uri: BACK,
    response_type: 'code',
    state: 'x y',
    scope: 'read run',
    ...pkce,
    ...more,
  }
}

export type Tokens = {
  access_token: string
  refresh_token: string
  scope: string
  token_type: string
  expires_in: number
}

export function exchange(client_id: string, fields: Record<string, string>): Promise<Tokens> {
  return exchangeToken(visitor(), { client_id, ...fields }, ORIGIN) as Promise<Tokens>
}

export const codeGrant = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: BACK,
  code_verifier: VERIFIER,
})

/** Returns the answer of the consent page, with the account that it showed. */
export function answerOf({ viewer }: Context, scopes: string[]) {
  const { userId, organisationId } = viewer ?? { userId: '', organisationId: '' }
  return { scopes, shownAs: { userId, organisationId } }
}

/** Creates a person who has consented, and returns the resulting code. */
export async function grantAccess(granted = ['read', 'run'], more: AuthorizationParams = {}) {
  const clientId = await makeClient()
  const ctx = await contextFor(await makeUser())
  const address = new URL(
    await answerAuthorization(ctx, authorizationParams(clientId, more), answerOf(ctx, granted), ORIGIN),
  )
  return { ctx, clientId, address, code: address.searchParams.get('code') ?? '' }
}

export const refresh = (clientId: string, refresh_token: string) =>
  exchange(clientId, { grant_type: 'refresh_token', refresh_token })

/** Moves the last use of used tokens a minute back. */
export async function passMinute(clientId: string): Promise<void> {
  const where = { clientId, usedAt: { not: null } }
  await database().oAuthToken.updateMany({ where, data: { usedAt: new Date(Date.now() - 60_000) } })
}

export const contextFromToken = (token: string) =>
  contextFromKey(new Request(ORIGIN, { headers: { authorization: `Bearer ${token}` } }), ['read'])
