import { describe, expect, test } from 'vitest'
import { readCorpus, withCorpus } from '../../testing/corpus.ts'
import { AppError, ERRORS, type ErrorCode, tooLarge } from '../errors.ts'
import type { Json } from '../json/json.ts'
import { answerRpc, answerUnread, MAX_BATCH, type RpcServer } from './answer-rpc.ts'

type Sums = { minuend: number; subtrahend: number }

/** The methods used in the examples of the JSON-RPC specification, and some that fail. */
const METHODS: Record<string, (params: Json | undefined) => Json> = {
  subtract: (params) => {
    const [a, b] = Array.isArray(params)
      ? (params as number[])
      : [(params as Sums).minuend, (params as Sums).subtrahend]
    return (a ?? 0) - (b ?? 0)
  },
  sum: (params) => (params as number[]).reduce((a, b) => a + b, 0),
  update: () => null,
  notify_hello: () => null,
  notify_sum: () => null,
  get_data: () => ['hello', 5],
  echo: (params) => params ?? null,
  refuse: (params) => {
    const { code } = params as { code: ErrorCode }
    throw new AppError(code, {
      retryAfter: 7,
      issues: [{ path: '/x', message: 'is wrong' }],
      detail: 'secret',
    })
  },
  crash: () => {
    throw new TypeError('secret')
  },
}

const SERVER: RpcServer = {
  knows: (method) => Object.hasOwn(METHODS, method),
  call: async (method, params) => METHODS[method]!(params),
  report: (thrown) => (thrown instanceof AppError ? undefined : 'ref-1'),
  origin: 'https://guildhall.example',
}

const ask = (body: unknown) => answerRpc(SERVER, typeof body === 'string' ? body : JSON.stringify(body))
const call = (method: string, params?: Json, id: Json = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
})

type Example = {
  name: string
  request_body: string
  expected_response: Json
  expected_no_body: boolean
}
const EXAMPLES = readCorpus<Example>('jsonrpc2-spec-examples')
type Parsing = { name: string; expect: 'accept' | 'reject' | 'either'; text?: string; b64?: string }
const PARSING = readCorpus<Parsing>('json-parsing')

describe('the examples of the specification', withCorpus(EXAMPLES), () => {
  test.each(EXAMPLES ?? [])('$name', async ({ request_body, expected_response, expected_no_body }) => {
    const { body, status } = await ask(request_body)

    expect(status).toBe(expected_no_body ? 204 : 200)
    // The data of every error contains our own error as well.
    expect(toTooLargeResult(body)).toEqual(expected_no_body ? undefined : expected_response)
  })
})

function toTooLargeResult(body: unknown): unknown {
  if (body === undefined) return undefined
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'data' ? undefined : value)))
}

describe('real-world JSON', withCorpus(PARSING), () => {
  test.each(PARSING ?? [])('$name', async ({ expect: verdict, text, b64 }) => {
    const bytes = b64 === undefined ? new TextEncoder().encode(text ?? '') : Buffer.from(b64, 'base64')
    const answer = await readAndAnswer(bytes)

    const codes = [answer.body ?? []].flat().map(({ error }) => (error as { code?: number })?.code)
    // Depending on the verdict, an invalid request gets one of two errors.
    const allowed = verdict === 'accept' ? [-32600] : verdict === 'reject' ? [-32700] : [-32600, -32700]
    expect(codes.length).toBeGreaterThan(0)
    for (const code of codes) expect(allowed).toContain(code)
  })
})

