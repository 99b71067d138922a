/** Lets scripts of other sites read a response. Use it only for routes that ignore cookies. */
const ALLOWED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'retry-after, idempotent-replayed, etag, contract-hash, permissions-hash, accept-ranges, content-range, content-disposition, repr-digest, blob-size, www-authenticate, mcp-session-id',
}

export function readableAnywhere(response: Response): Response {
  for (const [name, value] of Object.entries(ALLOWED)) response.headers.set(name, value)
  return response
}

export function answerPreflight(methods: string): Response {
  const headers = {
    ...ALLOWED,
    'access-control-allow-methods': methods,
    'access-control-allow-headers':
      'authorization, content-type, accept, idempotency-key, last-event-id, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
    'access-control-max-age': '86400',
  }
  return new Response(null, { status: 204, headers })
}
