import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import { EGRESS_BUDGET, type EgressRun, type Guard, openGuard } from './guard.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guard-'))
const socketPath = path.join(folder, 'guard.sock')
const placeholder = `sbxsec_${'k'.repeat(24)}`
let answer: Answer = () => {}
const origin = http.createServer((request, response) => answer(request, response))
let guard: Guard
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  port = (origin.address() as AddressInfo).port
  // All hosts but inside.example resolve to the one origin, on this machine.
  const resolve = async (host: string) => (host === 'inside.example' ? ['10.0.0.1'] : ['127.0.0.1'])
  guard = await openGuard(socketPath, { resolve, isAllowed: (address) => address === '127.0.0.1' })
})
afterEach(() => guard.dismiss())
afterAll(() => {
  guard.close()
  origin.close()
  fs.rmSync(folder, { recursive: true })
})

function admit(changes: Partial<EgressRun> = {}) {
  const trace: SandboxRequest[] = []
  const overspent: string[] = []
  const over = new AbortController()
  guard.admit({
    network: ['*.example'],
    secrets: [{ key: 'api_key', value: 's3cret-value', placeholder, hosts: ['api.example'] }],
    budget: EGRESS_BUDGET,
    signal: over.signal,
    trace,
    onOverspend: (message) => overspent.push(message),
    ticket: 'ticket',
    answerCall: async () => '{}',
    ...changes,
  })
  return { trace, overspent, over }
}

type Sent = { method?: string; headers?: Record<string, string>; body?: Readable }

function ask(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const marks = { 'x-guildhall-ticket': 'ticket', 'x-guildhall-url': url }
    const options = { socketPath, method, headers: { ...marks, ...headers }, agent: false }
    const call = http.request(options, resolve).once('error', reject)
    if (body) body.pipe(call)
    else call.end()
  })
}

const urlOf = (host: string, rest = '/') => `http://${host}:${port}${rest}`
const refusalOf = (response: http.IncomingMessage) =>
  decodeURIComponent(String(response.headers['x-guildhall-refused'] ?? ''))

