// Tests which webhooks are enqueued when a run ends, on a real Postgres without a worker.

import { expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { endsWith } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { runToEnd } from '../start/start-run.ts'

async function listen(organisationId: string, wanted: { skillName?: string; pausedAt?: Date } = {}) {
  const sealed = { sealed: new Uint8Array(1), keyId: 'test' }
  const data = { organisationId, url: 'https://hooks.example/', createdById: 'test', ...sealed, ...wanted }
  return database().webhook.create({ data })
}

async function webhooksEnqueuedFor(runId: string): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT split_part(workflow_uuid, ':', 2) AS "id" FROM dbos.workflow_status
    WHERE name = 'hook' AND workflow_uuid LIKE ${`hook:%:${runId}:1`}`
  return rows.map(({ id }) => id)
}

test('subscribers of a skill are notified once of the end of a free run, and no one else is', async () => {
  const [user, stranger, { skillName }] = [await makeUser(), await makeUser(), await makePublishedVersion()]
  const ctx = await contextFor(user)
  const run = () => runToEnd(ctx, { skill: { name: skillName }, args: { name: 'Ada' } })
  await listen(stranger.organisation.id)
  await listen(user.organisation.id, { skillName: 'another.skill.entirely' })
  await listen(user.organisation.id, { pausedAt: new Date() })
  expect(await webhooksEnqueuedFor((await run()).id)).toEqual([])

  const ofAll = await listen(user.organisation.id)
  const ofThis = await listen(user.organisation.id, { skillName })
  const notified = await run()

  expect(notified.state).toBe('succeeded')
  expect((await webhooksEnqueuedFor(notified.id)).toSorted()).toEqual([ofAll.id, ofThis.id].toSorted())
})

test('the end of a paid run is announced too, and settled once', async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
  const [user, { skillName }] = [await makeUser(), await makePublishedVersion({ document })]
  await fundWallet(user.organisation.id, '1')
  const listener = await listen(user.organisation.id)

  const run = await runToEnd(await contextFor(user), { skill: { name: skillName }, args: { name: 'Ada' } })

  expect(run).toMatchObject({ state: 'succeeded', charged: '0.05' })
  expect(await webhooksEnqueuedFor(run.id)).toEqual([listener.id])
  expect(await moneyOf(user.organisation.id)).toMatchObject({ wallet: 950_000n, hold: 0n })
})

test('a run whose record is missing when it ends is an error, and not reported as still running', async () => {
  const [user, { skillName }] = [await makeUser(), await makePublishedVersion()]
  const organisationId = user.organisation.id
  const sandbox = endsWith(async () => {
    await database().run.deleteMany({ where: { organisationId } })
    return { kind: 'returned', value: { message: 'Hello.' }, durationMs: 1, logs: [] }
  })

  const run = runToEnd(await contextFor(user, { sandbox }), {
    skill: { name: skillName },
    args: { name: 'Ada' },
  })

  await expect(run).rejects.toThrow(/The record of run run_.* is missing/)
})
