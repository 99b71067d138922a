import { describe, expect, test } from 'vitest'
import { insertApiKey } from '../auth/rows/api-keys.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { topicOf } from '../notices/model/notice-topics.ts'
import { createPlan, savePlan } from '../plans/saved/saved-plans.ts'
import {
  automationRow,
  lastDueTime,
  makeAutomation,
  makeDue,
  noticesOf,
  setUpAutomation,
  workOff,
} from '../testing/automation-setup.ts'
import { contextFor, freshName, makeOrganisation, makeUser } from '../testing/factories.ts'
import { throws } from '../testing/fake-sandbox.ts'
import { makePlan, setUpPlans } from '../testing/plan-setup.ts'
import { mailsTo, setUpMailOutbox } from '../testing/setup/accounts/account-mails.ts'
import { MAX_FAILURES_IN_ROW } from './end-automation-run.ts'
import { getAutomation } from './list-automations.ts'
import { resumeAutomation, runAutomationNow } from './manage-automations.ts'

setUpMailOutbox()

/** Confirms the address of the person; returns the kinds and subjects of the mails they got. */
async function confirmAddress({ id, email }: { id: string; email: string }) {
  await database().user.update({ where: { id }, data: { emailVerified: new Date() } })
  return async () => (await mailsTo(email)).map(({ kind, subject }) => [kind, subject])
}

test('an automation that fails, and one that pauses itself, send their owner a mail on the topic Failures', async () => {
  const { ctx, user, call } = await setUpAutomation(throws({ message: 'No stock.' }))
  const listMails = await confirmAddress(user)
  const id = await makeAutomation(ctx, call)

  for (let day = MAX_FAILURES_IN_ROW; day > 0; day--) {
    await makeDue(id, lastDueTime(day))
    await workOff(ctx, id, lastDueTime(day))
  }

  expect(await listMails()).toEqual([
    ['automation.failed', 'Daily failed'],
    ['automation.paused', 'Daily is paused'],
  ])
  expect([topicOf('automation.failed'), topicOf('automation.paused')]).toEqual(['failures', 'failures'])
})

test('an automation whose changed plan waits for confirmation sends its owner a mail on the topic Failures', async () => {
  const { ctx, user } = await setUpAutomation()
  const listMails = await confirmAddress(user)
  const plan = (path: string) =>
    JSON.stringify(
      makePlan([{ id: 'note', tool: 'vault.createFile', args: { path, content: 'Hello.' } }], {
        riskLevel: 'writes',
      }),
    )
  const { slug } = await createPlan(ctx, { title: 'Weekly report', text: plan('Report.md') })
  const id = await makeAutomation(ctx, { plan: slug, confirmed: true })
  await savePlan(ctx, { slug, title: 'Weekly report', text: plan('Other.md'), revision: 1 })

  await runAutomationNow(ctx, id)
  await workOff(ctx, id)

  expect(await listMails()).toEqual([['automation.waiting', 'Daily waits for your confirmation']])
  expect(topicOf('automation.waiting')).toBe('failures')
})

describe('failures', () => {
  test('in a row pause it, with a notice of the first and of the last', async () => {
    const { ctx, user, call } = await setUpAutomation(throws({ message: 'No stock.' }))
    const id = await makeAutomation(ctx, call)

    for (let day = MAX_FAILURES_IN_ROW; day > 0; day--) {
      await makeDue(id, lastDueTime(day))
      await workOff(ctx, id, lastDueTime(day))
    }

    expect(await automationRow(id)).toMatchObject({ pausedAt: expect.any(Date), nextAt: null })
    const { automation } = await getAutomation(ctx, id)
    expect(automation).toMatchObject({ isPaused: true, pauseReason: expect.stringContaining('No stock.') })
    expect(await noticesOf(user.id)).toMatchObject([
      { kind: 'automation.failed', title: 'Daily failed' },
      { kind: 'automation.paused', title: 'Daily is paused' },
    ])
    await resumeAutomation(ctx, id)
    expect(await automationRow(id)).toMatchObject({
      pausedAt: null,
      failuresInRow: 0,
      nextAt: expect.any(Date),
    })
  })

  test('are also refused runs: a person who has left, a price above the limit', async () => {
    const { ctx: owner, skill } = await setUpPlans()
    const id = await makeAutomation(owner, { skill, input: { name: 'Ada' }, max_price: '0.05' })
    await database().automation.update({ where: { id }, data: { maxPriceMicros: 0n } })
    await runAutomationNow(owner, id)
    expect(await workOff(owner, id)).toMatchObject([{ state: 'failed', error: { code: 'PAYMENT_REQUIRED' } }])

    const [leaver, boss] = [await makeUser(), await makeUser()]
    const organisation = await makeOrganisation({ owner: boss, members: [leaver] })
    const ctx = await contextFor(leaver, { organisation })
    const { call } = await setUpAutomation()
    const own = await makeAutomation(ctx, call)
    await database().membership.deleteMany({ where: { userId: leaver.id, organisationId: organisation.id } })
    await makeDue(own, lastDueTime())
    expect(await workOff(ctx, own, lastDueTime())).toMatchObject([
      { state: 'failed', error: { code: 'POLICY_DENIED' } },
    ])
  })
})

test('a key that has expired starts no more runs', async () => {
  const { ctx, call } = await setUpAutomation()
  const { organisationId, userId } = ctx.viewer!
  const named = { organisationId, userId, name: 'CI', prefix: 'gh_x', scopes: ['run' as const] }
  const keyId = await insertApiKey(database(), {
    ...named,
    hash: freshName(),
    expiresAt: new Date(Date.now() + 60_000),
  })
  const keyGrant = { scopes: named.scopes, skillSets: [], dailyCapMicros: null }
  const id = await makeAutomation({ ...ctx, keyId, keyGrant }, call)
  await makeDue(id, lastDueTime())
  expect(await workOff(ctx, id, lastDueTime())).toMatchObject([{ state: 'succeeded' }])

  await database().apiKey.update({ where: { id: keyId }, data: { expiresAt: new Date(Date.now() - 1) } })
  await runAutomationNow(ctx, id)

  const [, refused] = await workOff(ctx, id)
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'POLICY_DENIED' } })
})
