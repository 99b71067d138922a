import { AutomationBody } from '../../automations/automation-fields.ts'
import { AUTOMATION_RUN_STATES } from '../../automations/model/automation-trigger.ts'
import { AutomationPatch } from '../../automations/rest-automation.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { bodySchemaOf } from '../../runs/start/run-options.ts'
import { ERROR_RESPONSES_REF, header, jsonBody, query, ref, sent, TEXT_SCHEMA } from './operation-parts.ts'

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
const INSTANT = { type: 'string', format: 'date-time' }

const RUN: JsonSchema = {
  type: 'object',
  properties: {
    id: TEXT_SCHEMA,
    state: { enum: [...AUTOMATION_RUN_STATES] },
    due_at: INSTANT,
    ended_at: INSTANT,
    run_id: TEXT_SCHEMA,
    plan_run_id: TEXT_SCHEMA,
    needs_confirmation: { type: 'boolean', description: 'Its plan run waits until a person confirms it.' },
    paths: { type: 'array', items: TEXT_SCHEMA, description: 'The changed files that started it.' },
    error: ref('schemas/ApiError'),
  },
  required: ['id', 'state', 'due_at'],
}

export const AUTOMATION_SCHEMAS: JsonObject = {
  AutomationRun: RUN,
  Automation: {
    type: 'object',
    properties: {
      automation_id: TEXT_SCHEMA,
      title: TEXT_SCHEMA,
      skill: TEXT_SCHEMA,
      version: TEXT_SCHEMA,
      input: {},
      plan: TEXT_SCHEMA,
      confirmed: { type: 'boolean' },
      trigger: { type: 'object' },
      time_zone: TEXT_SCHEMA,
      max_price: TEXT_SCHEMA,
      next_runs: { type: 'array', items: INSTANT, description: 'The next times, at most five.' },
      paused: { type: 'boolean' },
      pause_reason: { ...TEXT_SCHEMA, description: 'Why it paused itself.' },
      runs_as: TEXT_SCHEMA,
      latest_run: ref('schemas/AutomationRun'),
      runs: { type: 'array', items: ref('schemas/AutomationRun') },
      next_cursor: { type: ['string', 'null'] },
      secret: { ...TEXT_SCHEMA, description: 'Signs the messages of a webhook. Returned only once.' },
    },
    required: [
      'automation_id',
      'title',
      'trigger',
      'time_zone',
      'max_price',
      'next_runs',
      'paused',
      'runs_as',
    ],
  },
}

const LIST: JsonSchema = {
  type: 'object',
  properties: { automations: { type: 'array', items: ref('schemas/Automation') } },
  required: ['automations'],
}
const STARTED: JsonSchema = {
  type: 'object',
  properties: { id: { ...TEXT_SCHEMA, description: 'The id of the occurrence.' } },
  required: ['id'],
}
const SIGNATURE = [
  header('webhook-id', 'The id of the message. A repeated one starts nothing.'),
  header('webhook-timestamp', 'Seconds since 1970. Messages older than five minutes are refused.'),
  header('webhook-signature', 'As Standard Webhooks 1.0 defines it.'),
]

const automation = (description: string) => jsonBody(description, ref('schemas/Automation'))
const operation = (operationId: string, summary: string, responses: JsonObject, more: JsonObject = {}) => ({
  operationId,
  tags: ['automations'],
  summary,
  ...more,
  responses: { ...responses, ...ERROR_RESPONSES_REF },
})

// biome-ignore format: table
export const AUTOMATION_PATHS: JsonObject = {
  '/api/automations': {
    post: operation('create_automation', 'Run a skill or a plan on a schedule, by a webhook or when files change', { 201: automation('The automation, with the secret of a webhook.') }, sent(bodySchemaOf(AutomationBody))),
    get: operation('list_automations', 'List automations, newest first', { 200: jsonBody('All automations of the organisation.', LIST) }),
  },
  '/api/automations/{id}': {
    parameters: [ID],
    get: operation('get_automation', 'Get an automation with its runs, latest first', { 200: automation('The automation.') }, { parameters: [query('after', 'The next_cursor of the previous page.')] }),
    patch: operation('change_automation', 'Change, pause or resume an automation', { 200: automation('The automation.') }, sent(bodySchemaOf(AutomationPatch))),
    delete: operation('delete_automation', 'Delete an automation', { 204: { description: 'Deleted.' } }),
  },
  '/api/automations/{id}/run': { parameters: [ID], post: operation('run_automation', 'Run an automation now', { 202: jsonBody('It starts within a second.', STARTED) }) },
  '/api/automations/{id}/events': {
    parameters: [ID],
    post: operation('send_automation_event', 'Start an automation with a signed message', { 202: jsonBody('The message was accepted.', STARTED), 200: jsonBody('The message was received before.', STARTED) }, { ...sent({}), parameters: SIGNATURE, security: [] }),
  },
}
