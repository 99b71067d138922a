// Sends bodies that are expensive to parse to /rpc and /mcp: little of unknown callers' is read, and parsing costs
// little.
import { describe, expect, test } from 'vitest'
import { POST as postMcp } from '#app/mcp/route.ts'
import { POST } from '#app/rpc/route.ts'
import { RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { listKeys } from '../../auth/manage-api-keys.ts'
import { contextFor } from '../../testing/factories.ts'
import { cpuMsUntil } from '../../testing/measure-cpu.ts'
import { post, setUpRpc } from '../../testing/rpc-setup.ts'
import { database } from '../db/prisma-client.ts'

const { user, makeKey } = await setUpRpc()
const db = database()

const SIZE = 9_500_000
const fill = (part: string) => part.repeat(SIZE / part.length)
const KEYS = Array.from({ length: 240_000 }, (_, n) => `"some-quite-long-key-${n}":1234567890123456`)
/** Texts that each took 8 to 12 seconds of CPU time to parse. */
const HOSTILE = [
  ['numbers that lose digits', `[${fill('12345678901234567890,')}1]`],
  ['keys', `{${KEYS.join(',')}}`],
  ['brackets', fill('[')],
] as const

const CHUNK = 16 * 1024

/** Creates a request whose body is read in pieces; `counter.read` counts the bytes. */
function streamed(path: string, text: string, bearer?: string) {
  const bytes = new TextEncoder().encode(text)
  const counter = { read: 0 }
  const body = new ReadableStream({
    pull(controller) {
      if (counter.read >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(counter.read, counter.read + CHUNK))
      counter.read += CHUNK
    },
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const request = new Request(`http://localhost${path}`, {
    ...{ method: 'POST', headers, body },
    duplex: 'half',
  } as RequestInit)
  return { request, counter }
}

describe('large bodies', () => {
  test.each(HOSTILE)('of a visitor, of %s, are read to 64 kB', async (_, text) => {
    const { request, counter } = streamed('/rpc', text)

    const answer = await POST(request)

    expect(await answer.json()).toMatchObject({ id: null, error: { code: -32600 } })
    expect(counter.read).toBeLessThanOrEqual(64 * 1024 + 2 * CHUNK)
  })

  test.each(HOSTILE)('of a wrong key, of %s, are refused as that', async (_, text) => {
    const { request, counter } = streamed('/rpc', text, 'gh_wrong')

    const answer = await POST(request)

    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ id: null, error: { code: -32001 } })
    expect(counter.read).toBeLessThanOrEqual(64 * 1024 + 2 * CHUNK)
  })

  test.each(HOSTILE)('at /mcp, of a wrong key, of %s, are not read', async (_, text) => {
    const { request, counter } = streamed('/mcp', text, 'gh_wrong')

    expect((await postMcp(request)).status).toBe(401)
    // A stream reads its first piece without being asked.
    expect(counter.read).toBeLessThanOrEqual(CHUNK)
  })

  test.each(HOSTILE)('of a key, of %s, cost less than parsing them did', async (_, text) => {
    const key = await makeKey(['read', 'run'])
    const headers = { authorization: `Bearer ${key}` }
    let answer: Response | undefined

    const cost = await cpuMsUntil(async () => {
      answer = await POST(new Request('http://localhost/rpc', { method: 'POST', headers, body: text }))
    })

    expect(await answer?.json()).toMatchObject({ error: { code: expect.any(Number) } })
    expect(cost).toBeLessThan(2_000)
  })
})

describe('refused requests count against the caller’s limit', () => {
  const byAddress = `${RATE_LIMITS.callByAddress.name}:`
  const countOf = async (prefix: string) =>
    (await db.rateLimit.findMany({ where: { key: { startsWith: prefix } } })).reduce(
      (sum, { points }) => sum + points,
      0,
    )

  test.each([
    ['text that is not JSON', '{', 1],
    ['an invalid request', '[1,2,3]', 3],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'nothing' }, 1],
    ['notifications of an unknown method', Array(4).fill({ jsonrpc: '2.0', method: 'nothing' }), 4],
    ['a method that needs a key', { jsonrpc: '2.0', id: 1, method: 'execute_skill', params: {} }, 1],
    [
      'a skill that does not exist',
      { jsonrpc: '2.0', id: 1, method: 'describe_skill', params: { name: 'a.b.c' } },
      1,
    ],
    ['more than may come', `"${'x'.repeat(64 * 1024)}"`, 1],
  ])('of a visitor: %s', async (_, body, calls) => {
    await db.rateLimit.deleteMany({ where: { key: { startsWith: byAddress } } })

    await post(body)

    expect(await countOf(byAddress)).toBe(calls)
  })

  test('of a wrong key, once by address', async () => {
    await db.rateLimit.deleteMany({ where: { key: { startsWith: byAddress } } })

    await post([1, 2], 'gh_wrong')

    expect(await countOf(byAddress)).toBe(1)
  })

  test('of a key: text that is not JSON, and each element of a batch', async () => {
    const bearer = await makeKey(['read'])
    const [row] = await listKeys(await contextFor(user))
    const prefix = `${RATE_LIMITS.callByKey.name}:${row!.id}`

    await post('{', bearer)
    await post([1, { jsonrpc: '2.0', id: 1, method: 'nothing' }], bearer)

    expect(await countOf(prefix)).toBe(3)
  })

  test('and past the allowance nothing is parsed: the answer is 429', async () => {
    const bearer = await makeKey(['read'])
    const [row] = await listKeys(await contextFor(user))
    await post('{', bearer)
    await db.rateLimit.updateMany({
      where: { key: { contains: row!.id } },
      data: { points: RATE_LIMITS.callByKey.points },
    })
    const { request, counter } = streamed('/rpc', fill('['), bearer)

    const answer = await POST(request)

    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(counter.read).toBeLessThanOrEqual(64 * 1024 + 2 * CHUNK)
  })
})
