// Each error that a caller can wait out says how long, at every channel. Real routes, Postgres and sandbox.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RATE_LIMITS } from '../auth/enforce-rate-limit.ts'
import { createKey } from '../auth/manage-api-keys.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { OUTAGE_RETRY_AFTER, type PublicError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import { MAX_QUEUED_RUNS } from '../runs/prepare/require-runnable.ts'
import { countAttempt } from '../settings/rows/rate-limits.ts'
import { SITE_ORIGIN, site } from '../testing/api-routes.ts'
import { contextFor, makeUser, type TestUser } from '../testing/factories.ts'
import { publishHandler } from '../testing/setup/protocols/mcp-client.ts'
import { openTerminal } from '../testing/terminal.ts'
import { createClient } from './sdk/client.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'
const { cli } = openTerminal()
afterEach(() => vi.unstubAllEnvs())

type Caller = { user: TestUser; key: string; skill: string }

const SKILL_WAITS = 7
const LIMITED = `function handler() {
  throw { code: 'RATE_LIMIT_EXCEEDED', message: 'The service is busy.', retry_after: ${SKILL_WAITS} }
}`

async function makeCaller(definition?: string): Promise<Caller> {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const { key } = await createKey(ctx, { name: 'A key', scopes: ['read', 'run'], expiresInDays: 1 })
  return { user, key, skill: await publishHandler(definition) }
}

async function fillQueue({ user, skill }: Caller): Promise<void> {
  const { id: organisationId } = user.organisation
  const queued = {
    organisationId,
    userId: user.id,
    skillName: skill,
    versionNumber: '1.0.0',
    contractHash: '',
  }
  await database().run.createMany({
    data: Array.from({ length: MAX_QUEUED_RUNS }, () => ({
      ...queued,
      ...{ id: `run_${crypto.randomUUID()}`, mode: 'production', channel: 'rest', state: 'queued' as const },
      ...{ input: {}, coercions: [], warnings: [], logs: [] },
    })),
  })
}

async function useUpCalls({ user }: Caller): Promise<void> {
  const { id } = user.organisation
  await countAttempt(database(), RATE_LIMITS.callByOrganisation, id)
  const { points } = RATE_LIMITS.callByOrganisation
  await database().rateLimit.updateMany({ where: { key: { contains: id } }, data: { points } })
}

const post = async ({ key }: Caller, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await site(SITE_ORIGIN + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const data = text.startsWith('{') ? text : text.split('\n').findLast((line) => line.startsWith('data: {'))
  return { response, body: JSON.parse(data!.replace(/^data: /, '')) as JsonObject }
}

const ARGS = { name: 'Ada' }
const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const headerSeconds = ({ headers }: Response) => Number(headers.get('retry-after') ?? Number.NaN)

async function callMcp(caller: Caller, version: string, meta: object): Promise<number[]> {
  const params = { name: 'execute_skill', arguments: { name: caller.skill, args: ARGS }, _meta: meta }
  const { response, body } = await post(caller, '/mcp', message('tools/call', params), {
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': 'execute_skill',
  })
  if (response.status === 429) return [headerSeconds(response)]
  const { content, structuredContent } = body.result as {
    content: { text: string }[]
    structuredContent: JsonObject
  }
  const { error } = structuredContent as { error: PublicError }
  // A model that reads text only must find it there.
  const text = JSON.stringify(content)
  expect(text).toMatch(new RegExp(`retry_after\\W+${error.retry_after}`))
  return [error.retry_after!]
}

/** What each channel says, in every place where a program or a person would look for it. */
const CHANNELS: Record<string, (caller: Caller) => Promise<number[]>> = {
  rest: async (caller) => {
    const { response, body } = await post(caller, `/api/skills/${caller.skill}/runs`, { args: ARGS })
    const error = (body.error ?? (body.errors as unknown as PublicError[])[0]) as PublicError
    return [headerSeconds(response), error.retry_after!]
  },
  rpc: async (caller) => {
    const { response, body } = await post(
      caller,
      '/rpc',
      message('execute_skill', { name: caller.skill, args: ARGS }),
    )
    const { error, result } = body as { error?: { data: PublicError }; result?: { error: PublicError } }
    const seconds = (error?.data ?? result!.error).retry_after!
    return response.status === 429 ? [seconds, headerSeconds(response)] : [seconds]
  },
  'MCP 2025-11-25': (caller) => callMcp(caller, '2025-11-25', {}),
  'MCP 2026-07-28': (caller) =>
    callMcp(caller, '2026-07-28', {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }),
  sdk: async ({ key, skill }) => {
    const client = createClient({ baseUrl: SITE_ORIGIN, key, fetch: site as typeof fetch, retries: 0 })
    const thrown = await client.run(skill, ARGS).catch((error: unknown) => error)
    return [(thrown as { retryAfter: number }).retryAfter]
  },
  'command line': async ({ user, skill }) => {
    const { stdout, stderr } = await cli('run', skill, '--args', JSON.stringify(ARGS), '--email', user.email)
    return [Number(/Try again after (\d+) seconds?\./.exec(stdout + stderr)?.[1])]
  },
}

describe.each(Object.entries(CHANNELS))('at %s', (channel, call) => {
  // biome-ignore format: table
  test.each<[error: string, provoke: (caller: Caller) => unknown, definition: string | undefined, seconds: number]>([
    ['a limit that the skill reports', () => {},                                                          LIMITED,   SKILL_WAITS],
    ['a full queue',                   fillQueue,                                                         undefined, 10],
    ['a sandbox that does not answer', () => vi.stubEnv('GUILDHALL_SANDBOX_SOCKET', '/nowhere/sandbox'), undefined, OUTAGE_RETRY_AFTER],
  ])('%s says how long to wait', async (_, provoke, definition, seconds) => {
    const caller = await makeCaller(definition)
    await provoke(caller)

    const said = await call(caller)

    expect(said).toEqual(said.map(() => seconds))
  })

  // The command line acts for a person of this server, whose calls are not counted.
  test.skipIf(channel === 'command line')('too many calls say how long to wait', async () => {
    const caller = await makeCaller()
    await useUpCalls(caller)

    for (const seconds of await call(caller)) {
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(RATE_LIMITS.callByOrganisation.seconds)
    }
  })
})
