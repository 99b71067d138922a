// Tests the order of events and every refusal, with a real Postgres, real contracts and a fake sandbox.
import { describe, expect, test, vi } from 'vitest'
import { insertInstall } from '../../db/catalog/installs.ts'
import { database } from '../../db/core/prisma-client.ts'
import type { SkillDocument, SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { endsWith, type FakeSandbox, returns, throws } from '../../testing/fake-sandbox.ts'
import { getRun } from '../views/get-run.ts'
import { runToEnd, startRun } from './start-run.ts'

const ADA = { name: 'Ada' }

function publish(set: Partial<SkillSetDocument> = {}, skill: Partial<SkillDocument> = {}) {
  return makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument(skill)], ...set }),
  })
}

async function caller(sandbox: FakeSandbox = returns({ message: 'Hello.' })) {
  const user = await makeUser()
  return { user, sandbox, ctx: await contextFor(user, { sandbox }) }
}

const runsOf = (skillName: string) => database().run.count({ where: { skillName } })

describe('a run', () => {
  test('is recorded, performed and ended', async () => {
    const { ctx, sandbox } = await caller()
    const { skillName } = await publish()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'succeeded',
      versionNumber: '1.0.0',
      mode: 'production',
      output: { message: 'Hello.' },
    })
    expect(await getRun(ctx, run.id)).toEqual(run)
    expect(sandbox.jobs).toMatchObject([{ runId: run.id, parameters: ADA, config: {}, network: [] }])
  })

  test('gets defaults and coerced values, and lists the coercions', async () => {
    const { ctx, sandbox } = await caller()
    const { skillName } = await publish(
      {},
      {
        parameters: {
          type: 'object',
          properties: { times: { type: 'integer' }, tone: { type: 'string', default: 'warm' } },
        },
      },
    )

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { times: '3' } })

    expect(sandbox.jobs[0]?.parameters).toEqual({ times: 3, tone: 'warm' })
    expect(run.coercions).toEqual([{ path: '/times', from: '3', to: 3 }])
  })

  test('passes the handler the conversation that the caller named', async () => {
    const { ctx, sandbox } = await caller()
    const { skillName } = await publish()
    const request = { skill: { name: skillName }, args: ADA, conversationId: 'chat 7' }

    const run = await runToEnd(ctx, request)
    await runToEnd(ctx, { ...request, conversationId: undefined })

    expect(sandbox.jobs.map(({ context }) => context.conversationId)).toEqual(['chat 7', undefined])
    const row = await ctx.db.run.findUniqueOrThrow({ where: { id: run.id } })
    expect(row.conversationId).toBe('chat 7')
  })

  test('sets a declared requestId that the caller did not send', async () => {
    const { ctx, sandbox } = await caller()
    const requestId = { type: 'string', description: 'For tracing.' }
    const skill = makeSkillDocument({ parameters: { type: 'object', properties: { requestId } } })
    const { skillName } = await publish({ skills: [skill] })

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: {} })
    await runToEnd(ctx, { skill: { name: skillName }, args: { requestId: 'mine' } })

    expect(sandbox.jobs.map(({ parameters }) => parameters)).toEqual([
      { requestId: run.id },
      { requestId: 'mine' },
    ])
    expect(run.input).toEqual({})
  })

  test('passes the handler its organisation, location and deadline', async () => {
    const { ctx, sandbox, user } = await caller()
    const { skillName } = await publish()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA, timeZone: 'Europe/Oslo' })

    expect(sandbox.jobs[0]?.context).toMatchObject({
      runId: run.id,
      organizationId: user.organisation.id,
      organizationName: user.organisation.name,
      timezone: 'Europe/Oslo',
      skill: skillName,
      version: '1.0.0',
    })
  })

  test('may ask for less time than Guildhall gives, never for more', async () => {
    const { ctx, sandbox } = await caller()
    const [brief, greedy] = [
      await publish({}, { limits: { timeoutMs: 500 } }),
      await publish({}, { limits: { timeoutMs: 99_000 } }),
    ]

    await runToEnd(ctx, { skill: { name: brief.skillName }, args: ADA })
    await runToEnd(ctx, { skill: { name: greedy.skillName }, args: ADA })

    expect(sandbox.jobs.map((job) => job.limits.wallMs)).toEqual([500, 10_000])
  })

  test('preserves values that JSON allows and Postgres does not', async () => {
    const odd = { name: 'a\u0000b \ud800 é', __proto__: null }
    const { ctx } = await caller(returns({ message: odd.name, '2': 1, '1': 2 }))
    const { skillName } = await publish()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: { name: odd.name } })

    expect((await getRun(ctx, run.id)).output).toEqual({ message: odd.name, '2': 1, '1': 2 })
    expect(run.input).toEqual({ name: odd.name })
  })

  test('answers immediately and continues in the background', async () => {
    let finish = () => {}
    const sandbox = endsWith(async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return { kind: 'returned', value: { message: 'Late.' }, durationMs: 1, logs: [] }
    })
    const { ctx } = await caller(sandbox)
    const { skillName } = await publish()

    const { run, ended } = await startRun(ctx, { skill: { name: skillName }, args: ADA })
    expect(run.state).toBe('running')
    await expect.poll(() => sandbox.jobs.length).toBe(1)
    expect((await getRun(ctx, run.id)).state).toBe('running')
    finish()

    expect((await ended).output).toEqual({ message: 'Late.' })
  })
})

