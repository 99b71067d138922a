import { expect, test } from 'vitest'
import { setRetention } from '../../organisations/retention-setting.ts'
import { contextFor, makePublisher, makeUser } from '../../testing/factories.ts'
import { makeBodySkill, makeSandboxCaller, publishSkills } from '../../testing/setup/runs/calling-skills.ts'
import { runToEnd, startRun } from '../start/start-run.ts'

const publisher = await makePublisher()
const name = (slug: string) => `${publisher.handle}.lanes.${slug}`
await publishSkills(
  publisher,
  'lanes',
  [
    makeBodySkill('slow', 'return {}', { limits: { lane: 'long' } }),
    makeBodySkill('hasty', `return context.callSkill('${name('slow')}', {})`),
  ],
  { permissions: { skills: [name('slow')] } },
)

test('a quick skill cannot call one of the long lane', async () => {
  const { state, error } = await runToEnd(await makeSandboxCaller(), {
    skill: { name: name('hasty') },
    args: {},
  })

  expect(state).toBe('failed')
  expect(error?.message).toContain('only skills of that lane can call it')
})

test('an organisation that stores no inputs cannot run a skill of the long lane', async () => {
  const ctx = await contextFor(await makeUser())
  await setRetention(ctx, { days: 0 })

  await expect(startRun(ctx, { skill: { name: name('slow') }, args: {} })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    message: expect.stringContaining('A run of the long lane'),
  })
})
