/**
 * A site that only this machine reaches answers to this machine's names, and to no others. Floor 4.
 *
 * A page elsewhere can let its own name point to 127.0.0.1 (DNS rebinding): the browser then takes this site for a part
 * of that page, which may sign in with the demo's public password and read the answers. What gives it away is the Host
 * header, which no page can change. Node tells of each request before it is handed to the server; there a request by
 * another name is led to a route that says so.
 * Source: Model Context Protocol, Transports, Security Warning; RFC 9110 §7.2.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { trustedProxies } from './address-from.ts'

const CHANNEL = 'http.server.request.start'
/** `app/api/unknown-host/route.ts`. */
export const UNKNOWN_HOST = '/api/unknown-host'

type Settings = Partial<Record<'HOST' | 'NEXTAUTH_URL' | 'TRUST_PROXY', string>>

/** Whether only this machine reaches the site: it listens on loopback, and nothing says that others are let through. */
export function isOnlyHere({ HOST, NEXTAUTH_URL, TRUST_PROXY }: Settings): boolean {
  return (
    isLoopback(HOST || '127.0.0.1') &&
    trustedProxies(TRUST_PROXY ?? '') === 0 &&
    (!NEXTAUTH_URL || isLoopback(nameIn(NEXTAUTH_URL)))
  )
}

/** Whether `host`, a Host header, is a name of this site. Where others reach it too, any name may be one. */
export function isKnownHost(host: string | undefined, settings: Settings = process.env): boolean {
  // Without a name (HTTP/1.0) nobody was misled by one.
  return host === undefined || !isOnlyHere(settings) || isLoopback(nameIn(`http://${host}`))
}

/** "localhost" and all below it (RFC 6761 §6.3), 127.0.0.0/8 and ::1. */
export function isLoopback(name: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
}

/** The name in an address, in lower case; "" for what is none. */
function nameIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function lead(message: unknown): void {
  // Node documents the message of this channel.
  const { request } = message as { request: IncomingMessage }
  if (isKnownHost(request.headers.host)) return
  request.url = UNKNOWN_HOST
  request.method = 'GET'
}

/** For all servers of this process, from now on. Returns how to stop. */
export function refuseUnknownHosts(): () => void {
  // A development server starts this again with each change; twice is once.
  unsubscribe(CHANNEL, lead)
  subscribe(CHANNEL, lead)
  return () => unsubscribe(CHANNEL, lead)
}
