/** The lists of hosts in the operator's own network: GUILDHALL_SKILL_HOSTS and what admins add, and mock hosts of drafts. */
import type { OwnHost } from '../sandbox/sandbox.ts'

type Environment = { [name: string]: string | undefined }

/** An entry of GUILDHALL_SKILL_HOSTS. `owner` is the id of an organisation, or "*" for all. */
export type ListedHost = { owner: string; host: string; port?: number }

const INTERNAL = /^(\*|[0-9a-f-]{36})=([a-z0-9.-]+)(?::(\d{1,5}))?$/i
const MOCK = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)=(?:127\.0\.0\.1|localhost):(\d{1,5})$/i

/** Throws an error for the operator if the setting is malformed. */
export function readInternalHosts({ GUILDHALL_SKILL_HOSTS: text }: Environment = process.env): ListedHost[] {
  return splitEntries(text).map((entry) => {
    const [, owner, host, port] = INTERNAL.exec(entry) ?? []
    if (!owner || !host)
      throw new Error(
        `GUILDHALL_SKILL_HOSTS: “${entry}” is not ORGANISATION=HOST or ORGANISATION=HOST:PORT. Use the id of an organisation, or * for all.`,
      )
    return { owner: owner.toLowerCase(), host: host.toLowerCase(), ...(port && { port: Number(port) }) }
  })
}

/** Throws an error for the operator if the setting is malformed. */
export function readMockHosts({ GUILDHALL_DRAFT_HOSTS: text }: Environment = process.env): OwnHost[] {
  return splitEntries(text).map((entry) => {
    const [, host, port] = MOCK.exec(entry) ?? []
    if (!host || !port) throw new Error(`GUILDHALL_DRAFT_HOSTS: “${entry}” is not HOST=127.0.0.1:PORT.`)
    return { host: host.toLowerCase(), mockPort: Number(port) }
  })
}

/** Throws an error for the operator if a list is malformed. */
export function requireOwnNetworkSettings(env: Environment = process.env): void {
  readInternalHosts(env)
  readMockHosts(env)
}

function splitEntries(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Reads "wiki.internal" or "wiki.internal:8080", as admins' entries are stored. */
export function readHostAddress(address: string): OwnHost {
  const [host = '', port] = address.split(':')
  return { host, ...(port && { port: Number(port) }) }
}
