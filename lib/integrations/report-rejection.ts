import type { UnsealedConfig } from '../config/unseal-config.ts'
import type { Database } from '../db/core/prisma-client.ts'
import { expireTokens } from '../db/integrations/connection-rows.ts'
import { matchesHost } from '../network/destination.ts'
import type { SandboxRequest } from '../sandbox/sandbox.ts'

/** A 401 may be an early revocation: the next run renews the token first. */
export async function reportRejection(
  db: Database,
  { integrations }: Pick<UnsealedConfig, 'integrations'>,
  requests: readonly SandboxRequest[] = [],
): Promise<void> {
  const refused = requests.filter(({ status }) => status === 401)
  const rejected = (integrations?.accounts ?? []).filter(({ hosts }) =>
    refused.some(({ host }) => hosts.some((pattern) => matchesHost(pattern, host))),
  )
  if (rejected.length > 0)
    await expireTokens(
      db,
      rejected.map(({ connectionId }) => connectionId),
    )
}
