/** What the OpenAPI document says of every skill alike: requests, runs, refusals, blobs. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { ERRORS } from '../errors.ts'
import { ref } from './openapi-ref.ts'
import { RUN_SCHEMAS } from './openapi-runs.ts'

export function jsonBody(description: string, schema: JsonSchema): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}

const TEXT = { type: 'string' }
const BYTES = { description: 'The bytes.', content: { '*/*': {} } }

/** Of the last 30 days; null while there is nothing to measure. */
const PERCENTILES: JsonSchema = {
  type: 'object',
  properties: { p50: { type: ['number', 'null'] }, p95: { type: ['number', 'null'] } },
  required: ['p50', 'p95'],
}

/** A parameter or header of the whole door. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key with the same input gets the first run, or plan run, for 24 hours, charged once.',
  schema: { type: 'string', maxLength: 255 },
}

const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: `One of the table: ${Object.keys(ERRORS).join(', ')}.` },
    message: TEXT,
    recoverable: {
      type: 'boolean',
      description: 'Whether the same caller can succeed by changing or repeating the call.',
    },
    suggested_action: TEXT,
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'JSON Pointer into what was sent.' },
          message: TEXT,
          keyword: TEXT,
          params: { type: 'object' },
        },
        required: ['path', 'message'],
      },
    },
    type: { type: 'string', description: 'The class of what the skill’s own code threw: "RangeError".' },
    href: { type: 'string', description: 'Where a person mends it.' },
    retry_after: { type: 'integer', description: 'Seconds.' },
    reference: { type: 'string', description: 'Of INTERNAL_ERROR: what to quote.' },
  },
  required: ['code', 'message', 'recoverable'],
}

export const SHARED_SCHEMAS: JsonObject = {
  ...RUN_SCHEMAS,
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
  Error: PROBLEM,
  Refusal: { type: 'object', properties: { error: ref('schemas/Error') }, required: ['error'] },
  Blob: {
    type: 'object',
    properties: {
      blob_id: { type: 'string', pattern: '^blob:' },
      kind: { type: 'string', description: 'Its MIME type.' },
      name: TEXT,
      size_bytes: { type: 'integer' },
      sha256: TEXT,
      created_at: { type: 'string', format: 'date-time' },
      expires_at: { type: 'string', format: 'date-time' },
    },
    required: ['blob_id', 'kind', 'size_bytes', 'sha256', 'created_at', 'expires_at'],
  },
}

export const SHARED_RESPONSES: JsonObject = {
  Refused: jsonBody(
    'Refused before anything ran ({error}), or run and failed ({status:"failed", errors, run_id}). The status is that of the code.',
    { oneOf: [ref('schemas/Refusal'), ref('schemas/ErrorResponse')] },
  ),
}

const refused = { default: ref('responses/Refused') }
const RUN_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^run_' } }
const SKILL_NAME = { name: 'name', in: 'path', required: true, schema: TEXT }
const BLOB_ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^blob:' } }
const query = (name: string, description: string, schema: JsonSchema = TEXT) => ({
  name,
  in: 'query',
  description,
  schema,
})

/** What one run of a skill will cost and be like. */
const GET_QUOTE: JsonObject = {
  operationId: 'quote_run',
  tags: ['skills'],
  summary: 'What a run will cost, how long it will take and what it changes',
  description: 'With a key for its organisation; without one, what everybody pays.',
  parameters: [query('version', 'A number or a range; else what is installed, else the latest.')],
  responses: { 200: jsonBody('The quote.', ref('schemas/Quote')), ...refused },
}

const GET_BLOB: JsonObject = {
  operationId: 'get_blob',
  tags: ['blobs'],
  summary: 'A blob’s bytes, or a range of them',
  parameters: [
    { name: 'Range', in: 'header', description: 'bytes=0-99', schema: TEXT },
    query('download', 'Ask for a file to keep.'),
  ],
  responses: { 200: BYTES, 206: BYTES, 416: { description: 'There are no such bytes.' }, ...refused },
}

export const SHARED_PATHS: JsonObject = {
  '/api/skills/{name}/quote': { parameters: [SKILL_NAME], get: GET_QUOTE },
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
        ...refused,
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
        ...refused,
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
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The id of the last event that came: what came before is not sent again.',
          schema: TEXT,
        },
      ],
      responses: {
        200: {
          description:
            'One event for each change; its data is a Run, with its progress while it goes on, or an ErrorResponse.',
          content: { 'text/event-stream': { schema: TEXT } },
        },
        ...refused,
      },
    },
  },
  '/api/blobs': {
    put: {
      operationId: 'create_blob',
      tags: ['blobs'],
      summary: 'Keep the body as a blob',
      description: 'Streamed, however long.',
      parameters: [query('kind', 'The MIME type; else the Content-Type.'), query('name', 'The file’s name.')],
      requestBody: { required: true, content: { '*/*': {} } },
      responses: { 201: jsonBody('It is kept.', ref('schemas/Blob')), ...refused },
    },
    get: {
      operationId: 'list_blobs',
      tags: ['blobs'],
      summary: 'What the organisation has, newest first',
      parameters: [query('cursor', 'next_cursor of the page before.')],
      responses: {
        200: jsonBody('A page.', {
          type: 'object',
          properties: {
            blobs: { type: 'array', items: ref('schemas/Blob') },
            next_cursor: { type: ['string', 'null'] },
          },
          required: ['blobs', 'next_cursor'],
        }),
        ...refused,
      },
    },
  },
  '/api/blobs/{id}': {
    parameters: [BLOB_ID],
    get: GET_BLOB,
    delete: {
      operationId: 'delete_blob',
      tags: ['blobs'],
      summary: 'Delete a blob',
      responses: { 204: { description: 'It is gone.' }, ...refused },
    },
  },
}
