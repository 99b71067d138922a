// Keys, other members and other organisations are limited in the service that every channel calls.

import { beforeAll, expect, test } from 'vitest'
import { createKey, listKeys, revokeKey } from '../../auth/manage-api-keys.ts'
import type { Context, KeyGrant } from '../../context/context.ts'
import { contextFor, makeOrganisation, makeUser, type TestUser } from '../../testing/factories.ts'
import { bullets, makePlan, perform, runsOf } from '../../testing/plan-setup.ts'
import { cancelPlanRun } from '../lifecycle/change-plan-run.ts'
import { watchPlanRun } from '../lifecycle/watch-plan-run.ts'
import { DEFAULT_POLICY } from '../model/policy/approval-policy.ts'
import { draftPlan } from '../planner/draft-plan.ts'
import { createPlan, getSavedPlan } from '../saved/saved-plans.ts'
import { resumePlanRun } from '../start/resume-plan-run.ts'
import { startPlanRun } from '../start/start-plan-run.ts'
import { getPlanRun, listPlanResults, listPlanRuns } from '../views/get-plan-run.ts'
import { savePolicy } from './plan-policy.ts'

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

test('a command whose id is a number is judged like any other unknown command', async () => {
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

test('another organisation’s saved plan is not found, by its name or by its id', async () => {
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

test('the plans of a removed member no longer run', async () => {
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

test('following a plan run with a key ends when the key is revoked', async () => {
  await createKey(ctx, { name: 'k', scopes: ['read'], expiresInDays: 1 })
  const [key] = await listKeys(ctx)
  const keyId = key?.id as string
  const { planRun } = await startPlanRun(ctx, { plan })
  const following = { ...withKey(ctx, 'read'), keyId }
  const stop = new AbortController()
  const { promise: received, resolve } = Promise.withResolvers<unknown>()

  const over = watchPlanRun(following, planRun.id, { onChange: resolve, signal: stop.signal })
  await Promise.race([received, over])
  await revokeKey(ctx, { id: keyId })

  await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('following a plan run in a browser ends when the sessions are ended', async () => {
  const { planRun } = await startPlanRun(ctx, { plan })
  const stop = new AbortController()
  const { promise: received, resolve } = Promise.withResolvers<unknown>()
  const { id, sessionVersion } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.viewer!.userId },
  })

  const following = { ...ctx, sessionVersion }
  const over = watchPlanRun(following, planRun.id, { onChange: resolve, signal: stop.signal })
  await Promise.race([received, over])
  await ctx.db.user.update({ where: { id }, data: { sessionVersion: { increment: 1 } } })

  await expect(over).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})
