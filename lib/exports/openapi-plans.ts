/** What the OpenAPI document says of plans that are started. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { PLAN_SCHEMA } from '../contract/plan/plan-schema.ts'
import { IDEMPOTENCY_KEY, jsonBody, REFUSED, ref, TEXT } from './openapi-parts.ts'

const PLAN_RUN_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^plan_' } }
const { $schema: _, ...PLAN } = PLAN_SCHEMA

const WISH: JsonSchema = {
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

export const PLAN_SCHEMAS: JsonObject = {
  Plan: PLAN,
  PlanRun: {
    type: 'object',
    properties: {
      plan_run_id: TEXT,
      state: { enum: ['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] },
      dry_run: { type: 'boolean' },
      steps: { type: 'array', items: { type: 'object' } },
      outputs: { type: 'object' },
      error: { type: 'object' },
      charged: TEXT,
    },
    required: ['plan_run_id', 'state', 'dry_run', 'steps'],
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
const body = (schema: JsonSchema) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
const ofOne = (method: string, made: JsonObject): JsonObject => ({
  parameters: [PLAN_RUN_ID],
  [method]: made,
})

// biome-ignore format: a table reads in rows
export const PLAN_PATHS: JsonObject = {
  '/api/plan-runs': {
    post: operation('start_plan', 'Start a plan: it goes on by itself, or waits for a person', { 202: theRun('It is on record.') }, { ...body(WISH), parameters: [IDEMPOTENCY_KEY] }),
    get: operation('list_plan_runs', 'Plan runs of the organisation, newest first', { 200: jsonBody('A page of them.', { type: 'object' }) }),
  },
  '/api/plan-runs/{id}': ofOne('get', operation('get_plan_run', 'A plan run as it is now', { 200: theRun('With a ToolResult for each attempt of each step.') })),
  '/api/plan-runs/{id}/results': ofOne('get', operation('list_plan_results', 'A ToolResult for each attempt of each step', { 200: jsonBody('In the order in which they ended.', { type: 'object' }) })),
  '/api/plan-runs/{id}/events': ofOne('get', operation('follow_plan_run', 'A plan run as server-sent events, until its end', {
    200: { description: 'run.started, step.started, step.progress, step.finished, run.finished; a message without a name is the whole PlanRun.', content: { 'text/event-stream': { schema: TEXT } } },
  })),
  '/api/plan-runs/{id}/cancel': ofOne('post', operation('cancel_plan_run', 'Ends a plan run and the runs of its steps', { 200: theRun('As it stands: it may take a moment to end.') })),
  '/api/plan-runs/{id}/resume': ofOne('post', operation('resume_plan_run', 'Goes on with one that failed or was cancelled, as a new one', { 202: theRun('What was done well stays done.') }, body(RESUMED))),
}
