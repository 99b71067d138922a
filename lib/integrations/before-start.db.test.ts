// Plans and automations report a missing account before they start.
import { expect, test } from 'vitest'
import { createAutomation } from '../automations/manage-automations.ts'
import { checkForViewer } from '../plans/check/check-for-viewer.ts'
import { checkPlanRun } from '../plans/check/check-plan-run.ts'
import { contextFor, makePublishedVersion, makeSkillSetDocument, makeUser } from '../testing/factories.ts'
import { connect, makeLinkedVersion, makeProvider } from '../testing/integration-setup.ts'

async function setUp() {
  const ctx = await contextFor(await makeUser())
  const provider = await makeProvider()
  const version = await makeLinkedVersion([provider])
  return { ctx, provider, version }
}

const planOf = (tool: string) => ({
  version: '1',
  goal: 'To greet.',
  riskLevel: 'read-only',
  steps: [{ id: 'only', tool, args: { name: 'Ada' } }],
})
const MESSAGE = 'Greetings needs a Weather account. Your organisation has not connected one.'

test('a plan: the check warns, and the start is refused', async () => {
  const { ctx, provider, version } = await setUp()
  const plan = planOf(version.skillName)

  const { issues, isRunnable } = await checkForViewer(ctx, plan)
  expect(isRunnable).toBe(true)
  expect(issues).toMatchObject([
    { severity: 'warning', keyword: 'integration', stepId: 'only', message: MESSAGE },
  ])
  await expect(checkPlanRun(ctx, plan, {})).rejects.toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
    message: `Step “only”: ${MESSAGE}`,
    options: { href: `/settings/integrations?for=${version.skillSetName}` },
  })

  await connect(ctx, provider, version.skillSetName)

  expect((await checkForViewer(ctx, plan)).issues).toEqual([])
  await expect(checkPlanRun(ctx, plan, {})).resolves.toMatchObject({ plan })
})

test('a plan with a skill that may call one that needs an account: the check warns, and it starts', async () => {
  const { ctx, version } = await setUp()
  const caller = await makePublishedVersion({
    document: makeSkillSetDocument({ permissions: { skills: [version.skillName] } }),
  })
  const plan = planOf(caller.skillName)

  expect((await checkForViewer(ctx, plan)).issues).toMatchObject([{ severity: 'warning', message: MESSAGE }])
  await expect(checkPlanRun(ctx, plan, {})).resolves.toMatchObject({ plan })
})

test.each([
  ['on a schedule', { kind: 'cron', cron: '0 9 * * *' }, { name: 'Ada' }],
  ['whose input comes with the event', { kind: 'webhook', field: 'name' }, {}],
])('an automation %s', async (_, trigger, input) => {
  const { ctx, provider, version } = await setUp()
  const wanted = { title: 'Greet', skill: version.skillName, input, trigger, time_zone: 'UTC' }

  await expect(createAutomation(ctx, wanted)).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  await connect(ctx, provider, version.skillSetName)
  await expect(createAutomation(ctx, wanted)).resolves.toMatchObject({})
})
