/** How a request of a run leaves: to an address that was checked, or to the mock host of a draft on this machine. */
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { deniedHostMessage } from '../../lib/kernel/network/denied-hosts.ts'
import {
  findOwnHost,
  isOwnNetworkAddress,
  isThisMachine,
  type Refusal,
  type RequestDestination,
} from '../../lib/kernel/network/destination.ts'
import { type EgressPolicy, pinHost, pinnedLookup } from '../../lib/kernel/network/pin-host.ts'
import type { OwnHost } from '../../lib/sandbox/sandbox.ts'
import type { EgressRun } from './guard.ts'

export type Route = {
  lookup: LookupFunction
  /** The port of a mock host, which is reached in plain HTTP. */
  mockPort?: number
}

type RefusedRoute = Refusal & { code?: 'POLICY_DENIED' }

/** A denied address is refused under every name that leads to it. */
export async function findRoute(
  { ownHosts, deniedHosts }: Pick<EgressRun, 'ownHosts' | 'deniedHosts'>,
  egressPolicy: EgressPolicy,
  destination: RequestDestination,
): Promise<Route | RefusedRoute> {
  const own = findOwnHost(ownHosts, destination)
  if (own?.mockPort !== undefined)
    return { lookup: pinnedLookup({ addresses: ['127.0.0.1'] }), mockPort: own.mockPort }
  const pinned = await pinHost(
    destination.host,
    own ? { ...egressPolicy, isAllowed: addressesOf(own) } : egressPolicy,
  )
  if ('refusal' in pinned) return pinned
  for (const address of pinned.addresses)
    if ((await deniedHosts.refusalOf(address)) !== undefined)
      return { refusal: deniedHostMessage(destination.host), code: 'POLICY_DENIED' }
  return { lookup: pinnedLookup(pinned) }
}

/** A name that an admin lists can lead to this machine later, so its addresses are checked, too. */
function addressesOf({ mayBeThisMachine }: OwnHost): EgressPolicy['isAllowed'] {
  return (address) => isOwnNetworkAddress(address) && (mayBeThisMachine || !isThisMachine(address))
}

type Options = { method: string; headers: http.OutgoingHttpHeaders; signal: AbortSignal }

export function openRequest(url: URL, { lookup, mockPort }: Route, options: Options): http.ClientRequest {
  const target = new URL(url)
  if (mockPort !== undefined) Object.assign(target, { protocol: 'http:', port: String(mockPort) })
  return (target.protocol === 'https:' ? https : http).request(target, {
    ...options,
    headers: { ...options.headers, ...(mockPort !== undefined && { host: url.host }) },
    lookup,
    // Runs share nothing, not even connections.
    agent: false,
  })
}

/** Rejects if the server switches to another protocol. */
export function waitForOrigin(call: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
    call.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('The server switched to another protocol.'))
    })
  })
}

const CLOSED = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']
const UNREACHABLE = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']

/** Whether the same request may succeed a moment later. */
export function isTransientError({ code = '' }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNREFUSED' || CLOSED.includes(code) || UNREACHABLE.includes(code)
}

export function networkErrorText({ code = '', name, message }: NodeJS.ErrnoException, host: string): string {
  if (name === 'AbortError') return 'The run has ended.'
  if (code === 'ECONNREFUSED') return `${host} refused the connection.`
  if (CLOSED.includes(code)) return `${host} closed the connection.`
  if (UNREACHABLE.includes(code)) return `${host} could not be reached.`
  if (code === 'ERR_INVALID_CHAR') return 'A header contains a character that is not allowed.'
  if (code.includes('CERT')) return `The certificate of ${host} is not valid.`
  return `The request to ${host} failed: ${message}`
}
