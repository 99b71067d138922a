import { mapSchema } from '../../json-schema/tree/schema-tree.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { PLAN_SCHEMA } from '../../plans/model/document/plan-schema.ts'
import { PlanRunBody, ResumeBody } from '../../plans/rest/rest-plan-run.ts'
import { bodySchemaOf } from '../../runs/start/run-options.ts'
import {
  ERROR_RESPONSES_REF,
  header,
  IDEMPOTENCY_KEY,
  jsonBody,
  query,
  ref,
  sent,
  TEXT_SCHEMA,
} from './operation-parts.ts'

const PLAN_RUN_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^plan_' } }
/** OpenAPI does not know `errorMessage`. */
const { $schema: _, ...PLAN } = mapSchema(PLAN_SCHEMA, ({ errorMessage: _, ...schema }) => schema)

const { properties: START_FIELDS, ...START_RULES } = bodySchemaOf(PlanRunBody)
const START: JsonSchema = {
  ...START_RULES,
  properties: { ...(START_FIELDS as JsonObject), plan: ref('schemas/Plan') },
}
const RESUMED = bodySchemaOf(ResumeBody)

const INSTANT = { type: 'string', format: 'date-time' }
const STATE = { enum: ['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled'] }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const OF_BOTH = {
  plan_run_id: { type: 'string', pattern: '^plan_' },
  state: { ...STATE, description: '“waiting” means that a user must confirm it.' },
  saved_plan: { ...TEXT_SCHEMA, description: 'The id of the saved plan, if one was started.' },
  dry_run: { type: 'boolean' },
  error: ref('schemas/ApiError'),
  created_at: INSTANT,
  ended_at: INSTANT,
}

const STEP: JsonSchema = {
  type: 'object',
  properties: {
    step_id: TEXT_SCHEMA,
    tool: TEXT_SCHEMA,
    status: TEXT_SCHEMA,
    units: listOf({
      type: 'object',
      properties: { unit: TEXT_SCHEMA, status: TEXT_SCHEMA },
      required: ['unit', 'status'],
      description: 'The step, or each item of its foreach.',
    }),
    results: listOf(ref('schemas/ToolResult')),
    run_ids: listOf(TEXT_SCHEMA),
    carried_over: { const: true, description: 'Finished in the plan run that this one resumed.' },
  },
  required: ['step_id', 'tool', 'status', 'units', 'results', 'run_ids'],
}

const VERDICT: JsonSchema = {
  type: 'object',
  properties: { step_id: TEXT_SCHEMA, verdict: { enum: ['auto', 'confirm', 'denied'] }, reason: TEXT_SCHEMA },
  required: ['step_id', 'verdict'],
}

const CHECK_ISSUE: JsonSchema = {
  type: 'object',
  properties: {
    severity: TEXT_SCHEMA,
    path: { ...TEXT_SCHEMA, description: 'JSON Pointer into the plan.' },
    rule: TEXT_SCHEMA,
    message: TEXT_SCHEMA,
    step_id: TEXT_SCHEMA,
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
      verdicts: { ...listOf(VERDICT), description: 'The verdict of the approval policy for each step.' },
      confirmed_by: TEXT_SCHEMA,
      resumed_from: TEXT_SCHEMA,
      resumed_by: TEXT_SCHEMA,
      steps: listOf(STEP),
      outputs: { type: 'object' },
      failed_step_id: TEXT_SCHEMA,
      charged: { ...TEXT_SCHEMA, description: 'The cost of its runs so far, in USDC.' },
      can_resume: { type: 'boolean' },
      can_undo: { type: 'boolean' },
      undone: { const: true, description: 'All changes that it made were undone.' },
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
      title: { ...TEXT_SCHEMA, description: 'The name of the saved plan.' },
      goal: TEXT_SCHEMA,
      undone: { const: true, description: 'All changes that it made were undone.' },
      started_by: TEXT_SCHEMA,
      steps: { type: 'integer' },
      steps_done: { type: 'integer' },
    },
    required: [
      'plan_run_id',
      'state',
      'goal',
      'dry_run',
      'started_by',
      'steps',
      'steps_done',
      'created_at',
    ],
  },
  PlanCheck: {
    type: 'object',
    properties: {
      ok: { type: 'boolean', description: 'Whether it can run.' },
      issues: listOf(CHECK_ISSUE),
      risk_level: TEXT_SCHEMA,
      price: {
        type: 'object',
        properties: {
          least: TEXT_SCHEMA,
          most: {
            type: ['string', 'null'],
            description: 'null if the number of items is not known.',
          },
          per_item: listOf({ type: 'object', properties: { step_id: TEXT_SCHEMA, price: TEXT_SCHEMA } }),
          currency: { const: 'USDC' },
        },
        required: ['least', 'most', 'per_item', 'currency'],
      },
      order: { ...listOf(listOf(TEXT_SCHEMA)), description: 'Steps in one list run in parallel.' },
      previews: {},
    },
    required: ['ok', 'issues', 'risk_level', 'price', 'order', 'previews'],
  },
}

