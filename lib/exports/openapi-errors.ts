/** What the OpenAPI document says of refusals and errors. Floor 4, pure. */
import type { JsonObject, JsonSchema } from '../contract/json/json.ts'
import { ERRORS } from '../errors.ts'
import { jsonBody, ref, TEXT } from './openapi-parts.ts'

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

export const ERROR_SCHEMAS: JsonObject = {
  Error: PROBLEM,
  Refusal: { type: 'object', properties: { error: ref('schemas/Error') }, required: ['error'] },
}

export const ERROR_RESPONSES: JsonObject = {
  Refused: jsonBody(
    'Refused before anything ran ({error}), or run and failed ({status:"failed", errors, run_id}). The status is that of the code.',
    { oneOf: [ref('schemas/Refusal'), ref('schemas/ErrorResponse')] },
  ),
}
