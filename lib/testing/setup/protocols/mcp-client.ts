import {
  type ClientOptions,
  Client as StatelessClient,
  StreamableHTTPClientTransport as StatelessTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { GET as SERVER } from '#app/.well-known/oauth-authorization-server/route.ts'
import { GET as RESOURCE } from '#app/.well-known/oauth-protected-resource/[[...path]]/route.ts'
import { POST as REGISTER } from '#app/api/oauth/register/route.ts'
import { POST as TOKEN } from '#app/api/oauth/token/route.ts'
import { DELETE, GET, POST } from '#app/mcp/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import type { SkillDocument } from '../../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'

export const ORIGIN = 'http://localhost:3000'

// Sessions are signed with it, as a started site is given one.
process.env.NEXTAUTH_SECRET ??= 'for-a-test'

/** Serves the endpoints that an MCP client calls. */
export async function serveMcp(input: string | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  request.headers.set('host', 'localhost:3000')
  const { pathname } = new URL(request.url)
  if (pathname === '/mcp') return { GET, POST, DELETE }[request.method as 'GET']!(request)
  if (pathname === '/api/oauth/register') return REGISTER(request)
  if (pathname === '/api/oauth/token') return TOKEN(request)
  if (pathname === '/.well-known/oauth-authorization-server') return SERVER(request)
  const [, path] = /^\/\.well-known\/oauth-protected-resource\/?(.*)$/.exec(pathname) ?? []
  if (path !== undefined) return RESOURCE(request, { params: Promise.resolve({ path: path ? [path] : [] }) })
  return new Response(null, { status: 404 })
}

export async function makeKey(scopes: KeyScope[] = ['read', 'run']) {
  const ctx = await contextFor(await makeUser())
  return { ctx, key: (await createKey(ctx, { name: 'A key', scopes, expiresInDays: 1 })).key }
}

export async function connectMcp(key: string, query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${key}` }
  const url = new URL(`/mcp${query}`, ORIGIN)
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: serveMcp, requestInit: { headers } }))
  return client
}

/** Connects a client of MCP 2026-07-28, which falls back to no older version. */
export async function connectStatelessMcp(
  key: string,
  query = '',
  options: ClientOptions = {},
): Promise<StatelessClient> {
  const client = new StatelessClient(
    { name: 'test', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = { authorization: `Bearer ${key}` }
  const url = new URL(`/mcp${query}`, ORIGIN)
  await client.connect(new StatelessTransport(url, { fetch: serveMcp, requestInit: { headers } }))
  return client
}

export async function publishHandler(
  definition?: string,
  skill: Partial<SkillDocument> = {},
): Promise<string> {
  const document = makeSkillSetDocument({
    skills: [makeSkillDocument({ ...(definition && { definition }), ...skill })],
  })
  return (await makePublishedVersion({ document })).skillName
}

export const toolNameOf = (skill: string) => skill.replaceAll('.', '__')
