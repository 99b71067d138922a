import { z } from 'zod'
import { AutomationBody } from '../../automations/automation-fields.ts'
import { RestAutomation } from '../../automations/automation-view.ts'
import { AutomationPatch } from '../../automations/rest-automation.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { Endpoint } from './endpoint.ts'
import { AFTER, header, pathParameter, query, sentJson } from './operation-parts.ts'

const AUTOMATION_ID = pathParameter('id', { type: 'string', format: 'uuid' })

const Started = z.object({ id: z.string().meta({ description: 'The id of the occurrence.' }) })

export const CREATE_AUTOMATION = {
  method: 'post',
  path: '/api/automations',
  operationId: 'create_automation',
  tag: 'automations',
  summary: 'Run a skill or a plan on a schedule, by a webhook or when files change',
  requestBody: sentJson(toBodySchema(AutomationBody)),
  responses: {
    201: { description: 'The automation, with the secret of a webhook.', schema: RestAutomation },
  },
} as const satisfies Endpoint

export const LIST_AUTOMATIONS = {
  method: 'get',
  path: '/api/automations',
  operationId: 'list_automations',
  tag: 'automations',
  summary: 'List automations, newest first',
  responses: {
    200: {
      description: 'All automations of the organisation.',
      schema: z.object({ automations: z.array(RestAutomation) }),
    },
  },
} as const satisfies Endpoint

export const GET_AUTOMATION = {
  method: 'get',
  path: '/api/automations/{id}',
  operationId: 'get_automation',
  tag: 'automations',
  summary: 'Get an automation with its runs, latest first',
  parameters: [AUTOMATION_ID, AFTER],
  responses: { 200: { description: 'The automation.', schema: RestAutomation } },
} as const satisfies Endpoint

export const CHANGE_AUTOMATION = {
  method: 'patch',
  path: '/api/automations/{id}',
  operationId: 'change_automation',
  tag: 'automations',
  summary: 'Change, pause or resume an automation',
  parameters: [AUTOMATION_ID],
  requestBody: sentJson(toBodySchema(AutomationPatch)),
  responses: { 200: { description: 'The automation.', schema: RestAutomation } },
} as const satisfies Endpoint

export const DELETE_AUTOMATION = {
  method: 'delete',
  path: '/api/automations/{id}',
  operationId: 'delete_automation',
  tag: 'automations',
  summary: 'Delete an automation',
  parameters: [AUTOMATION_ID],
  responses: { 204: { description: 'Deleted.' } },
} as const satisfies Endpoint

export const RUN_AUTOMATION = {
  method: 'post',
  path: '/api/automations/{id}/run',
  operationId: 'run_automation',
  tag: 'automations',
  summary: 'Run an automation now',
  parameters: [AUTOMATION_ID],
  responses: { 202: { description: 'It starts within a second.', schema: Started } },
} as const satisfies Endpoint

export const SEND_AUTOMATION_EVENT = {
  method: 'post',
  path: '/api/automations/{id}/events',
  operationId: 'send_automation_event',
  tag: 'automations',
  summary: 'Start an automation with a message that has a token or a signature',
  parameters: [
    AUTOMATION_ID,
    query('token', 'The token of the webhook, instead of a signature.'),
    header('x-webhook-token', 'The token of the webhook, if it is not in the address.'),
    header('webhook-id', 'The id of the message. A repeated one starts nothing.'),
    header('webhook-timestamp', 'Seconds since 1970. Messages older than five minutes are refused.'),
    header('webhook-signature', 'As Standard Webhooks 1.0 defines it.'),
  ],
  requestBody: sentJson({}),
  responses: {
    200: { description: 'The message was received before.', schema: Started },
    202: { description: 'The message was accepted.', schema: Started },
  },
  isUnkeyed: true,
} as const satisfies Endpoint
