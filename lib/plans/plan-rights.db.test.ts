// What a key, another member and another organisation may not do with plans: at the service that every door asks.

import { beforeAll, expect, test } from 'vitest'
import type { Context, KeyGrant } from '../context.ts'
import { DEFAULT_POLICY } from '../contract/plan/approval-policy.ts'
import { createKey, listKeys, revokeKey } from '../keys/keys.ts'
import { contextFor, makeOrganisation, makeUser, type TestUser } from '../testing/factories.ts'
import { bullets, makePlan, perform, runsOf } from '../testing/plan-setup.ts'
import { savePolicy } from './approval-policy.ts'
import { cancelPlanRun } from './change-plan-run.ts'
import { draftPlan } from './draft-plan.ts'
import { getPlanRun, listPlanResults, listPlanRuns } from './get-plan-run.ts'
import { resumePlanRun } from './resume-plan-run.ts'
import { createPlan, getSavedPlan } from './saved-plans.ts'
import { startPlanRun } from './start-plan-run.ts'
import { watchPlanRun } from './watch-plan-run.ts'

const plan = makePlan([bullets])
const writing = makePlan([{ id: 'note', tool: 'vault.writeFile', args: { path: 'a.md', content: '' } }], {
  riskLevel: 'writes',
})
const DENIED = { code: 'POLICY_DENIED' }
const NOT_THERE = { code: 'NOT_FOUND' }

let ada: TestUser
let bob: TestUser
let organisation: TestUser['organisation']
let ctx: Context
let id: string
beforeAll(async () => {
  ;[ada, bob] = [await makeUser(), await makeUser()]
  organisation = await makeOrganisation({ owner: ada, members: [bob] })
  ctx = await contextFor(ada, { organisation })
  await savePolicy(
    ctx,
    { mode: 'auto-read-only', allowedTools: [], deniedTools: [], allowedPaths: [] },
    DEFAULT_POLICY,
  )
  id = (await startPlanRun(ctx, { plan })).planRun.id
})

const withKey = (of: Context, ...scopes: KeyGrant['scopes']): Context => ({
  ...of,
  keyId: 'key',
  keyGrant: { scopes, skillSets: [], dailyCapMicros: null },
})

test.each<[string, KeyGrant['scopes'], (of: Context) => Promise<unknown>]>([
  ['see a plan run', ['write'], (of) => getPlanRun(of, id)],
  ['see its results', ['write'], (of) => listPlanResults(of, id)],
  ['see which there are', ['write'], (of) => listPlanRuns(of)],
  ['start one', ['read', 'write'], (of) => startPlanRun(of, { plan })],
  ['start one that writes', ['read', 'run'], (of) => startPlanRun(of, { plan: writing })],
  ['end one', ['read', 'write'], (of) => cancelPlanRun(of, id)],
  ['have one drafted', ['read', 'write'], (of) => draftPlan(of, { goal: 'Anything.' })],
])('a key may not %s with the scopes %j', async (_what, scopes, ask) => {
  await expect(ask(withKey(ctx, ...scopes))).rejects.toMatchObject(DENIED)
})

test('a command whose id is written as a number is judged like any: nobody has such a command', async () => {
  const command = makePlan([{ id: 'run', tool: 'commands.run', args: { id: 5 } }], { riskLevel: 'commands' })

  await expect(startPlanRun(ctx, { plan: command })).resolves.toMatchObject({
    planRun: { state: 'waiting', verdicts: [{ stepId: 'run', verdict: 'confirm' }] },
  })
})

test('a key sees nothing of its maker’s other organisations', async () => {
  const elsewhere = withKey(await contextFor(ada), 'read', 'run')

  await expect(getPlanRun(elsewhere, id)).rejects.toMatchObject(NOT_THERE)
  expect((await listPlanRuns(elsewhere)).planRuns).toEqual([])
  expect(await getPlanRun(await contextFor(ada), id)).toMatchObject({ id })
})

test('another organisation’s saved plan is not there, by its name or by its id', async () => {
  const { slug } = await createPlan(ctx, { title: 'Ours', text: JSON.stringify(plan) })
  const saved = await getSavedPlan(ctx, slug)
  const stranger = await contextFor(await makeUser())

  for (const savedPlanId of [slug, saved.id])
    await expect(startPlanRun(stranger, { savedPlanId })).rejects.toMatchObject(NOT_THERE)
})

test('another member resumes nothing that is not theirs', async () => {
  const { planRun } = await startPlanRun(ctx, { plan })
  await cancelPlanRun(ctx, planRun.id)
  const bobs = await contextFor(bob, { organisation })

  await expect(resumePlanRun(bobs, planRun.id, {})).rejects.toMatchObject(DENIED)
})

test('whoever leaves the organisation leaves their plans behind: nothing of them runs any more', async () => {
  const carl = await makeUser()
  const theirs = await makeOrganisation({ owner: ada, members: [carl] })
  const carls = await contextFor(carl, { organisation: theirs })
  const { planRun } = await startPlanRun(carls, { plan, confirmed: true })
  const { userId } = carls.viewer!
  await ctx.db.membership.deleteMany({ where: { userId, organisationId: theirs.id } })

  await perform(await contextFor(ada, { organisation: theirs }), planRun.id)

  expect(await getPlanRun(await contextFor(ada, { organisation: theirs }), planRun.id)).toMatchObject({
    state: 'failed',
    error: { code: 'POLICY_DENIED' },
  })
  expect(await runsOf(planRun.id)).toHaveLength(0)
})

test('whoever follows a plan run with a key hears no more of it once the key is revoked', async () => {
  await createKey(ctx, { name: 'k', scopes: ['read'], expiresInDays: 1 })
  const [key] = await listKeys(ctx)
  const keyId = key?.id as string
  const { planRun } = await startPlanRun(ctx, { plan })
  const following = { ...withKey(ctx, 'read'), keyId }
  const stop = new AbortController()
  const { promise: heard, resolve } = Promise.withResolvers<unknown>()

  const over = watchPlanRun(following, planRun.id, { onChange: resolve, signal: stop.signal })
  await Promise.race([heard, over])
  await revokeKey(ctx, { id: keyId })

  await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('whoever follows a plan run in a browser hears no more of it once their sessions are ended', async () => {
  const { planRun } = await startPlanRun(ctx, { plan })
  const stop = new AbortController()
  const { promise: heard, resolve } = Promise.withResolvers<unknown>()
  const { id, sessionVersion } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.viewer!.userId },
  })

  const following = { ...ctx, sessionVersion }
  const over = watchPlanRun(following, planRun.id, { onChange: resolve, signal: stop.signal })
  await Promise.race([heard, over])
  await ctx.db.user.update({ where: { id }, data: { sessionVersion: { increment: 1 } } })

  await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
