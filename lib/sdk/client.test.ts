// Tests requests, responses and retries of the client.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { createClient, type RemoteCallOptions } from './client.ts'
import { GuildhallError } from './errors.ts'

const KEY = 'gh_0123456789abcdef'
const NAME = 'press.news.search'
const RUN = {
  run_id: 'run_1',
  status: 'completed',
  skill: NAME,
  version: '1.0.0',
  contract_hash: 'abc',
  coercions: [],
  output: { message: 'Here.' },
}

type Sent = { url: string; init: RequestInit }
type Reply = Response | Error | ((sent: Sent) => Promise<Response>)

/** Creates a client that gets these responses in order, and the last one repeatedly. */
function clientMeeting(...replies: Reply[]) {
  const sent: Sent[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    const reply = replies[Math.min(sent.length, replies.length) - 1]!
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply({ url: String(url), init }) : reply.clone()
  }
  return {
    sent,
    client: createClient({
      baseUrl: 'https://guildhall.test/',
      key: KEY,
      fetch: fetch as typeof globalThis.fetch,
    }),
  }
}

const keysOf = (sent: Sent[]) => sent.map(({ init }) => JSON.parse(String(init.body)).idempotency_key)
const json = (status: number, body: unknown, headers = {}) => Response.json(body, { status, headers })
const errorOf = (code: ErrorCode, more = {}) => ({
  code,
  message: ERRORS[code].message,
  recoverable: ERRORS[code].recoverable,
  ...more,
})
const refused = (code: ErrorCode, more = {}) => json(ERRORS[code].http, { error: errorOf(code, more) })
const failed = (code: ErrorCode) =>
  json(ERRORS[code].http, { status: 'failed', errors: [errorOf(code)], run_id: 'run_9' })

async function thrownBy(work: Promise<unknown>): Promise<GuildhallError> {
  const thrown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(thrown).toBeInstanceOf(GuildhallError)
  return thrown as GuildhallError
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Advances fake timers until `work` settles. */
async function inNoTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) await vi.advanceTimersByTimeAsync(500)
  return work
}

test('a call sends the arguments with the key, and returns the output', async () => {
  const { client, sent } = clientMeeting(json(200, RUN))
  const output = await client.call<{ message: string }>(NAME, { query: 'tides' }, { version: '1.0.0' })

  expect(output.message).toBe('Here.')
  expect(sent).toMatchObject([
    {
      url: 'https://guildhall.test/api/skills/press.news.search/runs',
      init: {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: '{"args":{"query":"tides"},"version":"1.0.0"}',
        redirect: 'error',
        credentials: 'omit',
      },
    },
  ])
})

test('a call states its maximum price, its contract, that it is a dry run and which blobs it can read', async () => {
  const { client, sent } = clientMeeting(json(200, RUN))
  await client.call(NAME, {}, { maxPrice: '0', contractHash: 'abc', dryRun: true, inputBlobs: ['blob:1'] })

  expect(JSON.parse(String(sent[0]!.init.body))).toEqual({
    args: {},
    max_price: '0',
    contract_hash: 'abc',
    dry_run: true,
    input_blobs: ['blob:1'],
  })
})

test('a run that outlasts the answer is followed to its end', async () => {
  const running = json(202, { ...RUN, status: 'running', output: undefined })
  const { client, sent } = clientMeeting(running, running, json(200, RUN))

  expect(await inNoTime(client.run(NAME))).toEqual(RUN)
  expect(sent.map(({ url }) => url).slice(1)).toEqual(Array(2).fill('https://guildhall.test/api/runs/run_1'))
})

describe('an error', () => {
  test.each(Object.keys(ERRORS) as ErrorCode[])('%s is thrown as its class, run or refusal', async (code) => {
    for (const answer of [refused(code), failed(code)]) {
      const thrown = await thrownBy(clientMeeting(answer).client.call(NAME, {}, { retries: 0 }))

      expect(thrown).toMatchObject({ name: ERRORS[code].sdk, code, status: ERRORS[code].http })
    }
  })

  test('has its details, its run and a reference', async () => {
    const details = [{ path: '/query', message: 'is required' }]
    const refusal = await thrownBy(clientMeeting(refused('INVALID_INPUT', { details })).client.call(NAME))
    const fault = await thrownBy(
      clientMeeting(refused('INTERNAL_ERROR', { reference: 'a1' })).client.call(NAME),
    )

    expect(refusal.details).toEqual(details)
    expect(fault.reference).toBe('a1')
    expect((await thrownBy(clientMeeting(failed('SKILL_ERROR')).client.call(NAME))).runId).toBe('run_9')
  })

  test('of a code that this SDK does not know is an InternalError', async () => {
    const { client } = clientMeeting(json(418, { error: { code: 'TEAPOT', message: 'Short and stout.' } }))

    expect(await thrownBy(client.call(NAME))).toMatchObject({
      name: 'InternalError',
      message: 'Short and stout.',
    })
  })

  test.each([
    ['a page of another user', new Response('<h1>nginx</h1>', { status: 404 }), 'NotFoundError'],
    ['a page that is fine', new Response('<h1>Hello</h1>'), 'UnavailableError'],
    ['an error of a proxy', new Response('Bad gateway', { status: 502 }), 'UpstreamError'],
  ])('is also %s', async (_, answer, name) => {
    expect(await thrownBy(clientMeeting(answer).client.call(NAME, {}, { retries: 0 }))).toMatchObject({
      name,
    })
  })
})

