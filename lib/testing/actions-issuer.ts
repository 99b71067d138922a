/** An issuer of OIDC tokens like that of GitHub Actions, on a free port. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type ActionsIssuer = {
  url: string
  /** Signs the claims of a run on the main branch; `claims` replace them, and undefined omits one. */
  sign: (audience: string, claims?: Record<string, unknown>) => Promise<string>
  close: () => void
}

export async function startActionsIssuer(): Promise<ActionsIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }]
  const server = http.createServer((request, response) => {
    response.statusCode = request.url === '/.well-known/jwks' ? 200 : 404
    response.end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  return {
    url,
    sign(audience, claims = {}) {
      const now = Math.floor(Date.now() / 1000)
      const all = {
        ...{ iss: url, aud: audience, iat: now, nbf: now, exp: now + 300, jti: `${url}-${count++}` },
        ...{ repository: 'Acme/tools', repository_id: '42', repository_visibility: 'public' },
        ...{ ref: 'refs/heads/main', sha: 'a'.repeat(40), run_id: '7', environment: 'release' },
        event_name: 'push',
        workflow_ref: 'Acme/tools/.github/workflows/publish.yml@refs/heads/main',
        job_workflow_ref: 'Acme/tools/.github/workflows/publish.yml@refs/heads/main',
        ...claims,
      }
      return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey)
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
