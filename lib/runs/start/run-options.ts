/** The only schema of run options. Every channel parses them with it, or publishes what it derives from it. */
import { z } from 'zod'
import { SKILL_LIMITS, TOOL_LIMITS } from '../../contracts/document/skill-limits.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { formatPrice } from '../../kernel/money.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { JsonValueField, TimeZoneField } from '../../kernel/validation/text-fields.ts'
import {
  type CallOptions,
  CONTRACT_HASH_SCHEMA,
  IDEMPOTENCY_KEY_SCHEMA,
  type SentRunOptions,
  toCallOptions,
} from '../model/call-options.ts'
import type { RunRequest } from './start-run.ts'

/** Excludes control characters and lone surrogates, which the database and headers refuse. */
const ConversationField = z.string().regex(/^[^\p{C}]{1,200}$/u)

const { javascript, python } = SKILL_LIMITS

const PRICE_SCHEMA = { type: ['string', 'number'], pattern: '^\\d{1,9}(\\.\\d{1,6})?$', minimum: 0 }

// The pipeline itself checks a hash, a price and a key; their patterns are for channels that publish a schema.
export const RunOptionFields = z.strictObject({
  version: z.string().min(1).max(100).optional().meta({
    description: 'A version or a range such as ^1.2. Default: the installed version, or the latest',
  }),
  time_zone: TimeZoneField.optional().meta({ description: 'The caller’s IANA time zone. Default: UTC' }),
  conversation_id: ConversationField.optional().meta({
    description:
      'The caller’s name for the conversation that the run belongs to: `context.conversationId` of the skill',
  }),
  contract_hash: z
    .string()
    .optional()
    .meta({
      ...CONTRACT_HASH_SCHEMA,
      description: 'The expected contract hash. If the contract has changed, nothing runs',
    }),
  max_price: z
    .union([z.string().max(32), z.number()])
    .optional()
    .meta({
      ...PRICE_SCHEMA,
      description: 'The spending limit for the run in USDC. If it costs more, nothing runs',
    }),
  dry_run: z.boolean().optional().meta({
    description:
      'Ask the skill to make no changes. Paid skills refuse this with PRECONDITION_FAILED unless they support dry runs',
  }),
  timeout_ms: z
    .int()
    .min(1)
    .max(600_000)
    .optional()
    .meta({
      description: `Execution timeout in milliseconds. A run lasts at most ${javascript.timeoutMs} (JavaScript), ${python.timeoutMs} (Python) or ${TOOL_LIMITS.timeoutMs} (built-in tools); a higher value has no effect`,
    }),
  input_blobs: z
    .array(z.string().max(64))
    .max(32)
    .optional()
    .meta({ description: '“blob:…” ids that the run may read' }),
  idempotency_key: z
    .string()
    .optional()
    .meta({
      ...IDEMPOTENCY_KEY_SCHEMA,
      description: 'A repeated call with the same key returns the first run',
    }),
  async: z.boolean().optional().meta({ description: 'Return immediately while the run continues' }),
}) satisfies z.ZodType<SentRunOptions>

/** Returns the JSON Schema of a request body. */
export function toBodySchema(fields: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(fields, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (Array.isArray(jsonSchema.type)) delete jsonSchema.anyOf
    },
  })
  return schema as JsonSchema
}

export const RUN_OPTION_SCHEMAS = toBodySchema(RunOptionFields).properties as {
  [Name in keyof SentRunOptions]-?: JsonSchema
}

/** Returns the options under their names in code, with `maxPrice` as decimal text. */
export function toRunOptions(sent: SentRunOptions): Omit<CallOptions, 'maxPrice'> & { maxPrice?: string } {
  const { maxPrice, ...options } = toCallOptions(sent)
  return { ...options, ...(maxPrice !== undefined && { maxPrice: formatPrice(maxPrice) }) }
}

/** Returns the request of a run from the options as a channel sends them. */
export function toRunRequest(name: string, args: unknown, sent: SentRunOptions): RunRequest {
  const { version, ...options } = toRunOptions(sent)
  return { skill: { name, ...(version && { version }) }, args, ...options, isDeferred: sent.async }
}

export const RunBody = RunOptionFields.extend({ args: z.unknown().optional() })

/**
 * `headerKey` is the Idempotency-Key header, which takes precedence over the body's field. Throws INVALID_INPUT for an
 * invalid request and for unknown fields.
 */
export function parseRestRun(name: string, body: unknown, headerKey: string | null = null): RunRequest {
  const { args, ...sent } = parseFields(RunBody, body)
  return toRunRequest(name, args, { ...sent, idempotency_key: headerKey ?? sent.idempotency_key })
}

const FormRunRequest = z.object({
  name: z.string().max(200),
  version: RunOptionFields.shape.version,
  args: JsonValueField.optional(),
  timeZone: z.string().max(64).optional(),
  rerunOfId: z.string().max(64).optional(),
  /** Unique per click, so that a double click costs nothing more. */
  idempotencyKey: RunOptionFields.shape.idempotency_key,
  maxPrice: z.string().max(32).optional(),
  dryRun: RunOptionFields.shape.dry_run,
})

/** A request of the form as pages send it: `args` is JSON text, see `parseJsonField`. */
export type SentFormRun = Omit<z.input<typeof FormRunRequest>, 'args'> & { args?: string }

/** Parses a request of the form, after its `args` were parsed. Throws INVALID_INPUT. */
export function parseFormRun(value: unknown): RunRequest {
  const { name, version, args, ...rest } = parseFields(FormRunRequest, value)
  return { skill: { name, ...(version && { version }) }, args, ...rest }
}
