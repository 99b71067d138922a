// Tests that each job names the organisation and the person it runs for, whose share of the sandbox it uses.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import type { SandboxJob } from '../../sandbox/sandbox.ts'
import {
  contextFor,
  makeDraft,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { listChoices } from './list-choices.ts'
import { runExamples } from './run-examples.ts'
import { startCodeRun } from './start-code-run.ts'
import { startDraftRun } from './start-draft-run.ts'
import { runToEnd } from './start-run.ts'

const owners = (jobs: SandboxJob[]) => jobs.map(({ organisation, person }) => [organisation, person])

async function makeRunner() {
  const user = await makeUser()
  const sandbox = returns({ message: 'Hello.', options: ['A'] })
  return { ctx: await contextFor(user, { sandbox }), sandbox, own: [user.organisation.id, user.id] }
}

const CHOICES: Partial<SkillDocument>[] = [
  {
    parameters: { type: 'object', properties: { city: { type: 'string', 'x-choices': 'list_cities' } } },
    examples: [],
  },
  {
    slug: 'list_cities',
    riskLevel: 'read-only',
    parameters: { type: 'object', properties: {} },
    response: { type: 'object', properties: { options: { type: 'array' } }, required: ['options'] },
    examples: [],
  },
]

const runs: [what: string, start: (ctx: Context) => Promise<unknown>][] = [
  [
    'a run of a skill',
    async (ctx) => {
      const { skillName } = await makePublishedVersion()
      await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
      // A second run may start before it is recorded.
      await runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
    },
  ],
  ['a run of code', async (ctx) => (await startCodeRun(ctx, { language: 'python', code: 'return 1' })).ended],
  [
    'a lookup of options',
    async (ctx) => {
      const document = makeSkillSetDocument({ skills: CHOICES.map((each) => makeSkillDocument(each)) })
      const { skillName } = await makePublishedVersion({ document })
      await listChoices(ctx, { skillName, helper: 'list_cities', input: {} })
    },
  ],
]

test.each(runs)('%s uses the share of its person and organisation', async (_what, start) => {
  const { ctx, sandbox, own } = await makeRunner()

  await start(ctx)

  expect(sandbox.jobs.length).toBeGreaterThan(0)
  expect(owners(sandbox.jobs)).toEqual(sandbox.jobs.map(() => own))
})

test('drafts and their examples use the share of the person who tries them and of the publisher', async () => {
  const draft = await makeDraft()
  const { owner } = draft.publisher
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(owner, { sandbox, channel: 'studio' })
  const { document, id: skillSetId } = draft

  await (
    await startDraftRun(ctx, {
      skillSetId,
      document: document as never,
      skillSlug: 'greet',
      args: { name: 'Ada' },
    })
  ).ended
  await runExamples(ctx, { skillSetId, document: document as never })

  expect(sandbox.jobs.length).toBeGreaterThan(1)
  expect(owners(sandbox.jobs)).toEqual(sandbox.jobs.map(() => [owner.organisation.id, owner.id]))
})
