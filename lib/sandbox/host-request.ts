/**
 * One HTTP request to a host: over a sandboxd's unix socket, over TLS with a certificate on both sides, or to a worker.
 *
 * Floor 2. Tells a host that was never reached, where something else can be tried, from one that fell silent later,
 * where the job may have run.
 */
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import type { HostAddress } from './host-address.ts'

/** Nothing was asked of the host: it is not there, or one side would not have the other's certificate. */
export class Unreached extends Error {}

export type Asking = {
  path: string
  method?: 'GET' | 'POST'
  headers?: http.OutgoingHttpHeaders
  signal: AbortSignal
}

/** A whole body, or one that goes on while the answer comes. */
type Body = string | ((call: http.ClientRequest) => void)

const CONNECT_WITHIN_MS = 3_000
/** A sandboxd says that it has a job before it begins it; a host that is gone from the network says nothing at all. */
const ANSWER_WITHIN_MS = 10_000
/** A quiet connection is kept so long: shorter than sandboxd keeps it, which so never closes one under a job. */
const KEPT_MS = 10_000

/** Resolves with the answer's head. Rejects with Unreached, with the signal's reason, or with what broke. */
export function askHost(address: HostAddress, asking: Asking, body?: Body): Promise<http.IncomingMessage> {
  const call = open(address, asking)
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  let isReached = false
  const give = (ms: number, error: Error) => setTimeout(() => call.destroy(error), ms)
  let patience = give(CONNECT_WITHIN_MS, new Unreached('no connection in time'))
  const reached = () => {
    isReached = true
    clearTimeout(patience)
  }
  call.once('socket', (socket) => {
    const isSecure = 'encrypted' in socket
    if (socket.connecting) return socket.once(isSecure ? 'secureConnect' : 'connect', reached)
    // It was kept.
    reached()
    if (isSecure) patience = give(ANSWER_WITHIN_MS, new Error('no answer in time'))
  })
  call.once('response', (response) => {
    clearTimeout(patience)
    resolve(response)
  })
  // Not once: what breaks while the answer is being read is told by the answer.
  call.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(patience)
    // A host refuses our certificate with an alert, after the handshake looked done from here.
    const isRefused = error.code?.startsWith('ERR_SSL_') && error.code.includes('ALERT')
    reject(isReached && !isRefused ? error : new Unreached(error.message, { cause: error }))
  })
  if (typeof body === 'function') body(call)
  else call.end(body)
  return promise
}

/** Closing its connection is how a run is cancelled; one whose run has ended is kept for the next. */
function open(address: HostAddress, asking: Asking): http.ClientRequest {
  if (address.kind === 'socket')
    return http.request({ socketPath: address.path ?? '/nowhere', agent: socketAgent, ...asking })
  if (address.kind === 'worker') {
    const client = address.origin.startsWith('https:') ? https : http
    return client.request(address.origin, { agent: false, ...asking })
  }
  const { host, port } = address
  return https.request({ host, port, agent: secureAgent(), ...asking })
}

const KEPT = { keepAlive: true, timeout: KEPT_MS, maxFreeSockets: 8 }

const socketAgent = new http.Agent(KEPT)

/** One for each folder of certificates. */
const agents = new Map<string, https.Agent>()

function secureAgent(): https.Agent {
  const folder = process.env.GUILDHALL_SANDBOX_CERTS
  if (!folder)
    throw new Unreached('GUILDHALL_SANDBOX_CERTS does not name the folder with this site’s certificate.')
  const agent =
    agents.get(folder) ?? new https.Agent({ ...KEPT, minVersion: 'TLSv1.3', ...readCertificates(folder) })
  agents.set(folder, agent)
  return agent
}

function readCertificates(folder: string): https.AgentOptions {
  const read = (name: string) => fs.readFileSync(path.join(folder, name))
  try {
    return { ca: read('ca.pem'), cert: read('client.pem'), key: read('client-key.pem') }
  } catch (error) {
    throw new Unreached(`A certificate of this site cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
