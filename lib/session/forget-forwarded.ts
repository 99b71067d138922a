/**
 * Without a proxy nobody but the caller writes `X-Forwarded-For`, so what it says is forgotten. Floor 4.
 *
 * Next fills the header from the socket only when the request came without one, and gives pages and actions no
 * other way to the socket: a caller could spread attempts over as many addresses as they can make up. Node tells
 * of each request before it is handed to the server; there the header is taken away.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { trustedProxies } from './address-from.ts'

const CHANNEL = 'http.server.request.start'

function forget(message: unknown): void {
  // Node documents the message of this channel.
  const { request } = message as { request: IncomingMessage }
  delete request.headers['x-forwarded-for']
}

/** For all servers of this process, from now on. Returns how to stop. */
export function forgetForwarded(proxies = trustedProxies()): () => void {
  if (proxies > 0) return () => {}
  // A development server starts this again with each change; twice is once.
  unsubscribe(CHANNEL, forget)
  subscribe(CHANNEL, forget)
  return () => unsubscribe(CHANNEL, forget)
}
