/**
 * Hosts in the operator's own network that skills may reach, which the egress guard refuses otherwise. Only the operator
 * and admins name them, and only an organisation's own skills reach them: a skill of somebody else that declares such a host
 * would hand what it reads to its publisher.
 */
import type { Database } from '../../kernel/db/prisma-client.ts'
import { matchesHost } from '../../kernel/network/destination.ts'
import type { OwnHost } from '../../sandbox/sandbox.ts'
import { readHostAddress, readInternalHosts, readMockHosts } from '../../settings/own-hosts.ts'
import { listOwnAddresses } from '../../settings/rows/own-host-rows.ts'
import type { Runnable } from '../resolve/runnable.ts'

type Environment = { [name: string]: string | undefined }

/** Returns the hosts that a run of this skill may reach, of those that its SkillSet declares. */
export async function findOwnHosts(db: Database, runnable: Runnable): Promise<OwnHost[]> {
  const { organisation, isPublisherOrganisation, document } = runnable
  if (!isPublisherOrganisation || !document.permissions?.network?.length) return []
  return chooseOwnHosts(runnable, await listOwnAddresses(db, organisation.id))
}

/** `listed` are the addresses that admins added for the organisation. */
export function chooseOwnHosts(
  { organisation, isPublisherOrganisation, mode, document }: Runnable,
  listed: readonly string[],
  env: Environment = process.env,
): OwnHost[] {
  if (!isPublisherOrganisation) return []
  const declared = document.permissions?.network ?? []
  const mocks = mode === 'development' ? readMockHosts(env) : []
  const mocked = new Set(mocks.map(({ host }) => host))
  const inside = readInternalHosts(env)
    .filter(({ owner }) => owner === '*' || owner === organisation.id)
    .map(({ owner: _, ...host }): OwnHost => ({ ...host, mayBeThisMachine: true }))
  return [
    ...mocks,
    ...[...inside, ...listed.map(readHostAddress)].filter(({ host }) => !mocked.has(host)),
  ].filter(({ host }) => declared.some((pattern) => matchesHost(pattern, host)))
}
