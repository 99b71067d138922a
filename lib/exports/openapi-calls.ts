/**
 * What the OpenAPI document says of calling a skill. Floor 4, pure.
 *
 * What a call takes, what it will cost, and how its run is followed.
 */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { header, jsonBody, REFUSED, ref, TEXT } from './openapi-parts.ts'

/** Of the last 30 days; null while there is nothing to measure. */
const PERCENTILES: JsonSchema = {
  type: 'object',
  properties: { p50: { type: ['number', 'null'] }, p95: { type: ['number', 'null'] } },
  required: ['p50', 'p95'],
}

export const CALL_SCHEMAS: JsonObject = {
  RunRequest: {
    type: 'object',
    properties: {
      args: { description: 'The input, as the skill’s contract asks for it.' },
      version: {
        type: 'string',
        description: 'A number or a range; else what is installed, else the latest.',
      },
      time_zone: { type: 'string', description: 'An IANA time zone; UTC without one.' },
      contract_hash: {
        type: 'string',
        description: 'The contract the caller knows: another one is a CONFLICT that says what differs.',
      },
      max_price: {
        type: ['string', 'number'],
        description: 'The most the run may cost, in USDC: "0.05".',
      },
      dry_run: { type: 'boolean', description: 'Rehearse: the skill is told to change nothing. Free.' },
      timeout_ms: { type: 'integer', minimum: 1, maximum: 600_000 },
      input_blobs: { type: 'array', items: { type: 'string', pattern: '^blob:' }, maxItems: 32 },
      idempotency_key: { type: 'string', maxLength: 255 },
      async: { type: 'boolean', description: 'Answer at once, while the run goes on.' },
    },
  },
  Quote: {
    type: 'object',
    properties: {
      skill: TEXT,
      version: TEXT,
      price: {
        type: 'string',
        description: 'The most that one run can cost, with what it may call; "0" is free.',
      },
      price_of_calls: { type: 'string', description: 'Of that, what the skills cost that it may call.' },
      currency: { const: 'USDC' },
      terms: { enum: ['paid', 'free', 'own', 'draft', 'dry_run'] },
      balance: { type: 'string', description: 'What is in the wallet that would pay.' },
      duration_ms: PERCENTILES,
      output_bytes: PERCENTILES,
      risk_level: TEXT,
      side_effects: { type: 'array', items: TEXT },
    },
    required: [
      'skill',
      'version',
      'price',
      'price_of_calls',
      'currency',
      'terms',
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
      summary: 'A run as it is now',
      responses: {
        200: jsonBody('The run, or how it failed.', {
          oneOf: [ref('schemas/Run'), ref('schemas/ErrorResponse')],
        }),
        ...REFUSED,
      },
    },
  },
  '/api/runs/{id}/cancel': {
    parameters: [RUN_ID],
    post: {
      operationId: 'cancel_run',
      tags: ['runs'],
      summary: 'Ends a run before its time; one that has ended stays as it is',
      responses: {
        200: jsonBody('The run as it stands: it may take a moment to end.', {
          oneOf: [ref('schemas/Run'), ref('schemas/ErrorResponse')],
        }),
        ...REFUSED,
      },
    },
  },
  '/api/runs/{id}/events': {
    parameters: [RUN_ID],
    get: {
      operationId: 'follow_run',
      tags: ['runs'],
      summary: 'A run as server-sent events, until its end',
      parameters: [
        header('Last-Event-ID', 'The id of the last event that came: what came before is not sent again.'),
      ],
      responses: {
        200: {
          description:
            'One event for each change; its data is a Run, with its progress while it goes on, or an ErrorResponse.',
          content: { 'text/event-stream': { schema: TEXT } },
        },
        204: { description: 'Last-Event-ID was the end.' },
        ...REFUSED,
      },
    },
  },
}
