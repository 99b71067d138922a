/** What the OpenAPI document says of plans that are started. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { PLAN_SCHEMA } from '../contract/plan/plan-schema.ts'
import { header, IDEMPOTENCY_KEY, jsonBody, query, REFUSED, ref, sent, TEXT } from './openapi-parts.ts'

const PLAN_RUN_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^plan_' } }
const { $schema: _, ...PLAN } = PLAN_SCHEMA

const START: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    plan: ref('schemas/Plan'),
    saved_plan: {
      type: 'string',
      description: 'Instead of a plan: the id or the address of one that is kept.',
    },
    dry_run: { type: 'boolean', description: 'Say what would happen, change nothing.' },
    max_price: {
      oneOf: [TEXT, { type: 'number' }],
      description: 'The most its steps may cost together, USDC.',
    },
    time_zone: TEXT,
    idempotency_key: {
      ...TEXT,
      maxLength: 255,
      description: 'As the header Idempotency-Key, which goes before it.',
    },
    confirmed: { type: 'boolean', description: 'Only people confirm: with a key this is refused.' },
  },
}

const RESUMED: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    edited_args: { type: 'object', description: 'New arguments, by the id of a step that is not done.' },
    max_price: { oneOf: [TEXT, { type: 'number' }] },
    confirmed: { type: 'boolean' },
  },
}

const INSTANT = { type: 'string', format: 'date-time' }
const STATE = { enum: ['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** What a line of a list says of a plan run, and the whole of it too. */
const OF_BOTH = {
  plan_run_id: { type: 'string', pattern: '^plan_' },
  state: { ...STATE, description: '“waiting” for a person to confirm it.' },
  saved_plan: { ...TEXT, description: 'The id of the plan that was kept, when it was one.' },
  dry_run: { type: 'boolean' },
  error: ref('schemas/Error'),
  created_at: INSTANT,
  ended_at: INSTANT,
}

const STEP: JsonSchema = {
  type: 'object',
  properties: {
    step_id: TEXT,
    tool: TEXT,
    status: TEXT,
    units: listOf({
      type: 'object',
      properties: { unit: TEXT, status: TEXT },
      required: ['unit', 'status'],
      description: 'The step itself, or each item of its foreach.',
    }),
    results: listOf(ref('schemas/ToolResult')),
    run_ids: listOf(TEXT),
    carried_over: { const: true, description: 'Done in the plan run that this one resumes.' },
  },
  required: ['step_id', 'tool', 'status', 'units', 'results', 'run_ids'],
}

const VERDICT: JsonSchema = {
  type: 'object',
  properties: { step_id: TEXT, verdict: { enum: ['auto', 'confirm', 'denied'] }, reason: TEXT },
  required: ['step_id', 'verdict'],
}

const CHECK_ISSUE: JsonSchema = {
  type: 'object',
  properties: {
    severity: TEXT,
    path: { ...TEXT, description: 'JSON Pointer into the plan.' },
    rule: TEXT,
    message: TEXT,
    step_id: TEXT,
    fix: {},
  },
  required: ['severity', 'path', 'rule', 'message'],
}

export const PLAN_SCHEMAS: JsonObject = {
  Plan: PLAN,
  PlanRun: {
    type: 'object',
    properties: {
      ...OF_BOTH,
      verdicts: { ...listOf(VERDICT), description: 'What the approval policy says of each step.' },
      confirmed_by: TEXT,
      resumed_from: TEXT,
      resumed_by: TEXT,
      steps: listOf(STEP),
      outputs: { type: 'object' },
      failed_step_id: TEXT,
      charged: { ...TEXT, description: 'What its runs cost so far, USDC.' },
      can_resume: { type: 'boolean' },
      can_undo: { type: 'boolean' },
    },
    required: [
      'plan_run_id',
      'state',
      'dry_run',
      'verdicts',
      'steps',
      'can_resume',
      'can_undo',
      'created_at',
    ],
  },
  PlanRunLine: {
    type: 'object',
    properties: {
      ...OF_BOTH,
      goal: TEXT,
      started_by: TEXT,
      steps: { type: 'integer' },
      steps_done: { type: 'integer' },
    },
    required: ['plan_run_id', 'state', 'goal', 'dry_run', 'started_by', 'steps', 'steps_done', 'created_at'],
  },
  PlanCheck: {
    type: 'object',
    properties: {
      ok: { type: 'boolean', description: 'Whether it can run.' },
      issues: listOf(CHECK_ISSUE),
      risk_level: TEXT,
      price: {
        type: 'object',
        properties: {
          least: TEXT,
          most: {
            type: ['string', 'null'],
            description: 'null where nobody knows how many items there will be.',
          },
          per_item: listOf({ type: 'object', properties: { step_id: TEXT, price: TEXT } }),
          currency: { const: 'USDC' },
        },
        required: ['least', 'most', 'per_item', 'currency'],
      },
      order: { ...listOf(listOf(TEXT)), description: 'Steps in one list go side by side.' },
      previews: {},
    },
    required: ['ok', 'issues', 'risk_level', 'price', 'order', 'previews'],
  },
}

