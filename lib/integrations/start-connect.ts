import * as oauth from 'openid-client'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { hashSecretToken } from '../kernel/db/secret-token.ts'
import { AppError } from '../kernel/errors.ts'
import { log } from '../kernel/logging/log.ts'
import { safeNext } from '../kernel/site/safe-next.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { requireConnectable, requireConnector } from './connections.ts'
import { describeOAuthFailure, getOAuthClient } from './oauth-client.ts'
import { insertConnectAttempt } from './rows/connection-rows.ts'

/** Signing in at the provider may take a second factor. */
const ATTEMPT_MS = 15 * 60_000

const fields = z.strictObject({
  provider: IdField,
  /** The SkillSet that may use the account. */
  skillSet: z.string().max(140).optional(),
  back: z.string().max(2_000).optional(),
})

/**
 * Returns the URL at which the person consents; `callbackUrl` is registered there. Throws POLICY_DENIED for members and
 * keys, NOT_FOUND, TOOL_NOT_AVAILABLE if the provider cannot be reached.
 */
export async function startConnect(
  ctx: Context,
  given: unknown,
  callbackUrl: string,
): Promise<{ url: string }> {
  const { organisationId, userId } = requireConnector(ctx)
  const { provider: slug, skillSet, back } = parseFields(fields, given)
  const provider = await requireConnectable(ctx, slug, 'oauth2')
  const config = await getOAuthClient(provider).catch((thrown: unknown) => {
    log.warn(
      { provider: slug, reason: describeOAuthFailure(thrown) },
      'the endpoints of a provider could not be read',
    )
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: `${provider.name} cannot be reached at the moment.`,
      suggestedAction: 'Try again in a few minutes. If this continues, ask the operator of this site.',
    })
  })
  const state = oauth.randomState()
  const verifier = oauth.randomPKCECodeVerifier()
  await insertConnectAttempt(ctx.db, {
    stateHash: hashSecretToken(state),
    ...{ organisationId, userId, verifier, providerSlug: slug },
    forSkillSet: skillSet ?? null,
    next: back === undefined ? null : safeNext(back),
    expiresAt: new Date(Date.now() + ATTEMPT_MS),
  })
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: callbackUrl,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.scopes.length > 0 && { scope: provider.scopes.join(' ') }),
  })
  return { url: url.href }
}
