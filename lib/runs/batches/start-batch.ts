import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { requireRoomForRun } from '../../blobs/quotas/storage-limits.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { Tx } from '../../kernel/db/prisma-client.ts'
import { enqueueWorkflow } from '../../kernel/db/workers.ts'
import { AppError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { Json } from '../../kernel/json/json.ts'
import { formatMicros, parseAmount, parseMicros } from '../../kernel/money.ts'
import { paths } from '../../kernel/site/paths.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { TimeZoneField } from '../../kernel/validation/text-fields.ts'
import { requireNoConfirmations } from '../../money/confirm-spending.ts'
import { lockOrganisation } from '../../organisations/rows/organisations.ts'
import { MAX_BATCH_ROWS } from '../model/batch-limits.ts'
import { type BatchRecord, countOpenBatches, findBatchByKey, insertBatch } from '../rows/batches.ts'
import { RunOptionFields } from '../start/run-options.ts'
import type { BatchView } from './batch-view.ts'
import { viewBatch } from './get-batch.ts'
import { BatchFields, checkBatch, type RefusedRow } from './quote-batch.ts'

const StartFields = BatchFields.extend({
  /** The index of each input in the sheet, from 0, where rows of the sheet were left out. */
  rows: z
    .array(
      z
        .int()
        .min(0)
        .max(MAX_BATCH_ROWS - 1),
    )
    .refine((rows) => rows.every((row, at) => at === 0 || row > rows[at - 1]!), 'must be in ascending order')
    .optional(),
  /** The total as displayed: the most that all runs together may cost. */
  total: z
    .string()
    .max(32)
    .refine((text) => parseAmount(text) !== null, 'must be an amount like 0.05')
    .default('0'),
  idempotencyKey: RunOptionFields.shape.idempotency_key,
  timeZone: TimeZoneField.optional(),
}).refine(({ inputs, rows }) => rows === undefined || rows.length === inputs.length, {
  path: ['rows'],
  message: 'must have an entry for each input',
})

type BatchStart = z.infer<typeof StartFields>

/** Open batches of one organisation; those beyond what runs at once wait. */
const MAX_OPEN_BATCHES = 20

/** What a worker gets; the rows of the batch have everything else. */
export type BatchTask = { batchId: string; organisationId: string; traceparent?: string }

/**
 * Records the batch, and queues it for a worker. Nothing starts, and nothing is charged, unless every input satisfies the
 * contract. A repeated call with the same key returns the first batch.
 *
 * Throws what `checkBatch` throws, INVALID_INPUT with the issues of refused inputs, CONFLICT if the runs cost more than
 * `total` or the key belongs to another request, PAYMENT_REQUIRED if the balance does not cover the total or a person has to
 * confirm each call of the API key, and RATE_LIMIT_EXCEEDED for too many open batches.
 */
export async function startBatch(
  ctx: Context,
  request: unknown,
): Promise<{ batch: BatchView; isRepeated: boolean }> {
  const { userId, organisationId } = requireViewer(ctx)
  const wanted = parseFields(StartFields, request)
  const { skill, version, inputs, rows, idempotencyKey = null, timeZone = 'UTC' } = wanted
  const requestDigest = digestOf([skill, version ?? null, inputs as Json, ...(rows ? [rows] : [])])
  const key = idempotencyKey === null ? null : { organisationId, userId, idempotencyKey }
  const earlier = key && (await findBatchByKey(ctx.db, key))
  if (earlier) return { batch: await viewRepeated(ctx, earlier, requestDigest), isRepeated: true }

  const { runnable, refused, priceMicros, balanceMicros } = await checkBatch(ctx, wanted, inputs)
  if (refused.length > 0) throw refusalError(refused)
  requireTotal(ctx, wanted, { totalMicros: priceMicros * BigInt(inputs.length), balanceMicros })
  await requireNoConfirmations(ctx, { keyIds: listChain(ctx), amountMicros: priceMicros })
  await requireRoomForRun(ctx, { organisationId, isChild: false })
  const { name: skillName, versionNumber } = runnable
  const id = `batch_${randomUUIDv7()}`
  const keyId = ctx.keyId ?? null
  const batch = { id, organisationId, userId, keyId, skillName, versionNumber, timeZone }
  const numbered = inputs.map((input, at) => ({ index: rows?.[at] ?? at, input }))
  const record = await ctx.db
    .$transaction(async (tx) => {
      await requireBatchSlot(tx, organisationId)
      const created = await insertBatch(
        tx,
        { ...batch, priceMicros, requestDigest, idempotencyKey },
        numbered,
      )
      await enqueueBatch(tx, { batchId: id, organisationId })
      return created
    })
    .catch(async (thrown: unknown) => {
      // Two presses at once: the unique key let one of them in.
      const first = key && (await findBatchByKey(ctx.db, key))
      if (!first) throw thrown
      return first
    })
  const isRepeated = record.id !== id
  return {
    batch: isRepeated ? await viewRepeated(ctx, record, requestDigest) : await viewBatch(ctx.db, record),
    isRepeated,
  }
}

function viewRepeated(ctx: Context, earlier: BatchRecord, requestDigest: string): Promise<BatchView> {
  if (earlier.requestDigest === requestDigest) return viewBatch(ctx.db, earlier)
  throw new AppError('CONFLICT', { message: 'This idempotency key was used for another batch.' })
}

function requireTotal(
  { keyId }: Context,
  { total }: BatchStart,
  { totalMicros, balanceMicros }: { totalMicros: bigint; balanceMicros: bigint },
): void {
  const cost = `The runs cost up to ${formatMicros(totalMicros)} USDC`
  if (totalMicros > parseMicros(total) && keyId !== undefined)
    throw new AppError('CONFLICT', {
      message: `${cost}, and max_price allows ${total} USDC. Nothing was started.`,
      issues: [{ path: '/max_price', message: `must be "${formatMicros(totalMicros)}" or more` }],
      suggestedAction: `Send "max_price": "${formatMicros(totalMicros)}" to agree to the price.`,
    })
  if (totalMicros > parseMicros(total))
    throw new AppError('CONFLICT', {
      message: `${cost} instead of ${total} USDC. Nothing was started.`,
      suggestedAction: 'Check the price, then confirm it.',
    })
  if (totalMicros > balanceMicros)
    throw new AppError('PAYMENT_REQUIRED', {
      message: `${cost}, but the wallet that pays for them holds ${formatMicros(balanceMicros)} USDC.`,
      suggestedAction: 'Request credit in the wallet.',
      href: paths.wallet,
    })
}

/** The keys whose budgets count the runs; none for a person. */
function listChain({ keyId, keyGrant }: Context): string[] {
  return keyId === undefined ? [] : [...(keyGrant?.ancestors ?? []).map(({ id }) => id), keyId]
}

const MAX_ISSUES = 50

function refusalError(refused: readonly RefusedRow[]): AppError {
  const issues = refused.flatMap(({ index, error, issues: found }) =>
    (found.length > 0 ? found : [{ path: '', keyword: error.code, message: error.message }]).map((issue) => ({
      ...issue,
      path: `/inputs/${index}${issue.path}`,
    })),
  )
  const [first] = refused
  return new AppError('INVALID_INPUT', {
    message:
      refused.length === 1
        ? `Input ${first?.index} does not satisfy the contract. Nothing was started.`
        : `${refused.length} inputs do not satisfy the contract. Nothing was started.`,
    issues: issues.slice(0, MAX_ISSUES),
  })
}

async function requireBatchSlot(tx: Tx, organisationId: string): Promise<void> {
  await lockOrganisation(tx, organisationId)
  if ((await countOpenBatches(tx, organisationId)) < MAX_OPEN_BATCHES) return
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `Your organisation already has ${MAX_OPEN_BATCHES} batches running or waiting, which is the limit.`,
    retryAfter: 60,
  })
}

async function enqueueBatch(tx: Tx, task: BatchTask): Promise<void> {
  const { batchId: id, organisationId } = task
  await enqueueWorkflow(tx, { name: 'batch', id, input: task, partition: organisationId })
}
