import type { UnsealedConfig } from '../config/unseal-config.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { matchesHost } from '../kernel/network/destination.ts'
import { paths } from '../kernel/site/paths.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { listOrganisationAdminIds } from '../organisations/rows/memberships.ts'
import type { SandboxRequest } from '../sandbox/sandbox.ts'
import { expireTokens, markAccepted, markRejected } from './rows/connection-rows.ts'
import { findProviderRow } from './rows/provider-rows.ts'

/**
 * A 401 may be an early revocation: the next run renews the token first. A key that cannot be renewed is shown as
 * rejected, until it is accepted again: the code may also have asked for more than the key allows.
 */
export async function reportRejection(
  db: Database,
  { integrations }: Pick<UnsealedConfig, 'integrations'>,
  requests: readonly SandboxRequest[] = [],
): Promise<void> {
  const accounts = (integrations?.accounts ?? []).map(({ connectionId, hosts }) => ({
    connectionId,
    statuses: requests
      .filter(({ host }) => hosts.some((pattern) => matchesHost(pattern, host)))
      .map(({ status = 0 }) => status),
  }))
  const idsWith = (test: (statuses: number[]) => boolean) =>
    accounts.filter(({ statuses }) => test(statuses)).map(({ connectionId }) => connectionId)
  const rejected = idsWith((statuses) => statuses.includes(401))
  const accepted = idsWith((all) => !all.includes(401) && all.some((status) => status >= 200 && status < 300))
  if (accepted.length > 0) await markAccepted(db, accepted)
  if (rejected.length === 0) return
  await expireTokens(db, rejected)
  await db.$transaction(async (tx) => {
    for (const { organisationId, providerSlug } of await markRejected(tx, rejected)) {
      const name = (await findProviderRow(tx, providerSlug))?.name ?? providerSlug
      await sendNotice(tx, await listOrganisationAdminIds(tx, [organisationId]), {
        kind: 'integration.rejected',
        title: `${name} rejected your organisation’s account`,
        body: 'A run got the answer “401 Unauthorized”. If the access was revoked or has expired, connect it again.',
        href: paths.integrations,
      })
    }
  })
}
