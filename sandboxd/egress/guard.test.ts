import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { EGRESS_BUDGET, refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'

const egress = setUpGuard()
const { admit, ask, urlOf, callHost } = egress

describe('a request', () => {
  test('is sent unchanged, and its response is returned', async () => {
    const { trace } = admit()
    egress.answer = async (request, response) => {
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
    expect(JSON.parse(await text(response))).toEqual([
      'PUT',
      '/a?b=1',
      `api.example:${egress.port}`,
      'x/y',
      'hello',
    ])
    expect(trace).toMatchObject([{ method: 'PUT', host: 'api.example', status: 201, sentBytes: 5 }])
  })

  test('is refused immediately by a host that switches to another protocol', async () => {
    const { trace } = admit()
    egress.answer = ({ socket }) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n')

    expect(refusalOf(await ask(urlOf('api.example')))).toContain('another protocol')
    expect(trace).toMatchObject([{ refused: expect.stringContaining('another protocol') }])
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
    egress.answer = (request) => request.socket.destroy()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe('api.example closed the connection.')
  })

  test('is broken off when its run ends', async () => {
    const { over } = admit()
    egress.answer = () => over.abort()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe('The run has ended.')
  })
})

test('an unread response is not read ahead', async () => {
  admit({ budget: { ...EGRESS_BUDGET, responseBytes: Number.MAX_SAFE_INTEGER } })
  const chunk = Buffer.alloc(64 * 1024)
  let given = 0
  function* chunks() {
    for (; given < 1000; given += 1) yield chunk
  }
  egress.answer = (_request, response) => void Readable.from(chunks()).pipe(response)
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
      egress.answer = (_request, response) => response.end('reached')
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
