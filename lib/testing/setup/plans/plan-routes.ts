import { beforeAll } from 'vitest'
import { POST as START } from '#app/api/plan-runs/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import { savePolicy } from '../../../plans/check/plan-policy.ts'
import { DEFAULT_POLICY } from '../../../plans/model/policy/approval-policy.ts'
import { contextFor, makeUser, type TestUser } from '../../factories.ts'

export const PLAN = {
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

export async function makePlanKey(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

export type Route = (request: Request, props: { params: Promise<{ id: string }> }) => Promise<Response>

export async function callRoute(
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

export function eventsIn(text: string): { id?: string; name?: string; data: JsonObject }[] {
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

export function setUpPlanRoutes() {
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
      runs: await makePlanKey(user, ['run']),
      reads: await makePlanKey(user, ['read']),
      others: await makePlanKey(await makeUser(), ['run']),
      repeats: await makePlanKey(repeater, ['run']),
    }
  })

  const startPlan = async () =>
    (await callRoute(START, '', keys.runs, { plan: PLAN })).body.plan_run_id as string

  const startWithKey = (key: string, body: object, who = keys.repeats) => {
    const request = new Request('http://localhost/api/plan-runs', {
      method: 'POST',
      headers: { authorization: `Bearer ${who}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    return START(request)
  }

  return {
    get user() {
      return user
    },
    get repeater() {
      return repeater
    },
    get keys() {
      return keys
    },
    startPlan,
    startWithKey,
  }
}
