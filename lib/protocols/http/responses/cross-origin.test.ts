import { expect, test } from 'vitest'
import { OPTIONS } from '#app/mcp/route.ts'

// Without these, a browser blocks the first request of a client, which then cannot fall back to older revisions.
test.each([
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
])('a page of another site may send %s to /mcp', (header) => {
  const answer = OPTIONS()

  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain(header)
})
