/**
 * The only way out of a workerd process (docs/spec/execution.md §4). Each process has its own guard and socket, so that nothing
 * that the process sends decides whose request it is. Bodies are streamed and never buffered. The isolate follows redirects
 * itself, so every hop is checked here.
 */
import http from 'node:http'
import { RUN_LIMITS } from '../../lib/contracts/document/skill-limits.ts'
import { MAX_HOST_CHARS, parseDestination } from '../../lib/kernel/network/destination.ts'
import { type EgressPolicy, PUBLIC_INTERNET } from '../../lib/kernel/network/pin-host.ts'
import type { OwnHost, SandboxJob, SandboxRequest, SandboxSecret } from '../../lib/sandbox/sandbox.ts'
import { answerBlobPart, PART_PATH } from './blob-part.ts'
import type { DeniedHosts } from './denied-hosts.ts'
import { type Recorder, type Replayer, replayRequest } from './exchanges.ts'
import { forwardRequest } from './forward.ts'
import { sendRefusal } from './headers.ts'
import type { RequestObserver } from './observed-requests.ts'

const URL_HEADER = 'x-guildhall-url'
/** The header with the isolate's ticket. A header of this name that the skill sets is replaced. */
export const TICKET_HEADER = 'x-guildhall-ticket'
/** The path of host calls; outgoing requests have another one. */
const ASK_PATH = '/ask'

export type Guard = {
  /** Lets requests of this run pass, and no others. */
  admit(run: EgressRun): void
  /** Ends that: every request is refused until the next run. */
  dismiss(): void
  close(): void
}

export async function openGuard(
  socketPath: string,
  egressPolicy: EgressPolicy = PUBLIC_INTERNET,
): Promise<Guard> {
  let current: EgressRun | undefined
  let admittedMs = 0
  const server = http.createServer((request, response) => {
    // Closed after each response, because workerd would keep the connection for later runs, and has a limited number.
    response.setHeader('connection', 'close')
    answerRequest(current, { egressPolicy, admittedMs }, request, response).catch((error: Error) =>
      sendRefusal(response, error.message),
    )
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socketPath, resolve)
  })
  return {
    admit(run) {
      current = run
      admittedMs = performance.now()
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

async function answerRequest(
  run: EgressRun | undefined,
  { egressPolicy, admittedMs }: { egressPolicy: EgressPolicy; admittedMs: number },
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const isFromCurrentRun = run && !run.signal.aborted && request.headers[TICKET_HEADER] === run.ticket
  if (!isFromCurrentRun) return sendRefusal(response, 'The run has ended.')
  if (request.url === ASK_PATH) {
    response.end(await run.answerCall(request))
    return
  }
  if (request.url === PART_PATH) return answerBlobPart(run, request, response)
  const startEntry = (method: string, host: string) => {
    const { budget, trace } = run
    if (trace.length >= budget.requests) {
      run.onOverspend(`The skill exceeded its limit of ${budget.requests} requests.`)
      return undefined
    }
    const atMs = Math.round(performance.now() - admittedMs)
    const entry: SandboxRequest = { atMs, method, host, sentBytes: 0, bytes: 0, ms: 0 }
    trace.push(entry)
    return entry
  }
  const entry = startEntry(request.method ?? 'GET', '')
  if (!entry) return sendRefusal(response, 'The run has ended.')
  const requestedUrl = request.headers[URL_HEADER]
  const destination = parseDestination(
    typeof requestedUrl === 'string' ? requestedUrl : '',
    run.network,
    run.ownHosts,
  )
  if ('refusal' in destination) {
    Object.assign(entry, { host: readHost(requestedUrl), refused: destination.refusal })
    return sendRefusal(response, destination.refusal)
  }
  run.observer?.locate(entry, destination, request.headers)
  const { exchanges } = run
  if (exchanges?.kind === 'replay')
    return replayRequest(exchanges, { run, entry, destination, request, response })
  const denial = await run.deniedHosts.refusalOf(destination.host)
  if (denial !== undefined) {
    Object.assign(entry, { refused: denial, code: 'POLICY_DENIED' })
    return sendRefusal(response, denial)
  }
  const exchange = exchanges?.open(destination.url, request)
  await forwardRequest({ run, egressPolicy, entry, startEntry, destination, request, response, exchange })
}

/** Returns the host for the trace of a refused request, truncated; "" if there is none. */
function readHost(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname.slice(0, MAX_HOST_CHARS) : ''
}

/** The limits of one run (docs/spec/execution.md §4): a count of requests, and bytes of each and of all. */
export type EgressBudget = {
  requests: number
  responseBytes: number
  requestBytes: number
  /** Of all responses together. */
  answerBytes: number
}

/** One response of a long run may use up what all of them may have. */
export function chooseEgressBudget({ lane, limits }: Pick<SandboxJob, 'lane' | 'limits'>): EgressBudget {
  const { requests, answerBytes } = limits
  const { requestBytes, responseBytes } = RUN_LIMITS
  return { requests, answerBytes, requestBytes, responseBytes: lane === 'long' ? answerBytes : responseBytes }
}

type EgressRules = {
  network: readonly string[]
  ownHosts: readonly OwnHost[]
  deniedHosts: DeniedHosts
  secrets: readonly SandboxSecret[]
  budget: EgressBudget
}

export type EgressRun = EgressRules & {
  /** Runs of one scope share access tokens: those of an organisation and a SkillSet. */
  tokenScope: string
  /** Identifies the run's isolate: requests from another isolate of the process are not this run's. */
  ticket: string
  /** Answers the run's host calls with JSON text for JSON text. */
  answerCall(text: AsyncIterable<Buffer>): Promise<string>
  signal: AbortSignal
  trace: SandboxRequest[]
  observer?: RequestObserver
  /** Set if the requests are recorded, or answered from a recording. */
  exchanges?: Recorder | Replayer | undefined
  /** Bytes of all responses until now. */
  answered: { bytes: number }
  onOverspend(message: string): void
}
