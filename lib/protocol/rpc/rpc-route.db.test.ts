// POST /rpc as an agent meets it: the route itself, a real database, a pretend box where one is needed.
import { beforeAll, describe, expect, test } from 'vitest'
import { GET, OPTIONS, POST } from '#app/rpc/route.ts'
import { LIMITS } from '../../accounts/throttle.ts'
import { AGENT_TOOLS } from '../../agents/all-tools.ts'
import { callTool } from '../../agents/tool.ts'
import { createBlob } from '../../blobs/blobs.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Json, JsonObject } from '../../contract/json/json.ts'
import type { KeyScope } from '../../contract/market/key-scopes.ts'
import { database } from '../../db/client.ts'
import { countAttempt } from '../../db/rate-limits.ts'
import { createKey, listKeys } from '../../keys/keys.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
  type TestUser,
} from '../../testing/factories.ts'
import { endsWith, returns } from '../../testing/pretend-sandbox.ts'

const db = database()
let user: TestUser
let publisher: TestPublisher
/** Public skills of one press, `alpha` to `delta`; `hidden` is private, `closed` has closed source. */
let press: string
let key: string

beforeAll(async () => {
  user = await makeUser()
  publisher = await makePublisher({ owner: user })
  press = publisher.handle
  for (const slug of ['alpha', 'beta', 'delta']) await publish({ slug })
  await publish({ slug: 'closed', source: 'closed' })
  await publish({ slug: 'hidden', visibility: 'PRIVATE' })
  key = await makeKey(['read', 'run'])
})

async function publish(fields: Partial<Parameters<typeof makeSkillSetDocument>[0]>) {
  const version = await makePublishedVersion({ publisher, document: makeSkillSetDocument(fields) })
  await db.$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  return version
}

async function makeKey(scopes: KeyScope[], of: TestUser = user) {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

function post(body: unknown, bearer?: string): Promise<Response> {
  const headers: HeadersInit = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return POST(new Request('http://localhost/rpc', { method: 'POST', headers, body: text as BodyInit }))
}

type Answer = { id: Json; result: JsonObject; error: { code: number; message: string; data: JsonObject } }

async function call(method: string, params: JsonObject = {}, bearer?: string): Promise<Answer> {
  return (await post({ jsonrpc: '2.0', id: 1, method, params }, bearer)).json()
}

const result = async (...asked: Parameters<typeof call>) => {
  const { result: got, error } = await call(...asked)
  if (error) throw new Error(JSON.stringify(error))
  return got
}

describe('over HTTP', () => {
  test('an answer is JSON, readable by pages of any site, and kept by nobody', async () => {
    const response = await post({ jsonrpc: '2.0', id: 'a', method: 'load_skills_protocol_guide' })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(OPTIONS().headers.get('access-control-allow-methods')).toContain('POST')
  })

  test('a notification has no body', async () => {
    const response = await post({ jsonrpc: '2.0', method: 'list_skills' })

    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })

  test.each([
    ['no JSON', '{"jsonrpc":', -32700, 'no JSON'],
    ['nothing', '', -32700, 'ends too soon'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), -32700, 'not UTF-8'],
    ['more than ten megabytes', `"${'x'.repeat(10 * 1024 * 1024)}"`, -32600, 'at most 10 MB'],
  ])('%s is refused in the words of the protocol', async (_, body, code, why) => {
    const response = await post(body)

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code, data: { code: 'INVALID_INPUT', message: expect.stringContaining(why) } },
    })
  })

  test('rpc.discover tells the eight methods, and so does GET to a program', async () => {
    const discovered = await result('rpc.discover')
    const fetched = await GET(
      new Request('http://localhost/rpc', { headers: { accept: 'application/json' } }),
    ).json()

    expect((discovered.methods as JsonObject[]).map(({ name }) => name)).toEqual(
      AGENT_TOOLS.map(({ name }) => name),
    )
    expect(fetched).toEqual(discovered)
  })

  test('a person is led to the page about it', () => {
    const response = GET(new Request('http://localhost/rpc', { headers: { accept: 'text/html,*/*' } }))

    expect([response.status, response.headers.get('location')]).toEqual([303, '/docs/rpc'])
  })
})

