import * as oauth from 'openid-client'
import type { Database } from '../db/core/prisma-client.ts'
import { listConnectionRows } from '../db/integrations/connection-rows.ts'
import { findProviderRow, type ProviderRow } from '../db/integrations/provider-rows.ts'
import { log } from '../logging/log.ts'
import { type Credential, openCredential } from './credentials.ts'
import { oauthClientOf, reasonOf } from './oauth-client.ts'

/** RFC 7009. False without an endpoint or confirmation; then the person can only remove the access there. */
export async function revokeCredential(
  provider: ProviderRow,
  { token, refreshToken }: Credential,
): Promise<boolean> {
  if (provider.kind !== 'oauth2') return false
  try {
    const config = await oauthClientOf(provider)
    if (!config.serverMetadata().revocation_endpoint) return false
    if (refreshToken !== undefined)
      await oauth.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
    await oauth.tokenRevocation(config, token, { token_type_hint: 'access_token' })
    return true
  } catch (thrown) {
    log.warn({ provider: provider.slug, reason: reasonOf(thrown) }, 'tokens could not be revoked')
    return false
  }
}

/** Before an organisation is deleted; the result revokes afterwards. */
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
