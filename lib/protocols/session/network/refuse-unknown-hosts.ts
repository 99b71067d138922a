/**
 * Protects a loopback-only site against DNS rebinding: a foreign page can resolve its own name to 127.0.0.1 and sign in
 * with the demo's password; only the Host header reveals it. Such requests get an error route. See MCP, Transports,
 * Security Warning; RFC 9110 §7.2.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { trustedProxies } from './address-from.ts'

const CHANNEL = 'http.server.request.start'
export const REFUSED_ROUTE = '/api/refused'

type Settings = Partial<Record<'HOST' | 'NEXTAUTH_URL' | 'TRUST_PROXY', string>>

/** True if no setting exposes the site. */
export function isLoopbackOnly({ HOST, NEXTAUTH_URL, TRUST_PROXY }: Settings): boolean {
  return (
    isLoopback(HOST || '127.0.0.1') &&
    trustedProxies(TRUST_PROXY ?? '') === 0 &&
    (!NEXTAUTH_URL || isLoopback(nameIn(NEXTAUTH_URL)))
  )
}

/** Checks a Host header; a public site accepts any. */
export function isKnownHost(host: string | undefined, settings: Settings = process.env): boolean {
  // Browsers, which rebinding attacks use, always send Host; HTTP/1.0 clients need not.
  return host === undefined || !isLoopbackOnly(settings) || isLoopback(nameIn(`http://${host}`))
}

/** True for the names of RFC 6761 §6.3, and for 127.0.0.0/8 and ::1. */
function isLoopback(name: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(name)
}

function nameIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function rerouteUnknownHost(message: unknown): void {
  // The channel's messages are untyped; Node documents their form.
  const { request } = message as { request: IncomingMessage }
  if (isKnownHost(request.headers.host)) return
  request.url = REFUSED_ROUTE
  request.method = 'GET'
}

/** Applies to all servers of this process; returns the unsubscribe function. */
export function refuseUnknownHosts(): () => void {
  // In development this runs again after each change.
  unsubscribe(CHANNEL, rerouteUnknownHost)
  subscribe(CHANNEL, rerouteUnknownHost)
  return () => unsubscribe(CHANNEL, rerouteUnknownHost)
}