describe('a request', () => {
  test('is sent unchanged, and its response is returned', async () => {
    const { trace } = admit()
    answer = async (request, response) => {
      const sent = await text(request)
      response.writeHead(201, { 'x-mine': 'yes', 'x-guildhall-refused': 'spoofed' })
      response.end(
        JSON.stringify([request.method, request.url, request.headers.host, request.headers.accept, sent]),
      )
    }
    const response = await ask(urlOf('api.example', '/a?b=1'), {
      method: 'PUT',
      headers: { accept: 'x/y', 'x-forwarded-for': '1.2.3.4' },
      body: Readable.from(['hello']),
    })

    expect(response.statusCode).toBe(201)
    expect(response.headers).toMatchObject({ 'x-mine': 'yes' })
    expect(refusalOf(response)).toBe('')
    expect(JSON.parse(await text(response))).toEqual(['PUT', '/a?b=1', `api.example:${port}`, 'x/y', 'hello'])
    expect(trace).toMatchObject([{ method: 'PUT', host: 'api.example', status: 201, sentBytes: 5 }])
  })

  test('carries a secret to its host, and an echo of it is replaced by the placeholder', async () => {
    admit()
    const arrived: string[] = []
    answer = async (request, response) => {
      const brought = [request.url, request.headers.authorization, await text(request)].join(' ')
      arrived.push(brought)
      response.writeHead(200, { 'x-echo': brought, 'content-length': brought.length }).end(brought)
    }
    const sent = { method: 'POST', headers: { authorization: `Bearer ${placeholder}` } }
    const there = await ask(urlOf('api.example', `/?k=${placeholder}`), {
      ...sent,
      body: Readable.from([placeholder]),
    })
    const elsewhere = await ask(urlOf('evil.example', `/?k=${placeholder}`), {
      ...sent,
      body: Readable.from([placeholder]),
    })

    const harmless = `/?k=${placeholder} Bearer ${placeholder} ${placeholder}`
    expect(arrived).toEqual(['/?k=s3cret-value Bearer s3cret-value s3cret-value', harmless])
    expect([there.headers['x-echo'], await text(there)]).toEqual([harmless, harmless])
    expect(await text(elsewhere)).toBe(harmless)
  })

  // biome-ignore format: table
  test.each<[string, (bytes: string) => Buffer]>([
    ['gzip', zlib.gzipSync], ['x-gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync], ['gzip, BR', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ])('is answered without its secret even where the host packs unasked: %s', async (packing, pack) => {
    admit()
    const asked: unknown[] = []
    answer = (request, response) => {
      asked.push(request.headers['accept-encoding'])
      response.writeHead(200, { 'content-encoding': packing }).end(pack('It is s3cret-value.'))
    }
    const there = await ask(urlOf('api.example'), { headers: { 'accept-encoding': 'gzip' } })

    expect(await text(there)).toBe(`It is ${placeholder}.`)
    expect(there.headers['content-encoding']).toBeUndefined()
    expect(asked).toEqual(['identity'])
  })

  describe('to a host that receives a secret', () => {
    /** Serves ranges of the last uploaded text, `stored`, as most servers do. */
    const store = () => {
      const file = { stored: '', requests: 0 }
      answer = async (request, response) => {
        file.requests += 1
        if (request.method === 'PUT') {
          file.stored = await text(request)
          return void response.end('stored')
        }
        const range = request.headers.range ?? request.headers['request-range'] ?? request.url?.split('?')[1]
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(range)) ?? []
        if (from === undefined) return void response.end(file.stored)
        const part = file.stored.slice(Number(from), Number(to) + 1)
        const contentRange = `bytes ${from}-${to}/${file.stored.length}`
        response.writeHead(206, { 'content-range': contentRange }).end(part)
      }
      return file
    }
    /** Returns what code in the sandbox can read of the stored file, requested part by part. */
    const assemble = async (
      askFor: (range: string) => { rest?: string; headers?: Record<string, string> },
    ) => {
      const file = store()
      await ask(urlOf('api.example', '/file'), { method: 'PUT', body: Readable.from([placeholder]) })
      expect(file.stored).toBe('s3cret-value')
      const parts: string[] = []
      const refusals = new Set<string>()
      for (let at = 0; at < 12; at += 4) {
        const { rest = '/file', headers } = askFor(`bytes=${at}-${at + 3}`)
        const response = await ask(urlOf('api.example', rest), { headers })
        refusals.add(refusalOf(response))
        parts.push(await text(response))
      }
      return { assembled: parts.join(''), refusals: [...refusals], requests: file.requests - 1 }
    }

    // biome-ignore format: table
    test.each([['range'], ['if-range'], ['request-range'], ['a-im']])(
      'is refused when %s asks for a part, before it is sent', async (name) => {
        admit()
        const { assembled, refusals, requests } = await assemble((range) => ({ headers: { range, [name]: range } }))

        expect(requests).toBe(0)
        expect(assembled).not.toContain('s3cr')
        expect(refusals).toEqual([expect.stringMatching(/^api\.example receives a secret .* partial responses/)])
      },
    )

    test('is refused when the host answers with a part on its own account', async () => {
      admit()
      const { assembled, refusals } = await assemble((range) => ({ rest: `/file?${range}` }))

      expect(assembled).not.toContain('s3cr')
      expect(refusals).toEqual([expect.stringContaining('partial response (status 206)')])
    })

    test.each([226, 200])('is refused when status %i comes with a range', async (status) => {
      admit()
      answer = (_request, response) =>
        response.writeHead(status, { 'content-range': 'bytes 0-3/12' }).end('s3cr')

      expect(refusalOf(await ask(urlOf('api.example')))).toContain('its partial response')
    })

    test('may ask for parts of other hosts’ answers', async () => {
      admit()
      answer = (_request, response) => response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab')
      const response = await ask(urlOf('other.example'), { headers: { range: 'bytes=0-1' } })

      expect([response.statusCode, await text(response)]).toEqual([206, 'ab'])
    })

    test('is answered without it in the names of headers', async () => {
      admit()
      answer = (_request, response) => response.writeHead(200, { 'x-s3cret-value': 'here' }).end()
      const { headers } = await ask(urlOf('api.example'))

      expect(Object.keys(headers).join()).not.toContain('s3cret-value')
      expect(headers).toMatchObject({ [`x-${placeholder}`.toLowerCase()]: 'here' })
    })
  })

  test('is left compressed by a host that receives no secret', async () => {
    admit()
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('plain'))
    const there = await ask(urlOf('other.example'))

    expect(there.headers['content-encoding']).toBe('gzip')
    expect(zlib.gunzipSync(await buffer(there)).toString()).toBe('plain')
  })

  test('is answered without its secret where the host packs in transit (Transfer-Encoding)', async () => {
    admit()
    const packed = zlib.gzipSync('It is s3cret-value.')
    answer = ({ socket }) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n${packed.length.toString(16)}\r\n`,
      )
      socket.end(Buffer.concat([packed, Buffer.from('\r\n0\r\n\r\n')]))
    }

    expect(await text(await ask(urlOf('api.example')))).toBe(`It is ${placeholder}.`)
  })

  test('is refused immediately by a host that switches to another protocol', async () => {
    const { trace } = admit()
    answer = ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n')

    expect(refusalOf(await ask(urlOf('api.example')))).toContain('another protocol')
    expect(trace).toMatchObject([{ refused: expect.stringContaining('another protocol') }])
  })

  test('is refused an answer in a packing that cannot be undone, and has an empty one', async () => {
    const { trace } = admit()
    answer = (request, response) =>
      response
        .writeHead(request.url === '/empty' ? 304 : 200, {
          'content-encoding': request.url === '/empty' ? 'gzip' : 'compress',
        })
        .end()
    const packed = await ask(urlOf('api.example', '/packed'))
    const empty = await ask(urlOf('api.example', '/empty'))

    expect(refusalOf(packed)).toContain('cannot be searched for secrets')
    expect([empty.statusCode, await text(empty)]).toEqual([304, ''])
    expect(trace).toMatchObject([{ refused: expect.stringContaining('content encoding') }, { status: 304 }])
  })

  // biome-ignore format: table
  test.each([
    ['http://other.org/', 'does not declare the host other.org', 'other.org'],
    ['http://inside.example/', 'inside.example is not on the public internet', 'inside.example'],
    ['http://127.0.0.1/', '127.0.0.1 is not on the public internet', '127.0.0.1'],
    ['file:///etc/passwd', 'not file:', ''],
    [`http://${'a'.repeat(8_000)}.example/`, 'more than 253 characters', 'a'.repeat(253)],
  ])('to %s is refused', async (url, reason, host) => {
    const { trace } = admit()
    const response = await ask(url)

    expect(response.statusCode).toBe(403)
    expect(refusalOf(response)).toContain(reason)
    expect(trace).toMatchObject([{ host, refused: expect.stringContaining(reason) }])
  })

  test('is refused without a run', async () => {
    expect(refusalOf(await ask(urlOf('api.example')))).toBe('The run has ended.')
  })

  test('to an origin that hangs up is reported', async () => {
    admit()
    answer = (request) => request.socket.destroy()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe('api.example closed the connection.')
  })

  test('is broken off when its run ends', async () => {
    const { over } = admit()
    answer = () => over.abort()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe('The run has ended.')
  })
})

