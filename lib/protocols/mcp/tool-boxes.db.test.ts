// Tests who may use the tools of ?for=, and that no sequence of calls publishes. Whole drafts are in studio-agent.sandbox.test.ts.
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { POST as MINT } from '#app/api/keys/route.ts'
import { POST as STUDIO } from '#app/api/publishing/studio/[tool]/route.ts'
import { studioCommand } from '../../../bin/client/studio.ts'
import { enforceRateLimit, RATE_LIMITS } from '../../auth/enforce-rate-limit.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { submitDraft } from '../../publishing/review/submit/submit-draft.ts'
import { resetAttempts } from '../../settings/rows/rate-limits.ts'
import {
  contextFor,
  freshName,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import {
  connectMcp,
  connectStatelessMcp,
  ORIGIN,
  serveMcp,
} from '../../testing/setup/protocols/mcp-client.ts'
import { contextFromKey } from '../session/context/context-from-key.ts'
import { STUDIO_TOOLS } from './studio-tools.ts'
import { callBoxTool } from './tool-box.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))

const db = database()

async function enter(key: string): Promise<Context> {
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'robot/1.0' }
  const ctx = await contextFromKey(new Request('http://localhost/', { headers }), [], 'mcp')
  return { ...ctx, sandbox: returns({ message: 'Hello.' }) }
}

async function makePublishingKey(limits: JsonObject = {}) {
  const publisher = await makePublisher()
  const owner = await contextFor(publisher.owner)
  const { key } = await createKey(owner, { name: 'Agent', scopes: ['publish'], expiresInDays: 1, ...limits })
  return { publisher, owner, key, ctx: await enter(key) }
}

const call = (ctx: Context, name: string, args: Json = {}) =>
  callBoxTool(ctx, STUDIO_TOOLS.find((tool) => tool.name === name)!, args, ORIGIN)

test('the eight tools stay eight, and the tools of the studio are at an address of their own, in both eras', async () => {
  const { key } = await makePublishingKey({ scopes: ['read', 'run', 'publish'] })
  const names = async (client: { listTools(): Promise<{ tools: { name: string }[] }> }) =>
    (await client.listTools()).tools.map(({ name }) => name)

  expect(await names(await connectMcp(key))).toHaveLength(8)
  for (const connect of [connectMcp, connectStatelessMcp]) {
    expect(await names(await connect(key, '?for=studio'))).toEqual(STUDIO_TOOLS.map(({ name }) => name))
    expect(await names(await connect(key, '?for=keys'))).toEqual(['mint_key', 'list_keys', 'revoke_key'])
  }
})

test('a key is minted, listed and revoked over MCP', async () => {
  const { key } = await makePublishingKey({ scopes: ['read', 'run'] })
  const client = await connectStatelessMcp(key, '?for=keys')
  const ask = async (name: string, args: JsonObject = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent as JsonObject

  const minted = await ask('mint_key', { name: 'Reader', total: '0.5', max_runs: '3' })
  expect(minted).toMatchObject({ key: expect.stringMatching(/^gh_/), total: '0.5', max_runs: 3 })
  expect((await ask('list_keys')).keys).toHaveLength(2)
  expect(await ask('revoke_key', { id: minted.id! })).toEqual({ id: minted.id, revoked: true })
  expect(await ask('mint_key', { name: 'Wide', scopes: ['publish'] })).toMatchObject({
    error: { code: 'POLICY_DENIED' },
  })
})

test('a new draft with an unknown visibility is refused with those that there are', async () => {
  const { ctx } = await makePublishingKey()
  const document = { slug: freshName('new'), name: 'New', visibility: 'everyone' }

  await expect(call(ctx, 'create_draft', { document })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/document/visibility', message: 'must be one of "PUBLIC", "PRIVATE"' }] },
  })
  const listed = STUDIO_TOOLS.find(({ name }) => name === 'create_draft')?.parameters
  expect(listed).toMatchObject({
    properties: { document: { properties: { visibility: { enum: ['PUBLIC', 'PRIVATE'] } } } },
  })
})

