import { beforeAll, expect, test, vi } from 'vitest'
import { makeKey, ORIGIN, publishHandler, serveMcp } from '../../testing/setup/protocols/mcp-client.ts'
import { nameSession } from './session-name.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))

test('an ended session is answered with 404, and those of other keys continue', async () => {
  const session = nameSession({})
  const send = async (key: string, method: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': session,
    }
    const body = method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined
    return (await serveMcp(`${ORIGIN}/mcp`, { method, headers, body })).status
  }
  const [one, other] = [(await makeKey()).key, (await makeKey()).key]

  expect(await send(one, 'POST')).toBe(200)
  expect(await send(one, 'DELETE')).toBe(204)
  expect([await send(one, 'POST'), await send(one, 'GET'), await send(one, 'DELETE')]).toEqual([
    404, 404, 404,
  ])
  expect(await send(other, 'POST')).toBe(200)
})

test('a session that this site has not begun is answered with 404, and the client can begin one', async () => {
  const { key } = await makeKey()
  const send = (session: string, method: string, body?: object) =>
    serveMcp(`${ORIGIN}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-session-id': session,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const real = nameSession({})

  for (const session of [crypto.randomUUID(), `${real}x`, real.replace(/^./, 'x'), '.', 'x'])
    for (const [method, body] of [['POST', ping], ['GET'], ['DELETE']] as const) {
      const answer = await send(session, method, body)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('initialize') } })
    }
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const begun = await send(crypto.randomUUID(), 'POST', { ...ping, method: 'initialize', params })
  expect(begun.status).toBe(200)
  expect((await send(begun.headers.get('mcp-session-id')!, 'POST', ping)).status).toBe(200)
})

test('a client that lost its connection gets the rest of the answer', async () => {
  const { key } = await makeKey()
  const skill = await publishHandler(`async function handler({ context }) {
    context.progress(0.5, 'half')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return { message: 'done' }
  }`)
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  }
  const params = { name: 'execute_skill', arguments: { name: skill, args: { name: 'Ada' } } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
  const begun = await serveMcp(`${ORIGIN}/mcp`, { method: 'POST', headers, body })
  const reader = begun.body!.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  const [, last] = /id: (\d+)/.exec(first)!

  const rest = await serveMcp(`${ORIGIN}/mcp`, { headers: { ...headers, 'last-event-id': last! } })

  expect(await rest.text()).toContain('"message":"done"')
  const stranger = { ...headers, authorization: `Bearer ${(await makeKey()).key}`, 'last-event-id': last! }
  expect((await serveMcp(`${ORIGIN}/mcp`, { headers: stranger })).status).toBe(404)
})

test.each(['{', '[', '"x"', '[]', '{"jsonrpc":"1.0"}', 'nul'])('%s is not a valid request', async (body) => {
  const { key } = await makeKey()
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }

  const answer = await serveMcp(`${ORIGIN}/mcp`, { method: 'POST', headers, body })

  expect(answer.status).toBe(400)
})
