import * as oauth from 'openid-client'
import type { Database } from '../kernel/db/prisma-client.ts'
import { log } from '../kernel/logging/log.ts'
import { type Credential, openCredential } from './credentials.ts'
import { describeOAuthFailure, getOAuthClient } from './oauth-client.ts'
import { listConnectionRows } from './rows/connection-rows.ts'
import { findProviderRow, type ProviderRow } from './rows/provider-rows.ts'

/** `unsupported`: the person can only remove the access at the provider. */
export type Revocation = 'revoked' | 'unsupported' | 'failed'

/** See RFC 7009. */
export async function revokeCredential(
  provider: ProviderRow,
  { token, refreshToken }: Credential,
): Promise<Revocation> {
  if (provider.kind !== 'oauth2') return 'unsupported'
  try {
    const config = await getOAuthClient(provider)
    if (!config.serverMetadata().revocation_endpoint) return 'unsupported'
    if (refreshToken !== undefined)
      await oauth.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
    await oauth.tokenRevocation(config, token, { token_type_hint: 'access_token' })
    return 'revoked'
  } catch (thrown) {
    log.warn({ provider: provider.slug, reason: describeOAuthFailure(thrown) }, 'tokens could not be revoked')
    return 'failed'
  }
}

/** Call it before an organisation is deleted, and its result afterwards. */
export async function prepareRevocation(db: Database, organisationId: string): Promise<() => Promise<void>> {
  const connections = await listConnectionRows(db, organisationId)
  const opened = await Promise.all(
    connections.map(async ({ id, providerSlug }) => ({
      provider: await findProviderRow(db, providerSlug),
      credential: await openCredential(db, id),
    })),
  )
  return async () => {
    const revoked = opened.map(
      ({ provider, credential }) => provider && credential && revokeCredential(provider, credential),
    )
    await Promise.all(revoked)
  }
}
