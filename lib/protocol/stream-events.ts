/**
 * Server-sent events: one JSON value after the other, for as long as somebody listens. Floor 4.
 *
 * What a reader has not taken yet waits here, and no more than a little of it: who tells something waits with it, and a
 * reader that takes nothing for a minute is let go. Source: HTML Living Standard, Server-sent events.
 */
import type { Json } from '../contract/json/json.ts'

/**
 * `id` is what a listener comes back with after a break, null for none; events are numbered where it is left out. `type` is its name,
 * for listeners that ask for it by name; an event without one is a message. Resolves when there is room for more, or
 * nobody listens any more: whoever has much to tell waits for it.
 */
export type Send = (value: unknown, id?: string | null, type?: string) => Promise<void>
/** `open` lets the answer begin before there is a value. */
type Produce = (send: Send, signal: AbortSignal, open: () => void) => Promise<void>

/** Proxies close a silent connection after half a minute or so. */
const HEARTBEAT_MS = 15_000
/** Browsers and clients come back by themselves, to hear how things stand then. */
const STALLED_MS = 60_000
/** Above it `send` waits. */
const ROOM_BYTES = 64 * 1024
/** Told without waiting for room: one that reads so slowly hears no more. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Streams what `produce` sends, and ends when it resolves. `signal` is the caller's; the one that `produce` gets is
 * also aborted when the stream is cancelled, or nobody reads it. What it throws before its first value is thrown here,
 * so that the caller can still answer with a status.
 */
export async function streamEvents(caller: AbortSignal, produce: Produce): Promise<Response> {
  const line = new Line(caller)
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

/** The way to one reader. */
class Line {
  readonly readable: ReadableStream<Uint8Array>
  /** Nobody is at its other end any more. */
  readonly signal: AbortSignal
  readonly #gone = new AbortController()
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #heartbeat: NodeJS.Timeout
  /** When the reader took something last, or had nothing to take. */
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
    // In pieces, so that somebody who reads a long one slowly is seen to read.
    for (let at = 0; at < bytes.length; at += ROOM_BYTES) this.#push(bytes.subarray(at, at + ROOM_BYTES))
    await this.#writer.ready.catch(() => {})
  }

  /** What was sent is still read to its end. */
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
    // null once it is broken.
    return ROOM_BYTES - (this.#writer.desiredSize ?? ROOM_BYTES)
  }

  #beat(): void {
    if (this.#waitingBytes() === 0) void this.write(': still here\n\n')
    else if (Date.now() - this.#takenAt >= STALLED_MS) this.#gone.abort()
  }

  #cut(): void {
    clearInterval(this.#heartbeat)
    // By this name the server knows that it is no fault.
    this.#writer.abort(new DOMException('Nobody reads it.', 'AbortError')).catch(() => {})
  }
}
