// A version in quarantine, or recalled, is refused in the same words on every channel.
import { beforeAll, describe, expect, test } from 'vitest'
import { getSkillPage } from '../../catalog/get-skill-page.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { getPrompt } from '../../protocols/mcp/prompts.ts'
import { readResource } from '../../protocols/mcp/resources.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
import { performBatch } from '../../runs/batches/perform-batch.ts'
import { startBatch } from '../../runs/batches/start-batch.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { SITE_ORIGIN, site } from '../../testing/api-routes.ts'
import { callOnEveryChannel } from '../../testing/call-channels/call-on-every-channel.ts'
import { makeCallers } from '../../testing/call-channels/make-callers.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { callAsAgent } from '../../testing/setup/accounts/limited-key.ts'
import { publishNext } from '../../testing/setup/catalog/toolset.ts'
import { restrict } from '../review/decide/restrict.ts'
import { takeDown, yank } from '../review/decide/retire-version.ts'
import { quarantine } from './quarantine.ts'
import { confirmRecall, proposeRecall } from './recall.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

let callers: Awaited<ReturnType<typeof makeCallers>>
beforeAll(async () => {
  callers = await makeCallers('1')
})

test('a version in quarantine is refused in the same words on every channel within five seconds', async () => {
  const version = await makePublishedVersion()
  const call = { skill: version.skillName, args: '{"name":"Ada"}' }
  const before = await callOnEveryChannel(callers, call)
  expect(Object.values(before).map(({ code }) => code)).toEqual(Object.keys(callers).map(() => 'OK'))
  const ctx = await contextFor(await makeAdmin())

  const startedAt = performance.now()
  await quarantine(ctx, { skillSetId: version.skillSetId, reason: 'It sends mails.' })
  const { 'plan step': _, ...others } = callers
  const verdicts = await callOnEveryChannel(callers, call, Object.keys(others))

  expect(performance.now() - startedAt).toBeLessThan(5_000)
  const [first] = Object.values(verdicts)
  expect(first).toMatchObject({
    code: 'SKILL_QUARANTINED',
    message: expect.stringContaining('is in quarantine until'),
    suggested_action: 'Wait, or use another skill.',
    charged: '0',
  })
  for (const [channel, verdict] of Object.entries(verdicts))
    expect([channel, verdict]).toEqual([channel, first])
})

test('a paused version is refused in the same words on every channel, the form included', async () => {
  const version = await makePublishedVersion()
  const { db } = await contextFor(await makeUser())
  await db.versionBehaviour.create({ data: { versionId: version.id, pausedAt: new Date() } })

  const { 'plan step': _, ...others } = callers
  const call = { skill: version.skillName, args: '{"name":"Ada"}' }
  const verdicts = await callOnEveryChannel(callers, call, Object.keys(others))

  expect(verdicts.form).toMatchObject({
    code: 'POLICY_DENIED',
    message: expect.stringContaining('is paused: it did something that it had never done before'),
    charged: '0',
  })
  for (const [channel, verdict] of Object.entries(verdicts))
    expect([channel, verdict]).toEqual([channel, verdicts.form])
})

test('a recalled version is refused with its replacement in the same words on every channel, plans included', async () => {
  const older = await makePublishedVersion()
  const version = await publishNext(older, '1.0.1', {})
  const { skillSetId, id } = version
  const request = { skillSetId, versionIds: [id], recallClass: 'wrong_results', reason: 'It is off by one.' }
  const recallId = await proposeRecall(await contextFor(await makeAdmin()), {
    ...request,
    replacement: '1.0.0',
  })

  await confirmRecall(await contextFor(await makeAdmin()), recallId)
  const call = { skill: version.skillName, args: '{"name":"Ada"}', version: '1.0.1' }
  const verdicts = await callOnEveryChannel(callers, call)

  expect(Object.keys(verdicts)).toContain('plan step')
  const { rest } = verdicts
  expect(rest).toMatchObject({
    code: 'SKILL_RECALLED',
    message: expect.stringContaining('1.0.1 was recalled (wrong results): It is off by one.'),
    suggested_action: 'Use version 1.0.0.',
    details: [{ keyword: 'replacement', params: { version: '1.0.0' } }],
    charged: '0',
  })
  for (const [channel, verdict] of Object.entries(verdicts))
    expect([channel, verdict]).toEqual([channel, rest])
})