describe('the tools of the studio are refused', () => {
  test('that run or compare, above the limit of a person for such actions, whatever the key', async () => {
    const { owner, ctx } = await makePublishingKey()
    const { key } = await createKey(owner, { name: 'Second', scopes: ['publish'], expiresInDays: 1 })
    const { points } = RATE_LIMITS.costlyByPerson
    await enforceRateLimit(db, RATE_LIMITS.costlyByPerson, owner.viewer!.userId, points)
    const args = { draft_id: 'none', skill: 'greet', args: {} }

    for (const tool of ['test_skill', 'run_examples', 'read_problems', 'compare_draft'])
      for (const caller of [ctx, await enter(key)])
        await expect(call(caller, tool, args), tool).rejects.toMatchObject({
          code: 'RATE_LIMIT_EXCEEDED',
        })
    expect(await call(ctx, 'list_drafts')).toMatchObject({ drafts: [] })
  })

  const post = (key: string, query: string) =>
    serveMcp(`${ORIGIN}/mcp${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })

  test('to a key without the scope “publish”, with the status that makes clients ask for it', async () => {
    const { key } = await makePublishingKey({ scopes: ['read', 'run', 'write'] })

    const answer = await post(key, '?for=studio')

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="publish"',
    ])
    const stranger = await post('gh_unknown', '?for=studio')
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token", scope="publish"',
    ])
  })

  test('at an unknown address, and together with a toolset', async () => {
    const { key } = await makePublishingKey({ scopes: ['read', 'publish'] })

    for (const query of ['?for=admin', '?for=studio&toolset=x', '?for=__proto__'])
      expect((await post(key, query)).status, query).toBe(400)
  })

  test.each(STUDIO_TOOLS.map(({ name }) => name).filter((name) => name !== 'read_rules'))(
    '%s to a key whose scope was lost, and for the draft of another organisation',
    async (name) => {
      const { ctx } = await makePublishingKey()
      const foreign = await makeDraft()
      const args = {
        ...{ draft_id: foreign.id, expectedEtag: 'r1', skill: 'greet', title: 'x', input: {}, args: {} },
        patch: [{ op: 'remove', path: '/name' }],
      }
      const tool = STUDIO_TOOLS.find((each) => each.name === name)!
      const known = tool.parameters.properties as JsonObject
      const own = Object.fromEntries(
        Object.entries(args).filter(([key]) => Object.hasOwn(known, key)),
      ) as JsonObject
      const limited = { ...ctx, keyGrant: { ...ctx.keyGrant!, scopes: ['run' as const] } }

      await expect(call(limited, name, own)).rejects.toMatchObject({ code: 'POLICY_DENIED' })
      if (name !== 'list_drafts')
        await expect(call(ctx, name, own)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('to the key of a person who is a plain member, in another organisation and beyond its SkillSets', async () => {
    const { publisher, owner } = await makePublishingKey()
    const { skillSet: inside } = await makePublishedVersion({ publisher })
    const outside = await makeDraft({ publisher })
    const { key } = await createKey(owner, {
      name: 'Limited',
      scopes: ['publish'],
      expiresInDays: 1,
      skillSets: [`${publisher.handle}.${inside.slug}`],
    })
    const limited = await enter(key)
    await expect(call(limited, 'read_draft', { draft_id: outside.id })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    })
    const document = { slug: freshName('new'), name: 'New' }
    await expect(call(limited, 'create_draft', { document })).rejects.toMatchObject({ code: 'POLICY_DENIED' })

    const other = await makeOrganisation({ owner: publisher.owner, members: [await makeUser()] })
    const elsewhere = await contextFor(publisher.owner, { organisation: other })
    const { key: foreign } = await createKey(elsewhere, {
      name: 'Other',
      scopes: ['publish'],
      expiresInDays: 1,
    })
    await expect(call(await enter(foreign), 'read_draft', { draft_id: outside.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const member = { ...limited, viewer: { ...limited.viewer!, organisationRole: 'MEMBER' as const } }
    await expect(call(member, 'list_drafts')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  })
})

test.each<[string, JsonObject]>([
  ['replaces it as a whole', { op: 'replace', path: '', value: { state: 'published' } }],
  ['moves a part of it to its root', { op: 'move', from: '/skills/0', path: '' }],
  ['removes its skills', { op: 'remove', path: '/skills' }],
  ['puts something else in place of its skills', { op: 'add', path: '/skills', value: 'none' }],
  ['removes its name', { op: 'remove', path: '/name' }],
])('a draft stays as it is when the patch of a program %s', async (_, operation) => {
  const { publisher, ctx } = await makePublishingKey()
  const { id: draft_id, document } = await makeDraft({ publisher })
  const also = { op: 'replace', path: '/description', value: 'Another description.' }

  await expect(
    call(ctx, 'change_draft', { draft_id, expectedEtag: 'r1', patch: [also, operation] }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { suggestedAction: expect.any(String) } })
  expect(await db.draft.findUnique({ where: { skillSetId: draft_id } })).toMatchObject({
    document,
    revision: 1,
  })
})

test('a change with an old etag changes nothing and says which one is current', async () => {
  const { ctx, publisher } = await makePublishingKey()
  const { id } = await makeDraft({ publisher })
  const patch = [{ op: 'replace', path: '/name', value: 'One' }]
  expect(await call(ctx, 'change_draft', { draft_id: id, expectedEtag: 'r1', patch })).toMatchObject({
    etag: 'r2',
  })

  const old = { draft_id: id, expectedEtag: 'r1' }
  const again = { ...old, patch: [{ op: 'replace', path: '/name', value: 'Two' }] }
  for (const late of [() => call(ctx, 'change_draft', again), () => call(ctx, 'stage_draft', old)])
    await expect(late()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('r2') })
  await expect(
    call(ctx, 'change_draft', { draft_id: id, expectedEtag: 'r2', patch: [{ op: 'remove', path: '/none' }] }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', options: { issues: [{ path: '/patch/0' }] } })
  expect(await call(ctx, 'read_draft', { draft_id: id, pointer: '/name' })).toMatchObject({
    value: 'One',
    etag: 'r2',
  })
})

test('a patch that copies a large object two hundred times is refused before it takes minutes', async () => {
  const { ctx, publisher } = await makePublishingKey()
  const { id } = await makeDraft({ publisher })
  const large = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 0]))
  const replace = (index: number) => ({ op: 'replace', path: `/large/k${index}`, value: 1 })
  const patch: JsonObject[] = [
    { op: 'add', path: '/large', value: large },
    ...Array.from({ length: 198 }, (_, index) => replace(index)),
    { op: 'remove', path: '/none' },
  ]

  await expect(call(ctx, 'change_draft', { draft_id: id, expectedEtag: 'r1', patch })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('Operation 2 of the patch is too costly'),
    options: { issues: [{ path: '/patch/2' }] },
  })
})

test('a draft says which program wrote it, also after a person has saved it', async () => {
  const { ctx, publisher, owner } = await makePublishingKey()
  const { id } = await makeDraft({ publisher })
  const patch = [{ op: 'replace', path: '/name', value: 'One' }]
  await call(ctx, 'change_draft', { draft_id: id, expectedEtag: 'r1', patch })

  const wrote = { program: 'robot/1.0', programKey: 'Agent' }
  expect(await db.draft.findUniqueOrThrow({ where: { skillSetId: id } })).toMatchObject(wrote)
  const { saveDraft } = await import('../../publishing/drafts/save-draft.ts')
  await saveDraft(owner, { skillSetId: id, document: { slug: 'x', name: 'Two' }, revision: 2 })
  expect(await db.draft.findUniqueOrThrow({ where: { skillSetId: id } })).toMatchObject(wrote)
})

test('a draft can be put back as people left it before the first change of a program', async () => {
  const { ctx, publisher, owner } = await makePublishingKey()
  const { id, document } = await makeDraft({ publisher })
  const { getDraft, getDraftBeforeProgram } = await import('../../publishing/drafts/get-draft.ts')
  const { saveDraft } = await import('../../publishing/drafts/save-draft.ts')
  const rename = async (name: string) => {
    const { etag } = (await call(ctx, 'read_draft', { draft_id: id })) as { etag: string }
    const patch = [{ op: 'replace', path: '/name', value: name }]
    return call(ctx, 'change_draft', { draft_id: id, expectedEtag: etag, patch })
  }
  await expect(getDraftBeforeProgram(owner, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getDraft(owner, id)).draft?.beforeProgramAtMs).toBeNull()

  await rename('One')
  await rename('Two')
  expect(await getDraftBeforeProgram(owner, id)).toEqual(document)
  expect((await getDraft(owner, id)).draft?.beforeProgramAtMs).toEqual(expect.any(Number))
  const stranger = await contextFor(await makeUser())
  await expect(getDraftBeforeProgram(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const byPerson = { ...(document as object), name: 'By a person' } as Json
  await saveDraft(owner, { skillSetId: id, document: byPerson, revision: 3 })
  expect(await getDraftBeforeProgram(owner, id)).toEqual(document)
  await rename('Three')
  expect(await getDraftBeforeProgram(owner, id)).toEqual(byPerson)
})

test('a person whose change comes after that of a program reads which program it was, with its key', async () => {
  const { ctx, publisher, owner } = await makePublishingKey()
  const { id } = await makeDraft({ publisher })
  const { saveDraft } = await import('../../publishing/drafts/save-draft.ts')
  const late = () => saveDraft(owner, { skillSetId: id, document: { slug: 'x', name: 'Two' }, revision: 1 })
  const patch = [{ op: 'replace', path: '/name', value: 'One' }]
  await call(ctx, 'change_draft', { draft_id: id, expectedEtag: 'r1', patch })

  await expect(late()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^The program “robot\/1\.0” \(API key “Agent” of .+\) saved this draft/),
  })
  const { getDraft } = await import('../../publishing/drafts/get-draft.ts')
  expect((await getDraft(owner, id)).draft?.savedBy).toContain('robot/1.0')
  await saveDraft(owner, { skillSetId: id, document: { slug: 'x', name: 'Two' }, revision: 2 })
  await expect(late()).rejects.toMatchObject({ message: expect.not.stringContaining('robot') })
})

test('a key is minted over HTTP with a number that was sent as text, as over MCP', async () => {
  const { key } = await makePublishingKey({ scopes: ['read', 'run'] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Reader', expires_in_seconds: '60' })

  const answer = await MINT(new Request(`${ORIGIN}/api/keys`, { method: 'POST', headers, body }))

  expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ name: 'Reader' })])
})

test('the same tools are there over HTTP and on the command line, with the same refusals', async () => {
  const { key, publisher } = await makePublishingKey()
  const serve = (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init)
    return STUDIO(request, {
      params: Promise.resolve({ tool: new URL(request.url).pathname.split('/').at(-1)! }),
    })
  }
  vi.stubEnv('GUILDHALL_KEY', key)
  vi.stubGlobal('fetch', serve)
  const run = (tool: string, args = '{}') =>
    studioCommand.run({ positionals: [tool], options: { site: ORIGIN, args }, flags: {} })

  const document = { slug: freshName('set'), name: 'From a terminal' }
  const created = (await run('create_draft', JSON.stringify({ document })))?.json as JsonObject
  expect(created).toMatchObject({ name: `${publisher.handle}.${document.slug}`, etag: 'r1' })
  expect((await run('list_drafts'))?.text).toContain(document.slug)
  await expect(run('submit_draft')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(run('read_draft')).rejects.toMatchObject({ code: 'MISSING_REQUIRED_PARAM' })
  const { key: plain } = await makePublishingKey({ scopes: ['run'] })
  vi.stubEnv('GUILDHALL_KEY', plain)
  await expect(run('list_drafts')).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  vi.unstubAllGlobals()
  vi.stubEnv('GUILDHALL_KEY', undefined)
})

test('a key cannot submit a draft, whatever calls the service', async () => {
  const { ctx, publisher } = await makePublishingKey()
  const { id } = await makeDraft({ publisher })

  await expect(submitDraft(ctx, { skillSetId: id })).rejects.toMatchObject({ code: 'POLICY_DENIED' })
})

const CALLS = process.env.GUILDHALL_LONG ? 10_000 : 300
const SEED = Number(process.env.GUILDHALL_SEED ?? 20_261_129)

test(`no sequence of ${CALLS} random calls publishes, submits or deletes anything`, async () => {
  const { ctx, publisher } = await makePublishingKey()
  const drafts = await Promise.all([makeDraft({ publisher }), makeDraft({ publisher }), makeDraft()])
  const published = await makePublishedVersion({ publisher })
  const ids = [...drafts.map(({ id }) => id), published.skillSet.id, 'x', freshName()]
  const before = await countPublished(publisher.organisationId)
  const skill = makeSkillDocument()
  const names = fc.constantFrom(...STUDIO_TOOLS.map(({ name }) => name), 'submit_draft', 'publish')
  const path = fc.constantFrom(
    '',
    '/name',
    '/skills/0',
    '/skills/-',
    '/version',
    '/visibility',
    '/slug',
    '/__proto__/x',
  )
  const value = fc.oneof(
    fc.constantFrom<Json>('PRIVATE', 'PUBLIC', '1.0.0', '9.9.9', null, skill as Json, [skill as Json]),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  )
  const operation = fc.record({
    op: fc.constantFrom('add', 'replace', 'remove', 'move'),
    path,
    from: path,
    value,
  })
  const args = fc.record(
    {
      draft_id: fc.constantFrom(...ids),
      expectedEtag: fc.oneof(fc.constantFrom('r1', 'r2', 'current'), fc.string({ maxLength: 5 })),
      patch: fc.array(operation, { maxLength: 3 }),
      document: fc.record({
        slug: fc.constantFrom('a', 'b', 'greet'),
        visibility: fc.constantFrom('PRIVATE', 'PUBLIC'),
        skills: fc.constant([skill as Json]),
      }),
      pointer: path,
      skill: fc.constantFrom('greet', 'none'),
      title: fc.string({ maxLength: 20 }),
      input: value,
      args: value,
      note: fc.string({ maxLength: 20 }),
      state: fc.constantFrom('PUBLISHED', 'IN_REVIEW'),
    },
    { requiredKeys: [] },
  )
  const samples = fc.sample(fc.tuple(names, args), { numRuns: CALLS, seed: SEED })
  const outcomes = { done: 0, refused: 0 }
  for (const [name, sample] of samples) {
    const tool = STUDIO_TOOLS.find((each) => each.name === name)
    if (!tool) continue
    const known = tool.parameters.properties as JsonObject
    const given = Object.entries(sample as JsonObject).filter(([key]) => Object.hasOwn(known, key))
    const sent = Object.fromEntries(given) as JsonObject
    // Otherwise the costly tools would be refused after the first minute's calls.
    if (tool.isCostly) await resetAttempts(db, RATE_LIMITS.costlyByPerson, ctx.viewer!.userId)
    // Otherwise nearly every change would have an old etag.
    if (sent.expectedEtag === 'current') sent.expectedEtag = await etagOf(String(sent.draft_id))
    await callBoxTool(ctx, tool, sent, ORIGIN).then(
      () => (outcomes.done += 1),
      (thrown: unknown) => {
        if (!(thrown instanceof AppError) || thrown.code === 'INTERNAL_ERROR') throw thrown
        outcomes.refused += 1
      },
    )
  }

  if (process.env.GUILDHALL_LONG) console.info(outcomes)
  expect(outcomes.done).toBeGreaterThan(CALLS / 20)
  expect(await countPublished(publisher.organisationId)).toEqual(before)
}, 1_800_000)

async function etagOf(skillSetId: string): Promise<string> {
  const row = await db.draft.findUnique({ where: { skillSetId }, select: { revision: true } })
  return `r${row?.revision ?? 1}`
}

async function countPublished(organisationId: string) {
  const skillSet = { publisher: { organisationId } }
  const ids = await db.skillSet.findMany({
    where: skillSet,
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 3,
  })
  return {
    versions: await db.version.count({ where: { skillSet } }),
    submissions: await db.submission.count({ where: { version: { skillSet } } }),
    first: ids,
  }
}
