/**
 * The built site stays responsive while someone sends requests, or opens pages, that take long to compute.
 *
 * The tests measure the CPU time of the web server's main thread, which does not depend on what else the machine does.
 * The event loop cannot be blocked for longer than that.
 */
import { once } from 'node:events'
import fs from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#lib/context/context.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { startTestSite, type TestSite } from '#lib/testing/start-test-site.ts'
import { ensureDatabase } from './server/postgres/databases.ts'
import type { Postgres } from './server/postgres/start-postgres.ts'
import { startTemporaryPostgres } from './server/postgres/temporary-postgres.ts'

/** Limit beyond the time of the same page with a short text. On the main thread, a long one takes 20 to 134 s. */
const MAX_EXTRA_MS = 1_000
const MS_PER_TICK = 10

let postgres: Postgres
let site: TestSite
let webServer: number

beforeAll(async () => {
  // The site has its own database, so that it does not create the demo market, which takes seven seconds.
  postgres = await startTemporaryPostgres()
  await ensureDatabase(postgres.url('postgres'), 'busy_site')
  process.env.NEXTAUTH_SECRET = 'a secret of the test and its site'
  const { NEXTAUTH_SECRET } = process.env
  site = await startTestSite({ DATABASE_URL: postgres.url('busy_site'), NEXTAUTH_SECRET })
  webServer = site.processes().find(({ command }) => /web-server/.test(command))!.pid
})

afterAll(async () => {
  await site?.stop()
  await postgres?.stop()
})

type Answer = { html: string; status: number; path: string; cpuMs: number }

/** Opens a page. Returns its HTML and the CPU time in milliseconds that the web server's main thread spent on it. */
async function open(address: string, init?: RequestInit): Promise<Answer> {
  const before = mainThreadMs()
  const response = await fetch(`${site.origin}${address}`, init)
  const html = await response.text()
  const { pathname: path } = new URL(response.url)
  return { html, status: response.status, path, cpuMs: mainThreadMs() - before }
}

function mainThreadMs(): number {
  const stat = fs.readFileSync(`/proc/${webServer}/task/${webServer}/stat`, 'latin1')
  // The fields start after the name, which may contain spaces; utime is the 12th of them, stime the 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** Returns the CPU time in milliseconds of a page whose code is loaded, because it has been opened before. */
async function usualMs(address: string, init?: RequestInit): Promise<number> {
  await open(address, init)
  return (await open(address, init)).cpuMs
}

// These modules are imported once the address of the database is known.
const people = async () => {
  const [factories, sandbox, run, shares, keys, sessions] = await Promise.all([
    import('#lib/testing/factories.ts'),
    import('#lib/testing/fake-sandbox.ts'),
    import('#lib/testing/run-setup.ts'),
    import('#lib/runs/views/share-run.ts'),
    import('#lib/auth/manage-api-keys.ts'),
    import('#lib/protocols/session/cookies/session-token.ts'),
  ])
  return { ...factories, ...sandbox, ...run, ...shares, ...keys, ...sessions }
}

type Person = { id: string; sessionVersion: number }

async function cookieOf({ id: userId, sessionVersion }: Person): Promise<{ cookie: string }> {
  const { sealSession, sessionCookieName } = await people()
  return { cookie: `${sessionCookieName()}=${await sealSession({ userId, sessionVersion })}` }
}

/** Saves a draft as its publisher. Returns its page, as the publisher opens it. */
async function openDraft(changes: Partial<SkillSetDocument>): Promise<Sent> {
  const { makeDraft, makeSkillSetDocument } = await people()
  const draft = await makeDraft({ document: makeSkillSetDocument(changes) })
  return { address: `/publish/${draft.id}`, init: { headers: await cookieOf(draft.publisher.owner) } }
}

/** Runs a skill that returns these rows. Returns the page of the run. */
async function openRun(rows: Json[]): Promise<Sent> {
  const { makeUser, contextFor, returns, start, publishSkill } = await people()
  const response = { type: 'object', properties: { message: { type: 'string' }, rows: { type: 'array' } } }
  const { skillName } = await publishSkill({}, { response })
  const user = await makeUser()
  const ctx = await contextFor(user, { sandbox: returns({ message: 'Some rows.', rows }) })
  const { run, ended } = await start(ctx, skillName)
  await ended
  return { address: `/runs/${run.id}`, init: { headers: await cookieOf(user) } }
}

async function postWithKey(address: '/mcp' | '/rpc', method: string, params: Json): Promise<Sent> {
  const { makeUser, contextFor, createKey } = await people()
  const ctx = await contextFor(await makeUser())
  const { key } = await createKey(ctx, { name: 'A key', scopes: ['read', 'run'], expiresInDays: 1 })
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return { address, init: { method: 'POST', headers, body } }
}

async function sendAction(body: string): Promise<Sent> {
  const { makeUser } = await people()
  const manifest = path.join(process.env.GUILDHALL_DIST_DIR!, 'server/server-reference-manifest.json')
  const { node } = JSON.parse(fs.readFileSync(path.resolve(manifest), 'utf8')) as {
    node: Record<string, object>
  }
  const headers = {
    ...(await cookieOf(await makeUser())),
    'content-type': 'text/plain;charset=UTF-8',
    'next-action': Object.keys(node)[0]!,
    origin: site.origin,
  }
  return { address: '/publish', init: { method: 'POST', headers, body } }
}

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`name ${n}`, n]))

