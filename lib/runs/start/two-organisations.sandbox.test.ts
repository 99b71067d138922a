// On every channel, a run of a person in two organisations reads, writes and calls in one of them only.
import { beforeAll, expect, test, vi } from 'vitest'
import { changeAutomation, createAutomation, runAutomationNow } from '../../automations/manage-automations.ts'
import { startAutomationRun } from '../../automations/start-automation-run.ts'
import { saveConfigValues } from '../../config/save-config-values.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import type { Organisation } from '../../kernel/db/generated/client.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { confirmPlanRun } from '../../plans/lifecycle/change-plan-run.ts'
import { performPlan } from '../../plans/perform/perform-plan.ts'
import { resumePlanRun } from '../../plans/start/resume-plan-run.ts'
import { startPlanRun } from '../../plans/start/start-plan-run.ts'
import { checkDraft, startTestRun } from '../../publishing/drafts/check-draft.ts'
import { submitDraft } from '../../publishing/review/submit/submit-draft.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { callOnEveryChannel } from '../../testing/call-channels/call-on-every-channel.ts'
import { makeCallers } from '../../testing/call-channels/make-callers.ts'
import {
  contextFor,
  makeDraft,
  makeOrganisation,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestSkillSet,
  type TestUser,
} from '../../testing/factories.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { createFile } from '../../vault/files/create-file.ts'
import { openVaultToWrite } from '../../vault/vault.ts'
import { performDeferredRun, recoverRun, sweepLostRuns } from '../lifecycle/recover-run.ts'
import { runToEnd, startRun } from './start-run.ts'

process.env.NEXTAUTH_SECRET ??= 'for-a-test'

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }
const open = { parameters: ANYTHING, response: ANYTHING, examples: [{ title: 'One', input: {} }] }

const skill = (slug: string, body: string): SkillDocument =>
  makeSkillDocument({
    slug,
    definition: `export default async ({ config, context }) => { ${body} }`,
    ...open,
  })

/** Reads a file, a configured value and the name of the organisation, writes a file, and tries a private skill. */
const LOOK_AROUND = (names: { configured: string; closed: string }) => `
  const { content } = await context.tools.vault.readFile({ path: 'whose.md' })
  await context.tools.vault.createFile({ path: context.runId + '.md', content: 'Written by the run.' })
  const { region } = await context.callSkill('${names.configured}')
  const closed = await context.callSkill('${names.closed}').then(() => 'called', (error) => error.code)
  return { message: 'Done.', seen: [context.organizationId, content, region], closed }
`

let person: TestUser
/** The organisation that publishes the draft, where the person is a plain member. */
let press: Organisation
let draft: TestSkillSet
/** A skill of another publisher with the same code. */
let published: string
let configured: { publisher: string; skillset: string }

beforeAll(async () => {
  person = await makeUser()
  const mallory = await makeUser()
  press = await makeOrganisation({ owner: mallory, members: [person] })
  const region = { key: 'region', label: 'Region', type: 'STRING' as const, required: true, order: 1 }
  const settings = await makePublishedVersion({
    document: makeSkillSetDocument({
      configDefinitions: [region],
      skills: [skill('region', "return { message: 'Done.', region: config.region }")],
    }),
  })
  configured = { publisher: settings.skillSet.publisher.handle, skillset: settings.skillSet.slug }
  const closed = await makePublishedVersion({
    publisher: await makePublisher({ owner: person }),
    document: makeSkillSetDocument({
      visibility: 'PRIVATE',
      skills: [skill('closed', "return { message: 'Ours alone.' }")],
    }),
  })
  const names = { configured: settings.skillName, closed: closed.skillName }
  const document = () =>
    makeSkillSetDocument({
      skills: [{ ...skill('look', LOOK_AROUND(names)), riskLevel: 'writes', sideEffects: ['Makes a file.'] }],
      permissions: {
        tools: ['vault.readFile', 'vault.createFile'],
        skills: [names.configured, names.closed],
      },
    })
  draft = await makeDraft({
    publisher: await makePublisher({ owner: mallory, organisation: press }),
    document: document(),
  })
  published = (await makePublishedVersion({ document: document() })).skillName
  await furnish(mallory, press)
  await furnish(person, person.organisation)
})

/** Gives an organisation a file and a configured value that contain its id. */
async function furnish(owner: TestUser, organisation: Organisation): Promise<void> {
  const ctx = await contextFor(owner, { organisation })
  await createFile(openVaultToWrite(ctx), { path: 'whose.md', content: organisation.id })
  await saveConfigValues(ctx, configured, { region: { kind: 'set', value: organisation.id } })
}

const actingFor = (organisation: Organisation): Promise<Context> =>
  contextFor(person, { organisation, sandbox: connectSandbox() })

/** Expects that the runs since then only reached `organisation`, and that the private skill answered with `code`. */
async function expectWithin(organisation: Organisation, since: Date, code: string | null = 'NOT_FOUND') {
  const db = database()
  const roots = await db.run.findMany({
    where: { userId: person.id, parentRunId: null, createdAt: { gte: since } },
  })
  expect(roots).toMatchObject([
    {
      state: 'succeeded',
      organisationId: organisation.id,
      output: { seen: [organisation.id, organisation.id, organisation.id], ...(code && { closed: code }) },
    },
  ])
  const rootRunId = roots[0]?.id
  const children = await db.run.findMany({ where: { rootRunId } })
  const skills = children.map(({ skillName }) => skillName)
  expect(skills).toEqual(expect.arrayContaining(['vault.readFile', 'vault.createFile']))
  for (const child of children)
    expect(child).toMatchObject({ organisationId: organisation.id, userId: person.id })
  const written = await db.vaultFile.findMany({ where: { path: `${rootRunId}.md` } })
  expect(written).toMatchObject([{ organisationId: organisation.id }])
}