describe('a batch of a recalled version', () => {
  async function recallOf({ skillSetId, id }: { skillSetId: string; id: string }) {
    const proposal = {
      skillSetId,
      versionIds: [id],
      recallClass: 'wrong_results',
      reason: 'It is off by one.',
    }
    const proposed = await proposeRecall(await contextFor(await makeAdmin()), {
      ...proposal,
      replacement: '1.0.0',
    })
    await confirmRecall(await contextFor(await makeAdmin()), proposed)
  }

  test('is refused in the words of every other channel, and so is each row of one that waited', async () => {
    const version = await publishNext(await makePublishedVersion(), '1.0.1', {})
    const { user, key } = callers.rest
    const ctx = await contextFor(user)
    const { skillName: skill } = version
    const request = { skill, version: '1.0.1', inputs: [{ name: 'Ada' }, { name: 'Bob' }] }
    const { batch } = await startBatch(ctx, request)

    await recallOf(version)
    const call = { skill, args: '{"name":"Ada"}', version: '1.0.1' }
    const { rest } = await callOnEveryChannel(callers, call, ['rest'])
    const response = await site(`${SITE_ORIGIN}/api/skills/${skill}/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ version: '1.0.1', inputs: request.inputs }),
    })
    await performBatch(ctx, batch.id)

    const { charged: _, ...refusal } = rest!
    expect(refusal).toMatchObject({ code: 'SKILL_RECALLED', suggested_action: 'Use version 1.0.0.' })
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({ error: refusal })
    await expect(startBatch(ctx, request)).rejects.toMatchObject({ code: 'SKILL_RECALLED' })
    const rows = await ctx.db.batchRow.findMany({ where: { batchId: batch.id } })
    expect(rows.map(({ error }) => error)).toMatchObject([refusal, refusal])
    expect(await ctx.db.run.count({ where: { skillName: skill, state: 'succeeded' } })).toBe(0)
  })
})

describe('the text of instructions', () => {
  const TEXT = 'Never use the passive voice.'

  async function publishGuide(more: Partial<SkillDocument> = {}) {
    const { parameters: _, response: __, definition: ___, examples: ____, ...texts } = makeSkillDocument()
    const skill: SkillDocument = { ...texts, slug: 'style_guide', kind: 'instruction', body: TEXT, ...more }
    return makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
  }

  const readOf = (ctx: Context, name: string) => [
    ...readExactly(ctx, name),
    () => getPrompt(ctx, new Map(), name),
    () => readResource(ctx, `skill://${name}/style-guide/SKILL.md`),
  ]

  /** The channels that take a version. */
  const readExactly = (ctx: Context, name: string, version?: string) => {
    const asked = { name, ...(version && { version }) }
    return [
      () => callAsAgent(ctx, 'describe_skill', { ...asked, detail: 'full' }),
      () => callAsAgent(ctx, 'read_skill_file', { ...asked, path: 'SKILL.md' }),
      () => exportSkillFolder(ctx, asked),
    ]
  }

  async function install(ctx: Context, { skillSetId, id }: { skillSetId: string; id: string }) {
    const { organisationId, userId } = ctx.viewer!
    await ctx.db.install.create({
      data: { skillSetId, versionId: id, organisationId, installedById: userId },
    })
  }

  test('in quarantine, or paused, is handed out by no channel, and its summary is', async () => {
    const version = await publishGuide()
    const { skillName: name, id: versionId } = version
    const ctx = await contextFor(await makeUser())
    for (const read of readOf(ctx, name)) expect(await read()).toBeDefined()

    await ctx.db.versionBehaviour.create({ data: { versionId, pausedAt: new Date() } })
    for (const read of readOf(ctx, name))
      await expect(read()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    await ctx.db.versionBehaviour.deleteMany({ where: { versionId } })
    await quarantine(await contextFor(await makeAdmin()), {
      skillSetId: version.skillSetId,
      reason: 'It lies.',
    })

    for (const read of readOf(ctx, name))
      await expect(read()).rejects.toMatchObject({
        code: 'SKILL_QUARANTINED',
        message: expect.stringContaining('It lies.'),
      })
    const summary = await callAsAgent(ctx, 'describe_skill', { name, detail: 'summary' })
    expect(JSON.stringify(summary)).not.toContain(TEXT)
  })

  test('that was recalled is handed out by no channel', async () => {
    const version = await publishGuide()
    const { skillSetId, id, skillName: name } = version
    const recallId = await proposeRecall(await contextFor(await makeAdmin()), {
      ...{ skillSetId, versionIds: [id], recallClass: 'malicious', reason: 'It lies.' },
    })
    await confirmRecall(await contextFor(await makeAdmin()), recallId)
    const ctx = await contextFor(await makeUser())
    await install(ctx, version)

    for (const read of [...readOf(ctx, name), ...readExactly(ctx, name, '1.0.0')])
      await expect(read()).rejects.toMatchObject({ code: 'SKILL_RECALLED' })
    const owner = await contextFor(version.skillSet.publisher.owner)
    for (const read of readExactly(owner, name, '1.0.0'))
      await expect(read()).rejects.toMatchObject({ code: 'SKILL_RECALLED' })
  })

  test('that was taken down is handed out by no channel, by its exact number neither, but to its publisher', async () => {
    const version = await publishGuide()
    const { skillName: name } = version
    const ctx = await contextFor(await makeUser())
    await install(ctx, version)
    const owner = await contextFor(version.skillSet.publisher.owner)
    await yank(owner, { versionId: version.id, reason: 'It is outdated.' })

    const { rest } = await callOnEveryChannel(callers, { skill: name, args: '{}', version: '1.0.0' }, [
      'rest',
    ])
    for (const read of [...readOf(ctx, name), ...readExactly(ctx, name, '1.0.0')])
      await expect(read()).rejects.toMatchObject({
        code: 'POLICY_DENIED',
        message: rest?.code === 'OK' ? '' : rest?.message,
      })
    expect(rest).toMatchObject({ message: expect.stringContaining('was taken down: It is outdated.') })
    for (const read of readExactly(owner, name, '1.0.0')) expect(await read()).toBeDefined()
    const summary = await callAsAgent(ctx, 'describe_skill', { name, version: '1.0.0', detail: 'summary' })
    expect(JSON.stringify(summary)).not.toContain(TEXT)
  })

  test('that was bought stays readable, and its page offers it, when its publisher takes it down, and not when an admin does', async () => {
    const version = await publishGuide({ pricing: { model: 'per_job', amount: '0.1', currency: 'USDC' } })
    const { skillName: name, skillSetId, id: versionId } = version
    const { user } = callers.sdk
    const ctx = await contextFor(user)
    await runToEnd(ctx, { skill: { name }, args: {}, maxPrice: '0.1' })
    const stranger = await contextFor(await makeUser())
    const { publisher, slug: skillset } = version.skillSet
    const refusalOnPage = async (reader: Context) =>
      (await getSkillPage(reader, { publisher: publisher.handle, skillset, skill: 'style_guide' }))
        .textRefusal
    expect(await refusalOnPage(ctx)).toBeNull()

    await yank(await contextFor(version.skillSet.publisher.owner), {
      versionId,
      reason: 'A new edition comes.',
    })
    for (const read of readExactly(ctx, name, '1.0.0')) expect(await read()).toBeDefined()
    for (const read of readExactly(stranger, name, '1.0.0'))
      await expect(read()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await refusalOnPage(ctx)).toBeNull()
    expect(await refusalOnPage(stranger)).toContain('was taken down: A new edition comes.')

    await takeDown(await contextFor(await makeAdmin()), { skillSetId, reason: 'It infringes a copyright.' })
    for (const read of readExactly(ctx, name, '1.0.0'))
      await expect(read()).rejects.toMatchObject({ code: 'POLICY_DENIED' })
    expect(await refusalOnPage(ctx)).toContain('was taken down')
  })

  test('of a SkillSet that an admin suspended is handed out by no channel', async () => {
    const version = await publishGuide()
    const { skillName: name, skillSetId } = version
    await restrict(await contextFor(await makeAdmin()), { skillSetId, kind: 'suspended', reason: 'It lies.' })

    const ctx = await contextFor(await makeUser())
    for (const read of readOf(ctx, name))
      await expect(read()).rejects.toMatchObject({
        code: 'POLICY_DENIED',
        message: expect.stringContaining('was suspended by an admin: It lies.'),
      })
  })
})
