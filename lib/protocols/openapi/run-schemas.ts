/** `rest-answers.db.test.ts` validates responses. */

import { ERRORS } from '../../kernel/errors.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { LIMIT_SCHEMA } from './error-schemas.ts'
import { ref, TEXT_SCHEMA } from './operation-parts.ts'

const PATHS: JsonSchema = { type: 'array', items: TEXT_SCHEMA }
const EPOCH_MS: JsonSchema = { type: 'number', description: 'Epoch milliseconds.' }

const RUN: JsonSchema = {
  type: 'object',
  properties: {
    run_id: { type: 'string', pattern: '^run_' },
    status: { enum: ['completed', 'running'] },
    skill: TEXT_SCHEMA,
    version: TEXT_SCHEMA,
    contract_hash: TEXT_SCHEMA,
    permissions_hash: {
      type: 'string',
      description: 'The hash of the version’s permissions, prompt and price.',
    },
    coercions: {
      type: 'array',
      items: { type: 'object' },
      description: 'The conversions made in the input.',
    },
    summary: TEXT_SCHEMA,
    output: { description: 'The skill’s output, which satisfies its contract.' },
    output_blobs: {
      type: 'array',
      items: { type: 'string', pattern: '^blob:' },
      description: 'The blobs that the run wrote.',
    },
    logs_preview: { type: 'string', description: 'The last lines of the log.' },
    notices: {
      type: 'array',
      items: TEXT_SCHEMA,
      description: 'Notices about the version: it is deprecated, or a newer one needs consent.',
    },
    charged: {
      type: 'string',
      description:
        'The cost in USDC, including called skills; "0" if nothing was charged. Absent if everything is free.',
    },
    refunded_at: { type: 'string', format: 'date-time', description: 'When the whole amount was refunded.' },
    dry_run: { const: true, description: 'Present for a dry run: the skill was asked to make no changes.' },
    effects: ref('schemas/Effects'),
    duration_ms: { type: 'number' },
    progress: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'In events only, while the run is in progress.',
    },
    progress_note: { type: 'string', description: 'In events only.' },
    tool_result: ref('schemas/ToolResult'),
  },
  required: ['run_id', 'status', 'skill', 'version', 'contract_hash', 'coercions'],
}

const EFFECTS: JsonSchema = {
  type: 'object',
  description:
    'For built-in tools: the vault paths that were created, modified, deleted or renamed, or would have been in a dry run.',
  properties: {
    created: PATHS,
    modified: PATHS,
    deleted: PATHS,
    renamed: {
      type: 'array',
      items: { type: 'object', properties: { from: TEXT_SCHEMA, to: TEXT_SCHEMA }, required: ['from', 'to'] },
    },
  },
}

const TOOL_RESULT: JsonSchema = {
  type: 'object',
  description: 'For built-in tools and plan steps, once the run has ended.',
  properties: {
    callId: TEXT_SCHEMA,
    runId: TEXT_SCHEMA,
    stepId: TEXT_SCHEMA,
    tool: TEXT_SCHEMA,
    attempt: { type: 'integer', minimum: 1 },
    status: { enum: ['ok', 'error', 'timeout', 'cancelled', 'skipped'] },
    ok: { type: 'boolean' },
    data: {},
    error: {
      type: 'object',
      properties: {
        code: { enum: [...new Set(Object.values(ERRORS).map(({ tool }) => tool))] },
        message: TEXT_SCHEMA,
        details: {},
        retryable: { type: 'boolean' },
        retry_after: { type: 'integer', description: 'Seconds to wait before another attempt.' },
        limit: LIMIT_SCHEMA,
      },
      required: ['code', 'message', 'retryable'],
    },
    startedAt: EPOCH_MS,
    endedAt: EPOCH_MS,
    durationMs: { type: 'number' },
    dryRun: { const: true },
    effects: ref('schemas/Effects'),
    userMessage: TEXT_SCHEMA,
  },
  required: ['callId', 'runId', 'tool', 'attempt', 'status', 'ok', 'startedAt', 'endedAt', 'durationMs'],
}

export const RUN_SCHEMAS: JsonObject = {
  Run: RUN,
  Effects: EFFECTS,
  ToolResult: TOOL_RESULT,
  ErrorResponse: {
    type: 'object',
    properties: {
      status: { const: 'failed' },
      errors: { type: 'array', minItems: 1, items: ref('schemas/ApiError') },
      run_id: TEXT_SCHEMA,
      tool_result: ref('schemas/ToolResult'),
    },
    required: ['status', 'errors', 'run_id'],
  },
}
