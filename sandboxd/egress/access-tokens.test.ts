import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { ClientCredentialsUse } from '../../lib/contracts/document/secret-use.ts'
import { PUBLIC_INTERNET } from '../../lib/kernel/network/pin-host.ts'
import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'
import { placeholder, refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'
import { getAccessToken } from './access-tokens.ts'
import { openDeniedHosts } from './denied-hosts.ts'
import { openTokenFetch } from './fetch-token.ts'
import type { EgressRun } from './guard.ts'

const egress = setUpGuard()
const { ask, urlOf } = egress

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

const SECRET = 'client-s3cret/value'

/** Admits a run with one client, whose organisation and SkillSet no other test has. */
function admitClient(changes: Partial<EgressRun> = {}, use: Partial<ClientCredentialsUse> = {}) {
  const secret = {
    ...{ key: 'client_secret', value: SECRET, placeholder, hosts: ['api.example'] },
    use: {
      kind: 'oauth-client-credentials' as const,
      tokenUrl: urlOf('auth.example', '/token'),
      clientId: 'ada',
      ...use,
    },
  }
  return egress.admit({ secrets: [secret], tokenScope: randomUUID(), ...changes })
}

const bearer = (token: string) => `Bearer ${token}`

/** Serves tokens, “token-1” first, and an API that answers with what it received. `isValid` decides about tokens. */
function serve({ expiresIn = 3600, isValid = (_: string | undefined): boolean => true } = {}) {
  const issued: { authorization: string | undefined; body: string }[] = []
  const arrived: { host: string; authorization: string | undefined; body: string }[] = []
  egress.answer = async (request, response) => {
    const { authorization, host = '' } = request.headers
    const body = await text(request)
    if (host.startsWith('auth.example')) {
      issued.push({ authorization, body })
      const token = {
        access_token: `token-${issued.length}-of-auth`,
        token_type: 'Bearer',
        expires_in: expiresIn,
      }
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token))
    }
    arrived.push({ host: host.replace(/:\d+$/, ''), authorization, body })
    response.writeHead(isValid(authorization) ? 200 : 401).end(String(authorization))
  }
  return { issued, arrived }
}

