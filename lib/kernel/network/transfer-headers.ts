/** Headers of one hop (RFC 9110 §7.6.1), and `host`, which comes from the URL. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
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

/** Headers that ask for a part (RFC 9110 §14.2, RFC 3229 §10.5.3, and an obsolete one that servers still support). */
export const RANGE_HEADERS = ['range', 'if-range', 'request-range', 'a-im']

/** Tells whether a header says how a request is transferred, or which part or encoding of an answer is asked for. */
export function isTransferHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return HOP_BY_HOP.has(lower) || RANGE_HEADERS.includes(lower) || /^(content-|accept-encoding$)/.test(lower)
}
