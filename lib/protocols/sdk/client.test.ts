// Tests requests, responses and retries of the client.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '../../kernel/errors.ts'
import {
  clientMeeting,
  failedResponse,
  inNoTime,
  jsonResponse,
  KEY,
  NAME,
  RUN,
  refusedResponse,
  thrownBy,
} from '../../testing/setup/protocols/sdk-client.ts'
import { createClient } from './client.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a call sends the arguments with the key, and returns the output', async () => {
  const { client, sent } = clientMeeting(jsonResponse(200, RUN))
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
  const { client, sent } = clientMeeting(jsonResponse(200, RUN))
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
  const running = jsonResponse(202, { ...RUN, status: 'running', output: undefined })
  const { client, sent } = clientMeeting(running, running, jsonResponse(200, RUN))

  expect(await inNoTime(client.run(NAME))).toEqual(RUN)
  expect(sent.map(({ url }) => url).slice(1)).toEqual(Array(2).fill('https://guildhall.test/api/runs/run_1'))
})

test('a search sends what the caller has and needs by the names of the protocol, and returns the skills', async () => {
  const answer = { skills: [{ name: NAME, version: '1.0.0' }], next_cursor: null }
  const { client, sent } = clientMeeting(jsonResponse(200, answer))
  const found = await client.findSkills({
    query: 'news',
    have: { topic: 'tides' },
    maxPrice: '0.05',
    limit: 3,
  })

  expect(found).toEqual(answer)
  expect(sent).toMatchObject([
    {
      url: 'https://guildhall.test/api/skills/search',
      init: {
        method: 'POST',
        body: '{"query":"news","have":{"topic":"tides"},"limit":3,"max_price":"0.05"}',
      },
    },
  ])
})

test('a search that the server refuses throws the class of its code, and an answer of something else is none', async () => {
  const refused = clientMeeting(refusedResponse('INVALID_INPUT')).client
  const foreign = clientMeeting(jsonResponse(200, { run_id: 'run_1' })).client

  await expect(refused.findSkills({ query: 'news' })).rejects.toMatchObject({ name: 'ValidationError' })
  expect(await thrownBy(foreign.findSkills({ query: 'news' }, { retries: 0 }))).toMatchObject({
    message: expect.stringContaining('not a Guildhall server'),
  })
})

describe('an error', () => {
  test.each(Object.keys(ERRORS) as ErrorCode[])('%s is thrown as its class, run or refusal', async (code) => {
    for (const answer of [refusedResponse(code), failedResponse(code)]) {
      const thrown = await thrownBy(clientMeeting(answer).client.call(NAME, {}, { retries: 0 }))

      expect(thrown).toMatchObject({ name: ERRORS[code].sdk, code, status: ERRORS[code].http })
    }
  })

  test('that a limit is reached has the limit and how to get room', async () => {
    const limit = { what: 'webhooks', max: 10, used: 10, unit: 'items' } as const
    const thrown = await thrownBy(
      clientMeeting(refusedResponse('LIMIT_REACHED', { limit })).client.call(NAME),
    )

    expect(thrown).toMatchObject({
      name: 'LimitError',
      limit,
      suggestedAction: ERRORS.LIMIT_REACHED.suggestedAction,
    })
    expect(JSON.parse(JSON.stringify(thrown))).toMatchObject({ code: 'LIMIT_REACHED', limit })
  })

  test('has its details, its run and a reference', async () => {
    const details = [{ path: '/query', message: 'is required' }]
    const refusal = await thrownBy(
      clientMeeting(refusedResponse('INVALID_INPUT', { details })).client.call(NAME),
    )
    const fault = await thrownBy(
      clientMeeting(refusedResponse('INTERNAL_ERROR', { reference: 'a1' })).client.call(NAME),
    )

    expect(refusal.details).toEqual(details)
    expect(fault.reference).toBe('a1')
    expect((await thrownBy(clientMeeting(failedResponse('SKILL_ERROR')).client.call(NAME))).runId).toBe(
      'run_9',
    )
  })

  test('of a code that this SDK does not know is an InternalError', async () => {
    const { client } = clientMeeting(
      jsonResponse(418, { error: { code: 'TEAPOT', message: 'Short and stout.' } }),
    )

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
