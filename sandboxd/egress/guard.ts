/**
 * The egress guard of one workerd process: the only way out of it, for the run that is in it.
 *
 * Each process has a guard and a socket of its own, so whose request it is does not depend on anything that the
 * process says. What a run asks of Guildhall (a child run, a tool, a blob) comes the same way, for the same reason. Bodies stream both ways with back-pressure and are never held whole. Every hop of a redirect is a
 * request of its own here, since the isolate follows redirects itself.
 * Source: specification "Execution", Limits and refusals, Egress.
 */
import http from 'node:http'
import { LONGEST_HOST, readDestination } from './destination.ts'
import type { EgressRun } from './egress-run.ts'
import { forward } from './forward.ts'
import { THE_INTERNET, type World } from './pin-host.ts'
import { refuse } from './refuse.ts'

/** Where the dispatcher puts the URL that was asked for. */
const URL_HEADER = 'x-guildhall-url'
/** And there the ticket of the isolate; a skill's own header of this name is written over. */
export const TICKET_HEADER = 'x-guildhall-ticket'
/** What is asked of Guildhall comes by this path; what is to leave it comes by another. */
const ASK_PATH = '/ask'

export type Guard = {
  /** From now on requests are this run's. */
  admit(run: EgressRun): void
  /** From now on they are nobody's, and refused. */
  dismiss(): void
  close(): void
}

/** Listens on `socketPath`. Rejects when it cannot. */
export async function openGuard(socketPath: string, world: World = THE_INTERNET): Promise<Guard> {
  let current: EgressRun | undefined
  const server = http.createServer((request, response) => {
    // workerd would keep the connection for whoever runs next, and has but so many.
    response.setHeader('connection', 'close')
    answer(current, world, request, response).catch((error: Error) => refuse(response, error.message))
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketPath, resolve)
  })
  return {
    admit(run) {
      current = run
    },
    dismiss() {
      current = undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  run: EgressRun | undefined,
  world: World,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const isTheRuns = run && !run.signal.aborted && request.headers[TICKET_HEADER] === run.ticket
  if (!isTheRuns) return refuse(response, 'The run is over.')
  if (request.url === ASK_PATH) {
    response.end(await run.answerCall(request))
    return
  }
  const { budget, trace } = run
  if (trace.length >= budget.requests) {
    run.overspend(`The skill made more than the ${budget.requests} requests it may make.`)
    return refuse(response, 'The run is over.')
  }
  const entry = { method: request.method ?? 'GET', host: '', sentBytes: 0, bytes: 0, ms: 0 }
  trace.push(entry)
  const asked = request.headers[URL_HEADER]
  const destination = readDestination(typeof asked === 'string' ? asked : '', run.network)
  if ('refusal' in destination) {
    Object.assign(entry, { host: hostOf(asked), refused: destination.refusal })
    return refuse(response, destination.refusal)
  }
  await forward({ run, world, entry, destination, request, response })
}

/** For the trace of what was refused: how its host begins, or nothing when it has none. */
function hostOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname.slice(0, LONGEST_HOST) : ''
}