describe('trying again', () => {
  const lost = new TypeError('fetch failed')

  // biome-ignore format: table
  test.each<[string, Reply, RemoteCallOptions, requests: number]>([
    ['is done after a refusal that will pass',         refused('RATE_LIMIT_EXCEEDED'), {},                   3],
    ['is done as often as asked',                      refused('TOOL_NOT_AVAILABLE'),  { retries: 1 },       2],
    ['is not retried if disabled',                       refused('RATE_LIMIT_EXCEEDED'), { retries: 0 },       1],
    ['does not coerce an input',                         refused('INVALID_INPUT'),       {},                   1],
    ['does not fill a purse',                          refused('PAYMENT_REQUIRED'),    {},                   1],
    ['is not done after a run',                        failed('TOOL_TIMEOUT'),         {},                   1],
    ['is done after a run that may be repeated',       failed('TOOL_TIMEOUT'),         { repeatable: true }, 3],
    ['does not help a skill that throws',              failed('SKILL_ERROR'),          { repeatable: true }, 1],
    ['is not retried if it may have run',   lost,                           {},                   1],
    ['is done then if it may run twice',               lost,                           { repeatable: true }, 3],
    ['is done then if a key lets it run once',         lost,                           { idempotencyKey: 'a' }, 3],
    ['is not done after a run, though it has a key',   failed('TOOL_TIMEOUT'),         { idempotencyKey: 'a' }, 1],
    ['is not done when a proxy gave up waiting',       new Response('', { status: 504 }), {},                1],
    ['is not done when a proxy lost the answer',       new Response('', { status: 520 }), {},                1],
  ])('%s', async (_, reply, options, requests) => {
    const { client, sent } = clientMeeting(reply)
    await inNoTime(thrownBy(client.call(NAME, {}, options)))

    expect(sent).toHaveLength(requests)
  })

  test('carries one key, so that a lost answer is not paid for twice', async () => {
    const { client, sent } = clientMeeting(lost, lost, failed('TOOL_TIMEOUT'), json(200, RUN))
    await inNoTime(client.call(NAME, {}, { repeatable: true, retries: 3 }))
    const keys = keysOf(sent)

    expect(keys[0]).toMatch(/^sdk-[0-9a-f]{32}$/)
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]])
    // The server would answer the same key with the failed run.
    expect(keys[3]).toMatch(/^sdk-/)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('carries the key that was given, and none where nothing is sent twice', async () => {
    const given = clientMeeting(lost, json(200, RUN))
    await inNoTime(given.client.call(NAME, {}, { idempotencyKey: 'order 7' }))
    const plain = clientMeeting(json(200, RUN))
    await plain.client.call(NAME)

    expect(keysOf(given.sent)).toEqual(['order 7', 'order 7'])
    expect(keysOf(plain.sent)).toEqual([undefined])
  })

  test('waits as long as Retry-After says', async () => {
    const { client } = clientMeeting(refused('RATE_LIMIT_EXCEEDED', { retry_after: 7 }), json(200, RUN))
    const begun = Date.now()
    await inNoTime(client.call(NAME))

    expect(Date.now() - begun).toBeGreaterThanOrEqual(7_000)
  })

  test('reads Retry-After of answers without a body', async () => {
    const busy = new Response('', { status: 503, headers: { 'retry-after': '4' } })
    const { client } = clientMeeting(busy, json(200, RUN))
    const begun = Date.now()
    await inNoTime(client.call(NAME))

    expect(Date.now() - begun).toBeGreaterThanOrEqual(4_000)
  })

  test('does not begin a wait that ends too late', async () => {
    const { client, sent } = clientMeeting(refused('RATE_LIMIT_EXCEEDED', { retry_after: 90 }))

    expect(await thrownBy(client.call(NAME))).toMatchObject({ name: 'RateLimitError', retryAfter: 90 })
    expect(sent).toHaveLength(1)
  })

  test('ends in the answer that comes', async () => {
    const { client } = clientMeeting(refused('TOOL_NOT_AVAILABLE'), json(200, RUN))

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
    for (const reply of [never, refused('RATE_LIMIT_EXCEEDED', { retry_after: 20 })]) {
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

describe('the key', () => {
  test('is in nothing that may be printed', async () => {
    const { client } = clientMeeting(new TypeError('fetch failed'))
    const thrown = await thrownBy(client.call(NAME))
    const printed = [client, thrown, thrown.cause]
      .map((each) => `${JSON.stringify(each)} ${String(each)}`)
      .join()

    expect(printed).not.toContain(KEY)
  })

  test('that could not be sent is refused without being quoted', () => {
    const make = () => createClient({ baseUrl: 'https://guildhall.test', key: 'gh_a\nb' })

    expect(make).toThrow(
      expect.objectContaining({ name: 'ValidationError', message: expect.not.stringContaining('gh_a') }),
    )
  })
})
