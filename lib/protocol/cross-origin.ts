/**
 * Doors that a page of any site may call: they look at a key and at no cookie, so there is nothing to misuse. Floor 4.
 *
 * Source: Fetch Standard, CORS protocol.
 */
const ALLOWED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'retry-after, idempotent-replayed, etag, contract-hash, permissions-hash, accept-ranges, content-range, content-disposition, repr-digest, blob-size, www-authenticate, mcp-session-id',
}

/** The same answer, readable by a page of another site. */
export function readableAnywhere(response: Response): Response {
  for (const [name, value] of Object.entries(ALLOWED)) response.headers.set(name, value)
  return response
}

/** The answer to a browser that asks before it sends. */
export function answerPreflight(methods: string): Response {
  const headers = {
    ...ALLOWED,
    'access-control-allow-methods': methods,
    'access-control-allow-headers':
      'authorization, content-type, accept, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id',
    'access-control-max-age': '86400',
  }
  return new Response(null, { status: 204, headers })
}