describe('without a key', () => {
  test.each(AGENT_TOOLS.filter(({ isPublic }) => !isPublic))(
    '$name is refused with 401',
    async ({ name }) => {
      const response = await post({ jsonrpc: '2.0', id: 7, method: name, params: {} })

      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.json()).toMatchObject({
        id: 7,
        error: { code: -32001, data: { code: 'UNAUTHENTICATED' } },
      })
    },
  )

  test('four methods are open', async () => {
    expect(AGENT_TOOLS.filter(({ isPublic }) => isPublic).map(({ name }) => name)).toEqual([
      'list_skills',
      'describe_skill',
      'read_skill_file',
      'load_skills_protocol_guide',
    ])
    const name = `${press}.alpha.greet`
    expect(await result('describe_skill', { name })).toMatchObject({ skill: { name } })
    expect(await result('read_skill_file', { name, path: 'SKILL.md' })).toMatchObject({ encoding: 'utf-8' })
    expect((await result('load_skills_protocol_guide')).content).toContain('name: guide')
  })
})

describe('with a key', () => {
  test('that is none everything is refused, what is public too', async () => {
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'list_skills' }, 'gh_nonsense')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: -32001 } })
  })

  test.each(AGENT_TOOLS.filter(({ isPublic }) => !isPublic))('$name needs its scope', async (tool) => {
    const scopes = (['read', 'run', 'write'] as const).filter((scope) => scope !== tool.scope)
    const { error } = await call(tool.name, {}, await makeKey(scopes))

    expect(error).toMatchObject({ code: -32003, data: { code: 'POLICY_DENIED', recoverable: false } })
    expect(error.message).toContain(tool.scope)
  })

  test('may use a built-in tool that only reads with any of two scopes, and one that writes with two', async () => {
    const ask = async (name: string, args: JsonObject, scopes: ('read' | 'run' | 'write')[]) => {
      const { result, error } = await call('execute_skill', { name, args }, await makeKey(scopes))
      return error?.data.code ?? result.status
    }
    const slug = (...scopes: ('read' | 'run' | 'write')[]) => ask('util.slugifyTitle', { title: 'A' }, scopes)
    const folder = (...scopes: ('read' | 'run' | 'write')[]) =>
      ask('vault.ensureFolder', { path: 'A' }, scopes)

    expect([await slug('read'), await slug('run'), await slug('write')]).toEqual([
      'completed',
      'completed',
      'POLICY_DENIED',
    ])
    expect([await folder('read', 'run'), await folder('write'), await folder('run', 'write')]).toEqual([
      'POLICY_DENIED',
      'POLICY_DENIED',
      'completed',
    ])
  })

  test('that was used too often, a batch included, is told when to come back', async () => {
    const bearer = await makeKey(['read'])
    const [row] = await listKeys(await contextFor(user))
    await countAttempt(db, LIMITS.callByKey, row!.id)
    await db.rateLimit.updateMany({
      where: { key: { contains: row!.id } },
      data: { points: LIMITS.callByKey.points - 1 },
    })
    const guide = { jsonrpc: '2.0', id: 1, method: 'load_skills_protocol_guide' }

    expect(await (await post([guide, guide], bearer)).json()).toMatchObject([
      { result: {} },
      { error: { code: -32029, data: { retry_after: expect.any(Number) } } },
    ])
    const response = await post(guide, bearer)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts each call of a batch against the organisation too', async () => {
    const bearer = await makeKey(['read'])
    const guide = { jsonrpc: '2.0', id: 1, method: 'load_skills_protocol_guide' }
    await post(guide, bearer)
    const spent = () =>
      db.rateLimit.findFirstOrThrow({
        where: { key: `${LIMITS.callByOrganisation.name}:${user.organisation.id}` },
      })
    const before = await spent()

    await post([guide, guide, guide], bearer)

    expect((await spent()).points - before.points).toBe(3)
  })
})

