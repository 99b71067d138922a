import { expect, test } from 'vitest'
import { POST as CANCEL } from '#app/api/plan-runs/[id]/cancel/route.ts'
import { POST as CONFIRM } from '#app/api/plan-runs/[id]/confirm/route.ts'
import { GET as EVENTS } from '#app/api/plan-runs/[id]/events/route.ts'
import { GET as RESULTS } from '#app/api/plan-runs/[id]/results/route.ts'
import { POST as RESUME } from '#app/api/plan-runs/[id]/resume/route.ts'
import { GET as SHOW } from '#app/api/plan-runs/[id]/route.ts'
import { GET as LIST, POST as START } from '#app/api/plan-runs/route.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { contextFor, makeUser } from '../../testing/factories.ts'
import {
  callRoute,
  eventsIn,
  makePlanKey,
  PLAN,
  type Route,
  setUpPlanRoutes,
} from '../../testing/setup/plans/plan-routes.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { performPlan } from '../perform/perform-plan.ts'
import { createPlan, deletePlan, getSavedPlan } from '../saved/saved-plans.ts'

const callers = setUpPlanRoutes()
const { startPlan } = callers

test('a key starts a plan, follows it to its end and receives each result', async () => {
  const id = await startPlan()
  await performPlan(await contextFor(callers.user), id, plainEngine())

  expect(await callRoute(SHOW, id, callers.keys.reads)).toMatchObject({
    status: 200,
    body: {
      plan_run_id: id,
      state: 'succeeded',
      outputs: { second: 'two' },
      steps: [{ step_id: 'bullets', status: 'ok' }, { units: [{ unit: 'slugs[0]', status: 'ok' }, {}] }],
    },
  })
  expect((await callRoute(RESULTS, id, callers.keys.reads)).body.results).toMatchObject([
    { stepId: 'bullets', ok: true },
    { stepId: 'slugs', data: { slug: 'one' } },
    { data: { slug: 'two' } },
  ])
  expect((await callRoute(LIST, '', callers.keys.reads)).body.plan_runs).toMatchObject([
    { plan_run_id: id, steps: 2, steps_done: 2 },
  ])
  const received = eventsIn((await callRoute(EVENTS, id, callers.keys.reads)).text)
  expect(received.map(({ name }) => name)).toEqual([
    'run.started',
    'step.finished',
    'step.finished',
    'step.finished',
    'run.finished',
    undefined,
  ])
  expect(received.at(-1)!.data).toMatchObject({
    state: 'succeeded',
    steps: [{ run_ids: [{}] }, { status: 'ok' }],
  })
  const last = received.at(-1)!.id!
  expect(await callRoute(EVENTS, id, callers.keys.reads, undefined, { 'last-event-id': last })).toMatchObject(
    {
      status: 204,
    },
  )
})

test('each result is sent once: the following message has none, and a reconnecting client receives what ended since', async () => {
  const id = await startPlan()
  await performPlan(await contextFor(callers.user), id, plainEngine())
  const attempts = await database().planAttempt.findMany({
    where: { planRunId: id },
    orderBy: { revision: 'asc' },
  })
  const [first, second, third] = attempts.map(({ revision }) => revision!)
  const all = eventsIn((await callRoute(EVENTS, id, callers.keys.reads)).text)
  const back = eventsIn(
    (await callRoute(EVENTS, id, callers.keys.reads, undefined, { 'last-event-id': String(second) })).text,
  )
  const late = eventsIn((await callRoute(EVENTS, `${id}?after=${first}`, callers.keys.reads)).text)

  expect(JSON.stringify(all.at(-1))).not.toContain('results')
  // Only the last event has an id: a client that resumed after an earlier one could miss the others.
  expect(all.map((event) => event.id !== undefined)).toEqual([false, false, false, false, false, true])
  const unitsIn = (events: typeof all) =>
    events.flatMap(({ name, data }) => (name === 'step.finished' ? [data.unit] : []))
  expect(unitsIn(all)).toHaveLength(3)
  expect(unitsIn(back)).toEqual([attempts[2]!.unit])
  expect(unitsIn(late)).toHaveLength(2)
  expect(third).toBeGreaterThan(second!)
  for (const odd of ['soon', '999999999', '-1'])
    expect(
      unitsIn(eventsIn((await callRoute(EVENTS, `${id}?after=${odd}`, callers.keys.reads)).text)),
    ).toHaveLength(3)
})

