/**
 * Follows a stream of server-sent events until it is over. The browser's own EventSource gives up at every status but
 * 200, and shows neither the status nor Retry-After: a proxy's 502 during a restart would leave a page at "Running…"
 * for ever.
 */
import { createParser } from 'eventsource-parser'

export type StreamedEvent = { type: string; data: string }

type Following = {
  onEvent: (event: StreamedEvent) => void
  /** Called with true when the stream opens, and with false when it is lost. */
  onConnection?: (isUp: boolean) => void
  /** The stream does not exist for this person (any more), so it is not followed further. */
  onGone?: () => void
}

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** The server sends a comment every 15 seconds. */
const SILENT_MS = 45_000
/** The answer would be the same the next time. Any other status may pass: 429, 502 and 503 do. */
const FINAL_STATUSES = [400, 401, 403, 404, 405, 410]

/**
 * Reconnects after a lost connection, and from the last event on, with growing delays; a 429 or 503 states the delay
 * itself. Stops after a 204, which means that nothing follows. Returns a function that stops.
 */
export function followEvents(url: string, following: Following, firstDelayMs = FIRST_DELAY_MS): () => void {
  const stopped = new AbortController()
  void follow(url, following, { firstDelayMs, stopped: stopped.signal })
  return () => stopped.abort()
}

type Attempt = { kind: 'over' | 'gone' } | { kind: 'lost'; wasOpen: boolean; retryAfterMs?: number }

async function follow(
  url: string,
  following: Following,
  { firstDelayMs, stopped }: { firstDelayMs: number; stopped: AbortSignal },
): Promise<void> {
  const position: Position = { lastEventId: '' }
  let failures = 0
  while (!stopped.aborted) {
    const attempt = await connect(url, following, position, stopped)
    if (stopped.aborted) return
    if (attempt.kind === 'gone') following.onGone?.()
    if (attempt.kind !== 'lost') return
    failures = attempt.wasOpen ? 0 : failures + 1
    const backoffMs = Math.min(LONGEST_DELAY_MS, firstDelayMs * 2 ** failures)
    // Spreads the clients of a server that has restarted.
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
  following: Following,
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
      return { kind: 'lost', wasOpen: false, retryAfterMs: retryAfterOf(response) }
    wasOpen = true
    following.onConnection?.(true)
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id !== undefined) position.lastEventId = id
        if (!stopped.aborted) following.onEvent({ type: event ?? 'message', data })
      },
    })
    for await (const text of textOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENT_MS)
      parser.feed(text)
    }
  } catch (thrown) {
    if (!isNetworkFailure(thrown)) throwLater(thrown)
  } finally {
    clearTimeout(timer)
    if (wasOpen && !stopped.aborted) following.onConnection?.(false)
  }
  return { kind: 'lost', wasOpen }
}

/** A proxy may answer 200 with a page of its own. */
function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // Safari cannot iterate a stream.
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true })
}

function isNetworkFailure(thrown: unknown): boolean {
  return thrown instanceof TypeError || (thrown instanceof DOMException && thrown.name !== 'SyntaxError')
}

/** Reports an error of the listener, and goes on: the stream was not lost through it. */
function throwLater(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown
  })
}

/** In milliseconds; undefined without one. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}

/** Ends early when the browser is online again, or the page visible, unless the server asked to wait. */
function waitForRetry(delayMs: number, stopped: AbortSignal, canBeEarly: boolean): Promise<void> {
  const waited = Promise.withResolvers<void>()
  const timer = setTimeout(waited.resolve, delayMs)
  const early = new AbortController()
  const resolveEarly = () => waited.resolve()
  if (canBeEarly && typeof window !== 'undefined') {
    window.addEventListener('online', resolveEarly, { signal: early.signal })
    document.addEventListener('visibilitychange', resolveEarly, { signal: early.signal })
  }
  stopped.addEventListener('abort', resolveEarly, { once: true })
  return waited.promise.finally(() => {
    clearTimeout(timer)
    early.abort()
    stopped.removeEventListener('abort', resolveEarly)
  })
}