const theRun = (words: string) => jsonBody(words, ref('schemas/PlanRun'))
const operation = (operationId: string, summary: string, responses: JsonObject, more: JsonObject = {}) => ({
  operationId,
  tags: ['plans'],
  summary,
  ...more,
  responses: { ...responses, ...REFUSED },
})
const ofOne = (method: string, made: JsonObject): JsonObject => ({
  parameters: [PLAN_RUN_ID],
  [method]: made,
})

const LISTED = [
  query('saved_plan', 'Only those of a plan that is kept: its address or its id.'),
  query('after', 'next_cursor of the page before.'),
]
const PAGE: JsonSchema = {
  type: 'object',
  properties: { plan_runs: listOf(ref('schemas/PlanRunLine')), next_cursor: { type: ['string', 'null'] } },
  required: ['plan_runs', 'next_cursor'],
}
const RESULTS: JsonSchema = {
  type: 'object',
  properties: { results: listOf(ref('schemas/ToolResult')) },
  required: ['results'],
}
const TO_CHECK: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  // What is none is told by the check itself.
  properties: { plan: { description: 'A Plan, or what is to be one.' } },
  required: ['plan'],
}

// biome-ignore format: a table reads in rows
export const PLAN_PATHS: JsonObject = {
  '/api/plans/check': { post: operation('check_plan', 'Everything that can be known of a plan before it runs; nothing runs', { 200: jsonBody('Also of a plan that cannot run.', ref('schemas/PlanCheck')) }, sent(TO_CHECK)) },
  '/api/plan-runs': {
    post: operation('start_plan', 'Start a plan: it goes on by itself, or waits for a person', { 202: theRun('It is on record.') }, { ...sent(START), parameters: [IDEMPOTENCY_KEY] }),
    get: operation('list_plan_runs', 'Plan runs of the organisation, newest first', { 200: jsonBody('A page of them.', PAGE) }, { parameters: LISTED }),
  },
  '/api/plan-runs/{id}': ofOne('get', operation('get_plan_run', 'A plan run as it is now', { 200: theRun('With a ToolResult for each attempt of each step.') })),
  '/api/plan-runs/{id}/results': ofOne('get', operation('list_plan_results', 'A ToolResult for each attempt of each step', { 200: jsonBody('In the order in which they ended.', RESULTS) })),
  '/api/plan-runs/{id}/events': ofOne('get', operation('follow_plan_run', 'A plan run as server-sent events, until its end', {
    200: { description: 'run.started, step.started, step.progress, step.finished, run.finished; after them a message without a name is the PlanRun as it stands then, without “results”: each came once, with a step.finished.', content: { 'text/event-stream': { schema: TEXT } } },
    204: { description: 'Last-Event-ID was the end.' },
  }, { parameters: [header('Last-Event-ID', 'The id of the last event that came: what ended since is told, and again what goes on; 204 when that was the end.'), query('after', 'The same, for those who cannot send a header.')] })),
  '/api/plan-runs/{id}/cancel': ofOne('post', operation('cancel_plan_run', 'Ends a plan run and the runs of its steps', { 200: theRun('As it stands: it may take a moment to end.') })),
  '/api/plan-runs/{id}/resume': ofOne('post', operation('resume_plan_run', 'Goes on with one that failed or was cancelled, as a new one', { 202: theRun('What was done well stays done.') }, sent(RESUMED))),
}
