/** `send` waits while a small buffer is full; a client that reads nothing for a minute is disconnected. */
import type { Json } from '../../../kernel/json/json.ts'
import { isEnded, type RunState } from '../../../runs/model/run-states.ts'

/** A null `id` is not sent, an absent one is a number. Resolves when there is room or the client is gone. */
type Send = (value: unknown, id?: string | null, type?: string) => Promise<void>
type Produce = (send: Send, signal: AbortSignal, open: () => void) => Promise<void>

/** How often a comment is sent, because proxies close silent connections. */
const HEARTBEAT_MS = 15_000
/** A client that reads nothing for this long is disconnected; it reconnects and gets the current state. */
const STALLED_MS = 60_000
/** `send` waits while the client has left more than this unread. */
const ROOM_BYTES = 64 * 1024
/** A client with more unread bytes is disconnected. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * The stream ends when `produce` resolves, whose signal is aborted when no one reads. An error before the first value
 * is thrown here.
 */
export async function streamEvents(caller: AbortSignal, produce: Produce): Promise<Response> {
  const line = new EventStreamWriter(caller)
  const first = Promise.withResolvers<void>()
  let count = 0
  const send: Send = (value, id, type) => {
    count += 1
    const name = type === undefined ? '' : `event: ${type}\n`
    const numbered = id === null ? '' : `id: ${id ?? count}\n`
    const sent = line.write(`${name}${numbered}data: ${JSON.stringify(value as Json)}\n\n`)
    first.resolve()
    return sent
  }
  produce(send, line.signal, first.resolve)
    .then(first.resolve, first.reject)
    .finally(() => line.close())
  await first.promise
  return new Response(line.readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}

class EventStreamWriter {
  readonly readable: ReadableStream<Uint8Array>
  readonly signal: AbortSignal
  readonly #gone = new AbortController()
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #heartbeat: NodeJS.Timeout
  /** When the client last read, or had nothing to read. */
  #takenAt = Date.now()

  constructor(caller: AbortSignal) {
    const room = new ByteLengthQueuingStrategy({ highWaterMark: ROOM_BYTES })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, room)
    this.readable = readable
    this.#writer = writable.getWriter()
    this.signal = AbortSignal.any([caller, this.#gone.signal])
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.signal.addEventListener('abort', () => this.#cut(), { once: true })
    if (this.signal.aborted) this.#cut()
  }

  async write(text: string): Promise<void> {
    const waiting = this.#waitingBytes()
    if (waiting > MAX_WAITING_BYTES) this.#gone.abort()
    if (waiting === 0) this.#takenAt = Date.now()
    const bytes = new TextEncoder().encode(text)
    // Sent in pieces, so that a client that reads slowly still counts as reading.
    for (let at = 0; at < bytes.length; at += ROOM_BYTES) this.#push(bytes.subarray(at, at + ROOM_BYTES))
    await this.#writer.ready.catch(() => {})
  }

  close(): void {
    this.#writer
      .close()
      .catch(() => {})
      .finally(() => clearInterval(this.#heartbeat))
  }

  #push(bytes: Uint8Array): void {
    this.#writer.write(bytes).then(
      () => {
        this.#takenAt = Date.now()
      },
      () => this.#gone.abort(),
    )
  }

  #waitingBytes(): number {
    return ROOM_BYTES - (this.#writer.desiredSize ?? ROOM_BYTES)
  }

  #beat(): void {
    if (this.#waitingBytes() === 0) void this.write(': keep-alive\n\n')
    else if (Date.now() - this.#takenAt >= STALLED_MS) this.#gone.abort()
  }

  #cut(): void {
    clearInterval(this.#heartbeat)
    // The server ignores errors with this name.
    this.#writer.abort(new DOMException('The client disconnected.', 'AbortError')).catch(() => {})
  }
}

type Live = { state: RunState; progress?: number; partCount?: number }

/**
 * Returns an id for Last-Event-ID; every event contains the whole run, except for its parts. "1.0" is queued, "2.400" has
 * progress 0.4, "3.0" has ended; "2.400.7" has emitted 7 parts, too.
 */
export function eventIdOf({ state, progress = 0, partCount = 0 }: Live): string {
  const parts = partCount > 0 ? `.${partCount}` : ''
  if (isEnded(state)) return `3.0${parts}`
  return state === 'queued'
    ? `1.0${parts}`
    : `2.${Math.round(Math.min(1, Math.max(0, progress)) * 1000)}${parts}`
}

/** Returns the id of the event of a part, which follows the event `last`. */
export function partEventId(number: number, last: string | null): string {
  const { rank, permille } = readEventId(last)
  return `${rank}.${permille}.${number}`
}

/** Returns how many parts the client has. */
export function partsKnown(last: string | null): number {
  return readEventId(last).parts
}

/** Tells whether the client has this event. With an unknown last id it does not, and the event is sent. */
export function isEventKnown(id: string, last: string | null): boolean {
  const [own, known] = [readEventId(id), readEventId(last)]
  const isStateKnown = own.rank < known.rank || (own.rank === known.rank && own.permille <= known.permille)
  return isStateKnown && own.parts <= known.parts
}

/** Without an event that has the run, the rank is 0. */
function readEventId(id: string | null): { rank: number; permille: number; parts: number } {
  const [, rank = 0, permille = 0, parts = 0] = /^([0-3])\.(\d{1,4})(?:\.(\d{1,9}))?$/.exec(id ?? '') ?? []
  return { rank: Number(rank), permille: Number(permille), parts: Number(parts) }
}