/** Definitions of which each refers to the next one, and the last one to the first. */
const definitions = (count: number): JsonSchema =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `d${n}`,
      { type: 'object', properties: { next: { $ref: `#/$defs/d${(n + 1) % count}` } } },
    ]),
  )

async function draftOfDefinitions(count: number): Promise<Sent> {
  const { makeSkillDocument } = await people()
  const properties = { name: { type: 'string' }, first: { $ref: '#/$defs/d0' } }
  const parameters = { type: 'object', properties, $defs: definitions(count) }
  return openDraft({ skills: [makeSkillDocument({ parameters })] })
}

async function draftOfSkills(count: number): Promise<Sent> {
  const { makeSkillDocument } = await people()
  return openDraft({
    skills: Array.from({ length: count }, (_, n) => makeSkillDocument({ slug: `skill_${n}` })),
  })
}

const CLIENT = { protocolVersion: '2025-11-25', clientInfo: { name: 'a', version: '1' } }
const initialize = (experimental: Json) =>
  postWithKey('/mcp', 'initialize', { ...CLIENT, capabilities: { experimental } })
const callTool = (args: Json) => postWithKey('/mcp', 'tools/call', { name: 'list_skills', arguments: args })
const callSkill = (args: Json) => postWithKey('/rpc', 'execute_skill', { name: 'a.b.c', args })

type Sent = { address: string; init: RequestInit }

/** Requests of an ordinary account, each with an ordinary one of the same kind. */
const HOSTILE: [what: string, hostile: () => Promise<Sent>, usual: () => Promise<Sent>][] = [
  ['an MCP client sends 100,000 capabilities', () => initialize(names(100_000)), () => initialize({})],
  ['an MCP client sends 250,000 capabilities', () => initialize(names(250_000)), () => initialize({})],
  ['an MCP client calls a tool with 200,000 names', () => callTool(names(200_000)), () => callTool({})],
  [
    'a person opens a draft of 2,000 definitions',
    () => draftOfDefinitions(2_000),
    () => draftOfDefinitions(2),
  ],
  ['a person opens a draft of 1,200 skills', () => draftOfSkills(1_200), () => draftOfSkills(2)],
  [
    'a person sends an action with 600,000 lists',
    () => sendAction(`[${'[],'.repeat(600_000)}1]`),
    () => sendAction('[1]'),
  ],
  [
    'a person opens a run of 60,000 rows',
    () => openRun(Array(60_000).fill({ name: 'Ada', count: 1 })),
    () => openRun([1]),
  ],
  [
    'a program sends 10 MB of values to /rpc',
    () => callSkill(Array(590_000).fill('twelve chars')),
    () => callSkill([1]),
  ],
]

async function shareMessage(message: string): Promise<string> {
  const { makeUser, contextFor, returns, start, shareRun } = await people()
  const ctx: Context = await contextFor(await makeUser(), { sandbox: returns({ message }) })
  const { run, ended } = await start(ctx)
  await ended
  const { token } = await shareRun(ctx, run.id)
  return `/shared/${token}`
}

