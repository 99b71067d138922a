/** Another host can be tried if one was never reached; later the job may have run. */
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import type { HostAddress } from './host-address.ts'

/** Down, or a certificate was refused: nothing was sent. */
export class HostUnreachable extends Error {}

export type HostRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: http.OutgoingHttpHeaders
  signal: AbortSignal
}

type Body = string | ((call: http.ClientRequest) => void)

const CONNECT_TIMEOUT_MS = 3_000
/** sandboxd acknowledges a job before it begins. */
const ANSWER_TIMEOUT_MS = 10_000
/** Shorter than sandboxd's, which never closes one when a job starts. */
const IDLE_TIMEOUT_MS = 10_000

/** Rejects with HostUnreachable, the signal's reason, or the network error. */
export function sendHostRequest(
  address: HostAddress,
  asking: HostRequest,
  body?: Body,
): Promise<http.IncomingMessage> {
  const call = open(address, asking)
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  let isReached = false
  // An error is made only when it is thrown, because it captures a stack trace.
  const failAfter = (ms: number, error: () => Error) => setTimeout(() => call.destroy(error()), ms)
  let timer = failAfter(CONNECT_TIMEOUT_MS, () => new HostUnreachable('the connection timed out'))
  const reached = () => {
    isReached = true
    clearTimeout(timer)
  }
  call.once('socket', (socket) => {
    const isSecure = 'encrypted' in socket
    if (socket.connecting) return socket.once(isSecure ? 'secureConnect' : 'connect', reached)
    reached()
    if (isSecure) timer = failAfter(ANSWER_TIMEOUT_MS, () => new Error('the response timed out'))
  })
  call.once('response', (response) => {
    clearTimeout(timer)
    resolve(response)
  })
  // Not `once`: the response reports errors while it is read.
  call.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer)
    // An alert after the handshake seems complete.
    const isRefused = error.code?.startsWith('ERR_SSL_') && error.code.includes('ALERT')
    reject(isReached && !isRefused ? error : new HostUnreachable(error.message, { cause: error }))
  })
  if (typeof body === 'function') body(call)
  else call.end(body)
  return promise
}

/** Closing it cancels a run; after a run it is reused. */
function open(address: HostAddress, asking: HostRequest): http.ClientRequest {
  if (address.kind === 'socket')
    return http.request({ socketPath: address.path ?? '/nowhere', agent: socketAgent, ...asking })
  if (address.kind === 'worker') {
    const client = address.origin.startsWith('https:') ? https : http
    return client.request(address.origin, { agent: false, ...asking })
  }
  const { host, port } = address
  return https.request({ host, port, agent: secureAgent(), ...asking })
}

const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: 8 }

const socketAgent = new http.Agent(AGENT_OPTIONS)

const agents = new Map<string, https.Agent>()

function secureAgent(): https.Agent {
  const folder = process.env.GUILDHALL_SANDBOX_CERTS
  if (!folder)
    throw new HostUnreachable(
      'GUILDHALL_SANDBOX_CERTS is not set to the folder with this site’s certificate.',
    )
  const agent =
    agents.get(folder) ??
    new https.Agent({ ...AGENT_OPTIONS, minVersion: 'TLSv1.3', ...readCertificates(folder) })
  agents.set(folder, agent)
  return agent
}

function readCertificates(folder: string): https.AgentOptions {
  const read = (name: string) => fs.readFileSync(path.join(folder, name))
  try {
    return { ca: read('ca.pem'), cert: read('client.pem'), key: read('client-key.pem') }
  } catch (error) {
    throw new HostUnreachable(`A certificate of this site cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
