// Validates real REST responses against the published schemas: an undeclared field is a fault.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { strToU8, zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { GET as GET_QUOTE } from '#app/api/skills/[name]/quote/route.ts'
import { POST as SEARCH_SKILLS } from '#app/api/skills/search/route.ts'
import * as vaultArchive from '#app/api/vault/archive/route.ts'
import * as vaultFile from '#app/api/vault/file/route.ts'
import * as vaultFiles from '#app/api/vault/files/route.ts'
import * as vaultFind from '#app/api/vault/find/route.ts'
import * as vaultHistory from '#app/api/vault/history/route.ts'
import * as vaultUndo from '#app/api/vault/undo/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { checkPlan } from '../../plans/model/checks/check-plan.ts'
import { toRestPlanCheck } from '../../plans/rest/rest-plan-check.ts'
import { toRestPlanRun, toRestPlanRunLine } from '../../plans/rest/rest-plan-run.ts'
import type { PlanRunLine, PlanRunView, PlanStepView } from '../../plans/views/plan-run-view.ts'
import type { PublicToolResult } from '../../runs/model/tool-result.ts'
import { runToEnd } from '../../runs/start/start-run.ts'
import { site } from '../../testing/api-routes.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { throws } from '../../testing/fake-sandbox.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { type RestRunSource, restRun } from '../http/responses/rest-answers.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const ORIGIN = 'http://localhost'

type Routes = Partial<Record<'GET' | 'PUT' | 'POST' | 'DELETE', (request: Request) => Promise<Response>>>

const VAULT_ROUTES: Record<string, Routes> = {
  '/api/vault/file': vaultFile,
  '/api/vault/files': vaultFiles,
  '/api/vault/find': vaultFind,
  '/api/vault/history': vaultHistory,
  '/api/vault/undo': vaultUndo,
  '/api/vault/archive': vaultArchive,
}

const document = buildOpenApiDocument({ skills: [], origin: ORIGIN, version: '1.0.0' })

