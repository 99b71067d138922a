import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { RUN_OPTION_SCHEMAS } from '../../runs/start/run-options.ts'
import { ERROR_RESPONSES_REF, header, jsonBody, ref, TEXT_SCHEMA } from './operation-parts.ts'

/** Covers the last 30 days; null without data. */
const PERCENTILES: JsonSchema = {
  type: 'object',
  properties: { p50: { type: ['number', 'null'] }, p95: { type: ['number', 'null'] } },
  required: ['p50', 'p95'],
}

export const CALL_SCHEMAS: JsonObject = {
  RunRequest: {
    type: 'object',
    properties: {
      args: { description: 'The input, as defined by the skill’s contract.' },
      ...RUN_OPTION_SCHEMAS,
    },
  },
  Quote: {
    type: 'object',
    properties: {
      skill: TEXT_SCHEMA,
      version: TEXT_SCHEMA,
      price: {
        type: 'string',
        description: 'The maximum cost of a run, including the skills that it may call; "0" if free.',
      },
      price_of_calls: { type: 'string', description: 'The part of “price” for the skills that it may call.' },
      currency: { const: 'USDC' },
      terms: { enum: ['paid', 'free', 'own', 'draft', 'dry_run'] },
      dry_run_price: {
        type: ['string', 'null'],
        description:
          'The maximum cost of a dry run, including the skills that it may call; "0" if free, null if the skill refuses dry runs.',
      },
      balance: { type: 'string', description: 'The balance of the wallet that would pay.' },
      duration_ms: PERCENTILES,
      output_bytes: PERCENTILES,
      risk_level: TEXT_SCHEMA,
      side_effects: { type: 'array', items: TEXT_SCHEMA },
    },
    required: [
      'skill',
      'version',
      'price',
      'price_of_calls',
      'currency',
      'terms',
      'dry_run_price',
      'duration_ms',
      'output_bytes',
    ],
  },
}

const RUN_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^run_' } }

export const CALL_PATHS: JsonObject = {
  '/api/runs/{id}': {
    parameters: [RUN_ID],
    get: {
      operationId: 'get_run',
      tags: ['runs'],
      summary: 'Get a run',
      responses: {
        200: jsonBody('The run, or the error it failed with.', {
          oneOf: [ref('schemas/Run'), ref('schemas/ErrorResponse')],
        }),
        ...ERROR_RESPONSES_REF,
      },
    },
  },
  '/api/runs/{id}/cancel': {
    parameters: [RUN_ID],
    post: {
      operationId: 'cancel_run',
      tags: ['runs'],
      summary: 'Cancel a run; has no effect if it has ended',
      responses: {
        200: jsonBody('The current state of the run. It may take a moment to end.', {
          oneOf: [ref('schemas/Run'), ref('schemas/ErrorResponse')],
        }),
        ...ERROR_RESPONSES_REF,
      },
    },
  },
  '/api/runs/{id}/events': {
    parameters: [RUN_ID],
    get: {
      operationId: 'follow_run',
      tags: ['runs'],
      summary: 'Follow a run with server-sent events',
      parameters: [
        header('Last-Event-ID', 'The id of the last event you received. Earlier events are not sent again.'),
      ],
      responses: {
        200: {
          description:
            'One event for each change. Its data is a Run, with its progress while it is running, or an ErrorResponse.',
          content: { 'text/event-stream': { schema: TEXT_SCHEMA } },
        },
        204: { description: 'No events after Last-Event-ID: the run has ended.' },
        ...ERROR_RESPONSES_REF,
      },
    },
  },
}