test('a key cancels a waiting plan run, and resumes it', async () => {
  const id = await startPlan()

  expect(await callRoute(CANCEL, id, callers.keys.runs, {})).toMatchObject({
    status: 200,
    body: { state: 'cancelled', can_resume: true },
  })
  expect(
    await callRoute(RESUME, id, callers.keys.runs, { edited_args: { bullets: { text: '- Three' } } }),
  ).toMatchObject({ status: 202, body: { state: 'queued', resumed_from: id } })
})

test('a saved plan is named by its address or its id, to start it and to list its runs', async () => {
  const owner = await makeUser()
  const ctx = await contextFor(owner)
  const key = await makePlanKey(owner, ['run'])
  const { slug } = await createPlan(ctx, { title: 'Weekly report', text: JSON.stringify(PLAN) })
  const { id } = await getSavedPlan(ctx, slug)
  await callRoute(START, '', key, { plan: PLAN })
  const started = await Promise.all([slug, id].map((name) => callRoute(START, '', key, { saved_plan: name })))
  const ids = started.map(({ body }) => body.plan_run_id)
  const listed = async (name: string) => {
    const { status, body } = await callRoute(LIST, `?saved_plan=${encodeURIComponent(name)}`, key)
    return [status, ((body.plan_runs ?? []) as JsonObject[]).map((run) => run.plan_run_id).sort()]
  }

  expect(await listed(slug)).toEqual([200, ids.sort()])
  expect(await listed(id)).toEqual([200, ids])
  expect(await listed('none')).toEqual([200, []])
  expect(await listed('\0')).toEqual([200, []])
  await deletePlan(ctx, slug)
  expect(await listed(id)).toEqual([200, ids])
})

// biome-ignore format: table
test.each<[string, Route, 'runs' | 'reads' | 'others' | undefined, object | undefined, number, string]>([
  ['a visitor starts a plan',                         START,   undefined, { plan: PLAN }, 401, 'UNAUTHENTICATED'],
  ['a key that may only read starts',       START,   'reads',  { plan: PLAN }, 403, 'POLICY_DENIED'],
  ['no plan is started',                    START,   'runs',   {}, 400, 'INVALID_INPUT'],
  ['an invalid plan is started',            START,   'runs',   { plan: 7 }, 400, 'INVALID_INPUT'],
  ['a plan that is not saved is started',    START,   'runs',   { saved_plan: 'none' }, 404, 'NOT_FOUND'],
  ['a key claims a confirmation', START,  'runs',   { plan: PLAN, confirmed: true }, 403, 'POLICY_DENIED'],
  ['another organisation looks',            SHOW,    'others', undefined, 404, 'NOT_FOUND'],
  ['another organisation reads results',    RESULTS, 'others', undefined, 404, 'NOT_FOUND'],
  ['another organisation listens',          EVENTS,  'others', undefined, 404, 'NOT_FOUND'],
  ['another organisation cancels',          CANCEL,  'others', {}, 404, 'NOT_FOUND'],
  ['another organisation resumes',          RESUME,  'others', {}, 404, 'NOT_FOUND'],
  ['a key that may only read cancels',      CANCEL,  'reads',  {}, 403, 'POLICY_DENIED'],
  ['a key that may only read resumes',      RESUME,  'reads',  {}, 403, 'POLICY_DENIED'],
  ['a key confirms',                        CONFIRM, 'runs',   {}, 403, 'POLICY_DENIED'],
])('%s: refused', async (_, route, who, body, status, code) => {
  const id = await startPlan()

  const answer = await callRoute(route, id, who && callers.keys[who], body)

  expect(answer).toMatchObject({ status, body: { error: { code } } })
})
