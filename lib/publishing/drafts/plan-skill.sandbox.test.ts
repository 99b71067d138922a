// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan writes references
// A skill created from a plan must do the same as the plan, so each plan is run both ways.
import { expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import { checkDocument } from '../../contracts/checks/check-document.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { PlanDocument, PlanStep } from '../../plans/model/document/plan-document.ts'
import { performPlan } from '../../plans/perform/perform-plan.ts'
import { createPlan } from '../../plans/saved/saved-plans.ts'
import { startPlanRun } from '../../plans/start/start-plan-run.ts'
import { getPlanRun } from '../../plans/views/get-plan-run.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { callOnEveryChannel } from '../../testing/call-channels/call-on-every-channel.ts'
import { makeCallers } from '../../testing/call-channels/make-callers.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { bullets, makePlan, slugs } from '../../testing/plan-setup.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { readFile } from '../../vault/files/read-file.ts'
import { openVault, openVaultToWrite } from '../../vault/vault.ts'
import { findDraft } from '../rows/drafts.ts'
import { createSkillFromPlan } from './plan-skill.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

type Input = { stepId: string; argument: string; name: string }

async function setUp() {
  const publisher = await makePublisher()
  const author = await contextFor(publisher.owner, { sandbox: connectSandbox() })
  const user = await contextFor(await makeUser(), { sandbox: connectSandbox() })
  await createFile(openVaultToWrite(user), { path: 'Notes/a.md', content: '- One boat\n- Two boats\n' })
  return { publisher, author, user }
}

async function runAsPlan(ctx: Context, plan: PlanDocument) {
  const { planRun } = await startPlanRun(ctx, { plan, confirmed: true })
  await performPlan(ctx, planRun.id, plainEngine())
  return getPlanRun(ctx, planRun.id)
}

async function publishPlan(
  { publisher, author }: Awaited<ReturnType<typeof setUp>>,
  plan: PlanDocument,
  inputs: Input[] = [],
) {
  const { slug } = await createPlan(author, { title: 'A plan', text: JSON.stringify(plan) })
  const skillSetId = await createSkillFromPlan(author, {
    plan: slug,
    handle: publisher.handle,
    name: 'Boats and bullets',
    slug: freshName('plan'),
    visibility: 'PUBLIC',
    inputs,
  })
  const draft = await findDraft(author.db, skillSetId)
  const document = draft?.document as SkillSetDocument
  expect(checkDocument(document as Json)).toEqual([])
  const { skillName } = await makePublishedVersion({
    publisher,
    document: { ...document, slug: freshName('plan') },
  })
  return { document, skillName }
}

const read: PlanStep = { id: 'read', tool: 'vault.readFile', args: { path: 'Notes/a.md' } }
const missing: PlanStep = {
  id: 'missing',
  tool: 'vault.readFile',
  args: { path: 'None.md' },
  onError: 'skip',
}
const parse = (from: string): PlanStep => ({
  id: 'parse',
  tool: 'util.parseMarkdownBullets',
  args: { text: from },
})

test.each<[sentence: string, plan: PlanDocument]>([
  [
    'a list that is processed item by item',
    makePlan([bullets, slugs], { outputs: { first: '$vars.slugs[0].slug', all: '$steps.slugs' } }),
  ],
  [
    'texts with values in them, an index, and dollar signs',
    makePlan(
      [
        read,
        parse('$steps.read.content'),
        {
          id: 'new',
          tool: 'util.slugifyTitle',
          args: { title: '$$5 `${$n} of ${$line.text}`' },
          foreach: { from: '$steps.parse.items', itemName: 'line', indexName: 'n' },
        },
      ],
      { outputs: { titles: '$steps.new', 'first one': '$steps.parse.items[0].text', price: '$$5' } },
    ),
  ],
  [
    'a step that is skipped, and those that need it',
    makePlan(
      [
        missing,
        parse('$steps.missing.content'),
        { id: 'list', tool: 'vault.listFiles', args: { prefix: '$steps.missing.path' } },
        {
          id: 'each',
          tool: 'util.slugifyTitle',
          args: { title: '$item.text' },
          foreach: { from: '$steps.parse.items', itemName: 'item' },
        },
      ],
      { outputs: { parsed: '$steps.parse.items', listed: '$steps.list.items', slugs: '$steps.each' } },
    ),
  ],
  [
    'items that are skipped, after a second attempt',
    makePlan(
      [
        {
          id: 'reads',
          tool: 'vault.readFile',
          args: { path: '$path' },
          foreach: { from: ['Notes/a.md', 'None.md'], itemName: 'path' },
          onError: 'skip',
          retry: { maxAttempts: 2, backoffMs: 1 },
        },
      ],
      { outputs: { files: '$steps.reads' } },
    ),
  ],
])('%s', async (_, plan) => {
  const market = await setUp()
  const asPlan = await runAsPlan(market.user, plan)
  const { skillName } = await publishPlan(market, plan)

  const asSkill = await runToEnd(market.user, { skill: { name: skillName }, args: {} })

  expect([asPlan.state, asSkill.state, asSkill.error]).toEqual(['succeeded', 'succeeded', undefined])
  expect(asSkill.output).toEqual({ message: 'Finished: A plan', ...asPlan.outputs })
})

test('a chosen value becomes a parameter, and a written file is in the vault of the person who runs it', async () => {
  const market = await setUp()
  const write: PlanStep = {
    id: 'write',
    tool: 'vault.writeFile',
    args: { path: 'Reports/${$steps.parse.items[0].text}.md', content: 'Read ${$steps.read.path}.' },
  }
  const plan = makePlan([read, parse('$steps.read.content'), write], { riskLevel: 'writes' })
  const inputs = [{ stepId: 'read', argument: 'path', name: 'note' }]
  const { document, skillName } = await publishPlan(market, plan, inputs)
  await createFile(openVaultToWrite(market.user), { path: 'Other.md', content: '- Knots' })

  const run = await runToEnd(market.user, { skill: { name: skillName }, args: { note: 'Other.md' } })

  expect(run.output).toMatchObject({ message: 'Finished: A plan', path: 'Reports/Knots.md' })
  expect(await readFile(openVault(market.user), { path: 'Reports/Knots.md' })).toMatchObject({
    content: 'Read Other.md.',
  })
  expect(document.permissions).toEqual({
    tools: ['vault.readFile', 'util.parseMarkdownBullets', 'vault.writeFile'],
    vault: ['read:**', 'write:Reports/**'],
  })
  expect(document.skills[0]).toMatchObject({
    riskLevel: 'writes',
    parameters: { properties: { note: { type: 'string', default: 'Notes/a.md' } }, required: [] },
    examples: [{ input: { note: 'Notes/a.md' } }],
  })
})

test('a skill that a step calls is declared with its version, and its contract is that of the last step', async () => {
  const market = await setUp()
  const response = {
    type: 'object',
    properties: { message: { type: 'string' }, count: { $ref: '#/$defs/count' } },
    required: ['message', 'count'],
    additionalProperties: false,
    $defs: { count: { type: 'integer', minimum: 0 } },
  }
  const definition = `async function handler({ parameters }) { return { message: 'Counted.', count: parameters.name.length } }`
  const called = await makePublishedVersion({
    document: makeSkillSetDocument({
      version: '1.3.0',
      skills: [makeSkillDocument({ definition, response })],
    }),
  })
  const plan = makePlan([{ id: 'count', tool: called.skillName, args: { name: 'Ada' } }])
  const { document, skillName } = await publishPlan(market, plan)

  const run = await runToEnd(market.user, { skill: { name: skillName }, args: {} })

  expect(run).toMatchObject({ state: 'succeeded', output: { message: 'Counted.', count: 3 } })
  expect(document.permissions).toEqual({ skills: [`${called.skillName}@^1.3.0`] })
  expect(document.skills[0]?.response).toMatchObject({
    properties: { message: { type: 'string' } },
    required: ['message', 'count'],
  })
})

test('every channel gives its result, for the price of the skills that it calls', async () => {
  const market = await setUp()
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const paid = await makePublishedVersion({
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] }),
  })
  const greet: PlanStep = { id: 'greet', tool: paid.skillName, args: { name: '$steps.parse.items[0].text' } }
  const plan = makePlan([parse('- Ada'), greet], { outputs: { greeting: '$steps.greet.message' } })
  const { skillName } = await publishPlan(market, plan, [{ stepId: 'parse', argument: 'text', name: 'text' }])

  const verdicts = await callOnEveryChannel(await makeCallers('1'), {
    skill: skillName,
    args: JSON.stringify({ text: '- Grace\n- Ada' }),
  })

  expect(Object.keys(verdicts)).toHaveLength(9)
  for (const [channel, verdict] of Object.entries(verdicts))
    expect([channel, verdict]).toMatchObject([
      channel,
      { code: 'OK', output: { message: 'Finished: A plan', greeting: 'Hello, Grace!' }, charged: '0.05' },
    ])
})
