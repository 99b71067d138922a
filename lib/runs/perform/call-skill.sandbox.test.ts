import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { database } from '../../db/core/prisma-client.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import type { SkillDocument, SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
} from '../../testing/factories.ts'
import { pythonReady } from '../../testing/wait-for-python.ts'
import { cancelRun } from '../lifecycle/cancel-run.ts'
import { startDraftRun } from '../start/start-draft-run.ts'
import { runToEnd, startRun } from '../start/start-run.ts'
import { getRunPage } from '../views/get-run.ts'
import { listRuns } from '../views/list-runs.ts'

beforeAll(() => pythonReady(connectSandbox()))

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }
const open = { parameters: ANYTHING, response: ANYTHING, examples: [{ title: 'One', input: {} }] }

/** Returns a skill whose handler has this body. */
const skill = (slug: string, body: string, more: Partial<SkillDocument> = {}) =>
  makeSkillDocument({
    slug,
    definition: `const work = async ({ parameters, context }) => { ${body} }
      export default async (input) => ({ message: 'Done.', ...(await work(input)) })`,
    ...open,
    ...more,
  })

async function caller(): Promise<Context> {
  return contextFor(await makeUser(), { sandbox: connectSandbox() })
}

async function publish(
  publisher: TestPublisher,
  slug: string,
  skills: SkillDocument[],
  set: Partial<SkillSetDocument> = {},
) {
  return makePublishedVersion({ publisher, document: makeSkillSetDocument({ slug, skills, ...set }) })
}

const childrenOf = (parentRunId: string) =>
  database().run.findMany({ where: { parentRunId }, orderBy: { id: 'asc' } })

describe('a skill that calls another', () => {
  test('receives its output, and both runs are linked', async () => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const { handle } = publisher
    await publish(publisher, 'words', [skill('shout', 'return { loud: parameters.text.toUpperCase() }')])
    const permissions = { skills: [`${handle}.words.shout@^1`] }
    await publish(
      publisher,
      'speech',
      [skill('hold', `return context.callSkill('${handle}.words.shout', { text: 'quiet' })`)],
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

  test('is shown with its calls, and the called one with its caller', async () => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.shown.${slug}`
    const skills = [
      skill('both', `await context.callSkill('${name('one')}'); return context.callSkill('${name('two')}')`),
      skill('one', 'return {}'),
      skill('two', 'return {}'),
    ]
    const permissions = { skills: [name('one'), name('two')] }
    await publish(publisher, 'shown', skills, { permissions })

    const run = await runToEnd(ctx, { skill: { name: name('both') }, args: {} })

    const page = await getRunPage(ctx, run.id)
    expect(page.children.map(({ skillName }) => skillName)).toEqual([name('one'), name('two')])
    expect(await getRunPage(ctx, page.children[0]?.id)).toMatchObject({
      parent: { id: run.id },
      children: [],
    })
    expect((await listRuns(ctx)).runs.map(({ id }) => id)).toEqual([run.id])
  })

  test('of the same draft gets the draft', async () => {
    const publisher = await makePublisher()
    const { handle } = publisher
    const version = await publish(publisher, 'both', [skill('one', 'return { from: "published" }')])
    const ctx = await contextFor(publisher.owner, { sandbox: connectSandbox() })
    const document = makeSkillSetDocument({
      slug: 'both',
      permissions: { skills: [`${handle}.both.one`] },
      skills: [
        skill('one', 'return { from: "draft" }'),
        skill('two', `return context.callSkill('${handle}.both.one')`),
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

  test('receives the code and message of the failure, and can continue', async () => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const { handle } = publisher
    const body = `throw { code: 'NOT_FOUND', message: 'No such word.', suggested_action: 'Spell it.' }`
    const set = { permissions: { skills: [`${handle}.all.look`, `${handle}.all.gone`] } }
    const ask = (name: string, args: string) =>
      `await context.callSkill('${handle}.all.${name}', ${args}).catch((e) => [e.name, e.code, e.message])`
    const skills = [
      skill('look', body, {
        parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      }),
      skill(
        'ask',
        `return { failed: ${ask('look', '{ n: 1 }')}, invalid: ${ask('look', '{}')}, gone: ${ask('gone', '{}')} }`,
      ),
    ]
    await publish(publisher, 'all', skills, set)

    const run = await runToEnd(ctx, { skill: { name: `${handle}.all.ask` }, args: {} })

    expect(run.output).toMatchObject({
      failed: ['NotFoundError', 'NOT_FOUND', 'No such word.'],
      invalid: ['ValidationError', 'MISSING_REQUIRED_PARAM', 'A required field is missing.'],
      gone: ['NotFoundError', 'NOT_FOUND', expect.stringContaining('gone')],
    })
    // A call that is refused before it starts leaves no run.
    expect(await childrenOf(run.id)).toMatchObject([{ state: 'failed' }])
  })

  test('runs next to four others that wait for child runs: none of them waits for a slot', async () => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.deep.${slug}`
    const call = (slug: string) => `return context.callSkill('${name(slug)}')`
    const skills = [
      ...['a', 'b', 'c', 'd'].map((slug, index) => skill(slug, call('bcde'[index] ?? ''))),
      skill('e', 'return { deep: true }'),
      skill('over', call('a')),
    ]
    const permissions = { skills: ['a', 'b', 'c', 'd', 'e'].map(name) }
    await publish(publisher, 'deep', skills, { permissions })

    const runs = await Promise.all(
      [1, 2, 3].map(() => runToEnd(ctx, { skill: { name: name('a') }, args: {} })),
    )
    const tooDeep = await runToEnd(ctx, { skill: { name: name('over') }, args: {} })

    expect(runs).toMatchObject([1, 2, 3].map(() => ({ output: { deep: true } })))
    expect(tooDeep).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('deep') } })
  })
})

