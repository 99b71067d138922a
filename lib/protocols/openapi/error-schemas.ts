import { ERRORS } from '../../kernel/errors.ts'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { LIMITED } from '../../kernel/limit-reached.ts'
import { jsonBody, ref, TEXT_SCHEMA } from './operation-parts.ts'

export const LIMIT_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'For LIMIT_REACHED: what is used up. Waiting does not help; suggested_action says what does.',
  properties: {
    what: { type: 'string', description: `One of: ${Object.keys(LIMITED).join(', ')}.` },
    max: { type: 'number' },
    used: { type: 'number', description: 'What is used now, before the refused call.' },
    unit: { enum: ['items', 'bytes'] },
  },
  required: ['what', 'max', 'unit'],
}

const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: `One of: ${Object.keys(ERRORS).join(', ')}.` },
    message: TEXT_SCHEMA,
    recoverable: {
      type: 'boolean',
      description: 'Whether the same caller can succeed by changing or repeating the call.',
    },
    suggested_action: TEXT_SCHEMA,
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'JSON Pointer into the request.' },
          message: TEXT_SCHEMA,
          keyword: TEXT_SCHEMA,
          params: { type: 'object' },
        },
        required: ['path', 'message'],
      },
    },
    type: {
      type: 'string',
      description: 'The class of the exception that the skill’s code threw, such as "RangeError".',
    },
    href: { type: 'string', description: 'A page where a user can fix the problem.' },
    retry_after: { type: 'integer', description: 'Seconds.' },
    limit: LIMIT_SCHEMA,
    reference: { type: 'string', description: 'For INTERNAL_ERROR: the reference to include in a report.' },
  },
  required: ['code', 'message', 'recoverable'],
}

export const ERROR_SCHEMAS: JsonObject = {
  // Not “Error”: generated clients would shadow the global of that name.
  ApiError: PROBLEM,
  Refusal: { type: 'object', properties: { error: ref('schemas/ApiError') }, required: ['error'] },
}

export const ERROR_RESPONSES: JsonObject = {
  Refused: jsonBody(
    'The call was refused before anything ran ({error}), or the run failed ({status:"failed", errors, run_id}). The HTTP status depends on the code.',
    { oneOf: [ref('schemas/Refusal'), ref('schemas/ErrorResponse')] },
  ),
}