describe('list_skills', () => {
  const names = async (params: JsonObject, bearer?: string) => {
    const { skills, next_cursor } = await result('list_skills', { namespace: press, ...params }, bearer)
    return { names: (skills as { name: string }[]).map(({ name }) => name.split('.')[1]), next_cursor }
  }

  test('pages through a namespace in the order of the characters, and survives what is published meanwhile', async () => {
    const first = await names({ limit: 2 })
    await publish({ slug: 'aaa_new' })
    await publish({ slug: 'gamma' })
    const second = await names({ limit: 2, cursor: first.next_cursor as string })
    const last = await names({ limit: 2, cursor: second.next_cursor as string })

    expect(first.names).toEqual(['alpha', 'beta'])
    expect(second.names).toEqual(['closed', 'delta'])
    expect(last).toEqual({ names: ['gamma'], next_cursor: null })
  })

  test('pages through all there is, one at a time: after a built-in tool too', async () => {
    const tool = AGENT_TOOLS.find(({ name }) => name === 'list_skills')!
    const ctx = await contextFor(user, { door: 'rpc' })
    const page = async (params: JsonObject) => (await callTool(ctx, tool, params)) as JsonObject
    const all = ((await page({ limit: 200 })).skills as { name: string }[]).map(({ name }) => name)

    const seen: string[] = []
    for (let cursor: Json = ''; cursor !== null; ) {
      const got = await page({ limit: 1, ...(cursor && { cursor }) })
      seen.push(...(got.skills as { name: string }[]).map(({ name }) => name))
      cursor = got.next_cursor ?? null
    }

    expect(seen).toEqual(all)
    expect(seen).toContain('vault.readFile')
  })

  test('takes a namespace as a whole, with everything under it', async () => {
    expect((await names({ namespace: `${press}.alpha` })).names).toEqual(['alpha'])
    expect((await names({ namespace: `${press}.alpha.greet` })).names).toEqual(['alpha'])
    expect((await names({ namespace: `${press}.alp` })).names).toEqual([])
    expect((await names({ namespace: 'skills' })).names).toEqual(['protocol'])
    expect((await names({ namespace: '%' })).names).toEqual([])
    expect((await names({ namespace: 'a\0b' })).names).toEqual([])
  })

  test('shows private skills to keys of their organisation only', async () => {
    const stranger = await makeKey(['read', 'run', 'write'], await makeUser())

    expect((await names({}, key)).names).toContain('hidden')
    expect((await names({}, stranger)).names).not.toContain('hidden')
    expect((await names({}, await makeKey(['run']))).names).not.toContain('hidden')
    expect((await names({})).names).not.toContain('hidden')
  })

  test('summarises', async () => {
    const { skills } = await result('list_skills', { namespace: `${press}.alpha`, detail: 'summary' })

    expect(skills).toEqual([
      {
        name: `${press}.alpha.greet`,
        version: '1.0.0',
        description: 'Says hello to the person you name, politely.',
        namespace: `${press}.alpha`,
        kind: 'action',
      },
    ])
  })

  test.each([
    ['made up', 'x'],
    ['of no name', Buffer.from('["a b",""]').toString('base64url')],
    ['of another namespace', Buffer.from('["a.b.c","other"]').toString('base64url')],
    ['with more in it', `${Buffer.from('["a.b.c",""]').toString('base64url')}=`],
  ])('refuses a cursor that is %s', async (_, cursor) => {
    expect((await call('list_skills', { cursor })).error).toMatchObject({
      code: -32602,
      data: { details: [{ path: '/cursor' }] },
    })
  })
})

describe('describe_skill', () => {
  test('tells as much as it is asked for', async () => {
    const name = `${press}.alpha.greet`
    const at = async (detail: string) =>
      (await result('describe_skill', { name, detail })).skill as JsonObject
    const [manifest, summary, full] = [await at('manifest'), await at('summary'), await at('full')]

    expect(Object.keys(manifest)).toEqual([
      'name',
      'version',
      'kind',
      'manifest',
      'price',
      'price_of_calls',
      'contract_hash',
      'permissions_hash',
    ])
    expect(summary).toMatchObject({
      frontmatter: { name: 'greet' },
      input_schema: { required: ['name'] },
      output_schema: { required: ['message'] },
    })
    expect(full.content).toContain('# Greet somebody')
    expect(manifest.price).toEqual({ model: 'per_job', amount: '0', currency: 'USDC' })
  })

  test('takes a version or a range', async () => {
    const name = `${press}.alpha.greet`

    expect(await result('describe_skill', { name, version: '^1.0' })).toMatchObject({
      skill: { version: '1.0.0' },
    })
    expect((await call('describe_skill', { name, version: '^2' })).error).toMatchObject({ code: -32004 })
  })

  test.each(['a', 'no.such.skill', 'a.b.c.d', '../x', '\0'])('of %j finds nothing', async (name) => {
    expect((await call('describe_skill', { name })).error).toMatchObject({
      code: -32004,
      data: { code: 'NOT_FOUND' },
    })
  })

  test('of a private skill finds nothing for others', async () => {
    const name = `${press}.hidden.greet`

    expect((await call('describe_skill', { name })).error).toMatchObject({ code: -32004 })
    expect(await result('describe_skill', { name }, key)).toMatchObject({ skill: { name } })
  })
})

