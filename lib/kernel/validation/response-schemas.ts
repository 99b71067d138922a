/**
 * Parts of the schemas of REST responses. A response is never parsed: its schema gives the function that builds it a
 * type, and the OpenAPI document a description.
 */
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../errors.ts'
import type { JsonSchema } from '../json/json.ts'
import { LIMITED, type LimitedThing } from '../limit-reached.ts'

export const InstantText = z.iso.datetime()

/** A value whose JSON Schema zod cannot derive from its type. */
export function schemaWithJson<Value>(schema: JsonSchema): z.ZodType<Value, Value> {
  return z.custom<Value>().meta(schema)
}

export const NextCursor = z.string().nullable()

/** The schema of a `ReachedLimit`. */
export const LimitSchema = z
  .object({
    what: schemaWithJson<LimitedThing>({
      type: 'string',
      description: `One of: ${Object.keys(LIMITED).join(', ')}.`,
    }),
    max: z.number(),
    used: z.number().optional().meta({ description: 'What is used now, before the refused call.' }),
    unit: z.enum(['items', 'bytes']),
  })
  .meta({
    description:
      'For LIMIT_REACHED: what is used up. Waiting does not help; suggested_action says what does.',
  })

/** The schema of a `PublicError`. */
export const ApiError = z.object({
  // An enumeration would make generated clients refuse the codes of later versions.
  code: schemaWithJson<ErrorCode>({
    type: 'string',
    description: `One of: ${Object.keys(ERRORS).join(', ')}.`,
  }),
  message: z.string(),
  recoverable: z.boolean().meta({
    description: 'Whether the same caller can succeed by changing or repeating the call.',
  }),
  suggested_action: z.string().optional(),
  details: z
    .array(
      z.object({
        path: z.string().meta({ description: 'JSON Pointer into the request.' }),
        message: z.string(),
        keyword: z.string().optional(),
        params: schemaWithJson<Record<string, unknown>>({ type: 'object' }).optional(),
      }),
    )
    .optional(),
  type: z
    .string()
    .optional()
    .meta({ description: 'The class of the exception that the skill’s code threw, such as "RangeError".' }),
  href: z.string().optional().meta({ description: 'A page where a user can fix the problem.' }),
  retry_after: z.int().optional().meta({ description: 'Seconds.' }),
  limit: LimitSchema.optional(),
  reference: z
    .string()
    .optional()
    .meta({ description: 'For INTERNAL_ERROR: the reference to include in a report.' }),
})

/** The response to a call that was refused before anything ran. */
export const RefusalSchema = z.object({ error: ApiError })
