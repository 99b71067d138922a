/**
 * Server-sent events: one JSON value after the other, for as long as somebody listens. Floor 4.
 *
 * Source: HTML Living Standard, Server-sent events.
 */
import type { Json } from '../contract/json/json.ts'

/**
 * `id` is what a listener comes back with after a break; events are numbered where there is none. `type` is its name,
 * for listeners that ask for it by name; an event without one is a message.
 */
export type Send = (value: unknown, id?: string, type?: string) => void
/** `open` lets the answer begin before there is a value. */
type Produce = (send: Send, signal: AbortSignal, open: () => void) => Promise<void>

/** Proxies close a silent connection after half a minute or so. */
const HEARTBEAT_MS = 15_000

/**
 * Streams what `produce` sends, and ends when it resolves. `signal` is the caller's; the one that `produce` gets is
 * also aborted when the stream is cancelled. What it throws before its first value is thrown here, so that the
 * caller can still answer with a status.
 */
export async function streamEvents(caller: AbortSignal, produce: Produce): Promise<Response> {
  const gone = new AbortController()
  const signal = AbortSignal.any([caller, gone.signal])
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = (text: string) => writer.write(encoder.encode(text)).catch(() => gone.abort())

  const first = Promise.withResolvers<void>()
  let count = 0
  const send: Send = (value, id, type) => {
    count += 1
    const name = type === undefined ? '' : `event: ${type}\n`
    write(`${name}id: ${id ?? count}\ndata: ${JSON.stringify(value as Json)}\n\n`)
    first.resolve()
  }
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  produce(send, signal, first.resolve)
    .then(first.resolve, first.reject)
    .finally(() => {
      clearInterval(heartbeat)
      writer.close().catch(() => {})
    })
  await first.promise
  return new Response(readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
