/** Which headers pass the guard, in each direction. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Broker } from './secret-broker.ts'

/** RFC 9110 §7.6.1: of this connection only. `host` is written anew from the URL. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
])

/** What workerd and the dispatcher add, and what would tell an origin of the inside. */
const INTERNAL = /^(x-guildhall-|cf-|x-forwarded-|forwarded$|x-real-ip$)/

/** For the origin: placeholders filled, and without the length when filling may change it. */
export function headersForOrigin(sent: IncomingHttpHeaders, broker: Broker): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    if (name === 'content-length' && !broker.isIdle) continue
    headers[name] = Array.isArray(value)
      ? value.map((each) => broker.inHeader(name, each))
      : broker.inHeader(name, value)
  }
  // What is packed has to be unpacked here to be looked through on its way back.
  if (!broker.isIdle) headers['accept-encoding'] = 'identity'
  return headers
}

/** For the code in the box: values taken back, and without the length when that may change it. */
export function headersForCode(answered: IncomingHttpHeaders, broker: Broker): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const takeBack = broker.echoes.replace
  for (const [name, value] of Object.entries(answered)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    // It is unpacked here, and values are taken out of it.
    if ((name === 'content-length' || name === 'content-encoding') && !broker.isIdle) continue
    headers[name] = Array.isArray(value) ? value.map(takeBack) : takeBack(value)
  }
  return headers
}
