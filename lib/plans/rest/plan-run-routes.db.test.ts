import { beforeAll, expect, test } from 'vitest'
import { POST as CANCEL } from '#app/api/plan-runs/[id]/cancel/route.ts'
import { POST as CONFIRM } from '#app/api/plan-runs/[id]/confirm/route.ts'
import { GET as EVENTS } from '#app/api/plan-runs/[id]/events/route.ts'
import { GET as RESULTS } from '#app/api/plan-runs/[id]/results/route.ts'
import { POST as RESUME } from '#app/api/plan-runs/[id]/resume/route.ts'
import { GET as SHOW } from '#app/api/plan-runs/[id]/route.ts'
import { GET as LIST, POST as START } from '#app/api/plan-runs/route.ts'
import type { KeyScope } from '../../access/key-scopes.ts'
import { createKey } from '../../api-keys/manage-api-keys.ts'
import { database } from '../../db/core/prisma-client.ts'
import type { JsonObject } from '../../json/json.ts'
import { DEFAULT_POLICY } from '../../plan-documents/policy/approval-policy.ts'
import { contextFor, makeUser, type TestUser } from '../../testing/factories.ts'
import { plainEngine } from '../../testing/workflow-engines.ts'
import { savePolicy } from '../check/plan-policy.ts'
import { performPlan } from '../perform/perform-plan.ts'
import { createPlan, deletePlan, getSavedPlan } from '../saved/saved-plans.ts'

const PLAN = {
  version: '1',
  goal: 'To be asked for.',
  riskLevel: 'read-only',
  steps: [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- One\n- Two' } },
    {
      id: 'slugs',
      tool: 'util.slugifyTitle',
      args: { title: '$item.text' },
      foreach: { from: '$steps.bullets.items', itemName: 'x' },
    },
  ],
  outputs: { second: '$steps.slugs[1].slug' },
}

let user: TestUser
let repeater: TestUser
let keys: Record<'runs' | 'reads' | 'others' | 'repeats', string>

beforeAll(async () => {
  user = await makeUser()
  repeater = await makeUser()
  for (const each of [user, repeater])
    await savePolicy(
      await contextFor(each),
      {
        mode: 'auto-read-only',
        allowedTools: [],
        deniedTools: [],
        allowedPaths: [],
      },
      DEFAULT_POLICY,
    )
  keys = {
    runs: await keyOf(user, ['run']),
    reads: await keyOf(user, ['read']),
    others: await keyOf(await makeUser(), ['run']),
    repeats: await keyOf(repeater, ['run']),
  }
})

