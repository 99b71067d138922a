/** What a handler can reach with `fetch`, with a single origin. */
import { createHmac } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchJob } from '../../lib/blobs/images/images.ts'
import type { SecretUse } from '../../lib/contracts/document/secret-use.ts'
import type { SandboxJob } from '../../lib/sandbox/sandbox.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { prepareProcessSetup } from '../local-sandbox.ts'
import { openProcessPool, type ProcessPool } from '../pool/process-pool.ts'
import { runJob } from '../run/run-job.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghegress-'))
const seen: string[] = []
const authorized: string[] = []
// Contains every byte value, and more bytes than the arguments of a call may have.
const LOGO = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 256))
/** Requests with their headers, in order. */
const arrived: { host: string; path: string; headers: http.IncomingHttpHeaders }[] = []
const origin = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin')
  const { host = '' } = request.headers
  seen.push(pathname)
  arrived.push({ host: host.replace(/:\d+$/, ''), path: request.url ?? '', headers: request.headers })
  if (pathname === '/token') {
    const token = { access_token: 'token-of-auth', token_type: 'Bearer', expires_in: 3600 }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token))
  }
  if (pathname === '/hop') return response.writeHead(302, { location: searchParams.get('to') ?? '' }).end()
  if (pathname === '/logo') return response.end(LOGO)
  if (pathname === '/large') return response.end(Buffer.alloc(11 * 1024 * 1024))
  if (pathname === '/never') return
  if (pathname === '/early') return response.writeHead(413).end('too long')
  const { authorization = '' } = request.headers
  authorized.push(authorization)
  response.end(JSON.stringify({ method: request.method, authorization, body: await text(request) }))
})
let pool: ProcessPool
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  port = (origin.address() as AddressInfo).port
  const egressPolicy = {
    resolve: async (host: string) => (host.startsWith('inside') ? ['10.0.0.1'] : ['127.0.0.1']),
    isAllowed: (address: string) => address === '127.0.0.1',
  }
  pool = await openProcessPool({ ...prepareProcessSetup(folder), egressPolicy })
})
afterAll(async () => {
  await pool.close()
  origin.closeAllConnections()
  origin.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** So long, even on a slow machine, that a run ends only by its budget or by the test. */
const A_WHILE = { cpuMs: 30_000, wallMs: 60_000 }

const placeholder = `sbxsec_${'p'.repeat(24)}`
const secrets = [{ key: 'api_key', value: 's3cret-value', placeholder, hosts: ['api.example'] }]

/** Runs `body` of a handler that may reach api.example and *.other.example; `at(host)` is a URL of the origin. */
function run(body: string, changes: Partial<SandboxJob> = {}, signal = new AbortController().signal) {
  const job = makeJob(
    `const at = (host, path = '/') => 'http://' + host + ':${port}' + path
     export default async ({ config }) => { ${body} }`,
    {
      network: ['api.example', '*.other.example'],
      secrets,
      config: { api_key: placeholder },
      limits: A_WHILE,
      ...changes,
    },
  )
  return runJob(pool, job, { signal, onEvent: () => {} })
}

test('a response that begins before the request has been sent arrives at once', async () => {
  const outcome = await run(
    `const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('begun')) })
     const response = await fetch(at('api.example', '/early'), { method: 'POST', body })
     return { status: response.status, text: await response.text() }`,
  )

  expect(outcome).toMatchObject({ kind: 'returned', value: { status: 413, text: 'too long' } })
})

describe('a handler', () => {
  test('posts to a declared host and reads the answer', async () => {
    const outcome = await run(
      `const response = await fetch(at('a.other.example'), { method: 'POST', body: 'hello' })
       return [response.status, (await response.json()).body]`,
    )

    expect(outcome).toMatchObject({
      kind: 'returned',
      value: [200, 'hello'],
      requests: [{ method: 'POST', host: 'a.other.example', status: 200, sentBytes: 5 }],
    })
  })

  test('can use its whole request budget at once, and leaves room for the publisher’s next run', async () => {
    const all = Array.from({ length: 50 }, (_, n) => n)
    const publisher = 'an_eager_publisher'

    const eager = await run(
      `const one = async (n) => (await (await fetch(at('a.other.example'), { method: 'POST', body: String(n) })).json()).body
       return Promise.all(${JSON.stringify(all)}.map(one))`,
      { publisher },
    )
    const next = await run(`return (await fetch(at('a.other.example'))).status`, { publisher })

    expect(eager).toMatchObject({ kind: 'returned', value: all.map(String) })
    expect(next).toMatchObject({ kind: 'returned', value: 200 })
  })

  test('streams its request body', async () => {
    const outcome = await run(
      `const parts = ['one ', 'two']
       const body = new ReadableStream({ pull(c) { parts.length ? c.enqueue(new TextEncoder().encode(parts.shift())) : c.close() } })
       return (await (await fetch(at('api.example'), { method: 'POST', body })).json()).body`,
    )

    expect(outcome).toMatchObject({ value: 'one two' })
  })

  test('has its secret put in for the host that it is for, and never sees it', async () => {
    const outcome = await run(
      `const to = async (host) => (await (await fetch(at(host), { headers: { authorization: 'Bearer ' + config.api_key } })).json()).authorization
       return [config.api_key, await to('api.example'), await to('b.other.example')]`,
    )

    const echoed = `Bearer ${placeholder}`
    expect(outcome).toMatchObject({ value: [placeholder, echoed, echoed] })
    expect(authorized.slice(-2)).toEqual(['Bearer s3cret-value', echoed])
  })

  test.each([
    ['an undeclared host', `at('evil.example')`, 'does not declare the host evil.example'],
    [
      'a name that leads inside',
      `at('inside.other.example')`,
      'inside.other.example is not on the public internet',
    ],
    ['an address of this machine', `at('127.0.0.1')`, 'not on the public internet'],
    ['a redirect to an undeclared host', `at('api.example', '/hop?to=http://evil.example/')`, 'evil.example'],
    [
      'a redirect to metadata',
      `at('api.example', '/hop?to=http://169.254.169.254/')`,
      '169.254.169.254 is not on',
    ],
  ])('learns why it cannot reach %s', async (_, url, reason) => {
    const outcome = await run(`await fetch(${url})`)

    expect(outcome).toMatchObject({
      kind: 'threw',
      error: { name: 'TypeError', message: expect.stringContaining(reason) },
    })
    expect(outcome.requests?.at(-1)?.refused).toContain(reason)
  })

  test('follows a redirect to a declared host', async () => {
    const outcome = await run(
      `return (await fetch(at('api.example', '/hop?to=' + at('c.other.example')))).status`,
    )

    expect(outcome).toMatchObject({
      value: 200,
      requests: [
        { host: 'api.example', status: 302 },
        { host: 'c.other.example', status: 200 },
      ],
    })
  })

  describe('whose secret signs, and whose request is redirected,', () => {
    const signing = (use: SecretUse): Partial<SandboxJob> => ({
      secrets: [{ ...secrets[0]!, hosts: ['api.example', 'a.other.example'], use }],
      network: ['api.example', '*.other.example', 'auth.example'],
      tokenScope: 'redirects',
    })
    const hmac: SecretUse = { kind: 'hmac', algorithm: 'sha256', sign: '{host}{path}', header: 'X-Signature' }
    const signatureOf = (host: string, path: string) =>
      createHmac('sha256', 's3cret-value').update(`${host}:${port}${path}`).digest('hex')
    /** Returns what arrived at each host of a request to api.example that is redirected to `host`. */
    const follow = async (host: string, use: SecretUse) => {
      arrived.length = 0
      const outcome = await run(
        `return (await fetch(at('api.example', '/hop?to=' + at('${host}', '/x')))).status`,
        signing(use),
      )
      expect(outcome).toMatchObject({ value: 200 })
      return arrived.filter((each) => each.path !== '/token')
    }

    test('has each hop to one of its hosts signed anew, and none to another declared host', async () => {
      const [first, second] = await follow('a.other.example', hmac)
      const [, outside] = await follow('b.other.example', hmac)

      expect(first!.headers['x-signature']).toBe(signatureOf('api.example', first!.path))
      expect(second!.headers['x-signature']).toBe(signatureOf('a.other.example', '/x'))
      expect(outside).toMatchObject({ host: 'b.other.example', path: '/x' })
      expect(outside!.headers).not.toHaveProperty('x-signature')
    })

    // biome-ignore format: table
    test.each<[string, SecretUse]>([
      ['signature of AWS', { kind: 'aws-sigv4', accessKeyId: 'AKIA', service: 's3', region: 'eu' }],
      ['JSON Web Token',   { kind: 'jwt', algorithm: 'HS256' }],
      ['access token',     { kind: 'oauth-client-credentials', tokenUrl: 'http://auth.example:PORT/token', clientId: 'ada' }],
    ])('carries its %s to its own hosts only', async (_, declared) => {
      const use =
        declared.kind === 'oauth-client-credentials'
          ? { ...declared, tokenUrl: declared.tokenUrl.replace('PORT', String(port)) }
          : declared
      const within = await follow('a.other.example', use)
      const outside = await follow('b.other.example', use)

      expect(within.map(({ headers }) => typeof headers.authorization)).toEqual(['string', 'string'])
      if (use.kind === 'aws-sigv4')
        expect(within[0]!.headers.authorization).not.toBe(within[1]!.headers.authorization)
      const leaked = Object.keys(outside[1]!.headers).filter((name) => /^(authorization|x-amz-)/.test(name))
      expect([outside[1]!.host, leaked]).toEqual(['b.other.example', []])
    })
  })

  test('that declared nothing has no network at all', async () => {
    const outcome = await run(`await fetch(at('api.example'))`, { network: [] })

    expect(outcome).toMatchObject({
      kind: 'threw',
      error: { message: expect.stringContaining('does not declare any hosts') },
    })
    expect(outcome.requests).toBeUndefined()
  })

  test('cannot reach the guard directly', async () => {
    const outcome = await run(
      `const { connect } = await import('cloudflare:sockets'); const socket = connect('api.example:${port}'); await socket.opened; return 'open'`,
    )

    expect(outcome.kind).toBe('threw')
  })
})

describe('a budget', () => {
  test('of requests ends the run at the fifty-first', async () => {
    const outcome = await run(`for (;;) await (await fetch(at('api.example'))).text()`)

    expect(outcome).toMatchObject({
      kind: 'limit',
      limit: 'requests',
      message: expect.stringContaining('50 requests'),
    })
    expect(outcome.requests).toHaveLength(50)
  })

  test('of bytes ends the run that fetches more', async () => {
    const outcome = await run(
      `return (await (await fetch(at('api.example', '/large'))).arrayBuffer()).byteLength`,
    )

    expect(outcome).toMatchObject({
      kind: 'limit',
      limit: 'requests',
      message: expect.stringContaining('10 MB'),
    })
  })
})

test('a run that waits for an origin ends when it is cancelled', async () => {
  const leaving = new AbortController()
  const outcome = run(`await fetch(at('api.example', '/never'))`, {}, leaving.signal)
  await expect.poll(() => seen).toContain('/never')
  leaving.abort()

  expect(await outcome).toMatchObject({ kind: 'cancelled' })
})

test('a picture is fetched whole, from the host that was named and no other', async () => {
  const fetched = (path: string) =>
    runJob(pool, fetchJob(`http://pictures.example:${port}${path}`, { organisation: 'org_test' }), {
      signal: new AbortController().signal,
      onEvent: () => {},
    })

  expect(await fetched('/logo')).toMatchObject({ kind: 'returned', value: LOGO.toString('base64') })
  expect(await fetched(`/hop?to=http://inside.example/`)).toMatchObject({
    kind: 'threw',
    error: { message: 'The URL redirects to http://inside.example/' },
  })
})