describe('a budget', () => {
  test('of requests ends the run', async () => {
    const { overspent, trace } = admit({ budget: { ...EGRESS_BUDGET, requests: 1 } })
    answer = (_request, response) => response.end('ok')
    await (await ask(urlOf('api.example'))).resume()
    await ask(urlOf('api.example'))

    expect(overspent).toEqual(['The skill exceeded its limit of 1 requests.'])
    expect(trace).toHaveLength(1)
  })

  test('of bytes sent ends the run, and the origin gets no whole request', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, requestBytes: 1000 } })
    let isWhole = false
    answer = async (request) => {
      isWhole = await buffer(request).then(
        () => true,
        () => false,
      )
    }
    const sent = { method: 'POST', body: Readable.from([randomBytes(5000)]) }

    expect(refusalOf(await ask(urlOf('api.example'), sent))).toContain('sent more than')
    expect(overspent).toEqual([expect.stringContaining('sent more than')])
    expect(isWhole).toBe(false)
  })

  test('of bytes counts unpacked data, so that a small response cannot be a bomb', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, responseBytes: 1_000 } })
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('x'.repeat(100_000)))

    await ask(urlOf('api.example'))
      .then(buffer, () => {})
      .catch(() => {})

    expect(overspent).toEqual([expect.stringContaining('fetched more than')])
  })

  test('of bytes ends the run, and the answer breaks', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, responseBytes: 1000 } })
    answer = (_request, response) => response.end(randomBytes(5000))

    await expect(ask(urlOf('api.example')).then(buffer)).rejects.toThrow()
    expect(overspent).toEqual([expect.stringContaining('fetched more than')])
  })
})

test('an unread response is not read ahead', async () => {
  admit({ budget: { ...EGRESS_BUDGET, responseBytes: Number.MAX_SAFE_INTEGER } })
  const chunk = Buffer.alloc(64 * 1024)
  let given = 0
  function* chunks() {
    for (; given < 1000; given += 1) yield chunk
  }
  answer = (_request, response) => void Readable.from(chunks()).pipe(response)
  const response = await ask(urlOf('api.example'))
  const [first] = await once(response, 'readable').then(() => [response.read(1)])
  const whenTasted = given
  const rest = await buffer(response)

  expect(first).toHaveLength(1)
  expect(whenTasted).toBeLessThan(500)
  expect(rest).toHaveLength(1000 * chunk.length - 1)
})

describe('a ticket', () => {
  test.each(['of an earlier isolate', ''])(
    '%s lets nothing out, and nothing is asked under it',
    async (ticket) => {
      const asked: string[] = []
      const { trace } = admit({
        answerCall: async () => {
          asked.push('asked')
          return '{}'
        },
      })
      answer = (_request, response) => response.end('reached')
      const headers = { 'x-guildhall-ticket': ticket }

      const fetched = await ask(urlOf('api.example'), { headers })
      const called = await callHost(headers)

      expect([fetched.statusCode, called.statusCode]).toEqual([403, 403])
      expect(refusalOf(fetched)).toBe('The run has ended.')
      expect({ trace, asked }).toEqual({ trace: [], asked: [] })
    },
  )

  test('of the run itself asks Guildhall, and not the network', async () => {
    const { trace } = admit({ answerCall: async (body) => `{"heard":${(await buffer(body)).length}}` })

    const called = await callHost({}, 'hello')

    expect(await text(called)).toBe('{"heard":5}')
    expect(trace).toEqual([])
  })
})

function callHost(headers: Record<string, string>, body = '{}'): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const marks = { 'x-guildhall-ticket': 'ticket', ...headers }
    const options = { socketPath, method: 'POST', path: '/ask', headers: marks, agent: false }
    http.request(options, resolve).once('error', reject).end(body)
  })
}
