import { z } from 'zod'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { NextCursor } from '../../kernel/validation/response-schemas.ts'
import { RestPlanCheck } from '../../plans/rest/rest-plan-check.ts'
import { PlanRunBody, RestPlanRun, RestPlanRunLine, ResumeBody } from '../../plans/rest/rest-plan-run.ts'
import { RestToolResult } from '../../runs/model/rest-run.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { Endpoint } from './endpoint.ts'
import {
  AFTER,
  EVENT_STREAM,
  header,
  IDEMPOTENCY_KEY,
  pathParameter,
  query,
  ref,
  sentJson,
} from './operation-parts.ts'

const PLAN_RUN_ID = pathParameter('id', { type: 'string', pattern: '^plan_' })

const { properties: START_FIELDS, ...START_RULES } = toBodySchema(PlanRunBody)
const START: JsonSchema = {
  ...START_RULES,
  properties: { ...(START_FIELDS as JsonObject), plan: ref('schemas/Plan') },
}

const TO_CHECK: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  // The check itself reports an invalid plan.
  properties: { plan: { description: 'The plan to check.' } },
  required: ['plan'],
}

export const CHECK_PLAN = {
  method: 'post',
  path: '/api/plans/check',
  operationId: 'check_plan',
  tag: 'plans',
  summary: 'Check a plan without running it',
  requestBody: sentJson(TO_CHECK),
  responses: {
    200: {
      description: 'The result of the check, whether or not the plan can run.',
      schema: RestPlanCheck,
    },
  },
} as const satisfies Endpoint

export const START_PLAN = {
  method: 'post',
  path: '/api/plan-runs',
  operationId: 'start_plan',
  tag: 'plans',
  summary: 'Start a plan, which runs in the background or waits for confirmation',
  parameters: [IDEMPOTENCY_KEY],
  requestBody: sentJson(START),
  responses: { 202: { description: 'The plan run was created.', schema: RestPlanRun } },
} as const satisfies Endpoint

export const LIST_PLAN_RUNS = {
  method: 'get',
  path: '/api/plan-runs',
  operationId: 'list_plan_runs',
  tag: 'plans',
  summary: 'List plan runs, newest first',
  parameters: [query('saved_plan', 'Only runs of a saved plan, by its name or id.'), AFTER],
  responses: {
    200: {
      description: 'A page of plan runs.',
      schema: z.object({ plan_runs: z.array(RestPlanRunLine), next_cursor: NextCursor }),
    },
  },
} as const satisfies Endpoint

export const GET_PLAN_RUN = {
  method: 'get',
  path: '/api/plan-runs/{id}',
  operationId: 'get_plan_run',
  tag: 'plans',
  summary: 'Get a plan run',
  parameters: [PLAN_RUN_ID],
  responses: {
    200: { description: 'With a ToolResult for each attempt of each step.', schema: RestPlanRun },
  },
} as const satisfies Endpoint

export const LIST_PLAN_RESULTS = {
  method: 'get',
  path: '/api/plan-runs/{id}/results',
  operationId: 'list_plan_results',
  tag: 'plans',
  summary: 'List the results of a plan run',
  parameters: [PLAN_RUN_ID],
  responses: {
    200: {
      description: 'In the order in which they finished.',
      schema: z.object({ results: z.array(RestToolResult) }),
    },
  },
} as const satisfies Endpoint

export const FOLLOW_PLAN_RUN = {
  method: 'get',
  path: '/api/plan-runs/{id}/events',
  operationId: 'follow_plan_run',
  tag: 'plans',
  summary: 'Follow a plan run with server-sent events',
  parameters: [
    PLAN_RUN_ID,
    header(
      'Last-Event-ID',
      'The id of the last event you received. The stream continues after it; 204 if the run has ended.',
    ),
    query('after', 'Same as Last-Event-ID, for clients that cannot send headers.'),
  ],
  responses: {
    200: {
      description:
        'run.started, step.started, step.progress, step.finished, run.finished; unnamed messages that follow contain the current PlanRun without “results”, because each result was sent with step.finished.',
      content: EVENT_STREAM,
    },
    204: { description: 'No events after Last-Event-ID: the run has ended.' },
  },
} as const satisfies Endpoint

export const CANCEL_PLAN_RUN = {
  method: 'post',
  path: '/api/plan-runs/{id}/cancel',
  operationId: 'cancel_plan_run',
  tag: 'plans',
  summary: 'Cancel a plan run and the runs of its steps',
  parameters: [PLAN_RUN_ID],
  responses: {
    200: { description: 'The current state. It may take a moment to end.', schema: RestPlanRun },
  },
} as const satisfies Endpoint

export const RESUME_PLAN_RUN = {
  method: 'post',
  path: '/api/plan-runs/{id}/resume',
  operationId: 'resume_plan_run',
  tag: 'plans',
  summary: 'Resume a failed or cancelled plan run as a new one',
  parameters: [PLAN_RUN_ID],
  requestBody: sentJson(toBodySchema(ResumeBody)),
  responses: { 202: { description: 'Finished steps are not run again.', schema: RestPlanRun } },
} as const satisfies Endpoint
