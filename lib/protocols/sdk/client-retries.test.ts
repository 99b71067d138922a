// Tests what the client tries again, and when it gives up.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clientMeeting,
  failedResponse,
  idempotencyKeysOf,
  inNoTime,
  jsonResponse,
  NAME,
  type Reply,
  RUN,
  refusedResponse,
  type Sent,
  thrownBy,
} from '../../testing/setup/protocols/sdk-client.ts'
import type { RemoteCallOptions } from './client.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('trying again', () => {
  const lost = new TypeError('fetch failed')

  // biome-ignore format: table
  test.each<[string, Reply, RemoteCallOptions, requests: number]>([
    ['is done after a refusal that will pass',         refusedResponse('RATE_LIMIT_EXCEEDED'), {},                   3],
    ['is done as often as asked',                      refusedResponse('TOOL_NOT_AVAILABLE'),  { retries: 1 },       2],
    ['is not retried if disabled',                       refusedResponse('RATE_LIMIT_EXCEEDED'), { retries: 0 },       1],
    ['does not coerce an input',                         refusedResponse('INVALID_INPUT'),       {},                   1],
    ['does not fill a purse',                          refusedResponse('PAYMENT_REQUIRED'),    {},                   1],
    ['is not done after a run',                        failedResponse('TOOL_TIMEOUT'),         {},                   1],
    ['is done after a run that may be repeated',       failedResponse('TOOL_TIMEOUT'),         { repeatable: true }, 3],
    ['does not help a skill that throws',              failedResponse('SKILL_ERROR'),          { repeatable: true }, 1],
    ['is not retried if it may have run',   lost,                           {},                   1],
    ['is done then if it may run twice',               lost,                           { repeatable: true }, 3],
    ['is done then if a key lets it run once',         lost,                           { idempotencyKey: 'a' }, 3],
    ['is not done after a run, though it has a key',   failedResponse('TOOL_TIMEOUT'),         { idempotencyKey: 'a' }, 1],
    ['is not done when a proxy gave up waiting',       new Response('', { status: 504 }), {},                1],
    ['is not done when a proxy lost the answer',       new Response('', { status: 520 }), {},                1],
  ])('%s', async (_, reply, options, requests) => {
    const { client, sent } = clientMeeting(reply)
    await inNoTime(thrownBy(client.call(NAME, {}, options)))

    expect(sent).toHaveLength(requests)
  })

  test('carries one key, so that a lost answer is not paid for twice', async () => {
    const { client, sent } = clientMeeting(lost, lost, failedResponse('TOOL_TIMEOUT'), jsonResponse(200, RUN))
    await inNoTime(client.call(NAME, {}, { repeatable: true, retries: 3 }))
    const keys = idempotencyKeysOf(sent)

    expect(keys[0]).toMatch(/^sdk-[0-9a-f]{32}$/)
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
    // The server would answer the same key with the failed run.
    expect(keys[3]).toMatch(/^sdk-/)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('carries the key that was given, and none where nothing is sent twice', async () => {
    const given = clientMeeting(lost, jsonResponse(200, RUN))
    await inNoTime(given.client.call(NAME, {}, { idempotencyKey: 'order 7' }))
    const plain = clientMeeting(jsonResponse(200, RUN))
    await plain.client.call(NAME)

    expect(idempotencyKeysOf(given.sent)).toEqual(['order 7', 'order 7'])
    expect(idempotencyKeysOf(plain.sent)).toEqual([undefined])
  })

  test('waits as long as Retry-After says', async () => {
    const { client } = clientMeeting(
      refusedResponse('RATE_LIMIT_EXCEEDED', { retry_after: 7 }),
      jsonResponse(200, RUN),
    )
    const begun = Date.now()
    await inNoTime(client.call(NAME))

    expect(Date.now() - begun).toBeGreaterThanOrEqual(7_000)
  })

  test('reads Retry-After of answers without a body', async () => {
    const busy = new Response('', { status: 503, headers: { 'retry-after': '4' } })
    const { client } = clientMeeting(busy, jsonResponse(200, RUN))
    const begun = Date.now()
    await inNoTime(client.call(NAME))

    expect(Date.now() - begun).toBeGreaterThanOrEqual(4_000)
  })

  test('does not begin a wait that ends too late', async () => {
    const { client, sent } = clientMeeting(refusedResponse('RATE_LIMIT_EXCEEDED', { retry_after: 90 }))

    expect(await thrownBy(client.call(NAME))).toMatchObject({ name: 'RateLimitError', retryAfter: 90 })
    expect(sent).toHaveLength(1)
  })

  test('ends in the answer that comes', async () => {
    const { client } = clientMeeting(refusedResponse('TOOL_NOT_AVAILABLE'), jsonResponse(200, RUN))

    expect(await inNoTime(client.call(NAME))).toEqual({ message: 'Here.' })
  })
})

describe('giving up', () => {
  const never = ({ init }: Sent) =>
    new Promise<Response>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
    )

  test('after the time that was given is a DeadlineError', async () => {
    const { client } = clientMeeting(never)

    expect(await inNoTime(thrownBy(client.call(NAME, {}, { timeoutMs: 2_000 })))).toMatchObject({
      name: 'DeadlineError',
    })
  })

  test('by the caller is a CancelledError, during a request and during a wait', async () => {
    for (const reply of [never, refusedResponse('RATE_LIMIT_EXCEEDED', { retry_after: 20 })]) {
      const leaving = new AbortController()
      const { client, sent } = clientMeeting(reply)
      const thrown = thrownBy(client.call(NAME, {}, { signal: leaving.signal }))
      await vi.advanceTimersByTimeAsync(1_000)
      leaving.abort()

      expect(await thrown).toMatchObject({ name: 'CancelledError' })
      expect(sent).toHaveLength(1)
    }
  })
})
