import type { Database } from '../db/core/prisma-client.ts'
import type { ConnectionRow } from '../db/integrations/connection-rows.ts'
import type { ProviderRow } from '../db/integrations/provider-rows.ts'
import { AppError } from '../errors.ts'
import { openCredential } from './credentials.ts'
import { isDueForRefresh, refreshToken } from './refresh-token.ts'

/** An API key, or a token that is renewed if needed. Throws TOOL_NOT_AVAILABLE if it has none. */
export async function openToken(
  db: Database,
  provider: ProviderRow,
  connection: ConnectionRow,
): Promise<string> {
  if (isDueForRefresh(connection)) await refreshToken(db, provider, connection.id)
  const credential = await openCredential(db, connection.id)
  if (credential) return credential.token
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: `The access to your ${provider.name} account cannot be read on this server.`,
    suggestedAction: 'Connect it again under Settings → Integrations.',
  })
}
