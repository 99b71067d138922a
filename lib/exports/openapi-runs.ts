/**
 * Runs as the OpenAPI document tells of them: how they ended, failed, and what a tool did. Floor 4, pure.
 *
 * Every field that a door answers stands here; `rest-answers.db.test.ts` holds real answers to it.
 */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { ref, TEXT } from './openapi-parts.ts'

const PATHS: JsonSchema = { type: 'array', items: TEXT }
const EPOCH_MS: JsonSchema = { type: 'number', description: 'Epoch milliseconds.' }

const RUN: JsonSchema = {
  type: 'object',
  properties: {
    run_id: { type: 'string', pattern: '^run_' },
    status: { enum: ['completed', 'running'] },
    skill: TEXT,
    version: TEXT,
    contract_hash: TEXT,
    permissions_hash: {
      type: 'string',
      description: 'Of what the version may do: its permissions, prompt and price.',
    },
    coercions: { type: 'array', items: { type: 'object' }, description: 'What was mended in the input.' },
    summary: TEXT,
    output: { description: 'What the skill returned, held to its contract.' },
    output_blobs: {
      type: 'array',
      items: { type: 'string', pattern: '^blob:' },
      description: 'What it wrote.',
    },
    logs_preview: { type: 'string', description: 'The last lines that it logged.' },
    notices: {
      type: 'array',
      items: TEXT,
      description: 'What to know of the version: deprecated, or a newer one waits.',
    },
    charged: {
      type: 'string',
      description:
        'What it cost in USDC, with what it called; "0" when nothing was taken. Absent when all is free.',
    },
    refunded_at: { type: 'string', format: 'date-time', description: 'When all of that was given back.' },
    dry_run: { const: true, description: 'The run was a rehearsal: it was told to change nothing.' },
    effects: ref('schemas/Effects'),
    duration_ms: { type: 'number' },
    progress: { type: 'number', minimum: 0, maximum: 1, description: 'In events only, while it goes on.' },
    progress_note: { type: 'string', description: 'In events only.' },
    tool_result: ref('schemas/ToolResult'),
  },
  required: ['run_id', 'status', 'skill', 'version', 'contract_hash', 'coercions'],
}

const EFFECTS: JsonSchema = {
  type: 'object',
  description:
    'Of a built-in tool: the paths of the vault it created, modified, deleted, renamed; in a dry run those it would have.',
  properties: {
    created: PATHS,
    modified: PATHS,
    deleted: PATHS,
    renamed: {
      type: 'array',
      items: { type: 'object', properties: { from: TEXT, to: TEXT }, required: ['from', 'to'] },
    },
  },
}

const TOOL_RESULT: JsonSchema = {
  type: 'object',
  description:
    'Of a built-in tool and of a step of a plan, for whoever asks about the run once it has ended.',
  properties: {
    callId: TEXT,
    runId: TEXT,
    stepId: TEXT,
    tool: TEXT,
    attempt: { type: 'integer', minimum: 1 },
    status: { enum: ['ok', 'error', 'timeout', 'cancelled', 'skipped'] },
    ok: { type: 'boolean' },
    data: {},
    error: {
      type: 'object',
      properties: { code: TEXT, message: TEXT, details: {}, retryable: { type: 'boolean' } },
      required: ['code', 'message', 'retryable'],
    },
    startedAt: EPOCH_MS,
    endedAt: EPOCH_MS,
    durationMs: { type: 'number' },
    dryRun: { const: true },
    effects: ref('schemas/Effects'),
    userMessage: TEXT,
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
      errors: { type: 'array', minItems: 1, items: ref('schemas/Error') },
      run_id: TEXT,
      tool_result: ref('schemas/ToolResult'),
    },
    required: ['status', 'errors', 'run_id'],
  },
}
