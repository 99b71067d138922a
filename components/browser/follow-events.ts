/**
 * Follows a stream of server-sent events until it is over. The browser's own EventSource gives up at every status but
 * 200, and shows neither the status nor Retry-After: a proxy's 502 during a restart would leave a page at "Running…"
 * for ever.
 */
import { createParser } from 'eventsource-parser'

export type StreamedEvent = { type: string; data: string }

type FollowOptions = {
  onEvent: (event: StreamedEvent) => void
  /** Called with true when the stream opens, and with false when it is lost. */
  onConnection?: (isUp: boolean) => void
  /** The stream does not exist for this person (any more), so it is not followed further. */
  onGone?: () => void
}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
/** A stream that is silent for so long is lost: the server sends a comment every 15 seconds. */
const SILENT_MS = 45_000
/** Statuses that would be the same the next time. Any other may pass, as 429, 502 and 503 do. */
const FINAL_STATUSES = [400, 401, 403, 404, 405, 410]

/**
 * Reconnects after a lost connection, and from the last event on, with growing delays; a 429 or 503 states the delay
 * itself. Stops after a 204, which means that nothing follows. Returns a function that stops.
 */
export function followEvents(url: string, options: FollowOptions, firstDelayMs = FIRST_DELAY_MS): () => void {
  const stopped = new AbortController()
  void follow(url, options, { firstDelayMs, stopped: stopped.signal })
  return () => stopped.abort()
}

type Attempt = { kind: 'over' | 'gone' } | { kind: 'lost'; wasOpen: boolean; retryAfterMs?: number }

async function follow(
  url: string,
  options: FollowOptions,
  { firstDelayMs, stopped }: { firstDelayMs: number; stopped: AbortSignal },
): Promise<void> {
  const position: Position = { lastEventId: '' }
  let failures = 0
  while (!stopped.aborted) {
    const attempt = await connect(url, options, position, stopped)
    if (stopped.aborted) return
    if (attempt.kind === 'gone') options.onGone?.()
    if (attempt.kind !== 'lost') return
    failures = attempt.wasOpen ? 0 : failures + 1
    const backoffMs = Math.min(MAX_DELAY_MS, firstDelayMs * 2 ** failures)
    // A random part spreads the clients of a server that has restarted.
    const spreadMs = backoffMs * (0.5 + Math.random() / 2)
    await waitForRetry(
      Math.max(spreadMs, attempt.retryAfterMs ?? 0),
      stopped,
      attempt.retryAfterMs === undefined,
    )
  }
}

type Position = { lastEventId: string }

async function connect(
  url: string,
  options: FollowOptions,
  position: Position,
  stopped: AbortSignal,
): Promise<Attempt> {
  const silent = new AbortController()
  const signal = AbortSignal.any([stopped, silent.signal])
  let timer = setTimeout(() => silent.abort(), SILENT_MS)
  let wasOpen = false
  try {
    const response = await fetch(url, {
      signal,
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(position.lastEventId !== '' && { 'last-event-id': position.lastEventId }),
      },
    })
    if (response.status === 204) return { kind: 'over' }
    if (FINAL_STATUSES.includes(response.status)) return { kind: 'gone' }
    if (!response.ok || !isEventStream(response) || !response.body)
      return { kind: 'lost', wasOpen: false, retryAfterMs: parseRetryAfter(response) }
    wasOpen = true
    options.onConnection?.(true)
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id !== undefined) position.lastEventId = id
        if (!stopped.aborted) options.onEvent({ type: event ?? 'message', data })
      },
    })
    for await (const text of decodeText(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENT_MS)
      parser.feed(text)
    }
  } catch (thrown) {
    if (!isNetworkFailure(thrown)) reportUncaught(thrown)
  } finally {
    clearTimeout(timer)
    if (wasOpen && !stopped.aborted) options.onConnection?.(false)
  }
  return { kind: 'lost', wasOpen }
}

/** Tells whether the response is an event stream; a proxy may answer 200 with a page of its own. */
function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

async function* decodeText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // Read by hand, because Safari cannot iterate over a stream.
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true })
}

function isNetworkFailure(thrown: unknown): boolean {
  return thrown instanceof TypeError || (thrown instanceof DOMException && thrown.name !== 'SyntaxError')
}

/** Reports an error of the listener, and goes on: the stream was not lost through it. */
function reportUncaught(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown
  })
}

/** Returns the delay in milliseconds that the server asks for, or undefined. */
function parseRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}

/**
 * Waits before the next attempt. Ends early when the browser is online again or the page visible, unless the server has
 * asked for the delay.
 */
function waitForRetry(delayMs: number, stopped: AbortSignal, canBeEarly: boolean): Promise<void> {
  const wait = Promise.withResolvers<void>()
  const timer = setTimeout(wait.resolve, delayMs)
  const early = new AbortController()
  const resolveEarly = () => wait.resolve()
  if (canBeEarly && typeof window !== 'undefined') {
    window.addEventListener('online', resolveEarly, { signal: early.signal })
    document.addEventListener('visibilitychange', resolveEarly, { signal: early.signal })
  }
  stopped.addEventListener('abort', resolveEarly, { once: true })
  return wait.promise.finally(() => {
    clearTimeout(timer)
    early.abort()
    stopped.removeEventListener('abort', resolveEarly)
  })
}
