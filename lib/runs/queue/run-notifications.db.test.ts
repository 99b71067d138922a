import { expect, test } from 'vitest'
import { listen, sendPgNotifications } from '../../kernel/db/notifications.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName } from '../../testing/factories.ts'
import { notifyCancel, notifyRun, subscribeToCancels, subscribeToRuns } from './run-notifications.ts'

const db = database()
const CHANNEL = 'guildhall_runs'

test('a subscriber in the process that notifies is called at once and only once, other processes soon after', async () => {
  const [here, elsewhere] = [[] as string[], [] as string[]]
  const stopHere = await subscribeToRuns((run) => run && here.push(run.runId))
  const stopElsewhere = await listen(CHANNEL, (payload) => elsewhere.push(JSON.parse(payload ?? '{}').runId))
  const ids = [freshName('run'), freshName('run')]

  for (const runId of ids) notifyRun(db, { runId, organisationId: 'o', kind: 'ended' })

  expect(here.slice(-2)).toEqual(ids)
  await expect.poll(() => elsewhere).toEqual(expect.arrayContaining(ids))
  // Notifications arrive in order, so this process's own would arrive before this one.
  const other = freshName('run')
  await sendPgNotifications(db, CHANNEL, [JSON.stringify({ runId: other, sender: 'another process' })])
  await expect.poll(() => here).toContain(other)
  expect(here.filter((id) => ids.includes(id))).toEqual(ids)
  for (const stop of [stopHere, stopElsewhere]) stop()
})

test('a cancel reaches the process that performs the run, and whoever follows it', async () => {
  const [performing, following] = [[] as (string | null)[], [] as string[]]
  const stops = [
    await subscribeToCancels((runId) => performing.push(runId)),
    await subscribeToRuns((run) => run?.kind === 'cancel' && following.push(run.runId)),
  ]
  const runId = freshName('run')

  await notifyCancel(db, { runId, organisationId: 'o' })

  await expect.poll(() => performing).toContain(runId)
  await expect.poll(() => following).toContain(runId)
  for (const stop of stops) stop()
})
