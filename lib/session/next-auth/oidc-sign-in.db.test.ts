// Tests sign-in with OpenID Connect at a real provider.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import NextAuth from 'next-auth'
import { decode } from 'next-auth/jwt'
import Provider from 'oidc-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertSession } from '../../db/accounts/session-rows.ts'
import { database } from '../../db/core/prisma-client.ts'
import { cheapPasswordHash } from '../../testing/cheap-password-hash.ts'
import { freshName, makeOrganisation, makeUser } from '../../testing/factories.ts'
import { clearRequest, requestCookies } from '../../testing/fake-next-headers.ts'
import { requirePendingUser } from '../cookies/second-step.ts'
import { sealSession, sessionCookieName } from '../cookies/session-token.ts'
import { authOptions } from './auth-options.ts'

const db = database()
const ORIGIN = 'http://localhost:3000'
const before = { ...process.env }
type Claims = { email?: string; email_verified?: boolean; name?: string; groups?: string[] }
const people = new Map<string, Claims>()

let issuer = ''
let server: http.Server
/** The subject that signs in next at the provider. */
let next = ''
let organisationId = ''

beforeAll(async () => {
  server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = makeProvider()
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: next } })
  })
  organisationId = (await makeOrganisation({ owner: await makeUser() })).id
  process.env.NEXTAUTH_URL = ORIGIN
  process.env.NEXTAUTH_SECRET = 'a secret of tests'
  process.env.GUILDHALL_OIDC = JSON.stringify([
    {
      id: 'acme',
      name: 'Acme',
      issuer,
      clientId: 'guildhall',
      clientSecret: 'a secret',
      scope: 'openid email profile groups',
      groups: [
        { group: 'admins', admin: true },
        { group: 'data', organisation: organisationId, role: 'ADMIN' },
      ],
    },
  ])
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  for (const name of ['NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'GUILDHALL_OIDC']) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
})

function makeProvider(): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'guildhall',
        client_secret: 'a secret',
        redirect_uris: [`${ORIGIN}/api/auth/callback/acme`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of tests'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
}

type Jar = Record<string, string>
type Asked = { action: 'csrf' | 'signin' | 'callback'; method?: string; body?: object; query?: object }

type Answer = { redirect?: string; body?: unknown }

/** Calls next-auth like an API route of Next's pages, which needs no Next server. */
async function ask(jar: Jar, { action, method = 'GET', body = {}, query = {} }: Asked): Promise<Answer> {
  const answer: Answer = {}
  const headers = new Map<string, string | string[]>()
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: string | string[]) {
      headers.set(name.toLowerCase(), value)
      return response
    },
    send: (sent: unknown) => Object.assign(answer, { body: sent }),
    json: (sent: unknown) => Object.assign(answer, { body: sent }),
    end: () => {},
  }
  const nextauth = action === 'csrf' ? ['csrf'] : [action, 'acme']
  const request = { method, body, cookies: jar, headers: {}, query: { ...query, nextauth } }
  await NextAuth(request as never, response as never, authOptions())
  for (const set of [headers.get('set-cookie') ?? []].flat()) {
    const [pair = ''] = set.split(';')
    const at = pair.indexOf('=')
    jar[pair.slice(0, at)] = decodeURIComponent(pair.slice(at + 1))
  }
  const location = headers.get('location')
  return { ...answer, ...(typeof location === 'string' && { redirect: location }) }
}

/** Follows the provider's redirects like a browser, up to the site's callback. */
async function atProvider(start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hop = 0; hop < 10 && url.origin === issuer; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    url = new URL(response.headers.get('location') ?? '', url)
  }
  return url
}

/** Signs the person in. Returns the page that follows, and no user id if signing in failed. */
async function signIn(person: string, jar: Jar = {}): Promise<{ userId?: string; redirect: string }> {
  next = person
  const csrf = await ask(jar, { action: 'csrf' })
  const { csrfToken } = csrf.body as { csrfToken: string }
  const started = await ask(jar, { action: 'signin', method: 'POST', body: { csrfToken, callbackUrl: '/' } })
  const back = await atProvider(started.redirect!)
  const ended = await ask(jar, { action: 'callback', query: Object.fromEntries(back.searchParams) })
  const token = jar['next-auth.session-token']
  const claims = token ? await decode({ token, secret: process.env.NEXTAUTH_SECRET! }) : null
  return { ...(claims?.sub && { userId: claims.sub }), redirect: ended.redirect ?? '' }
}

function personWith(claims: Claims): string {
  const id = freshName('subject')
  people.set(id, { email: `${id}@acme.test`, email_verified: true, name: 'Ada Lovelace', ...claims })
  return id
}

test('a new person gets an account, and their groups give and take roles', async () => {
  const id = personWith({ groups: ['admins', 'data'] })

  const { userId } = await signIn(id)

  const find = () =>
    db.user.findUniqueOrThrow({
      where: { id: userId! },
      include: { memberships: true, browserSessions: true },
    })
  const user = await find()
  expect(user).toMatchObject({ email: `${id}@acme.test`, name: 'Ada Lovelace', role: 'ADMIN' })
  expect(user.emailVerified).toBeInstanceOf(Date)
  expect(user.memberships).toContainEqual(expect.objectContaining({ organisationId, role: 'ADMIN' }))
  expect(user.browserSessions).toMatchObject([{ method: 'acme' }])

  await makeUser({ role: 'ADMIN' })
  people.set(id, { ...people.get(id), groups: [] })
  expect((await signIn(id)).userId).toBe(userId)

  const later = await find()
  expect(later.role).toBe('USER')
  expect(later.memberships.map((each) => each.organisationId)).not.toContain(organisationId)
})

