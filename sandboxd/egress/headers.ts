import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { SecretBroker } from './secret-broker.ts'

/** RFC 9110 §7.6.1: hop-by-hop. `host` is regenerated from the URL. */
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

/** Range requests: RFC 9110 §14.2, RFC 3229 §10.5.3, and an obsolete header that servers still support. */
const RANGE_HEADERS = ['range', 'if-range', 'request-range', 'a-im']

/**
 * Returns why a partial request to a host with a secret is refused: fetched in parts, an echoed secret would
 * not be recognised. Undefined if allowed.
 */
export function partialRequestRefusal(sent: IncomingHttpHeaders, host: string): string | undefined {
  const name = RANGE_HEADERS.find((each) => sent[each] !== undefined)
  return (
    name &&
    `${host} receives a secret of this run, so partial responses are not allowed. Remove the header “${name}”.`
  )
}

/** Headers added by workerd and the dispatcher, and those that would reveal internals to an origin. */
const INTERNAL = /^(x-guildhall-|cf-|x-forwarded-|forwarded$|x-real-ip$)/

/** Fills placeholders, and drops the length if filling may change it. */
export function headersForOrigin(sent: IncomingHttpHeaders, broker: SecretBroker): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    if (name === 'content-length' && !broker.isIdle) continue
    headers[name] = Array.isArray(value)
      ? value.map((each) => broker.inHeader(name, each))
      : broker.inHeader(name, value)
  }
  // A compressed response must be decompressed here to find echoed secrets.
  if (!broker.isIdle) headers['accept-encoding'] = 'identity'
  return headers
}

/** Removes echoed secrets, and drops the length if that may change it. */
export function headersForCode(answered: IncomingHttpHeaders, broker: SecretBroker): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const { echoes } = broker
  const redact = (text: string) => echoes.replace(text)
  for (const [name, value] of Object.entries(answered)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    if ((name === 'content-length' || name === 'content-encoding') && !broker.isIdle) continue
    headers[redact(name)] = Array.isArray(value) ? value.map(redact) : redact(value)
  }
  return headers
}

/** Set only by the guard; dropped from origins' responses. */
const REFUSED_HEADER = 'x-guildhall-refused'

/** Sends a refusal that the isolate's `fetch` throws as an error. */
export function sendRefusal(response: ServerResponse, sentence: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(403, { [REFUSED_HEADER]: encodeURIComponent(sentence) }).end(sentence)
}