async function keyOf(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

type Route = (request: Request, props: { params: Promise<{ id: string }> }) => Promise<Response>

async function callRoute(
  route: Route,
  id: string,
  key: string | undefined,
  body?: object,
  more: Record<string, string> = {},
) {
  const headers = { ...(key && { authorization: `Bearer ${key}` }), ...more }
  const method = body ? 'POST' : 'GET'
  const query = id.includes('?') ? id.slice(id.indexOf('?')) : ''
  const request = new Request(`http://localhost/api/plan-runs${query}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await route(request, { params: Promise.resolve({ id: id.split('?')[0]! }) })
  const text = await answer.text()
  return { status: answer.status, text, body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {} }
}

function eventsIn(text: string): { id?: string; name?: string; data: JsonObject }[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const lines = block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])
      const { id, event, data } = Object.fromEntries(lines) as { id?: string; event?: string; data: string }
      return { ...(id && { id }), ...(event && { name: event }), data: JSON.parse(data) }
    })
}

const start = async () => (await callRoute(START, '', keys.runs, { plan: PLAN })).body.plan_run_id as string

const keyed = (key: string, body: object, who = keys.repeats) => {
  const request = new Request('http://localhost/api/plan-runs', {
    method: 'POST',
    headers: { authorization: `Bearer ${who}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  return START(request)
}

test('of calls with one idempotency key the first starts a plan, and the others get its plan run', async () => {
  const together = await Promise.all(Array.from({ length: 5 }, () => keyed('weekly', { plan: PLAN })))
  const later = await keyed('weekly', { plan: PLAN, max_price: '0.5' })
  const ids = await Promise.all([...together, later].map(async (each) => (await each.json()).plan_run_id))

  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^plan_/)
  expect(together.filter((each) => each.headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
  expect(later.headers.get('idempotent-replayed')).toBe('true')
  const { organisation } = repeater
  expect(await database().planRun.count({ where: { organisationId: organisation.id, id: ids[0] } })).toBe(1)
  const other = await (await keyed('weekly', { plan: PLAN }, keys.others)).json()
  expect(other.plan_run_id).not.toBe(ids[0])
})

test('an idempotency key that was used for another plan is a conflict, also after the plan has ended', async () => {
  const first = (await (await keyed('once', { plan: PLAN })).json()).plan_run_id
  await performPlan(await contextFor(repeater), first, plainEngine())

  for (const body of [{ plan: { ...PLAN, goal: 'Another.' } }, { plan: PLAN, dry_run: true }])
    expect((await (await keyed('once', body)).json()).error.code).toBe('CONFLICT')
  const again = await (await keyed('once', { plan: PLAN, idempotency_key: 'the header counts' })).json()
  expect(again).toMatchObject({ plan_run_id: first, state: 'succeeded' })
  const inBody = await (await callRoute(START, '', keys.repeats, { plan: PLAN, idempotency_key: 'once' }))
    .body
  expect(inBody.plan_run_id).toBe(first)
})

test('a key counts for a day, and a refused call leaves it free', async () => {
  const wrong = await keyed('retry', { plan: { ...PLAN, steps: [] } })
  expect(wrong.status).toBe(400)
  const first = (await (await keyed('retry', { plan: PLAN })).json()).plan_run_id
  await performPlan(await contextFor(repeater), first, plainEngine())
  const keyRef = { organisationId: repeater.organisation.id, skillName: 'plan-runs', key: 'retry' }
  const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await database().idempotencyKey.update({
    where: { organisationId_skillName_key: keyRef },
    data: { createdAt },
  })

  expect((await (await keyed('retry', { plan: PLAN })).json()).plan_run_id).not.toBe(first)
  expect((await keyed('ä', { plan: PLAN })).status).toBe(400)
})

test('a key starts a plan, follows it to its end and receives each result', async () => {
  const id = await start()
  await performPlan(await contextFor(user), id, plainEngine())

  expect(await callRoute(SHOW, id, keys.reads)).toMatchObject({
    status: 200,
    body: {
      plan_run_id: id,
      state: 'succeeded',
      outputs: { second: 'two' },
      steps: [{ step_id: 'bullets', status: 'ok' }, { units: [{ unit: 'slugs[0]', status: 'ok' }, {}] }],
    },
  })
  expect((await callRoute(RESULTS, id, keys.reads)).body.results).toMatchObject([
    { stepId: 'bullets', ok: true },
    { stepId: 'slugs', data: { slug: 'one' } },
    { data: { slug: 'two' } },
  ])
  expect((await callRoute(LIST, '', keys.reads)).body.plan_runs).toMatchObject([
    { plan_run_id: id, steps: 2, steps_done: 2 },
  ])
  const received = eventsIn((await callRoute(EVENTS, id, keys.reads)).text)
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
  expect(await callRoute(EVENTS, id, keys.reads, undefined, { 'last-event-id': last })).toMatchObject({
    status: 204,
  })
})

test('each result is sent once: the following message has none, and a reconnecting client receives what ended since', async () => {
  const id = await start()
  await performPlan(await contextFor(user), id, plainEngine())
  const attempts = await database().planAttempt.findMany({
    where: { planRunId: id },
    orderBy: { revision: 'asc' },
  })
  const [first, second, third] = attempts.map(({ revision }) => revision!)
  const all = eventsIn((await callRoute(EVENTS, id, keys.reads)).text)
  const back = eventsIn(
    (await callRoute(EVENTS, id, keys.reads, undefined, { 'last-event-id': String(second) })).text,
  )
  const late = eventsIn((await callRoute(EVENTS, `${id}?after=${first}`, keys.reads)).text)

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
    expect(unitsIn(eventsIn((await callRoute(EVENTS, `${id}?after=${odd}`, keys.reads)).text))).toHaveLength(
      3,
    )
})

test('a key cancels a waiting plan run, and resumes it', async () => {
  const id = await start()

  expect(await callRoute(CANCEL, id, keys.runs, {})).toMatchObject({
    status: 200,
    body: { state: 'cancelled', can_resume: true },
  })
  expect(
    await callRoute(RESUME, id, keys.runs, { edited_args: { bullets: { text: '- Three' } } }),
  ).toMatchObject({ status: 202, body: { state: 'queued', resumed_from: id } })
})

test('a saved plan is named by its address or its id, to start it and to list its runs', async () => {
  const owner = await makeUser()
  const ctx = await contextFor(owner)
  const key = await keyOf(owner, ['run'])
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
  const id = await start()

  const answer = await callRoute(route, id, who && keys[who], body)

  expect(answer).toMatchObject({ status, body: { error: { code } } })
})