test('an account with the same address is not taken over', async () => {
  const existing = await makeUser()
  const id = personWith({ email: existing.email })

  const { userId, redirect } = await signIn(id)

  expect(userId).toBeUndefined()
  expect(redirect).toContain('OAuthAccountNotLinked')
})

describe('linkByEmail', () => {
  beforeEach(() => {
    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, linkByEmail: true }])
  })
  afterEach(() => {
    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, linkByEmail: false, verifiesEmail: false }])
  })

  test('opens an account whose address is confirmed', async () => {
    const { id: userId, email } = await confirmedUser()

    expect((await signIn(personWith({ email }))).userId).toBe(userId)
    expect(await db.account.count({ where: { userId } })).toBe(1)
  })

  test('opens no account that a stranger may have created with the address of another person', async () => {
    const { id: userId, email } = await makeUser()

    const { redirect, ...session } = await signIn(personWith({ email }))

    expect(session.userId).toBeUndefined()
    expect(redirect).toContain('OAuthAccountNotLinked')
    expect(await db.account.count({ where: { userId } })).toBe(0)
  })

  test('links nothing to an address that the provider has not verified, unless the operator trusts it', async () => {
    const { id: userId, email } = await confirmedUser()
    const id = personWith({ email, email_verified: undefined })

    const { redirect, ...session } = await signIn(id)
    expect(session.userId).toBeUndefined()
    expect(redirect).toContain('OAuthAccountNotLinked')
    expect(await db.account.count({ where: { userId } })).toBe(0)

    const [provider] = JSON.parse(process.env.GUILDHALL_OIDC!)
    process.env.GUILDHALL_OIDC = JSON.stringify([{ ...provider, verifiesEmail: true }])
    clearRequest()
    expect((await signIn(id)).userId).toBe(userId)
  })

  test('asks for the second factor of the account', async () => {
    const { id: userId, email } = await confirmedUser()
    await addPasskey(userId)
    clearRequest()

    const { redirect, ...session } = await signIn(personWith({ email }))

    expect(session.userId).toBeUndefined()
    expect(redirect).toMatch(/\/sign-in\/second/)
    expect((await requirePendingUser()).id).toBe(userId)
  })
})

test('a session connects another account only with recent presence', async () => {
  const { id: userId } = await makeUser({ passwordHash: await cheapPasswordHash('a long password') })
  const id = personWith({})
  clearRequest()
  const jar = await openSessionOf(userId, { minutes: 11 })

  expect((await signIn(id, jar)).redirect).toContain('/settings/presence')
  expect(await db.account.count({ where: { userId } })).toBe(0)

  await signIn(id, await openSessionOf(userId, { minutes: 9 }))
  expect(await db.account.count({ where: { userId } })).toBe(1)
})

/** Returns the cookies of a browser whose person last proved to be there `minutes` ago. */
async function openSessionOf(userId: string, { minutes }: { minutes: number }): Promise<Jar> {
  const sessionId = randomUUID()
  const presentAt = new Date(Date.now() - minutes * 60_000)
  await insertSession(db, {
    id: sessionId,
    userId,
    method: 'password',
    userAgent: '',
    address: '',
    presentAt,
  })
  const token = await sealSession({ userId, sessionVersion: 0 }, sessionId)
  requestCookies.set(sessionCookieName(), token)
  return { [sessionCookieName()]: token }
}

async function confirmedUser() {
  const { id } = await makeUser()
  return db.user.update({ where: { id }, data: { emailVerified: new Date() } })
}

async function addPasskey(userId: string): Promise<void> {
  const passkey = { id: freshName(), userId, name: 'Laptop', publicKey: new Uint8Array(1), counter: 0n }
  await db.passkey.create({ data: passkey })
}

test('an address that the provider did not verify opens nothing', async () => {
  const id = personWith({ email_verified: false })

  const { userId, redirect } = await signIn(id)

  expect(userId).toBeUndefined()
  expect(redirect).toContain('error=NoEmail')
})

test('a locked account stays locked', async () => {
  const id = personWith({})
  const { userId } = await signIn(id)
  await db.user.update({ where: { id: userId! }, data: { lockedAt: new Date() } })

  expect((await signIn(id)).redirect).toContain('error=Locked')
})

test('a person with a second factor is asked for it, and gets no session before', async () => {
  const id = personWith({ groups: ['data'] })
  const userId = (await signIn(id)).userId!
  await addPasskey(userId)
  people.set(id, { ...people.get(id), groups: [] })
  clearRequest()

  const again = await signIn(id)

  expect(again.userId).toBeUndefined()
  expect(again.redirect).toMatch(/\/sign-in\/second/)
  expect(await db.browserSession.count({ where: { userId } })).toBe(1)
  expect((await requirePendingUser()).id).toBe(userId)
  // The provider's groups apply nevertheless.
  expect(await db.membership.count({ where: { userId, organisationId } })).toBe(0)
})
