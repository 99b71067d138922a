import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { HOP_BY_HOP, RANGE_HEADERS } from '../../lib/kernel/network/transfer-headers.ts'
import type { SecretBroker } from './secret-broker.ts'

/**
 * Returns why a request for a part is refused by a host with a secret: fetched in parts, an echoed secret would not be
 * recognised. Returns undefined for any other request.
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

/** Returns the headers for the origin, with secrets. Drops the length if that may change it. */
export function headersForOrigin(sent: IncomingHttpHeaders, broker: SecretBroker): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    if (name === 'content-length' && !broker.isIdle) continue
    headers[name] = Array.isArray(value)
      ? value.map((each) => broker.inHeader(name, each))
      : broker.inHeader(name, value)
  }
  // Asks for no compression, since a compressed response would have to be decompressed here to find echoed secrets.
  if (!broker.isIdle) headers['accept-encoding'] = 'identity'
  return headers
}

/** Returns the headers for the skill's code, without echoed secrets. Drops length and encoding if the body `isDecoded`. */
export function headersForCode(
  answered: IncomingHttpHeaders,
  { broker, isDecoded }: { broker: SecretBroker; isDecoded: boolean },
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const { echoes } = broker
  const redact = (text: string) => echoes.replace(text)
  for (const [name, value] of Object.entries(answered)) {
    if (value === undefined || HOP_BY_HOP.has(name) || INTERNAL.test(name)) continue
    if ((name === 'content-length' || name === 'content-encoding') && isDecoded) continue
    headers[redact(name)] = Array.isArray(value) ? value.map(redact) : redact(value)
  }
  return headers
}

/** Set by the guard only; they are dropped from the responses of origins. */
const REFUSED_HEADER = 'x-guildhall-refused'
const TRANSIENT_HEADER = 'x-guildhall-transient'

/** Sends a refusal that the isolate's `fetch` throws as an error. A transient one may not come again. */
export function sendRefusal(
  response: ServerResponse,
  sentence: string,
  { isTransient = false }: { isTransient?: boolean } = {},
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const headers = {
    [REFUSED_HEADER]: encodeURIComponent(sentence),
    ...(isTransient && { [TRANSIENT_HEADER]: '1' }),
  }
  response.writeHead(403, headers).end(sentence)
}
