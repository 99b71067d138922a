import type { Transport } from '@modelcontextprotocol/server'
import type { Json } from '../../kernel/json/json.ts'

/** A call that takes longer is streamed; most end sooner. */
const WAIT_MS = 20

/**
 * Returns a function that delays a stream for a moment, and returns it as one piece if the response to `body` was sent
 * in that time: a stream is written, and read by the client, in several pieces. Call it before the message is handled.
 */
export function sendInOnePiece(transport: Transport, body: Json): (response: Response) => Promise<Response> {
  const { promise: sent, resolve } = Promise.withResolvers<true>()
  const { send } = transport
  transport.send = async (message, options) => {
    await send.call(transport, message, options)
    if (!('method' in message)) resolve(true)
  }
  return async (response) => {
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    if (Array.isArray(body) || !isStream || !(await isWithin(WAIT_MS, sent))) return response
    return new Response(await response.text(), response)
  }
}

async function isWithin(ms: number, work: Promise<true>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
