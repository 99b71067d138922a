/**
 * Requests to sandbox hosts. They tell whether a host was reached: if not, another can be tried; otherwise the job may have
 * run, and must not be repeated.
 */
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import type { HostAddress } from './host-address.ts'

/** Nothing has run: the host is down, refused a certificate, or closed the connection before acknowledging a job. */
export class HostUnreachable extends Error {}

export type HostRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: http.OutgoingHttpHeaders
  signal: AbortSignal
}

type Body = string | ((call: http.ClientRequest) => void)

const CONNECT_TIMEOUT_MS = 3_000
const CONTINUE_TIMEOUT_MS = 5_000
/** Shorter than sandboxd's own, so that sandboxd never closes a connection in the moment in which a job starts on it. */
const IDLE_TIMEOUT_MS = 10_000

/** Rejects with HostUnreachable, the signal's reason, or the network error. */
export function sendHostRequest(
  address: HostAddress,
  request: HostRequest,
  body?: Body,
): Promise<http.IncomingMessage> {
  // Across a network a reused connection may be dead without being closed, so the job waits until the host has answered.
  const waitsForContinue = typeof body === 'function' && address.kind === 'tls'
  const call = openRequest(address, waitsForContinue ? expectContinue(request) : request)
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  let isReached = false
  let isAnswered = false
  // The error is created only when it is thrown, because it captures a stack trace.
  const failAfter = (ms: number) =>
    setTimeout(() => call.destroy(new HostUnreachable('the connection timed out')), ms)
  let timer = failAfter(CONNECT_TIMEOUT_MS)
  const reached = () => {
    isReached = true
    clearTimeout(timer)
  }
  call.once('socket', (socket) => {
    const connected = () => {
      if (!waitsForContinue) return reached()
      clearTimeout(timer)
      timer = failAfter(CONTINUE_TIMEOUT_MS)
    }
    if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', connected)
    else connected()
  })
  call.once('response', (response) => {
    isAnswered = true
    reached()
    resolve(response)
  })
  // `on`, not `once`: errors while the response is read are reported here, too.
  call.on('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer)
    // sandboxd answers before it begins, and what it wrote to a socket of this machine arrives even if it is killed.
    const isUnanswered =
      address.kind === 'socket' && !isAnswered && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '')
    // The server may send an alert after the handshake seems complete.
    const isRefused = error.code?.startsWith('ERR_SSL_') && error.code.includes('ALERT')
    const mayHaveRun = isReached && !isUnanswered && !isRefused
    reject(mayHaveRun ? error : new HostUnreachable(error.message, { cause: error }))
  })
  if (waitsForContinue)
    call.once('continue', () => {
      reached()
      body(call)
    })
  else if (typeof body === 'function') body(call)
  else call.end(body)
  return promise
}

function expectContinue(request: HostRequest): HostRequest {
  return { ...request, headers: { ...request.headers, expect: '100-continue' } }
}

/** Opens a request. Destroying it cancels the run; after a run its connection is reused. */
function openRequest(address: HostAddress, request: HostRequest): http.ClientRequest {
  if (address.kind === 'socket')
    return http.request({ socketPath: address.path ?? '/nowhere', agent: socketAgent, ...request })
  if (address.kind === 'worker') {
    const client = address.origin.startsWith('https:') ? https : http
    return client.request(address.origin, { agent: false, ...request })
  }
  const { host, port } = address
  return https.request({ host, port, agent: secureAgent(), ...request })
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