async function publishReadme(readme: string): Promise<string> {
  const { makePublishedVersion, makeSkillSetDocument } = await people()
  const { skillSet } = await makePublishedVersion({ document: makeSkillSetDocument({ readme }) })
  return `/${skillSet.publisher.handle}/${skillSet.slug}`
}

describe(
  'the main thread stays free',
  skipUnless(process.platform === 'linux', 'reads CPU times from /proc'),
  () => {
    test('the main thread stays free while a visitor opens a shared result whose message takes long to read', async () => {
      const usual = await usualMs(await shareMessage('A short message.'))

      const { html, cpuMs } = await open(await shareMessage(']'.repeat(20_000)))

      expect(html).toContain(']'.repeat(1_000))
      expect(cpuMs).toBeLessThan(usual + MAX_EXTRA_MS)
    })

    test.each(HOSTILE)('the main thread stays free while %s', async (_what, hostile, ordinary) => {
      const { address, init } = await ordinary()
      const usual = await usualMs(address, init)
      const sent = await hostile()

      const { status, path, cpuMs } = await open(sent.address, sent.init)

      expect(status).toBeLessThan(500)
      expect(path).toBe(sent.address)
      expect(cpuMs).toBeLessThan(usual + MAX_EXTRA_MS)
    })

    test.each([
      ['underlines', '=\n'.repeat(50_000)],
      ['brackets', ']'.repeat(50_000)],
    ])(
      'the main thread stays free when a visitor opens a SkillSet with a readme of %s',
      async (_what, readme) => {
        const usual = await usualMs(await publishReadme('A short readme.'))

        const { html, cpuMs } = await open(await publishReadme(readme))

        expect(html).toContain(readme.slice(0, 1_000))
        expect(cpuMs).toBeLessThan(usual + MAX_EXTRA_MS)
      },
    )
  },
)

test('a readme that is quick to read is shown as Markdown', async () => {
  const readme = `Some **bold words**.\n\n${'And a line of text.\n\n'.repeat(500)}`

  const { html } = await open(await publishReadme(readme))

  expect(html).toContain('<strong>bold words</strong>')
})

/** Reads one response, which may arrive in several parts. */
async function readResponse(socket: Socket): Promise<string> {
  let text = ''
  while (!isComplete(text)) text += String((await once(socket, 'data'))[0])
  return text
}

function isComplete(response: string): boolean {
  const end = response.indexOf('\r\n\r\n')
  if (end < 0) return false
  const [, length] = /^content-length: (\d+)/im.exec(response.slice(0, end)) ?? []
  return length === undefined
    ? response.endsWith('\r\n0\r\n\r\n')
    : Buffer.byteLength(response.slice(end + 4)) >= Number(length)
}

/** As Java's HttpClient and `curl --http2` send it. */
const H2C = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
]

test.each(['GET /api/health', 'POST /rpc', 'POST /mcp', 'GET /docs', 'GET /no/such/page'])(
  '%s is answered with HTTP/1.1 to a client that offers HTTP/2, also after other requests',
  async (line) => {
    const { hostname, port } = new URL(site.origin)
    const socket = connect(Number(port), hostname)

    for (let count = 0; count < 2; count += 1) {
      socket.write(
        [`${line} HTTP/1.1`, `Host: ${hostname}:${port}`, ...H2C, 'Content-Length: 0', '', ''].join('\r\n'),
      )
      expect(await readResponse(socket)).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
      if (line.startsWith('GET /docs') || line.startsWith('GET /no')) break
    }
    socket.destroy()
  },
)

test.each([
  '/docs/',
  '//evil.example/x/',
  '/\\evil.example/',
  'http://evil.example/docs/',
  'http://evil.example//x',
])('a request for %s is not redirected to another host', async (target) => {
  const { hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    [`GET ${target} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Connection: close', '', ''].join('\r\n'),
  )
  const answer = await text(socket)

  const [, location = '/'] = /^location: (.*)$/im.exec(answer) ?? []
  expect(new URL(location, site.origin).origin).toBe(site.origin)
})
