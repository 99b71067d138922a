import { describe, expect, test } from 'vitest'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { contextFor, makePublisher, makeSkillSetDocument } from '../../testing/factories.ts'
import {
  childrenOf,
  makeBodySkill,
  makeSandboxCaller,
  publishSkills,
} from '../../testing/setup/runs/calling-skills.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { runToEnd } from '../start/start-run.ts'
import { getRunPage } from '../views/get-run.ts'
import { listRuns } from '../views/list-runs.ts'

describe('a skill that calls another', () => {
  test('a skill that calls another receives its output, and both runs are linked', async () => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const { handle } = publisher
    await publishSkills(publisher, 'words', [
      makeBodySkill('shout', 'return { loud: parameters.text.toUpperCase() }'),
    ])
    const permissions = { skills: [`${handle}.words.shout@^1`] }
    await publishSkills(
      publisher,
      'speech',
      [makeBodySkill('hold', `return context.callSkill('${handle}.words.shout', { text: 'quiet' })`)],
      { permissions },
    )

    const run = await runToEnd(ctx, { skill: { name: `${handle}.speech.hold` }, args: {} })

    expect(run).toMatchObject({ state: 'succeeded', output: { loud: 'QUIET' } })
    expect(await childrenOf(run.id)).toMatchObject([
      {
        skillName: `${handle}.words.shout`,
        state: 'succeeded',
        channel: 'code',
        rootRunId: run.id,
        input: { text: 'quiet' },
        organisationId: ctx.viewer?.organisationId,
        userId: ctx.viewer?.userId,
      },
    ])
  })

  test('a run is shown with its calls, and a called run with its caller', async () => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.shown.${slug}`
    const skills = [
      makeBodySkill(
        'both',
        `await context.callSkill('${name('one')}'); return context.callSkill('${name('two')}')`,
      ),
      makeBodySkill('one', 'return {}'),
      makeBodySkill('two', 'return {}'),
    ]
    const permissions = { skills: [name('one'), name('two')] }
    await publishSkills(publisher, 'shown', skills, { permissions })

    const run = await runToEnd(ctx, { skill: { name: name('both') }, args: {} })

    const page = await getRunPage(ctx, run.id)
    expect(page.children.map(({ skillName }) => skillName)).toEqual([name('one'), name('two')])
    expect(await getRunPage(ctx, page.children[0]?.id)).toMatchObject({
      parent: { id: run.id },
      children: [],
    })
    expect((await listRuns(ctx)).runs.map(({ id }) => id)).toEqual([run.id])
  })

  test('a skill that calls another of the same draft gets the draft', async () => {
    const publisher = await makePublisher()
    const { handle } = publisher
    const version = await publishSkills(publisher, 'both', [
      makeBodySkill('one', 'return { from: "published" }'),
    ])
    const ctx = await contextFor(publisher.owner, { sandbox: connectSandbox() })
    const document = makeSkillSetDocument({
      slug: 'both',
      permissions: { skills: [`${handle}.both.one`] },
      skills: [
        makeBodySkill('one', 'return { from: "draft" }'),
        makeBodySkill('two', `return context.callSkill('${handle}.both.one')`),
      ],
    })

    const { ended } = await startDraftRun(ctx, {
      skillSetId: version.skillSet.id,
      document,
      skillSlug: 'two',
      args: {},
    })

    expect(await ended).toMatchObject({ state: 'succeeded', output: { from: 'draft' } })
  })

  test('a skill that calls another receives the code and message of its failure, and can continue', async () => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const { handle } = publisher
    const body = `throw { code: 'NOT_FOUND', message: 'No such word.', suggested_action: 'Spell it.' }`
    const set = { permissions: { skills: [`${handle}.all.look`, `${handle}.all.gone`] } }
    const ask = (name: string, args: string) =>
      `await context.callSkill('${handle}.all.${name}', ${args}).catch((e) => [e.name, e.code, e.message])`
    const skills = [
      makeBodySkill('look', body, {
        parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      }),
      makeBodySkill(
        'ask',
        `return { failed: ${ask('look', '{ n: 1 }')}, invalid: ${ask('look', '{}')}, gone: ${ask('gone', '{}')} }`,
      ),
    ]
    await publishSkills(publisher, 'all', skills, set)

    const run = await runToEnd(ctx, { skill: { name: `${handle}.all.ask` }, args: {} })

    expect(run.output).toMatchObject({
      failed: ['NotFoundError', 'NOT_FOUND', 'No such word.'],
      invalid: ['ValidationError', 'MISSING_REQUIRED_PARAM', 'A required field is missing.'],
      gone: ['NotFoundError', 'NOT_FOUND', expect.stringContaining('gone')],
    })
    // A call that is refused before it starts leaves no run.
    expect(await childrenOf(run.id)).toMatchObject([{ state: 'failed' }])
  })

  test('four runs that wait for child runs do not wait for slots, because a child shares its parent’s', async () => {
    const ctx = await makeSandboxCaller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.deep.${slug}`
    const call = (slug: string) => `return context.callSkill('${name(slug)}')`
    const skills = [
      ...['a', 'b', 'c', 'd'].map((slug, index) => makeBodySkill(slug, call('bcde'[index] ?? ''))),
      makeBodySkill('e', 'return { deep: true }'),
      makeBodySkill('over', call('a')),
    ]
    const permissions = { skills: ['a', 'b', 'c', 'd', 'e'].map(name) }
    await publishSkills(publisher, 'deep', skills, { permissions })

    const runs = await Promise.all(
      [1, 2, 3].map(() => runToEnd(ctx, { skill: { name: name('a') }, args: {} })),
    )
    const tooDeep = await runToEnd(ctx, { skill: { name: name('over') }, args: {} })

    expect(runs).toMatchObject([1, 2, 3].map(() => ({ output: { deep: true } })))
    expect(tooDeep).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('deep') } })
  })
})