describe('read_skill_file', () => {
  const name = () => `${press}.alpha.greet`

  test.each(['/etc/passwd', '../x', 'code/../../x', 'a\\b', 'a\0b', 'C:/x', '..'])(
    'refuses %j',
    async (path) => {
      expect((await call('read_skill_file', { name: name(), path })).error).toMatchObject({
        code: -32602,
        data: { details: [{ path: '/path' }] },
      })
    },
  )

  test('reads each file of the folder', async () => {
    const files = [
      'skill.toml',
      'SKILL.md',
      'code/handler.js',
      'input.schema.json',
      'output.schema.json',
      'contract.json',
    ]
    for (const path of files) {
      const file = await result('read_skill_file', { name: name(), path })
      expect(file, path).toMatchObject({ path, encoding: 'utf-8', version: '1.0.0' })
      expect(Buffer.byteLength(String(file.content))).toBe(file.size_bytes)
    }
  })

  test('keeps closed code to its own people, whether there is such a file or not', async () => {
    const closed = `${press}.closed.greet`

    for (const path of ['code/handler.js', 'code/nothing.js']) {
      expect((await call('read_skill_file', { name: closed, path })).error).toMatchObject({ code: -32003 })
    }
    expect(await result('read_skill_file', { name: closed, path: 'code/handler.js' }, key)).toMatchObject({
      kind: 'text/javascript',
    })
    expect(await result('read_skill_file', { name: closed, path: 'SKILL.md' })).toBeDefined()
  })

  test('says which files there are', async () => {
    const { error } = await call('read_skill_file', { name: name(), path: 'nothing.md' })

    expect(error).toMatchObject({ code: -32004 })
    expect(error.message).toContain('skill.toml, SKILL.md')
  })
})

describe('execute_skill', () => {
  const tool = AGENT_TOOLS.find(({ name }) => name === 'execute_skill')!
  const run = async (params: JsonObject, sandbox?: Sandbox) =>
    (await callTool(await contextFor(user, { sandbox, door: 'rpc' }), tool, params)) as JsonObject

  test('says of the guide, which is listed, that there is nothing to run', async () => {
    expect((await call('execute_skill', { name: 'skills.protocol.guide' }, key)).error).toMatchObject({
      data: { code: 'PRECONDITION_FAILED' },
    })
  })

  test('answers with a run', async () => {
    expect(await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' } })).toEqual({
      run_id: expect.stringMatching(/^run_/),
      status: 'completed',
      summary: 'Hello.',
      output: { message: 'Hello.' },
      duration_ms: expect.any(Number),
      version: '1.0.0',
      contract_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      permissions_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('tells of a version that is deprecated, as describe_skill does', async () => {
    const { id, skillName } = await publish({ slug: 'old' })
    const expected =
      'Version 1.0.0 is deprecated since 2026-01-02: Use alpha. It runs until it is taken down.'
    await db.version.update({
      where: { id },
      data: {
        state: 'DEPRECATED',
        deprecationNotice: 'Use alpha.',
        deprecatedAt: new Date('2026-01-02T00:00:00Z'),
      },
    })

    expect(await run({ name: skillName, args: { name: 'Ada' } })).toMatchObject({ notices: [expected] })
    for (const detail of ['manifest', 'full'])
      expect(await result('describe_skill', { name: skillName, detail })).toMatchObject({
        skill: { notices: [expected] },
      })
    expect(await result('describe_skill', { name: `${press}.alpha.greet` })).not.toHaveProperty(
      'skill.notices',
    )
  })

  test('refuses input by field, before anything runs', async () => {
    const { error } = await call('execute_skill', { name: `${press}.alpha.greet`, args: {} }, key)

    expect(error).toMatchObject({
      code: -32602,
      data: { code: 'MISSING_REQUIRED_PARAM', details: [{ path: '/name' }] },
    })
  })

  test('refuses another contract than the one demanded', async () => {
    const { error } = await call(
      'execute_skill',
      { name: `${press}.alpha.greet`, args: { name: 'Ada' }, contract_hash: 'a'.repeat(64) },
      key,
    )

    expect(error).toMatchObject({ code: -32009, data: { code: 'CONFLICT' } })
  })

  test('takes the hash of the contract in capitals, as every door does', async () => {
    const name = `${press}.alpha.greet`
    const { skill } = await result('describe_skill', { name })
    const contract_hash = String((skill as JsonObject).contract_hash).toUpperCase()

    expect(await run({ name, args: { name: 'Ada' }, contract_hash })).toMatchObject({ status: 'completed' })
  })

  test('tells a failure of the handler as a result', async () => {
    const throwing = endsWith(() => ({
      kind: 'threw',
      error: { name: 'RangeError', message: 'Too far.', stack: 'RangeError: Too far.' },
      durationMs: 3,
      logs: [{ level: 'log', text: 'on my way', atMs: 1 }],
    }))

    expect(await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' } }, throwing)).toMatchObject({
      status: 'failed',
      error: { type: 'RangeError', message: 'Too far.', code: 'SKILL_ERROR', recoverable: false },
      logs_preview: 'on my way',
    })
  })

  test('moves a large output to a blob, and tells its shape', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ response: { type: 'object' } })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ n, text: 'x'.repeat(40) }))

    const answer = await run({ name: skillName, args: { name: 'Ada' } }, returns({ message: 'Done.', rows }))

    expect(answer).toMatchObject({
      status: 'completed',
      output_blobs: [expect.stringMatching(/^blob:/)],
      output_shape: { properties: { rows: { type: 'array', count: 2_000 } } },
    })
    expect(answer).not.toHaveProperty('output')
    const [blob] = answer.output_blobs as string[]
    const read = await result('read_blob', { blob_id: blob!, mode: 'full' }, key)
    expect(JSON.parse(String(read.content))).toEqual({ message: 'Done.', rows })
  })

  test('tells a repeated call of the blob that was made for the first, and of a new one when that is gone', async () => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ response: { type: 'object' } })] })
    const { skillName } = await makePublishedVersion({ publisher, document })
    const { id: organisationId } = user.organisation
    const blobs = () => db.blob.count({ where: { organisationId } })
    const before = await blobs()
    const large = returns({ message: 'x'.repeat(70_000) })
    const again = () => run({ name: skillName, args: { name: 'Ada' }, idempotency_key: 'large' }, large)
    const first = await again()
    const repeated = await Promise.all([again(), again(), again()])

    expect(repeated).toEqual([first, first, first])
    expect(await blobs()).toBe(before + 1)

    const [blob = ''] = first.output_blobs as string[]
    await db.blob.delete({ where: { id: blob.replace('blob:', '') } })
    const atOnce = await Promise.all([again(), again()])

    const [[made = ''] = []] = atOnce.map(({ output_blobs }) => output_blobs as string[])
    expect(made).not.toBe(blob)
    expect(atOnce.map(({ output_blobs }) => output_blobs)).toEqual([[made], [made]])
    expect(await blobs()).toBe(before + 1)
  })

  test('answers at once when asked to', async () => {
    const slow = endsWith(() => new Promise(() => {}))

    expect(
      await run({ name: `${press}.alpha.greet`, args: { name: 'Ada' }, async: true }, slow),
    ).toMatchObject({
      status: 'running',
      run_id: expect.any(String),
    })
  })
})

