import { z } from 'zod'
import type { Context } from '../../context/context.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { RunOptionFields } from '../start/run-options.ts'
import type { BatchView } from './batch-view.ts'
import { startBatch } from './start-batch.ts'

const { version, time_zone, idempotency_key } = RunOptionFields.shape

export const BatchBody = z.strictObject({
  inputs: z.array(z.unknown()).meta({ description: 'The arguments of each run, at most 1,000' }),
  version,
  max_price: z.string().optional().meta({
    description: 'The most that all runs together may cost, in USDC. If they cost more, nothing starts',
    default: '0',
  }),
  time_zone,
  idempotency_key,
})

const Count = z.int().min(0)

export const RestBatch = z.object({
  batch_id: z.string(),
  skill: z.string(),
  version: z.string(),
  status: z.enum(['running', 'cancelling', 'ended', 'cancelled']),
  total: Count,
  counts: z.object({
    waiting: Count,
    open: Count,
    succeeded: Count,
    failed: Count,
    cancelled: Count,
    refused: Count,
  }),
  charged: z.string().meta({ description: 'USDC so far.' }),
  max_total: z.string().meta({ description: 'The most that all runs together can cost.' }),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})

/** Throws INVALID_INPUT for another body, and as `startBatch`. `headerKey` is the Idempotency-Key header. */
export async function startRestBatch(
  ctx: Context,
  { skill, body, headerKey }: { skill: string; body: unknown; headerKey: string | null },
): Promise<{ batch: z.infer<typeof RestBatch>; isRepeated: boolean }> {
  const {
    inputs,
    version,
    max_price: total,
    time_zone: timeZone,
    idempotency_key,
  } = parseFields(BatchBody, body)
  const idempotencyKey = headerKey ?? idempotency_key
  const { batch, isRepeated } = await startBatch(ctx, {
    skill,
    inputs,
    ...(version !== undefined && { version }),
    ...(total !== undefined && { total }),
    ...(timeZone !== undefined && { timeZone }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
  return { batch: toRestBatch(batch), isRepeated }
}

export function toRestBatch(batch: BatchView): z.infer<typeof RestBatch> {
  const { id, skillName, versionNumber, state, total, counts, charged, maxTotal, createdAtMs, endedAtMs } =
    batch
  return {
    batch_id: id,
    skill: skillName,
    version: versionNumber,
    status: state,
    total,
    counts,
    charged,
    max_total: maxTotal,
    created_at: new Date(createdAtMs).toISOString(),
    ended_at: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
  }
}
