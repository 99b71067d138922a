// A version in quarantine, or recalled, is refused in the same words on every channel.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { getPrompt } from '../../protocols/mcp/prompts.ts'
import { readResource } from '../../protocols/mcp/resources.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
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

describe('the text of instructions', () => {
  const TEXT = 'Never use the passive voice.'

  async function publishGuide() {
    const { parameters: _, response: __, definition: ___, examples: ____, ...texts } = makeSkillDocument()
    const skill: SkillDocument = { ...texts, slug: 'style_guide', kind: 'instruction', body: TEXT }
    return makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })
  }

  const readOf = (ctx: Context, name: string) => [
    () => callAsAgent(ctx, 'describe_skill', { name, detail: 'full' }),
    () => callAsAgent(ctx, 'read_skill_file', { name, path: 'SKILL.md' }),
    () => getPrompt(ctx, new Map(), name),
    () => readResource(ctx, `skill://${name}/style-guide/SKILL.md`),
    () => exportSkillFolder(ctx, { name }),
  ]

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
    await ctx.db.install.create({
      data: {
        ...{ skillSetId, versionId: id, organisationId: ctx.viewer!.organisationId },
        installedById: ctx.viewer!.userId,
      },
    })

    for (const read of readOf(ctx, name))
      await expect(read()).rejects.toMatchObject({ code: 'SKILL_RECALLED' })
  })
})
