/**
 * Hosts in the operator's own network that skills may reach, which the egress guard refuses otherwise. Only the operator
 * names them, and only an organisation's own skills reach them: a skill of somebody else that declares such a host would
 * hand what it reads to its publisher.
 */
import { matchesHost } from '../../kernel/network/destination.ts'
import type { OwnHost } from '../../sandbox/sandbox.ts'
import type { Runnable } from '../resolve/runnable.ts'

type Environment = { [name: string]: string | undefined }

/** Returns the hosts that a run of this skill may reach, of those that its SkillSet declares. */
export function findOwnHosts(
  { organisation, isPublisherOrganisation, mode, document }: Runnable,
  env: Environment = process.env,
): OwnHost[] {
  if (!isPublisherOrganisation) return []
  const declared = document.permissions?.network ?? []
  const mocks = mode === 'development' ? readMockHosts(env.GUILDHALL_DRAFT_HOSTS) : []
  const mocked = new Set(mocks.map(({ host }) => host))
  const inside = readInternalHosts(env.GUILDHALL_SKILL_HOSTS)
    .filter(({ owner, host }) => (owner === '*' || owner === organisation.id) && !mocked.has(host))
    .map(({ owner, ...host }) => host)
  return [...mocks, ...inside].filter(({ host }) => declared.some((pattern) => matchesHost(pattern, host)))
}

/** Throws an error for the operator if a list is malformed. */
export function requireOwnNetworkSettings(env: Environment = process.env): void {
  readInternalHosts(env.GUILDHALL_SKILL_HOSTS)
  readMockHosts(env.GUILDHALL_DRAFT_HOSTS)
}

const INTERNAL = /^(\*|[0-9a-f-]{36})=([a-z0-9.-]+)(?::(\d{1,5}))?$/i
const MOCK = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)=(?:127\.0\.0\.1|localhost):(\d{1,5})$/i

function readInternalHosts(text: string | undefined): (OwnHost & { owner: string })[] {
  return splitEntries(text).map((entry) => {
    const [, owner, host, port] = INTERNAL.exec(entry) ?? []
    if (!owner || !host)
      throw new Error(
        `GUILDHALL_SKILL_HOSTS: “${entry}” is not ORGANISATION=HOST or ORGANISATION=HOST:PORT. Use the id of an organisation, or * for all.`,
      )
    return { owner: owner.toLowerCase(), host: host.toLowerCase(), ...(port && { port: Number(port) }) }
  })
}

function readMockHosts(text: string | undefined): OwnHost[] {
  return splitEntries(text).map((entry) => {
    const [, host, port] = MOCK.exec(entry) ?? []
    if (!host || !port) throw new Error(`GUILDHALL_DRAFT_HOSTS: “${entry}” is not HOST=127.0.0.1:PORT.`)
    return { host: host.toLowerCase(), mockPort: Number(port) }
  })
}

function splitEntries(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}
