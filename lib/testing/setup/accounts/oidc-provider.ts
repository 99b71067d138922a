import http from 'node:http'
import type { AddressInfo } from 'node:net'
import NextAuth from 'next-auth'
import { decode } from 'next-auth/jwt'
import Provider from 'oidc-provider'
import { afterAll, beforeAll } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import { authOptions } from '../../../protocols/session/next-auth/auth-options.ts'
import { freshName, makeOrganisation, makeUser } from '../../factories.ts'

const db = database()
const ORIGIN = 'http://localhost:3000'

type Claims = { email?: string; email_verified?: boolean; name?: string; groups?: string[] }

export type Jar = Record<string, string>
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

export async function addPasskey(userId: string): Promise<void> {
  const passkey = { id: freshName(), userId, name: 'Laptop', publicKey: new Uint8Array(1), counter: 0n }
  await db.passkey.create({ data: passkey })
}

export function setUpOidcProvider() {
  const envBefore = { ...process.env }
  const claimsOf = new Map<string, Claims>()

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
      if (envBefore[name] === undefined) delete process.env[name]
      else process.env[name] = envBefore[name]
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
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf.get(id) }) }),
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
    const started = await ask(jar, {
      action: 'signin',
      method: 'POST',
      body: { csrfToken, callbackUrl: '/' },
    })
    const back = await atProvider(started.redirect!)
    const ended = await ask(jar, { action: 'callback', query: Object.fromEntries(back.searchParams) })
    const token = jar['next-auth.session-token']
    const claims = token ? await decode({ token, secret: process.env.NEXTAUTH_SECRET! }) : null
    return { ...(claims?.sub && { userId: claims.sub }), redirect: ended.redirect ?? '' }
  }

  function makeSubject(claims: Claims): string {
    const id = freshName('subject')
    claimsOf.set(id, { email: `${id}@acme.test`, email_verified: true, name: 'Ada Lovelace', ...claims })
    return id
  }

  return {
    claimsOf,
    get organisationId() {
      return organisationId
    },
    signIn,
    makeSubject,
  }
}