/** Returns the schemas with undeclared fields forbidden. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return value.map(closed)
  if (!isObject(value)) return value
  const shut = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  return isObject(value.properties) ? { ...shut, additionalProperties: false } : shut
}

const components = closed(document.components as JsonObject)

function faultsOf(name: string, answer: unknown): object[] {
  return faultsIn({ $ref: `#/components/schemas/${name}` }, answer)
}

function faultsIn(schema: JsonSchema, answer: unknown): object[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const check = ajv.compile({ ...schema, components })
  check(answer)
  return check.errors ?? []
}

let authorization: string
let paid: { name: string; id: string; failedId: string }

beforeAll(async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const set = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
  const { skillName: name } = await makePublishedVersion({ document: set })
  const user = await makeUser()
  await fundWallet(user.organisation.id, '1')
  const ctx = await contextFor(user)
  const wanted = { name: 'A key', scopes: ['read', 'run', 'write'], expiresInDays: 1 }
  authorization = `Bearer ${(await createKey(ctx, wanted)).key}`
  const request = { skill: { name }, args: { name: 'Ada' } }
  const { id } = await runToEnd(ctx, request)
  const failed = await runToEnd({ ...ctx, sandbox: throws() }, request)
  paid = { name, id, failedId: failed.id }
})

const ask = async (path: string, body?: object) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  return (await (await site(`${ORIGIN}${path}`, init)).json()) as JsonObject
}

test('the responses of a paid run and of a failed one satisfy their schemas', async () => {
  const run = await ask(`/api/runs/${paid.id}`)

  expect(run).toMatchObject({ charged: '0.05', permissions_hash: expect.any(String) })
  expect(faultsOf('Run', run)).toEqual([])
  expect(faultsOf('ErrorResponse', await ask(`/api/runs/${paid.failedId}`))).toEqual([])
})

test.each([
  ['vault.writeFile', { path: 'A.md', content: 'a' }, 'Run'],
  ['vault.readFile', { path: 'Nowhere.md' }, 'ErrorResponse'],
])(
  'the responses to a call of %s and to a question about its run satisfy their schema',
  async (name, args, schema) => {
    const called = await ask(`/api/skills/${name}/runs`, { args })
    const asked = await ask(`/api/runs/${called.run_id}`)

    expect(asked).toHaveProperty('tool_result')
    expect(faultsOf(schema, called)).toEqual([])
    expect(faultsOf(schema, asked)).toEqual([])
  },
)

test('every JSON response of the vault satisfies the schema of its endpoint and status', async () => {
  const call = (method: string, path: string, body?: BodyInit) => {
    const route = VAULT_ROUTES[path.split('?')[0]!]![method as 'GET']!
    const headers = { authorization, 'content-type': 'application/json' }
    return route(new Request(ORIGIN + path, { method, headers, ...(body && { body }) }))
  }
  const calls: [method: string, path: string, body?: BodyInit][] = [
    ['PUT', '/api/vault/file?path=Rest/a.md', 'one'],
    ['PUT', '/api/vault/file?path=Rest/a.md', 'two'],
    ['GET', '/api/vault/files?prefix=Rest'],
    ['GET', '/api/vault/files'],
    ['GET', '/api/vault/find?name=a'],
    ['GET', '/api/vault/history'],
    ['GET', '/api/vault/history?path=Rest/a.md'],
    ['POST', '/api/vault/archive?prefix=Imported', zipSync({ 'b.md': strToU8('b') }).slice()],
    ['DELETE', '/api/vault/file?path=Rest/a.md'],
  ]
  const statuses: number[] = []
  const check = async (method: string, path: string, body?: BodyInit) => {
    const response = await call(method, path, body)
    statuses.push(response.status)
    const at = [path.split('?')[0]!, method.toLowerCase(), 'responses', String(response.status)]
    const schema = valueAt(
      document.paths as Json,
      toPointer([...at, 'content', 'application/json', 'schema']),
    )
    return faultsIn(closed(schema as JsonSchema) as JsonSchema, await response.json())
  }

  for (const [method, path, body] of calls)
    expect([path, await check(method, path, body)]).toEqual([path, []])
  const { lines } = await (await call('GET', '/api/vault/history')).json()
  const undo = JSON.stringify({ operationIds: [lines[0].operationId] })
  expect(await check('POST', '/api/vault/undo', undo)).toEqual([])
  expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 200, 200])
})

test('the responses with a quote and with a refusal satisfy their schemas', async () => {
  const request = new Request(`${ORIGIN}/api/skills/x/quote`, { headers: { authorization } })
  const quote = await GET_QUOTE(request, { params: Promise.resolve({ name: paid.name }) })

  expect(faultsOf('Quote', await quote.json())).toEqual([])
  expect(faultsOf('Refusal', await ask(`/api/skills/${paid.name}/runs`, { args: 7 }))).toEqual([])
})

test('a search for skills answers by its schema, also without a key, and refuses what is wrong at its place', async () => {
  const search = (body: Json, headers: Record<string, string> = { authorization }) =>
    SEARCH_SKILLS(
      new Request(`${ORIGIN}/api/skills/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const at = '/paths/~1api~1skills~1search/post/responses/200/content/application~1json/schema'
  const schema = closed(valueAt(document as Json, at)!) as JsonSchema

  const found = await search({ query: 'text', have: { name: 'Ada' }, want: { type: 'string' } })
  expect(found.status).toBe(200)
  expect(faultsIn(schema, await found.json())).toEqual([])
  const ofVisitor = await search({ query: 'text' }, {})
  expect(ofVisitor.status).toBe(200)
  expect(faultsIn(schema, await ofVisitor.json())).toEqual([])
  expect((await search({ query: 'text' }, { authorization: 'Bearer gh_unknown' })).status).toBe(401)
  const refused = await search({ want: { $ref: '#/$defs/none' } })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    error: { code: 'INVALID_INPUT', details: [{ path: '/want/$ref' }] },
  })
})

test('a run with every field satisfies its schema', () => {
  // The type requires every new field to be added here, so that the schema is checked for it.
  const everything: Required<Omit<RestRunSource, 'error' | 'toolResult'>> = {
    id: 'run_1',
    state: 'succeeded',
    skillName: 'a.b.c',
    versionNumber: '1.0.0',
    contractHash: 'h',
    permissionsHash: 'p',
    coercions: [],
    output: { summary: 'Done.' },
    durationMs: 3,
    charged: '0.05',
    refundedAtMs: 0,
    dryRun: true,
    notices: ['It is deprecated.'],
    logs: [{ level: 'info', text: 'Hello.' }],
    outputBlobs: ['blob:0192'],
    effects: { created: ['a.md'], modified: ['b.md'], deleted: ['c.md'], renamed: [{ from: 'd', to: 'e' }] },
  }

  expect(faultsOf('Run', restRun(everything))).toEqual([])
})

const ERROR = { code: 'SKILL_ERROR' as const, message: 'It broke.', recoverable: false }
const RESULT: Required<PublicToolResult> = {
  callId: 'run_1',
  runId: 'plan_1',
  stepId: 'read',
  tool: 'vault.readFile',
  attempt: 1,
  status: 'ok',
  ok: true,
  data: {},
  error: { code: 'INTERNAL_ERROR', message: 'It broke.', details: [], retryable: false },
  startedAt: 0,
  endedAt: 1,
  durationMs: 1,
  dryRun: true,
  effects: { created: ['a.md'] },
  userMessage: 'Read it.',
}
const OF_A_PLAN_RUN = {
  id: 'plan_1',
  state: 'failed' as const,
  savedPlanId: '0192',
  dryRun: true,
  isUndone: true,
  userName: 'Ada',
  error: ERROR,
  createdAtMs: 0,
  endedAtMs: 1,
}

test('a plan run with every field, its line in a list and a check satisfy their schemas', () => {
  const step: Required<PlanStepView> = {
    stepId: 'read',
    tool: 'vault.readFile',
    preview: 'Read a.md',
    status: 'ok',
    units: [{ unit: 'read', status: 'ok', results: [RESULT] }],
    results: [RESULT],
    runIds: ['run_1'],
    isCarriedOver: true,
  }
  const everything: Required<PlanRunView> = {
    ...OF_A_PLAN_RUN,
    plan: { version: 1, goal: 'Read', riskLevel: 'read-only', steps: [] } as unknown as PlanRunView['plan'],
    verdicts: [{ stepId: 'read', verdict: 'denied', reason: 'Never.' }],
    confirmedBy: 'Ada',
    confirmedAtMs: 1,
    resumedFromId: 'plan_0',
    editedArgs: {},
    approvals: [
      {
        stepId: 'a',
        state: 'refused',
        by: 'members',
        message: 'Is it right?',
        decidedBy: 'Ada',
        note: 'No.',
        requestedAtMs: 1,
        expiresAtMs: 2,
        decidedAtMs: 1,
        canDecide: false,
      },
    ],
    resumedById: 'plan_2',
    steps: [step],
    outputs: {},
    failedStepId: 'read',
    charged: '0.05',
    canConfirm: true,
    canCancel: true,
    canResume: true,
    canUndo: true,
    canRunForReal: true,
    plannedTexts: { run_1: 'Hello.' },
    revision: 1,
    startedAtMs: 0,
  }
  const line: Required<PlanRunLine> = {
    ...OF_A_PLAN_RUN,
    title: 'Reading',
    goal: 'Read',
    stepCount: 1,
    doneCount: 1,
  }

  expect(faultsOf('PlanRun', toRestPlanRun(everything))).toEqual([])
  expect(faultsOf('PlanRunLine', toRestPlanRunLine(line))).toEqual([])
  const times = { created_at: '1970-01-01T00:00:00.000Z', ended_at: '1970-01-01T00:00:00.001Z' }
  expect([toRestPlanRun(everything), toRestPlanRunLine(line)]).toMatchObject([times, times])
  expect(faultsOf('PlanCheck', toRestPlanCheck(checkPlan({ goal: 7 }, new Map())))).toEqual([])
})
