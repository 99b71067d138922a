import { beforeEach, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { visitor } from '../../testing/factories.ts'
import { addStatusSample } from '../rows/status-samples.ts'
import type { Health } from './get-health.ts'
import { readPublicStatus } from './public-status.ts'

const db = database()
const part = { ok: true, detail: 'tls://box.internal responds' }
const healthy: Health = {
  ok: true,
  commit: 'abc',
  sandbox: 'jailed',
  parts: { database: part, sandbox: part, worker: part },
}
const read = (health: Partial<Health> = {}, now = Date.now()) =>
  readPublicStatus(visitor(), async () => ({ ...healthy, ...health }), now)
const addSample = (faults = 0) =>
  addStatusSample(
    db,
    { succeeded: 5, failed: 1, faults, durations: [] },
    { queued: 0, oldestQueuedSeconds: 0, databaseBytes: 1n },
  )

beforeEach(async () => {
  await db.statusSample.deleteMany()
  await db.mail.deleteMany()
  // Runs that other tests left in the queue would count as late.
  await db.run.updateMany({ where: { state: 'queued' }, data: { createdAt: new Date() } })
})

test('everyone can read that everything works, with the runs of the last day', async () => {
  await addSample(2)

  const status = await read()

  expect(status).toMatchObject({ state: 'operational', day: { runs: 8, faults: 2 } })
  expect(Object.values(status.parts).map(({ state }) => state)).toEqual(Array(5).fill('operational'))
})

test('the public status names no hosts', async () => {
  const down = { ok: false, detail: 'connect ECONNREFUSED 10.0.0.7' }

  const status = await read({ parts: { database: down, sandbox: down, worker: down }, sandbox: 'down' })

  expect(status.state).toBe('down')
  expect(JSON.stringify(status)).not.toMatch(/internal|10\.0|ECONN/)
})

test.each([
  ['the sandbox has no jail', { sandbox: 'degraded' }, 'runs', 'degraded'],
  ['the sandbox is down', { sandbox: 'down' }, 'runs', 'down'],
  [
    'there is no worker',
    { parts: { ...healthy.parts, worker: { ok: false, detail: '' } } },
    'background',
    'down',
  ],
] as const)('the public status tells that %s', async (_what, health, name, state) => {
  await addSample()

  const status = await read(health)

  expect(status.parts[name].state).toBe(state)
  expect(status.state).toBe(state)
})

test('periodic work that is late is told with its delay, and a mail that waits as well', async () => {
  await addSample()
  await db.mail.create({
    data: {
      to: 'ada@test.local',
      kind: 'test',
      subject: 'Hi',
      text: 'Hi',
      html: '',
      state: 'waiting',
      dueAt: new Date(Date.now() - 30 * 60_000),
    },
  })

  const { state, parts } = await read({}, Date.now() + 20 * 60_000)

  expect(state).toBe('degraded')
  expect(parts.rounds.detail).toMatch(/The last round of periodic work was 2\d minutes ago\./)
  expect(parts.mail.detail).toMatch(/has waited 50 minutes/)
})