test('run_code answers with a run', async () => {
  const tool = AGENT_TOOLS.find(({ name }) => name === 'run_code')!
  const ctx = await contextFor(user, { sandbox: returns([1, 2, 3]), door: 'rpc' })

  expect(
    await callTool(ctx, tool, { language: 'python', code: 'def main(args):\n  return [1, 2, 3]' }),
  ).toMatchObject({
    status: 'completed',
    summary: 'run_code succeeded and returned 3 items.',
    output: [1, 2, 3],
  })
})

describe('blobs', () => {
  test('come back as they were sent, text and base64', async () => {
    const bearer = await makeKey(['read', 'write'])
    const text = await result('create_blob', { content: 'Zoë', kind: 'text/plain' }, bearer)
    const bytes = await result('create_blob', { content: 'AAEC', kind: 'image/png' }, bearer)

    expect(text).toEqual({ blob_id: expect.stringMatching(/^blob:/), size_bytes: 4 })
    expect(await result('read_blob', { blob_id: String(text.blob_id), max_bytes: 3 }, bearer)).toMatchObject({
      content: 'Zo',
      truncated: true,
      size_bytes: 4,
      encoding: 'utf-8',
    })
    expect(await result('read_blob', { blob_id: String(bytes.blob_id) }, bearer)).toMatchObject({
      content: 'AAEC',
      encoding: 'base64',
    })
    expect((await call('create_blob', { content: '%', kind: 'image/png' }, bearer)).error).toMatchObject({
      code: -32602,
    })
  })

  test('the default size is for samples: full is full unless said otherwise', async () => {
    const { id } = await createBlob(await contextFor(user), {
      content: Buffer.alloc(5_000, 65),
      kind: 'text/plain',
    })
    const length = async (params: JsonObject) =>
      String((await result('read_blob', { blob_id: id, ...params }, key)).content).length

    expect(await length({})).toBe(2_000)
    expect(await length({ mode: 'full' })).toBe(5_000)
    expect(await length({ mode: 'full', max_bytes: 10 })).toBe(10)
  })

  test('of another organisation are not there', async () => {
    const { id } = await createBlob(await contextFor(await makeUser()), {
      content: Buffer.from('x'),
      kind: 'text/plain',
    })

    expect((await call('read_blob', { blob_id: id }, key)).error).toMatchObject({ code: -32004 })
  })
})
