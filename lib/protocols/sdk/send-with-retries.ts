/** Retries only if nothing ran or repeating is safe. Honours `Retry-After`; never waits beyond the deadline. */
import type { ErrorCode } from '../../kernel/errors.ts'
import { CancelledError, DeadlineError, GuildhallError, NoResponseError } from './errors.ts'

type Sending = {
  signal?: AbortSignal
  deadline: number
  retries: number
  repeatable: boolean
  /** Whether the server returns the first run for a request that is sent again. */
  resendable: boolean
}

type Read<Answer> = (status: number, text: string, retryAfter: number | undefined) => Answer

const PASSING: readonly ErrorCode[] = [
  'RATE_LIMIT_EXCEEDED',
  'TOOL_NOT_AVAILABLE',
  'TOOL_TIMEOUT',
  'SEARCH_API_ERROR',
]

/** Codes that Guildhall sends before anything runs. Without a run, any other comes from a proxy. */
const REFUSALS: readonly ErrorCode[] = ['RATE_LIMIT_EXCEEDED', 'TOOL_NOT_AVAILABLE']

const FIRST_WAIT_MS = 250

export async function sendWithRetries<Answer>(
  /** `before` is the error that caused the retry. */
  send: (signal: AbortSignal, before?: GuildhallError) => Promise<Response>,
  read: Read<Answer>,
  sending: Sending,
): Promise<Answer> {
  let before: GuildhallError | undefined
  for (let tried = 0; ; tried++) {
    const { answer, error } = await sendOnce((signal) => send(signal, before), read, sending)
    if (!error) return answer as Answer
    const waitMs = error.retryAfter === undefined ? FIRST_WAIT_MS * 2 ** tried : error.retryAfter * 1_000
    const isOver = tried >= sending.retries || Date.now() + waitMs >= sending.deadline
    if (isOver || !mayRepeat(error, sending)) throw error
    before = error
    await wait(waitMs, sending.signal)
  }
}

function mayRepeat(error: GuildhallError, { repeatable, resendable }: Sending): boolean {
  if (!error.recoverable || !PASSING.includes(error.code)) return false
  if (error.runId !== undefined) return repeatable
  // Sent again if nothing has run, or if the server recognises the repeated request.
  return (REFUSALS.includes(error.code) && !(error instanceof NoResponseError)) || resendable
}

type Outcome<Answer> = { answer: Answer; error?: undefined } | { answer?: undefined; error: GuildhallError }

async function sendOnce<Answer>(
  send: (signal: AbortSignal) => Promise<Response>,
  read: Read<Answer>,
  { signal, deadline }: Sending,
): Promise<Outcome<Answer>> {
  if (signal?.aborted) throw new CancelledError()
  const until = new AbortController()
  const give = () => until.abort()
  const timer = setTimeout(give, Math.max(0, deadline - Date.now()))
  signal?.addEventListener('abort', give)
  try {
    const response = await send(until.signal)
    return {
      answer: read(response.status, await response.text(), secondsIn(response.headers.get('retry-after'))),
    }
  } catch (thrown) {
    if (signal?.aborted) throw new CancelledError(undefined, { cause: thrown })
    if (until.signal.aborted)
      throw new DeadlineError('The server did not respond in time.', { cause: thrown })
    if (thrown instanceof GuildhallError) return { error: thrown }
    return { error: new NoResponseError('The server could not be reached.', { cause: thrown }) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', give)
  }
}

/** Reads Retry-After, which has seconds or a date (RFC 9110 §10.2.3). */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    function done() {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    function leave() {
      clearTimeout(timer)
      reject(new CancelledError())
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}