describe('OAuth client credentials', () => {
  test('are exchanged for a token that goes to the declared hosts only and that the code cannot read', async () => {
    const { trace } = admitClient({}, { scope: 'read write', audience: 'https://api.example' })
    const { issued, arrived } = serve()

    const echo = await text(await ask(urlOf('api.example'), { headers: { authorization: 'of the code' } }))
    await ask(urlOf('other.example'), { headers: { 'x-key': placeholder } })

    // RFC 6749 §2.3.1: encoded as in a form before they are joined.
    const credentials = Buffer.from('ada:client%2Ds3cret%2Fvalue').toString('base64')
    expect(issued).toEqual([
      {
        authorization: `Basic ${credentials}`,
        body: 'scope=read+write&audience=https%3A%2F%2Fapi.example&grant_type=client_credentials',
      },
    ])
    expect(arrived.map((each) => each.authorization)).toEqual([bearer('token-1-of-auth'), undefined])
    expect(echo).toMatch(/^Bearer sbxsec_/)
    expect(trace).toMatchObject([
      { method: 'GET', host: 'api.example', status: 200 },
      { method: 'POST', host: 'auth.example', status: 200 },
      { host: 'other.example' },
    ])
  })

  test('are sent in the body where the declaration says so', async () => {
    admitClient({}, { authentication: 'body' })
    const { issued } = serve()

    await ask(urlOf('api.example'))

    expect(issued[0]!.authorization).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(issued[0]!.body))).toEqual({
      ...{ client_id: 'ada', client_secret: SECRET },
      grant_type: 'client_credentials',
    })
  })

  test('are exchanged once for requests at the same time and for later runs of the organisation and SkillSet', async () => {
    const tokenScope = randomUUID()
    const { issued, arrived } = serve()
    admitClient({ tokenScope })
    await Promise.all([ask(urlOf('api.example')), ask(urlOf('api.example'))])
    admitClient({ tokenScope })
    await ask(urlOf('api.example'))

    expect(arrived.map(({ authorization }) => authorization)).toEqual(
      Array(3).fill(bearer('token-1-of-auth')),
    )
    admitClient({ tokenScope: randomUUID() })
    await ask(urlOf('api.example'))
    expect(issued).toHaveLength(2)
  })

  test('are exchanged again for each request if tokens end within half a minute', async () => {
    admitClient()
    const { arrived } = serve({ expiresIn: 20 })

    await ask(urlOf('api.example'))
    await ask(urlOf('api.example'))

    expect(arrived.map(({ authorization }) => authorization)).toEqual([
      bearer('token-1-of-auth'),
      bearer('token-2-of-auth'),
    ])
  })

  test('are exchanged once more if a token of an earlier request is refused, and the request is sent again', async () => {
    const { trace } = admitClient()
    let revoked = ''
    const { arrived } = serve({ isValid: (authorization) => authorization !== revoked })
    await ask(urlOf('api.example'))
    revoked = bearer('token-1-of-auth')

    const answer = await ask(urlOf('api.example'), { method: 'POST', body: Readable.from(['some ', 'text']) })

    expect(answer.statusCode).toBe(200)
    expect(arrived.slice(1)).toEqual([
      { host: 'api.example', authorization: bearer('token-1-of-auth'), body: 'some text' },
      { host: 'api.example', authorization: bearer('token-2-of-auth'), body: 'some text' },
    ])
    expect(trace.map(({ host, status }) => [host, status])).toEqual([
      ...[
        ['api.example', 200],
        ['auth.example', 200],
      ],
      ...[
        ['api.example', 200],
        ['api.example', 401],
        ['auth.example', 200],
      ],
    ])
  })

  test('are not exchanged again if a token that was just issued is refused', async () => {
    admitClient()
    const { issued, arrived } = serve({ isValid: () => false })

    const answer = await ask(urlOf('api.example'))

    expect([answer.statusCode, issued.length, arrived.length]).toEqual([401, 1, 1])
  })

  const json =
    (status: number, body: unknown, headers = {}): Answer =>
    (_request, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body))
  const none = 'auth.example issued no token with the setting client_secret: it returned'

  // biome-ignore format: table
  test.each<[string, Answer, string, string]>([
    ['refuses the client',           json(401, { error: 'invalid_client', error_description: SECRET }), `${none} HTTP 401 (invalid_client). Check the client ID and its secret in the settings.`, 'PRECONDITION_FAILED'],
    ['refuses in words of its own',  json(400, { error: SECRET }),                                      `${none} HTTP 400. Check the client ID and its secret in the settings.`, 'PRECONDITION_FAILED'],
    ['fails',                        json(503, {}),                                                     `${none} HTTP 503.`, 'SEARCH_API_ERROR'],
    ['is busy',                      json(429, {}),                                                     `${none} HTTP 429.`, 'SEARCH_API_ERROR'],
    ['redirects',                    json(302, {}, { location: 'http://other.example/' }),              `${none} HTTP 302.`, 'SEARCH_API_ERROR'],
    ['answers with a page',          (_, response) => void response.end('<html>'),                      `${none} an answer that is not a token.`, 'SEARCH_API_ERROR'],
    ['answers without a token',      json(200, { token_type: 'Bearer' }),                               `${none} an answer that is not a token.`, 'SEARCH_API_ERROR'],
    ['answers with another type',    json(200, { access_token: 'token-of-auth', token_type: 'mac' }),   `${none} an answer that is not a token.`, 'SEARCH_API_ERROR'],
    ['answers with a line break',    json(200, { access_token: 'a\r\nX-Evil: b', token_type: 'bearer' }), 'auth.example returned a token that cannot be sent as a Bearer token.', 'SEARCH_API_ERROR'],
    ['answers with too much',        json(200, { access_token: 'a'.repeat(70_000), token_type: 'bearer' }), 'auth.example returned more than 64 KB instead of a token.', 'SEARCH_API_ERROR'],
    ['closes the connection',        (request) => void request.socket.destroy(),                        'auth.example closed the connection.', 'SEARCH_API_ERROR'],
  ])('are named in a refusal, without texts of the endpoint, if it %s', async (_, answer, sentence, code) => {
    const { trace } = admitClient()
    egress.answer = answer

    expect(refusalOf(await ask(urlOf('api.example')))).toBe(sentence)
    expect(trace[0]).toMatchObject({ host: 'api.example', refused: sentence, code })
  })

  test('are named in a refusal if the endpoint does not answer in time', async () => {
    egress.answer = () => {}
    const tokenUrl = 'https://auth.example/token'
    const use = { kind: 'oauth-client-credentials', tokenUrl, clientId: 'ada' } as const
    const entry: SandboxRequest = { method: 'POST', host: 'auth.example', sentBytes: 0, bytes: 0, ms: 0 }
    const fetchToken = openTokenFetch(
      {
        run: {
          network: ['auth.example'],
          ownHosts: [{ host: 'auth.example', mockPort: egress.port }],
          deniedHosts: openDeniedHosts([], undefined),
          signal: new AbortController().signal,
        },
        egressPolicy: PUBLIC_INTERNET,
        startEntry: () => entry,
      },
      20,
    )
    const secret = { key: 'client_secret', value: SECRET, placeholder, hosts: ['api.example'], use }

    await expect(getAccessToken(secret, { scope: randomUUID(), fetchToken })).rejects.toMatchObject({
      message: 'auth.example returned no token within 0.02 seconds.',
      code: 'SEARCH_API_ERROR',
    })
    expect(entry).toMatchObject({ sentBytes: 29 })
  })

  // biome-ignore format: table
  test.each([
    ['of a host that is not declared',     'https://auth.test/token',    'This skill does not declare the host auth.test in permissions.network.'],
    ['of a host in a private network',     'http://inside.example/',     'inside.example is not on the public internet.'],
    ['that is a private address',          'http://169.254.169.254/',    '169.254.169.254 is not on the public internet.'],
    ['of another scheme', 'file:///etc/passwd', 'The tokenUrl of the setting client_secret is not a web address.'],
    ['with a user name',                   'https://a@auth.example/',    'A URL cannot carry a user name or password; send an Authorization header.'],
  ])('are not sent to a token endpoint %s', async (_, tokenUrl, sentence) => {
    admitClient({}, { tokenUrl })
    const { issued, arrived } = serve()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe(sentence)
    expect([issued, arrived]).toEqual([[], []])
  })

  test('cannot be read from an endpoint that returns them to a request of the code', async () => {
    admitClient()
    egress.answer = (_request, response) => response.end(`Your secret is ${SECRET}.`)

    expect(await text(await ask(urlOf('auth.example')))).toBe(`Your secret is ${placeholder}.`)
  })

  test('count as requests of the run', async () => {
    const budget = { requests: 1, requestBytes: 1e6, responseBytes: 1e6, answerBytes: 1e6 }
    const { overspent } = admitClient({ budget })
    const { issued } = serve()

    expect(refusalOf(await ask(urlOf('api.example')))).toBe('The run has ended.')
    expect(overspent).toEqual(['The skill exceeded its limit of 1 requests.'])
    expect(issued).toEqual([])
  })
})