describe('is refused', () => {
  test.each([
    ['a skill that was not declared', {}, 'POLICY_DENIED', 'does not declare'],
    ['itself, further down', { skills: ['round.b', 'round.a'] }, 'POLICY_DENIED', 'cycle'],
  ])('%s', async (_what, { skills = [] }: { skills?: string[] }, code, keyword) => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const name = (slug: string) => `${publisher.handle}.${slug}`
    const call = (slug: string) =>
      `return context.callSkill('${name(slug)}').catch((e) => ({ code: e.code, message: e.message }))`
    const permissions = { skills: skills.map(name) }
    await publish(publisher, 'round', [skill('a', call('round.b')), skill('b', call('round.a'))], {
      permissions,
    })

    const run = await runToEnd(ctx, { skill: { name: name('round.a') }, args: {} })

    expect(run).toMatchObject({ output: { code, message: expect.stringContaining(keyword) } })
  })

  test('a private skill of another organisation, as if it did not exist', async () => {
    const ctx = await caller()
    const stranger = await makePublisher()
    await publish(stranger, 'secret', [skill('do', 'return {}')], { visibility: 'PRIVATE' })
    const publisher = await makePublisher()
    const target = `${stranger.handle}.secret.do`
    const body = `return context.callSkill('${target}').catch((e) => ({ code: e.code }))`
    await publish(publisher, 'curious', [skill('peek', body)], { permissions: { skills: [target] } })

    const run = await runToEnd(ctx, { skill: { name: `${publisher.handle}.curious.peek` }, args: {} })

    expect(run.output).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('cancelling a run cancels its child runs', async () => {
  const ctx = await caller()
  const publisher = await makePublisher()
  const name = (slug: string) => `${publisher.handle}.slow.${slug}`
  const skills = [
    skill('parent', `context.progress(0.5); return context.callSkill('${name('child')}')`),
    skill('child', 'await new Promise(() => setTimeout(() => {}, 60_000))'),
  ]
  await publish(publisher, 'slow', skills, { permissions: { skills: [name('child')] } })
  const { run, ended } = await startRun(ctx, { skill: { name: name('parent') }, args: {} })
  await expect.poll(async () => (await childrenOf(run.id))[0]?.state).toBe('running')

  await cancelRun(ctx, run.id)

  expect(await ended).toMatchObject({ state: 'cancelled' })
  await expect.poll(async () => (await childrenOf(run.id))[0]?.state).toBe('cancelled')
})

test('a child ends by its parent’s deadline', async () => {
  const ctx = await caller()
  const publisher = await makePublisher()
  const name = (slug: string) => `${publisher.handle}.hurry.${slug}`
  const skills = [
    skill('parent', `return context.callSkill('${name('child')}')`, { limits: { timeoutMs: 6000 } }),
    skill('child', 'return { leftMs: context.deadline - Date.now() }'),
  ]
  await publish(publisher, 'hurry', skills, { permissions: { skills: [name('child')] } })

  const { output } = await runToEnd(ctx, { skill: { name: name('parent') }, args: {} })

  // Without a parent, the child would have ten seconds.
  expect((output as { leftMs: number }).leftMs).toBeLessThanOrEqual(6000)
})

test('a tool is available only if declared, and validates its input', async () => {
  const ctx = await caller()
  const publisher = await makePublisher()
  const callOrCode = (call: string) => `await context.tools.${call}.catch((e) => e.code)`
  const body = `return {
    slug: ${callOrCode('util.slugifyTitle({ title: "Hello, World!" })')},
    invalid: ${callOrCode('util.slugifyTitle({ title: 1, size: 2 })')},
    undeclared: ${callOrCode('util.parseMarkdownBullets({ text: "- a" })')},
  }`
  await publish(publisher, 'titles', [skill('make', body)], { permissions: { tools: ['util.slugifyTitle'] } })

  const run = await runToEnd(ctx, { skill: { name: `${publisher.handle}.titles.make` }, args: {} })

  expect(run.output).toMatchObject({
    slug: { slug: 'hello-world' },
    invalid: 'INVALID_INPUT',
    undeclared: 'POLICY_DENIED',
  })
})

test.each(['javascript', 'python'] as const)(
  'a tool called by %s is a child run, with its caller’s permissions',
  async (runtime) => {
    const ctx = await caller()
    const publisher = await makePublisher()
    const javascript = `const made = await context.tools.vault.createFile({ path: 'Notes/' + parameters.title, content: 'Hi' })
    const outside = await context.tools.vault.createFile({ path: 'Other.md', content: '' }).catch((e) => e.code)
    return { path: made.path, outside }`
    const python = `import runtime
def main(args):
    made = runtime.tools.vault.createFile({"path": "Notes/" + args["title"], "content": "Hi"})
    try:
        runtime.tools.vault.createFile({"path": "Other.md", "content": ""})
    except Exception as error:
        return {"message": "Done.", "path": made["path"], "outside": getattr(error, "code", str(error))}
`
    const make =
      runtime === 'python' ? skill('make', '', { runtime, definition: python }) : skill('make', javascript)
    const permissions = { tools: ['vault.createFile'], vault: ['write:Notes/**'] }
    await publish(publisher, 'notes', [make], { permissions })
    const name = `${publisher.handle}.notes.make`

    const run = await runToEnd(ctx, { skill: { name }, args: { title: 'A.md' } })

    expect(run.output).toMatchObject({ path: 'Notes/A.md', outside: 'POLICY_DENIED' })
    expect(await childrenOf(run.id)).toMatchObject([
      {
        skillName: 'vault.createFile',
        state: 'succeeded',
        effects: { created: expect.arrayContaining(['Notes/A.md']) },
      },
    ])
    // This key may run the skill but not write, which also applies to what the skill calls.
    const withKey = {
      ...ctx,
      keyId: 'key_1',
      keyGrant: { scopes: ['run' as const], skillSets: [], dailyCapMicros: null },
    }
    expect(await runToEnd(withKey, { skill: { name }, args: { title: 'B.md' } })).toMatchObject({
      state: 'failed',
    })
  },
)
