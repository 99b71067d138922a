// Clients whose id is the address of a document, which a local server has.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET as METADATA } from '#app/.well-known/oauth-authorization-server/route.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeUser, visitor } from '../../testing/factories.ts'
import {
  answerOf,
  authorizationParams,
  BACK,
  codeGrant,
  exchange,
  ORIGIN,
} from '../../testing/setup/accounts/oauth-grant.ts'
import { answerAuthorization, readAuthorization } from './authorize.ts'
import { isDocumentUrl } from './client-metadata-document.ts'

const documents = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>()
const requests: string[] = []
const server = http.createServer(({ url = '' }, response) => {
  requests.push(url)
  const { status = 200, headers = {}, body } = documents.get(url) ?? { status: 404, body: '' }
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
  vi.stubEnv('GUILDHALL_OAUTH_CLIENT_HOSTS', host)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Publishes a document and returns its address, which is the client's id. */
function publish(more: object = {}, answer: object = {}): string {
  const path = `/${freshName('client')}.json`
  const id = `${origin}${path}`
  const body = JSON.stringify({ client_id: id, client_name: 'Deskpad', redirect_uris: [BACK], ...more })
  documents.set(path, { body, ...answer })
  return id
}

const ask = (id: string, more = {}) => readAuthorization(visitor(), authorizationParams(id, more), ORIGIN)

test('a client that nobody registered connects by the address of its document', async () => {
  const id = publish()
  const ctx = await contextFor(await makeUser())

  const { host } = new URL(id)
  expect(await ask(id)).toMatchObject({
    ask: { client: { name: `Deskpad (${host})`, website: origin }, returnsTo: 'localhost:6274' },
  })
  const answer = answerOf(ctx, ['read'])
  const back = new URL(await answerAuthorization(ctx, authorizationParams(id), answer, ORIGIN))
  const tokens = await exchange(id, codeGrant(back.searchParams.get('code')!))
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read' })
  const refreshed = await exchange(id, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  expect(refreshed).toMatchObject({ scope: 'read' })
})

test('a document is fetched once within ten minutes', async () => {
  const id = publish()

  await ask(id)
  await ask(id)

  expect(requests.filter((path) => id.endsWith(path))).toHaveLength(1)
})

test('a client that was deleted in the meantime is fetched again', async () => {
  const id = publish()
  await ask(id)
  await database().oAuthClient.delete({ where: { id } })

  expect(await ask(id)).toMatchObject({ ask: { returnsTo: 'localhost:6274' } })
})

test('a redirect URI that is not in the document is refused', async () => {
  await expect(ask(publish(), { redirect_uri: 'https://evil.example/cb' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('did not register'),
  })
})

test.each<[string, object, object, RegExp]>([
  ['names another client', { client_id: 'https://desk.example/app.json' }, {}, /another client_id/],
  ['has no redirect URIs', { redirect_uris: [] }, {}, /redirect_uris/],
  ['has an unsafe redirect URI', { redirect_uris: ['javascript:alert(1)'] }, {}, /must not start with/],
  ['asks for a secret', { token_endpoint_auth_method: 'client_secret_post' }, {}, /authentication/],
  ['is missing', {}, { status: 404 }, /HTTP 404/],
  ['leads elsewhere', {}, { status: 302, headers: { location: 'https://desk.example/' } }, /HTTP 302/],
  ['is no JSON', {}, { body: '<html>' }, /not a JSON object/],
  ['is too large', { padding: 'x'.repeat(70_000) }, {}, /larger than 64 KiB/],
])('a document that %s is refused, and leaves no client', async (_, more, answer, message) => {
  const id = publish(more, answer)

  await expect(ask(id)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message),
  })
  expect(await database().oAuthClient.findUnique({ where: { id } })).toBeNull()
})

test.each([
  'https://127.0.0.1/app.json',
  'https://[::1]/app.json',
  'https://169.254.169.254/latest/meta-data',
])('a document at %s, which is not on the public internet, is not fetched', async (id) => {
  await expect(ask(id)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('cannot be reached'),
  })
})

test('a token request with the address of an unknown document fetches nothing', async () => {
  const id = publish()

  await expect(exchange(id, codeGrant('x'))).rejects.toMatchObject({ code: 'invalid_client' })
  expect(requests.filter((path) => id.endsWith(path))).toEqual([])
})

test.each([
  ['https://desk.example/app.json', true],
  ['https://desk.example/', false],
  ['https://desk.example', false],
  ['http://desk.example/app.json', false],
  ['https://desk.example/a/../app.json', false],
  ['https://me@desk.example/app.json', false],
  ['https://desk.example/app.json#x', false],
  [`https://desk.example/${'a'.repeat(600)}`, false],
  ['app_1', false],
])('whether %s can be the address of a document: %s', (id, expected) => {
  expect(isDocumentUrl(id)).toBe(expected)
})

// biome-ignore format: table
test.each<[id: string, problem: RegExp]>([
  ['http://desk.example/app.json',                 /does not begin with https:/],
  ['com.example.app:/client',                      /does not begin with https:/],
  ['https://desk.example/',                        /has no path/],
  ['https://desk.example/app.json#x',              /has a fragment/],
  ['https://me@desk.example/app.json',             /has a user name/],
  ['https://desk.example/a/../app.json',           /shortest form, https:\/\/desk\.example\/app\.json/],
  ['https://',                                     /is no valid address/],
  [`https://desk.example/${'a'.repeat(600)}`,      /more than 500 characters/],
])('a client that names itself %s is told what the address of a document needs', async (id, problem) => {
  await expect(ask(id)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(problem),
    options: { suggestedAction: expect.stringContaining('https address of its metadata document') },
  })
  expect(requests.filter((path) => id.endsWith(path))).toEqual([])
})

test('the metadata of this server says that clients may have documents', async () => {
  const metadata = await METADATA(new Request(ORIGIN, { headers: { host: 'localhost:3000' } })).json()

  expect(metadata).toMatchObject({ client_id_metadata_document_supported: true })
})