/** Decodes and answers a body like the route. */
async function readAndAnswer(bytes: Uint8Array) {
  try {
    return await ask(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (thrown) {
    return answerUnread(thrown)
  }
}

describe('an id', () => {
  test.each([['a'], [''], [0], [-1], [1.5], [null]])('%j is returned with its type', async (id) => {
    expect((await ask(call('echo', {}, id))).body).toEqual({ jsonrpc: '2.0', id, result: {} })
  })

  test.each([[{}], [[]], [true]])('%j is invalid', async (id) => {
    expect((await ask(call('echo', {}, id))).body).toMatchObject({ id: null, error: { code: -32600 } })
  })

  // Rounded to a neighbouring number, the id would match a call that was never made.
  test.each(['9007199254740993', '12345678901234567890', '1e400'])(
    '%s is invalid: it would not round-trip',
    async (id) => {
      const asked = `{"jsonrpc":"2.0","id":${id},"method":"echo"}`
      const refused = { id: null, error: { code: -32600 } }

      expect((await answerRpc(SERVER, asked)).body).toMatchObject(refused)
      const batch = await answerRpc(
        SERVER,
        `[{"jsonrpc":"2.0","id":9007199254740992,"method":"echo"},${asked}]`,
      )
      expect(batch.body).toMatchObject([{ id: 9007199254740992, result: null }, refused])
    },
  )
})

describe('an invalid request is refused with -32600, and its id if it has one', () => {
  test.each([
    ['another version', { jsonrpc: '1.0', id: 4, method: 'echo' }],
    ['no version', { id: 4, method: 'echo' }],
    ['a method that is not a string', { jsonrpc: '2.0', id: 4, method: 4 }],
    ['params that are a text', { jsonrpc: '2.0', id: 4, method: 'echo', params: 'x' }],
    ['params that are null', { jsonrpc: '2.0', id: 4, method: 'echo', params: null }],
  ])('%s', async (_, message) => {
    expect((await ask(message)).body).toMatchObject({
      id: 4,
      error: { code: -32600, data: { code: 'INVALID_INPUT' } },
    })
  })
})

describe('errors', () => {
  test.each(Object.keys(ERRORS) as ErrorCode[])('%s travels with the number in the table', async (code) => {
    const { body } = await ask(call('refuse', { code }))

    expect(body).toMatchObject({ error: { code: ERRORS[code].rpc ?? -32603, data: { code } } })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('of fields are listed with their paths', async () => {
    expect((await ask(call('refuse', { code: 'INVALID_INPUT' }))).body).toMatchObject({
      error: { data: { details: [{ path: '/x', message: 'is wrong' }] } },
    })
  })

  test('that are internal reveal only their reference', async () => {
    const { body } = await ask(call('crash'))

    expect(body).toMatchObject({
      error: { code: -32603, data: { code: 'INTERNAL_ERROR', reference: 'ref-1' } },
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test.each(['constructor', '__proto__', 'toString', 'nothing'])('%s is not a method', async (method) => {
    expect((await ask(call(method))).body).toMatchObject({
      error: { code: -32601, message: 'Method not found', data: { code: 'NOT_FOUND' } },
    })
  })
})

test('each request of a batch reports its own rounded numbers', async () => {
  const reported: string[][] = []
  const server: RpcServer = {
    knows: () => true,
    origin: 'https://guildhall.example',
    exact: '/params/args',
    call: async (_method, _params, lost) => reported.push(lost.map(({ path }) => path)),
  }
  const of = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"run","params":${params}}`

  await answerRpc(server, `[${of('{"args":{"n":9007199254740993}}')},${of('{"n":9007199254740993}')}]`)

  expect(reported).toEqual([['/n'], []])
})

describe('a batch', () => {
  test('is answered in its own order, without its notifications', async () => {
    const { id: _, ...notification } = call('echo', { n: 0 })

    const { body } = await ask([call('echo', { n: 1 }, 'a'), notification, call('nothing', {}, 'b')])

    expect(body).toMatchObject([
      { id: 'a', result: { n: 1 } },
      { id: 'b', error: { code: -32601 } },
    ])
  })

  test(`has at most ${MAX_BATCH} requests`, async () => {
    const full = Array.from({ length: MAX_BATCH }, (_, n) => call('echo', { n }, n))

    expect(((await ask(full)).body as Json[]).length).toBe(MAX_BATCH)
    expect((await ask([...full, call('echo')])).body).toMatchObject({ id: null, error: { code: -32600 } })
  })

  test('of notifications only has no answer, whatever came of them', async () => {
    const { id: _, ...failing } = call('crash')

    expect(await ask([failing, failing])).toEqual({ status: 204 })
  })
})

describe('the status', () => {
  test('is 401 when nothing but that was answered, else 200', async () => {
    const refused = call('refuse', { code: 'UNAUTHENTICATED' })

    expect((await ask(refused)).status).toBe(401)
    expect((await ask([refused, refused])).status).toBe(401)
    expect((await ask([refused, call('echo')])).status).toBe(200)
  })

  test('is 429 with the time to wait', async () => {
    expect(await ask(call('refuse', { code: 'RATE_LIMIT_EXCEEDED' }))).toMatchObject({
      status: 429,
      retryAfter: 7,
    })
  })

  test('is 200 for a body that was too long, which is not a request', () => {
    expect(answerUnread(tooLarge('The request body can be at most 10 MB.', 10))).toMatchObject({
      status: 200,
      isCutShort: true,
      body: {
        id: null,
        error: { code: -32600, data: { message: 'The request body can be at most 10 MB.' } },
      },
    })
  })
})
