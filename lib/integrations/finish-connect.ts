import * as oauth from 'openid-client'
import type { Context, Viewer } from '../context/context.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { log } from '../kernel/logging/log.ts'
import {
  type Connected,
  findSkillSetId,
  requireConnectable,
  requireConnector,
  saveConnection,
  skillSetField,
} from './connections.ts'
import {
  computeExpiry,
  describeOAuthFailure,
  getOAuthClient,
  grantedScopes,
  toCredential,
} from './oauth-client.ts'
import { takeConnectAttempt } from './rows/connection-rows.ts'

/**
 * `denied`: no consent. `expired`: the attempt is unknown, used, too old, or another's. `failed`: the provider refused,
 * or could not be reached.
 */
export type ConnectOutcome = 'connected' | 'denied' | 'expired' | 'failed'

type FinishedConnect = {
  outcome: ConnectOutcome
  provider?: string
  forSkillSet?: string
  back?: string
}

/**
 * Expects the request to `callbackUrl` with `query`; an attempt counts once. Throws UNAUTHENTICATED, and POLICY_DENIED
 * for members and keys.
 */
export async function finishConnect(
  ctx: Context,
  query: URLSearchParams,
  callbackUrl: string,
): Promise<FinishedConnect> {
  const viewer = requireConnector(ctx)
  const state = query.get('state') ?? ''
  const attempt = await takeConnectAttempt(ctx.db, hashSecretToken(state))
  const isOwn = attempt?.userId === viewer.userId && attempt.organisationId === viewer.organisationId
  if (!attempt || !isOwn) return { outcome: 'expired' }
  const { providerSlug: provider, forSkillSet, next, verifier } = attempt
  const page = { provider, ...(forSkillSet && { forSkillSet }), ...(next && { back: next }) }
  const currentUrl = new URL(callbackUrl)
  currentUrl.search = query.toString()
  const exchanged = await exchangeCode(ctx, { provider, currentUrl, state, verifier })
  if (typeof exchanged === 'string') return { outcome: exchanged, ...page }
  // Outside of what is blamed on the provider: a database that is away is our fault.
  const forSkillSetId = await findWantedId(ctx, viewer, forSkillSet)
  await ctx.db.$transaction((tx) => saveConnection(tx, viewer, { ...exchanged, forSkillSetId }))
  return { outcome: 'connected', ...page }
}

type Exchange = { provider: string; currentUrl: URL; state: string; verifier: string }

/** Returns why there is no account to save, and logs it if the person did not deny it. */
async function exchangeCode(
  ctx: Context,
  { provider: slug, currentUrl, state, verifier }: Exchange,
): Promise<Connected | 'denied' | 'failed'> {
  // Null if an admin has removed or disabled it meanwhile.
  const provider = await requireConnectable(ctx, slug, 'oauth2').catch(nullIfRefused)
  if (!provider) return 'failed'
  try {
    const config = await getOAuthClient(provider)
    const tokens = await oauth.authorizationCodeGrant(config, currentUrl, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    const expiresAt = computeExpiry(tokens)
    return {
      provider,
      credential: toCredential(tokens),
      about: {
        label: '',
        hint: null,
        scopes: grantedScopes(tokens, provider.scopes),
        expiresAt,
        canRefresh: expiresAt !== null && tokens.refresh_token !== undefined,
      },
    }
  } catch (thrown) {
    if (thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied')
      return 'denied'
    // The error's cause contains the response.
    log.warn({ provider: slug, reason: describeOAuthFailure(thrown) }, 'an account could not be connected')
    return 'failed'
  }
}

function nullIfRefused(thrown: unknown): null {
  if (thrown instanceof AppError) return null
  throw thrown
}

/** Returns undefined if the SkillSet is gone. */
async function findWantedId(ctx: Context, viewer: Viewer, name: string | null): Promise<string | undefined> {
  const parsed = skillSetField.safeParse(name)
  if (!parsed.success) return undefined
  return findSkillSetId(ctx, viewer, parsed.data).catch((thrown: unknown) => {
    if (thrown instanceof AppError) return undefined
    throw thrown
  })
}
