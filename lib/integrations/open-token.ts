import type { Database } from '../db/core/prisma-client.ts'
import type { ConnectionRow } from '../db/integrations/connection-rows.ts'
import type { ProviderRow } from '../db/integrations/provider-rows.ts'
import { AppError } from '../errors.ts'
import { openCredential } from './credentials.ts'

/** Returns the API key or access token. Throws TOOL_NOT_AVAILABLE if it cannot be decrypted. */
export async function openToken(
  db: Database,
  provider: Pick<ProviderRow, 'name'>,
  connection: ConnectionRow,
): Promise<string> {
  const credential = await openCredential(db, connection.id)
  if (credential) return credential.token
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: `The access to your ${provider.name} account cannot be read on this server.`,
    suggestedAction: 'Connect it again under Settings → Integrations.',
  })
}
