/** Follows a run by its server-sent events, and yields the parts of its output. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Json } from '../../kernel/json/json.ts'
import { CancelledError, DeadlineError } from './errors.ts'
import { type RemoteRun, readAnswer } from './remote-run.ts'
import { wait } from './send-with-retries.ts'

export type RemoteStream<Part = Json, Output = Json> = AsyncIterable<Part> & {
  /** Resolves with the ended run, once all parts were read. Rejects with the error of a run that failed. */
  ended: Promise<RemoteRun<Output>>
}

type Following = {
  /** Opens the events that follow `last`. */
  open: (last: string | undefined, signal: AbortSignal) => Promise<Response>
  runId: string
  deadline: number
  signal?: AbortSignal
}

const RECONNECT_MS = 1_000

/**
 * Yields each part once, and returns the ended run. Reconnects after a lost connection. Throws the error of a failed run,
 * DeadlineError and CancelledError.
 */
export async function* followParts(following: Following): AsyncGenerator<Json, RemoteRun> {
  let last: string | undefined
  for (;;) {
    for await (const { id, event, data } of readEvents(following, last)) {
      if (id !== undefined) last = id
      if (event === 'part') yield (JSON.parse(data) as { value: Json }).value
      else {
        const run = readAnswer(200, data, undefined)
        if (run.status !== 'running') return run
      }
    }
    if (Date.now() + RECONNECT_MS > following.deadline)
      throw new DeadlineError('The run has not ended yet.', { runId: following.runId })
    await wait(RECONNECT_MS, following.signal)
  }
}

/** Yields the events of one connection. Ends when the connection is lost; throws what the server answers instead. */
async function* readEvents(
  { open, deadline, signal }: Following,
  last: string | undefined,
): AsyncGenerator<EventSourceMessage> {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const timer = setTimeout(stop, Math.max(0, deadline - Date.now()))
  signal?.addEventListener('abort', stop)
  try {
    const response = await open(last, stopped.signal)
    if (!response.ok || !response.body) {
      if (response.status < 500) readAnswer(response.status, await response.text(), undefined)
      return
    }
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parser.feed(decoder.decode(read.value, { stream: true }))
      yield* events.splice(0)
    }
  } catch (thrown) {
    if (signal?.aborted) throw new CancelledError(undefined, { cause: thrown })
    if (!isLostConnection(thrown)) throw thrown
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    stopped.abort()
  }
}

function isLostConnection(thrown: unknown): boolean {
  return thrown instanceof TypeError || (thrown instanceof DOMException && thrown.name === 'AbortError')
}

/** Makes the stream that a caller iterates over. */
export function toRemoteStream(parts: AsyncGenerator<Json, RemoteRun>): RemoteStream {
  const { promise: ended, resolve, reject } = Promise.withResolvers<RemoteRun>()
  // A caller who only iterates gets the error there.
  ended.catch(() => {})
  async function* iterate(): AsyncGenerator<Json> {
    try {
      resolve(yield* parts)
    } catch (thrown) {
      reject(thrown)
      throw thrown
    }
  }
  return Object.assign(iterate(), { ended })
}
