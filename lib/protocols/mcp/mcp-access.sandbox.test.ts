import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, test } from 'vitest'
import { answerAuthorization } from '../../auth/oauth/authorize.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import {
  connectMcp,
  makeKey,
  ORIGIN,
  publishHandler,
  serveMcp,
  toolNameOf,
} from '../../testing/setup/protocols/mcp-client.ts'

test('a call without its scope is answered so that a client can ask for more', async () => {
  const headers = {
    authorization: `Bearer ${(await makeKey(['read'])).key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const ask = async (params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = await serveMcp(`${ORIGIN}/mcp`, { method: 'POST', headers, body })
    return {
      status: answer.status,
      challenge: answer.headers.get('www-authenticate'),
      text: await answer.text(),
    }
  }
  const execute = (name: string, args: object) => ask({ name: 'execute_skill', arguments: { name, args } })

  const refused = await ask({ name: 'create_blob', arguments: { content: 'x', kind: 'text/plain' } })
  expect(refused.status).toBe(403)
  expect(refused.challenge).toMatch(
    /^Bearer error="insufficient_scope", scope="[^"]*write.*resource_metadata=/,
  )
  expect(JSON.parse(refused.text).error).toMatchObject({
    code: 'POLICY_DENIED',
    details: [{ keyword: 'scope', params: { scopes: ['write'] } }],
  })
  expect((await execute('vault.createFile', {})).status).toBe(403)
  expect((await execute('util.slugifyTitle', { title: 'A' })).status).toBe(200)
  expect((await ask({ name: 'list_skills' })).status).toBe(200)
})

describe('refused callers', () => {
  test('connects without a key and learns where to get one', async () => {
    const answer = await serveMcp(`${ORIGIN}/mcp`, { method: 'POST', body: '{}' })

    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain(
      `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  test('runs with a key that only reads', async () => {
    const skill = await publishHandler()
    const client = await connectMcp((await makeKey(['read'])).key, `?skills=${skill}`)

    const args = { name: 'Ada' }
    for (const call of [
      { name: toolNameOf(skill), arguments: args },
      { name: 'execute_skill', arguments: { name: skill, args } },
    ])
      await expect(client.callTool(call)).rejects.toMatchObject({ code: 403 })
  })

  test('names an unknown tool or skill', async () => {
    const { key } = await makeKey()
    const client = await connectMcp(key)

    await expect(client.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 })
    const listed = await (await connectMcp(key, '?skills=a.b.c')).listTools()
    expect(listed.tools).toHaveLength(8)
    expect(listed._meta).toMatchObject({
      'guildhall/withheld': [{ skill: 'a.b.c', reason: 'There is no skill called “a.b.c”.' }],
    })
    await expect(connectMcp(key, '?skills=nonsense')).rejects.toThrow(/skill names/)
  })
})

test('a desktop client that knows only the address connects through its person', async () => {
  const person = await contextFor(await makeUser())
  const stored: { client?: unknown; tokens?: unknown; verifier?: string; code?: string } = {}
  const store = (more: typeof stored) => void Object.assign(stored, more)
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:6274/callback',
    clientMetadata: { client_name: 'Deskpad', redirect_uris: ['http://localhost:6274/callback'] },
    clientInformation: () => stored.client as ReturnType<OAuthClientProvider['clientInformation']>,
    saveClientInformation: (client) => store({ client }),
    tokens: () => stored.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => store({ tokens }),
    saveCodeVerifier: (verifier) => store({ verifier }),
    codeVerifier: () => stored.verifier ?? '',
    async redirectToAuthorization(url) {
      expect(url.pathname).toBe('/oauth/authorize')
      const asked = Object.fromEntries(url.searchParams)
      const { userId, organisationId } = person.viewer!
      const decision = { scopes: ['read', 'run'], shownAs: { userId, organisationId } }
      const back = new URL(await answerAuthorization(person, asked, decision, ORIGIN))
      stored.code = back.searchParams.get('code') ?? ''
    },
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', ORIGIN), { fetch: serveMcp, authProvider: provider })

  const first = transport()
  await expect(new Client({ name: 'a', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  await first.finishAuth(stored.code ?? '')
  const client = new Client({ name: 'a', version: '1' })
  await client.connect(transport())

  expect((await client.listTools()).tools).toHaveLength(8)
})
