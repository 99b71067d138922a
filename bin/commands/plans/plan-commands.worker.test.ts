// Commands in a terminal that wait until a real worker has finished the plan.
import { expect, test } from 'vitest'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { countLiveWorkers } from '#lib/kernel/db/workers.ts'
import { makeUser } from '#lib/testing/factories.ts'
import { makePlan } from '#lib/testing/plan-setup.ts'
import { setUpWorkers } from '#lib/testing/start-workers.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

const { cli, write } = openTerminal()
const { startWorker } = setUpWorkers()

test('plan run and plan resume report that no worker is running, and otherwise wait for the end', async () => {
  const { email } = await makeUser()
  const plan = (...args: string[]) => cli('plan', ...args, '--email', email, '--json')
  const note = (id: string) => ({
    id,
    tool: 'vault.createFile',
    args: { path: `${id}.md`, content: 'Hello.' },
  })
  const read = { id: 'read', tool: 'vault.readFile', args: { path: 'Nowhere.md' }, dependsOn: ['one'] }
  const writing = { riskLevel: 'writes' } as const

  const alone = await plan('run', write(makePlan([note('early')], writing)), '--yes')
  expect(alone.code).toBe(1)
  expect(alone.json().error).toMatchObject({
    code: 'TOOL_NOT_AVAILABLE',
    message: expect.stringMatching(/^No worker is running\. plan_\S+ is waiting for one\.$/),
    suggested_action: expect.stringContaining('npm start'),
  })
  startWorker()
  await expect.poll(() => countLiveWorkers(database(), 10_000)).toBe(1)

  const outputs = { text: '$steps.read.content' }
  const failed = await plan('run', write(makePlan([note('one'), read], { ...writing, outputs })), '--yes')
  expect(failed).toMatchObject({ code: 1, stderr: '' })
  expect(failed.json()).toMatchObject({
    state: 'failed',
    failed_step_id: 'read',
    error: { code: 'NOT_FOUND' },
  })
  const edit = write({ read: { path: 'one.md' } })
  const resumed = await plan('resume', failed.json().plan_run_id, '--yes', '--edit', edit)
  expect(resumed).toMatchObject({ code: 0, stderr: '' })
  expect(resumed.json()).toMatchObject({
    state: 'succeeded',
    outputs: { text: 'Hello.' },
    steps: [{ carried_over: true }, { status: 'ok' }],
  })

  // A run without a waiting command completes as well.
  const [, early] = /(plan_\S+) is waiting/.exec(alone.json().error.message) ?? []
  await expect.poll(async () => (await plan('status', early ?? '')).json().state).toBe('succeeded')
})
