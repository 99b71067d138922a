/** The schemas of runs in REST responses and webhook messages. */
import { z } from 'zod'
import { RISK_LEVELS } from '../../contracts/document/skillset-document.ts'
import type { Coercion } from '../../json-schema/inputs/coercions.ts'
import { ERRORS, type ToolErrorCode } from '../../kernel/errors.ts'
import {
  ApiError,
  InstantText,
  LimitSchema,
  schemaWithJson,
} from '../../kernel/validation/response-schemas.ts'

const Paths = z.array(z.string())
const EpochMs = z.number().meta({ description: 'Epoch milliseconds.' })
const RunId = z.string().meta({ pattern: '^run_' })

export const RestEffects = z
  .object({
    created: Paths.optional(),
    modified: Paths.optional(),
    deleted: Paths.optional(),
    renamed: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
  })
  .meta({
    description:
      'For built-in tools: the vault paths that were created, modified, deleted or renamed, or would have been in a dry run.',
  })

const TOOL_CODES = [...new Set(Object.values(ERRORS).map(({ tool }) => tool))] as ToolErrorCode[]

/** The schema of a `PublicToolResult`, whose names and times docs/spec/tools-and-plans.md §2 defines. */
export const RestToolResult = z
  .object({
    callId: z.string(),
    runId: z.string(),
    stepId: z.string().optional(),
    tool: z.string(),
    attempt: z.int().min(1),
    status: z.enum(['ok', 'error', 'timeout', 'cancelled', 'skipped']),
    ok: z.boolean(),
    data: z.unknown().optional(),
    error: z
      .object({
        code: z.enum(TOOL_CODES),
        message: z.string(),
        details: z.unknown().optional(),
        retryable: z.boolean(),
        retry_after: z.int().optional().meta({ description: 'Seconds to wait before another attempt.' }),
        limit: LimitSchema.optional(),
      })
      .optional(),
    startedAt: EpochMs,
    endedAt: EpochMs,
    durationMs: z.number(),
    dryRun: z.literal(true).optional(),
    effects: RestEffects.optional(),
    userMessage: z.string().optional(),
  })
  .meta({ description: 'For built-in tools and plan steps, once the run has ended.' })

/** A run that has succeeded or is in progress. */
export const RestRun = z.object({
  run_id: RunId,
  status: z.enum(['completed', 'running']).meta({ description: '“running” includes queued runs.' }),
  skill: z.string(),
  version: z.string(),
  contract_hash: z.string(),
  permissions_hash: z
    .string()
    .optional()
    .meta({ description: 'The hash of the version’s permissions, prompt and price.' }),
  coercions: z
    .array(schemaWithJson<Coercion>({ type: 'object' }))
    .meta({ description: 'The conversions made in the input.' }),
  summary: z.string().optional(),
  output: z.unknown().optional().meta({ description: 'The skill’s output, which satisfies its contract.' }),
  output_blobs: z
    .array(z.string().meta({ pattern: '^blob:' }))
    .optional()
    .meta({ description: 'The blobs that the run wrote.' }),
  logs_preview: z.string().optional().meta({ description: 'The last lines of the log.' }),
  notices: z
    .array(z.string())
    .optional()
    .meta({ description: 'Notices about the version: it is deprecated, or a newer one needs consent.' }),
  charged: z.string().optional().meta({
    description:
      'The cost in USDC, including called skills; "0" if nothing was charged. Absent if everything is free.',
  }),
  refunded_at: InstantText.optional().meta({ description: 'When the whole amount was refunded.' }),
  dry_run: z
    .literal(true)
    .optional()
    .meta({ description: 'Present for a dry run: the skill was asked to make no changes.' }),
  effects: RestEffects.optional(),
  duration_ms: z.number().optional(),
  progress: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'In events only, while the run is in progress.' }),
  progress_note: z.string().optional().meta({ description: 'In events only.' }),
  tool_result: RestToolResult.optional(),
})

export type RestRun = z.infer<typeof RestRun>

/** A run that has failed. */
export const RestFailedRun = z.object({
  status: z.literal('failed'),
  errors: z.array(ApiError).min(1),
  run_id: z.string(),
  tool_result: RestToolResult.optional(),
})

export type RestFailedRun = z.infer<typeof RestFailedRun>

export const RestAnyRun = z.discriminatedUnion('status', [RestRun, RestFailedRun])

export type RestAnyRun = z.infer<typeof RestAnyRun>

/** Covers the last 30 days; null without data. */
const Percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

export const RestQuote = z.object({
  skill: z.string(),
  version: z.string(),
  price: z.string().meta({
    description: 'The maximum cost of a run, including the skills that it may call; "0" if free.',
  }),
  price_of_calls: z.string().meta({ description: 'The part of “price” for the skills that it may call.' }),
  currency: z.literal('USDC'),
  terms: z.enum(['paid', 'purchase', 'free', 'own', 'draft', 'dry_run']),
  per_item: z.object({ amount: z.string(), list: z.string() }).optional().meta({
    description:
      'Each item of the list in the output, which a JSON Pointer names, costs this amount; a run costs “price” at most.',
  }),
  dry_run_price: z.string().nullable().meta({
    description:
      'The maximum cost of a dry run, including the skills that it may call; "0" if free, null if the skill refuses dry runs.',
  }),
  balance: z.string().optional().meta({ description: 'The balance of the wallet that would pay.' }),
  duration_ms: Percentiles,
  output_bytes: Percentiles,
  risk_level: z.enum(RISK_LEVELS),
  side_effects: z.array(z.string()),
})

export type RestQuote = z.infer<typeof RestQuote>