describe('the version that runs', () => {
  async function twoVersions() {
    const first = await publish()
    const document = { ...first.skillSet.document, version: '1.1.0' }
    const second = await makePublishedVersion({ skillSet: first.skillSet, document })
    return { first, second, skillName: first.skillName }
  }

  test('is the latest', async () => {
    const { ctx } = await caller()
    const { skillName } = await twoVersions()

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })

  test('is the installed one where there is one, for that organisation only', async () => {
    const [{ ctx, user }, other] = [await caller(), await caller()]
    const { skillName, first } = await twoVersions()
    const installKey = { organisationId: user.organisation.id, skillSetId: first.skillSetId }
    await insertInstall(ctx.db, { ...installKey, versionId: first.id, installedById: user.id })

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.0.0')
    expect((await runToEnd(other.ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })

  test('is the one asked for before all', async () => {
    const { ctx } = await caller()
    const { skillName } = await twoVersions()

    const run = await runToEnd(ctx, { skill: { name: skillName, version: '1.0.0' }, args: ADA })

    expect(run.versionNumber).toBe('1.0.0')
  })

  test('is an older one when the latest no longer has the skill', async () => {
    const { ctx } = await caller()
    const { first, skillName } = await twoVersions()
    const skills = [makeSkillDocument({ slug: 'something_else' })]
    await makePublishedVersion({
      skillSet: first.skillSet,
      document: { ...first.skillSet.document, version: '2.0.0', skills },
    })

    expect((await runToEnd(ctx, { skill: { name: skillName }, args: ADA })).versionNumber).toBe('1.1.0')
  })
})

describe('refused before anything runs', () => {
  async function refusal(
    skill: { name: unknown; version?: string },
    args: unknown,
    ctx?: Awaited<ReturnType<typeof caller>>,
  ) {
    const { ctx: context, sandbox } = ctx ?? (await caller())
    const before = await runsOf(String(skill.name))
    const error = await startRun(context, { skill, args }).catch((thrown) => thrown)
    expect(sandbox.jobs).toHaveLength(0)
    expect(await runsOf(String(skill.name))).toBe(before)
    return error
  }

  test('a visitor', async () => {
    const { skillName } = await publish()

    await expect(startRun(visitor(), { skill: { name: skillName }, args: ADA })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test.each(['nobody.nothing.none', 'not a name', '', 42, { not: '' }])(
    'an invalid name: %j',
    async (name) => {
      expect(await refusal({ name }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('an unknown version', async () => {
    const { skillName } = await publish()

    expect(await refusal({ name: skillName, version: '9.9.9' }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED'] as const)(
    'a version in state %s',
    async (state) => {
      const { skillName } = await makePublishedVersion({ state })

      expect(await refusal({ name: skillName, version: '1.0.0' }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('a private skill for strangers, while members run it', async () => {
    const version = await publish({ visibility: 'PRIVATE' })
    const member = await contextFor(version.skillSet.publisher.owner)

    expect(await refusal({ name: version.skillName }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await runToEnd(member, { skill: { name: version.skillName }, args: ADA })).toMatchObject({
      state: 'succeeded',
    })
  })

  test('a version that was taken down', async () => {
    const version = await publish()
    await database().version.update({
      where: { id: version.id },
      data: { state: 'YANKED', yankReason: 'It leaked.' },
    })

    const error = await refusal({ name: version.skillName }, ADA)

    expect(error).toMatchObject({ code: 'POLICY_DENIED' })
    expect(error.message).toContain('It leaked.')
  })

  test('a skill that uses a tool that does not exist here', async () => {
    const { skillName } = await publish({ permissions: { tools: ['vault.unheardOf'] } })

    expect(await refusal({ name: skillName }, ADA)).toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })

  test('an instruction skill, which has nothing to run', async () => {
    const { skillName } = await publish(
      {},
      { kind: 'instruction', definition: undefined, parameters: undefined, response: undefined },
    )

    expect(await refusal({ name: skillName }, ADA)).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('a skill with missing config, with its keys and a link to the form', async () => {
    const configDefinitions = [
      { key: 'api_key', label: 'API key', type: 'SECRET' as const, required: true, order: 1 },
    ]
    const version = await publish({ configDefinitions })

    const error = await refusal({ name: version.skillName }, {})

    expect(error.code).toBe('PRECONDITION_FAILED')
    expect(error.message).toContain('api_key')
    const { publisher, slug } = version.skillSet
    expect(error.options.href).toBe(`/settings/config/${publisher.handle}/${slug}`)
  })

  test('an input that breaks its schema, by field', async () => {
    const { skillName } = await publish()

    expect(await refusal({ name: skillName }, { name: { first: 'Ada' } })).toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/name' }] },
    })
  })

  test('an input that only lacks something', async () => {
    const { skillName } = await publish()

    const error = await refusal({ name: skillName }, {})

    expect(error).toMatchObject({ code: 'MISSING_REQUIRED_PARAM', options: { issues: [{ path: '/name' }] } })
  })

  test.each([
    ['no JSON', { name: 1n }],
    ['too large', { name: 'x'.repeat(1024 * 1024) }],
  ])('an input that is %s', async (_, args) => {
    const { skillName } = await publish()

    expect(await refusal({ name: skillName }, args)).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('for the first reason in the order of work: availability, config, input', async () => {
    const configDefinitions = [{ key: 'k', label: 'K', type: 'STRING' as const, required: true, order: 1 }]
    const unavailable = await publish({ configDefinitions, permissions: { tools: ['vault.unheardOf'] } })
    const unconfigured = await publish({ configDefinitions })

    expect(await refusal({ name: unavailable.skillName }, {})).toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
    expect(await refusal({ name: unconfigured.skillName }, {})).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})

describe('unsuccessful ends', () => {
  test('is in the run: a contract that was broken', async () => {
    const { ctx } = await caller(returns({ message: 7 }))
    const version = await publish()
    const publisher = await contextFor(version.skillSet.publisher.owner, { sandbox: returns({ message: 7 }) })

    const run = await runToEnd(ctx, { skill: { name: version.skillName }, args: ADA })
    const own = await runToEnd(publisher, { skill: { name: version.skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'failed',
      error: {
        code: 'OUTPUT_CONTRACT_VIOLATION',
        details: expect.arrayContaining([expect.objectContaining({ path: '/message' })]),
      },
    })
    expect(run.output).toBeUndefined()
    expect(run.errorDetail).toBeUndefined()
    expect(own.errorDetail).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path: '/message' })]),
    })
  })

  test('is in the run: a handler that threw', async () => {
    const { ctx } = await caller(throws({ message: 'No such order.', code: 'NOT_FOUND' }))
    const { skillName } = await publish()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND', message: 'No such order.' } })
  })

  test('an unreachable sandbox is an internal error without details', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { ctx } = await caller(endsWith(() => Promise.reject(new Error('socket /run/sandbox is gone'))))
    const { skillName } = await publish()

    const run = await runToEnd(ctx, { skill: { name: skillName }, args: ADA })

    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'INTERNAL_ERROR', reference: expect.any(String) },
    })
    expect(JSON.stringify(run)).not.toContain('/run/sandbox')
    expect(log.mock.calls.flat().join()).toContain(run.error?.reference)
    log.mockRestore()
  })
})

test('evidence counts the run in the catalogue', async () => {
  const { ctx } = await caller()
  const version = await publish()
  const [publisher = '', skillSetSlug = '', skillSlug = ''] = version.skillName.split('.')
  await database().catalogEntry.create({
    data: {
      skillSetId: version.skillSetId,
      versionId: version.id,
      name: version.skillName,
      publisher,
      skillSetSlug,
      skillSlug,
      title: 'Greet',
      description: '',
      skillSetName: '',
      versionNumber: '1.0.0',
      kind: 'action',
      runtime: 'javascript',
      riskLevel: 'read-only',
      searchText: '',
      publishedAt: new Date(),
    },
  })

  const run = () => runToEnd(ctx, { skill: { name: version.skillName }, args: ADA })
  const entry = () => database().catalogEntry.findUnique({ where: { name: version.skillName } })

  await run()
  await expect.poll(entry).toMatchObject({ runs30d: 1, succeeded30d: 1 })

  // These end so soon after the first that they are counted together.
  await Promise.all([run(), run(), run()])
  await expect.poll(entry).toMatchObject({ runs30d: 4, succeeded30d: 4 })
})
