/** An OAuth 2.0 provider with an API: `oidc-provider` on a port of this machine. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CALLBACK_URL = 'http://localhost:3000/api/integrations/callback'
export const CLIENT = { clientId: 'guildhall', clientSecret: 'a-client-secret-of-tests' }

export type OAuthProvider = Awaited<ReturnType<typeof startOAuthProvider>>

/** `scope` is what people consent to; access tokens last `ttl.seconds`. */
export async function startOAuthProvider({
  scopes = ['read', 'write'],
  callbackUrl = CALLBACK_URL,
  port = 0,
} = {}) {
  const ttl = { seconds: 3_600 }
  /** Paths of requests to the token and revocation endpoints. */
  const seen: string[] = []
  const consent = { isGiven: true }
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'offline_access', ...scopes],
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    cookies: { keys: ['a key of tests'] },
    ttl: { AccessToken: () => ttl.seconds, Grant: 86_400, Session: 86_400, Interaction: 600 },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope(['openid', ...scopes].join(' '))
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (request.method === 'POST') seen.push(pathname)
    if (pathname.startsWith('/api/')) return answerApi(request, response)
    if (!pathname.startsWith('/interaction/')) return handle(request, response)
    const result = consent.isGiven ? { login: { accountId: 'ada' } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  })

  async function answerApi(request: http.IncomingMessage, response: http.ServerResponse) {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const found = token ? await provider.AccessToken.find(token) : undefined
    response.writeHead(found ? 200 : 401).end(JSON.stringify({ account: found?.accountId ?? null }))
  }

  return {
    ...{ issuer, host, seen, ttl, consent },
    isValid: async (token: string) => (await provider.AccessToken.find(token)) !== undefined,
    /** Revokes the refresh token, as a person can do at the provider. */
    async forget(refreshToken: string) {
      const token = await provider.RefreshToken.find(refreshToken)
      await token?.destroy()
    },
    /** Follows the consent page like a browser. Returns the parameters that the callback receives. */
    async visit(url: string): Promise<URLSearchParams> {
      const jar = new Map<string, string>()
      let at = url
      for (let hop = 0; hop < 10; hop += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of answer.headers.getSetCookie()) {
          const [pair = ''] = set.split(';')
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`${answer.status} ${await answer.text()}`)
        at = new URL(location, at).href
        if (at.startsWith(callbackUrl)) return new URL(at).searchParams
      }
      throw new Error('too many redirects')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
