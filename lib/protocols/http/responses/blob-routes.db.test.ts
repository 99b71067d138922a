import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { DELETE, GET } from '#app/api/blobs/[id]/route.ts'
import { GET as LIST, OPTIONS, PUT } from '#app/api/blobs/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { sweepBlobs } from '../../../blobs/blobs.ts'
import { contextFor, makeUser, type TestUser } from '../../../testing/factories.ts'

let user: TestUser
let key: string

async function makeKey(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

beforeAll(async () => {
  user = await makeUser()
  key = await makeKey(user, ['read', 'write'])
})

type Sent = { key?: string | null; headers?: Record<string, string>; query?: string }

function requestTo(path: string, method: string, sent: Sent, body?: BodyInit) {
  const authorization = sent.key === null ? undefined : `Bearer ${sent.key ?? key}`
  const headers = { ...(authorization && { authorization }), ...sent.headers }
  // Node requires `duplex` for a streamed request body.
  const init = { method, headers, body, duplex: 'half' } as RequestInit
  return new Request(`http://localhost${path}${sent.query ?? ''}`, init)
}

const put = (body: BodyInit, sent: Sent = {}) => PUT(requestTo('/api/blobs', 'PUT', sent, body))
const at = (id: string) => ({ params: Promise.resolve({ id }) })
const get = (id: string, sent: Sent = {}) => GET(requestTo(`/api/blobs/${id}`, 'GET', sent), at(id))

async function storeBlob(body: BodyInit, sent: Sent = {}): Promise<string> {
  return (await (await put(body, sent)).json()).blob_id
}

describe('a blob over HTTP', () => {
  test('is stored, described, read, listed and deleted', async () => {
    const response = await put('a,b\n1,2\n', { query: '?kind=text/csv&name=t.csv' })
    const blob = await response.json()

    expect(response.status).toBe(201)
    expect(blob).toMatchObject({ kind: 'text/csv', name: 't.csv', size_bytes: 8 })
    expect(await (await get(blob.blob_id)).text()).toBe('a,b\n1,2\n')
    expect((await (await LIST(requestTo('/api/blobs', 'GET', {}))).json()).blobs[0]).toEqual(blob)

    const gone = await DELETE(requestTo(`/api/blobs/${blob.blob_id}`, 'DELETE', {}), at(blob.blob_id))
    expect(gone.status).toBe(204)
    expect((await get(blob.blob_id)).status).toBe(404)
  })

  test('is read in ranges', async () => {
    const response = await get(await storeBlob('0123456789'), { headers: { range: 'bytes=3-5' } })

    expect([response.status, await response.text()]).toEqual([206, '345'])
  })

  test('has the kind of its Content-Type when none is asked for', async () => {
    const response = await put('x', { headers: { 'content-type': 'text/x-thing' } })

    expect((await response.json()).kind).toBe('text/x-thing')
  })

  test('may be asked about by a page of another site, which has no cookie to bring', () => {
    expect(OPTIONS().headers.get('access-control-allow-methods')).toBe('GET, PUT')
  })
})

const SERIALISED = [
  ['a Blob', new Blob(['x'])],
  ['a typed array', new Uint8Array(20)],
  ['a Buffer', Buffer.from('bytes')],
  ['text', 'Some text'],
] as const
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

describe('an upload that is declared as JSON', () => {
  test.each(SERIALISED)('is refused when it is %s that a client has serialised', async (_what, bytes) => {
    const response = await put(JSON.stringify(bytes), { headers: JSON_TYPE, query: '?kind=image/png' })
    const { error } = await response.json()

    expect([response.status, error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(error.details).toMatchObject([{ path: '', keyword: 'contentType' }])
  })

  test.each(['{"a": 1}', '[]', '{"0x": true}', `{"long": "${'x'.repeat(200_000)}"}`])(
    'is stored unchanged if it is a JSON document: %.12s',
    async (text) => {
      const id = await storeBlob(text, { headers: JSON_TYPE })

      expect(await (await get(id)).text()).toBe(text)
    },
  )

  test('may be an empty object when it is sent as bytes', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const id = await storeBlob('{}', { headers, query: '?kind=application/json' })

    expect(await (await get(id)).text()).toBe('{}')
  })
})

describe('is refused', () => {
  async function refusal(answer: Promise<Response>) {
    const response = await answer
    return [response.status, (await response.json()).error.code]
  }

  test('to a wrong key', async () => {
    expect(await refusal(put('x', { key: 'gh_wrong' }))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('to a key without the scope', async () => {
    const [reads, writes] = await Promise.all([makeKey(user, ['read', 'run']), makeKey(user, ['write'])])
    const id = await storeBlob('mine')

    expect(await refusal(put('x', { key: reads }))).toEqual([403, 'POLICY_DENIED'])
    expect(await refusal(get(id, { key: writes }))).toEqual([403, 'POLICY_DENIED'])
    const deleted = DELETE(requestTo('/x', 'DELETE', { key: reads }), at(id))
    expect(await refusal(deleted)).toEqual([403, 'POLICY_DENIED'])
  })

  test('to the key of another organisation', async () => {
    const theirs = await makeKey(await makeUser(), ['read', 'write'])

    expect(await refusal(get(await storeBlob('mine'), { key: theirs }))).toEqual([404, 'NOT_FOUND'])
  })

  test('to another site’s page, whatever cookie came along', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }

    expect(await refusal(put('x', { key: null, headers }))).toEqual([403, 'POLICY_DENIED'])
  })

  test.each(['x', 'blob:nope', '', "' or 1=1"])('with %j, which no page ends with', async (cursor) => {
    const query = `?cursor=${encodeURIComponent(cursor)}`
    const answer = await LIST(requestTo('/api/blobs', 'GET', { query }))

    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'INVALID_INPUT'])
  })

  test('with an invalid kind', async () => {
    expect(await refusal(put('x', { query: '?kind=words' }))).toEqual([400, 'INVALID_INPUT'])
  })

  test('when there is too much of it', async () => {
    process.env.GUILDHALL_BLOB_MAX_MB = '0.001'
    const answer = await put('x'.repeat(2000))
    delete process.env.GUILDHALL_BLOB_MAX_MB

    expect(answer.headers.get('connection')).toBe('close')
    expect(await refusal(Promise.resolve(answer))).toEqual([413, 'INVALID_INPUT'])
  })

  test('when the body breaks off', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(9)),
      pull: (controller) => controller.error(new Error('the connection is gone')),
    })

    expect(await refusal(put(body))).toEqual([400, 'INVALID_INPUT'])
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the bytes in use after garbage collection. */
function liveBytes(): number {
  // Memory outside the heap is freed one collection after its owner.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const MEGABYTE = 1024 * 1024
// The size must exceed the growth of memory that the test allows.
const SIZE = (process.env.GUILDHALL_LONG ? 1024 : 40) * MEGABYTE
const LOOK_EVERY = SIZE / 4

test(`${SIZE / MEGABYTE} MB stream in and out, and memory does not grow`, { timeout: 600_000 }, async () => {
  const part = new Uint8Array(MEGABYTE).map((_, index) => (index * 7) % 256)
  const before = liveBytes()
  let peakBytes = 0
  const watch = (passed: number, size: number) => {
    if (passed % LOOK_EVERY < size) peakBytes = Math.max(peakBytes, liveBytes() - before)
  }
  const hash = createHash('sha256')
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === SIZE) return controller.close()
      part[0] = sent / MEGABYTE
      controller.enqueue(part.slice())
      hash.update(part)
      sent += part.length
      watch(sent, part.length)
    },
  })

  const id = await storeBlob(body)
  const back = createHash('sha256')
  let received = 0
  for await (const piece of (await get(id)).body!) {
    back.update(piece)
    received += piece.length
    watch(received, piece.length)
  }

  expect(received).toBe(SIZE)
  expect(back.digest('hex')).toBe(hash.digest('hex'))
  // This allows a few pieces in transit, and the driver's buffers.
  expect(peakBytes).toBeLessThan(32 * MEGABYTE)
  // Later tests search the storage, which is slower with this content.
  await DELETE(requestTo(`/api/blobs/${id}`, 'DELETE', {}), at(id))
  await sweepBlobs(await contextFor(user))
})