const look = () => ({ skill: { name: published }, args: {} })
const plan = () => ({
  version: '1',
  goal: 'Look around.',
  riskLevel: 'writes' as const,
  steps: [{ id: 'look', tool: published, args: {} }],
})

/** Each starts one run in `here`; where another context acts on an existing one, that is `elsewhere`. */
const CHANNELS: Record<string, (where: { here: Context; elsewhere: Context }) => Promise<unknown>> = {
  'a call': ({ here }) => runToEnd(here, look()),
  'a deferred run': async ({ here }) => {
    const { run } = await startRun(here, { ...look(), isDeferred: true })
    await performDeferredRun({ db: here.db, sandbox: here.sandbox }, run.id)
  },
  'a recovered run': async ({ here, elsewhere }) => {
    const { run } = await startRun(here, { ...look(), isDeferred: true })
    await recoverRun(elsewhere, run.id)
  },
  'a run whose server died while it waited': async ({ here }) => {
    const { run } = await startRun(here, { ...look(), isDeferred: true })
    await here.db.run.update({ where: { id: run.id }, data: { leaseUntil: new Date(0) } })
    await sweepLostRuns({ db: here.db, sandbox: here.sandbox })
    await recoverRun(here, run.id)
  },
  'a step of a plan that was confirmed from elsewhere': async ({ here, elsewhere }) => {
    const { planRun } = await startPlanRun(here, { plan: plan() })
    await confirmPlanRun(elsewhere, planRun.id)
    await performPlan({ db: here.db, sandbox: here.sandbox }, planRun.id, plainEngine())
  },
  'a step of a plan that was resumed from elsewhere': async ({ here, elsewhere }) => {
    const { planRun } = await startPlanRun(here, { plan: plan() })
    const failed = { state: 'failed', endedAt: new Date() } as const
    await here.db.planRun.update({ where: { id: planRun.id }, data: failed })
    const resumed = await resumePlanRun(elsewhere, planRun.id, { confirmed: true })
    await performPlan({ db: here.db, sandbox: here.sandbox }, resumed.planRun.id, plainEngine())
  },
  'an automation, which cannot be changed from elsewhere': async ({ here, elsewhere }) => {
    const trigger = { kind: 'cron', cron: '0 0 1 1 *' }
    const { id } = await createAutomation(here, { title: 'Look around', skill: published, trigger })
    await expect(changeAutomation(elsewhere, id, { title: 'Taken' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const started = await runAutomationNow(here, id)
    const where = { id: started.id }
    await here.db.automationRun.update({ where, data: { state: 'starting' } })
    await startAutomationRun({ db: here.db, sandbox: here.sandbox }, started.id)
    const { runId } = await here.db.automationRun.findUniqueOrThrow({ where })
    await performDeferredRun({ db: here.db, sandbox: here.sandbox }, runId ?? '')
  },
}

test.each(Object.entries(CHANNELS))('%s stays within the organisation it was made in', async (_, start) => {
  for (const [organisation, other] of [
    [press, person.organisation],
    [person.organisation, press],
  ] as const) {
    const since = new Date()
    await start({ here: await actingFor(organisation), elsewhere: await actingFor(other) })
    // The private skill can be called only in the person's own organisation.
    await expectWithin(organisation, since, organisation.id === press.id ? 'NOT_FOUND' : 'called')
  }
})

const STUDIO: Record<string, (ctx: Context) => Promise<unknown>> = {
  'trying it': async (ctx) => {
    const { id } = await startTestRun(ctx, { skillSetId: draft.id, skillSlug: 'look', args: {} })
    const ended = async () => (await database().run.findUnique({ where: { id } }))?.endedAt
    await vi.waitUntil(ended, { timeout: 30_000, interval: 20 })
  },
  'its checklist': (ctx) => checkDraft(ctx, { skillSetId: draft.id, maxPrice: '0' }),
  'submitting it': async (ctx) => {
    // Only owners and admins of the publisher submit.
    const where = { organisationId: press.id, userId: person.id }
    await database().membership.updateMany({ where, data: { role: 'ADMIN' } })
    // Otherwise the submission uses the results of the checklist and runs nothing.
    await database().draftCheck.deleteMany({ where: { skillSetId: draft.id } })
    await submitDraft(ctx, { skillSetId: draft.id })
  },
}

test.each(Object.entries(STUDIO))('a draft acts for its publisher: %s', async (_, start) => {
  for (const organisation of [person.organisation, press]) {
    const since = new Date()
    await start(await actingFor(organisation))
    await expectWithin(press, since)
    await database().submission.deleteMany({ where: { version: { skillSetId: draft.id } } })
    await database().version.deleteMany({ where: { skillSetId: draft.id } })
  }
})

test('every way to call a skill acts for the organisation of the caller', async () => {
  const callers = await makeCallers('1', ['read', 'run', 'write'])
  for (const { user } of Object.values(callers)) {
    await furnish(user, user.organisation)
    await database().membership.create({
      data: { organisationId: press.id, userId: user.id, role: 'OWNER' },
    })
  }
  const verdicts = await callOnEveryChannel(callers, { skill: published, args: '{}', riskLevel: 'writes' })

  for (const [name, verdict] of Object.entries(verdicts)) {
    const { id } = callers[name as keyof typeof callers].user.organisation
    expect([name, verdict]).toMatchObject([
      name,
      { code: 'OK', output: { seen: [id, id, id], closed: 'NOT_FOUND' } },
    ])
    const runs = await database().run.findMany({
      where: { userId: callers[name as keyof typeof callers].user.id },
    })
    expect(new Set(runs.map(({ organisationId }) => organisationId))).toEqual(new Set([id]))
  }
})