const planRunBody = (description: string) => jsonBody(description, ref('schemas/PlanRun'))
const operation = (operationId: string, summary: string, responses: JsonObject, more: JsonObject = {}) => ({
  operationId,
  tags: ['plans'],
  summary,
  ...more,
  responses: { ...responses, ...ERROR_RESPONSES_REF },
})
const ofOne = (method: string, made: JsonObject): JsonObject => ({
  parameters: [PLAN_RUN_ID],
  [method]: made,
})

const LISTED = [
  query('saved_plan', 'Only runs of a saved plan, by its name or id.'),
  query('after', 'The next_cursor of the previous page.'),
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
  // The check itself reports an invalid plan.
  properties: { plan: { description: 'The plan to check.' } },
  required: ['plan'],
}

// biome-ignore format: table
export const PLAN_PATHS: JsonObject = {
  '/api/plans/check': { post: operation('check_plan', 'Check a plan without running it', { 200: jsonBody('The result of the check, whether or not the plan can run.', ref('schemas/PlanCheck')) }, sent(TO_CHECK)) },
  '/api/plan-runs': {
    post: operation('start_plan', 'Start a plan, which runs in the background or waits for confirmation', { 202: planRunBody('The plan run was created.') }, { ...sent(START), parameters: [IDEMPOTENCY_KEY] }),
    get: operation('list_plan_runs', 'List plan runs, newest first', { 200: jsonBody('A page of plan runs.', PAGE) }, { parameters: LISTED }),
  },
  '/api/plan-runs/{id}': ofOne('get', operation('get_plan_run', 'Get a plan run', { 200: planRunBody('With a ToolResult for each attempt of each step.') })),
  '/api/plan-runs/{id}/results': ofOne('get', operation('list_plan_results', 'List the results of a plan run', { 200: jsonBody('In the order in which they finished.', RESULTS) })),
  '/api/plan-runs/{id}/events': ofOne('get', operation('follow_plan_run', 'Follow a plan run with server-sent events', {
    200: { description: 'run.started, step.started, step.progress, step.finished, run.finished; unnamed messages that follow contain the current PlanRun without “results”, because each result was sent with step.finished.', content: { 'text/event-stream': { schema: TEXT_SCHEMA } } },
    204: { description: 'No events after Last-Event-ID: the run has ended.' },
  }, { parameters: [header('Last-Event-ID', 'The id of the last event you received. The stream continues after it; 204 if the run has ended.'), query('after', 'Same as Last-Event-ID, for clients that cannot send headers.')] })),
  '/api/plan-runs/{id}/cancel': ofOne('post', operation('cancel_plan_run', 'Cancel a plan run and the runs of its steps', { 200: planRunBody('The current state. It may take a moment to end.') })),
  '/api/plan-runs/{id}/resume': ofOne('post', operation('resume_plan_run', 'Resume a failed or cancelled plan run as a new one', { 202: planRunBody('Finished steps are not run again.') }, sent(RESUMED))),
}
